"""A hint in words: `Hint: h7>b2, play your 7 onto building pile 2: your stock card, the 8, ...`.

The page says the same, but for the notation: both have it from the section `hint` of the texts.
"""

from collections.abc import Sequence

from ..bots.chance import in_a_hundred
from ..bots.hint import Hint, Reason, Why
from ..bots.planner import FAR
from ..table.notation import EXTRA, OPPONENT, PLACE, PLAY, STAND_IN
from ..table.view import CardView, View
from ..texts import fill, text
from . import texts
from .words import a, card_at, dice, kind_of


def advise(view: View, hint: Hint, names: Sequence[str]) -> str:
    """One sentence: the move, what it is unless its notation says so, and why it is good."""
    reason = why(hint.reason, view, names)
    if not isinstance(view, CardView) or hint.move == "pass":
        return texts.BARE_HINT.format(move=hint.move, why=reason)
    told = text("hint.sentence", move=suggested(view, hint.move, names), why=reason)
    return texts.HINT.format(move=hint.move, told=told[0].lower() + told[1:])


# --- What to do


def suggested(view: CardView, move: str, names: Sequence[str]) -> str:
    """A move of cards, as one person tells another to make it."""
    if found := PLAY.fullmatch(move):
        source, to, pile = found.groups()
        kind, card = "play" if to == "b" else "discard", offered(view, source, names)
        return text(f"hint.move.{kind}", card=card, pile=pile)
    if found := STAND_IN.fullmatch(move):
        wanted, pile, source = found.groups()
        card = offered(view, source, names)
        return text("hint.move.stand_in", wanted=a(wanted), pile=pile, card=card)
    if found := EXTRA.fullmatch(move):
        card = offered(view, f"h{found[1]}", names)
        return text("hint.move.extra", card=card, pile=found[2])
    found = OPPONENT.fullmatch(move)
    assert found, move
    return text("hint.move.burden", name=names[int(found[1])])


def offered(view: CardView, source: str, names: Sequence[str]) -> str:
    """The card of a source, and whose it is."""
    assert view.turn is not None
    plain = source.removeprefix("p")
    owner = view.turn if source == plain else view.rules.partner(view.turn)
    face = shown(card_at(view, owner, plain))
    return text(f"hint.card.{kind_of(source)}", face=face, pile=source[-1], name=names[owner])


def shown(face: str | None) -> str:
    return text("hint.wild") if face == "W" else face or ""


# --- And why


def why(reason: Reason, view: View, names: Sequence[str]) -> str:
    """A reason in words."""
    counted = reason.points if reason.kind == Why.STOP else reason.count
    return fill(
        texts.REASONS[reason.kind],
        counted,
        face=shown(reason.face),
        stock=stock_card(reason, view, names),
        before=reason.before,
        distance=distance(reason.count),
        distance_before=distance(reason.before),
        dice=text("hint.dice", reason.count),
        points=text("hint.points", reason.points),
        chance=f"{reason.chance:.1%}",
        other=instead(reason.other or ""),
        other_chance=f"{reason.other_chance:.1%}",
    )


def odds(reason: Reason) -> list[str]:
    """How many games are won with the move, and with the next best if those are fewer."""
    told = [text("hint.odds", in_a_hundred(reason.chance))]
    if reason.other is not None:
        count = in_a_hundred(reason.other_chance)
        told.append(text("hint.next_best", count, move=reason.other))
    return told


def stock_card(reason: Reason, view: View, names: Sequence[str]) -> str:
    """The stock card that a reason speaks of, the own one or another's."""
    if reason.seat is None:
        return ""
    person = "you" if reason.seat == view.turn else "other"
    return text(f"hint.stock.{person}", name=names[reason.seat], face=shown(reason.face))


def instead(move: str) -> str:
    """What else could be done, in Dice."""
    if found := PLACE.fullmatch(move):
        return text("hint.instead.place", dice=dice(found[1].split(",")))
    return text(f"hint.instead.{move}")


def distance(missing: int) -> str:
    """How far away a stock card is; from some number on nobody counts."""
    return text("hint.far") if missing >= FAR else text("hint.distance", missing)
