"""The legal moves as a numbered list, and what a person types as one of them."""

import re
from collections.abc import Callable, Sequence

from ..errors import IllegalMove, NotationError, shorten
from ..table.notation import ACTS, EXAMPLES, PLAY, Move
from ..table.view import CardView, View
from . import texts

SOURCE = r"h?(?:1[0-2]|[1-9]|w)|s|d[1-6]|ps|pd[1-6]"
TYPED_PLAY = re.compile(rf"({SOURCE})(?:>|to|on|onto)?([bd][1-6]?)?")
TYPED_DRAW = re.compile(r"(?:die-?)?draw:?([0-5])")
TYPED_DICE = re.compile(r"(?:place|p)[ :,]*([0-9w][0-9w ,]*)|([0-9w]+(?:[ ,]+[0-9w]+)+)")
TYPED_NUMBER = re.compile(r"(#?)\s*(\d{1,9})")
DICE_WORDS = {"r": "roll", "s": "stop"}

WhyNot = Callable[[str], str | None]  # `Game.why_not`


class Unclear(IllegalMove):
    """What was typed may stand for several moves, or for none; nothing is played."""


# --- The list


def grouped(legal: Sequence[Move]) -> list[tuple[str, list[Move]]]:
    """The moves by kind, in the order of the list."""
    groups: dict[str, list[Move]] = {kind: [] for kind in texts.LISTED}
    for move in legal:
        groups[kind_of(move)].append(move)
    return [(kind, moves) for kind, moves in groups.items() if moves]


def numbered(legal: Sequence[Move]) -> list[Move]:
    """The moves as they are numbered, from 1."""
    return [move for _, moves in grouped(legal) for move in moves]


def kind_of(move: str) -> str:
    if move.startswith("die"):
        return "die"
    if move.startswith("place"):
        return "place"
    if move in ("roll", "stop"):
        return "go"
    if move == "pass":
        return "pass"
    if move in ACTS:
        return "draw"
    source, _, target = move.partition(">")
    if target.startswith("d"):
        return "end"
    return {"h": "hand", "s": "stock", "d": "discard"}[source.removeprefix("p")[0]]


# --- What was typed


def understand(text: str, legal: Sequence[Move], view: View, listed: bool, why_not: WhyNot) -> str:
    """The move that a text means, in full notation; it need not be legal. Or `Unclear`."""
    typed = text.strip().lower()
    if found := TYPED_NUMBER.fullmatch(typed):
        return by_number(int(found[2]), legal, view, listed or bool(found[1]), not found[1])
    if isinstance(view, CardView):
        return understand_cards(text, re.sub(r"\s+", "", typed), legal, view, why_not)
    return understand_dice(text, typed)


def by_number(n: int, legal: Sequence[Move], view: View, listed: bool, guess: bool) -> str:
    """A number picks from the list, once the list has been shown for this position."""
    if not listed:
        card = view.rules.family == "cards" and 1 <= n <= view.rules.ranks
        raise Unclear(texts.NO_LIST + (texts.OR_A_CARD.format(n=n) if card else ""))
    moves = numbered(legal)
    if not 1 <= n <= len(moves):
        raise Unclear(texts.NO_SUCH_NUMBER.format(count=len(moves)))
    other = f"place:{n}"
    if guess and view.rules.family == "dice" and other in legal and moves[n - 1] != other:
        raise Unclear(texts.NUMBER_UNCLEAR.format(n=n, move=moves[n - 1], other=other))
    return moves[n - 1]


def understand_cards(
    text: str, typed: str, legal: Sequence[Move], view: CardView, why_not: WhyNot
) -> str:
    if found := TYPED_DRAW.fullmatch(typed):
        return f"die-draw:{found[1]}"
    found = TYPED_PLAY.fullmatch(typed)
    if not found:
        return known(text, "cards")
    source, target = found[1], found[2] or "b"
    source = source.replace("w", "W")
    if source[0] in "123456789W":
        source = f"h{source}"
    if len(target) == 2:
        return f"{source}>{target}"
    return only_one(text, f"{source}>{target}", legal, view, why_not)


def only_one(text: str, start: str, legal: Sequence[Move], view: CardView, why_not: WhyNot) -> str:
    """The one legal move that begins so; free building places are as good as each other."""
    fitting = [move for move in legal if move.startswith(start)]
    if not fitting:
        raise Unclear(f"{shorten(text.strip())}{nowhere(start, view, why_not)}")
    places = [PLAY.fullmatch(move) for move in fitting]
    free = all(
        found and found[2] == "b" and not view.building[int(found[3]) - 1].number
        for found in places
    )
    if len(fitting) > 1 and not free:
        raise Unclear(texts.UNCLEAR.format(text=shorten(text.strip()), moves=" or ".join(fitting)))
    return fitting[0]


def nowhere(start: str, view: CardView, why_not: WhyNot) -> str:
    """Why a source goes to none of the piles: the game's reason, if it is the same for all."""
    piles = view.rules.discards if start.endswith("d") else view.rules.building
    moves = [f"{start}{i + 1}" for i in range(piles)]
    reasons = {(why_not(move) or "").removeprefix(move) for move in moves}
    return reasons.pop() if len(reasons) == 1 else texts.FITS_NOWHERE


def understand_dice(text: str, typed: str) -> str:
    if found := TYPED_DICE.fullmatch(typed):
        faces = re.split(r"[ ,]+", (found[1] or found[2]).strip(" ,"))
        return known("place:" + ",".join(face.upper() for face in faces), "dice", text)
    return known(DICE_WORDS.get(typed, text), "dice")


def known(text: str, family: str, typed: str = "") -> str:
    """A text that is in full notation already."""
    try:
        return Move.parse(text)
    except NotationError:
        shown = (typed or text).strip()
        told = texts.NOT_A_MOVE.format(text=shorten(shown), examples=EXAMPLES[family])
        raise Unclear(told) from None
