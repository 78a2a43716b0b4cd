"""Games side by side, as NumPy arrays: what the interpreted machine and the compiled one share."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import SkipboError
from ...rules.editions import Rules
from . import Seen, sizes, steps


def checked(actions: Any, slots: int) -> None:
    """An array of one whole number for each slot, or an error that says so."""
    kind = getattr(getattr(actions, "dtype", None), "kind", "")
    if kind not in ("i", "u") or tuple(actions.shape) != (slots,):
        given = f"{actions.dtype} of shape {tuple(actions.shape)}" if kind else type(actions)
        raise SkipboError(f"actions must be whole numbers of shape ({slots},), not {given}")


class Arrays:
    """The arrays that a machine on this side of a bus fills."""

    def __init__(self, rules: Rules, slots: int) -> None:
        wide = sizes(rules)
        self.slots = slots
        self.actions = np.zeros(slots, np.int64)
        self.observations = np.zeros((slots, wide.observation), np.uint8)
        # Compiled code writes bytes; who looks at them sees what is true.
        self.masks = np.zeros((slots, wide.actions), np.uint8)
        self.rewards = np.zeros((slots, rules.players), np.float32)
        self.ends = np.zeros(slots, np.uint8)
        self.cuts = np.zeros(slots, np.uint8)
        self.seats = np.zeros(slots, np.uint8)
        self.finals = np.zeros((slots, wide.observation), np.uint8)
        self.final_seats = np.zeros(slots, np.uint8)
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
        given = np.asarray(actions)
        checked(given, self.slots)
        np.copyto(self.actions, given, casting="unsafe")

    def deal(self) -> None:
        self.actions.fill(steps.DEAL)
        self.step()

    def step(self) -> None:
        raise NotImplementedError

    def wait(self) -> None:
        pass

    def chosen(self, slot: int) -> int:
        return int(self.actions[slot])
