"""Games side by side: what goes into a machine's `Stepper`, and what comes out of it."""

from types import ModuleType
from typing import Any, NamedTuple, Protocol

from ..rules.editions import Rules
from . import acts_cards, acts_dice, python, sees_cards, sees_dice, setting, steps


class Seen(NamedTuple):
    """What there is to see in every slot, row by row. Each step writes it anew."""

    observations: Any  # uint8, what the seat on turn sees
    masks: Any  # bool, which actions are legal for it
    rewards: Any  # float32 by seat: +1 won, -1 lost, 0 as long as a game goes on
    ends: Any  # bool, whether this step ended a game; the slot holds the next one already
    cuts: Any  # bool, whether a game was left at the limit of moves instead
    seats: Any  # uint8, the seat on turn


class Slots(Protocol):
    """What every machine has."""

    seen: Seen

    def illegal(self, actions: Any) -> int:
        """The first slot whose action is not legal; as many as there are slots, if all are."""
        ...

    def chosen(self, slot: int) -> int:
        """The action that `illegal` was given for a slot."""
        ...

    def step(self) -> None:
        """Take the actions that `illegal` was given, if it found none."""
        ...

    def sample(self) -> Any:
        """A legal action for each slot."""
        ...

    def state(self, slot: int) -> Any:
        """A copy of a slot's state, as the interpreted machine has it."""
        ...

    def games(self) -> list[int]:
        """The number of the game that each slot plays."""
        ...

    def close(self) -> None: ...


class Sizes(NamedTuple):
    """How wide the rows are."""

    actions: int
    observation: int
    board: int


def modules(rules: Rules) -> tuple[ModuleType, ...]:
    """What has to be bound for stepping."""
    if rules.family == "dice":
        return steps, acts_dice, sees_dice
    return steps, acts_cards, sees_cards


def sizes(rules: Rules) -> Sizes:
    bound = python.machine(rules, *modules(rules))
    s = python.new_state(rules)
    bound.begin(s, *setting(rules))
    return Sizes(bound.count_actions(s), bound.count_seen(s), bound.board_width(s))
