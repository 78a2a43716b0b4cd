"""Games side by side, as NumPy arrays: what the interpreted machine and the compiled one share."""

from abc import ABC, abstractmethod
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import SkipboError
from ...rules.editions import Rules
from .. import Bound
from . import Seen, sizes, steps


def checked(actions: Any, slots: int) -> None:
    """An array of one whole number for each slot, or an error that says so."""
    kind = getattr(getattr(actions, "dtype", None), "kind", "")
    if kind not in ("i", "u") or tuple(actions.shape) != (slots,):
        given = f"{actions.dtype} of shape {tuple(actions.shape)}" if kind else type(actions)
        raise SkipboError(f"actions must be whole numbers of shape ({slots},), not {given}")


LAST = "finals", "final_seats"
ARRAYS = "actions", "observations", "masks", "rewards", "ends", "cuts", "seats", *LAST


class Arrays(ABC):
    """The arrays that a machine on this side of a bus fills."""

    games_in: tuple[str, ...] = ()  # where a machine keeps its games
    _bound: Bound
    _states: Any
    _clocks: Any
    _told: tuple[Any, ...]  # from the setting on

    def __init__(self, rules: Rules, slots: int) -> None:
        self.slots, self._players, self._wide = slots, rules.players, sizes(rules)
        self.actions = np.zeros(slots, np.int64)
        self.renew()

    def renew(self) -> None:
        slots, wide = self.slots, self._wide
        self.observations = np.empty((slots, wide.observation), np.uint8)
        # Compiled code writes bytes; who looks at them sees what is true.
        self.masks = np.empty((slots, wide.actions), np.uint8)
        self.rewards = np.empty((slots, self._players), np.float32)
        self.ends, self.cuts, self.seats = np.empty((3, slots), np.uint8)
        self.finals = np.zeros((slots, wide.observation), np.uint8)
        self.final_seats = np.zeros(slots, np.uint8)
        self._tell()

    def _tell(self) -> None:
        masks = self.masks.view(np.bool_)
        masks.flags.writeable = False  # `step` asks them what is legal
        self.seen = Seen(
            self.observations,
            masks,
            self.rewards,
            self.ends.view(np.bool_),
            self.cuts.view(np.bool_),
            self.seats,
            self.finals,
            self.final_seats,
        )

    def written(self) -> tuple[NDArray[Any], ...]:
        """What `step_games` is given, from the actions on."""
        told = self.actions, self.observations, self.masks
        outcome = self.rewards, self.ends, self.cuts, self.seats
        return *told, *outcome, self.finals, self.final_seats

    def take(self, actions: Any) -> None:
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of different lengths
            raise SkipboError(f"actions must be {self.slots} whole numbers in a row") from None
        checked(given, self.slots)
        np.copyto(self.actions, given, casting="unsafe")

    def save(self) -> dict[str, Any]:
        """All that changes, to be kept or copied."""
        return {name: deepcopy(getattr(self, name)) for name in (*ARRAYS, *self.games_in)}

    def load(self, saved: dict[str, Any]) -> None:
        """Go on where a saved one was."""
        vars(self).update(saved)
        self._tell()

    def illegal(self) -> int:
        games, asked = (self._states, self._clocks), (self.masks, self.actions)
        return int(self._bound.first_illegal(*games, *asked, self._told[1]))

    def forfeit(self) -> None:
        self._bound.forfeit_illegal(self.masks, self.actions)

    def play(self, action: int) -> None:
        self.actions.fill(action)
        self.step()

    def deal(self) -> None:
        self.play(steps.DEAL)

    @abstractmethod
    def step(self) -> None: ...

    def wait(self) -> None:  # noqa: B027 - a step is done when it returns
        pass

    def chosen(self, slot: int) -> int:
        return int(self.actions[slot])
