"""The commands as their user meets them: what they print, refuse and return."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import skipbo
from skipbo import cli
from skipbo.arena import bench
from skipbo.bots import native
from skipbo.cli import COMMANDS, common, editions, main
from skipbo.cli.bench import SHOWN
from skipbo.cli.common import rules_from
from skipbo.rules.editions import EDITIONS, OPTIONS, Rules, configure

Capture = pytest.CaptureFixture[str]

SUMMARY_KEYS = {
    "edition",
    "players",
    "bots",
    "games",
    "moves",
    "seconds",
    "moves_per_second",
    "wins",
    "blocked",
    "unfinished",
    "digest",
}

NAMES = [command.__name__.removeprefix("skipbo.cli.") for command in COMMANDS]


def run_json(capsys: Capture, command: str) -> Any:
    assert main(command.split()) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


def help_of(capsys: Capture, *command: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


def python(code: str, *args: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, timeout=60
    )


# --- Help


def test_help_lists_every_command(capsys: Capture) -> None:
    told = help_of(capsys)
    for name in NAMES:
        assert f"\n    {name} " in told


@pytest.mark.parametrize("command", [[], *([name] for name in NAMES)])
def test_every_help_has_examples_and_fits_a_page(
    command: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = help_of(capsys, *command)
    assert "\nexamples:\n  skipbo" in told
    assert max(map(len, told.splitlines())) <= 80


def test_help_of_a_playing_command_tells_every_option_of_the_editions(capsys: Capture) -> None:
    told = " ".join(help_of(capsys, "simulate").split())
    for option in OPTIONS.values():
        assert f"--{option.name.replace('_', '-')}" in told
        assert option.help in told


def test_help_of_play_tells_every_bot(capsys: Capture) -> None:
    told = help_of(capsys, "play")
    for family, policies in native.POLICIES.items():
        assert f"bots for {family} (the strongest: {native.best(family)}):" in told
        for name in policies:
            assert f"  {name:<12} {native.SUMMARIES[family][name]}\n" in told


@pytest.mark.parametrize("command", ["--help", "--version", "simulate --help", "stats --help"])
def test_help_starts_without_anything_heavy(command: str) -> None:
    code = (
        "import sys\n"
        "from skipbo.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'rich', 'textual', 'matplotlib', 'skipbo.arena'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    assert python(code, *command.split()).stdout.splitlines()[-1] == "[]"


def test_version(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"skipbo {skipbo.__version__}\n"


def test_python_m_skipbo_is_the_command() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "skipbo", "--version"], capture_output=True, text=True
    )
    assert told.stdout == f"skipbo {skipbo.__version__}\n"


# --- Bad input


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("fly", "invalid choice: 'fly'"),
        ("simulate", "the following arguments are required: EDITION"),
        ("simulate chess", "there is no edition 'chess'; the editions are classic, deluxe"),
        ("simulate classic --players 7", "players must be 2 to 6"),
        ("simulate classic --players two", "players must be 2 to 6, not 'two'"),
        ("simulate classic --stock 82", "stock must be 1 to 81, not 82"),
        ("simulate classic --partners", "partners needs 4 or 6 players, not 2"),
        ("simulate classic --short --stock 9", "short means a stock of 10"),
        ("simulate classic --refill never", "refill must be beneath or none, not 'never'"),
        ("simulate classic --wild-faces 1", "classic has no option 'wild_faces'"),
        ("simulate dice --stock 10", "dice has no option 'stock'"),
        ("simulate dice --partners", "dice has no option 'partners'"),
        ("simulate classic --colour red", "unrecognized arguments: --colour red"),
        ("simulate classic --game 3", "unrecognized arguments: --game 3"),
        ("simulate classic --games many", "argument --games: invalid int value: 'many'"),
        ("simulate classic --games", "argument --games: expected one argument"),
        ("simulate classic --games 0", "games must be 1 to"),
        ("simulate classic --games -5", "games must be 1 to"),
        ("simulate classic --threads 0", "threads must be 1 to"),
        ("simulate classic --limit 0", "limit must be 1 to"),
        ("simulate classic --seed -1", "seed must be 0 to"),
        ("simulate classic --on paper", "there is no machine 'paper'"),
        ("simulate classic --bots clever", "there is no bot 'clever' for classic"),
        ("simulate classic --bots greedy,", "there is no bot '' for classic"),
        ("simulate classic --bots greedy,greedy,greedy", "bots must be 1 for all or 2"),
        ("play dice --bots planner", "there is no bot 'planner' for dice; the bots are random"),
        ("play mod --bots nobody", "there is no bot 'nobody'; the bots are random"),
        ("bench chess", "there is no edition 'chess'"),
        ("bench dice --seconds 0", "seconds must be above 0"),
        ("bench dice --seconds nan", "seconds must be above 0"),
        ("editions chess", "there is no edition 'chess'"),
    ],
)
def test_bad_input_is_one_clear_line(command: str, told: str, capsys: Capture) -> None:
    assert main(command.split()) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("skipbo: ")
    assert printed.err.count("\n") == 1
    assert told in printed.err


def test_bad_input_ends_the_process_with_2_and_no_traceback() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "skipbo", "simulate", "chess"], capture_output=True, text=True
    )
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert told.stdout == ""


# --- Options of the editions


def rules_of(command: str) -> Any:
    return rules_from(cli.parser().parse_args(["simulate", *command.split()]))


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("classic", {}),
        ("classic --stock 10", {"stock": 10}),
        ("classic --short", {"short": True}),
        ("mod --players 6 --partners --first 5", {"players": 6, "partners": True, "first": 5}),
        ("deluxe --refill none --ranks 9 --hand 4", {"refill": "none", "ranks": 9, "hand": 4}),
        ("classic --wilds 0", {"wilds": 0}),
        ("dice --wild-faces 1 --target 100", {"wild_faces": 1, "target": 100}),
    ],
)
def test_options_reach_the_rules(command: str, options: dict[str, Any]) -> None:
    assert rules_of(command) == configure(command.split()[0], **options)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_option_of_an_edition_can_be_given(name: str) -> None:
    entry = EDITIONS[name]
    given = [
        f"--{option.replace('_', '-')}={editions.default_of(entry, OPTIONS[option])}"
        for option in entry.options
        if not OPTIONS[option].flag
    ]
    assert rules_of(f"{name} {' '.join(given)}") == configure(name)


# --- simulate


def test_simulate_prints_one_json_object_with_all_keys(capsys: Capture) -> None:
    told = run_json(capsys, "simulate classic --players 2 --bots greedy,greedy --games 50 --json")
    assert set(told) >= SUMMARY_KEYS
    assert told["edition"] == "classic"
    assert told["bots"] == ["greedy", "greedy"]
    assert told["games"] == sum(told["wins"]) == 50
    assert told["interrupted"] is False


def test_simulate_tells_wins_by_side_when_partners_play(capsys: Capture) -> None:
    told = run_json(capsys, "simulate classic --players 4 --partners --games 20 --json")
    assert len(told["wins"]) == 2
    assert len(told["bots"]) == 4


def test_simulate_gives_the_same_digest_on_every_machine_and_thread(capsys: Capture) -> None:
    base = "simulate classic --short --games 30 --seed 6 --json"
    ways = ("", " --on cpu", " --on python", " --on cpu --threads 2")
    assert len({run_json(capsys, base + way)["digest"] for way in ways}) == 1
    assert run_json(capsys, base.replace("6", "7"))["digest"] != run_json(capsys, base)["digest"]


def test_simulate_prints_a_table_that_fits_a_page(capsys: Capture) -> None:
    command = "simulate mod --players 6 --partners --games 100 --limit 50"
    assert main(command.split()) == 0
    told = capsys.readouterr().out
    for word in ("Skip-Bo MOD", "seat 0 and seat 3", "greedy", "unfinished", "100 games", "digest"):
        assert word in told
    assert max(map(len, told.splitlines())) <= 80
    assert "\x1b" not in told


def test_simulate_names_the_bots_of_a_side(capsys: Capture) -> None:
    bots = "greedy,random,random,random"
    command = f"simulate classic --players 4 --partners --games 2 --on python --bots {bots}"
    assert main(command.split()) == 0
    assert "greedy, random" in capsys.readouterr().out


INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from skipbo import cli
from skipbo.arena import simulate
plus = simulate.Tally.plus
def plus_aloud(*args):
    print("playing", file=sys.stderr, flush=True)
    return plus(*args)
simulate.Tally.plus = plus_aloud
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "way", ["--on python", "--on cpu", "--on cpu --threads 2", "--on cpu --bots random"]
)
def test_ctrl_c_prints_what_was_done(way: str) -> None:
    command = f"simulate classic --games 1000000000000 --json {way}".split()
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stderr is not None
    assert child.stderr.readline() == "playing\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert set(err.split()) <= {"playing"}
    told = json.loads(out)
    assert told["interrupted"] is True
    assert 0 < told["games"] == sum(told["wins"]) + told["blocked"]


def test_ctrl_c_elsewhere_is_quiet(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def press(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("skipbo.arena.bench.simulate", press)
    assert main(["bench", "--digest"]) == 130
    assert capsys.readouterr() == ("", "")


# --- bench


def test_bench_prints_speeds_by_edition_and_machine(capsys: Capture) -> None:
    told = run_json(capsys, "bench dice --seconds 0.02 --json")
    assert list(told) == list(bench.tables(["dice"])) == ["dice", "dice, 6 players"]
    assert {"classic, 6 players", "classic, 4 partners", "mod"} <= set(bench.tables())
    for speeds in told.values():
        assert set(speeds) == set(SHOWN)
        for key, speed in speeds.items():
            assert speed is None if key.startswith("gpu") else speed > 0


def test_bench_prints_a_table(capsys: Capture) -> None:
    assert main(["bench", "dice", "--seconds", "0.02"]) == 0
    told = capsys.readouterr().out
    assert "dice" in told
    assert "python" in told


def test_bench_tells_how_long_bots_think(capsys: Capture) -> None:
    told = run_json(capsys, "bench dice --thinking --seconds 0.02 --json")
    bots = {f"{name}_ms_per_turn" for name in native.names(configure("dice"))}
    assert set(told["dice"]) == bots | {"hint_ms_median", "hint_ms_longest"}
    assert all(taken > 0 for taken in told["dice"].values())
    assert main(["bench", "dice", "--thinking", "--seconds", "0.02"]) == 0
    printed = capsys.readouterr().out
    for word in ("ms per turn", "greedy", "hint, median"):
        assert word in printed


def test_bench_interrupted_prints_the_editions_done(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(rules: Rules, seconds: float) -> dict[str, float | None]:
        if rules.edition == "mod":
            raise KeyboardInterrupt
        return {"python_moves_per_second": 1.0}

    monkeypatch.setattr(bench, "bench", measure)
    assert main(["bench", "deluxe", "mod", "--json"]) == 130
    assert json.loads(capsys.readouterr().out) == {"deluxe": {"python_moves_per_second": 1.0}}


def test_bench_digest_prints_nothing_else(capsys: Capture) -> None:
    assert main(["bench", "--digest"]) == 0
    told = capsys.readouterr().out
    assert len(told) == 17
    assert int(told, 16) >= 0


# --- editions


def test_editions_as_json_tell_everything(capsys: Capture) -> None:
    told = run_json(capsys, "editions --json")
    assert list(told) == list(EDITIONS)
    for name, entry in told.items():
        assert entry["title"] == EDITIONS[name].title
        assert list(entry["options"]) == list(EDITIONS[name].options)
    assert told["mod"]["options"]["stock"] == {
        "default": 15,
        "range": "1 to 254",
        "help": OPTIONS["stock"].help,
    }
    assert told["dice"]["options"]["wild_faces"]["default"] == 2


def test_one_edition_as_json_has_the_same_shape(capsys: Capture) -> None:
    assert list(run_json(capsys, "editions dice --json")) == ["dice"]


def test_editions_print_plain_text_within_80_columns(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["editions"]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80
    assert "\x1b" not in told
    together = " ".join(told.split())
    for entry in EDITIONS.values():
        assert f"{entry.name}: {entry.title} ({entry.year}) {entry.summary}" in together
    for name in OPTIONS:
        assert f" {name} " in together


def test_one_edition_prints_alone(capsys: Capture) -> None:
    assert main(["editions", "classic"]) == 0
    told = capsys.readouterr().out
    assert "Skip-Bo (2011)" in told
    assert "With five or six players the stock is 20." in told
    assert "MOD" not in told


# --- Where it prints to


@pytest.mark.parametrize(
    "command", ["editions", "editions --json", "simulate dice --games 2 --on python"]
)
def test_a_reader_that_is_gone_leaves_no_traceback(command: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "skipbo", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait() != 0


def test_the_progress_bar_shows_on_a_terminal_only(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(common, "PATIENCE", 0.0)
    with common.progress_bar(10, "playing") as progress:
        progress(3)
        time.sleep(0.2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with common.progress_bar(10, "playing") as progress:
        progress(3)
        time.sleep(0.2)
    assert "3/10" in capsys.readouterr().err


def test_the_progress_bar_does_not_show_for_a_short_while(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with common.progress_bar(10, "playing") as progress:
        progress(10)
    assert "playing" not in capsys.readouterr().err


# --- What a shell can do to a program


def shell(command: str) -> "subprocess.CompletedProcess[str]":
    line = command.replace("skipbo", f"{sys.executable} -m skipbo", 1)
    return subprocess.run(line, shell=True, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("skipbo editions >/dev/full", 2, "skipbo: No space left on device"),
        ("skipbo editions >&-", 0, ""),
        ("skipbo replay - <&-", 2, "skipbo: -: this is not a record"),
        ("skipbo play mod --stock 5 --resume", 2, "skipbo: --resume goes on with a game as it is"),
        ("skipbo bench classic --digest", 2, "skipbo: --digest is of all editions"),
    ],
)
def test_streams_that_are_closed_or_full_and_options_that_clash(
    command: str, code: int, said: str
) -> None:
    run = shell(command)
    assert (run.returncode, "Traceback" in run.stderr) == (code, False)
    assert run.stderr.startswith(said)


def test_a_record_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    game = skipbo.new("dice", seed=1)
    path = tmp_path / "game.txt"
    path.write_text(game.record().dumps(), encoding="utf-8-sig")
    assert main(["replay", str(path)]) == 0
