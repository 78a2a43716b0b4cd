"""Moves in words, told from what a seat can see: `Greedy plays a 7 from hand onto building pile 2`.

Every sentence stands whole in `SENTENCES`, once for the person at the terminal and once for anyone
else, so that a translation can replace them.
"""

from collections.abc import Sequence

from ..table.notation import EXTRA, OPPONENT, PLACE, PLAY, STAND_IN
from ..table.view import CardView, View
from . import texts

SENTENCES = {
    "play": (
        "You play {card} from {place} onto building pile {pile}{end}.",
        "{name} plays {card} from {place} onto building pile {pile}{end}.",
    ),
    "discard": (
        "You discard {card} on discard pile {pile}.",
        "{name} discards {card} on discard pile {pile}.",
    ),
    "extra": (
        "You discard {card} on discard pile {pile} for the die.",
        "{name} discards {card} on discard pile {pile} for the die.",
    ),
    "stand in": (
        "You let the die be {wanted} on building pile {pile}, then play {card} from {place}{end}.",
        "{name} lets the die be {wanted} on building pile {pile}, then plays {card} from "
        "{place}{end}.",
    ),
    "opponent draws": (
        "You use the die: {other} puts a card, unseen, under the stock.",
        "{name} uses the die: {other} puts a card, unseen, under the stock.",
    ),
    "pass": ("You pass.", "{name} passes."),
    "roll again": ("You roll again.", "{name} rolls again."),
    "stop": ("You stop and score {points}.", "{name} stops and scores {points}."),
    "place": ("You place {dice}.", "{name} places {dice}."),
    "rolled": ("You roll {dice}.", "{name} rolls {dice}."),
    "lost": (
        "You roll {dice}: nothing fits, and the turn brings nothing.",
        "{name} rolls {dice}: nothing fits, and the turn brings nothing.",
    ),
    "new hand": ("You draw {count} new cards.", "{name} draws {count} new cards."),
}
YOU = "you"
HAND, STOCK, DISCARD = "hand", "stock", "discard pile {pile}"
OWNED = ("your {place}", "{name}'s {place}")  # said only of a partner's piles
COMPLETES = ", which completes it"
STOCK_LEFT = " ({left} left)"
SKIPBO, SKIPBO_AS = "a Skip-Bo", "a Skip-Bo as {number}"
REFILLED = "Cards that were played are shuffled into a new draw pile."


def a(face: str) -> str:
    """A card with its article."""
    return SKIPBO if face == "W" else f"{'an' if face in ('8', '11') else 'a'} {face}"


def say(key: str, view: View, seat: int, names: Sequence[str], **parts: object) -> str:
    """A sentence about a seat; the seat that looks is spoken to."""
    return SENTENCES[key][0 if seat == view.seat else 1].format(name=names[seat], **parts)


def describe(before: View, seat: int, move: str, names: Sequence[str]) -> str:
    """A move in words, from what was seen before it."""
    if isinstance(before, CardView):
        return _describe_cards(before, seat, move, names)
    if found := PLACE.fullmatch(move):
        return say("place", before, seat, names, dice=found[1].replace(",", ", "))
    key = "stop" if move == "stop" else "roll again"
    return say(key, before, seat, names, points=before.points)


def _describe_cards(before: CardView, seat: int, move: str, names: Sequence[str]) -> str:
    def told(key: str, **parts: object) -> str:
        return say(key, before, seat, names, **parts)

    if found := PLAY.fullmatch(move):
        source, to, pile = found.groups()
        if to == "d":
            return told("discard", card=a(source[1:]), pile=pile)
        needed = before.building[int(pile) - 1].number + 1
        parts = _played(before, seat, source, needed, names)
        return told("play", pile=pile, **parts)
    if found := STAND_IN.fullmatch(move):
        wanted, pile, source = found.groups()
        needed = int(wanted) % before.rules.ranks + 1
        parts = _played(before, seat, source, needed, names)
        return told("stand in", wanted=a(wanted), pile=pile, **parts)
    if found := EXTRA.fullmatch(move):
        return told("extra", card=a(found[1]), pile=found[2])
    if found := OPPONENT.fullmatch(move):
        hit = int(found[1])
        return told("opponent draws", other=YOU if hit == before.seat else names[hit])
    return told("pass")


def _played(
    before: CardView, seat: int, source: str, needed: int, names: Sequence[str]
) -> dict[str, str]:
    """The card that is played, where it comes from, and what comes of it."""
    owner = seat
    if source.startswith("p"):
        owner = before.rules.partner(seat)
    face = card_at(before, owner, source.removeprefix("p"))
    end = COMPLETES if needed == before.rules.ranks else ""
    if source in ("s", "ps"):
        end = STOCK_LEFT.format(left=before.players[owner].stock - 1) + end
    return {
        "card": SKIPBO_AS.format(number=needed) if face == "W" else a(face),
        "place": _place(before, source, owner, owner != seat, names),
        "end": end,
    }


def card_at(view: CardView, owner: int, source: str) -> str:
    """The open card of a source: the stock's top, a discard pile's top, or a named hand card."""
    if source == "s":
        return view.players[owner].stock_top or ""
    if source.startswith("d"):
        return view.players[owner].discards[int(source[1:]) - 1][-1]
    return source[1:]


def _place(view: CardView, source: str, owner: int, partner: bool, names: Sequence[str]) -> str:
    kind = source.removeprefix("p")[0]
    place = {"h": HAND, "s": STOCK, "d": DISCARD.format(pile=source[-1])}[kind]
    if not partner:
        return place
    return OWNED[0 if owner == view.seat else 1].format(name=names[owner], place=place)


# --- What follows from a move


def consequences(before: View, after: View, seat: int, names: Sequence[str]) -> list[str]:
    """What else happened: a shuffle, a new hand, the next player's die."""
    if not isinstance(before, CardView) or not isinstance(after, CardView):
        return []
    told = []
    if after.draw > before.draw or (before.completed and not after.completed):
        told.append(REFILLED)  # C10, O1
    drawn = after.players[seat].held - before.players[seat].held
    if after.turns == before.turns and drawn > 0:
        told.append(say("new hand", after, seat, names, count=after.players[seat].held))  # C9
    if after.turns != before.turns:
        told += die_rolled(after, names)
    return told


def die_rolled(view: CardView, names: Sequence[str]) -> list[str]:
    """MOD: what the player on turn has rolled."""
    if view.die is None or view.turn is None:
        return []
    face = texts.DIE_FACES.get(view.die, view.die)
    return [say("rolled", view, view.turn, names, dice=face)]


def dice_rolled(
    after: View, roller: int, rolls: Sequence[Sequence[str]], names: Sequence[str]
) -> list[str]:
    """Dice: rolls one after the other. One that another follows brought nothing (D6)."""
    told = []
    for i, faces in enumerate(rolls):
        seat = (roller + i) % after.rules.players
        lost = i + 1 < len(rolls) or after.turn is None
        shown = ", ".join(texts.die_name(face) for face in faces)
        told.append(say("lost" if lost else "rolled", after, seat, names, dice=shown))
    return told
