"""Whole games by the thousand: three machines agree, however the work is cut up."""

import hashlib
import json
import os
import struct
import subprocess
import sys
from dataclasses import asdict
from itertools import chain, cycle, islice
from random import Random
from types import ModuleType
from typing import Any

import pytest

from skipbo.arena import simulate as module
from skipbo.arena import slices
from skipbo.arena.bench import behaviour_digest, bench, tables
from skipbo.arena.simulate import BOTS, Runner, Summary, players, runner, simulate
from skipbo.arena.slices import next_size
from skipbo.bots import cards as card_bots
from skipbo.bots import dice as dice_bots
from skipbo.bots import native
from skipbo.cli import main
from skipbo.errors import RulesError, SkipboError
from skipbo.machine import bind, layout, loop, python, setting
from skipbo.machine.runs import Run
from skipbo.machine.warm import MACHINES
from skipbo.rules.editions import EDITIONS, Rules, configure
from skipbo.rules.state import MOVE, OVER, ROLL

SMALL: dict[str, Any] = {"ranks": 4, "copies": 6, "wilds": 3, "hand": 3, "building": 2, "stock": 3}

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("classic", {"players": 4, "first": 3}),
    ("classic", {"players": 6}),
    ("classic", {"players": 4, "partners": True, "short": True}),
    ("classic", {"players": 6, "partners": True}),
    ("classic", SMALL),
    ("classic", {**SMALL, "players": 6, "partners": True}),
    ("deluxe", {"players": 6, "stock": 27}),
    ("international", {"players": 2, "stock": 81}),
    ("mod", {}),
    ("mod", {"players": 4, "partners": True}),
    ("mod", {"players": 6, "first": 5}),
    ("dice", {}),
    ("dice", {"players": 4, "target": 120}),
    ("dice", {"players": 6, "first": 2}),
]


def name_of(table: tuple[str, dict[str, Any]]) -> str:
    return "-".join([table[0], *(f"{key}{int(value)}" for key, value in table[1].items())])


def mixed(rules: Rules) -> list[str]:
    return list(islice(cycle(BOTS), rules.players))


def machine(rules: Rules, on: str) -> Runner:
    return runner(rules, on, native.modules((), rules))


def outcome(summary: Summary) -> dict[str, Any]:
    """All but what differs from machine to machine."""
    told = asdict(summary)
    return {k: v for k, v in told.items() if k not in ("seconds", "moves_per_second", "machine")}


every_table = pytest.mark.parametrize("table", TABLES, ids=name_of)


# --- Three machines


@every_table
def test_compiled_games_are_the_interpreted_ones(table: tuple[str, dict[str, Any]]) -> None:
    rules = configure(table[0], **table[1])
    for bots in (["greedy"], mixed(rules)):
        told = (rules, bots, 8)
        assert outcome(simulate(*told, on="cpu")) == outcome(simulate(*told, on="python"))


ON_CUDA_SIMULATOR = """
import json, sys
from dataclasses import asdict
from skipbo.arena.simulate import simulate
from skipbo.rules.editions import configure
for edition, options, bots, games, limit in json.load(sys.stdin):
    rules = configure(edition, **options)
    print(json.dumps(asdict(simulate(rules, bots, games, limit=limit, on="gpu"))))
"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_cuda_simulator_plays_the_interpreted_games(edition: str) -> None:
    jobs: list[tuple[str, dict[str, Any], list[str], int, int]] = []
    for name, options in TABLES:
        if name == edition:
            bots = mixed(configure(name, **options))
            jobs += [(name, options, ["greedy"], 5, 50), (name, options, bots, 2, 20)]
    to_the_end = {"target": 5} if edition == "dice" else {"stock": 2}
    jobs.append((edition, to_the_end, ["greedy"], 5, 1000))
    told = subprocess.run(
        [sys.executable, "-c", ON_CUDA_SIMULATOR],
        input=json.dumps(jobs),
        # Numba takes the simulator only if it is told so before it is imported.
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    for job, line in zip(jobs, told.stdout.splitlines(), strict=True):
        rules = configure(job[0], **job[1])
        here = simulate(rules, *job[2:4], limit=job[4], on="python")
        assert outcome(Summary(**json.loads(line))) == outcome(here)


@pytest.mark.parametrize("edition", EDITIONS)
def test_beginning_sets_every_field_whatever_was_there_before(edition: str) -> None:
    rules = configure(edition)
    fresh, used = python.new_state(rules), python.new_state(rules)
    for name, _, shape in layout(rules):
        if len(shape) == 2:
            setattr(used, name, [[77] * shape[1] for _ in range(shape[0])])
        else:
            setattr(used, name, [77] * shape[0] if shape else 77)
    for state in (fresh, used):
        python.machine(rules).begin(state, *setting(rules))
    assert python.to_bytes(used, rules) == python.to_bytes(fresh, rules)


@pytest.mark.parametrize("table", [table for table in TABLES if table[0] != "dice"], ids=name_of)
def test_counting_legal_moves_is_listing_them(table: tuple[str, dict[str, Any]]) -> None:
    """Random players do not list the moves, but find the one they drew: here each in turn."""
    rules = configure(table[0], **table[1])
    bound = bind(rules, loop, card_bots)
    choose = bound.choose_random
    choose.__globals__.update(draw_word=lambda stream: stream[0], scaled=lambda word, n: word % n)
    s, order, moves, rng = python.new_state(rules), [0] * rules.cards, [0] * 512, Random(1)
    bound.begin(s, *setting(rules))
    for _ in range(200):
        while s.waiting not in (MOVE, OVER):
            n = bound.ask(s, order)
            told = [rng.randrange(6)] if s.waiting == ROLL else rng.sample(order[:n], n)
            bound.tell(s, told, n)
        if s.waiting == OVER:
            break
        listed = moves[: bound.legal(s, moves)]
        drawn = [choose(s, [0] * 512, [k]) for k in range(len(listed) + 1)]
        assert drawn == [*listed, listed[0]]
        bound.play(s, rng.choice(listed))


def module_of(source: str) -> ModuleType:
    made = ModuleType("other")
    exec(source, vars(made))
    for name, value in list(vars(made).items()):
        if callable(value):
            vars(made)[name].__module__ = "other"
    return made


def test_what_is_compiled_is_named_after_all_that_it_calls() -> None:
    """Numba keeps compiled functions by their names: the rules once, whoever plays along."""

    def name(function: str, *modules: ModuleType, edition: str = "classic") -> str:
        return str(getattr(bind(configure(edition), loop, *modules), function).__qualname__)

    assert name("play") == name("play", card_bots) != name("play", edition="mod")
    assert name("play_games") != name("play_games", card_bots)  # it calls their `choose`
    lower = module_of("def low(x): return x & 0xFFFF")  # at the end of a chain of calls
    assert name("draw_below") != name("draw_below", lower)
    assert name("scaled") == name("scaled", lower)
    one, two = (module_of(f"SIZE = {n}\ndef size(): return SIZE") for n in (1, 2))
    assert name("size", one) != name("size", two)


def test_two_functions_of_one_name_are_not_bound() -> None:
    other = module_of("def play(s, move): pass")
    with pytest.raises(ValueError, match="cards and other have a play"):
        bind(configure("classic"), other)


def test_a_name_does_not_stand_for_two_numbers() -> None:
    other = ModuleType("other")
    other.DRAW = 77  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="other has another DRAW than a module before it"):
        bind(configure("classic"), other)


def test_bots_have_the_same_numbers_in_both_families() -> None:
    for bot in BOTS:
        assert getattr(card_bots, bot.upper()) == getattr(dice_bots, bot.upper())


# --- However the work is cut up


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("edition", ["classic", "dice"])
def test_threads_change_nothing(edition: str, threads: int) -> None:
    rules = configure(edition)
    alone = simulate(rules, ["greedy"], 3000, seed=5, on="cpu")
    assert outcome(simulate(rules, ["greedy"], 3000, seed=5, on="cpu", threads=threads)) == outcome(
        alone
    )


@pytest.mark.parametrize("on", ["python", "cpu"])
def test_the_size_of_a_slice_changes_nothing(on: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = configure("dice", players=3)
    whole = simulate(rules, ["greedy"], 50, on=on)
    monkeypatch.setattr(slices, "SLICE_SECONDS", 1e-9)
    counts: list[int] = []
    assert outcome(simulate(rules, ["greedy"], 50, on=on, progress=counts.append)) == outcome(whole)
    assert counts == list(range(1, 51))


@pytest.mark.parametrize("on", ["python", "cpu"])
def test_a_game_is_the_same_in_whatever_slice_it_is_played(on: str) -> None:
    rules = configure("mod")
    run = Run(rules, players(["greedy", "greedy"], rules), seed=9, limit=1000)
    player = machine(rules, on)
    whole = bytes(player.play(run, 0, 8).states())
    assert bytes(player.play(run, 5, 3).states()) == whole[len(whole) * 5 // 8 :]


def test_slices_grow_to_what_suits_the_machine_and_no_further() -> None:
    player = machine(configure("dice"), "cpu")
    assert next_size(player, 100, 1e-6) == 800
    assert next_size(player, 1000, 1e-6) == player.most
    assert next_size(player, 1000, 1.0) == 100
    assert next_size(player, 1, 60.0) == 1


def test_slices_never_leave_a_machine_idle() -> None:
    class Wide:
        fewest, most = 4096, 1 << 19

        def play(self, run: Run, first: int, count: int) -> Any:
            raise AssertionError("only its sizes are asked for")

    assert next_size(Wide(), 4096, 60.0) == 4096


def test_progress_grows_to_the_number_of_games() -> None:
    counts: list[int] = []
    simulate(configure("classic"), ["greedy"], 500, on="cpu", progress=counts.append)
    assert counts == sorted(set(counts))
    assert counts[-1] == 500


@pytest.mark.parametrize("on", ["python", "cpu"])
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_leaves_a_summary_of_the_games_before_it(on: str, threads: int) -> None:
    def press(done: int) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    rules = configure("dice")
    part = simulate(rules, ["greedy"], 10**12, on=on, threads=threads, progress=press)
    assert part.interrupted
    assert 10 <= part.games < 10**12
    again = simulate(rules, ["greedy"], part.games, on=on)
    assert {**outcome(part), "interrupted": False} == outcome(again)


def test_ctrl_c_while_compiling_leaves_an_empty_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    def press(*told: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "runner", press)
    summary = simulate(configure("dice"), ["greedy"], 10)
    assert summary.interrupted
    assert summary.games == summary.moves == 0


@pytest.mark.parametrize("on", ["python", "cpu"])
def test_rules_that_differ_at_run_time_only_share_a_machine(on: str) -> None:
    classic = machine(configure("classic"), on)
    assert machine(configure("deluxe", players=6, partners=True, stock=7, first=2), on) is classic
    assert machine(configure("classic", **SMALL), on) is not classic
    assert machine(configure("dice", target=70), on) is machine(configure("dice"), on)


# --- The summary


def test_the_digest_is_of_the_fingerprints_in_the_order_of_the_games() -> None:
    rules = configure("dice", players=3)
    bound = python.machine(rules, loop, dice_bots)
    states = [python.new_state(rules) for _ in range(20)]
    scratch = [0] * 12, [0] * 62, [0] * 3, [0] * 3
    bound.play_games(states, [0] * 20, setting(rules), [(1,)] * 6, 4, 0, 50, *scratch)
    prints = [[0, 0] for _ in states]
    packed = [python.to_bytes(s, rules) for s in states]
    words = [struct.unpack(f"<{len(row) // 4}I", row) for row in packed]
    loop.fingerprints(words, prints)
    expected = hashlib.sha256(struct.pack("<40I", *chain(*prints))).hexdigest()
    assert simulate(rules, ["greedy"], 20, seed=4, limit=50).digest == expected


def test_a_fingerprint_tells_of_every_byte_of_a_state() -> None:
    state = bytes(range(20))
    changed = [
        state[:i] + bytes([state[i] ^ 1 << bit]) + state[i + 1 :]
        for i in range(20)
        for bit in range(8)
    ]
    prints = [[0, 0] for _ in range(161)]
    loop.fingerprints([struct.unpack("<5I", row) for row in (state, *changed)], prints)
    assert len(set(map(tuple, prints))) == 161


@every_table
def test_every_game_is_won_blocked_or_unfinished(table: tuple[str, dict[str, Any]]) -> None:
    rules = configure(table[0], **table[1])
    for limit in (1, 150, 100_000):
        summary = simulate(rules, mixed(rules), 40, on="cpu", limit=limit)
        assert sum(summary.wins) + summary.blocked + summary.unfinished == summary.games == 40
        assert len(summary.wins) == rules.sides
        assert summary.moves <= 40 * limit


def test_all_games_are_unfinished_at_a_limit_of_one_move() -> None:
    summary = simulate(configure("classic"), ["greedy"], 30, limit=1)
    assert (summary.unfinished, summary.moves, summary.blocked) == (30, 30, 0)


def test_random_players_block_and_greedy_ones_do_not() -> None:
    assert simulate(configure("classic"), ["random"], 200, on="cpu").blocked > 150
    assert simulate(configure("classic"), ["greedy"], 200, on="cpu").blocked == 0


def test_greedy_beats_random_from_either_seat_and_side() -> None:
    rules = configure("classic")
    first = simulate(rules, ["greedy", "random"], 200, on="cpu").wins
    second = simulate(rules, ["random", "greedy"], 200, on="cpu").wins
    assert first[0] > 3 * first[1]
    assert second[1] > 3 * second[0]
    partners = simulate(
        rules.but(players=4, partners=True), ["greedy", "random"] * 2, 200, on="cpu"
    ).wins
    assert partners[0] > 3 * partners[1]


def test_the_seed_decides_the_games() -> None:
    def digest(seed: int) -> str:
        return simulate(configure("dice"), ["random"], 20, seed=seed).digest

    assert digest(1) == digest(1)
    assert len({digest(seed) for seed in (0, 1, 2, 2**32, 2**63 - 1)}) == 5


@pytest.mark.parametrize("seed", [2**32, 2**32 + 1, 2**63 - 1])
def test_machines_agree_on_large_seeds(seed: int) -> None:
    rules = configure("classic", stock=5)
    told = (rules, mixed(rules), 5)
    assert (
        simulate(*told, seed=seed, on="cpu").digest
        == simulate(*told, seed=seed, on="python").digest
    )


def test_the_summary_tells_what_was_asked_for() -> None:
    summary = simulate(configure("mod", players=3), ["random"], 4, seed=8, on="python")
    assert (summary.edition, summary.players, summary.games) == ("mod", 3, 4)
    assert summary.bots == ["random", "random", "random"]
    assert (summary.machine, summary.seed, summary.interrupted) == ("python", 8, False)
    assert summary.moves_per_second == pytest.approx(summary.moves / summary.seconds)


# --- What is wrong is told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"bots": ["clever"]}, "there is no bot 'clever' for classic; the bots are random, greedy"),
        ({"bots": []}, "bots must be 1 for all or 2, one for each player, not 0"),
        ({"bots": ["greedy"] * 3}, "bots must be 1 for all or 2, one for each player, not 3"),
        ({"games": 0}, "games must be 1 to 9223372036854775807, not 0"),
        ({"threads": 0}, "threads must be 1 to 1024, not 0"),
        ({"limit": 0}, "limit must be 1 to 10000000, not 0"),
        ({"seed": -1}, "seed must be 0 to 9223372036854775807, not -1"),
        ({"seed": 2**63}, "seed must be 0 to 9223372036854775807, not 9223372036854775808"),
        ({"on": "abacus"}, "there is no machine 'abacus'; the machines are python, cpu, gpu"),
    ],
)
def test_bad_input_is_refused(given: dict[str, Any], told: str) -> None:
    whole = {"rules": configure("classic"), "bots": ["greedy"], "games": 1, **given}
    with pytest.raises(SkipboError) as caught:
        simulate(**whole)
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(("on", "extra"), [("cpu", "fast"), ("gpu", "gpu")])
@pytest.mark.parametrize("missing", ["numba", "numpy"])
def test_a_missing_package_is_named_with_the_way_to_install_it(
    on: str, extra: str, missing: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    for name in ("skipbo.machine.cpu", "skipbo.machine.gpu"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    assert main(["simulate", "classic", "--ranks", "9", "--on", on]) == 2
    assert capsys.readouterr().err == (
        f"skipbo: the machine '{on}' needs {missing}, which is not installed: "
        f"pip install 'skipbo[{extra}]'\n"
    )


def test_without_numba_games_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert simulate(configure("dice"), ["greedy"], 2).machine == "python"


def test_with_numba_games_are_compiled() -> None:
    assert simulate(configure("dice"), ["greedy"], 2).machine == "cpu"


def test_the_simulator_is_imported_without_numba_and_numpy() -> None:
    code = (
        "import sys, skipbo.arena.simulate, skipbo.arena.bench; "
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


# --- Bench


def test_bench_measures_every_machine_there_is() -> None:
    speeds = bench(configure("dice"), seconds=0.02)
    assert [f"{on}_moves_per_second" for on in MACHINES] == list(speeds)[:3]
    for key, speed in speeds.items():
        assert (speed or 0) > 0 or (speed is None and key.startswith("gpu"))


def test_bench_refuses_what_it_does_not_know() -> None:
    with pytest.raises(RulesError, match="there is no edition 'chess'"):
        tables(["chess"])
    with pytest.raises(SkipboError, match="seconds must be above 0"):
        bench(configure("dice"), seconds=0)


def test_the_behaviour_digest_is_short_and_always_the_same() -> None:
    digest = behaviour_digest()
    assert len(digest) == 16
    assert int(digest, 16) >= 0
    assert behaviour_digest() == digest
