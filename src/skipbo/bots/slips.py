"""Bots that err and notice now and then, as people do: for practising table mode alone (T1-T5).

They never do so by themselves. Whoever runs a table may ask after everything that happens whether
a seat's bot is tempted; it knows no more than that seat's view.
"""

from collections.abc import Sequence
from random import Random

from ..table.view import CardView

# How likely it is each time that the question is asked.
OVERDRAWS = 0.08  # once a turn, when the hand has just been filled
JUMPS_IN = 0.015
TALKS = 0.03
NOTICES = 0.4
CALLS_WRONGLY = 0.003


def tempted(view: CardView, can: Sequence[str], rng: Random) -> str | None:
    """What the bot on `view.seat` does though it should not, or a call; mostly nothing.

    `can` is what it could do besides legal moves (`Game.slips`).
    """
    likely = {
        "call": NOTICES if to_call(view) else CALLS_WRONGLY,
        "take": OVERDRAWS if _hand_just_filled(view) else 0.0,
        "draw": JUMPS_IN if view.turn != view.seat else 0.0,
        "talk": TALKS,
    }
    for act, chance in likely.items():
        if act in can and rng.random() < chance:
            return act
    return None


def to_call(view: CardView) -> bool:
    """Whether there is something that this seat may call: T2, or an opponent's T3."""
    manners, seat = view.manners, view.seat
    if manners is None or seat is None:
        return False
    if manners.right is not None:
        return view.turn != seat
    talked = manners.talked
    return talked is not None and view.rules.side(talked) != view.rules.side(seat)


def _hand_just_filled(view: CardView) -> bool:
    drew = bool(view.played) and view.played[-1] in ((view.seat, "take"), (view.seat, "draw"))
    return drew and view.manners is not None and view.manners.due == 0
