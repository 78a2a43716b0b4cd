"""`skipbo arena`: what it prints, and what it refuses."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from skipbo.cli import main

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

pytestmark = pytest.mark.usefixtures("elsewhere")


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
