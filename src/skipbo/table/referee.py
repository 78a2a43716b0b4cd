"""As at a kitchen table: slips that can happen, who may call them, and what follows (T1-T6).

In table mode everyone takes cards by hand, and may do what is not theirs to do. The rules only know
neutral acts (`rules.handling`); when they are done, and to whom, is decided here and nowhere else.

    T1  whoever takes too many has them shuffled into the own stock (S1)
    T2  whoever plays out of turn may be called by anybody else until the discard: all of it is
        undone, and the own next turn has no draw (S2); nobody called: it stands (S3)
    T3  a partner who speaks may be called by an opponent until the turn ends: two cards (P5)
    T5  a wrong call costs nothing, but after three of them a seat's calls wait out a turn
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..errors import IllegalMove
from ..machine import python as interpreted
from ..rules import cards
from ..rules.editions import Rules
from ..rules.state import NONE, OK, OVER, SEATS
from .notation import ACTS, Move
from .reasons import explain
from .view import Manners, Ruling, RulingKind

if TYPE_CHECKING:
    from .game import Game

WRONG_CALLS = 3  # T5
PENALTY = 2  # P5: cards


@dataclass(frozen=True, slots=True)
class Slip:
    """A turn that is played out of turn, and how things stood before it (T2)."""

    right: int  # whose turn it is
    state: Any
    draws: bool
    drawing: bool
    surplus: int


@dataclass(slots=True)
class Memory:
    """What the referee keeps in mind besides the state."""

    draws: bool = True  # whether this turn has a draw (S2)
    drawing: bool = False  # the hand is not full yet: cards are still to be taken
    surplus: int = 0  # cards taken too many in this turn (T1)
    slip: Slip | None = None
    talked: int | None = None  # the partner who spoke in this turn (T3)
    no_draw: list[bool] = field(default_factory=lambda: [False] * SEATS)  # S2
    wrong: list[int] = field(default_factory=lambda: [0] * SEATS)  # T5
    calls_from: list[int] = field(default_factory=lambda: [0] * SEATS)  # T5: the turn, by seat
    late_until: list[int] = field(default_factory=lambda: [0] * SEATS)  # the same
    jumps_from: list[int] = field(default_factory=lambda: [0] * SEATS)  # T2: the same

    def copy(self) -> "Memory":
        lists = ("no_draw", "wrong", "calls_from", "late_until", "jumps_from")
        return replace(self, **{name: getattr(self, name)[:] for name in lists})


class Referee:
    """Watches one game in table mode."""

    def __init__(self, game: "Game") -> None:
        self.game = game
        self.memory = Memory()

    @property
    def _state(self) -> Any:
        return self.game._state

    @property
    def _rules(self) -> Rules:
        return self.game.rules

    @property
    def _machine(self) -> Any:
        return self.game._machine

    # --- What can be asked

    @property
    def due(self) -> int:
        """How many cards the player who plays still has to take."""
        s = self._state
        return self._rules.hand - s.held[s.seat] if self.memory.drawing else 0

    def manners(self) -> Manners:
        """What everybody sees of all this."""
        memory, seats = self.memory, range(self._rules.players)
        return Manners(
            due=self.due,
            right=memory.slip.right if memory.slip else None,
            talked=memory.talked,
            no_draw=tuple(seat for seat in seats if memory.no_draw[seat]),
            wrong_calls=tuple(memory.wrong[: self._rules.players]),
            silenced=tuple(seat for seat in seats if self._waits(seat)),
            rulings=tuple(event for event in self.game.events if isinstance(event, Ruling)),
        )

    def legal(self) -> list[Move]:
        """What the player who plays may do."""
        if self._state.waiting == OVER:
            return []
        if self.memory.drawing:
            return [Move.parse("take"), *([Move.parse("draw")] if self.due > 1 else [])]
        return self._playable(self._state, self.memory.slip is not None)

    def slips(self, seat: int) -> list[Move]:
        """What a seat can do besides: slips, speaking when it must not, and a call."""
        on_turn = seat == self._state.seat
        due = on_turn and self.memory.drawing  # then taking a card is no slip
        acts = [Move.parse(act) for act in ACTS if not (due and act in ("take", "draw"))]
        found = [act for act in acts if self.why_not(seat, act) is None]
        if not on_turn and not self.memory.slip and not self._held_back(seat):
            s = self._as_if_on_turn(seat)
            found += [] if self._can_draw(s) else self._playable(s, out_of_turn=True)
        return found

    def _playable(self, s: Any, out_of_turn: bool) -> list[Move]:
        codes = [0] * cards.MOST_LEGAL
        n = self._machine.legal(s, codes)
        return [
            Move.of(code, "cards")
            for code in codes[:n]
            if not (out_of_turn and self._would_end(s, code))
        ]

    # --- What can be done, and why not

    def check(self, seat: int, move: Move) -> None:
        """`IllegalMove` if a seat cannot do this, slip or not (T6)."""
        why = self.why_not(seat, move)
        if why is not None:
            raise IllegalMove(why)

    def why_not(self, seat: int, move: Move) -> str | None:
        if self._state.waiting == OVER:
            return f"{move}: the game is over"
        if move == "call":
            return self._why_no_call(seat)
        if move == "talk":
            return self._why_no_talk(seat)
        if seat != self._state.seat and self.memory.slip:
            name = self.game.names[self._state.seat]
            return f"{move}: {name} is playing out of turn; call it, or wait until it is over"
        on_turn = seat == self._state.seat
        if not on_turn and self._held_back(seat):
            return f"{move}: it is not your turn, as you were told when you were called"
        s = self._state if on_turn else self._as_if_on_turn(seat)
        drawing = self.memory.drawing if on_turn else self._can_draw(s)
        if move.startswith("die") and not on_turn:
            return f"{move}: you have not rolled the die"
        if move in ACTS:
            return self._why_no_card(s, move, drawing, self.memory.surplus if on_turn else 0)
        if drawing:
            n = self._rules.hand - s.held[seat]
            return f"{move}: first take {n} {'card' if n == 1 else 'cards'} from the draw pile"
        return self._why_not_played(
            s, move, out_of_turn=not on_turn or self.memory.slip is not None
        )

    def _why_no_call(self, seat: int) -> str | None:
        if self._waits(seat):
            return f"call: after {WRONG_CALLS} wrong calls, wait until the next turn is over"  # T5
        if self.memory.slip and seat == self._state.seat:
            return "call: it is you who is playing out of turn"
        return None

    def _why_no_talk(self, seat: int) -> str | None:
        rules, memory = self._rules, self.memory
        if not rules.partners or seat != rules.partner(self._state.seat):
            return "talk: only the partner of the player on turn must keep quiet (P4)"
        if memory.slip or memory.talked is not None:
            return "talk: there is something to be called already"
        return None

    def _why_no_card(self, s: Any, move: Move, drawing: bool, surplus: int) -> str | None:
        if move == "draw" and not drawing:
            return "draw: no card is due; take takes one all the same"
        if not self._machine.anything_to_draw(s):
            return f"{move}: there is no card left to draw"
        if not drawing and surplus == self._rules.hand:
            return f"{move}: {surplus} cards too many are enough for one turn"
        return None

    def _why_not_played(self, s: Any, move: Move, out_of_turn: bool) -> str | None:
        reason = self._machine.why_not(s, move.code)
        if reason != OK:
            return explain(s, self._rules, move, reason)
        if out_of_turn and self._would_end(s, move.code):
            return f"{move}: no game ends out of turn, as there would be no time for a call"
        return None

    def _would_end(self, s: Any, code: int) -> bool:
        """Whether a move wins the game, or blocks it (O3)."""
        side = self._rules.side(s.seat)
        if code != cards.PASS and sum(s.stock[i] for i in self._rules.members(side)) > 1:
            return False
        tried = interpreted.copy_state(s)
        self._machine.make(tried, code)
        return bool(tried.waiting == OVER)

    def _as_if_on_turn(self, seat: int) -> Any:
        """How it would stand if it were that seat's turn, before its die is rolled."""
        s = interpreted.copy_state(self._state)
        self._machine.begin_turn_of(s, seat)
        s.die, s.waiting = cards.DIE_SPENT, self._state.waiting
        return s

    def _can_draw(self, s: Any) -> bool:
        return s.held[s.seat] < self._rules.hand and bool(self._machine.anything_to_draw(s))

    def _held_back(self, seat: int) -> bool:
        """Whoever was called for playing out of turn does not begin again in the same turn."""
        return bool(self._state.turns < self.memory.jumps_from[seat])

    def _waits(self, seat: int) -> bool:
        slip = self.memory.slip
        turns = slip.state.turns if slip else self._state.turns  # what is undone was no turn
        return bool(turns < self.memory.calls_from[seat])

    # --- Doing it

    def act(self, seat: int, move: Move) -> None:
        """What a seat does, with all that follows from it; `check` has nothing against it."""
        if move == "call":
            self._call(seat)
        elif move == "talk":
            self.memory.talked = seat
        else:
            if seat != self._state.seat:
                self._begin_slip(seat)
            if move in ACTS:
                self._take(self.due if move == "draw" else 1)
            else:
                self._play(move.code)
        self._note_dry()

    def hear(self, order: list[int], n: int) -> None:
        """What chance decided. Hands are filled by those who hold them."""
        dealing = self._state.deal > 0
        if self._machine.hear(self._state, order, n) and dealing:
            self._begin_turn()

    def _play(self, code: int) -> None:
        s, turns, mover = self._state, self._state.turns, self._state.seat
        draws = self._machine.make(s, code)
        if draws and s.turns != turns:
            self._end_turn(mover)
            self._begin_turn()
        elif draws:
            self.memory.drawing = self.memory.draws  # C9

    def _begin_turn(self) -> None:
        s, memory = self._state, self.memory
        memory.draws, memory.no_draw[s.seat] = not memory.no_draw[s.seat], False
        memory.drawing = memory.draws and s.held[s.seat] < self._rules.hand
        memory.surplus = 0
        self._machine.await_player(s)
        if not memory.draws:
            self._machine.do_without_draw(s)
            self._say("no-draw", s.seat)  # S2
        self._note_dry()

    def _end_turn(self, mover: int) -> None:
        """What was not called in time can no longer be called."""
        memory = self.memory
        if memory.slip or memory.talked is not None:
            self._settled(self._state.turns)
        if memory.slip:
            self._machine.begin_round(self._state)
            memory.no_draw[memory.slip.right] |= not memory.slip.draws  # that turn was not played
            self._say("stands", mover, memory.slip.right)  # S3
        memory.slip = memory.talked = None

    def _note_dry(self) -> None:
        """O2: with nothing left to draw, the draw is done."""
        self.memory.drawing = self.memory.drawing and self._can_draw(self._state)

    # --- T1: taking cards

    def _take(self, n: int) -> None:
        for _ in range(n):
            if not self._ready_card():
                return
            if self.memory.drawing:
                self._machine.draw_card(self._state)
                self._note_dry()
            else:
                self._overdraw()

    def _ready_card(self) -> bool:
        """C10, O1: whether a card lies ready, after a shuffle if need be."""
        s = self._state
        if s.top[cards.DRAW] == NONE:
            self._machine.call_for_shuffle(s)
            self.game._settle_chance()
        return bool(s.top[cards.DRAW] != NONE)

    def _overdraw(self) -> None:
        """S1: the card goes, unseen, into the stock, and what lies face down there is shuffled."""
        s, seat = self._state, self._state.seat
        finished = s.stock[seat] == 0
        self._machine.draw_onto_stock(s, seat)
        self.memory.surplus += 1
        self._say("overdraw", seat, count=1)
        if finished:
            self._say("new-stock", seat)  # O11
        order = [0] * self._rules.cards
        n = self._machine.face_down(s, seat, order)
        if n > 1:
            shuffled = self.game._shuffled(order[:n], stock=seat)
            self._machine.lay_face_down(s, seat, shuffled, n)

    # --- T2: out of turn

    def _begin_slip(self, seat: int) -> None:
        s, memory = self._state, self.memory
        before = interpreted.copy_state(s)
        memory.slip = Slip(s.seat, before, memory.draws, memory.drawing, memory.surplus)
        self._say("out-of-turn", seat, s.seat)
        self._machine.begin_turn_of(s, seat)
        memory.draws, memory.drawing, memory.surplus = True, self._can_draw(s), 0
        self.game._settle_chance()

    def _undo_slip(self, slip: Slip, caller: int) -> None:
        """S2: everything is as before, the draw pile in its order; and the offender pays later."""
        memory, offender = self.memory, self._state.seat
        self.game._state = interpreted.copy_state(slip.state)
        memory.draws, memory.drawing, memory.surplus = slip.draws, slip.drawing, slip.surplus
        memory.slip = None
        memory.no_draw[offender] = True
        memory.jumps_from[offender] = slip.state.turns + 1
        self._settled(slip.state.turns + 1)
        self._say("undone", offender, caller)

    # --- T3, T5: calls

    def _call(self, seat: int) -> None:
        memory, turns = self.memory, self._state.turns
        if memory.slip:
            self._undo_slip(memory.slip, seat)
        elif memory.talked is not None and self._opponents(seat, memory.talked):
            self._punish(memory.talked, seat)
        elif turns <= memory.late_until[seat]:
            memory.late_until[seat] = 0  # the next one would be noise
            self._say("late-call", seat)
        else:
            memory.wrong[seat] += 1
            if memory.wrong[seat] >= WRONG_CALLS:
                memory.calls_from[seat] = turns + 2
            self._say("wrong-call", seat, count=memory.wrong[seat])

    def _settled(self, turn: int) -> None:
        """Up to the end of that turn, a seat's first call may have been meant for this."""
        self.memory.late_until = [turn] * SEATS

    def _opponents(self, seat: int, other: int) -> bool:
        return self._rules.side(seat) != self._rules.side(other)

    def _punish(self, offender: int, caller: int) -> None:
        """P5, O10: two cards, unseen, or as many as there are."""
        laid, finished = 0, self._state.stock[offender] == 0
        while laid < PENALTY and self._ready_card():
            self._machine.draw_onto_stock(self._state, offender)
            laid += 1
        self.memory.talked = None
        self._settled(self._state.turns + 1)
        self._say("two-cards", offender, caller, laid)
        if finished and laid:
            self._say("new-stock", offender)  # O11

    def _say(self, kind: RulingKind, seat: int, other: int | None = None, count: int = 0) -> None:
        self.game.events.append(Ruling(kind, seat, other, count))
