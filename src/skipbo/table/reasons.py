"""Why a move is refused, in words: the rules' reason with the numbers that explain it."""

from typing import Any

from ..rules import cards, dice
from ..rules.editions import Rules
from .notation import COLOURS, Move, card_text, die_text, number_text, placed, source_text

COLOUR_NAMES = dict(zip(COLOURS, ("green", "red", "purple"), strict=True))


def a(face: object) -> str:
    """A card's face with its article."""
    return f"an {face}" if str(face) in ("8", "11") else "a wild" if face == "W" else f"a {face}"


def explain(s: Any, rules: Rules, move: Move, reason: int) -> str:
    """A sentence that says why `move` is not legal, and what would be."""
    texts = _dice_texts(s, move) if rules.family == "dice" else _card_texts(s, rules, move)
    return f"{move}: {texts[reason]}"


def _card_texts(s: Any, rules: Rules, move: Move) -> dict[int, str]:
    source, pile, wanted = _parts(move.code)
    needed = s.number[pile] + 1
    card = _card_text(s, rules, source)
    from_discard = source_text(source).lstrip("pd") if source >= cards.FROM_DISCARD else ""
    whose = "the partner's" if source_text(source).startswith("p") else "the"
    face = die_text(s.die, rules) if s.die < cards.DIE_FACES else ""
    return {
        cards.GAME_OVER: "the game is over",
        cards.NO_SUCH_PILE: f"there are {rules.building} building piles and {rules.discards} "
        "discard piles",
        cards.NOT_IN_HAND: f"there is no {number_text(source)} in the hand",
        cards.STOCK_FINISHED: f"{whose} stock pile is finished",
        cards.DISCARD_PILE_EMPTY: f"{whose} discard pile {from_discard} is empty",
        cards.NO_PARTNER: "there are no partners in this game",
        cards.DOES_NOT_FIT: f"building pile {pile + 1} needs {a(needed)} or a wild, not {a(card)}",
        cards.ONLY_HAND_CARDS: "only a card from the hand can be discarded",
        cards.HAND_NOT_EMPTY: "a turn ends with a discard as long as there is a card in the hand",
        cards.NO_DIE: f"{rules.edition} is played without the die; it belongs to mod",
        cards.DIE_USED: "the die has been used this turn",
        cards.OTHER_FACE: f"the die shows {face}",
        cards.NUMBER_NOT_ON_FACE: f"the die shows {face}: it cannot stand for {a(wanted)}",
        cards.NUMBER_NOT_NEEDED: f"building pile {pile + 1} needs {a(needed)}, not {a(wanted)}",
        cards.NO_FOLLOW_UP: f"after the die as {a(wanted)} must follow "
        f"{a(wanted % rules.ranks + 1)} or a wild, not {a(card)}",
        cards.NOT_AN_OPPONENT: "choose an opponent's seat",
        cards.OPPONENT_FINISHED: "that opponent's stock pile is finished",
        cards.NOTHING_TO_DRAW: "there is no card left to draw",
        cards.NO_SUCH_MOVE: "there is no such move",
    }


def _parts(code: int) -> tuple[int, int, int]:
    """The source, the building pile and the die's number that a card move speaks of, 0 if none."""
    if code < cards.PASS:
        source, target = divmod(code, cards.TARGETS)
        return source, target if target < cards.TO_DISCARD else 0, 0
    if code >= cards.STAND_IN:
        place, source = divmod(code - cards.STAND_IN, cards.SOURCES)
        return source, place % 6, place // 6
    if cards.PASS < code < cards.OPPONENT_DRAWS:
        return (code - cards.EXTRA_DISCARD) // 6, 0, 0
    return 0, 0, 0


def _card_text(s: Any, rules: Rules, source: int) -> str:
    if source < cards.FROM_STOCK:
        return number_text(source)
    seat = s.seat
    if source_text(source).startswith("p"):
        seat = rules.partner(seat)
    if source in (cards.FROM_STOCK, cards.FROM_PARTNER_STOCK):
        card = s.top[cards.FIRST_STOCK + seat]
    else:
        pile = (source - cards.FROM_DISCARD) % 6
        card = s.top[cards.FIRST_DISCARD + seat * rules.discards + min(pile, rules.discards - 1)]
    return card_text(card, rules)


def _dice_texts(s: Any, move: Move) -> dict[int, str]:
    faces = placed(move.code) if move.code >= dice.FIRST_PLACE else []
    wrong = [(s.space + i) % dice.SPACES + 1 for i, face in enumerate(faces) if face]
    missing = next((face for face in faces if face and face not in s.dice[: s.cup]), 0)
    return {
        dice.GAME_OVER: "the game is over",
        dice.PLACE_FIRST: "place at least one die of this roll first",
        dice.NOTHING_ROLLED: "the roll has been placed; roll again or stop",
        dice.LAST_IS_WILD: "the last die placed is a Skip-Bo, so the turn cannot end here: roll",
        dice.WRONG_SPACE: f"the first empty space is {s.space + 1}; dice are laid in order from "
        f"there{_ought_to_be(wrong)}",
        dice.NOT_ROLLED: f"no {missing} was rolled",
        dice.NO_WILD_OF_COLOUR: "there is no Skip-Bo left of that space's colour",
        dice.NO_SUCH_MOVE: "there is no such move",
    }


def _ought_to_be(spaces: list[int]) -> str:
    return f", so it would be {', '.join(map(str, spaces))} here" if spaces else ""
