"""Who is away from a table, and for whom a bot plays: nothing of this is kept in the log."""

import asyncio
from collections.abc import Callable, Iterable


class Absence:
    """People who are not connected. After the grace a bot covers for them, until they are back."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.covered: set[int] = set()
        self._changed = changed  # to be told when a bot begins to cover
        self._graces: dict[int, asyncio.TimerHandle] = {}

    def note(self, away: Iterable[int], grace: float) -> None:
        """These seats' people are away now, and nobody else's."""
        missing = set(away)
        self.covered &= missing
        for seat in self._graces.keys() - missing:
            self._graces.pop(seat).cancel()
        for seat in missing - self.covered - self._graces.keys():
            loop = asyncio.get_running_loop()
            self._graces[seat] = loop.call_later(grace, self._cover, seat)

    def count_anew(self) -> None:
        """Every grace that has begun begins again with the next note."""
        for timer in self._graces.values():
            timer.cancel()
        self._graces.clear()

    def _cover(self, seat: int) -> None:
        del self._graces[seat]
        self.covered.add(seat)
        self._changed()
