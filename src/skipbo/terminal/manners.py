"""Table mode in words: what was done by hand, what was said, and what the referee made of it.

Every sentence stands in the section `log` of the texts, the referee's in `log.ruling`.
"""

from collections.abc import Sequence

from ..table.game import Event, Roll, Shuffle
from ..table.notation import PLAY, STAND_IN
from ..table.view import BEGINS, CardView, Ruling
from ..texts import text
from .words import card_at, describe, die_rolled, say


def told(
    before: CardView,
    after: CardView,
    seat: int,
    move: str,
    events: Sequence[Event],
    names: Sequence[str],
) -> list[str]:
    """All that came of an act, in the order in which it is understood best."""
    rulings = [event for event in events if isinstance(event, Ruling)]
    begins = [ruled(ruling, after, names) for ruling in rulings if ruling.kind == BEGINS]
    follows = [ruled(ruling, after, names) for ruling in rulings if ruling.kind != BEGINS]
    shuffles = [text("log.shuffle") for event in events if is_refill(event)]  # C10, O1
    if move == "call":  # the ruling says who called
        return [*follows, *shuffles]
    rolls = die_rolled(after, names) if any(isinstance(event, Roll) for event in events) else []
    return [*begins, *done(before, after, seat, move, names), *shuffles, *follows, *rolls]


def is_refill(event: Event) -> bool:
    return isinstance(event, Shuffle) and event.stock is None


def done(
    before: CardView, after: CardView, seat: int, move: str, names: Sequence[str]
) -> list[str]:
    """The act itself; the partner is asked for a card first (P4)."""
    if move == "draw":
        taken = after.players[seat].held - before.players[seat].held
        return [say("take", after, seat, names, taken)]
    return [*request(before, seat, move, names), describe(before, seat, move, names)]


def request(before: CardView, seat: int, move: str, names: Sequence[str]) -> list[str]:
    """P4: who plays the partner's card tells the partner to lay it."""
    if found := PLAY.fullmatch(move):
        source, number = found[1], before.building[int(found[3]) - 1].number + 1
    elif found := STAND_IN.fullmatch(move):
        source, number = found[3], int(found[1]) % before.rules.ranks + 1
    else:
        return []
    if not source.startswith("p"):
        return []
    partner = before.rules.partner(seat)
    face = card_at(before, partner, source.removeprefix("p"))
    spoken = {"name": names[seat], "partner": names[partner]}
    if face == "W":
        return [text("log.request_wild", number=number, **spoken)]
    return [text("log.request", card=face, **spoken)]


def ruled(ruling: Ruling, view: CardView, names: Sequence[str]) -> str:
    """What the referee said. Whoever looks is spoken to, as the one it is about or the other."""
    person = "other"
    if view.seat is not None:
        person = {ruling.seat: "you", ruling.other: "by_you"}.get(view.seat, person)
    caller = "" if ruling.other is None else names[ruling.other]
    key = f"log.ruling.{ruling.kind}.{person}"
    return text(key, ruling.count, name=names[ruling.seat], caller=caller)
