"""A hint in words: `Hint: h7>b2, your 7 onto building pile 2: your stock card, the 8, ...`."""

from collections.abc import Sequence

from ..bots.hint import Hint, Reason, Why
from ..bots.planner import FAR
from ..table.notation import EXTRA, OPPONENT, PLAY, STAND_IN
from ..table.view import CardView, View
from . import texts
from .words import a, card_at


def advise(view: View, hint: Hint, names: Sequence[str]) -> str:
    """One sentence: the move, what it is, and why it is good."""
    told = suggested(view, hint.move, names) if isinstance(view, CardView) else ""
    line = texts.HINT if told else texts.BARE_HINT
    return line.format(move=hint.move, told=told, why=why(hint.reason, view, names))


# --- What to do


def suggested(view: CardView, move: str, names: Sequence[str]) -> str:
    """A move of cards in words; nothing for a pass, which says itself what it is."""
    if found := PLAY.fullmatch(move):
        source, to, pile = found.groups()
        kind, card = "play" if to == "b" else "discard", offered(view, source, names)
        return texts.SUGGESTED[kind].format(card=card, pile=pile)
    if found := STAND_IN.fullmatch(move):
        wanted, pile, source = found.groups()
        card = offered(view, source, names).removesuffix(",")
        return texts.SUGGESTED["stand in"].format(wanted=a(wanted), pile=pile, card=card)
    if found := EXTRA.fullmatch(move):
        card = offered(view, f"h{found[1]}", names)
        return texts.SUGGESTED["extra"].format(card=card, pile=found[2])
    if found := OPPONENT.fullmatch(move):
        return texts.SUGGESTED["opponent draws"].format(name=names[int(found[1])])
    return ""


def offered(view: CardView, source: str, names: Sequence[str]) -> str:
    """The card of a source, and whose it is."""
    assert view.turn is not None
    plain = source.removeprefix("p")
    owner = view.turn if source == plain else view.rules.partner(view.turn)
    kind = source.rstrip("0123456789W")
    face = shown(card_at(view, owner, plain))
    return texts.FROM[kind].format(face=face, pile=source[-1], name=names[owner])


def shown(face: str | None) -> str:
    return texts.SKIPBO if face == "W" else face or ""


# --- And why


def why(reason: Reason, view: View, names: Sequence[str]) -> str:
    """A reason in words."""
    counted = reason.points if reason.kind == Why.STOP else reason.count
    return texts.reason(reason.kind, counted).format(
        face=shown(reason.face),
        stock=stock_card(reason, view, names),
        count=reason.count,
        before=reason.before,
        distance=texts.distance(reason.count, FAR),
        distance_before=texts.distance(reason.before, FAR),
        dice=texts.in_cup(reason.count),
        points=texts.worth(reason.points),
        chance=f"{reason.chance:.1%}",
        other=reason.other,
        other_chance=f"{reason.other_chance:.1%}",
    )


def stock_card(reason: Reason, view: View, names: Sequence[str]) -> str:
    """The stock card that a reason speaks of, the own one or another's."""
    if reason.seat is None:
        return ""
    form = texts.STOCK_CARD[0 if reason.seat == view.turn else 1]
    return form.format(name=names[reason.seat], face=shown(reason.face))
