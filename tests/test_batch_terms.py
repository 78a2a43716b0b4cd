"""Opponents, rewards, what was last to be seen: the terms on which games are stepped."""

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from tests.test_batch import copied, played, state
from tests.test_simulate import SMALL

from skipbo.arena.simulate import players, runner
from skipbo.bots import cards as card_bots
from skipbo.bots import native
from skipbo.envs import Batch, batch
from skipbo.errors import SkipboError
from skipbo.machine import loop, python
from skipbo.machine.runs import Run
from skipbo.machine.stepping import modules, observation
from skipbo.rules.editions import configure
from skipbo.rules.state import OVER

SHORT = {**SMALL, "stock": 2}


def small(**terms: Any) -> Batch:
    return batch("classic", **{**SHORT, "on": "python", **terms})


def states(games: Batch, slots: int) -> list[Any]:
    return [games.slots.state(slot) for slot in range(slots)]


# --- Opponents


def test_compiled_opponents_play_as_the_interpreted_ones() -> None:
    terms: dict[str, Any] = {"players": 3, "stock": 4, "opponents": ["greedy", "random"]}
    interpreted, compiled = (batch(seed=3, on=on, limit=90, **terms) for on in ("python", "cpu"))
    assert played(compiled, 3, 60) == played(interpreted, 3, 60)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_learner_that_plays_as_its_opponents_do_plays_a_simulated_game(seat: int) -> None:
    """Nobody's move is left out or made twice."""
    rules = configure("classic", players=3, **SMALL)
    run = Run(rules, players(["greedy"] * 3, rules), seed=9, limit=100_000)
    simulated = runner(rules, "python", native.modules(run.players, rules)).play(run, 0, 1)
    games = Batch(rules, seed=9, on="python", opponents="greedy", seat=seat, restart=False)
    bound = python.machine(rules, loop, *modules(rules), card_bots)
    seen = games.reset(1)
    while not seen.ends[0]:
        [s] = states(games, 1)
        assert s.seat == seat
        move = bound.choose(s, run.players[0], [], [0, 0, 0])
        seen = games.step(np.array([bound.action_of(s, move)]))
    assert state(games, 0) == bytes(simulated.states())


def test_every_step_is_the_learners() -> None:
    games = small(players=4, partners=True, opponents=["greedy", "random", "greedy"])
    seen = games.reset(8)
    sat = set()
    for _ in range(60):
        for slot, s in enumerate(states(games, 8)):
            assert seen.seats[slot] == s.seat
            assert seen.observations[slot].tolist() == observation(s, games.rules, s.seat)
            sat.add(s.seat)
        seen = games.step(games.sample())
    assert sat == {0, 1, 2, 3}  # drawn for each game


def test_the_seat_can_be_chosen() -> None:
    games = small(players=3, opponents="random", seat=2)
    assert games.reset(5).seats.tolist() == [2] * 5
    for _ in range(30):
        assert games.step(games.sample()).seats.tolist() == [2] * 5


def test_a_game_that_ends_before_the_first_own_move_is_not_shown() -> None:
    games = small(stock=1, opponents="greedy", seat=1, hand=4)
    games.reset(50)
    assert any(number >= 50 for number in games.games)
    assert all(s.waiting != OVER for s in states(games, 50))


# --- Rewards


@pytest.mark.parametrize("opponents", [(), "greedy"])
@pytest.mark.parametrize("rewards", ["win", "points", "stock"])
def test_rewards_add_up_to_how_a_game_ended(rewards: str, opponents: Any) -> None:
    games = small(players=4, partners=True, rewards=rewards, opponents=opponents, restart=False)
    for _ in range(12):
        seen = games.deal() if games.dealt else games.reset(1, seed=5)
        [s] = states(games, 1)
        start = [lead(s, seat) for seat in range(4)]
        total = np.zeros(4)
        while not seen.ends[0]:
            seen = games.step(games.sample())
            total += seen.rewards[0]
        [s] = states(games, 1)
        won = [seat % 2 == s.winner for seat in range(4)] if s.winner < 4 else None
        points = 25 + 5 * sum(s.stock[:4])  # C13, P6: the winners' stocks are empty
        expected = {
            "win": [0 if won is None else 1 if won[seat] else -1 for seat in range(4)],
            "points": [points if won and won[seat] else 0 for seat in range(4)],
            "stock": [lead(s, seat) - start[seat] for seat in range(4)],
        }
        assert total.tolist() == pytest.approx(expected[rewards])


def lead(s: Any, seat: int) -> float:
    """Of partners in seats 0 and 2, and 1 and 3."""
    own = s.stock[seat] + s.stock[(seat + 2) % 4]
    return float(sum(s.stock[:4]) - own - own) / 2


def test_points_of_dice_are_the_score_as_it_grows() -> None:
    games = batch("dice", players=3, target=30, rewards="points", on="python", restart=False)
    seen, total, paid = games.reset(1), np.zeros(3), 0
    while not seen.ends[0]:
        seen = games.step(games.sample())
        total += seen.rewards[0]
        paid += bool(seen.rewards.any())
    assert total.tolist() == games.slots.state(0).score[:3]
    assert paid > 3


# --- The end of a game


@pytest.mark.parametrize("opponents", [(), "greedy"])
@pytest.mark.parametrize("limit", [7, 1000])
def test_finals_are_what_was_last_to_be_seen(limit: int, opponents: Any) -> None:
    games = small(limit=limit, opponents=opponents, seed=4)
    twin = small(limit=limit, opponents=opponents, seed=4, restart=False)
    games.reset(1)
    before = copied(twin.reset(1))
    ended = 0
    for _ in range(150):
        actions = games.sample()
        seen, stayed = games.step(actions), twin.step(actions)
        assert seen.ends == stayed.ends
        assert seen.cuts == stayed.cuts
        assert (seen.rewards == stayed.rewards).all()
        if seen.ends[0] or seen.cuts[0]:
            assert seen.finals.tolist() == stayed.observations.tolist()
            assert seen.final_seats == stayed.seats
            before = copied(twin.deal())
            ended += 1
        else:
            before = copied(stayed)
        assert [seen.observations.tolist(), seen.masks.tolist()] == before[:2]
    assert ended > 1


@pytest.mark.parametrize("limit", [9, 1000])
def test_without_a_restart_a_slot_stays_at_its_end(limit: int) -> None:
    games = small(restart=False, limit=limit)
    seen, ended = games.reset(4), np.zeros(4, bool)
    last: list[bytes] = [b""] * 4
    for _ in range(200):
        seen = games.step(games.sample())
        assert not (ended & (seen.ends | seen.cuts)).any()
        assert not seen.rewards[ended].any()
        for slot in np.flatnonzero(ended).tolist():
            assert state(games, slot) == last[slot]
        for slot in np.flatnonzero(seen.ends | seen.cuts).tolist():
            last[slot] = state(games, slot)
        ended |= seen.ends | seen.cuts
        assert (ended == ~seen.masks.any(axis=1)).all()
    assert ended.all()
    assert games.deal().masks.any(axis=1).all()
    assert games.games == [4, 5, 6, 7]


@pytest.mark.parametrize("on", ["python", "cpu"])
@pytest.mark.parametrize("copy", [deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_a_copy_goes_on_where_the_games_are(copy: Any, on: str) -> None:
    games = batch("classic", stock=2, on=on, seed=3, threads=2)
    games.reset(3)
    for _ in range(10):
        games.step(games.sample())
    twin = copy(games)
    for _ in range(60):
        actions = games.sample()
        assert (twin.sample() == actions).all()
        assert copied(games.step(actions)) == copied(twin.step(actions))
    assert copied(copy(small()).reset(2)) == copied(small().reset(2))  # nothing dealt yet
    games.close()
    twin.close()


def test_steps_may_write_into_new_arrays() -> None:
    games, same = small(reuse=False), small()
    kept = [games.reset(3), *(games.step(games.sample()) for _ in range(20))]
    told = [copied(same.reset(3)), *(copied(same.step(same.sample())) for _ in range(20))]
    assert [copied(seen) for seen in kept] == told


# --- Illegal actions


@pytest.mark.parametrize("wrong", [-1, 10_000, -(2**62) - 1])
def test_an_illegal_action_may_lose_the_game(wrong: int) -> None:
    games = small(players=3, illegal="lose")
    seen = games.reset(3)
    actions, mover = games.sample(), int(seen.seats[1])
    illegal = int(np.flatnonzero(~seen.masks[1])[0])
    for action in (wrong, illegal):
        numbers = games.games
        actions[1] = action
        seen = games.step(actions)
        assert seen.ends.tolist() == [False, True, False]
        assert seen.rewards[1].tolist() == [-1.0 if seat == mover else 0.0 for seat in range(3)]
        assert games.games == [numbers[0], numbers[1] + 3, numbers[2]]
        actions = games.sample()
        mover = int(seen.seats[1])


def test_the_learner_loses_by_an_illegal_action_not_its_opponents() -> None:
    games = small(opponents="greedy", illegal="lose", seat=1)
    games.reset(1)
    assert games.step(np.array([-1])).rewards.tolist() == [[0.0, -1.0]]


# --- What is asked for, and what is wrong


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"rewards": "money"}, "rewards must be win or points or stock, not 'money'"),
        ({"opponents": "nobody"}, "there is no bot 'nobody' for classic; the bots are random,"),
        ({"opponents": ["greedy"] * 2}, "opponents must be 1 for all, not 2"),
        ({"opponents": ["greedy"] * 2, "players": 4}, "opponents must be 1 for all or 3, one for"),
        ({"seat": 1}, "seat is for games with opponents: name some, or leave it out"),
        ({"seat": 2, "opponents": "greedy"}, "seat must be 0 to 1, not 2"),
        ({"seat": "0", "opponents": "greedy"}, "seat must be 0 to 1, not '0'"),
        ({"illegal": "ignore"}, "illegal must be refuse or lose, not 'ignore'"),
        ({"opponents": 3}, "opponents must be names of bots, not 3"),
        ({"opponents": []}, "opponents must be 1 for all, not 0"),
        ({"restart": "no"}, "restart must be True or False, not 'no'"),
        ({"enforcement": "table", "special": True}, "enforcement must be strict"),
        ({"illegal": "lose", "restart": False}, "illegal='lose' ends games"),
        ({"opponents": "greedy", "on": "gpu"}, "opponents play on the cpu or on python"),
    ],
)
def test_terms_that_are_wrong_are_refused(terms: dict[str, Any], told: str) -> None:
    with pytest.raises(SkipboError, match=told):
        small(**terms)


def test_dice_have_no_stock() -> None:
    with pytest.raises(SkipboError, match="rewards must be win or points, not 'stock'"):
        batch("dice", rewards="stock", on="python")


def test_a_game_can_be_looked_at() -> None:
    games = small(seed=2)
    seen = games.reset(2)
    view = games.view(1, 0)
    assert view.turn == seen.seats[1]
    assert len(games.legal(1)) == seen.masks[1].sum()
    assert games.observation(1, 1).tolist() == observation(states(games, 2)[1], games.rules, 1)
    with pytest.raises(SkipboError, match="seat must be 0 to 1, not 2"):
        games.view(1, 2)
    with pytest.raises(SkipboError, match="seat must be 0 to 1, not -1"):
        games.observation(1, -1)
    with pytest.raises(SkipboError, match="slot must be 0 to 1, not 5"):
        games.legal(5)
