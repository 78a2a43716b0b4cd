"""One game at a time, for frameworks that step a single one."""

from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import SkipboError
from ..rules.editions import Rules
from ..table.notation import Move
from ..table.view import Played, View
from .batch import Batch

SEED_BITS = 62  # of a seed that nobody chose


class OneGame:
    """A batch of one slot, which stays at the end of its game until the next `deal`.

    It takes whatever `Batch` takes besides the rules, except the gpu. What it hands out is never
    written to again.
    """

    turn: int  # the seat on turn; with opponents, the learner's
    ended: bool
    cut: bool  # whether it was left at the limit of moves

    def __init__(self, rules: Rules, **terms: Any) -> None:
        if terms.get("on") == "gpu":
            raise SkipboError("one game at a time is not for the gpu: on must be cpu or python")
        self.rules = rules
        self._batch = Batch(rules, restart=False, **terms)
        self.actions, self.width = self._batch.actions, self._batch.width

    def deal(self, seed: int | None = None) -> None:
        """The first game of a seed; without one, the next game of the seed before."""
        if seed is not None or not self._batch.dealt:
            self._batch.reset(1, seed=randbits(SEED_BITS) if seed is None else seed)
            self._link()
        else:
            self._batch.deal()
        self._look()

    def _link(self) -> None:
        """What every step uses of the batch."""
        slots = self._batch.slots
        self._play, seen = slots.play, slots.seen
        self._rewards, self._row = seen.rewards[0], seen.observations[0]
        self._mask = seen.masks[0].view(np.int8)
        self._flags = seen.ends, seen.cuts, seen.seats

    def __getstate__(self) -> dict[str, Any]:
        linked = "_play", "_rewards", "_row", "_mask", "_flags"
        return {name: value for name, value in vars(self).items() if name not in linked}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        if self._batch.dealt:
            self._link()

    def step(self, action: int) -> None:
        """Make a move. If it is not legal, an error says why, and nothing changes."""
        if not self.allows(action):
            raise SkipboError(self.why_not(action))
        self.play(action)

    def play(self, action: int) -> None:
        """Make a move that is known to be legal."""
        self._play(action)
        self._look()

    def _look(self) -> None:
        """What is asked for after every step is taken out of the arrays once."""
        ends, cuts, seats = self._flags
        self.ended, self.cut, self.turn = ends.item(), cuts.item(), seats.item()

    # --- Where it stands

    @property
    def seat(self) -> int:
        """The seat on turn; with opponents, the learner's."""
        return self.turn

    @property
    def over(self) -> bool:
        return self.ended or self.cut

    @property
    def rewards(self) -> list[float]:
        """What the last step has brought, by seat."""
        rewards: list[float] = self._rewards.tolist()
        return rewards

    def allows(self, action: int) -> bool:
        """Whether an action is legal for the seat on turn."""
        return 0 <= action < self.actions and bool(self._mask[action])

    def mask(self) -> NDArray[np.int8]:
        """1 for every legal action of the seat on turn; all 0 when the game is over."""
        mask: NDArray[np.int8] = self._mask.copy()
        return mask

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What a seat sees, whether it is on turn or not."""
        if seat == self.turn:
            row: NDArray[np.uint8] = self._row.copy()
            return row
        other: NDArray[np.uint8] = self._batch.observation(0, seat)
        return other

    def view(self, seat: int | None, played: tuple[Played, ...] = ()) -> View:
        """The game as a person would see it: to be drawn, or for a bot that wants views."""
        return self._batch.view(0, seat, played)

    # --- Moves in words

    def legal(self) -> list[Move]:
        """Every legal move of the seat on turn."""
        return self._batch.legal(0)

    def action(self, move: str) -> int:
        """The action that a legal move is."""
        return self._batch.action(0, move)

    def move(self, action: int) -> Move:
        """What an action is, legal or not."""
        return self._batch.move(0, action)

    def why_not(self, action: int) -> str:
        """Why an action is not legal."""
        return "the game is over" if self.over else self._batch.why_not(0, action)

    def close(self) -> None:
        self._batch.close()
