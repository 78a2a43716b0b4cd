"""The example of a learner runs as its users run it. (How well it learns takes minutes to see.)"""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import torch

import skipbo.envs

PPO = Path(__file__).parent.parent / "examples/ppo.py"
TINY = ("--games", "8", "--stock", "2", "--threads", "1", "--judged", "8", "--width", "16")
# Without Numba, as compiling would take longer than all else; the games are the same.
INTERPRETED = """
import runpy, sys
sys.modules["numba"] = None
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
Capture = pytest.CaptureFixture[str]


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ppo = loaded(PPO)


def test_it_learns_judges_and_saves(tmp_path: Path) -> None:
    saved = tmp_path / "net.pt"
    command = [sys.executable, "-W", "error", "-c", INTERPRETED, str(PPO), *TINY]
    command += ["--updates", "2", "--every", "2"]
    done = subprocess.run(
        [*command, "--save", str(saved)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    head, *lines = done.stdout.splitlines()
    assert head.split() == ["minutes", "steps", "steps/s", "random", "greedy", "entropy"]
    report, against_random, against_greedy = lines
    assert len(report.split()) == 6
    assert report.count("%") == 2
    assert against_random.startswith("wins ")
    assert against_random.endswith("%) against random")
    assert against_greedy.endswith("%) against greedy")
    games = skipbo.envs.batch("classic", players=2, on="python")
    net = ppo.Network(games.fields(), games.actions, 16)
    net.load_state_dict(torch.load(saved, weights_only=True))


@pytest.mark.filterwarnings("ignore:The given NumPy array is not writable")
def test_ctrl_c_stops_it_with_all_that_it_learnt(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*args: object) -> None:
        raise KeyboardInterrupt

    saved = tmp_path / "net.pt"
    monkeypatch.setattr(ppo, "improve", press)
    monkeypatch.setattr(ppo, "LIMIT", 50)
    monkeypatch.setattr(sys, "argv", ["ppo.py", *TINY, "--save", str(saved)])
    ppo.main()
    stopped, against_random, against_greedy = capsys.readouterr().out.splitlines()
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
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["ppo.py", *options.split()])
    with pytest.raises(SystemExit) as stopped:
        ppo.main()
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ppo.py: ")
    assert told in err
    assert err.count("\n") == 1


def test_without_torch_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit) as stopped:
        loaded(PPO)
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "torch is not installed: pip install 'skipbo[learn]'\n"


def test_what_one_seat_gains_the_other_loses() -> None:
    """A seat moves twice, then the other one, then it wins; the next game's values do not count."""
    rewards, signs = torch.tensor([0.0, 0, 0, 1]), torch.tensor([1.0, -1, -1, 0])
    values = torch.tensor([0.5, 0.25, -0.5, 0.75])
    columns = (x[:, None] for x in (values, rewards, signs))
    gains = ppo.advantages(*columns, torch.tensor([9.0])).squeeze(1)
    one, later = ppo.GAMMA, ppo.GAMMA * ppo.LAMBDA
    last = 1 - 0.75
    third = -one * 0.75 + 0.5 - later * last
    second = one * 0.5 - 0.25 - later * third
    first = one * 0.25 - 0.5 + later * second
    assert gains.tolist() == pytest.approx([first, second, third, last])
