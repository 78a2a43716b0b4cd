"""Games side by side: what goes into a machine's `Stepper`, and what comes out of it."""

from collections.abc import Iterable
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from ...rules.editions import Rules
from .. import python, setting
from . import acts_cards, acts_dice, opponents, pays_cards, pays_dice, sees_cards, sees_dice, steps
from .terms import Terms


class Seen(NamedTuple):
    """What there is to see in every slot, row by row. Each step writes it anew."""

    observations: Any  # uint8, what the seat on turn sees
    masks: Any  # bool, which actions are legal for it
    rewards: Any  # float32 by seat: by itself +1 won, -1 lost; 0 if it goes on, was blocked or cut
    ends: Any  # bool, whether this step ended a game; the slot holds the next one already
    cuts: Any  # bool, whether a game was left at the limit of moves instead
    seats: Any  # uint8, the seat on turn
    finals: Any  # uint8, where a game has ended or was cut: what was last to be seen of it
    final_seats: Any  # uint8, and by which seat


class Slots(Protocol):
    """What every machine has."""

    seen: Seen

    def take(self, actions: Any) -> None:
        """Keep an action for each slot, for what comes next; an error if they are not that."""
        ...

    def illegal(self) -> int:
        """The first slot whose action is not legal; as many as there are slots, if all are."""
        ...

    def forfeit(self) -> None:
        """Whoever was given an illegal action loses instead."""
        ...

    def chosen(self, slot: int) -> int:
        """The action that was taken for a slot."""
        ...

    def step(self) -> None:
        """Play the actions that were taken, after `illegal` found none, or after `forfeit`."""
        ...

    def play(self, action: int) -> None:
        """The same action in every slot, known to be legal: a quick way where there is one slot."""
        ...

    def deal(self) -> None:
        """The next game in every slot."""
        ...

    def sample(self) -> Any:
        """A legal action for each slot."""
        ...

    def observe(self, slot: int, seat: int) -> Any:
        """What any seat sees of a slot's game."""
        ...

    def state(self, slot: int) -> Any:
        """A copy of a slot's state, as the interpreted machine has it."""
        ...

    def games(self) -> list[int]:
        """The number of the game that each slot plays."""
        ...

    def wait(self) -> None:
        """Until everything is done that was asked for: a GPU works while Python goes on."""
        ...

    def renew(self) -> None:
        """Let the next step write into new arrays."""
        ...

    def save(self) -> dict[str, Any]:
        """All that changes, to be kept or copied."""
        ...

    def load(self, saved: dict[str, Any]) -> None:
        """Go on where a saved one was."""
        ...

    def close(self) -> None: ...


class Sizes(NamedTuple):
    """How wide the rows are."""

    actions: int
    observation: int
    board: int


def modules(rules: Rules, *bots: ModuleType) -> tuple[ModuleType, ...]:
    """What has to be bound for stepping, with the modules of bots that play along."""
    others = (opponents, *bots) if bots else ()
    if rules.family == "dice":
        return steps, acts_dice, sees_dice, pays_dice, *others
    return steps, acts_cards, sees_cards, pays_cards, *others


def tried(rules: Rules, modules: Iterable[ModuleType]) -> Terms:
    """Some terms to be tried once, so that everything is compiled."""
    players = ((0,),) * (rules.players - 1) if opponents in modules else ()
    return Terms(rules, seed=0, limit=1, opponents=players)


@lru_cache(maxsize=256)
def sizes(rules: Rules) -> Sizes:
    bound = python.machine(rules, *modules(rules))
    s = python.new_state(rules)
    bound.begin(s, *setting(rules))
    return Sizes(bound.count_actions(s), bound.count_observed(s), bound.board_width(s))


# --- One game, on the interpreted machine


def mask(s: Any, rules: Rules) -> list[int]:
    """Which actions are legal for the seat on turn, 1 for those that are."""
    row = [0] * sizes(rules).actions
    python.machine(rules, *modules(rules)).mark_legal(s, row)
    return row


def observation(s: Any, rules: Rules, seat: int) -> list[int]:
    """What a seat sees, whether it is on turn or not."""
    bound = python.machine(rules, *modules(rules))
    board, row = [0] * sizes(rules).board, [0] * sizes(rules).observation
    bound.lay_out(s, board)
    bound.observe(s, board, seat, row)
    return row
