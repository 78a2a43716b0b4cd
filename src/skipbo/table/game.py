"""A game at a table: rules, chance, the state, and everything that has happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import IllegalMove, NotationError, SkipboError, shorten
from ..machine import python as interpreted
from ..machine import rules_module, setting
from ..rules import cards, handling
from ..rules.editions import Rules
from ..rules.state import MOVE, NONE, OK, OVER, SHUFFLE
from .chance import Chance
from .notation import ACTS, EXAMPLES, Move, card_text, dice_face_text, die_text
from .reasons import explain
from .referee import Memory, Referee
from .view import Played, Ruling, View, hand_faces, scores_of, view_of, winners_of

if TYPE_CHECKING:
    from .record import Record

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What a shuffle brought: the new draw pile, the card to be drawn first coming first.

    With `stock`, a seat, it is what lies face down in that seat's stock (S1).
    """

    faces: tuple[str, ...]
    stock: int | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """What a roll brought: the face that each die shows."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that a seat made; or what else it did, in table mode (`notation.ACTS`)."""

    seat: int
    move: Move


Event = Shuffle | Roll | Moved | Ruling


@dataclass(frozen=True, slots=True)
class Before:
    """How it stood before a move, for taking it back."""

    state: Any
    events: int
    chances: int
    memory: Memory | None  # the referee's


class Game:
    """One game, all of it. What a player may see of it is a `view`."""

    def __init__(self, rules: Rules, chance: Chance, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.names = check_names(names, rules.players)
        self.chance = chance
        self.events: list[Event] = []
        self._played: list[Played] = []  # the moves among the events, as a view has them
        self._chances = 0  # the shuffles and rolls among the events
        self._machine = _machine(rules)
        self._state = interpreted.new_state(rules)
        self._referee = Referee(self) if rules.enforcement == "table" else None
        self._undo: list[Before] = []
        self._order = [0] * max(rules.cards, 8)
        self._moves = [0] * rules_module(rules).MOST_LEGAL
        self._machine.begin(self._state, *setting(rules))
        self._settle_chance()

    # --- Where it stands

    @property
    def seat(self) -> int:
        """The seat that plays; after the end, the seat that moved last.

        In table mode it may be playing out of turn: the view's `manners` tell.
        """
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
        return list(scores_of(self._state, self.rules))

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
        if seat is not None:
            self._check_seat(seat)
        manners = self._referee.manners() if self._referee else None
        return view_of(self._state, self.rules, seat, tuple(self._played), manners)

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            last = self.rules.players - 1
            raise SkipboError(f"there is no seat {shorten(seat)}; seats are 0 to {last}")

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
        """Every legal move of the seat that plays."""
        if self._referee:
            return self._referee.legal()
        n = self._machine.legal(self._state, self._moves)
        return [Move.of(code, self.rules.family) for code in self._moves[:n]]

    def slips(self, seat: int) -> list[Move]:
        """What else a seat can do in table mode: slips (T1-T3), and a call."""
        self._check_seat(seat)
        return self._referee.slips(seat) if self._referee else []

    @property
    def due(self) -> int:
        """How many cards the seat that plays still has to take by hand; 0 but in table mode."""
        return self._referee.due if self._referee else 0

    def why_not(self, move: str, seat: int | None = None) -> str | None:
        """Why a move is not possible now, in words; None if it is."""
        try:
            self._check(move, self.seat if seat is None else seat)
        except IllegalMove as error:
            return str(error)
        return None

    def play(self, move: str, seat: int | None = None) -> Move:
        """Make a move. What is illegal raises `IllegalMove`, and nothing has changed.

        In table mode any `seat` may do something, slips and calls as well.
        """
        seat = self.seat if seat is None else seat
        checked = self._check(move, seat)
        memory = self._referee.memory.copy() if self._referee else None
        state = interpreted.copy_state(self._state)
        self._undo.append(Before(state, len(self.events), self._chances, memory))
        self.events.append(Moved(seat, checked))
        self._played.append((seat, str(checked)))
        try:
            if self._referee:
                self._referee.act(seat, checked)
            else:
                self._machine.play(self._state, checked.code)
            self._settle_chance()
        except BaseException:
            self.undo()
            raise
        return checked

    def _check(self, move: str, seat: int) -> Move:
        self._check_seat(seat)
        parsed = move if isinstance(move, Move) else Move.parse(move)
        family = self.rules.family
        if parsed.family != family:
            raise NotationError(f"{parsed} is not a move of {family}; try {EXAMPLES[family]}")
        if self._referee:
            self._referee.check(seat, parsed)
            return parsed
        if parsed in ACTS:
            raise IllegalMove(f"{parsed}: this belongs to table mode (enforcement: table)")
        if seat != self.seat and not self.over:
            raise IllegalMove(f"{parsed}: it is seat {self.seat}'s turn, not seat {seat}'s")
        reason = self._machine.why_not(self._state, parsed.code)
        if reason != OK:
            raise IllegalMove(explain(self._state, self.rules, parsed, reason))
        return parsed

    def undo(self) -> None:
        """Take the last move back, with all that followed from it. See `can_undo`."""
        if not self._undo:
            raise SkipboError("there is no move to undo")
        before = self._undo.pop()
        self._state, self._chances = before.state, before.chances
        if self._referee and before.memory:
            self._referee.memory = before.memory
        self._played.pop()
        del self.events[before.events :]

    @property
    def can_undo(self) -> bool:
        """Whether the last move can be taken back without anyone having seen something new.

        Out of turn nothing is taken back: that would be a way round the call (T2).
        """
        if not self._undo:
            return False
        before = self._undo[-1]
        if len(self.events) != before.events + 1 or self.over:
            return False
        if self._referee and (self._referee.memory.slip or self._played[-1][1] in ACTS):
            return False
        if self.rules.family == "dice":
            return True
        return self._seen(self._state) <= self._seen(before.state)

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
        vars(self).update(state, _machine=_machine(state["rules"]))

    # --- Chance

    def _settle_chance(self) -> None:
        """Ask chance until there is something to decide, or the game is over."""
        while self._state.waiting not in (MOVE, OVER):
            n = self._machine.ask(self._state, self._order)
            if self._state.waiting == SHUFFLE:
                self._tell(self._shuffled(self._order[:n]))
            else:
                dice = self._dice(n)
                shown = self.chance.roll(self._chances, dice)
                self._happened(Roll(tuple(shown)))
                self._tell([die.index(face) for die, face in zip(dice, shown, strict=True)])

    def _shuffled(self, pile: Sequence[int], stock: int | None = None) -> list[int]:
        """Cards in an order that chance has decided: a draw pile, or face down in a stock."""
        waiting = sorted(pile)
        faces = [card_text(card, self.rules) for card in waiting]
        shuffled = self.chance.shuffle(self._chances, faces)
        self._happened(Shuffle(tuple(shuffled), stock))
        return _identities(waiting, faces, shuffled)

    def _happened(self, event: Shuffle | Roll) -> None:
        self.events.append(event)
        self._chances += 1

    def _tell(self, decided: list[int]) -> None:
        if self._referee:
            self._referee.hear(decided, len(decided))
        else:
            self._machine.tell(self._state, decided, len(decided))

    def _dice(self, n: int) -> list[list[str]]:
        """The faces of the dice that are to be rolled, in the order in which they may fall."""
        if self.rules.family == "cards":
            return [[die_text(face, self.rules) for face in range(cards.DIE_FACES)]]
        spaces = range(self._state.space, self._state.space + n)
        face = self._machine.face
        return [[dice_face_text(face(space, i), space) for i in range(6)] for space in spaces]


def _machine(rules: Rules) -> Any:
    """The rules, and in table mode what a referee does with cards besides."""
    if rules.enforcement == "table":
        return interpreted.machine(rules, handling)
    return interpreted.machine(rules)


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
