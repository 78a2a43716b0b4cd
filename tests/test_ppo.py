"""The example of a learner runs as its users run it. (How well it learns takes minutes to see.)"""

import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import skipbo.envs

PPO = Path(__file__).parent.parent / "examples/ppo.py"
EXAMPLE = runpy.run_path(str(PPO))
TINY = ("--games", "8", "--stock", "2", "--threads", "1", "--judged", "8", "--width", "16")


def ppo(*options: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-W", "error", str(PPO), *map(str, options)],
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_it_learns_judges_and_saves(tmp_path: Path) -> None:
    saved = tmp_path / "net.pt"
    done = ppo(*TINY, "--updates", 2, "--every", 1, "--save", saved)
    assert done.returncode == 0, done.stderr
    head, *lines = done.stdout.splitlines()
    assert head.split() == ["minutes", "steps", "steps/s", "random", "greedy", "entropy"]
    assert len(lines) == 4
    for line in lines[:2]:
        assert len(line.split()) == 6
        assert line.count("%") == 2
    assert lines[2].startswith("wins ")
    assert lines[2].endswith("%) against random")
    assert lines[3].endswith("%) against greedy")
    games = skipbo.envs.batch("classic", players=2, on="python")
    net = EXAMPLE["Network"](games.fields(), games.actions, 16)
    net.load_state_dict(torch.load(saved, weights_only=True))


def test_ctrl_c_stops_it_with_all_that_it_learnt(tmp_path: Path) -> None:
    saved = tmp_path / "net.pt"
    # Where tests run in the background, Ctrl-C is ignored unless it is asked for.
    asks = "import signal, sys, runpy; signal.signal(signal.SIGINT, signal.default_int_handler);"
    runs = f"sys.argv = sys.argv[1:]; runpy.run_path({str(PPO)!r}, run_name='__main__')"
    command = [sys.executable, "-u", "-c", asks + runs, "ppo.py", *TINY, "--save", str(saved)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline().startswith("minutes")
        child.send_signal(signal.SIGINT)
        *_, stopped, against_random, against_greedy = child.stdout.read().splitlines()
        assert child.wait(60) == 0
    assert stopped == "stopped"
    assert against_random.startswith("wins ")
    assert against_greedy.startswith("wins ")
    assert saved.exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--stock 0", "stock must be 1 to"),
        ("--games 0", "games must be 1 to"),
        ("--threads 0", "threads must be 1 to"),
        ("--seed -1", "seed must be 0 to"),
        ("--minutes 0", "--minutes must be more than 0, not 0.0"),
        ("--updates many", "invalid int value: 'many'"),
        ("--device tpu", "invalid choice: 'tpu'"),
        ("--save no/such/folder/net.pt", "there is no folder for no/such/folder/net.pt"),
        ("--speed 9", "unrecognized arguments: --speed 9"),
    ],
)
def test_bad_options_get_one_line(
    options: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["ppo.py", *options.split()])
    with pytest.raises(SystemExit) as stopped:
        EXAMPLE["main"]()
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ppo.py: ")
    assert told in err
    assert err.count("\n") == 1


def test_what_one_seat_gains_the_other_loses() -> None:
    """A seat moves twice, then the other one, then it wins; the next game's values do not count."""
    rewards, signs = torch.tensor([0.0, 0, 0, 1]), torch.tensor([1.0, -1, -1, 0])
    values = torch.tensor([0.5, 0.25, -0.5, 0.75])
    columns = (x[:, None] for x in (values, rewards, signs))
    gains = EXAMPLE["advantages"](*columns, torch.tensor([9.0])).squeeze(1)
    one, later = EXAMPLE["GAMMA"], EXAMPLE["GAMMA"] * EXAMPLE["LAMBDA"]
    last = 1 - 0.75
    third = -one * 0.75 + 0.5 - later * last
    second = one * 0.5 - 0.25 - later * third
    first = one * 0.25 - 0.5 + later * second
    assert gains.tolist() == pytest.approx([first, second, third, last])
