"""Bots that slip and call now and then, where a table's settings ask for it: for practice."""

from random import Random

from ..bots.slips import tempted
from ..table.game import Game
from ..table.view import CardView
from .table import Table


class Mischief:
    """Asks a table's bots whether they are tempted, once after everything that has happened."""

    def __init__(self) -> None:
        self._rng = Random()
        self._asked = 0  # up to which entry of the log
        self._found: tuple[int, str] | None = None

    def tempted(self, table: Table) -> tuple[int, str] | None:
        """A bot's seat, and what it does besides moves."""
        game = table.game
        if game is None or not table.settings.slips or table.rules.enforcement == "strict":
            return None
        if self._asked != table.seq:
            self._asked, self._found = table.seq, self._ask(table, game)
        return self._found

    def _ask(self, table: Table, game: Game) -> tuple[int, str] | None:
        bots = [seat for seat, chair in enumerate(table.chairs) if not chair.keys]
        for seat in self._rng.sample(bots, len(bots)):
            view = game.view(seat)
            assert isinstance(view, CardView)
            if act := tempted(view, game.slips(seat), self._rng):
                return seat, act
        return None
