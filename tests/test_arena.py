"""Bots against each other: even blocks, the same games everywhere, and nothing lost on the way."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import skipbo
from skipbo.arena import journal as journals
from skipbo.arena import slices, table
from skipbo.arena.blocks import Compiled
from skipbo.arena.compete import compete
from skipbo.arena.contest import Contest, labels, lineups
from skipbo.arena.journal import Journal
from skipbo.arena.ratings import Sprt
from skipbo.arena.result import Result
from skipbo.arena.simulate import runner
from skipbo.arena.table import Table, record
from skipbo.bots import native
from skipbo.cli import main
from skipbo.errors import BotFailed, SkipboError
from skipbo.machine.runs import Run
from skipbo.rules.editions import configure
from skipbo.table.notation import Move
from skipbo.table.view import View

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("classic", {"players": 3, "short": True}),
    ("classic", {"players": 4, "first": 2, "short": True}),
    ("classic", {"players": 4, "partners": True, "short": True}),
    ("deluxe", {"players": 5, "stock": 5}),
    ("classic", {"players": 6, "stock": 5}),
    ("classic", {"players": 6, "partners": True, "stock": 5}),
    ("mod", {}),
    ("mod", {"players": 6, "partners": True, "stock": 5}),
    ("dice", {}),
    ("dice", {"players": 3}),
    ("dice", {"players": 6, "first": 5}),
]

every_table = pytest.mark.parametrize(
    ("edition", "options"),
    TABLES,
    ids=["-".join([name, *map(str, options)]) for name, options in TABLES],
)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: Patch) -> None:
    """No test writes to its user's home."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def contest_of(
    edition: str, *bots: str, seed: int = 0, limit: int = 2000, **options: Any
) -> Contest:
    return Contest(configure(edition, **options), bots, seed, limit)


def outcome(result: Result) -> dict[str, Any]:
    """All that must not depend on who played it, nor how fast."""
    return {k: v for k, v in result.json().items() if k != "seconds"}


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


# --- The journal


CONTEST = ("classic", "greedy", "random")


class Crash(Exception):
    pass


def crash_after(blocks: int, error: type[BaseException] = Crash) -> Callable[[int], None]:
    def progress(done: int) -> None:
        if done >= blocks:
            raise error

    return progress


@pytest.fixture
def _small_slices(monkeypatch: Patch) -> None:
    monkeypatch.setattr(slices, "SLICE_SECONDS", 1e-9)


@pytest.mark.usefixtures("_small_slices")
@pytest.mark.parametrize("torn", ["", '{"first":7,"poi', '{"first":7}\n', "null\n", "\x00\x00"])
def test_a_crash_loses_nothing(torn: str, tmp_path: Path) -> None:
    contest = contest_of(*CONTEST, short=True)
    expected = outcome(compete(contest, 20))
    path = tmp_path / "journal"
    with pytest.raises(Crash):
        compete(contest, 20, journal=Journal(contest, path), progress=crash_after(7))
    with path.open("a") as file:
        file.write(torn)
    played: list[int] = []
    journal = Journal(contest, path, resume=True)
    assert outcome(compete(contest, 20, journal=journal, progress=played.append)) == expected
    assert played[0] == 7
    again = Journal(contest, path, resume=True)
    assert outcome(compete(contest, 20, journal=again, progress=played.append)) == expected
    assert played[-1] == 20


@pytest.mark.usefixtures("_small_slices")
def test_ctrl_c_keeps_what_was_played() -> None:
    contest = contest_of(*CONTEST, short=True)
    press = crash_after(5, KeyboardInterrupt)
    result = compete(contest, 20, journal=Journal(contest), progress=press)
    assert result.interrupted
    assert result.blocks == 5
    whole = compete(contest, 30, journal=Journal(contest, resume=True))  # and more of them
    assert outcome(whole) == outcome(compete(contest, 30))


@pytest.mark.usefixtures("_small_slices")
def test_fewer_blocks_than_the_journal_holds() -> None:
    contest = contest_of(*CONTEST, short=True)
    compete(contest, 10, journal=Journal(contest))
    fewer = compete(contest, 4, journal=Journal(contest, resume=True))
    assert outcome(fewer) == outcome(compete(contest, 4))


@pytest.mark.usefixtures("_small_slices")
def test_a_test_that_was_decided_is_not_played_on() -> None:
    contest = contest_of("dice", "greedy", "random")
    first = compete(contest, 500, sprt=Sprt(0, 100), journal=Journal(contest))
    played: list[int] = []
    journal = Journal(contest, resume=True)
    again = compete(contest, 500, sprt=Sprt(0, 100), journal=journal, progress=played.append)
    assert outcome(again) == outcome(first)
    assert len(played) == 1


def test_without_resume_a_contest_begins_anew_and_the_old_journal_stays(tmp_path: Path) -> None:
    contest = contest_of(*CONTEST, short=True)
    path = tmp_path / "journal"
    compete(contest, 5, journal=Journal(contest, path))
    old = path.read_text()
    assert compete(contest, 3, journal=Journal(contest, path)).blocks == 3
    assert path.with_name("journal.old").read_text() == old


def test_a_journal_of_another_contest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    contest = contest_of(*CONTEST, short=True)
    compete(contest, 2, journal=Journal(contest, path))
    for other in (contest_of(*CONTEST, seed=1, short=True), contest_of(*CONTEST)):
        with pytest.raises(SkipboError, match="is of another contest"):
            compete(other, 2, journal=Journal(other, path, resume=True))


def test_a_journal_of_other_code_is_refused(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "journal"
    contest = contest_of(*CONTEST, short=True)
    compete(contest, 2, journal=Journal(contest, path))
    monkeypatch.setattr(journals, "code_digest", lambda contest: "another")
    with pytest.raises(SkipboError, match="was played by another version"):
        compete(contest, 2, journal=Journal(contest, path, resume=True))


def test_a_journal_of_a_program_that_has_changed_is_refused(tmp_path: Path) -> None:
    path, program = tmp_path / "journal", tmp_path / "mybot"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    contest = contest_of("classic", str(program), "random", short=True)
    compete(contest, 1, journal=Journal(contest, path))
    assert compete(contest, 1, journal=Journal(contest, path, resume=True)).score == 0.0
    program.write_text("#!/bin/sh\nexit 2\n")
    with pytest.raises(SkipboError, match="was played by another version of the bots"):
        compete(contest, 1, journal=Journal(contest, path, resume=True))


@pytest.mark.parametrize("resume", [True, False])
@pytest.mark.parametrize("text", ["Dear diary\n", "{}\n", "[1]\n", "no end"])
def test_a_file_that_is_no_journal_is_left_alone(text: str, resume: bool, tmp_path: Path) -> None:
    path = tmp_path / "diary"
    path.write_text(text)
    contest = contest_of(*CONTEST)
    with pytest.raises(SkipboError, match="is no journal of the arena"):
        compete(contest, 2, journal=Journal(contest, path, resume=resume))
    assert path.read_text() == text


def test_two_runs_do_not_share_a_journal() -> None:
    contest = contest_of(*CONTEST, short=True)
    one = Journal(contest, resume=True)
    one.open()
    with pytest.raises(SkipboError, match="is being written by another run"):
        compete(contest, 2, journal=Journal(contest, resume=True))
    one.close()
    assert compete(contest, 2, journal=Journal(contest, resume=True)).blocks == 2


def test_a_contest_goes_on_without_a_journal_that_nobody_asked_for(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert main(["arena", "greedy", "random", "--short", "--blocks", "2", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["blocks"] == 2
    assert "this cannot be resumed" in printed.err


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


# --- The command


KEYS = {"bots", "score", "elo", "interval", "blocks", "games", "blocked"}


def run_json(capsys: Capture, command: str) -> Any:
    assert main(command.split()) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


def test_two_bots_as_json(capsys: Capture) -> None:
    told = run_json(capsys, "arena greedy random --edition dice --blocks 40 --json")
    assert set(told) >= KEYS
    assert told["bots"] == ["greedy", "random"]
    assert told["interval"][0] < told["elo"] < told["interval"][1]
    assert told["score_interval"][0] < told["score"] < told["score_interval"][1]
    assert (told["blocks"], told["games"], told["blocked"]) == (40, 80, 0)
    assert sum(told["counts"]) == 40


def test_a_league_as_json(capsys: Capture) -> None:
    told = run_json(
        capsys, "arena greedy random greedy --edition dice --players 3 --json --blocks 9"
    )
    assert set(told) >= KEYS
    assert len(told["score"]) == len(told["elo"]) == len(told["interval"]) == 3
    assert told["games"] == 9 * 6 * 3


def test_options_of_the_edition_reach_the_arena(capsys: Capture) -> None:
    command = "arena greedy greedy --edition mod --players 4 --partners --stock 5 --blocks 2 --json"
    told = run_json(capsys, command)
    assert told["edition"] == "mod"
    assert told["options"]["partners"] is True
    assert told["options"]["stock"] == 5


def test_the_results_fit_a_page(capsys: Capture) -> None:
    for bots, words in (
        ("greedy random --sprt 0,50", ("greedy against random", "Elo", "LLR", "won all")),
        ("greedy random greedy", ("greedy (2)", "score against", "95% interval")),
    ):
        assert main(f"arena {bots} --players 3 --short --blocks 50".split()) == 0
        told = capsys.readouterr().out
        for word in (*words, "classic, 3 players", "games in", "workers"):
            assert word in told
        assert max(map(len, told.splitlines())) <= 80


@pytest.mark.usefixtures("seats")
def test_failures_are_listed(capsys: Capture) -> None:
    assert main(["arena", "greedy", "crashing", "--short", "--blocks", "2"]) == 0
    assert "crashing lost 4 games: crashed: ZeroDivisionError" in capsys.readouterr().out


def test_resume_from_the_command_line(capsys: Capture) -> None:
    base = "arena greedy random --short --json"
    run_json(capsys, f"{base} --blocks 5")
    resumed = run_json(capsys, f"{base} --blocks 12 --resume")
    fresh = run_json(capsys, f"{base} --blocks 12")
    for told in (resumed, fresh):
        del told["seconds"]
    assert resumed == fresh


def test_ctrl_c_says_how_to_go_on(capsys: Capture, monkeypatch: Patch) -> None:
    def press(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("skipbo.arena.compete._Run.play", press)
    assert main(["arena", "greedy", "random", "--short"]) == 130
    printed = capsys.readouterr()
    assert "no block was finished" in printed.out
    assert "--resume goes on from here" in printed.err
    assert main(["arena", "greedy", "random", "--short", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["interrupted"] is True


@pytest.mark.parametrize("bots", ["greedy random", "greedy random greedy", "greedy greedy"])
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_plot_is_drawn(bots: str, ending: str, tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / f"plot.{ending}"
    for blocks in (1, 30):
        command = f"arena {bots} --edition dice --blocks {blocks} --plot {file}"
        assert main(command.split()) == 0
        assert file.stat().st_size > 5000


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("", "the following arguments are required: BOT"),
        ("greedy", "an arena needs at least 2 bots, not 1"),
        ("greedy clever", "there is no bot 'clever' for classic; the bots are random, greedy"),
        ("greedy ./clever", "there is no program './clever'"),
        ("greedy random --edition chess", "there is no edition 'chess'"),
        ("greedy random --blocks 0", "blocks must be 1 to"),
        ("greedy random --workers 0", "workers must be 1 to"),
        ("greedy random --limit 0", "limit must be 1 to"),
        ("greedy random --seed -1", "seed must be 0 to"),
        ("greedy random --seconds 0", "seconds must be above 0"),
        ("greedy random --seconds nan", "seconds must be above 0"),
        ("greedy random --sprt many", "--sprt is two numbers such as 0,10, not 'many'"),
        ("greedy random --sprt 10,0", "sprt needs two rising Elos, not 10,0"),
        ("greedy random --sprt 0,nan", "sprt needs two rising Elos, not 0,nan"),
        ("greedy random greedy --sprt", "a sequential test compares 2 bots, not 3"),
        ("greedy random --journal /nowhere/at/all", "/nowhere/at/all: No such file or directory"),
        ("greedy random --records /dev/null/games", "/dev/null/games"),
    ],
)
def test_bad_input_is_one_clear_line(command: str, told: str, capsys: Capture) -> None:
    assert main(["arena", *command.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("skipbo: ")
    assert printed.err.count("\n") == 1
    assert told in printed.err


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("/nowhere/at/all.png", "/nowhere/at/all.png: No such file or directory"),
        ("plot.txt", "--plot needs a file that ends in .png, .svg or .pdf"),
    ],
)
def test_a_plot_that_cannot_be_written_is_found_at_once(
    file: str, told: str, capsys: Capture, monkeypatch: Patch
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("skipbo.arena.compete.compete", None)
    assert main(["arena", "greedy", "random", "--plot", file]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("missing", "extra"), [("numba", "fast"), ("numpy", "fast"), ("matplotlib", "plots")]
)
def test_what_is_not_installed_is_named(missing: str, extra: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; from skipbo.cli import main;"
        "sys.exit(main(['arena', 'greedy', 'random', '--plot', 'x.png']))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.returncode == 2
    named = f"this needs {missing}, which is not installed: pip install 'skipbo[{extra}]'"
    assert told.stderr == f"skipbo: {named}\n"
