"""Reviews: luck and skill add up, mistakes are found, and nobody is judged by hidden cards."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from tests.judges import Fickle
from tests.strategies import EDITIONS, STEADY, all_rules, new_game, play_on, positions
from tests.test_table_records import eventful

import skipbo
from skipbo.bots import bot
from skipbo.bots.imagine import imagine
from skipbo.cli import main
from skipbo.review import Luck, Review, review
from skipbo.rules.editions import configure
from skipbo.table.game import Game, Shuffle
from skipbo.table.record import Record
from skipbo.terminal import curve

Capture = pytest.CaptureFixture[str]


def fickle(game: Game) -> Review:
    return review(game, Fickle(game.rules))


def read(game: Game) -> Record:
    return Record.loads(game.record().dumps())


# --- Luck and skill


def check_sums(reviewed: Review) -> None:
    """What must hold of every review."""
    for shares in reviewed.curve:
        assert sum(shares) == pytest.approx(1)
    for side in range(reviewed.rules.sides):
        split = reviewed.split(side)
        total = split.start + split.own + split.others + split.luck
        assert total == pytest.approx(split.result, abs=1e-9)
        assert split.start == reviewed.curve[0][side]
        assert split.result == reviewed.end[side]
        assert split.own <= 0
        assert sum(split.by_luck.values()) == pytest.approx(split.luck)
    for made, following in zip(reviewed.decisions, reviewed.curve[1:], strict=True):
        side = reviewed.rules.side(made.seat)
        assert made.cost == made.before[side] - made.after[side]
        assert made.cost > 0 or (made.cost == 0 and made.best == made.move)
        if made.luck is None:
            assert made.after == following


@pytest.mark.parametrize("edition", EDITIONS)
def test_luck_and_mistakes_add_up_to_the_result(edition: str) -> None:
    @settings(STEADY, max_examples=12)
    @given(positions(all_rules(edition), longest=60))
    def holds(game: Game) -> None:
        reviewed = fickle(game)
        check_sums(reviewed)
        made = [(decision.seat, decision.move) for decision in reviewed.decisions]
        assert made == game.moves
        assert [decision.step for decision in reviewed.decisions] == list(range(len(made)))

    holds()


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", {"stock": 2}),
        ("deluxe", {"stock": 2, "players": 3}),
        ("mod", {"stock": 2, "players": 4, "partners": True}),
        ("dice", {"target": 20}),
    ],
)
def test_a_whole_game_ends_with_its_result(edition: str, options: dict[str, Any]) -> None:
    game = new_game(configure(edition, **options), 5)
    play_on(game, 10_000, 1, ("greedy",))
    assert game.winners
    reviewed = fickle(game)
    check_sums(reviewed)
    assert reviewed.over
    won = {game.rules.side(seat) for seat in game.winners}
    assert [side for side, share in enumerate(reviewed.end) if share == 1] == list(won)
    kinds = {Luck.DICE} if edition == "dice" else {Luck.STOCK, Luck.DRAW}
    assert {decision.luck for decision in reviewed.decisions} - {None} == kinds
    assert reviewed.decisions[-1].luck is None  # who plays the last card knows what comes of it


def test_a_blocked_game_is_shared() -> None:
    game = skipbo.new("classic", seed=1, stock=3, ranks=3, copies=3, wilds=0, refill="none")
    play_on(game, 10_000, 1, ("miser",))
    assert game.blocked
    reviewed = fickle(game)
    assert reviewed.blocked
    assert reviewed.end == (0.5, 0.5)
    check_sums(reviewed)


@pytest.mark.parametrize("edition", ["deluxe", "mod"])
def test_slips_and_calls_are_nobodys_decision(edition: str) -> None:
    game = eventful(edition)
    assert game.over
    reviewed = fickle(game)
    check_sums(reviewed)
    acts = {"take", "draw", "call", "talk"}
    assert acts & {move for _, move in game.moves}
    assert not acts & {decision.move for decision in reviewed.decisions}
    assert all(game.moves[made.step] == (made.seat, made.move) for made in reviewed.decisions)
    assert Luck.TABLE in reviewed.split(0).by_luck


@pytest.mark.parametrize("moves", [0, 1, 17])
def test_a_game_that_is_not_over_is_reviewed_up_to_where_it_stands(moves: int) -> None:
    game = skipbo.new("classic", seed=4, stock=5)
    play_on(game, moves, 1)
    reviewed = fickle(game)
    assert not reviewed.over
    assert len(reviewed.decisions) == moves
    check_sums(reviewed)
    assert reviewed.end == Fickle(game.rules).best(imagine(game.view(game.seat))).shares


# --- What is seen, and what is not


def exchanges(record: Record, count: int) -> Iterator[Record]:
    """The same record with two different cards of the deal in each other's place."""
    rng = random.Random(1)
    deal = record.events[0]
    assert isinstance(deal, Shuffle)
    while count:
        i, j = rng.sample(range(len(deal.faces)), 2)
        faces = list(deal.faces)
        faces[i], faces[j] = faces[j], faces[i]
        if faces[i] != faces[j]:
            count -= 1
            yield replace(record, events=(Shuffle(tuple(faces)), *record.events[1:]), seed=None)


def test_a_decision_is_judged_by_what_its_seat_saw() -> None:
    game = skipbo.new("classic", seed=3, stock=5)
    seat, seen = game.seat, game.view(game.seat)
    game.play(next(move for move in game.legal() if ">d" in move))
    known = review(read(game), Fickle(game.rules)).decisions[0]
    hidden = shown = other_ends = 0
    for changed in exchanges(read(game), 60):
        begun = skipbo.replay(replace(changed, events=changed.events[:1]).dumps())
        assert isinstance(begun, Game)
        if begun.view(seat) == seen:
            hidden += 1
            reviewed = review(changed, Fickle(game.rules))
            assert reviewed.decisions[0] == known
            other_ends += reviewed.end != fickle(game).end
        else:
            shown += 1
    assert hidden > 10
    assert shown
    assert other_ends  # what the next seat drew is its luck


# --- With who judges in earnest


def near_the_end(seed: int) -> Game:
    """A game in which the last stock card of the seat on turn can be played."""
    game = skipbo.new("classic", seed=seed, stock=1)
    while not {"s>b1", "s>b2"} & set(game.legal()):
        game.play(bot("greedy").choose(game.view(game.seat), game.legal(), random.Random(1)))
    return game


def test_a_win_that_was_not_seen_is_the_costliest_move() -> None:
    game = near_the_end(2)
    loser = game.seat
    game.play(next(move for move in game.legal() if ">d" in move))
    blunder = review(game).costliest(1)[0]
    assert blunder.step == len(game.moves) - 1
    assert blunder.seat == loser
    assert blunder.best.startswith("s>b")
    assert blunder.before[loser] == pytest.approx(1)
    assert blunder.cost > 0.02


def test_dice_of_three_cannot_be_reviewed() -> None:
    with pytest.raises(skipbo.SkipboError, match="two"):
        review(skipbo.new("dice", players=3, seed=1))


# --- The command


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A whole game on disk, and a judge who is quick."""
    monkeypatch.setattr("skipbo.review.reviewed._judge", Fickle)
    return written(tmp_path / "game.txt", skipbo.new("classic", seed=3, stock=4, names=NAMES))


NAMES = ["Ana", "Ben"]


def written(path: Path, game: Game) -> Path:
    play_on(game, 10_000, 1, ("greedy",))
    path.write_text(game.record().dumps())
    return path


def printed(capsys: Capture, *command: str) -> str:
    assert main(["review", *command]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def test_the_command_tells_it_all(record: Path, capsys: Capture) -> None:
    told = printed(capsys, str(record), "--moves", "3")
    assert "Skip-Bo: Ana against Ben" in told
    assert told.count("Better: ") == 3
    worst = fickle_record(record).costliest(3)
    assert all(f"{-100 * made.cost:+.1f}" in told for made in worst)
    split = fickle_record(record).split(0)
    assert f"{100 * split.luck:+.1f}" in told
    assert "█" not in told  # this is no terminal
    assert "##" in told
    assert "Better" not in printed(capsys, str(record), "--moves", "0")


@pytest.mark.parametrize(("players", "told"), [(2, "You have won!"), (4, "You and Cid have won!")])
def test_a_person_without_a_name_is_spoken_to(
    tmp_path: Path, record: Path, capsys: Capture, players: int, told: str
) -> None:
    names = ["Ana", "Ben", "Cid", "Dan"][:players]
    options: dict[str, Any] = {"players": players, "partners": players == 4, "stock": 2}
    game = skipbo.new("classic", seed=3, names=names, **options)
    written(tmp_path / "first.txt", game)
    winner = game.winners[0]
    names[winner] = "You"
    if players == 4:
        names[(winner + 2) % 4] = "Cid"
    again = written(tmp_path / "again.txt", skipbo.new("classic", seed=3, names=names, **options))
    assert told in printed(capsys, str(again))


def fickle_record(path: Path) -> Review:
    loaded = Record.loads(path.read_text())
    return review(loaded, Fickle(loaded.rules))


def test_the_command_speaks_spanish(record: Path, capsys: Capture) -> None:
    told = printed(capsys, str(record), "--lang", "es")
    assert "Ana contra Ben" in told
    assert "Mejor: " in told
    assert "Better" not in told
    assert "Better: " in printed(capsys, str(record))  # and English again


def test_the_command_as_json(record: Path, capsys: Capture) -> None:
    told = json.loads(printed(capsys, str(record), "--json"))
    assert told["curve"][-1] in ([1, 0], [0, 1])
    assert len(told["curve"]) == len(told["decisions"]) + 1
    for side in told["sides"]:
        parts = side["start"] + side["own"] + side["others"] + side["luck"]
        assert parts == pytest.approx(side["result"])


def test_a_game_of_a_match_is_chosen(tmp_path: Path, record: Path, capsys: Capture) -> None:
    match = skipbo.match("classic", seed=2, stock=2, target=60)
    while not match.over:
        play_on(match.game, 10_000, 1, ("greedy",))
        if not match.over:
            match.next()
    assert len(match.games) > 1
    path = tmp_path / "match.txt"
    path.write_text(match.record().dumps())
    first, last = (json.loads(printed(capsys, str(path), *way, "--json")) for way in GAMES)
    made = [[decision["move"] for decision in told["decisions"]] for told in (first, last)]
    assert made == [[move for _, move in match.games[i].moves] for i in (0, -1)]


GAMES = (("--game", "1"), ())


def test_the_plot_is_drawn(record: Path, capsys: Capture) -> None:
    plot = record.with_suffix(".svg")
    printed(capsys, str(record), "--plot", str(plot))
    drawn = plot.read_text()
    assert "Chances to win" in drawn
    assert str(fickle_record(record).costliest(1)[0].best).replace(">", "&gt;") in drawn


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["nothing.txt"], "nothing.txt: No such file"),
        (["{record}", "--moves", "-1"], "--moves is 0 or more, not -1"),
        (["{record}", "--game", "2"], "there is no game 2: this is the record of a single one"),
        (["{record}", "--lang", "xx"], "invalid choice: 'xx'"),
        (["{record}", "--plot", "game.doc"], "a plot must end in .svg, .png or .pdf"),
    ],
)
def test_what_the_command_refuses(
    options: list[str], told: str, record: Path, capsys: Capture
) -> None:
    assert main(["review", *(option.format(record=record) for option in options)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert told in said.err


# --- The picture


def test_the_picture_shows_whose_share_it_is() -> None:
    rows = [line.plain[curve.LEFT :] for line in curve.picture([(0.2, 0.8), (1.0, 0.0)], 8, True)]
    assert ["".join(column) for column in zip(*rows, strict=True)] == ["........##", "##########"]


def test_the_picture_in_colours_has_eighths() -> None:
    rows = curve.picture([(0.25, 0.75), (0.25, 0.75)], 8, plain=False)
    assert "".join(row.plain[-1] for row in rows) == "███████▄██"


def test_marks_do_not_cover_each_other() -> None:
    assert curve.marks([5, 5, 5], 11, curve.LEFT + 11).plain.strip() in ("213", "312")


def test_a_review_is_the_same_of_a_game_and_of_its_record(record: Path) -> None:
    game = skipbo.replay(record.read_text())
    assert isinstance(game, Game)
    assert fickle(game) == fickle_record(record)
