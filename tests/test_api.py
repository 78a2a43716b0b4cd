"""The names that others rely on, and what happens to everything that is not right."""

import copy
import pickle
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import EDITIONS, STEADY, play_on, state_bytes

import skipbo
from skipbo import (
    Game,
    IllegalMove,
    Match,
    Move,
    NotationError,
    Record,
    RecordError,
    RulesError,
    SkipboError,
)
from skipbo.rules import cards, dice
from skipbo.rules.editions import OPTIONS, Rules
from skipbo.table.view import CardView, DiceView

ANYTHING: list[Any] = [-5, 10**6, "x", None, [], 1.5]
NOT_TEXT = [None, 5, 2.5, True, b"s>b1", ["s>b1"], object()]


# --- As designed


def test_the_example_of_the_design() -> None:
    game = skipbo.new("classic", players=3, seed=7, stock=10)
    assert game.seat == 0
    legal = game.legal()
    assert all(isinstance(move, Move) for move in legal)
    assert game.play(legal[0]) == legal[0]
    assert isinstance(game.view(0), CardView)
    assert isinstance(game.view(None), CardView)
    assert (game.over, game.winners, game.blocked) == (False, [], False)
    assert game.scores == [0, 0, 0]
    text = game.record().dumps()
    again = skipbo.replay(text)
    assert isinstance(again, Game)
    assert again.moves == game.moves
    match = skipbo.match("deluxe", players=4, partners=True, target=500)
    assert isinstance(match, Match)
    assert isinstance(match.game, Game)
    assert [edition.name for edition in skipbo.editions()] == list(EDITIONS)


def test_everything_that_is_promised_is_there() -> None:
    for name in skipbo.__all__:
        assert getattr(skipbo, name) is not None
    assert re.fullmatch(r"\d+\.\d+\.\d+", skipbo.__version__)


def test_classic_for_two_is_what_one_gets_without_saying() -> None:
    game = skipbo.new()
    assert (game.rules.edition, game.rules.players, game.rules.stock) == ("classic", 2, 30)
    assert game.names == ("Player 1", "Player 2")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_a_whole_game_through_the_api(edition: str, players: int) -> None:
    options: dict[str, Any] = {"target": 15} if edition == "dice" else {"stock": 3}
    names = [f"P{seat}" for seat in range(players)]
    game = skipbo.new(edition, players=players, seed=1, names=names, **options)
    bots, rng = [skipbo.bot(name) for name in ("greedy", "random")], random.Random(1)
    while not game.over:
        move = bots[game.seat % 2].choose(game.view(game.seat), game.legal(), rng)
        assert game.play(move) == move
    assert len(game.winners) == 1
    assert not game.blocked
    assert max(game.scores) > 0
    assert len(game.scores) == players
    assert game.legal() == []
    view = game.view(0)
    assert isinstance(view, DiceView if edition == "dice" else CardView)
    assert (view.turn, view.winners) == (None, tuple(game.winners))
    assert view.played == tuple((seat, str(move)) for seat, move in game.moves)
    assert isinstance(game.record(), Record)
    skipbo.verify(game.record().dumps())


def test_errors_have_one_root() -> None:
    for kind in (RulesError, IllegalMove, NotationError, RecordError):
        assert issubclass(kind, SkipboError)
    assert issubclass(SkipboError, ValueError)
    assert issubclass(NotationError, IllegalMove)


# --- Editions and options


@pytest.mark.parametrize("edition", ["chess", "", "Classic", "classic ", None, 5, ["classic"], {}])
def test_an_unknown_edition(edition: Any) -> None:
    for begin in (skipbo.new, skipbo.match):
        with pytest.raises(RulesError) as error:
            begin(edition)
        assert repr(edition) in str(error.value)
        assert all(name in str(error.value) for name in EDITIONS)


@pytest.mark.parametrize(
    ("edition", "options", "named"),
    [
        ("classic", {"players": 1}, "players must be 2 to 6, not 1"),
        ("classic", {"players": 7}, "players must be 2 to 6, not 7"),
        ("dice", {"players": 1}, "players must be 2 to 6, not 1"),
        ("dice", {"players": 7}, "players must be 2 to 6, not 7"),
        ("classic", {"players": "3"}, "players must be 2 to 6, not '3'"),
        ("classic", {"players": 3.0}, "players must be 2 to 6, not 3.0"),
        ("classic", {"players": True}, "players must be 2 to 6, not True"),
        ("classic", {"players": None}, "players must be 2 to 6, not None"),
        ("classic", {"players": 10**30}, "players must be 2 to 6, not 1000"),
        ("deluxe", {"partners": True}, "partners needs 4 or 6 players, not 2"),
        ("deluxe", {"partners": True, "players": 3}, "partners needs 4 or 6 players, not 3"),
        ("deluxe", {"partners": True, "players": 5}, "partners needs 4 or 6 players, not 5"),
        ("deluxe", {"partners": 1, "players": 4}, "partners must be yes or no, not 1"),
        ("deluxe", {"partners": "yes", "players": 4}, "partners must be yes or no, not 'yes'"),
        ("classic", {"stock": 0}, "stock must be 1 to 254, not 0"),
        ("classic", {"stock": -1}, "stock must be 1 to 254, not -1"),
        ("classic", {"stock": 82}, "stock must be 1 to 81, not 82"),
        ("mod", {"stock": 19, "players": 6}, "stock must be 1 to 18, not 19"),
        ("classic", {"stock": 255}, "stock must be 1 to 254, not 255"),
        ("classic", {"short": True, "stock": 30}, "short means a stock of 10"),
        ("classic", {"first": 2}, "first must be 0 to 1 with 2 players"),
        ("classic", {"first": -1}, "first must be 0 to 5, not -1"),
        ("classic", {"refill": "never"}, "refill must be beneath or none, not 'never'"),
        ("classic", {"refill": None}, "refill must be beneath or none, not None"),
        ("classic", {"target": 0}, "target must be 1 to 30000, not 0"),
        ("classic", {"ranks": 2}, "ranks must be 3 to 12, not 2"),
        ("classic", {"ranks": 13}, "ranks must be 3 to 12, not 13"),
        ("classic", {"copies": 0}, "copies must be 1 to 20, not 0"),
        ("classic", {"wilds": -1}, "wilds must be 0 to 100, not -1"),
        ("classic", {"copies": 20, "wilds": 15}, "a deck may hold 254 cards, not 12 x 20"),
        ("classic", {"hand": 1}, "hand must be 2 to 10, not 1"),
        ("classic", {"building": 0}, "building must be 1 to 6, not 0"),
        ("classic", {"building": 7}, "building must be 1 to 6, not 7"),
        ("classic", {"discards": 7}, "discards must be 1 to 6, not 7"),
        ("dice", {"wild_faces": 3}, "wild_faces must be 1 to 2, not 3"),
        ("classic", {"colour": 1}, "classic has no option 'colour'; its options are players,"),
        ("classic", {"wild_faces": 1}, "classic has no option 'wild_faces'"),
        ("classic", {"die": True}, "classic has no option 'die'"),
        ("dice", {"stock": 10}, "dice has no option 'stock'; its options are players, first,"),
        ("dice", {"partners": True, "players": 4}, "dice has no option 'partners'"),
    ],
)
def test_a_bad_option(edition: str, options: dict[str, Any], named: str) -> None:
    """The message names the option and its range."""
    with pytest.raises(RulesError, match=re.escape(named)):
        skipbo.new(edition, **options)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_names_itself_and_its_range(edition: str) -> None:
    for name in next(entry for entry in skipbo.editions() if entry.name == edition).options:
        for bad in ANYTHING:
            with pytest.raises(RulesError) as error:
                skipbo.new(edition, **{name: bad})
            assert str(error.value).startswith(f"{name} must be {OPTIONS[name].range}")


def test_both_ends_of_every_range_are_allowed() -> None:
    assert skipbo.new("classic", stock=81).rules.stock == 81
    assert skipbo.new("classic", stock=1, players=6).rules.stock == 1
    assert skipbo.new("classic", copies=20, wilds=14).rules.cards == 254
    assert skipbo.new("classic", ranks=3, copies=1, wilds=0, stock=1, hand=2).rules.cards == 3
    assert skipbo.new("dice", target=1, wild_faces=1, players=6).rules.target == 1


# --- Names and seats


@pytest.mark.parametrize(
    "names",
    [
        ["Ana"],
        ["Ana", "Ben", "Cem"],
        "AB",
        ["Ana", ""],
        ["Ana", " "],
        ["Ana", " Ben"],
        ["Ana", "Ben "],
        ["Ana", "Be\nn"],
        ["Ana", "Be\u2028n"],
        ["Ana", "Be\tn"],
        ["Ana", "Be\x00n"],
        ["Ana", "x" * 41],
        ["Ana", None],
        ["Ana", 5],
        ["Ana", b"Ben"],
        5,
        object(),
    ],
)
def test_bad_names(names: Any) -> None:
    for begin in (skipbo.new, skipbo.match):
        with pytest.raises(SkipboError, match="name"):
            begin("classic", names=names)


def test_good_names() -> None:
    names = ("Zoë 🂡 : # 1", "x" * 40)
    assert skipbo.new("classic", names=names).names == names
    assert skipbo.new("classic", names=list(names)).names == names


@pytest.mark.parametrize("seat", [-1, 3, 10**30, "0", 0.5, [], object(), True, 1.0])
def test_a_bad_seat(seat: Any) -> None:
    for edition in ("classic", "dice"):
        game = skipbo.new(edition, players=3, seed=1)
        with pytest.raises(SkipboError, match=r"there is no seat .*; seats are 0 to 2"):
            game.view(seat)


def test_an_unknown_bot() -> None:
    for name in ("deep", "", None, ["greedy"]):
        with pytest.raises(SkipboError, match="the bots are random, greedy"):
            skipbo.bot(name)  # type: ignore[arg-type]


# --- Moves that are refused


def unchanged(game: Game, kind: type[Exception], move: Any, words: str) -> None:
    """A refusal of exactly this kind, and nothing has changed."""
    before = state_bytes(game), list(game.events), game.record(secret=True), game.legal()
    with pytest.raises(kind, match=words) as error:
        game.play(move)
    assert type(error.value) is kind
    assert game.why_not(move) == str(error.value)
    after = state_bytes(game), list(game.events), game.record(secret=True), game.legal()
    assert after == before


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("move", NOT_TEXT)
def test_a_move_that_is_no_text(edition: str, move: Any) -> None:
    unchanged(skipbo.new(edition, seed=1), NotationError, move, "a move is a text such as")
    with pytest.raises(NotationError, match="a move is a text such as"):
        Move.parse(move)


BAD_NOTATION = [
    *["", " ", "s", "s>", ">b1", "s>b", "s>b0", "s>b7", "s>d", "s>>b1", "s->b1", "s>b1 s>b2"],
    *["h>b1", "h0>b1", "h13>b1", "h-1>b1", "h1.0>b1", "hX>b1", "hWW>b1", "h01>b1", "h1>b01"],
    *["d0>b1", "d7>b1", "dW>b1", "p>b1", "pd>b1", "pd0>b1", "pd7>b1", "pp>b1", "ph1>b1", "b1>b2"],
    *["die", "die=4", "die=4>b2", "die=4>b2+", "die=0>b1+s", "die=13>b1+s", "die=W>b1+s"],
    *["die=4>d2+h5", "die-discard", "die-discard:s>d1", "die-discard:h1>b1", "die-draw:"],
    *["die-draw:6", "die-draw:-1", "die-draw:10", "die-draw:1.0", "passs", "pass pass"],
    *["place", "place:", "place:0", "place:13", "place:1,,2", "place:1,", "place:1,2,3,4,5,6"],
    *["roll:1", "stop!", "h\u0661>b1", "s>b\u0661", "place:\u0661", "\uff53>b1", "s\u200b>b1"],
    *["s>b1\x00", "\ud800", "undo", "0: s>b1", "line\nbreak", "x" * 100],
]


@pytest.mark.parametrize("text", BAD_NOTATION)
def test_a_move_in_bad_notation(text: str) -> None:
    for edition in ("mod", "dice"):
        unchanged(skipbo.new(edition, seed=1), NotationError, text, "is not a move")
    with pytest.raises(NotationError, match="a move reads like h7>b2"):
        Move.parse(text)


def test_spaces_and_capitals_do_not_matter() -> None:
    for text, move in [
        (" s > b1 ", "s>b1"),
        ("S>B1", "s>b1"),
        ("hw>b1", "hW>b1"),
        ("HW > D2", "hW>d2"),
        ("PASS", "pass"),
        ("Die = 4 > b2 + h5", "die=4>b2+h5"),
        ("Place: 1, 2, w", "place:1,2,W"),
        ("s>b1\n", "s>b1"),
    ]:
        assert Move.parse(text) == move


def test_a_move_of_the_other_family() -> None:
    for move in ("roll", "stop", "place:1,W"):
        unchanged(skipbo.new("classic", seed=1), NotationError, move, "is not a move of cards")
    for move in ("s>b1", "pass", "die-draw:1"):
        unchanged(skipbo.new("dice", seed=1), NotationError, move, "is not a move of dice")


def test_an_illegal_move_says_why() -> None:
    game = skipbo.new("classic", seed=1, discards=3, building=2)
    missing = next(n for n in range(1, 13) if f"h{n}>d1" not in game.legal())
    view = game.view(0)
    assert isinstance(view, CardView)
    top = view.players[0].stock_top
    for move, words in [
        (f"h{missing}>d1", f"there is no {missing} in the hand"),
        (f"h{missing}>b1", f"there is no {missing} in the hand"),
        ("d1>b1", "the discard pile 1 is empty"),
        ("d4>b1", "there are 2 building piles and 3 discard piles"),
        ("s>b3", "there are 2 building piles and 3 discard piles"),
        ("s>d1", "only a card from the hand can be discarded"),
        ("d1>d2", "only a card from the hand can be discarded"),
        ("ps>b1", "there are no partners"),
        ("pd2>b1", "there are no partners"),
        ("pass", "a turn ends with a discard"),
        ("die-draw:1", "classic is played without the die"),
        ("die=1>b1+s", "classic is played without the die"),
    ]:
        unchanged(game, IllegalMove, move, words)
    assert top not in ("1", "W")
    unchanged(game, IllegalMove, "s>b1", f"building pile 1 needs a 1 or a wild, not an? {top}")


def test_an_illegal_move_of_dice_says_why() -> None:
    game = skipbo.new("dice", seed=1)
    for move, words in [
        ("roll", "place at least one die"),
        ("stop", "place at least one die"),
        ("place:9", "the first empty space is 1"),
        ("place:1,1", "the first empty space is 1|no 1 was rolled"),
        ("place:W,W,W,W,W", "no Skip-Bo left"),
    ]:
        unchanged(game, IllegalMove, move, words)
    game.play(game.legal()[0])
    unchanged(game, IllegalMove, "place:2", "roll again or stop")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_move_after_the_end(edition: str) -> None:
    options: dict[str, Any] = {"target": 5} if edition == "dice" else {"stock": 1}
    game = skipbo.new(edition, seed=2, **options)
    play_on(game, 10_000, 1, ("greedy",))
    assert game.over
    moves = ("roll", "stop", "place:1") if edition == "dice" else ("pass", "s>b1", "h1>d1")
    for move in (*moves, game.moves[-1][1]):
        unchanged(game, IllegalMove, move, "the game is over")
    assert game.legal() == []


def test_nothing_to_undo() -> None:
    game = skipbo.new("classic", seed=1)
    with pytest.raises(SkipboError, match="there is no move to undo"):
        game.undo()
    assert not game.can_undo


def test_chance_that_fails_leaves_the_game_as_it_was() -> None:
    """A move is made with all that follows from it, or not at all."""

    class Broken:
        def shuffle(self, event: int, faces: Any) -> list[str]:
            raise OSError("no cards")

        def roll(self, event: int, dice: Any) -> list[str]:
            raise OSError("no dice")

    game = skipbo.new("mod", seed=1)
    chance, game.chance = game.chance, Broken()
    before = state_bytes(game), list(game.events)
    move = next(move for move in game.legal() if re.fullmatch(r"h\w+>d1", move))
    with pytest.raises(OSError, match="no dice"):
        game.play(move)
    assert (state_bytes(game), game.events) == before
    game.chance = chance
    assert game.play(move) == move


# --- Moves as values


def test_every_card_move_prints_and_parses() -> None:
    for code in range(cards.MOVES):
        move = Move.of(code, "cards")
        no_pile = code < cards.PASS and cards.played_onto(code) >= cards.TO_DISCARD + 6
        if no_pile or str(move).startswith("die=0"):  # the die never stands for nothing
            with pytest.raises(NotationError):
                Move.parse(str(move))
            continue
        parsed = Move.parse(str(move))
        assert (parsed, parsed.code, parsed.family) == (move, code, "cards")
    texts = {str(Move.of(code, "cards")) for code in range(cards.MOVES)}
    assert len(texts) == cards.MOVES


@given(faces=st.lists(st.sampled_from([*map(str, range(1, 13)), "W"]), min_size=1, max_size=5))
@settings(STEADY, max_examples=200)
def test_every_dice_move_prints_and_parses(faces: list[str]) -> None:
    text = f"place:{','.join(faces)}"
    move = Move.parse(text)
    assert (str(move), move.family) == (text, "dice")
    assert Move.of(move.code, "dice") == move
    assert dice.FIRST_PLACE < move.code < dice.MOVES


def test_roll_and_stop_print_and_parse() -> None:
    for code, text in ((dice.AGAIN, "roll"), (dice.STOP, "stop")):
        assert Move.parse(text) == Move.of(code, "dice") == text
        assert Move.parse(text).code == code


def test_a_move_is_its_text() -> None:
    move = Move.parse("s>b1")
    assert move == "s>b1"
    assert isinstance(move, str)
    assert hash(move) == hash("s>b1")
    assert {move: 1}["s>b1"] == 1  # type: ignore[index]
    for twin in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert (twin, twin.code, twin.family) == (move, move.code, "cards")


def test_a_move_made_from_a_text_by_hand_can_be_played() -> None:
    """`Move("s>b1")` reads as if it were one; it must not fail in a way of its own."""
    game = skipbo.new("classic", seed=1)
    legal = str(game.legal()[0])
    assert game.why_not(Move(legal)) is None
    assert game.play(Move(legal)) == legal
    with pytest.raises(NotationError, match="is not a move"):
        Move("nonsense")


@pytest.mark.parametrize("family", ["cards", "dice"])
@pytest.mark.parametrize("code", [-1, -(10**9), cards.MOVES, dice.MOVES, 10**30])
def test_a_number_that_is_no_move(family: str, code: int) -> None:
    game = skipbo.new("mod" if family == "cards" else "dice", seed=1)
    if not (family == "dice" and code == cards.MOVES):
        unchanged(game, IllegalMove, Move.of(code, family), "there is no such move")


# --- Records and views, given something else


@pytest.mark.parametrize("text", [*NOT_TEXT, "", "hello", "skipbo record 1"])
def test_what_is_no_record(text: Any) -> None:
    for read in (skipbo.replay, skipbo.verify, Record.loads):
        with pytest.raises(RecordError):
            read(text)


def test_rules_are_values() -> None:
    rules = skipbo.new("classic", players=4).rules
    assert isinstance(rules, Rules)
    assert rules == skipbo.new("classic", players=4, stock=30).rules
    assert rules.but(stock=10) == skipbo.new("classic", players=4, short=True).rules
    with pytest.raises(AttributeError):
        rules.stock = 5  # type: ignore[misc]


@pytest.mark.parametrize("edition", ["classic", "mod", "dice"])
def test_a_game_can_be_pickled_and_played_on(edition: str) -> None:
    game = skipbo.new(edition, seed=2)
    game.play(game.legal()[-1])
    twin = pickle.loads(pickle.dumps(game))
    assert twin.record() == game.record()
    for each in (game, twin):
        each.undo()
        each.play(each.legal()[0])
    assert state_bytes(twin) == state_bytes(game)


def test_an_option_called_like_a_parameter_is_refused_by_name() -> None:
    for option in ("name", "edition"):
        with pytest.raises(RulesError, match=f"has no option '{option}'"):
            skipbo.new("classic", **{option: "x"})  # type: ignore[arg-type]
