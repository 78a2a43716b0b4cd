"""A game at a table: rules, chance, the state, and everything that has happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import IllegalMove, NotationError, SkipboError, shorten
from ..machine import python as interpreted
from ..machine import rules_module, setting
from ..rules import cards
from ..rules.editions import Rules
from ..rules.state import MOVE, NONE, OK, OVER, SHUFFLE
from .chance import Chance
from .notation import EXAMPLES, Move, card_text, dice_face_text, die_text
from .reasons import explain
from .view import Played, View, hand_faces, view_cards, view_dice, winners_of

if TYPE_CHECKING:
    from .record import Record

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What a shuffle brought: the new draw pile, the card to be drawn first coming first."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """What a roll brought: the face that each die shows."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that a seat made."""

    seat: int
    move: Move


Event = Shuffle | Roll | Moved


class Game:
    """One game, all of it. What a player may see of it is a `view`."""

    def __init__(self, rules: Rules, chance: Chance, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.names = check_names(names, rules.players)
        self.chance = chance
        self.events: list[Event] = []
        self._played: list[Played] = []  # the moves among the events, as a view has them
        self._machine = interpreted.machine(rules)
        self._state = interpreted.new_state(rules)
        self._undo: list[tuple[Any, int]] = []
        self._order = [0] * max(rules.cards, 8)
        self._moves = [0] * rules_module(rules).MOST_LEGAL
        self._machine.begin(self._state, *setting(rules))
        self._settle_chance()

    # --- Where it stands

    @property
    def seat(self) -> int:
        """The seat on turn; after the end, the seat that moved last."""
        return int(self._state.seat)

    @property
    def over(self) -> bool:
        return bool(self._state.waiting == OVER)

    @property
    def winners(self) -> list[int]:
        """The seats that have won: one, two partners, or none."""
        return list(winners_of(self._state, self.rules))

    @property
    def blocked(self) -> bool:
        """Whether the game ended without a winner (O3)."""
        return self.over and bool(self._state.winner == NONE)

    @property
    def scores(self) -> list[int]:
        """Dice: each seat's total. Cards: what each side scores by this game (C13, P6)."""
        if self.rules.family == "dice":
            return list(self._state.score[: self.rules.players])
        scores = [0] * self.rules.sides
        if self._state.winner != NONE:
            scores[self._state.winner] = self._machine.points(self._state)
        return scores

    @property
    def moves(self) -> list[tuple[int, Move]]:
        """Every move so far, with its seat."""
        return [(event.seat, event.move) for event in self.events if isinstance(event, Moved)]

    @property
    def mover(self) -> int | None:
        """The seat that made the last move; None before the first."""
        return self._played[-1][0] if self._played else None

    @property
    def commitment(self) -> str | None:
        """What the seed was committed to before the deal; None if nobody did."""
        commitment: str | None = getattr(self.chance, "commitment", None)
        return commitment

    def view(self, seat: int | None) -> View:
        """What a seat may know, or (None) a spectator."""
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.rules.players):
            last = self.rules.players - 1
            raise SkipboError(f"there is no seat {shorten(seat)}; seats are 0 to {last}")
        make = view_dice if self.rules.family == "dice" else view_cards
        return make(self._state, self.rules, seat, tuple(self.scores), tuple(self._played))

    def hand(self, seat: int) -> tuple[str, ...]:
        """A seat's hand, for that seat alone: what its view has, without the rest of it."""
        if self.rules.family == "dice":
            return ()
        return hand_faces(self._state, self.rules, seat)

    def record(self, secret: bool = False) -> "Record":
        """The whole game, to be kept or replayed: never to be shown to a player before the end.

        `secret` adds the seed of a game that is not over, so that it can be resumed.
        """
        from .record import record_of

        return record_of(self, secret)

    # --- Playing

    def legal(self) -> list[Move]:
        """Every legal move of the seat on turn."""
        n = self._machine.legal(self._state, self._moves)
        return [Move.of(code, self.rules.family) for code in self._moves[:n]]

    def why_not(self, move: str) -> str | None:
        """Why a move is not legal now, in words; None if it is."""
        try:
            self._check(move)
        except IllegalMove as error:
            return str(error)
        return None

    def play(self, move: str) -> Move:
        """Make a move. What is illegal raises `IllegalMove`, and nothing has changed."""
        checked = self._check(move)
        before = interpreted.copy_state(self._state), len(self.events)
        self._undo.append(before)
        self.events.append(Moved(self.seat, checked))
        self._played.append((self.seat, str(checked)))
        try:
            self._machine.play(self._state, checked.code)
            self._settle_chance()
        except BaseException:
            self.undo()
            raise
        return checked

    def _check(self, move: str) -> Move:
        parsed = move if isinstance(move, Move) else Move.parse(move)
        family = self.rules.family
        if parsed.family != family:
            raise NotationError(f"{parsed} is not a move of {family}; try {EXAMPLES[family]}")
        reason = self._machine.why_not(self._state, parsed.code)
        if reason != OK:
            raise IllegalMove(explain(self._state, self.rules, parsed, reason))
        return parsed

    def undo(self) -> None:
        """Take the last move back, with all that followed from it. See `can_undo`."""
        if not self._undo:
            raise SkipboError("there is no move to undo")
        self._state, length = self._undo.pop()
        self._played.pop()
        del self.events[length:]

    @property
    def can_undo(self) -> bool:
        """Whether the last move can be taken back without anyone having seen something new."""
        if not self._undo:
            return False
        before, length = self._undo[-1]
        if len(self.events) != length + 1 or self.over:
            return False
        if self.rules.family == "dice":
            return True
        return self._seen(self._state) <= self._seen(before)

    def forget_undo(self) -> None:
        """No move so far will be taken back; what that would need is given up."""
        self._undo.clear()

    def _seen(self, s: Any) -> set[int]:
        """The cards that anybody has seen: all but the draw pile and the stocks' hidden part."""
        hidden = [(cards.DRAW, 0)]
        hidden += [(cards.FIRST_STOCK + seat, 1) for seat in range(self.rules.players)]
        seen = set(range(self.rules.cards))
        for pile, open_cards in hidden:
            seen.difference_update(_pile(s, pile)[open_cards:])
        return seen

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_machine"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _machine=interpreted.machine(state["rules"]))

    # --- Chance

    def _settle_chance(self) -> None:
        """Ask chance until there is something to decide, or the game is over."""
        s = self._state
        while s.waiting not in (MOVE, OVER):
            n = self._machine.ask(s, self._order)
            event = len(self.events) - len(self._played)
            if s.waiting == SHUFFLE:
                waiting = sorted(self._order[:n])
                faces = [card_text(card, self.rules) for card in waiting]
                shuffled = self.chance.shuffle(event, faces)
                self.events.append(Shuffle(tuple(shuffled)))
                self._machine.tell(s, _identities(waiting, faces, shuffled), n)
            else:
                dice = self._dice(n)
                shown = self.chance.roll(event, dice)
                self.events.append(Roll(tuple(shown)))
                falls = [die.index(face) for die, face in zip(dice, shown, strict=True)]
                self._machine.tell(s, falls, n)

    def _dice(self, n: int) -> list[list[str]]:
        """The faces of the dice that are to be rolled, in the order in which they may fall."""
        if self.rules.family == "cards":
            return [[die_text(face, self.rules) for face in range(cards.DIE_FACES)]]
        spaces = range(self._state.space, self._state.space + n)
        face = self._machine.face
        return [[dice_face_text(face(space, i), space) for i in range(6)] for space in spaces]


def _pile(s: Any, pile: int) -> list[int]:
    """The identities of a pile's cards, the top first."""
    found = []
    card = s.top[pile]
    while card != NONE:
        found.append(card)
        card = s.below[card]
    return found


def _identities(waiting: Sequence[int], faces: Sequence[str], shuffled: Iterable[str]) -> list[int]:
    """The shuffled faces as cards: of equal faces the lowest identity comes first.

    So a game is told by its faces alone, and a record replays to the very same state.
    """
    by_face: dict[str, list[int]] = {}
    for card, face in zip(reversed(waiting), reversed(faces), strict=True):
        by_face.setdefault(face, []).append(card)
    return [by_face[face].pop() for face in shuffled]


def check_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """The players' names, or plain ones if there are none."""
    if not isinstance(names, (list, tuple)):
        raise SkipboError(f"names must be a list of {players}, not {shorten(names)}")
    if not names:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    if len(names) != players:
        raise SkipboError(f"names must be a list of {players}, not of {len(names)}")
    return tuple(check_name(name) for name in names)


def check_name(name: str) -> str:
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
        raise SkipboError(f"a name has 1 to {LONGEST_NAME} characters, not {shorten(name)}")
    if not name.isprintable() or name != name.strip():
        raise SkipboError(f"a name is one line of printable characters, not {shorten(name)}")
    return name
