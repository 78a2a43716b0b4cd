"""A tiny card game, solved: its tree fits the rules, its value OpenSpiel's; players are judged.

All of it is interpreted, with a stock of one card and games that are soon left off.
"""

import json
from functools import cache
from typing import Any

import numpy as np
import pytest

from skipbo.bots import native
from skipbo.cli import main
from skipbo.cli import solve as command
from skipbo.errors import SkipboError
from skipbo.machine.python import Runner, machine
from skipbo.machine.runs import Run
from skipbo.rules import cards
from skipbo.rules.editions import configure
from skipbo.rules.state import NONE
from skipbo.solve import tiny
from skipbo.solve.tiny import Equations, Solution, solve, tiny_rules
from skipbo.solve.tree import CHANCE, END, NO_SLOT, PARTS, Tree, grow

Capture = pytest.CaptureFixture[str]

RULES = tiny_rules(stock=1)
LIMIT = 3


@cache
def tree() -> Tree:
    return grow(RULES, LIMIT)


@cache
def solution() -> Solution:
    return solve(RULES, limit=LIMIT, tolerance=1e-3, compiled=False)


# --- The tree


def test_parents_come_first_and_chances_add_up() -> None:
    grown = tree()
    assert (grown.parent[1:] < np.arange(1, grown.nodes)).all()
    by_chance = grown.slot == NO_SLOT
    by_chance[0] = False
    assert (grown.turn[grown.parent[by_chance]] == CHANCE).all()
    total = np.bincount(grown.parent[by_chance], grown.chance[by_chance], grown.nodes)
    assert total[grown.turn == CHANCE] == pytest.approx(1)
    assert not set(grown.parent[1:]) & set(np.flatnonzero(grown.turn == END))


def test_an_information_set_belongs_to_one_seat_on_one_level() -> None:
    """All of its nodes offer all of its slots, and their player came to them by the same moves."""
    grown = tree()
    level = np.searchsorted(grown.levels, np.arange(grown.nodes), side="right")
    last_own = np.full((2, grown.nodes), NO_SLOT)  # by seat: the last slot that it took
    offered: dict[int, set[int]] = {}
    for node in range(1, grown.nodes):
        before, slot = grown.parent[node], int(grown.slot[node])
        last_own[:, node] = last_own[:, before]
        if slot != NO_SLOT:
            assert grown.turn[before] == grown.owner[slot]
            last_own[grown.owner[slot], node] = slot
            offered.setdefault(int(before), set()).add(slot)
    memory: dict[int, set[tuple[int, int]]] = {}
    for node, slots in offered.items():
        number = int(np.searchsorted(grown.begins, min(slots), side="right")) - 1
        assert slots == set(range(grown.begins[number], grown.begins[number + 1]))
        known = int(level[node]), int(last_own[grown.turn[node], node])
        memory.setdefault(number, set()).add(known)
    assert len(memory) == grown.sets
    assert all(len(known) == 1 for known in memory.values())
    assert len(offered) > grown.sets  # something is hidden


def test_a_player_is_asked_about_states_that_the_rules_allow() -> None:
    """Every legal move has a place, and no move that wins has been left open."""
    bound = machine(RULES)
    for spot in tree().spots:
        moves = [0] * cards.MOST_LEGAL
        assert set(moves[: bound.legal(spot.state, moves)]) == set(spot.places)
        assert set(spot.places.values()) == set(range(spot.slots))
        assert spot.state.winner == NONE
        stock = spot.state.top[cards.FIRST_STOCK + spot.state.seat]
        if spot.state.stock[spot.state.seat] == 1:
            assert not bound.fits(spot.state, stock, 0)


def test_equal_piles_are_one_choice() -> None:
    one, two = (grow(tiny_rules(copies=1, stock=1, building=n, discards=1), 3) for n in (1, 2))
    assert one.spots[0].slots == two.spots[0].slots
    assert len(two.spots[0].places) > len(one.spots[0].places)


def test_growth_is_told() -> None:
    told: list[int] = []
    grow(RULES, LIMIT, told.append)
    assert told == sorted(told)
    assert told[-1] == PARTS


@pytest.mark.parametrize("rules", [configure("mod"), configure("classic", players=3)])
def test_other_games_have_no_such_tree(rules: Any) -> None:
    with pytest.raises(SkipboError, match="only card games for two"):
        grow(rules, 3)


def test_a_tree_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skipbo.solve.tree.MOST_NODES", 50)
    with pytest.raises(SkipboError, match="more than 50 nodes: try a lower limit"):
        grow(RULES, LIMIT)


# --- The equilibrium


def test_the_value_agrees_with_open_spiel() -> None:
    """There the winning move need not be made, and order counts: the value must be the same."""
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("skipbo.envs.open_spiel")
    from open_spiel.python.algorithms import best_response, cfr

    options = {**tiny.DECK, "stock": 1, "limit": 2}
    told = ",".join(f"{name}={value}" for name, value in options.items())
    game = pyspiel.load_game(f"python_skipbo({told})")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(8):
        solver.evaluate_and_update_policy()
    policy, start = solver.average_policy(), game.new_initial_state()
    best = [best_response.BestResponsePolicy(game, seat, policy).value(start) for seat in (0, 1)]
    least, most = (1 - best[1]) / 2, (1 + best[0]) / 2  # a win is 1 there, and a loss -1
    found = solve(RULES, limit=2, tolerance=1e-4, compiled=False)
    assert most - least < 0.02
    assert least - 2e-4 <= found.value <= most + 2e-4


def test_learning_comes_nearer_to_the_equilibrium() -> None:
    equations = Equations(tree(), compiled=False)
    gains = []
    for rounds in (1, 4, 16):
        while equations.rounds < rounds:
            equations.learn()
        gains.append(equations.exploitability(equations.average()))
    assert gains[0] > 2 * gains[1] > 4 * gains[2] > 0


def test_a_best_answer_is_never_below_the_value() -> None:
    found, rng = solution(), np.random.default_rng(1)
    equations = Equations(found.tree, compiled=False)
    assert found.exploitability <= 1e-3
    for _ in range(5):
        policy = np.zeros_like(found.policy)
        equations.bound.share_out(found.tree.begins, rng.random(len(policy)) ** 4, policy)
        assert equations.best_share(policy, 0) >= found.value - 2e-3
        assert equations.best_share(policy, 1) >= 1 - found.value - 2e-3
        assert equations.best_share(policy, 0) >= equations.share(policy)


def test_rounds_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny, "MOST_ROUNDS", tiny.LOOK)
    told: list[int] = []
    found = tiny.solve_tree(tree(), tolerance=1e-9, compiled=False, progress=told.append)
    assert found.rounds == tiny.LOOK
    assert found.exploitability > 1e-9
    assert told == [0]


# --- Players


def test_the_equilibrium_loses_nothing_and_others_do() -> None:
    found = solution()
    perfect = found.equations.judge(found.policy, found.policy)
    assert perfect.loss == pytest.approx(0)
    assert perfect.exploitability == pytest.approx(found.exploitability)
    judged = {bot: found.judge(bot, compiled=False) for bot in ("greedy", "random")}
    assert 0.01 < judged["greedy"].loss < judged["random"].loss
    for player in judged.values():
        assert player.exploitability > player.loss - found.exploitability


def test_a_row_and_a_function_are_players_too() -> None:
    found = solution()
    row = native.player("greedy", RULES)
    by_name, by_row = found.judge("greedy", compiled=False), found.judge(row, compiled=False)
    assert by_row == by_name
    bound = machine(RULES, *native.modules([row], RULES))
    assert found.judge(lambda state, stream: bound.greedy(state), compiled=False) == by_name


def test_a_player_by_chance_is_asked_often() -> None:
    found = solution()
    row = native.player("random", RULES)
    exact, sampled = (found.policy_of(player, compiled=False) for player in ("random", row))
    assert sampled == pytest.approx(exact, abs=0.6)
    assert np.abs(sampled - exact).mean() < 0.1
    assert np.count_nonzero((sampled > 0) & (sampled < 1)) > 0


def test_a_player_in_the_tree_wins_as_often_as_in_games() -> None:
    found, row = solution(), native.player("greedy", RULES)
    run = Run(RULES, (row, row), seed=5, limit=LIMIT)
    played = Runner(RULES, *native.modules([row], RULES)).play(run, 0, 3000)
    share = (played.wins[0] + (played.blocked + played.unfinished) / 2) / played.games
    in_tree = found.equations.share(found.policy_of("greedy", compiled=False))
    assert in_tree == pytest.approx(share, abs=0.03)  # four standard errors


def test_a_player_that_breaks_the_rules() -> None:
    with pytest.raises(SkipboError, match="the move -1, which is not legal"):
        solution().judge(lambda state, stream: -1)


# --- The command


def test_the_command_tells_what_bots_lose(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(command, "solved_tiny", lambda rules, limit: solution())
    monkeypatch.setattr(command, "need", lambda package, extra: None)
    monkeypatch.setattr(Solution, "judge", lambda self, bot: tiny.Judged(share=0.45, worst=0.4))
    arguments = ["solve", "tiny", "--limit", str(LIMIT), "--bots", "planner,greedy"]
    assert main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["nodes"] == tree().nodes
    assert told["information_sets"] == tree().sets
    assert told["first_player_wins"] == solution().value
    assert list(told["bots"]) == ["planner", "greedy"]
    assert told["bots"]["planner"]["loss"] == pytest.approx(0.05)
    assert told["bots"]["planner"]["exploitability"] == pytest.approx(0.1)
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert f"left off after {LIMIT} moves" in shown
    assert "5.00%" in shown


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ("tiny --target 30", "tiny has no --target"),
        ("dice --limit 3", "dice has no --limit"),
        ("tiny --limit 0", "limit must be 1 or more moves, not 0"),
        ("tiny --stock 4", "stock must be 1 to 3, not 4"),
        ("tiny --bots nobody", "there is no bot 'nobody'"),
    ],
)
def test_the_command_says_what_is_wrong(arguments: str, wrong: str, capsys: Capture) -> None:
    assert main(["solve", *arguments.split()]) == 2
    assert wrong in capsys.readouterr().err
