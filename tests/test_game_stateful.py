"""What holds in every game after every step, whatever has been played, refused or taken back."""

import random
from collections import Counter

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
    EDITIONS,
    STEADY,
    STYLES,
    all_cards,
    all_rules,
    choose,
    faces,
    hands,
    new_game,
    open_cards,
    reshuffle_hidden,
    seeds,
    state_bytes,
)

import skipbo
from skipbo import IllegalMove, NotationError
from skipbo.machine.python import copy_state
from skipbo.rules import cards, dice
from skipbo.rules.editions import Rules
from skipbo.rules.state import OK
from skipbo.table.game import Event, Game, Moved
from skipbo.table.notation import Move, card_text
from skipbo.table.view import CardView, loads

SETTINGS = settings(STEADY, max_examples=16, stateful_step_count=10)

ODD_TEXTS = st.text(max_size=12) | st.sampled_from(
    [*"hsdp>bW0", "", "h0>b1", "h13>b1", "s>b7", "d7>b1", "h1>s", "b1>h1", "h1>b1 h1>b1", "pass!"]
)
EDGES = {
    "cards": [-1, cards.PASS, cards.EXTRA_DISCARD, cards.STAND_IN, cards.MOVES - 1, cards.MOVES],
    "dice": [-1, dice.AGAIN, dice.STOP, dice.FIRST_PLACE, dice.MOVES - 1, dice.MOVES],
}


def everything(game: Game) -> tuple[object, ...]:
    """All that a game tells of itself, its chance aside."""
    views = [game.view(seat) for seat in (*range(game.rules.players), None)]
    told = (game.seat, game.over, game.winners, game.blocked, game.scores, game.moves)
    return state_bytes(game), list(game.events), game.legal(), *told, *views


def position(game: Game) -> tuple[bytes, list[Event]]:
    """What an undo has to bring back, and what a refused move has to leave alone."""
    return state_bytes(game), list(game.events)


def shown_faces(game: Game) -> Counter[str]:
    """Every card that stands in the view of at least one seat."""
    spectator = game.view(None)
    assert isinstance(spectator, CardView)
    shown = Counter(spectator.completed)
    for pile in spectator.building:
        shown.update(pile.cards)
    for seat, player in enumerate(spectator.players):
        shown.update(face for pile in player.discards for face in pile)
        shown.update([player.stock_top] if player.stock_top else [])
        own = game.view(seat)
        assert isinstance(own, CardView)
        shown.update(own.players[seat].hand or ())
    return shown


def shown_cards(game: Game) -> set[int]:
    """The same as identities: what lies open, and the hands."""
    held = [card for hand in hands(game._state, game.rules) for card in hand]
    return {*open_cards(game._state, game.rules), *held}


def deck(rules: Rules) -> Counter[str]:
    """C1: so many of each number, and the wilds."""
    numbers = {str(n): rules.copies for n in range(1, rules.ranks + 1)}
    return Counter(numbers) + Counter(W=rules.wilds)


class GameMachine(RuleBasedStateMachine):
    edition: str
    players: int

    @initialize(data=st.data(), seed=seeds)
    def deal(self, data: st.DataObject, seed: int | bytes) -> None:
        rules = data.draw(all_rules(self.edition, self.players), label="rules")
        self.game = new_game(rules, seed)
        self.family = rules.family
        self.before: list[tuple[bytes, list[Event]]] = []  # the positions before each move
        self.rng = random.Random(0)
        style = data.draw(st.sampled_from(STYLES), label="style")
        for _ in range(data.draw(st.integers(0, 120), label="moves ahead")):
            self.play_in_style(style)

    # --- Steps

    def play_in_style(self, style: str) -> None:
        if not self.game.over:
            self.play(choose(self.game, style, self.rng))
            self.cards_are_conserved()

    @precondition(lambda self: not self.game.over)
    @rule(style=st.sampled_from(STYLES), count=st.integers(1, 12))
    def play_some(self, style: str, count: int) -> None:
        for _ in range(count):
            self.play_in_style(style)
            self.a_replay_is_the_same_game()

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.integers(0, 10**6))
    def play_any(self, pick: int) -> None:
        legal = self.game.legal()
        self.play(legal[pick % len(legal)])

    def play(self, move: Move) -> None:
        game, events, seat = self.game, len(self.game.events), self.game.seat
        self.before.append(position(game))
        if self.family == "cards":
            faces_before, cards_before = shown_faces(game), shown_cards(game)
        assert game.play(str(move)) == move
        assert game.events[:events] == self.before[-1][1]
        assert game.events[events] == Moved(seat, move)
        nothing_new = len(game.events) == events + 1 and not game.over
        if self.family == "cards":
            nothing_new = nothing_new and shown_cards(game) <= cards_before
            assert not game.can_undo or shown_faces(game) <= faces_before
        assert game.can_undo == nothing_new

    @rule(count=st.integers(1, 8))
    def undo(self, count: int) -> None:
        """Back to the very same position; and the same move leads on to the same again."""
        game = self.game
        for _ in range(min(count, len(self.before))):
            after, (_, move) = everything(game), game.moves[-1]
            game.undo()
            assert position(game) == self.before[-1]
            game.play(move)
            assert everything(game) == after
            game.undo()
            assert position(game) == self.before.pop()
        if not self.before:
            assert not game.can_undo
            with pytest.raises(skipbo.SkipboError, match="no move to undo"):
                game.undo()

    @precondition(lambda self: self.edition != "dice")
    @rule()
    def judge_every_number(self) -> None:
        why_not = self.game._machine.why_not
        judged = [c for c in range(-1, cards.MOVES + 1) if why_not(self.game._state, c) == OK]
        assert sorted(move.code for move in self.game.legal()) == judged

    @rule(codes=st.lists(st.integers(-5, cards.MOVES + 5), max_size=30))
    def refuse_numbers(self, codes: list[int]) -> None:
        legal = {move.code for move in self.game.legal()}
        for code in [*codes, *EDGES[self.family]]:
            if code not in legal:
                self.refuse(Move.of(code, self.family))

    @precondition(lambda self: self.edition == "dice")
    @rule(digits=st.lists(st.integers(0, dice.BASE - 1), max_size=5), place=st.integers(0, 4))
    def refuse_placements(self, digits: list[int], place: int) -> None:
        """Any dice at all, and legal placements with a die added or changed."""
        legal = {move.code for move in self.game.legal()}
        anything = sum(digit * dice.BASE**i for i, digit in enumerate(digits))
        changed = {code + digit * dice.BASE**place for code in legal for digit in digits}
        for code in sorted({dice.FIRST_PLACE + anything, *changed} - legal):
            self.refuse(Move.of(code, "dice"))

    @rule(texts=st.lists(ODD_TEXTS, max_size=10))
    def refuse_texts(self, texts: list[str]) -> None:
        legal = self.game.legal()
        for text in texts:
            if "".join(text.split()).lower().replace("w", "W") not in legal:
                self.refuse(text)

    @rule()
    def refuse_the_other_family(self) -> None:
        for move in ("roll", "place:1") if self.family == "cards" else ("h1>b1", "pass"):
            assert isinstance(self.refuse(move), NotationError)

    def refuse(self, move: str) -> IllegalMove:
        """It is refused, in words, and nothing has changed."""
        before, can_undo = position(self.game), self.game.can_undo
        with pytest.raises(IllegalMove) as refused:
            self.game.play(move)
        assert position(self.game) == before
        assert self.game.can_undo == can_undo
        self.tells_no_secret(move, str(refused.value))
        return refused.value

    def tells_no_secret(self, move: str, reason: str) -> None:
        """The words stay the same with other cards in all places that the seat cannot see."""
        assert self.game.why_not(move) == reason
        true_state = self.game._state
        for seed in range(2):
            self.game._state = copy_state(true_state)
            reshuffle_hidden(self.game._state, self.game.rules, self.game.seat, random.Random(seed))
            assert self.game.why_not(move) == reason
        self.game._state = true_state

    # --- What holds after every step

    @invariant()
    def cards_are_conserved(self) -> None:
        """Every identity is in one place; each face is there as often as in the deck (C1, C16)."""
        if self.family == "cards":
            found = all_cards(self.game._state, self.game.rules)
            assert sorted(found) == list(range(self.game.rules.cards))
            assert Counter(faces(found, self.game.rules)) == deck(self.game.rules)

    @invariant()
    def a_wild_stays_a_wild(self) -> None:
        """C16, wherever it has been."""
        if self.family == "cards":
            wilds = range(self.game.rules.ranks * self.game.rules.copies, self.game.rules.cards)
            for card in all_cards(self.game._state, self.game.rules):
                assert (self.game._machine.number(card) == cards.WILD) == (card in wilds)
                assert (card_text(card, self.game.rules) == "W") == (card in wilds)

    @invariant()
    def the_legal_moves_are_accepted(self) -> None:
        before = position(self.game)
        for move in self.game.legal():
            assert self.game.why_not(move) is None
            assert self.game.play(str(move)) == move
            self.game.undo()
            assert position(self.game) == before

    @invariant()
    def a_replay_is_the_same_game(self) -> None:
        again = skipbo.replay(self.game.record().dumps())
        assert isinstance(again, Game)
        assert everything(again) == everything(self.game)
        assert again.can_undo == self.game.can_undo

    @invariant()
    def a_replay_with_the_seed_goes_on_like_the_original(self) -> None:
        again = skipbo.replay(self.game.record(secret=True).dumps())
        assert isinstance(again, Game)
        assert again.record(secret=True) == self.game.record(secret=True)
        for move in self.game.legal()[-1:]:
            again.play(move)
            self.game.play(move)
            assert everything(again) == everything(self.game)
            self.game.undo()

    @invariant()
    def a_view_reads_back(self) -> None:
        for seat in (*range(self.game.rules.players), None):
            view = self.game.view(seat)
            assert loads(view.dumps()) == view

    @invariant()
    def nothing_can_be_played_after_the_end(self) -> None:
        if self.game.over:
            assert self.game.legal() == []
            played = {move for _, move in self.game.moves[-5:]}
            usual = ("pass", "s>b1", "h1>d1") if self.family == "cards" else ("roll", "stop")
            for move in {*played, *usual}:
                assert "the game is over" in str(self.refuse(move))


ALIKE = ("deluxe", "international")  # they are played as classic is: once each is enough


@pytest.mark.parametrize(
    ("edition", "players"),
    [
        (edition, players)
        for edition in EDITIONS
        for players in range(2, 7 if edition not in ALIKE else 3)
    ],
)
def test_any_game(edition: str, players: int) -> None:
    machine = type("Any", (GameMachine,), {"edition": edition, "players": players})
    run_state_machine_as_test(seeded(f"{edition} {players}")(machine), settings=SETTINGS)
