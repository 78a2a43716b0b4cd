"""What one seat, or a spectator, may know: the only way out of a state.

A view is built by naming what is seen, never by taking away from the whole. It reads as JSON, and
what prints, parses.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from ..errors import SkipboError
from ..rules import cards
from ..rules.editions import Rules, configure
from ..rules.state import NONE, OVER
from .notation import card_text, deck_faces, dice_face_text, die_text, number_value

Played = tuple[int, str]  # a seat and its move


@dataclass(frozen=True, slots=True)
class BuildingPile:
    """A building pile: the number it has reached (0: a free place) and its cards, top last."""

    number: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as others see them; `hand` is known only for the seat that looks."""

    stock: int
    stock_top: str | None
    discards: tuple[tuple[str, ...], ...]
    held: int
    hand: tuple[str, ...] | None


RulingKind = Literal[
    "overdraw",
    "out-of-turn",
    "undone",
    "stands",
    "no-draw",
    "two-cards",
    "new-stock",
    "wrong-call",
    "late-call",
]
RULINGS: tuple[RulingKind, ...] = get_args(RulingKind)
BEGINS: RulingKind = "out-of-turn"  # the one that is told before what was done, not after it


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a table's referee has said (`table.referee`). All of it is said aloud.

    overdraw    `seat` took a card too many: `count` were shuffled into its stock (T1, S1)
    out-of-turn `seat` begins to play though it is `other`'s turn (T2)
    undone      `other` called it: all is as before; `seat`'s next turn has no draw (S2)
    stands      nobody called it: the turn of `seat`, which was `other`'s, counts (S3)
    no-draw     the turn of `seat` that begins now is the one without a draw (S2)
    two-cards   `other` called `seat` for talking: `count` cards under its stock card (T3, P5)
    new-stock   the stock of `seat` was finished: those cards are a new one, its top open (O11)
    wrong-call  `seat` called, and there was nothing to call: its wrong call number `count` (T5)
    late-call   `seat` called what had been settled just before
    """

    kind: RulingKind
    seat: int
    other: int | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Manners:
    """What everybody sees of slips and calls, in table mode."""

    due: int  # cards that the player who plays still has to take
    right: int | None  # whose turn it is, while somebody else plays out of turn
    talked: int | None  # the partner who spoke in this turn, and has not been called
    no_draw: tuple[int, ...]  # seats whose next turn has no draw
    wrong_calls: tuple[int, ...]  # by seat
    silenced: tuple[int, ...]  # seats whose calls wait out a turn
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card game as one seat sees it (`seat` None: a spectator)."""

    rules: Rules
    seat: int | None
    turn: int | None  # whose turn it is; None when the game is over
    turns: int
    building: tuple[BuildingPile, ...]
    completed: tuple[str, ...]  # the cards of completed piles: all of them were seen
    draw: int
    players: tuple[PlayerView, ...]
    die: str | None  # the die's face, as long as it may be used
    extra: int  # extra discards that Discard 2 still allows
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    blocked: bool
    played: tuple[Played, ...]
    manners: Manners | None = None  # in table mode only

    def dumps(self) -> str:
        return _dumps(self)


@dataclass(frozen=True, slots=True)
class DiceView:
    """A game of Dice, in which nothing is hidden."""

    rules: Rules
    seat: int | None
    turn: int | None
    turns: int
    space: int  # the first empty space, 1 to 12
    cup: int  # dice in the cup
    roll: tuple[str, ...]  # the roll to be placed; empty when the choice is to roll or to stop
    points: int  # of this turn, if it were stopped now
    wild_last: bool
    goal: int
    last_turns: int | None  # turns left once someone has reached the goal
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    blocked: bool
    played: tuple[Played, ...]

    def dumps(self) -> str:
        return _dumps(self)


View = CardView | DiceView


def pile_faces(s: Any, rules: Rules, pile: int) -> tuple[str, ...]:
    """The faces of a pile that lies open, the top card last."""
    deck, faces = deck_faces(rules), []
    card = s.top[pile]
    while card != NONE:
        faces.append(deck[card])
        card = s.below[card]
    return tuple(reversed(faces))


def winners_of(s: Any, rules: Rules) -> tuple[int, ...]:
    return () if s.winner == NONE else tuple(rules.members(s.winner))


def scores_of(s: Any, rules: Rules) -> tuple[int, ...]:
    """Dice: each seat's total. Cards: what each side scores by this game (C13, P6)."""
    if rules.family == "dice":
        return tuple(s.score[: rules.players])
    return tuple(cards.points(s) if side == s.winner else 0 for side in range(rules.sides))


def view_of(
    s: Any,
    rules: Rules,
    seat: int | None,
    played: tuple[Played, ...] = (),
    manners: Manners | None = None,
) -> View:
    """What a seat may know, or (None) a spectator."""
    if rules.family == "dice":
        return view_dice(s, rules, seat, scores_of(s, rules), played)
    return view_cards(s, rules, seat, scores_of(s, rules), played, manners)


def view_cards(
    s: Any,
    rules: Rules,
    seat: int | None,
    scores: tuple[int, ...],
    played: tuple[Played, ...],
    manners: Manners | None = None,
) -> CardView:
    """A card game as `seat` sees it."""
    return CardView(
        rules=rules,
        seat=seat,
        turn=None if s.waiting == OVER else s.seat,
        turns=s.turns,
        building=tuple(
            BuildingPile(s.number[i], pile_faces(s, rules, cards.FIRST_BUILDING + i))
            for i in range(rules.building)
        ),
        completed=tuple(sorted(pile_faces(s, rules, cards.DONE), key=sort_key)),
        draw=cards.height(s, cards.DRAW),
        players=tuple(_view_player(s, rules, i, seat) for i in range(rules.players)),
        die=die_text(s.die, rules) if s.die < cards.DIE_FACES else None,
        extra=s.extra,
        scores=scores,
        winners=winners_of(s, rules),
        blocked=s.waiting == OVER and s.winner == NONE,
        played=played,
        manners=manners,
    )


def _view_player(s: Any, rules: Rules, player: int, seat: int | None) -> PlayerView:
    top = s.top[cards.FIRST_STOCK + player]
    first = cards.FIRST_DISCARD + player * rules.discards
    return PlayerView(
        stock=s.stock[player],
        stock_top=None if top == NONE else card_text(top, rules),  # C4
        discards=tuple(pile_faces(s, rules, first + i) for i in range(rules.discards)),
        held=s.held[player],
        hand=hand_faces(s, rules, player) if player == seat else None,
    )


def hand_faces(s: Any, rules: Rules, seat: int) -> tuple[str, ...]:
    """A seat's hand, which is for that seat alone."""
    deck = deck_faces(rules)
    return tuple(deck[card] for card in s.hand[seat][: s.held[seat]])


def view_dice(
    s: Any, rules: Rules, seat: int | None, scores: tuple[int, ...], played: tuple[Played, ...]
) -> DiceView:
    """A game of Dice; every seat sees the same."""
    roll = (
        [dice_face_text(s.dice[i], s.space + i) for i in range(s.cup)]
        if s.rolled and s.waiting != OVER
        else []
    )
    return DiceView(
        rules=rules,
        seat=seat,
        turn=None if s.waiting == OVER else s.seat,
        turns=s.turns,
        space=s.space + 1,
        cup=s.cup,
        roll=tuple(roll),
        points=s.points,
        wild_last=bool(s.wild_last),
        goal=s.goal,
        last_turns=None if s.last_turns == NONE else s.last_turns,
        scores=scores,
        winners=winners_of(s, rules),
        blocked=False,
        played=played,
    )


def sort_key(face: str) -> int:
    """Numbers ascending, wilds last."""
    return number_value(face) or 99


# --- As text


def _dumps(view: View) -> str:
    content = asdict(view)
    content["rules"] = {"edition": view.rules.edition, **view.rules.options()}
    return json.dumps(content, separators=(",", ":"))


def loads(text: str) -> View:
    """The view that `dumps` wrote."""
    try:
        content = json.loads(text)
        rules = content.pop("rules")
        content = {name: _tuples(value) for name, value in content.items()}
        content["rules"] = configure(rules.pop("edition"), **rules)
        if content["rules"].family == "dice":
            return DiceView(**content)
        content["building"] = tuple(BuildingPile(**pile) for pile in content["building"])
        content["players"] = tuple(PlayerView(**player) for player in content["players"])
        if manners := content["manners"]:
            rulings = tuple(Ruling(**ruling) for ruling in manners.pop("rulings"))
            content["manners"] = Manners(rulings=rulings, **manners)
        return CardView(**content)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SkipboError(f"this is not a view: {error}") from None


def _tuples(value: Any) -> Any:
    """JSON has lists where a view has tuples."""
    if isinstance(value, list):
        return tuple(_tuples(item) for item in value)
    if isinstance(value, dict):
        return {name: _tuples(item) for name, item in value.items()}
    return value
