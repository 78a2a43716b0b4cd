"""Bots against each other: even blocks, the same games everywhere, leagues."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.contests import contest_of, every_table, outcome

from skipbo.arena import slices
from skipbo.arena.blocks import Compiled
from skipbo.arena.compete import compete
from skipbo.arena.contest import labels, lineups
from skipbo.arena.ratings import Sprt
from skipbo.arena.simulate import runner
from skipbo.arena.table import Table
from skipbo.bots import native
from skipbo.machine.runs import Run
from skipbo.rules.editions import configure

Patch = pytest.MonkeyPatch

pytestmark = pytest.mark.usefixtures("elsewhere")


# --- Blocks


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({"players": 2}, "AB BA"),
        ({"players": 3}, "ABA BAA AAB BAB ABB BBA"),
        ({"players": 4}, "ABAB BABA"),
        ({"players": 4, "partners": True}, "ABAB BABA"),
        ({"players": 6}, "ABABAB BABABA"),
        ({"players": 6, "partners": True}, "ABAABA BAABAA AABAAB BABBAB ABBABB BBABBA"),
    ],
)
def test_the_seatings_of_a_block(options: dict[str, Any], games: str) -> None:
    told = [
        "".join("AB"[bot] for bot in lineup) for lineup in lineups(configure("classic", **options))
    ]
    assert told == games.split()


def test_five_players_have_every_rotation_twice() -> None:
    assert len(set(lineups(configure("classic", players=5)))) == 10


@every_table
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_bot_is_exactly_even_with_itself_in_every_block(
    bot: str, edition: str, options: dict[str, Any]
) -> None:
    contest = contest_of(edition, bot, bot, **options)
    result = compete(contest, 12)
    assert result.points.tolist() == [[contest.most // 2]] * 12
    assert result.score == 0.5
    assert result.elo == 0
    assert result.interval == [0, 0]


@every_table
def test_the_better_bot_scores_more(edition: str, options: dict[str, Any]) -> None:
    result = compete(contest_of(edition, "random", "greedy", **options), 30)
    assert result.score < 0.5
    assert result.blocks == 30
    assert result.games == 30 * len(lineups(configure(edition, **options)))


@every_table
def test_a_table_plays_the_compiled_games(edition: str, options: dict[str, Any]) -> None:
    contest = contest_of(edition, "greedy", "random", seed=4, limit=300, **options)
    rules = contest.rules
    at_table = Table(contest)
    rows = tuple(native.player(name, rules) for name in contest.bots)
    compiled = runner(rules, "cpu", native.modules(rows, rules))
    for lineup in contest.lineups[:2]:
        run = Run(rules, tuple(rows[bot] for bot in lineup), 4, 300)
        for number in range(4, 6):
            story = at_table.game(lineup, number)
            played = compiled.play(run, number, 1)
            assert (len(story.moves), story.winner) == (played.moves, played.winners()[0])
    assert at_table.play((0, 1), 3, 2) == Compiled(contest).play((0, 1), 3, 2)


def test_unfinished_games_are_half_won() -> None:
    result = compete(contest_of("classic", "greedy", "random", limit=5), 3)
    assert (result.score, result.unfinished, result.blocked) == (0.5, 6, 0)


def test_blocked_games_are_half_won() -> None:
    result = compete(contest_of("classic", "random", "random", players=6, stock=20), 3)
    assert result.score == 0.5
    assert 0 < result.blocked + result.unfinished <= result.games


def test_labels_tell_namesakes_apart() -> None:
    assert labels(["a", "b", "a", "a"]) == ["a", "b", "a (2)", "a (3)"]


# --- However the work is done


@pytest.mark.parametrize("seconds", [1e-9, 0.1])
def test_workers_change_nothing(seconds: float, monkeypatch: Patch) -> None:
    contest = contest_of("classic", "greedy", "random", "greedy", short=True)
    expected = outcome(compete(contest, 40, workers=1))
    monkeypatch.setattr(slices, "SLICE_SECONDS", seconds)
    assert outcome(compete(contest, 40, workers=3)) == expected


def test_workers_at_tables_change_nothing(tmp_path: Path) -> None:
    contest = contest_of("dice", "greedy", "random", players=3)
    expected = outcome(compete(contest, 6))
    assert outcome(compete(contest, 6, workers=3, records=tmp_path)) == expected


def test_a_sequential_test_stops_at_the_same_block(monkeypatch: Patch) -> None:
    contest = contest_of("dice", "greedy", "random")
    expected = outcome(compete(contest, 5000, sprt=Sprt(0, 100), workers=1))
    assert expected["sprt"]["verdict"] == "H1"
    assert 5 < expected["blocks"] < 500
    assert sum(expected["counts"]) == expected["blocks"]
    for seconds in (1e-9, 0.001):
        monkeypatch.setattr(slices, "SLICE_SECONDS", seconds)
        assert outcome(compete(contest, 5000, sprt=Sprt(0, 100), workers=2)) == expected


def test_a_sequential_test_finds_nothing_between_equals() -> None:
    result = compete(contest_of("dice", "greedy", "greedy"), 5000, sprt=Sprt())
    assert result.sprt
    assert result.sprt["verdict"] == "H0"
    assert result.blocks < 200


def test_a_sequential_test_that_stays_open() -> None:
    result = compete(contest_of("dice", "greedy", "random"), 3, sprt=Sprt())
    assert result.sprt
    assert result.sprt["verdict"] is None
    assert result.blocks == 3


# --- A league


def test_a_league_has_a_matrix_and_a_ranking() -> None:
    contest = contest_of("dice", "random", "greedy", "random")
    result = compete(contest, 50)
    assert result.games == 50 * 2 * 3
    assert result.matrix[0][2] == result.matrix[2][0] == 0.5
    assert result.matrix[0][0] is None
    assert result.matrix[0][1] + result.matrix[1][0] == 1  # type: ignore[operator]
    assert result.ranking == [1, 0, 2]
    assert sum(result.elo) == pytest.approx(0)
    assert sum(result.score) == pytest.approx(1.5)
    for elo, (low, high) in zip(result.elo, result.interval, strict=True):
        assert low <= elo <= high
    assert result.counts[0][1] == result.counts[1][0][::-1]
    json.dumps(result.json(), allow_nan=False)


def test_a_pair_in_a_league_is_the_pair_alone() -> None:
    pair = compete(contest_of("dice", "greedy", "random"), 20)
    three = compete(contest_of("dice", "random", "greedy", "random"), 20)
    assert three.matrix[1][0] == pair.score


def test_who_wins_everything_has_no_finite_elo() -> None:
    result = compete(contest_of("classic", "greedy", "random"), 3)
    assert (result.score, result.elo) == (1.0, None)
    low, high = result.interval
    assert low < 0  # three blocks prove little
    assert high is None
