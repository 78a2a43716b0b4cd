"""Moves in words, told from what a seat can see: `Greedy plays a 7 from hand onto building pile 2`.

Every sentence stands whole in the section `log` of the texts, once for the person at the terminal
and once for anyone else.
"""

from collections.abc import Sequence

from ..table.notation import EXTRA, OPPONENT, PLACE, PLAY, STAND_IN
from ..table.view import CardView, View
from ..texts import text


def a(face: str) -> str:
    """A card with its article."""
    return text(f"log.card.{face}")


def say(
    key: str, view: View, seat: int, names: Sequence[str], count: int = 1, /, **parts: object
) -> str:
    """A sentence about a seat; the seat that looks is spoken to."""
    person = "you" if seat == view.seat else "other"
    return text(f"log.{key}.{person}", count, name=names[seat], **parts)


def describe(before: View, seat: int, move: str, names: Sequence[str]) -> str:
    """A move in words, from what was seen before it."""
    if isinstance(before, CardView):
        return _describe_cards(before, seat, move, names)
    if found := PLACE.fullmatch(move):
        return say("place", before, seat, names, dice=dice(found[1].split(",")))
    if move == "stop":
        return say("score", before, seat, names, points=before.points)
    return say("again", before, seat, names)


def _describe_cards(before: CardView, seat: int, move: str, names: Sequence[str]) -> str:
    def told(key: str, **parts: object) -> str:
        return say(key, before, seat, names, **parts)

    if found := PLAY.fullmatch(move):
        source, to, pile = found.groups()
        if to == "d":
            return told("discard", card=a(source[1:]), pile=pile)
        needed = before.building[int(pile) - 1].number + 1
        return told("play", pile=pile, **_played(before, seat, source, needed, names))
    if found := STAND_IN.fullmatch(move):
        wanted, pile, source = found.groups()
        needed = int(wanted) % before.rules.ranks + 1
        parts = _played(before, seat, source, needed, names)
        return told("stand_in", wanted=a(wanted), pile=pile, **parts)
    if found := EXTRA.fullmatch(move):
        return told("extra", card=a(found[1]), pile=found[2])
    if found := OPPONENT.fullmatch(move):
        victim = int(found[1])
        if victim == before.seat:
            return text("log.burdens_you", name=names[seat])
        return told("burden", victim=names[victim])
    if move in ("take", "draw"):
        due = before.rules.hand - before.players[seat].held if move == "draw" else 1
        return say("take", before, seat, names, due)
    if move == "talk":
        return told("say", text=f"“{text('say.wow')}”")
    return told("pass")


def _played(
    before: CardView, seat: int, source: str, needed: int, names: Sequence[str]
) -> dict[str, str]:
    """The card that is played, where it comes from, and what comes of it."""
    owner = before.rules.partner(seat) if source.startswith("p") else seat
    face = card_at(before, owner, source.removeprefix("p"))
    end = text("log.completes") if needed == before.rules.ranks else ""
    if source in ("s", "ps"):
        end = text("log.left", before.players[owner].stock - 1) + end
    place = say(f"from.{kind_of(source)}", before, owner, names, pile=source[-1])
    card = text("log.wild_as", number=needed) if face == "W" else a(face)
    return {"card": card, "place": place, "end": end}


def kind_of(source: str) -> str:
    """What a source is, whatever its number: `h`, `s`, `d`, `ps` or `pd`."""
    return source.rstrip("0123456789W")


def card_at(view: CardView, owner: int, source: str) -> str:
    """The open card of a source: the stock's top, a discard pile's top, or a named hand card."""
    if source == "s":
        return view.players[owner].stock_top or ""
    if source.startswith("d"):
        return view.players[owner].discards[int(source[1:]) - 1][-1]
    return source[1:]


def dice(faces: Sequence[str]) -> str:
    """Dice in words, as they lie side by side."""
    return ", ".join(face_name(face) for face in faces)


def face_name(face: str) -> str:
    """A face of a die in words; a number speaks for itself."""
    return text(f"log.face.{face}") or face


# --- What follows from a move


def consequences(before: View, after: View, seat: int, names: Sequence[str]) -> list[str]:
    """What else happened: a shuffle, a new hand, the next player's die."""
    if not isinstance(before, CardView) or not isinstance(after, CardView):
        return []
    told = []
    if after.draw > before.draw or (before.completed and not after.completed):
        told.append(text("log.shuffle"))  # C10, O1
    drawn = after.players[seat].held - before.players[seat].held
    if after.turns == before.turns and drawn > 0:
        told.append(say("new_hand", after, seat, names, after.players[seat].held))  # C9
    if after.turns != before.turns:
        told += die_rolled(after, names)
    return told


def die_rolled(view: CardView, names: Sequence[str]) -> list[str]:
    """MOD: what the player on turn has rolled."""
    if view.die is None or view.turn is None:
        return []
    return [say("die", view, view.turn, names, face=face_name(view.die))]


def dice_rolled(
    after: View, roller: int, rolls: Sequence[Sequence[str]], names: Sequence[str]
) -> list[str]:
    """Dice: rolls one after the other. One that another follows brought nothing (D6)."""
    told = []
    for i, faces in enumerate(rolls):
        seat = (roller + i) % after.rules.players
        lost = i + 1 < len(rolls) or after.turn is None
        told.append(say("lost" if lost else "roll", after, seat, names, dice=dice(faces)))
    return told
