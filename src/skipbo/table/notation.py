"""Moves, cards and dice as text, both ways. What prints, parses.

Cards: `h7>b2` a 7 from the hand onto building pile 2, `hW>b1` a wild, `s>b1` the stock card,
`d3>b4` the top of discard pile 3, `ps>b1` and `pd3>b4` the partner's, `h9>d2` a discard, `pass`.
MOD: `die=4>b2+h5`, `die-discard:h9>d2`, `die-draw:2`. Dice: `place:1,2,W`, `roll`, `stop`.
In table mode also what a person does besides: `take` a card from the draw pile, `draw` all that are
due, `call` somebody's slip; and `talk`, which is noted when a partner speaks (T3).
"""

import re
from functools import lru_cache

from ..errors import NotationError, shorten
from ..rules import cards, dice
from ..rules.editions import Rules

EXAMPLES = {
    "cards": "h7>b2, hW>b1, s>b1, d3>b4, h9>d2 or pass",
    "dice": "place:1,2,W, roll or stop",
}

NUMBER = r"(?:[1-9]|1[0-2]|W)"
SOURCE = rf"h{NUMBER}|s|d[1-6]|ps|pd[1-6]"
PLAY = re.compile(rf"({SOURCE})>([bd])([1-6])")
STAND_IN = re.compile(rf"die=([1-9]|1[0-2])>b([1-6])\+({SOURCE})")
EXTRA = re.compile(rf"die-discard:h({NUMBER})>d([1-6])")
OPPONENT = re.compile(r"die-draw:([0-5])")
ACTS = ("take", "draw", "call", "talk")  # what is done at a table besides moves: `table.referee`
PLACE = re.compile(rf"place:({NUMBER}(?:,{NUMBER}){{0,4}})")


class Move(str):
    """A move as text, with the number that the rules know it by. Equal to its plain text."""

    __slots__ = ("code", "family")
    code: int
    family: str

    def __new__(cls, text: str) -> "Move":
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> "Move":
        """The move that a text stands for; a `NotationError` if it stands for none."""
        if not isinstance(text, str):
            raise NotationError(f"a move is a text such as h7>b2, not {shorten(text)}")
        return _parse(text.strip())

    @classmethod
    def of(cls, code: int, family: str) -> "Move":
        """The move with that number, in a game of cards or of dice."""
        return _move(code, family)


@lru_cache(maxsize=8192)
def _move(code: int, family: str) -> Move:
    text = card_move_text(code) if family == "cards" else dice_move_text(code)
    return _made(text, code, family)


def _made(text: str, code: int, family: str) -> Move:
    move = str.__new__(Move, text)
    move.code = code
    move.family = family
    return move


@lru_cache(maxsize=8192)
def _parse(text: str) -> Move:
    tight = re.sub(r"\s+", "", text)
    for candidate in (tight, tight.lower().replace("w", "W")):
        code = card_move_code(candidate)
        if code is not None:
            return _move(code, "cards")
        code = dice_move_code(candidate)
        if code is not None:
            return _move(code, "dice")
        if candidate in ACTS:
            return _made(candidate, cards.MOVES, "cards")  # a number that the rules do not know
    raise NotationError(
        f"{shorten(text)} is not a move; a move reads like {EXAMPLES['cards']}; "
        f"in MOD also die=4>b2+h5, die-discard:h9>d2 or die-draw:2; in Dice {EXAMPLES['dice']}; "
        "in table mode also take, draw or call"
    )


# --- Numbers and faces


def number_text(number: int) -> str:
    return "W" if number == cards.WILD else str(number)


def number_value(text: str) -> int:
    return cards.WILD if text == "W" else int(text)


def card_text(card: int, rules: Rules) -> str:
    """The face of a card with that identity."""
    return number_text(cards.number_on(card, rules.ranks, rules.copies))


def deck_faces(rules: Rules) -> tuple[str, ...]:
    """The face of every card, by its identity: for those who ask for many."""
    return _faces(rules.ranks, rules.copies, rules.wilds)


@lru_cache
def _faces(ranks: int, copies: int, wilds: int) -> tuple[str, ...]:
    deck = range(ranks * copies + wilds)
    return tuple(number_text(cards.number_on(card, ranks, copies)) for card in deck)


def die_text(face: int, rules: Rules) -> str:
    """A face of MOD's die: `1-4`, `W`, `discard2`, `draw1` (M3)."""
    if face < cards.DIE_WILD:
        return f"{cards.lowest(face, rules.ranks)}-{cards.lowest(face + 1, rules.ranks) - 1}"
    return ("W", "discard2", "draw1")[face - cards.DIE_WILD]


COLOURS = "grp"  # green, red, purple (D1)


def dice_face_text(face: int, space: int) -> str:
    """A face of a Dice die: its number, or `Wg` for a green wild, `-r` for a red blank."""
    if face in (dice.WILD, dice.BLANK):
        return ("W" if face == dice.WILD else "-") + COLOURS[dice.colour(space)]
    return str(face)


def dice_face_value(text: str) -> int:
    """What `dice_face_text` wrote, as the rules know it."""
    if text[0] in "W-":
        return dice.WILD if text[0] == "W" else dice.BLANK
    return int(text)


# --- Card moves


def source_text(source: int) -> str:
    if source < cards.FROM_STOCK:
        return "h" + number_text(source)
    if source == cards.FROM_STOCK:
        return "s"
    if source == cards.FROM_PARTNER_STOCK:
        return "ps"
    if source < cards.FROM_PARTNER_DISCARD:
        return f"d{source - cards.FROM_DISCARD + 1}"
    return f"pd{source - cards.FROM_PARTNER_DISCARD + 1}"


SOURCE_CODES = {source_text(source): source for source in range(cards.SOURCES)}


def card_move_text(code: int) -> str:
    if code < cards.PASS:
        source, target = divmod(code, cards.TARGETS)
        to_discard = target >= cards.TO_DISCARD
        pile = f"d{target - cards.TO_DISCARD + 1}" if to_discard else f"b{target + 1}"
        return f"{source_text(source)}>{pile}"
    if code == cards.PASS:
        return "pass"
    if code < cards.OPPONENT_DRAWS:
        number, pile_number = divmod(code - cards.EXTRA_DISCARD, 6)
        return f"die-discard:h{number_text(number)}>d{pile_number + 1}"
    if code < cards.STAND_IN:
        return f"die-draw:{code - cards.OPPONENT_DRAWS}"
    place, source = divmod(code - cards.STAND_IN, cards.SOURCES)
    return f"die={place // 6}>b{place % 6 + 1}+{source_text(source)}"


def card_move_code(text: str) -> int | None:
    if text == "pass":
        return cards.PASS
    if found := PLAY.fullmatch(text):
        target = int(found[3]) - 1 + (cards.TO_DISCARD if found[2] == "d" else 0)
        return SOURCE_CODES[found[1]] * cards.TARGETS + target
    if found := EXTRA.fullmatch(text):
        return cards.EXTRA_DISCARD + number_value(found[1]) * 6 + int(found[2]) - 1
    if found := OPPONENT.fullmatch(text):
        return cards.OPPONENT_DRAWS + int(found[1])
    if found := STAND_IN.fullmatch(text):
        place = int(found[1]) * 6 + int(found[2]) - 1
        return cards.STAND_IN + place * cards.SOURCES + SOURCE_CODES[found[3]]
    return None


# --- Dice moves


def dice_move_text(code: int) -> str:
    if code == dice.AGAIN:
        return "roll"
    if code == dice.STOP:
        return "stop"
    return "place:" + ",".join(number_text(n) for n in placed(code))


def placed(code: int) -> list[int]:
    """The dice that a placement lays, in order."""
    digits = code - dice.FIRST_PLACE
    faces = []
    while digits > 0:
        faces.append(digits % dice.BASE - 1)
        digits //= dice.BASE
    return faces


def dice_move_code(text: str) -> int | None:
    if text == "roll":
        return dice.AGAIN
    if text == "stop":
        return dice.STOP
    if found := PLACE.fullmatch(text):
        faces = [number_value(face) for face in found[1].split(",")]
        digits: int = sum((face + 1) * dice.BASE**i for i, face in enumerate(faces))
        return dice.FIRST_PLACE + digits
    return None
