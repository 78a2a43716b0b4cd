"""What holds at a table in table mode after every step, whatever slips, calls and is taken back."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import seed as seeded
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.strategies import (
    STEADY,
    all_cards,
    all_rules,
    choose,
    faces,
    new_game,
    pile,
    reshuffle_hidden,
    seeds,
    small_rules,
    state_bytes,
    stocks,
)
from tests.tables import Standing, manners, referee, standing, table_options

import skipbo
from skipbo import IllegalMove
from skipbo.machine.python import copy_state
from skipbo.rules import cards
from skipbo.rules.editions import Rules
from skipbo.rules.state import NONE
from skipbo.table.game import Event, Game, Moved, Shuffle
from skipbo.table.notation import Move
from skipbo.table.view import CardView, Ruling, loads

SETTINGS = settings(STEADY, max_examples=7, stateful_step_count=8)

STYLES = ("builder", "miser")  # those that choose among any moves
ODD_TEXTS = st.text(max_size=8) | st.sampled_from(
    [
        "take",
        "draw",
        "call",
        "talk",
        "pass",
        "s>b1",
        "ps>b1",
        "d1>b1",
        "h1>b1",
        "hW>b2",
        "h2>d1",
        "die-draw:1",
        "die=1>b1+s",
        "die-discard:h1>d1",
        "taketake",
        "call:1",
        "h13>b1",
        "roll",
    ]
)


def table_rules(edition: str, players: int) -> st.SearchStrategy[Rules]:
    """Small decks most of all, where penalties find the pile empty."""
    kinds = small_rules(edition, players) | all_rules(edition, players)
    return kinds.map(lambda rules: rules.but(**table_options(edition)))


def card_view(game: Game, seat: int | None) -> CardView:
    view = game.view(seat)
    assert isinstance(view, CardView)
    return view


def everything(game: Game) -> tuple[object, ...]:
    """All that a game tells of itself, its chance aside."""
    seats = range(game.rules.players)
    slips = [game.slips(seat) for seat in seats]
    views = [game.view(seat) for seat in (*seats, None)]
    told = (game.seat, game.over, game.winners, game.blocked, game.due, game.can_undo)
    return standing(game), game.legal(), slips, *told, *views


def as_before(after: CardView, before: CardView) -> CardView:
    """A view without what a call adds to it: that it was said, and what it costs."""
    assert after.manners
    assert before.manners
    told = before.manners
    same = replace(after.manners, rulings=told.rulings, no_draw=told.no_draw)
    return replace(after, played=before.played, manners=same)


@dataclass
class Notes:
    """What somebody at the table would remember, kept apart from the referee."""

    before_slip: bytes | None = None  # T2
    talked: int | None = None  # T3
    owing: set[int] = field(default_factory=set)  # S2: seats whose next turn has no draw
    dry: tuple[int, int] | None = None  # the seat and the turn that has no draw now
    surplus: Counter[tuple[int, int]] = field(default_factory=Counter)  # T1: by seat and turn
    wrong: Counter[int] = field(default_factory=Counter)  # T5
    silent_until: dict[int, int] = field(default_factory=dict)  # T5: a turn


class TableMachine(RuleBasedStateMachine):
    edition: str
    players: int

    @initialize(data=st.data(), seed=seeds)
    def deal(self, data: st.DataObject, seed: int | bytes) -> None:
        rules = data.draw(table_rules(self.edition, self.players), label="rules")
        self.game = new_game(rules, seed)
        self.notes = Notes()
        self.before: list[tuple[Standing, Notes]] = []
        self.rng = random.Random(0)
        style = data.draw(st.sampled_from(STYLES), label="style")
        sloppy = data.draw(st.sampled_from([0.0, 0.1, 0.4]), label="sloppy")
        for _ in range(data.draw(st.integers(0, 80), label="moves ahead")):
            self.step(style, sloppy)

    # --- Steps

    @property
    def state(self) -> Any:
        return self.game._state

    def step(self, style: str, sloppy: float) -> None:
        if self.game.over:
            return
        seat = self.rng.randrange(self.players)
        can = self.game.slips(seat) if self.rng.random() < sloppy else []
        if can:
            self.do(seat, self.rng.choice(can))
        else:
            self.do(self.game.seat, choose(self.game, style, self.rng))

    @precondition(lambda self: not self.game.over)
    @rule(
        style=st.sampled_from(STYLES), sloppy=st.sampled_from([0.0, 0.2]), count=st.integers(1, 9)
    )
    def play_some(self, style: str, sloppy: float, count: int) -> None:
        for _ in range(count):
            self.step(style, sloppy)

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.integers(0, 10**6))
    def play_any(self, pick: int) -> None:
        legal = self.game.legal()
        self.do(self.game.seat, legal[pick % len(legal)])

    @precondition(lambda self: not self.game.over)
    @rule(seat=st.integers(0, 5), pick=st.integers(0, 10**6))
    def slip(self, seat: int, pick: int) -> None:
        can = self.game.slips(seat % self.players)
        if can:
            self.do(seat % self.players, can[pick % len(can)])

    @precondition(lambda self: not self.game.over and self.game.rules.partners)
    @rule(caller=st.integers(0, 5), called=st.booleans())
    def talk(self, caller: int, called: bool) -> None:
        partner = self.game.rules.partner(self.game.seat)
        if self.game.why_not("talk", partner) is None:
            self.do(partner, Move("talk"))
        if called and self.game.why_not("call", caller % self.players) is None:
            self.do(caller % self.players, Move("call"))

    @precondition(lambda self: not self.game.over)
    @rule(caller=st.integers(0, 5))
    def call(self, caller: int) -> None:
        if self.game.why_not("call", caller % self.players) is None:
            self.do(caller % self.players, Move("call"))

    def do(self, seat: int, move: Move) -> None:
        """It happens, and what follows is what somebody at the table would expect."""
        game, start = self.game, len(self.game.events)
        self.before.append((standing(game), deepcopy(self.notes)))
        was = copy_state(game._state)
        assert game.play(str(move), seat) == move
        assert game.events[:start] == self.before[-1][0][1]
        assert game.events[start] == Moved(seat, move)
        happened = game.events[start:]
        if game.can_undo:
            assert len(happened) == 1
            assert move not in ("take", "draw", "call", "talk")
        self.note(was, seat, move, happened)
        self.cards_are_conserved()

    def note(self, was: Any, seat: int, move: Move, happened: list[Event]) -> None:
        rulings = [event for event in happened if isinstance(event, Ruling)]
        for ruling in rulings:
            self.hear(was, ruling, happened)
        notes, s = self.notes, self.state
        if move == "talk":
            notes.talked = seat
        if notes.dry and notes.dry == (was.seat, was.turns) == (seat, was.turns):
            assert s.held[seat] <= was.held[seat]  # S2, C9
        ended = s.turns > was.turns + any(ruling.kind == "out-of-turn" for ruling in rulings)
        if ended:
            assert s.seat == (seat + 1) % self.players  # S3
            notes.talked = notes.before_slip = None
            due = s.seat in notes.owing
            assert due == any(ruling.kind == "no-draw" for ruling in rulings)
            notes.dry = (s.seat, s.turns) if due else None
            notes.owing.discard(s.seat)
            notes.surplus.pop((s.seat, s.turns), None)  # an undone turn had that number
        if not {ruling.kind for ruling in rulings} & {"overdraw", "two-cards", "undone"}:
            assert all(s.stock[i] <= was.stock[i] + (move == f"die-draw:{i}") for i in range(6))

    def hear(self, was: Any, ruling: Ruling, happened: list[Event]) -> None:
        """What the referee says is true, and had to be said."""
        notes, s, seat = self.notes, self.state, ruling.seat
        if ruling.kind == "out-of-turn":
            assert (ruling.other, seat) == (was.seat, s.seat) or s.turns > was.turns + 1
            notes.before_slip = self.before[-1][0][0]
            notes.surplus.pop((seat, was.turns + 1), None)
        elif ruling.kind == "undone":
            assert state_bytes(self.game) == notes.before_slip  # S2: the draw pile's order, too
            notes.before_slip = None
            notes.owing.add(seat)
        elif ruling.kind == "stands":
            assert notes.before_slip
            if notes.dry and notes.dry[0] == ruling.other and notes.dry[1] >= was.turns - 1:
                notes.owing.add(notes.dry[0])  # that turn without a draw was not played
        elif ruling.kind == "new-stock":
            assert was.stock[seat] == 0  # O11
        elif ruling.kind == "overdraw":
            self.hear_overdraw(was, seat, happened)
        elif ruling.kind == "two-cards":
            self.hear_two_cards(was, ruling)
        elif ruling.kind == "wrong-call":
            assert notes.before_slip is None
            notes.wrong[seat] += 1
            assert ruling.count == notes.wrong[seat]
            assert s.turns >= notes.silent_until.get(seat, 0)
            if notes.wrong[seat] >= 3:
                notes.silent_until[seat] = s.turns + 2  # T5

    def hear_overdraw(self, was: Any, seat: int, happened: list[Event]) -> None:
        """T1, S1, O11: one card more, under the open one, and all of those shuffled."""
        s, rules = self.state, self.game.rules
        self.notes.surplus[seat, s.turns] += 1
        assert self.notes.surplus[seat, s.turns] <= rules.hand
        assert s.held[seat] == was.held[seat]
        assert s.stock[seat] == was.stock[seat] + 1
        top, *under = stocks(s, rules)[seat]
        if was.stock[seat]:
            assert top == was.top[cards.FIRST_STOCK + seat]
        shuffled = [
            event for event in happened if isinstance(event, Shuffle) and event.stock == seat
        ]
        assert len(shuffled) == (len(under) > 1)
        if shuffled:
            assert list(shuffled[0].faces) == faces(under, rules)
            assert happened[-1] == shuffled[0]

    def hear_two_cards(self, was: Any, ruling: Ruling) -> None:
        """P5, O10, O11: two, or as many as there are; only an opponent calls it."""
        s, rules, seat = self.state, self.game.rules, ruling.seat
        assert seat == self.notes.talked
        assert ruling.other is not None
        assert rules.side(ruling.other) != rules.side(seat)
        assert s.stock[seat] == was.stock[seat] + ruling.count
        assert ruling.count <= 2
        assert ruling.count == 2 or not self.game._machine.anything_to_draw(s)
        if was.stock[seat]:
            assert stocks(s, rules)[seat][0] == was.top[cards.FIRST_STOCK + seat]
        self.notes.talked = None

    @rule(count=st.integers(1, 6))
    def undo(self, count: int) -> None:
        """Back to the very same position; and the same act leads on to the same again."""
        game = self.game
        for _ in range(min(count, len(self.before))):
            after, (seat, move) = everything(game), game.moves[-1]
            game.undo()
            assert standing(game) == self.before[-1][0]
            game.play(move, seat)
            assert everything(game) == after
            game.undo()
            told, self.notes = self.before.pop()
            assert standing(game) == told
        if not self.before:
            with pytest.raises(skipbo.SkipboError, match="no move to undo"):
                game.undo()

    @rule(seat=st.integers(0, 5), texts=st.lists(ODD_TEXTS, max_size=8))
    def refuse_texts(self, seat: int, texts: list[str]) -> None:
        for text in texts:
            self.refuse(text, seat % self.players)

    @rule(seat=st.integers(0, 5), codes=st.lists(st.integers(-2, cards.MOVES + 2), max_size=12))
    def refuse_numbers(self, seat: int, codes: list[int]) -> None:
        for code in codes:
            self.refuse(Move.of(code, "cards"), seat % self.players)

    def refuse(self, move: str, seat: int) -> None:
        """What is refused, is so in words that tell no secret, and changes nothing."""
        game = self.game
        reason = game.why_not(move, seat)
        if reason is None:
            return
        before = standing(game), game.can_undo
        with pytest.raises(IllegalMove) as refused:
            game.play(move, seat)
        assert str(refused.value) == reason
        assert (standing(game), game.can_undo) == before
        with self.other_cards(seat, 1):
            assert game.why_not(move, seat) == reason

    @precondition(lambda self: not self.game.over and self.notes.before_slip is None)
    @rule(seat=st.integers(0, 5), caller=st.integers(1, 5), acts=st.sampled_from(["t", "d", "dt"]))
    def a_called_turn_leaves_no_trace(self, seat: int, caller: int, acts: str) -> None:
        """S2: what was drawn and not laid open shows nowhere, and the pile has its old order."""
        game, offender = self.game, seat % self.players
        caller = (offender + 1 + caller % (self.players - 1)) % self.players
        if offender == game.seat or game.why_not("call", caller):
            return
        told = [{"t": "take", "d": "draw"}[act] for act in acts]
        if game.why_not(told[0], offender):
            return
        for observer in (*(i for i in range(self.players) if i != offender), None):
            before = card_view(game, observer)
            seen = self.seen_by(observer, offender, caller, told)
            assert as_before(seen[-1], before) == before
            for i in range(2):
                with self.other_cards(observer, i):
                    assert self.seen_by(observer, offender, caller, told) == seen

    def seen_by(
        self, observer: int | None, offender: int, caller: int, acts: list[str]
    ) -> list[CardView]:
        """What a seat sees of a turn out of turn that is called; all of it is taken back."""
        game, before = self.game, standing(self.game)
        done, seen = 0, list[CardView]()
        face_down = game._state.stock[offender] > 0  # otherwise O11 turns a surplus card up
        for act in acts:
            if game.why_not(act, offender) is None:
                game.play(act, offender)
                done += 1
                seen += [card_view(game, observer)] if face_down else []
        game.play("call", caller)
        assert state_bytes(game) == before[0]
        seen.append(card_view(game, observer))
        for _ in range(done + 1):
            game.undo()
        assert standing(game) == before
        return seen

    @contextmanager
    def other_cards(self, seat: int | None, number: int) -> Iterator[None]:
        """For a while there are other cards in all places that the seat cannot see."""
        true_state = self.game._state
        self.game._state = copy_state(true_state)
        reshuffle_hidden(self.game._state, self.game.rules, seat, random.Random(number))
        yield
        self.game._state = true_state

    # --- What holds after every step

    @invariant()
    def cards_are_conserved(self) -> None:
        """Every identity is in one place, and stocks are counted rightly."""
        rules = self.game.rules
        assert sorted(all_cards(self.state, rules)) == list(range(rules.cards))
        counted = [len(stock) for stock in stocks(self.state, rules)]
        assert counted == list(self.state.stock[: rules.players])

    @invariant()
    def what_can_be_done_is_done_and_taken_back(self) -> None:
        game, before = self.game, everything(self.game)
        seat = self.rng.randrange(self.players)
        acts = [(game.seat, move) for move in game.legal()] + [(seat, m) for m in game.slips(seat)]
        for who, move in self.rng.sample(acts, min(len(acts), 10)):
            assert game.why_not(move, who) is None
            assert game.play(str(move), who) == move
            game.undo()
        assert everything(game) == before

    @invariant()
    def somebody_can_always_go_on(self) -> None:
        legal = self.game.legal()
        assert bool(legal) == (not self.game.over)
        assert all(self.game.why_not(move) is None for move in legal)
        if self.game.due:
            assert legal[0] == "take"
        assert not set(legal) & set(self.game.slips(self.game.seat))

    @invariant()
    def a_replay_is_the_same_game(self) -> None:
        again = skipbo.replay(self.game.record().dumps())
        assert isinstance(again, Game)
        assert everything(again) == everything(self.game)

    @invariant()
    def a_view_reads_back(self) -> None:
        for seat in (*range(self.players), None):
            view = self.game.view(seat)
            assert loads(view.dumps()) == view

    @invariant()
    def nothing_hidden_is_told(self) -> None:
        """Neither by a view nor by what a seat can do."""
        game = self.game
        for seat in range(self.players):
            told = game.view(seat), game.slips(seat), game.legal() if seat == game.seat else []
            with self.other_cards(seat, seat):
                own = game.legal() if seat == game.seat else []
                assert (game.view(seat), game.slips(seat), own) == told
        spectator = game.view(None)
        with self.other_cards(None, 0):
            assert game.view(None) == spectator

    @invariant()
    def everybody_sees_what_was_ruled(self) -> None:
        """The manners are what somebody would have noted; and each seat sees the same."""
        seen, notes, s = manners(self.game), self.notes, self.state
        seats = range(self.players)
        assert seen.rulings == tuple(e for e in self.game.events if isinstance(e, Ruling))
        assert (seen.right is None) == (notes.before_slip is None)
        assert seen.wrong_calls == tuple(notes.wrong[seat] for seat in seats)
        turns = s.turns - (notes.before_slip is not None)
        silenced = [seat for seat in seats if turns < notes.silent_until.get(seat, 0)]
        assert list(seen.silenced) == silenced
        assert seen.no_draw == tuple(sorted(notes.owing))
        assert self.game.over or seen.talked == notes.talked
        assert 0 <= seen.due <= self.game.rules.hand

    @invariant()
    def out_of_turn_nothing_ends_and_nothing_is_taken_back(self) -> None:
        if referee(self.game).memory.slip:
            assert not self.game.over
            assert not self.game.can_undo
            others = [seat for seat in range(self.players) if seat != self.game.seat]
            assert all(self.game.slips(seat) in (["call"], []) for seat in others)

    @invariant()
    def a_hand_has_room_and_no_gaps(self) -> None:
        for hand, held in zip(self.state.hand, self.state.held, strict=True):
            assert [card != NONE for card in hand] == [i < held for i in range(len(hand))]
        assert len(pile(self.state, cards.DRAW)) == card_view(self.game, None).draw


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("edition", ["classic", "mod"])  # deluxe and international play alike
def test_any_table(edition: str, players: int) -> None:
    machine = type("Any", (TableMachine,), {"edition": edition, "players": players})
    run_state_machine_as_test(seeded(f"{edition} {players}")(machine), settings=SETTINGS)
