"""Games side by side: three machines agree, and each game is one that the rules play."""

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from tests.test_simulate import SMALL, TABLES, every_table, name_of

import skipbo.envs
from skipbo.arena.simulate import players, runner
from skipbo.bots import native
from skipbo.envs import Batch, batch
from skipbo.errors import SkipboError
from skipbo.machine import python
from skipbo.machine.runs import Run
from skipbo.machine.stepping import Seen, mask, modules, observation
from skipbo.rules.editions import EDITIONS, Rules, configure

Table = tuple[str, dict[str, Any]]


def copied(seen: Seen) -> list[Any]:
    return [np.array(array).tolist() for array in seen]


def played(games: Batch, slots: int, steps: int) -> list[Any]:
    """All that random play shows, step by step, and which games it has come to."""
    told = [copied(games.reset(slots))]
    for _ in range(steps):
        actions = games.sample()
        told.append([np.array(actions).tolist(), *copied(games.step(actions))])
    return [*told, games.games]


def state(games: Batch, slot: int) -> bytes:
    assert games._slots is not None
    return python.to_bytes(games._slots.state(slot), games.rules)


def machine_for(table: Table) -> str:
    """Other decks are other code to compile, which `test_simulate` does."""
    return "python" if "ranks" in table[1] else "cpu"


def dealt(rules: Rules, seed: int, number: int) -> bytes:
    """A game of a simulation before its first move."""
    run = Run(rules, players(["random"] * rules.players, rules), seed, limit=0)
    return bytes(runner(rules, "python", native.modules((), rules)).play(run, number, 1).states())


# --- Three machines


@pytest.mark.parametrize("table", [x for x in TABLES if "ranks" not in x[1]], ids=name_of)
def test_compiled_steps_are_the_interpreted_ones(table: Table) -> None:
    rules = configure(table[0], **table[1])
    for limit in (30, 100_000):
        interpreted = played(Batch(rules, seed=3, limit=limit, on="python"), 4, 60)
        assert played(Batch(rules, seed=3, limit=limit, on="cpu"), 4, 60) == interpreted


ON_CUDA_SIMULATOR = """
import hashlib, json, sys
from skipbo.envs import batch
from tests.test_batch import played
for edition, options, slots, steps, limit in json.load(sys.stdin):
    told = played(batch(edition, seed=5, on="gpu", limit=limit, **options), slots, steps)
    print(hashlib.sha256(repr(told).encode()).hexdigest())
"""


@pytest.mark.parametrize("edition", ["classic", "mod", "dice"])
def test_the_cuda_simulator_steps_as_the_interpreted_machine(edition: str) -> None:
    jobs = [(*table, 2, 8, 5) for table in TABLES if table[0] == edition]
    to_the_end = {"target": 5} if edition == "dice" else {**SMALL, "stock": 1}
    jobs.append((edition, to_the_end, 3, 30, 1000))
    told = subprocess.run(
        [sys.executable, "-c", ON_CUDA_SIMULATOR],
        input=json.dumps(jobs),
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    for job, line in zip(jobs, told.stdout.splitlines(), strict=True):
        games = batch(job[0], seed=5, on="python", limit=job[4], **job[1])
        here = played(games, *job[2:4])
        assert hashlib.sha256(repr(here).encode()).hexdigest() == line


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_change_nothing(threads: int) -> None:
    rules = configure("classic", stock=2)
    with Batch(rules, on="cpu", threads=threads) as several:
        assert played(several, 7, 60) == played(Batch(rules, on="cpu"), 7, 60)


# --- The games


@every_table
def test_what_is_told_of_a_game_is_told_of_its_state(table: Table) -> None:
    """The board, on which only changes are noted, is never wrong."""
    games = batch(table[0], on=machine_for(table), limit=90, **table[1])
    games.reset(3)
    for _ in range(200):
        seen = games.step(games.sample())
        for slot in range(3):
            assert games._slots is not None
            s = games._slots.state(slot)
            assert seen.observations[slot].tolist() == observation(s, games.rules, s.seat)
            assert seen.masks[slot].tolist() == mask(s, games.rules)
            assert seen.seats[slot] == s.seat


@every_table
def test_actions_are_the_moves_that_the_rules_play(table: Table) -> None:
    games = batch(table[0], on=machine_for(table), seed=2, **table[1])
    bound = python.machine(games.rules, *modules(games.rules))
    games.reset(1)
    for _ in range(150):
        [action] = games.sample().tolist()
        assert games._slots is not None
        s = games._slots.state(0)
        bound.play(s, games.move(0, action).code)
        games.step(np.array([action]))
        if s.waiting == 0:  # no chance came after it
            assert state(games, 0) == python.to_bytes(s, games.rules)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("on", ["python", "cpu"])
def test_a_slot_takes_every_nth_game_of_the_simulation(edition: str, on: str) -> None:
    games = batch(edition, seed=9, on=on, limit=2)
    games.reset(3)
    for first in (0, 3, 6):
        assert games.games == [first, first + 1, first + 2]
        for slot in range(3):
            assert state(games, slot) == dealt(games.rules, 9, first + slot)
        assert not games.step(games.sample()).cuts.any()
        assert games.step(games.sample()).cuts.all()


def test_rewards_go_to_the_winning_side() -> None:
    games = batch("classic", players=4, partners=True, stock=1, on="cpu")
    seen = games.reset(200)
    movers, won = seen.seats.copy(), 0
    for _ in range(1000):
        seen = games.step(games.sample())
        for slot in np.flatnonzero(seen.rewards.any(axis=1)):
            signs = [1 if seat % 2 == movers[slot] % 2 else -1 for seat in range(4)]
            assert seen.rewards[slot].tolist() == signs  # who plays the last card has won (P3)
            assert seen.ends[slot]
            won += 1
        assert not (seen.ends & seen.cuts).any()
        movers = seen.seats.copy()
    assert won > 50


def test_a_blocked_game_ends_without_a_reward() -> None:
    games = batch("classic", **SMALL, on="python")
    games.reset(20)
    blocked = 0
    for _ in range(150):
        seen = games.step(games.sample())
        blocked += int((seen.ends & ~seen.rewards.any(axis=1)).sum())
    assert blocked > 2


def test_a_dice_game_rewards_the_highest_score() -> None:
    games = batch("dice", players=3, target=5, on="cpu")
    games.reset(50)
    ended = 0
    for _ in range(100):
        seen = games.step(games.sample())
        ended += int(seen.ends.sum())
        assert (np.sort(seen.rewards[seen.ends]) == [-1, -1, 1]).all()
        assert not seen.rewards[~seen.ends].any()
    assert ended > 50


def test_the_same_arrays_are_written_again() -> None:
    games = batch("dice", on="cpu")
    first = games.reset(4)
    types = [array.dtype.name for array in first]
    assert types == ["uint8", "bool", "float32", "bool", "bool", *["uint8"] * 3]
    row, one = (4, games.width), (4,)
    assert [array.shape for array in first] == [row, (4, 64), (4, 2), one, one, one, row, one]
    again = games.step(games.sample())
    assert all(one is other for one, other in zip(first, again, strict=True))
    fresh = games.reset(4)
    assert not any(one is other for one, other in zip(first, fresh, strict=True))


def test_the_seed_decides_everything() -> None:
    def told(games: Batch) -> list[Any]:
        return played(games, 3, 20)

    assert told(batch("mod", seed=1, on="python")) == told(batch("mod", seed=1, on="python"))
    assert told(batch("mod", seed=1, on="python")) != told(batch("mod", seed=2, on="python"))
    games = batch("mod", seed=1, on="python")
    first = copied(games.reset(3, seed=2))
    assert first == copied(batch("mod", seed=2, on="python").reset(3))


@pytest.mark.parametrize("on", ["python", "cpu"])
def test_samples_are_legal_and_of_every_kind(on: str) -> None:
    games = batch("classic", on=on)
    seen = games.reset(1)
    drawn = [int(games.sample()[0]) for _ in range(1000)]
    counts = np.bincount(drawn, minlength=games.actions)
    assert ((counts > 0) == seen.masks[0]).all()
    legal = counts[seen.masks[0]]
    assert legal.min() > 0.5 * legal.mean()


# --- What is asked for, and what is wrong


def test_moves_can_be_told_in_words() -> None:
    games = batch("classic", seed=1, on="cpu")
    seen = games.reset(2)
    for action in np.flatnonzero(seen.masks[1]).tolist():
        assert games.action(1, games.move(1, action)) == action
    assert games.move(0, 0) == "hW>b1"
    assert len(games.names()) == games.actions
    assert sum(field.size for field in games.fields()) == games.width


@pytest.mark.parametrize("on", ["python", "cpu"])
def test_after_an_illegal_action_nothing_has_changed(on: str) -> None:
    games = batch("classic", seed=1, on=on)
    before = copied(games.reset(4))
    wrong = games.sample()
    wrong[2] = 124
    with pytest.raises(SkipboError) as caught:
        games.step(wrong)
    assert str(caught.value) == (
        "slot 2: action 124 is not legal: pass: "
        "a turn ends with a discard as long as there is a card in the hand"
    )
    assert copied(games.reset(4)) == before
    assert games.games == [0, 1, 2, 3]


@pytest.mark.parametrize("on", ["python", "cpu"])
@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([124, 0], "slot 0: action 124 is not legal: pass: a turn ends with a discard"),
        ([-1, 0], "slot 0: there is no action -1; the actions are 0 to 124"),
        ([2**40, 0], "slot 0: there is no action 1099511627776; the actions are 0 to 124"),
        ([0], r"actions must be whole numbers of shape \(2,\), not int64 of shape \(1,\)"),
        ([[0, 0]], r"actions must be whole numbers of shape \(2,\), not int64 of shape \(1, 2\)"),
        ([0.0, 1.0], r"actions must be whole numbers of shape \(2,\), not float64 of shape \(2,\)"),
        ([True, False], r"actions must be whole numbers of shape \(2,\), not bool of shape"),
        (["h7>b1", "pass"], r"actions must be whole numbers of shape \(2,\), not <U5 of shape"),
    ],
)
def test_wrong_actions_are_refused(on: str, actions: Any, told: str) -> None:
    games = batch("classic", seed=1, on=on)
    games.reset(2)
    with pytest.raises(SkipboError, match=told):
        games.step(actions)


@pytest.mark.parametrize("type", [np.int8, np.uint8, np.int32, np.uint64])
def test_whole_numbers_of_every_kind_will_do(type: Any) -> None:
    games = batch("classic", on="cpu")
    games.reset(3)
    games.step(games.sample().astype(type))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: batch("chess"), "there is no edition 'chess'"),
        (lambda: batch("classic", players=7), "players must be 2 to 6, not 7"),
        (lambda: batch("classic", on="abacus"), "there is no machine 'abacus'"),
        (lambda: batch("classic", seed=-1), "seed must be 0 to"),
        (lambda: batch("classic", limit=0), "limit must be 1 to"),
        (lambda: batch("classic", threads=0), "threads must be 1 to 1024, not 0"),
        (lambda: batch("dice", on="python").reset(0), "games must be 1 to"),
        (lambda: batch("dice", on="python").step([0]), "no games have been dealt: call reset"),
        (lambda: batch("dice", on="python").sample(), "no games have been dealt: call reset"),
    ],
)
def test_bad_input_is_refused(call: Any, told: str) -> None:
    with pytest.raises(SkipboError, match=told):
        call()


def test_bad_questions_are_refused() -> None:
    games = batch("dice", on="python")
    games.reset(2)
    with pytest.raises(SkipboError, match="slot must be 0 to 1, not 2"):
        games.move(2, 0)
    with pytest.raises(SkipboError, match="action must be 0 to 63, not 64"):
        games.move(0, 64)
    with pytest.raises(SkipboError, match="'stop' is not legal in slot 0"):
        games.action(0, "stop")
    with pytest.raises(SkipboError, match="'pass' is not legal in slot 0"):
        games.action(0, "pass")


@pytest.mark.parametrize(
    ("on", "missing", "extra"),
    [("python", "numpy", "fast"), ("cpu", "numba", "fast"), ("gpu", "numba", "gpu")],
)
def test_a_missing_package_is_named_with_the_way_to_install_it(
    on: str, missing: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in list(sys.modules):
        if name.startswith("skipbo.machine."):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    told = f"the machine '{on}' needs {missing}, which is not installed: pip install 'skipbo"
    with pytest.raises(SkipboError) as caught:
        batch("classic", ranks=9, on=on)
    assert str(caught.value) == f"{told}[{extra}]'"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"seed": 1.5}, "seed must be 0 to 9223372036854775807, not 1.5"),
        ({"seed": None}, "seed must be 0 to 9223372036854775807, not None"),
        ({"limit": "9"}, "limit must be 1 to 10000000, not '9'"),
        ({"threads": 0}, "threads must be 1 to 1024, not 0"),
    ],
)
def test_numbers_must_be_whole_and_in_range(given: dict[str, Any], told: str) -> None:
    with pytest.raises(SkipboError) as caught:
        batch("dice", on="python", **given)
    assert str(caught.value) == told


@pytest.mark.parametrize("on", ["python", "cpu"])
def test_masks_cannot_be_written_into(on: str) -> None:
    """What `step` trusts: with a forged one, compiled code would write anywhere."""
    seen = batch("dice", on=on).reset(2)
    with pytest.raises(ValueError, match="read-only"):
        seen.masks[0, 0] = True


def test_environments_are_imported_without_numba_and_numpy() -> None:
    code = (
        "import sys, skipbo.envs; "
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_the_example_of_the_package_runs() -> None:
    text = skipbo.envs.__doc__ or ""
    lines = [line for line in text.splitlines() if line.startswith(("import", "games", "seen"))]
    exec("\n".join(lines).replace("4096", "4"), {})
