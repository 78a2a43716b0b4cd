"""Table mode as text, both ways, and the bots that err in it."""

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from tests.strategies import CARD_EDITIONS
from tests.tables import manners, referee, standing, table_options

import skipbo
from skipbo import RecordError
from skipbo.bots.slips import tempted, to_call
from skipbo.table.game import Game
from skipbo.table.match import Match
from skipbo.table.record import Record, ruling_text
from skipbo.table.view import CardView, loads

editions = pytest.mark.parametrize("edition", CARD_EDITIONS)


# --- Records


def eventful(edition: str = "deluxe", moves: int = 10_000, seed: int = 1, **options: Any) -> Game:
    """A game with every slip, up to that many steps of it."""
    options = {"players": 4, "partners": True, "stock": 2, "hand": 3, **options}
    game = skipbo.new(edition, seed=seed, **table_options(edition), **options)
    rng = random.Random(seed)
    for _ in range(moves):
        if game.over:
            break
        seat = rng.randrange(game.rules.players)
        slips = [*game.slips(seat), *(["talk"] if game.why_not("talk", seat) is None else [])]
        if slips and rng.random() < 0.25:
            game.play(rng.choice(slips), seat)
        else:
            builds = [move for move in game.legal() if ">b" in move]
            game.play(rng.choice(builds or game.legal()))
    return game


KINDS = {
    "overdraw", "out-of-turn", "undone", "stands", "no-draw", "two-cards", "wrong-call", "late-call"
}  # fmt: skip


@editions
def test_a_record_replays_to_the_same_game(edition: str) -> None:
    kinds = set()
    for seed in range(3):
        game = eventful(edition, seed=seed)
        assert game.over
        text = game.record().dumps()
        assert Record.loads(text) == game.record()
        assert Record.loads(text).dumps() == text
        again = skipbo.replay(text)
        assert isinstance(again, Game)
        assert standing(again) == standing(game)
        assert again.view(None) == game.view(None)
        skipbo.verify(text)
        kinds |= {ruling.kind for ruling in manners(game).rulings}
    assert kinds >= KINDS - {"two-cards"}


def test_a_game_in_the_middle_of_a_slip_is_resumed() -> None:
    game = skipbo.new("mod", players=3, seed=4, enforcement="table")
    game.play("draw", 1)
    game.play("take", 1)
    again = skipbo.replay(game.record(secret=True).dumps())
    assert isinstance(again, Game)
    assert standing(again) == standing(game)
    for resumed in (game, again):
        resumed.play("call", 2)
        resumed.play("draw", 0)
        resumed.play("take", 0)
    assert standing(again) == standing(game)
    assert again.record(secret=True) == game.record(secret=True)


def told_game() -> Game:
    """Seat 1 takes a card too many out of turn and is called; then its partner talks."""
    game = skipbo.new("deluxe", players=4, partners=True, stock=5, seed=2, enforcement="table")
    for seat, moves in ((1, "draw take"), (0, "call draw take"), (2, "talk"), (3, "call call")):
        for move in moves.split():
            game.play(move, seat)
    game.play(next(move for move in game.legal() if ">d" in move))
    return game


TOLD = told_game().record(secret=True).dumps().splitlines()


def line_of(start: str, nth: int = 0) -> int:
    """The number of the nth line that begins so."""
    return [number for number, line in enumerate(TOLD, 1) if line.startswith(start)][nth]


def refused(number: int, new: list[str], why: str, at: int | None = None) -> None:
    """With other lines in place of that one, the record is refused, and the line is named."""
    skipbo.verify("\n".join(TOLD))
    text = "\n".join([*TOLD[: number - 1], *new, *TOLD[number:]])
    for read in (skipbo.replay, skipbo.verify):
        with pytest.raises(RecordError, match=why) as error:
            read(text)
        assert error.value.line == (number if at is None else at)


RULED = [line for line in TOLD if line.startswith("ruling: ")]


def test_the_record_in_question_has_all_of_it() -> None:
    assert [line.removeprefix("ruling: ") for line in RULED] == [
        "out-of-turn seat=1 other=0",
        "overdraw seat=1 count=1",
        "undone seat=1 other=0",
        "overdraw seat=0 count=1",
        "two-cards seat=2 other=3 count=2",
        "late-call seat=3",
        "no-draw seat=1",
    ]
    assert len([line for line in TOLD if line.startswith("stock ")]) == 2


@pytest.mark.parametrize("line", RULED)
def test_a_missing_ruling_is_noticed(line: str) -> None:
    number = line_of(line)
    last = number == len(TOLD) - 1  # the seed comes after it
    followed = TOLD[number].startswith(("stock", "roll", "ruling"))
    refused(number, [], "ruling", at=number if followed and not last else number - 1)


@pytest.mark.parametrize("line", RULED)
def test_a_changed_ruling_is_noticed(line: str) -> None:
    number = line_of(line)
    kind = "late-call" if "late-call" not in line else "wrong-call"
    for other in (f"{kind} seat=0", f"{line.split(': ')[1].split(' ')[0]} seat=3 other=2 count=9"):
        refused(number, [f"ruling: {other}"], f"the record says ruling: {other}, but there follows")


@pytest.mark.parametrize("line", RULED)
def test_a_doubled_ruling_is_noticed(line: str) -> None:
    refused(line_of(line), [line, line], "the record says", at=line_of(line) + 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "late-call",
        "late-call seat=6",
        "late-call seat=-1",
        "late-call seat=01",
        "late-call  seat=1",
        "wrong-call seat=1 count=x",
        "wrong-call seat=1 count=0",
        "wrong-call seat=1 count=\u0661",
        "sorry seat=1",
    ],
)
def test_what_is_no_ruling_is_refused(text: str) -> None:
    refused(line_of("ruling: "), [f"ruling: {text}"], "a ruling reads like")


def test_a_ruling_too_early() -> None:
    number = line_of("shuffle: ")
    refused(number, [TOLD[number - 1], "ruling: late-call seat=1"], "nothing", at=number + 1)


@pytest.mark.parametrize("nth", [0, 1])
def test_a_stock_that_was_shuffled_is_no_other_and_no_draw_pile(nth: int) -> None:
    number = line_of("stock ", nth)
    key, faces = TOLD[number - 1].split(": ")
    refused(number, [f"shuffle: {faces}"], f"says a shuffle, but there follows a shuffle of {key}")
    refused(number, [f"stock 3: {faces}"], f"stock 3, but there follows a shuffle of {key}")
    refused(number, [], "shuffle is missing|record says", at=number)
    refused(number, [f"{key}: {faces} W"], "not among them 1 x 'W'")


def test_a_stock_that_the_seed_does_not_give() -> None:
    number = line_of("stock ")
    key, faces = TOLD[number - 1].split(": ")
    reordered = f"{key}: {' '.join(sorted(faces.split()))}"
    assert reordered != TOLD[number - 1]
    text = "\n".join([*TOLD[: number - 1], reordered, *TOLD[number:]])
    skipbo.replay(text)  # without the seed nobody could tell
    with pytest.raises(RecordError, match="this is not what the seed gives") as error:
        skipbo.verify(text)
    assert error.value.line == number


def test_a_take_too_many_without_its_ruling() -> None:
    last = len(TOLD) - 1
    refused(last, [TOLD[last - 1], "0: take"], "shuffle|ruling|ends", at=last + 1)


@pytest.mark.parametrize("act", ["take", "call", "talk", "h1>d1"])
def test_a_seat_that_does_not_exist_in_a_record(act: str) -> None:
    last = len(TOLD) - 1
    for seat in (4, 5):
        refused(last, [TOLD[last - 1], f"{seat}: {act}"], f"no seat {seat}", at=last + 1)


def test_an_act_that_is_not_possible_names_its_line() -> None:
    last = len(TOLD) - 1
    for act, why in [("0: talk", "only the partner"), ("1: draw", "no card is due")]:
        refused(last, [TOLD[last - 1], act], why, at=last + 1)


def test_a_strict_record_has_no_acts() -> None:
    game = skipbo.new("deluxe", seed=1)
    text = game.record(secret=True).dumps()
    head, seed = text.split("seed: ")
    for line, why in [("0: take", "table mode"), ("1: h1>d1", "it is seat 0's turn")]:
        with pytest.raises(RecordError, match=why):
            skipbo.replay(f"{head}{line}\nseed: {seed}")


def test_lines_deleted_doubled_or_exchanged_never_do_harm() -> None:
    """Whatever is damaged: the record is refused, or it is another true record."""
    for i, line in enumerate(TOLD):
        for new in ([], [line, line], [TOLD[(i + 1) % len(TOLD)], line], [line[:-1]], [line + "1"]):
            text = "\n".join([*TOLD[:i], *new, *TOLD[i + 1 :]])
            with suppress(RecordError):
                game = skipbo.replay(text)
                assert isinstance(game, Game)
                again = skipbo.replay(game.record(secret=True).dumps())
                assert isinstance(again, Game)
                assert standing(again) == standing(game)


@editions
def test_a_match_in_table_mode_round_trips(edition: str) -> None:
    options = table_options(edition)
    match = skipbo.match(edition, players=2, stock=1, hand=3, target=60, seed=5, **options)
    rng = random.Random(5)
    while not match.over:
        game = match.next() if match.game.over else match.game
        while not game.over:
            slips = game.slips(rng.randrange(2)) if rng.random() < 0.2 else []
            seat = next((s for s in range(2) if slips and game.slips(s) == slips), game.seat)
            builds = [move for move in game.legal() if ">b" in move]
            game.play(rng.choice(slips or builds or game.legal()), seat)
    text = match.record().dumps()
    again = skipbo.replay(text)
    assert isinstance(again, Match)
    assert again.record().dumps() == text
    assert again.scores == match.scores
    assert any(manners(game).rulings for game in match.games)
    skipbo.verify(text)


def test_a_view_in_table_mode_reads_back() -> None:
    game = told_game()
    for seat in (0, 1, 2, 3, None):
        view = game.view(seat)
        assert loads(view.dumps()) == view


def test_the_rulings_in_a_view_are_those_of_the_record() -> None:
    said = [ruling_text(ruling) for ruling in manners(told_game()).rulings]
    assert [f"ruling: {text}" for text in said] == RULED


# --- Bots that err and notice


def view_of(game: Game, seat: int | None) -> CardView:
    view = game.view(seat)
    assert isinstance(view, CardView)
    return view


def can_do(game: Game, seat: int) -> list[str]:
    """What a host would offer: slips, and to talk."""
    return [*game.slips(seat), *(["talk"] if game.why_not("talk", seat) is None else [])]


def tempted_game(seed: int) -> Counter[str]:
    """What bots that err and notice do in a game."""
    rng, found = random.Random(seed), Counter[str]()
    game = skipbo.new("deluxe", players=4, partners=True, stock=4, seed=seed, enforcement="table")
    while not game.over:
        for seat in range(4):
            can = can_do(game, seat)
            act = tempted(view_of(game, seat), can, rng)
            if act is not None:
                assert act in can
                found["right call" if to_call(view_of(game, seat)) else act] += 1
                game.play(act, seat)
        builds = [move for move in game.legal() if ">b" in move]
        if not game.over:
            game.play(rng.choice(builds or game.legal()))
    return found


def test_bots_do_every_slip_now_and_then_and_call_it() -> None:
    found: Counter[str] = Counter()
    for seed in range(12):
        found += tempted_game(seed)
    assert set(found) == {"take", "draw", "talk", "call", "right call"}


def test_bots_are_tempted_by_nothing_that_they_cannot_do() -> None:
    view = view_of(told_game(), 1)
    for act in ("take", "draw", "talk", "call"):
        done = {tempted(view, [act], random.Random(seed)) for seed in range(400)}
        assert done <= {act, None}
    assert {tempted(view, [], random.Random(seed)) for seed in range(50)} == {None}


def test_bots_never_take_a_card_too_many_but_when_the_hand_was_just_filled() -> None:
    game = skipbo.new("deluxe", players=2, seed=1, enforcement="table")
    rng = random.Random(1)
    assert {tempted(view_of(game, 0), ["take"], rng) for _ in range(300)} == {None}
    game.play("draw")
    assert {tempted(view_of(game, 0), ["take"], rng) for _ in range(300)} == {None, "take"}
    assert {tempted(view_of(game, 1), ["take"], rng) for _ in range(300)} == {None}
    game.play(game.legal()[0])
    assert {tempted(view_of(game, 0), ["take"], rng) for _ in range(300)} == {None}


def test_t2_t3_bots_notice_only_what_is_there_and_theirs_to_call() -> None:
    game = skipbo.new("deluxe", players=4, partners=True, seed=1, enforcement="table")

    def who_sees() -> list[int]:
        return [seat for seat in range(4) if to_call(view_of(game, seat))]

    assert who_sees() == []
    game.play("talk", 2)
    assert who_sees() == [1, 3]
    game.play("draw", 3)
    assert who_sees() == [0, 1, 2]
    game.play("call", 1)
    assert who_sees() == [1, 3]
    game.play("call", 3)
    assert who_sees() == []
    assert not to_call(view_of(game, None))
    assert not to_call(view_of(skipbo.new("deluxe", seed=1), 0))


def test_bots_notice_far_more_often_than_they_call_wrongly() -> None:
    game = skipbo.new("deluxe", players=3, seed=1, enforcement="table")
    rng = random.Random(2)

    def calls(seat: int) -> int:
        return sum(tempted(view_of(game, seat), ["call"], rng) == "call" for _ in range(1000))

    assert calls(2) < 20
    game.play("draw", 1)
    assert 300 < calls(2) < 500
    assert calls(1) < 20  # the offender does not call itself


def test_the_memory_of_a_referee_is_copied_whole() -> None:
    memory = referee(told_game()).memory
    again = memory.copy()
    assert again == memory
    again.no_draw[0] = again.wrong[0] = again.calls_from[0] = True
    assert memory.no_draw[0] is False
    assert memory.wrong[0] == memory.calls_from[0] == 0
