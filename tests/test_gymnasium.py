"""Gymnasium: its own checks, a learner among bots, and thousands of games at once.

Its checks give no warnings here: pytest takes each for an error.
"""

import importlib
import sys
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled, InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from tests.conftest import Install
from tests.test_simulate import SMALL

from skipbo.envs import gym, gym_vector, rendering
from skipbo.errors import BotFailed, RulesError, SkipboError

CARDS, DICE = "skipbo/SkipBo-v0", "skipbo/SkipBoDice-v0"
TINY: dict[str, Any] = {**SMALL, "stock": 2, "on": "python"}

TABLES: list[tuple[str, dict[str, Any]]] = [
    (CARDS, TINY),
    (CARDS, {**TINY, "observations": "dict", "rewards": "stock", "seat": 1}),
    (CARDS, {**TINY, "edition": "mod", "players": 3, "opponents": ["random", "greedy"]}),
    (CARDS, {**TINY, "players": 4, "partners": True, "rewards": "points", "limit": 40}),
    (CARDS, {**TINY, "players": 6, "opponents": "s1-old"}),
    (DICE, {"target": 20, "on": "python"}),
    (CARDS, {**TINY, "opponents": "planner"}),
    (DICE, {"target": 20, "on": "python", "players": 3, "observations": "dict"}),
    (DICE, {"target": 20, "on": "python", "opponents": "optimal"}),
]


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def any_legal(env: Any, info: dict[str, Any]) -> Any:
    return env.action_space.sample(info["action_mask"])


def played(env: Any, seed: int, games: int = 1) -> list[Any]:
    """All that is told of random games."""
    env.action_space.seed(seed)
    told: list[Any] = []
    for game in range(games):
        seen, info = env.reset(seed=seed if game == 0 else None)
        over = False
        while not over:
            action = any_legal(env, info)
            seen, reward, ended, cut, info = env.step(action)
            told.append([repr(seen), int(action), reward, ended, cut, repr(info)])
            over = ended or cut
    return told


# --- One game


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_its_own_checks_pass(name: str, options: dict[str, Any]) -> None:
    check_env(gymnasium.make(name, **options).unwrapped)


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_what_is_seen_lies_in_the_space(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(name, **options)
    seen, info = env.reset(seed=3)
    for _ in range(60):
        assert seen in env.observation_space
        assert info["action_mask"].dtype == np.int8
        assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()  # type: ignore[attr-defined]
        seen, reward, ended, cut, info = env.step(any_legal(env, info))
        assert type(reward) is float
        if ended or cut:
            assert not info["action_mask"].any()
            assert seen in env.observation_space
            seen, info = env.reset()


def test_the_seed_decides_this_game_and_those_after_it() -> None:
    one, same, other = (gymnasium.make(CARDS, **TINY) for _ in range(3))
    first = played(one, 7, games=3)
    assert played(same, 7, games=3) == first
    assert played(one, 7, games=3) == first
    assert played(other, 8, games=3) != first


def test_the_dict_tells_what_the_vector_tells() -> None:
    vector, named = (
        gymnasium.make(CARDS, **TINY, observations=kind) for kind in ("vector", "dict")
    )
    (row, _), (parts, _) = vector.reset(seed=5), named.reset(seed=5)
    assert sorted(row.tolist()) == sorted(n for part in parts.values() for n in part.ravel())
    assert parts["stock"].tolist() == [2, 2]
    assert parts["hand"].sum() == parts["held"][0]


def test_numbers_of_two_bytes_are_one_in_a_dict() -> None:
    env = gymnasium.make(DICE, target=3000, observations="dict", on="python", seat=0)
    seen, _ = env.reset(seed=1)
    assert seen["goal"].tolist() == [3000]
    assert seen["score"].tolist() == [0, 0]


def test_a_win_is_one_and_a_loss_minus_one() -> None:
    env = gymnasium.make(CARDS, **TINY, opponents="random")
    last = [played(env, seed)[-1] for seed in range(40)]
    assert {1.0, -1.0} <= {reward for _, _, reward, ended, _, _ in last if ended}


def test_the_limit_truncates() -> None:
    env = gymnasium.make(CARDS, **TINY, limit=3)
    *_, ended, cut, _ = played(env, 1)[-1]
    assert (ended, cut) == (False, True)


@pytest.mark.parametrize("opponents", ["greedy", "newcomer"])
def test_a_copy_goes_on_where_the_game_is(opponents: str, install: Install) -> None:
    install("class Bot:\n    def choose(self, view, legal, rng): return rng.choice(legal)")
    env = gym.SkipBoEnv(**TINY, opponents=opponents, seat=0)
    _, info = env.reset(seed=3)
    twin = deepcopy(env)
    over = False
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[0])
        (*told, info), (*again, other) = env.step(action), twin.step(action)
        assert repr(told) == repr(again)
        assert repr(info) == repr(other)
        over = told[2] or told[3]


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_a_learner_may_play_against_itself(make: Any) -> None:
    env = make(CARDS, **{**TINY, "opponents": "self"}, players=3)
    many = make is gymnasium.make_vec
    _, info = env.reset(seed=2)
    seats, won = set(), 0
    for _ in range(400):
        mask, seat = (info[name][0] if many else info[name] for name in ("action_mask", "seat"))
        seats.add(int(seat))
        action = int(np.flatnonzero(mask)[0])
        _, reward, ended, cut, info = env.step(np.array([action]) if many else action)
        won += int(np.sum(reward))  # who makes the last move has won
        if not many and (ended or cut):
            _, info = env.reset()
    assert seats == {0, 1, 2}
    assert won > 0
    with pytest.raises(SkipboError, match="seat is for games with opponents"):
        make(CARDS, **TINY, opponents="self", seat=1)


# --- Plug-ins


def test_any_registered_bot_plays(install: Install) -> None:
    """One that chooses as a bot of ours does leads to the same games."""
    install(
        """
        class Bot:
            def choose(self, view, legal, rng):
                assert view.turn == view.seat and view.players[1 - view.seat].hand is None
                self.played = view.played
                return __import__("skipbo.bots").bots.bot("greedy").choose(view, legal, rng)
        """
    )
    told = []
    for opponents in ("newcomer", "greedy"):
        env = gymnasium.make(CARDS, **{**TINY, "seat": 1, "opponents": opponents}, rewards="stock")
        told.append([step[:5] for step in played(env, 4)])
    assert told[0] == told[1]


def test_plugins_and_bots_of_ours_sit_at_one_table(install: Install) -> None:
    install("class Bot:\n    def choose(self, view, legal, rng): return rng.choice(legal)")
    env = gymnasium.make(CARDS, **TINY, players=3, opponents=["newcomer", "greedy"])
    assert played(env, 1, games=4) == played(env, 1, games=4)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2}


def test_a_plugin_that_plays_wrongly_is_named(install: Install) -> None:
    install("class Bot:\n    def choose(self, view, legal, rng): return 'h9>b1'")
    env = gymnasium.make(CARDS, **TINY, opponents="newcomer", seat=1)
    with pytest.raises(BotFailed, match="newcomer gave no legal move"):
        env.reset(seed=1)


# --- Many games


def vector(**options: Any) -> Any:
    return gymnasium.make_vec(CARDS, **{**TINY, "num_envs": 5, **options})


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_many_games_lie_in_their_spaces(name: str, options: dict[str, Any]) -> None:
    envs: Any = gymnasium.make_vec(name, num_envs=5, **options)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    envs.action_space.seed(1)
    seen, infos = envs.reset(seed=2)
    over = 0
    for _ in range(80):
        assert seen in envs.observation_space
        masks = infos["action_mask"]
        assert (envs.action_masks() == masks.astype(bool)).all()
        actions = np.array([envs.single_action_space.sample(mask) for mask in masks])
        seen, rewards, ends, cuts, infos = envs.step(actions)
        assert rewards.dtype == np.float64
        which = ends | cuts
        over += which.sum()
        if which.any():
            assert infos["_final_obs"].tolist() == which.tolist()
            assert not infos["final_info"]["illegal"].any()
            for final in infos["final_obs"][which]:
                assert final in envs.single_observation_space
    assert over > 4


@pytest.mark.parametrize("on", ["python", "cpu"])
def test_many_games_reward_their_learners(on: str) -> None:
    envs = RecordEpisodeStatistics(
        gymnasium.make_vec(CARDS, num_envs=64, stock=1, players=3, seat=2, on=on, limit=300)
    )
    _, infos = envs.reset(seed=1)
    returns = []
    for _ in range(120):
        actions = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
        _, rewards, ends, _, infos = envs.step(np.array(actions))
        assert not rewards[~ends].any()
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert set(returns) <= {-1.0, 0.0, 1.0}
    assert {-1.0, 1.0} <= set(returns)


def test_many_games_are_decided_by_one_seed() -> None:
    def told(seed: int) -> list[Any]:
        envs = vector()
        _, infos = envs.reset(seed=seed)
        seen = []
        for _ in range(30):
            actions = [int(np.flatnonzero(mask)[-1]) for mask in infos["action_mask"]]
            *arrays, infos = envs.step(np.array(actions))
            seen.append([array.tolist() for array in arrays])
        return seen

    assert told(1) == told(1)
    assert told(1) != told(2)


def test_many_games_hand_out_new_arrays() -> None:
    envs = vector()
    first, infos = envs.reset(seed=1)
    kept = first.copy(), infos["action_mask"].copy()
    envs.step(np.array([int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]))
    assert (first == kept[0]).all()
    assert (infos["action_mask"] == kept[1]).all()


def test_in_many_games_an_illegal_action_loses_one() -> None:
    envs = vector()
    _, infos = envs.reset(seed=1)
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]])
    actions[3] = int(np.flatnonzero(infos["action_mask"][3] == 0)[0])
    _, rewards, ends, _, infos = envs.step(actions)
    assert ends.tolist() == [False, False, False, True, False]
    assert rewards[3] == -1.0
    assert infos["final_info"]["illegal"].tolist() == ends.tolist()


def test_in_many_games_it_is_told_whose_seat_a_game_had() -> None:
    envs = vector(num_envs=40, limit=1)
    _, infos = envs.reset(seed=1)
    before = infos["seat"]
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]])
    _, _, ends, cuts, infos = envs.step(actions)
    final = infos["final_info"]
    assert final["_seat"].tolist() == (ends | cuts).tolist()
    assert final["_seat"].any()
    assert final["seat"][final["_seat"]].tolist() == before[final["_seat"]].tolist()
    assert infos["seat"].tolist() != before.tolist()


def test_gymnasiums_own_vectors_work_too() -> None:
    envs = gymnasium.make_vec(CARDS, num_envs=2, vectorization_mode="sync", **TINY)
    _, infos = envs.reset(seed=1)
    assert infos["action_mask"].shape == (2, envs.single_action_space.n)  # type: ignore[attr-defined]


# --- Showing


@pytest.mark.parametrize("mode", rendering.MODES)
def test_a_game_is_shown(mode: str) -> None:
    env = gymnasium.make(CARDS, **TINY, render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    kinds: dict[str, type] = {"ansi": str, "human": type(None), "rgb_array": np.ndarray}
    assert isinstance(shown, kinds[mode])
    env.close()
    env.close()


def test_many_games_are_shown() -> None:
    envs = vector(render_mode="ansi", num_envs=2)
    assert envs.render() is None
    envs.reset(seed=1)
    one, other = envs.render()
    assert "player_0" in one
    assert one != other
    envs.close()


def test_without_pygame_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(DependencyNotInstalled, match=r"pip install 'skipbo\[envs\]'"):
        gymnasium.make(CARDS, **TINY, render_mode="rgb_array")


@pytest.mark.parametrize("module", ["gym", "gym_vector"])
def test_without_gymnasium_it_says_what_to_install(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, f"skipbo.envs.{module}")
    told = r"Gymnasium is not installed: pip install 'skipbo\[envs\]'"
    with pytest.raises(ModuleNotFoundError, match=told):
        importlib.import_module(f"skipbo.envs.{module}")


# --- Bad input


def test_an_illegal_action_loses_and_says_why() -> None:
    env = gymnasium.make(CARDS, **TINY)
    _, info = env.reset(seed=1)
    action = int(np.flatnonzero(info["action_mask"] == 0)[-1])
    _, reward, ended, cut, info = env.step(action)
    assert (reward, ended, cut) == (-1.0, True, False)
    assert f"action {action} is not legal: pass: a turn ends with a discard" in info["illegal"]
    assert not info["action_mask"].any()
    assert not env.unwrapped.action_masks().any()  # type: ignore[attr-defined]
    with pytest.raises(ResetNeeded, match="there is no game, or it is over: call reset"):
        env.step(0)
    env.reset()
    env.step(any_legal(env, {"action_mask": env.unwrapped.action_masks().astype(np.int8)}))  # type: ignore[attr-defined]


@pytest.mark.parametrize("action", [-1, 41, 0.0, "h7>b1", None, [0], np.array([0, 1])])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = gym.SkipBoEnv(**TINY)
    before = env.reset(seed=1)
    with pytest.raises(InvalidAction, match="actions are whole numbers, 0 to 40, not"):
        env.step(action)
    _, _, ended, _, _ = env.step(int(np.flatnonzero(before[1]["action_mask"])[0]))
    assert not ended


@pytest.mark.parametrize("actions", [[0], [0.0] * 5, [[0] * 5], "pass", None])
def test_many_actions_of_a_wrong_kind_are_refused(actions: Any) -> None:
    envs = vector()
    envs.reset(seed=1)
    with pytest.raises(InvalidAction, match=r"actions must be whole numbers of shape \(5,\), not"):
        envs.step(actions)


def test_first_comes_reset() -> None:
    with pytest.raises(ResetNeeded):
        gymnasium.make(CARDS, **TINY).step(0)
    with pytest.raises(ResetNeeded, match="call reset"):
        vector().step(np.zeros(5, np.int64))
    with pytest.raises(ResetNeeded, match="call reset"):
        vector().action_masks()
    env = gym.SkipBoEnv(**TINY, render_mode="ansi")
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before action_masks\(\)"):
        env.action_masks()
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before render\(\)"):
        env.render()
    env.reset(seed=1)
    env.close()
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before step\(\)"):
        env.step(0)


def test_plugins_are_not_compiled_in(install: Install) -> None:
    install("class Bot:\n    def choose(self, view, legal, rng): return rng.choice(legal)")
    told = "'newcomer' is a plug-in, and those cannot be compiled in: .*vectorization_mode=\"sync\""
    with pytest.raises(SkipboError, match=told):
        vector(players=3, opponents=["greedy", "newcomer"])


def test_more_games_than_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(gym_vector, "batch_space", full)
    with pytest.raises(SkipboError, match="not enough memory for 2,147,483,647 games at once"):
        vector(num_envs=2**31 - 1)


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        ({"players": 7}, RulesError, "players must be 2 to 6, not 7"),
        ({"colour": 3}, RulesError, "colour"),
        ({"edition": "chess"}, RulesError, "there is no edition 'chess'"),
        ({"opponents": "nobody"}, SkipboError, "there is no bot 'nobody'"),
        ({"opponents": []}, SkipboError, "opponents must be 1 for all, not 0"),
        ({"opponents": ["greedy"] * 3}, SkipboError, "opponents must be 1 for all, not 3"),
        ({"observations": "pixels"}, SkipboError, "observations must be vector or dict"),
        ({"rewards": "love"}, SkipboError, "rewards must be win or points or stock, not 'love'"),
        ({"seat": 2}, SkipboError, "seat must be 0 to 1, not 2"),
        ({"limit": 0}, SkipboError, "limit must be 1 to"),
        ({"on": "abacus"}, SkipboError, "there is no machine 'abacus'"),
    ],
)
def test_options_that_are_wrong_are_named(options: Any, error: Any, told: str) -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(error, match=told):
            make(CARDS, **{**TINY, **options})


def test_modes_that_are_wrong_are_named() -> None:
    with pytest.raises(ValueError, match="render_mode must be ansi, human, rgb_array or None"):
        gym.SkipBoEnv(**TINY, render_mode="smell")
    with pytest.raises(ValueError, match="render_mode must be ansi, rgb_array or None"):
        vector(render_mode="human")


def test_reset_has_no_options_and_one_seed() -> None:
    with pytest.raises(SkipboError, match="reset has no option 'stock'; those of the game go to"):
        gym.SkipBoEnv(**TINY).reset(options={"stock": 3})
    with pytest.raises(SkipboError, match="one seed decides everything"):
        vector().reset(seed=[1, 2, 3, 4, 5])
    with pytest.raises(SkipboError, match="num_envs must be 1 to"):
        vector(num_envs=0)


@pytest.mark.parametrize("make", [lambda: gym.SkipBoEnv(**TINY), vector])
def test_numpys_numbers_are_seeds(make: Any) -> None:
    given, plain = make().reset(seed=np.int64(3)), make().reset(seed=3)
    assert repr(given) == repr(plain)
    with pytest.raises(SkipboError, match=r"one seed decides everything: .*, not 3\.0"):
        make().reset(seed=3.0)
