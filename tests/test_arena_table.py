"""Blocks at a table: bots that can fail, and the records of games."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.contests import Crash, contest_of, crash_after, every_table, outcome

import skipbo
from skipbo.arena import table
from skipbo.arena.compete import compete
from skipbo.arena.contest import Contest
from skipbo.arena.journal import Journal
from skipbo.arena.table import Table, record
from skipbo.cli import main
from skipbo.errors import BotFailed
from skipbo.table.notation import Move
from skipbo.table.view import View

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

pytestmark = pytest.mark.usefixtures("elsewhere")


# --- Guests: bots that can fail


class Guest:
    """A bot that plays the first legal move, as long as it plays."""

    def __init__(self) -> None:
        self.asked = 0

    def new_game(self, seat: int) -> None:
        pass

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        self.asked += 1
        return legal[0]

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


class Chancy(Guest):
    """Any legal move; and it checks what it is shown."""

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        assert view.seat == view.turn
        return rng.choice(legal)


class Crashing(Guest):
    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        raise ZeroDivisionError("division\nby zero")


class Hanging(Guest):
    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        raise BotFailed("gave no answer within 5 s")


class Illegal(Guest):
    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        return Move("pass")


class Nonsense(Guest):
    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        return 7  # type: ignore[return-value]


class Chatty(Guest):
    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        return "I pass"  # type: ignore[return-value]


class Foreign(Guest):
    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        return Move("roll")


class Unwilling(Guest):
    def new_game(self, seat: int) -> None:
        raise OSError("no")


class Once(Guest):
    """Fails in its first game only if it is not started anew."""

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        super().choose(view, legal, rng)
        if self.asked > 5:
            raise BotFailed("is tired")
        return legal[0]


GUESTS = {
    kind.__name__.lower(): kind
    for kind in (
        Guest,
        Chancy,
        Crashing,
        Hanging,
        Illegal,
        Nonsense,
        Chatty,
        Foreign,
        Unwilling,
        Once,
    )
}


@pytest.fixture
def seats(monkeypatch: Patch) -> list[Guest]:
    """Guests in the place of programs; those that were seated."""
    seated: list[Guest] = []

    def start(contest: Contest, bot: int) -> Guest:
        seated.append(GUESTS[contest.bots[bot]]())
        return seated[-1]

    monkeypatch.setattr("skipbo.arena.table.start", start)
    monkeypatch.setattr("skipbo.arena.compete.start", start)
    return seated


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("crashing", "crashed: ZeroDivisionError: division by zero"),
        ("hanging", "gave no answer within 5 s"),
        ("illegal", "gave no legal move: pass: a turn ends with a discard"),
        ("nonsense", "gave no legal move: a move is a text such as h7>b2, not 7"),
        ("chatty", "gave no legal move: 'I pass' is not a move"),
        ("foreign", "gave no legal move: roll is not a move of cards; try h7>b2"),
        ("unwilling", "crashed: OSError: no"),
    ],
)
@pytest.mark.usefixtures("seats")
def test_a_bot_that_fails_loses_and_the_arena_goes_on(bot: str, reason: str) -> None:
    for bots, score in ((("greedy", bot), 1.0), ((bot, "greedy"), 0.0)):
        result = compete(contest_of("classic", *bots, short=True), 3)
        assert result.score == score
        assert result.games == sum(failure["games"] for failure in result.failures) == 6
        assert {failure["bot"] for failure in result.failures} == {bot}
        assert reason in result.failures[0]["reason"]
        assert result.blocked == result.unfinished == 0


def test_a_bot_that_failed_is_started_anew(seats: list[Guest]) -> None:
    result = compete(contest_of("classic", "greedy", "once", short=True), 2, workers=1)
    assert result.failures == [{"bot": "once", "reason": "is tired", "games": 4}]
    assert [guest.asked for guest in seats] == [0, 6, 6, 6, 6]


@every_table
@pytest.mark.usefixtures("seats")
def test_guests_that_are_alike_are_even_too(edition: str, options: dict[str, Any]) -> None:
    for bot in ("guest", "chancy"):
        contest = contest_of(edition, bot, bot, limit=150, **options)
        result = compete(contest, 1)
        assert result.points.tolist() == [[contest.most // 2]]
        assert result.failures == []


@pytest.mark.usefixtures("seats")
def test_failures_survive_a_resumed_contest(tmp_path: Path) -> None:
    contest = contest_of("classic", "greedy", "crashing", short=True)
    path = tmp_path / "journal"
    with pytest.raises(Crash):
        compete(contest, 4, workers=1, journal=Journal(contest, path), progress=crash_after(2))
    result = compete(contest, 4, journal=Journal(contest, path, resume=True))
    assert outcome(result) == outcome(compete(contest, 4))
    assert result.failures[0]["games"] == 8


def test_partners_of_one_bot_are_two_guests(seats: list[Guest]) -> None:
    contest = contest_of("classic", "guest", "greedy", players=4, partners=True, limit=40)
    compete(contest, 1, workers=1)
    assert len(seats) == 3  # the one that tries whether it starts, and two players


PROGRAM = f"{sys.executable} {Path(__file__).parent.parent / 'examples/jsonbot/mybot.py'}"


def test_a_program_plays() -> None:
    contest = contest_of("classic", "greedy", PROGRAM, stock=2)
    result = compete(contest, 2, workers=2)
    assert result.failures == []
    assert outcome(compete(contest, 2, workers=1)) == outcome(result)


def test_a_program_that_fails(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys; sys.stdin.readline(); raise SystemExit('out of ideas')")
    spec = f"{sys.executable} {bot}"
    result = compete(contest_of("classic", "greedy", spec, stock=2), 1)
    assert result.score == 1
    assert [(failure["bot"], failure["games"]) for failure in result.failures] == [(spec, 2)]
    assert result.failures[0]["reason"].startswith("crashed: exit code 1; ")


def test_ctrl_c_does_not_wait_for_a_bot_that_hangs(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import pathlib, time; pathlib.Path('asked').touch(); time.sleep(100)")
    command = ["arena", "greedy", f"{sys.executable} {bot}", "--seconds", "100", "--json"]
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from skipbo.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, *command], cwd=tmp_path, stdout=subprocess.PIPE
    )
    while not (tmp_path / "asked").exists():
        time.sleep(0.05)
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=10)
    assert child.returncode == 130
    assert json.loads(out)["blocks"] == 0


@pytest.mark.usefixtures("seats")
def test_failures_are_listed(capsys: Capture) -> None:
    assert main(["arena", "greedy", "crashing", "--short", "--blocks", "2"]) == 0
    assert "crashing lost 4 games: crashed: ZeroDivisionError" in capsys.readouterr().out


# --- Records


@every_table
def test_records_replay_to_the_same_end(edition: str, options: dict[str, Any]) -> None:
    contest = contest_of(edition, "greedy", "random", **options)
    at_table = Table(contest)
    for lineup in contest.lineups[:2]:
        story = at_table.game(lineup, 1)
        names = [contest.bots[bot] for bot in lineup]
        game = skipbo.replay(record(contest.rules, names, story))
        assert isinstance(game, skipbo.Game)
        assert game.names == tuple(names)
        assert game.over == story.over
        assert [move for _, move in game.moves] == story.moves
        if story.over:
            assert game.blocked == story.blocked
            assert {contest.rules.side(seat) for seat in game.winners} <= {story.winner}


def test_every_game_is_there_to_read(tmp_path: Path) -> None:
    contest = contest_of("dice", "greedy", "random", "greedy")
    result = compete(contest, 2, records=tmp_path)
    files = sorted(tmp_path.iterdir())
    assert len(files) == result.games == 12
    assert files[0].name == "block-000000-1-greedy-2-random-game-1.txt"
    wins = [game.names[game.winners[0]] for game in map(read_game, files)]
    assert wins.count("greedy") + wins.count("random") == 12


def read_game(path: Path) -> skipbo.Game:
    game = skipbo.replay(path.read_text())
    assert isinstance(game, skipbo.Game)
    return game


@pytest.mark.usefixtures("seats")
def test_a_record_tells_of_a_failure(tmp_path: Path) -> None:
    compete(contest_of("classic", "greedy", "crashing", short=True), 1, records=tmp_path)
    for path in tmp_path.iterdir():
        assert "# Lost by seat" in path.read_text()
        assert not read_game(path).over


@pytest.mark.parametrize("name", ["  ./bot --deep\n", "x" * 99, "\x00", "/usr/bin/some bot"])
def test_any_command_gives_a_name(name: str) -> None:
    from skipbo.table.game import check_name

    check_name(table.seat_name(name))
    assert "/" not in table.file_name(name)
