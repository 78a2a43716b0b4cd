"""Skip-Bo as PettingZoo plays it: its own tests, and what they do not look at.

Two warnings of PettingZoo's `api_test` cannot be avoided. They come for every game that has a mask
in its observations and is not in its list of those that do:

- Observation is not a NumPy array
- Observation space for each agent probably should be gymnasium.spaces.box or ...discrete

Of its tests these are not run: `state_test` (there is no state that all may see),
`manual_control_test`, `max_cycles_test` (our option is `limit`), and `bombardment_test`, which
takes what `step` returns for an observation.
"""

import importlib
import pickle
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pettingzoo
import pygame
import pytest
from gymnasium.error import DependencyNotInstalled
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger
from tests.test_simulate import SMALL

from skipbo.bots import bot
from skipbo.envs import batch, rendering, skipbo_v0
from skipbo.errors import IllegalMove, RulesError, SkipboError
from skipbo.machine import python
from skipbo.machine.stepping import modules, observation
from skipbo.table.view import CardView

with warnings.catch_warnings():
    # They import a game of PettingZoo's in a way that PettingZoo gives up.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )
    from pettingzoo.test import test_save_obs as save_obs_test  # not one of ours

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be gymnasium.spaces.box or "
        "gymnasium.spaces.discrete:UserWarning"
    ),
]

GAMES: dict[str, dict[str, Any]] = {
    "classic": {},
    "by name": {"observations": "dict"},
    "three": {"players": 3, "rewards": "stock"},
    "partners": {"players": 4, "partners": True, "stock": 10},
    "six": {"players": 6, "rewards": "points"},
    "mod": {"edition": "mod", "first": 1},
    "mod by name": {"edition": "mod", "players": 3, "observations": "dict", "limit": 40},
    "dice": {"edition": "dice"},
    "dice of three": {"edition": "dice", "players": 3, "rewards": "points"},
    "dice by name": {"edition": "dice", "observations": "dict", "limit": 25},
    "cut short": {"limit": 7},
}
every_game = pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A window that nobody sees, and no waiting between its pictures."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(rendering, "FPS", 0)
    yield
    pygame.display.quit()


def env(**options: Any) -> Any:
    return skipbo_v0.env(**{"on": "python", **options})


def raw_env(**options: Any) -> Any:
    return skipbo_v0.raw_env(**{"on": "python", **options})


def parallel_env(**options: Any) -> Any:
    return skipbo_v0.parallel_env(**{"on": "python", **options})


def certain(games: Any) -> Any:
    """With actions that are drawn alike every time."""
    for seat, agent in enumerate(games.possible_agents):
        games.action_space(agent).seed(seat)
    return games


def any_action(env: Any, rng: random.Random) -> int | None:
    """What a random player does; None for an agent whose game is over."""
    seen, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        return None
    return rng.choice(np.flatnonzero(seen["action_mask"]).tolist())


def greedy_action(env: Any, rng: random.Random) -> int:
    """What a player does who means to come to an end."""
    game = env._game
    move = bot("greedy").choose(game.view(game.seat), game.legal(), rng)
    return int(game.action(move))


def illegal_action(env: Any) -> int:
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


def legal_action(env: Any) -> int:
    return int(np.flatnonzero(env.last()[0]["action_mask"])[0])


def play_on(env: Any, moves: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(moves):
        if not any(env.terminations.values()) and not any(env.truncations.values()):
            env.step(any_action(env, rng))


def everything(env: Any) -> tuple[Any, ...]:
    """All that an environment tells, as plain values."""
    seen = [plain(env.observe(agent)) for agent in env.possible_agents]
    told = env.rewards, env._cumulative_rewards, env.terminations, env.truncations
    return seen, env.agents[:], env.agent_selection, plain(env.infos), *map(dict, told)


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return value.tolist() if isinstance(value, np.ndarray) else value


def state(env: Any) -> Any:
    return env._game._batch._state(0)


# --- PettingZoo's own tests


@every_game
def test_the_api(options: dict[str, Any]) -> None:
    api_test(certain(env(**options)), num_cycles=40)


@every_game
def test_the_raw_api(options: dict[str, Any]) -> None:
    api_test(certain(raw_env(**options)), num_cycles=15)


@every_game
def test_the_parallel_api(options: dict[str, Any]) -> None:
    parallel_api_test(certain(parallel_env(**options)), num_cycles=40)


@every_game
def test_seeds(options: dict[str, Any]) -> None:
    seed_test(lambda: env(**options), num_cycles=20)
    parallel_seed_test(lambda: parallel_env(**options), num_cycles=20)


@pytest.mark.parametrize("edition", ["classic", "mod", "dice"])
def test_rendering(edition: str) -> None:
    render_test(lambda render_mode: env(edition=edition, render_mode=render_mode))


def test_observations_are_not_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    save_obs_test(env())
    assert "did not save the observations" in capsys.readouterr().out


def test_pettingzoos_wrappers_fit() -> None:
    games = wrappers.TerminateIllegalWrapper(raw_env(), illegal_reward=-1)
    games = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(games))
    api_test(certain(games), num_cycles=15)
    games.reset(seed=1)
    EnvLogger.suppress_output()
    games.step(illegal_action(games))
    EnvLogger.unsuppress_output()
    assert sorted(games.rewards.values()) == [-1.0, 0.0]
    parallel_api_test(certain(turn_based_aec_to_parallel(env())), num_cycles=15)


# --- Spaces and what is in them


@every_game
def test_what_agents_are_told(options: dict[str, Any]) -> None:
    games = env(**options)
    games.reset(seed=3)
    rng = random.Random(2)
    for _ in range(60):
        on_turn = games.agent_selection
        over = any(games.terminations.values()) or any(games.truncations.values())
        for agent in games.possible_agents:
            seen = games.observe(agent)
            assert games.observation_space(agent).contains(seen)
            assert seen["action_mask"].dtype == np.int8
            assert seen["action_mask"].any() == (agent == on_turn and not over)
            told = games.infos[agent]["action_mask"]
            assert told.dtype == np.int8
            assert told.tolist() == seen["action_mask"].tolist()
        kinds = {type(x) for x in (*games.rewards.values(), *games._cumulative_rewards.values())}
        assert kinds == {float}
        assert {type(x) for x in games.terminations.values()} == {bool}
        assert {type(x) for x in games.truncations.values()} == {bool}
        if over:
            return
        games.step(any_action(games, rng))


def test_what_it_is_called() -> None:
    games = env(players=5)
    assert games.metadata["name"] == str(games) == "skipbo_v0"
    assert games.metadata["render_modes"] == ["ansi", "human", "rgb_array"]
    assert games.metadata["is_parallelizable"] is False
    assert games.possible_agents == [f"player_{seat}" for seat in range(5)]
    assert games.max_num_agents == 5
    assert games.unwrapped is games


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo before 1.27")
def test_pettingzoo_knows_its_name() -> None:
    for kind, made in (("aec", skipbo_v0.Ordered), ("parallel", skipbo_v0.parallel_env)):
        games = pettingzoo.make(kind, "skipbo/skipbo_v0", players=3, on="python")
        assert type(games) is made
        assert len(games.possible_agents) == 3


def test_every_agent_has_spaces_of_its_own() -> None:
    for games in (env(), parallel_env()):
        for space in (games.observation_space, games.action_space):
            assert space("player_0") is space("player_0")
            assert space("player_0") is not space("player_1")
            assert space("player_0") == space("player_1")


@every_game
def test_masks_are_the_legal_moves_and_observations_those_of_the_rules(
    options: dict[str, Any],
) -> None:
    games = raw_env(**{**options, "observations": "vector"})
    rules = games._game.rules
    bound = python.machine(rules, *modules(rules))
    moves = [0] * bound.MOST_LEGAL
    games.reset(seed=8)
    rng = random.Random(4)
    for _ in range(40):
        s = state(games)
        assert games.agent_selection == f"player_{s.seat}"
        legal = {bound.action_of(s, move) for move in moves[: bound.legal(s, moves)]}
        assert set(np.flatnonzero(games.last()[0]["action_mask"]).tolist()) == legal
        for seat, agent in enumerate(games.agents):
            assert games.observe(agent)["observation"].tolist() == observation(s, rules, seat)
        games.step(any_action(games, rng))
        if any(games.terminations.values()) or any(games.truncations.values()):
            return


@pytest.mark.parametrize("kind", ["vector", "dict"])
def test_what_was_handed_out_is_nobodys_business_any_more(kind: str) -> None:
    """It is not written to again, and writing to it changes nothing."""
    games, same = env(observations=kind), env(observations=kind)
    games.reset(seed=5)
    same.reset(seed=5)
    rng, again = random.Random(3), random.Random(3)
    for _ in range(12):
        kept = games.last()[0]
        before = plain(kept)
        games.step(any_action(games, rng))
        assert plain(kept) == before
        same.step(any_action(same, again))
        for agent in same.agents:
            parts = same.observe(agent)
            parts = [*parts.values()] if kind == "vector" else [*parts["observation"].values()]
            for part in [*parts, same.infos[agent]["action_mask"]]:
                if part.flags.writeable:
                    part.fill(1)
        assert everything(games)[0] == everything(same)[0]


# --- The games


def test_a_seed_decides_the_games() -> None:
    told: list[list[Any]] = []
    for games in (env(), env(), env()):
        seed = 8 if len(told) == 2 else 7
        found = []
        for reset in (seed, None, None, seed):
            games.reset(seed=reset)
            play_on(games, 5)
            found.append(everything(games))
        told.append(found)
    one, other, third = told
    assert one == other
    assert one[0] == one[3]
    assert one[0] != one[1] != one[2]
    assert one[0] != third[0]


def test_games_are_those_of_a_batch() -> None:
    games = raw_env(**SMALL)
    many = batch("classic", seed=7, on="python", **SMALL)
    many.reset(3)
    for number in range(3):
        games.reset(seed=7 if number == 0 else None)
        assert python.to_bytes(state(games), games._game.rules) == python.to_bytes(
            many._state(number), many.rules
        )


def test_without_a_seed_nobody_knows_the_game() -> None:
    games = [env(), env()]
    for each in games:
        each.reset()
    assert everything(games[0]) != everything(games[1])


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7"])
def test_a_wrong_seed_is_refused(seed: Any) -> None:
    for games in (env(), raw_env(), parallel_env()):
        with pytest.raises(SkipboError, match="seed must be 0 to"):
            games.reset(seed=seed)


@pytest.mark.parametrize(
    "options",
    [
        {"edition": "dice", "target": 12},
        {"edition": "dice", "target": 12, "players": 4, "rewards": "points"},
        {"stock": 2},
        {"stock": 2, "players": 4, "partners": True},
        {"stock": 2, "players": 3, "rewards": "points"},
        {"edition": "mod", "stock": 2, "players": 6, "partners": True},
    ],
)
def test_who_has_won_is_paid(options: dict[str, Any]) -> None:
    games = env(**options)
    games.reset(seed=6)
    rng = random.Random(1)
    paid = dict.fromkeys(games.agents, 0.0)
    while not any(games.terminations.values()):
        assert games.agents == games.possible_agents
        games.step(greedy_action(games, rng))
        for agent, reward in games.rewards.items():
            paid[agent] += reward
    view = games._game.view(None)
    assert view.winners
    assert games.terminations == dict.fromkeys(games.agents, True)
    assert games.truncations == dict.fromkeys(games.agents, False)
    for seat, agent in enumerate(games.possible_agents):
        won = seat in view.winners
        if options.get("rewards") != "points":
            assert paid[agent] == (1.0 if won else -1.0)
        elif isinstance(view, CardView):
            assert (paid[agent] > 0) == won
        else:
            assert paid[agent] == view.scores[seat]


def test_at_the_end_every_agent_is_heard_once_more() -> None:
    games = env(edition="dice", target=12, players=3)
    games.reset(seed=6)
    rng = random.Random(1)
    last: dict[str, float] = {}
    for agent in games.agent_iter():
        _, reward, terminated, _, info = games.last()
        if terminated:
            assert not info["action_mask"].any()
            last[agent] = reward
            games.step(None)
        else:
            games.step(greedy_action(games, rng))
    assert sorted(last) == games.possible_agents
    assert sorted(last.values()) == [-1.0, -1.0, 1.0]
    assert games.agents == []
    assert games.num_agents == 0
    assert games.rewards == games.terminations == games.infos == {}
    games.reset()
    assert games.agents == games.possible_agents


@pytest.mark.parametrize("edition", ["classic", "mod", "dice"])
def test_a_long_game_is_cut_short(edition: str) -> None:
    games = env(edition=edition, limit=9, players=3)
    games.reset(seed=1)
    rng = random.Random(1)
    for moves in range(9):
        assert not any(games.truncations.values()), moves
        games.step(any_action(games, rng))
    assert games.truncations == dict.fromkeys(games.agents, True)
    assert games.terminations == dict.fromkeys(games.agents, False)
    assert not any(games.rewards.values())
    for _ in range(3):
        assert not games.last()[0]["action_mask"].any()
        games.step(None)
    assert games.agents == []


@pytest.mark.parametrize("options", [{"players": 6}, {"edition": "mod", "players": 4}])
def test_a_blocked_game_ends_without_a_reward(options: dict[str, Any]) -> None:
    """And what is seen of it then is still in the space."""
    games = env(**options, copies=3, wilds=4, stock=5)
    games.reset(seed=2)
    rng = random.Random(1)
    while not any(games.terminations.values()):
        games.step(any_action(games, rng))
    assert games._game.view(None).blocked
    assert not any(games.rewards.values())
    for agent in games.agents:
        assert games.observation_space(agent).contains(games.observe(agent))


def test_the_compiled_machine_plays_the_same_games() -> None:
    interpreted, compiled = env(edition="dice"), env(edition="dice", on="cpu")
    for seed in (3, None):
        interpreted.reset(seed=seed)
        compiled.reset(seed=seed)
        rng, same = random.Random(1), random.Random(1)
        for _ in range(80):
            assert everything(compiled) == everything(interpreted)
            if not interpreted.agents:
                break
            interpreted.step(any_action(interpreted, rng))
            compiled.step(any_action(compiled, same))


# --- Mistakes


def test_an_illegal_action_loses() -> None:
    games = env(players=3)
    games.reset(seed=2)
    play_on(games, 10)
    offender = games.agent_selection
    EnvLogger.suppress_output()
    EnvLogger.flush()
    games.step(illegal_action(games))
    EnvLogger.unsuppress_output()
    assert any("Illegal move made" in told for told in EnvLogger.mqueue)
    assert games.terminations == dict.fromkeys(games.possible_agents, True)
    assert games.truncations == dict.fromkeys(games.possible_agents, False)
    assert games.rewards == {
        agent: -1.0 if agent == offender else 0.0 for agent in games.possible_agents
    }
    heard = {}
    for agent in games.agent_iter():
        heard[agent] = games.last()[1]
        games.step(None)
    assert heard == {agent: -1.0 if agent == offender else 0.0 for agent in games.possible_agents}
    games.reset(seed=2)
    assert games.observe(games.agent_selection)["action_mask"].any()


def test_a_raw_game_refuses_an_illegal_action() -> None:
    games = raw_env(edition="mod")
    games.reset(seed=2)
    play_on(games, 10)
    before = everything(games), python.to_bytes(state(games), games._game.rules)
    action = illegal_action(games)
    told = rf"{games.agent_selection}: action {action} is not legal: \S+"
    with pytest.raises(IllegalMove, match=told):
        games.step(action)
    assert (everything(games), python.to_bytes(state(games), games._game.rules)) == before


NO_ACTIONS: list[Any] = [None, 1.5, "3", -1, 10_000, np.array([1, 2]), np.float32(2), [], np.nan]


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_what_is_no_action_is_an_error(action: Any) -> None:
    for games, kind in ((env(), AssertionError), (raw_env(), SkipboError)):
        games.reset(seed=2)
        before = everything(games)
        with pytest.raises(kind, match="actions are 0 to "):
            games.step(action)
        assert everything(games) == before


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.uint64, np.array])
def test_any_whole_number_is_an_action(kind: Callable[[int], Any]) -> None:
    games, plain_games = env(), env()
    games.reset(seed=2)
    plain_games.reset(seed=2)
    action = legal_action(games)
    games.step(kind(action))
    plain_games.step(action)
    assert everything(games) == everything(plain_games)


def test_the_dead_do_nothing() -> None:
    for games in (env(limit=1), raw_env(limit=1)):
        games.reset(seed=1)
        games.step(legal_action(games))
        with pytest.raises(ValueError, match="when an agent is dead"):
            games.step(0)
        assert len(games.agents) == 2


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda games: games.step(0), r"reset\(\) needs to be called before step"),
        (lambda games: games.observe("player_0"), r"reset\(\) needs to be called before observe"),
        (lambda games: games.render(), r"reset\(\) needs to be called before render"),
        (lambda games: games.agent_iter(), r"reset\(\) needs to be called before agent_iter"),
        (lambda games: games.last(), "agent_selection cannot be accessed before reset"),
        (lambda games: games.agents, "agents cannot be accessed before reset"),
        (lambda games: games.num_agents, "num_agents cannot be accessed before reset"),
        (lambda games: games.rewards, "rewards cannot be accessed before reset"),
        (lambda games: games.infos, "infos cannot be accessed before reset"),
        (lambda games: games.terminations, "terminations cannot be accessed before reset"),
        (lambda games: games.truncations, "truncations cannot be accessed before reset"),
    ],
)
def test_first_comes_reset(call: Callable[[Any], Any], told: str) -> None:
    games = env()
    with pytest.raises((AssertionError, AttributeError), match=told):
        call(games)


def test_first_comes_reset_in_a_raw_game_too() -> None:
    games = raw_env(limit=1, render_mode="ansi")
    for call in (lambda: games.step(0), lambda: games.observe("player_0"), games.render):
        with pytest.raises(SkipboError, match="call reset first"):
            call()
    games.reset(seed=1)
    games.step(legal_action(games))
    for _ in games.possible_agents:
        games.step(None)
    with pytest.raises(SkipboError, match="call reset first"):
        games.step(None)


@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium"])
def test_without_pettingzoo_it_says_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "skipbo.envs.skipbo_v0")
    told = r"PettingZoo is not installed: pip install 'skipbo\[envs\]'"
    with pytest.raises(ModuleNotFoundError, match=told):
        importlib.import_module("skipbo.envs.skipbo_v0")


@pytest.mark.parametrize("make", [skipbo_v0.env, skipbo_v0.raw_env, skipbo_v0.parallel_env])
def test_the_edition_needs_no_name(make: Callable[..., Any]) -> None:
    actions = make(edition="mod", on="python").action_space("player_0")
    games = make("mod", on="python")
    assert games.action_space("player_0") == actions
    assert pickle.loads(pickle.dumps(games)).action_space("player_0") == actions
    assert make(on="python").action_space("player_0") != actions


def test_what_is_not_there_is_not_there() -> None:
    games = env()
    assert not hasattr(games, "state_space")
    games.reset()
    assert not hasattr(games, "rewrads")


def test_a_loop_over_agents_has_to_step() -> None:
    games = env()
    games.reset(seed=1)
    with pytest.raises(AssertionError, match="need to call step"):
        list(games.agent_iter())
    games.reset(seed=1)
    assert len([games.step(legal_action(games)) for _ in games.agent_iter(5)]) == 5


def test_after_the_end_a_step_is_told_off() -> None:
    games = env(limit=1)
    games.reset(seed=1)
    for action in (legal_action(games), None, None):
        games.step(action)
    EnvLogger.suppress_output()
    EnvLogger.flush()
    games.step(None)
    EnvLogger.unsuppress_output()
    assert any("Should reset() first" in told for told in EnvLogger.mqueue)
    assert games.agents == []


def test_an_agent_that_does_not_play_sees_nothing() -> None:
    games = env()
    games.reset(seed=1)
    with pytest.raises(SkipboError, match="no agent 'player_2'; the agents are player_0, player_1"):
        games.observe("player_2")


@pytest.mark.parametrize(
    ("options", "kind", "told"),
    [
        ({"edition": "uno"}, RulesError, "no edition 'uno'; the editions are classic"),
        ({"players": 7}, RulesError, "players must be 2 to 6, not 7"),
        ({"partners": True}, RulesError, "partners needs 4 or 6 players"),
        ({"edition": "dice", "stock": 5}, RulesError, "dice has no option 'stock'"),
        ({"colour": "red"}, RulesError, "no option 'colour'; its options are players"),
        ({"rewards": "fame"}, SkipboError, "rewards must be win or points or stock, not 'fame'"),
        ({"edition": "dice", "rewards": "stock"}, SkipboError, "rewards must be win or points"),
        ({"limit": 0}, SkipboError, "limit must be 1 to"),
        ({"observations": "image"}, SkipboError, "observations must be vector or dict"),
        ({"illegal": "ignore"}, SkipboError, "illegal must be refuse or lose"),
        ({"on": "abacus"}, SkipboError, "no machine 'abacus'"),
        ({"render_mode": "svg"}, ValueError, "render_mode must be ansi, human, rgb_array or None"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], kind: type[Exception], told: str) -> None:
    for make in (env, raw_env, parallel_env):
        with pytest.raises(kind, match=told):
            make(**options)


# --- Rendering, copies


@pytest.mark.parametrize("edition", ["classic", "dice"])
def test_the_agent_on_turn_is_shown_its_game(edition: str) -> None:
    games = env(edition=edition, render_mode="ansi", players=3, limit=12)
    games.reset(seed=1)
    rng = random.Random(1)
    for _ in range(12):
        assert "your turn" in games.render()
        assert games.agent_selection in games.render()
        games.step(any_action(games, rng))
    assert "your turn" not in games.render()
    games.close()


def test_a_window_follows_the_game() -> None:
    games = env(render_mode="human")
    games.reset(seed=1)
    screen = pygame.display.get_surface()
    assert screen
    before = pygame.surfarray.array3d(screen)
    games.step(legal_action(games))
    assert (pygame.surfarray.array3d(screen) != before).any()
    games.close()
    assert not pygame.display.get_init()


def test_no_render_mode_no_picture() -> None:
    games = env()
    games.reset(seed=1)
    with pytest.warns(UserWarning, match="choose a render_mode"):
        assert games.render() is None
    games.close()


def test_pictures_need_pygame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(DependencyNotInstalled, match=r"pip install 'skipbo\[envs\]'"):
        env(render_mode="rgb_array")


@pytest.mark.parametrize("make", [env, raw_env, parallel_env])
def test_a_copy_begins_anew_with_the_same_options(make: Callable[..., Any]) -> None:
    games = make(edition="mod", players=3, limit=50)
    games.reset(seed=1)
    copy = pickle.loads(pickle.dumps(games))
    assert not getattr(copy, "agents", [])
    assert copy.possible_agents == games.possible_agents
    copy.reset(seed=4)
    games.reset(seed=4)
    agent = "player_1"
    assert copy.action_space(agent) == games.action_space(agent)
    assert copy.observation_space(agent) == games.observation_space(agent)


def test_a_closed_game_can_be_reset() -> None:
    games = env()
    games.reset(seed=1)
    before = everything(games)
    games.close()
    games.close()
    games.reset(seed=1)
    assert everything(games) == before


# --- All agents at once


def test_in_parallel_only_the_agent_on_turn_counts() -> None:
    games, turns = parallel_env(players=3, limit=40), env(players=3, limit=40)
    seen, infos = games.reset(seed=3)
    turns.reset(seed=3)
    rng = random.Random(1)
    while True:
        assert plain(seen) == {agent: plain(turns.observe(agent)) for agent in turns.agents}
        assert plain(infos) == plain(turns.infos)
        action = any_action(turns, rng)
        mover = turns.agent_selection
        others = {agent: rng.randrange(500) for agent in turns.agents if rng.random() < 0.5}
        seen, rewards, terminated, truncated, infos = games.step({**others, mover: action})
        turns.step(action)
        assert (rewards, terminated, truncated) == (
            turns.rewards,
            turns.terminations,
            turns.truncations,
        )
        if any(truncated.values()):
            break
        assert games.agents == turns.agents
    assert games.agents == []


def test_in_parallel_mistakes_are_told() -> None:
    games = parallel_env(render_mode="ansi")
    with pytest.raises(SkipboError, match="call reset first"):
        games.step({"player_0": 0})
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before render"):
        games.render()
    seen, _ = games.reset(seed=1)
    mover = next(agent for agent in games.agents if seen[agent]["action_mask"].any())
    idle = next(agent for agent in games.agents if agent != mover)
    with pytest.raises(SkipboError, match=f"it is the turn of {mover}"):
        games.step({idle: 0})
    with pytest.raises(SkipboError, match=r"step takes a dict of actions, such as .*, not 3"):
        games.step(3)
    with pytest.raises(AssertionError, match="action is not in action space"):
        games.step({mover: None})
    illegal = int(np.flatnonzero(seen[mover]["action_mask"] == 0)[0])
    EnvLogger.suppress_output()
    _, rewards, terminated, _, _ = games.step({mover: illegal})
    EnvLogger.unsuppress_output()
    assert rewards == {mover: -1.0, idle: 0.0}
    assert terminated == {mover: True, idle: True}
    assert games.agents == []
    with pytest.raises(SkipboError, match="call reset first"):
        games.step({mover: 0})


def test_in_parallel_pictures_are_the_same() -> None:
    games = parallel_env(render_mode="rgb_array")
    games.reset(seed=1)
    turns = env(render_mode="rgb_array")
    turns.reset(seed=1)
    assert (games.render() == turns.render()).all()
    games.close()
