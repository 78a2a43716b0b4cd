"""What each number of an observation and each action means, for one set of rules.

The places come from the functions that write observations and read actions.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..machine import python, setting
from ..machine.stepping import modules, sizes
from ..rules.editions import Rules
from ..rules.state import SEATS
from ..table.notation import Move, die_text

BYTE = 255


class Field(NamedTuple):
    """Some numbers of an observation that belong together."""

    name: str
    at: int  # where they begin
    size: int  # how many they are
    high: int  # the largest that any of them can be; the least is 0
    meaning: str
    pairs: bool = False  # whether two of them are one number, the higher byte first


def observation_fields(rules: Rules) -> list[Field]:
    """All that an observation holds, in order."""
    bound = python.machine(rules, *modules(rules))
    return list((_of_dice if rules.family == "dice" else _of_cards)(rules, bound))


def _of_cards(rules: Rules, bound: Any) -> Iterator[Field]:
    at = bound.at_middle()
    yield Field("building", 0, rules.building, rules.ranks - 1, "what each building pile reached")
    yield Field(
        "hand", bound.at_hand(), rules.ranks + 1, rules.hand, "its cards by number, wilds first"
    )
    yield Field("draw", at, 1, rules.cards, "cards in the draw pile")
    yield Field("passes", at + 1, 1, rules.players, "turns in a row of nothing but a pass")
    yield Field("acted", at + 2, 1, 1, "whether this turn had a move besides a pass")
    if rules.die:
        faces = ", ".join(f"{i + 1}: {die_text(i, rules)}" for i in range(bound.DIE_FACES))
        yield Field("die", bound.at_die(), 1, bound.DIE_FACES, f"the die; 0: used, {faces}")
        yield Field("extra", bound.at_die() + 1, 1, 2, "extra discards left")
    for player in range(rules.players):
        yield from _of_player(rules, bound, player)


def _of_player(rules: Rules, bound: Any, player: int) -> Iterator[Field]:
    """Player 0 is on turn, the others follow to the left."""
    at, face = bound.at_players() + player * bound.seat_width(), rules.ranks + 1
    whose = f"player_{player}"
    yield Field(f"{whose}.stock", at, 1, rules.cards, "cards in the stock pile")
    yield Field(f"{whose}.stock_top", at + 1, 1, face, f"its top face; 0: none, {face}: wild")
    yield Field(f"{whose}.held", at + 2, 1, rules.hand, "cards in the hand")
    for pile in range(rules.discards):
        here, name = at + bound.OF_SEAT + pile * bound.OF_PILE, f"{whose}.discard_{pile + 1}"
        yield Field(f"{name}.height", here, 1, rules.cards, "cards in the discard pile")
        yield Field(
            f"{name}.tops", here + 1, bound.FACES_SHOWN, face, "its topmost faces, the top first"
        )


def _of_dice(rules: Rules, bound: Any) -> Iterator[Field]:
    yield Field("space", 0, 1, bound.SPACES - 1, "the first empty space")
    yield Field("cup", 1, 1, bound.CUP, "dice in the cup")
    yield Field("rolled", 2, 1, 1, "whether a roll waits to be placed")
    wild, blank = bound.WILD_SEEN, bound.BLANK_SEEN
    told = f"its faces; 0: no die, {wild}: wild, {blank}: blank"
    yield Field("roll", bound.AT_ROLL, bound.CUP, blank, told)
    yield Field("wild_last", bound.AT_WILD_LAST, 1, 1, "whether the last die placed is a wild")
    told = "turns left once the goal was reached, plus 1; 0 before"
    yield Field("last_turns", bound.AT_LAST_TURNS, 1, SEATS, told)
    yield Field(
        "points", bound.AT_POINTS, 2, BYTE, "of this turn: the higher byte, the lower one", True
    )
    yield Field("goal", bound.AT_GOAL, 2, BYTE, "the score that ends the game, likewise", True)
    for player in range(rules.players):
        at = bound.AT_SCORES + 2 * player
        yield Field(f"player_{player}.score", at, 2, BYTE, "the score, likewise", True)


# --- Actions


def action_names(rules: Rules) -> list[str]:
    """Every action in the notation of moves, as far as it does not depend on the state.

    `die>b2+h5`: the die as what pile 2 needs, then a 5. `die-draw:left2`: the second seat to the
    left. `place:N,W`: the number that belongs there, then a wild.
    """
    bound = python.machine(rules, *modules(rules))
    s = python.new_state(rules)
    bound.begin(s, *setting(rules.but(first=0)))
    names = (Move.of(bound.move_of(s, i), rules.family) for i in range(sizes(rules).actions))
    return [_relative(str(name)) for name in names]


def _relative(name: str) -> str:
    """The name of a move at the beginning, without what holds only there."""
    if name.startswith("place:"):
        faces = name.removeprefix("place:").split(",")
        return "place:" + ",".join(face if face == "W" else "N" for face in faces)
    return name.replace("die=1>", "die>").replace("die-draw:", "die-draw:left")
