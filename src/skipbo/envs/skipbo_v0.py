"""Skip-Bo for PettingZoo: every player is an agent, `player_0` and so on, and they move in turn.

from skipbo.envs import skipbo_v0

env = skipbo_v0.env(edition="classic", players=4, partners=True)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

A turn has many moves, so the same agent is often selected again. `env` takes care of mistakes as
PettingZoo's own games do, `raw_env` refuses them, `parallel_env` takes a dictionary of actions, of
which only that of the agent on turn counts. Importing this module registers `skipbo/skipbo_v0` for
`pettingzoo.make`, which PettingZoo has from 1.27 on.
"""

from collections.abc import Iterator, Mapping
from operator import index
from typing import Any, NoReturn

from .needed import needed

with needed("PettingZoo"):
    import numpy as np
    import pettingzoo
    from gymnasium import logger
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.env_logger import EnvLogger

from ..errors import IllegalMove, SkipboError, shorten
from ..rules.editions import configure
from ..table.view import Played
from .batch import LIMIT, one_of
from .rendering import FPS, MODES, renderer
from .single import OneGame
from .spaces import Observations

NO_GAME = "there is no game: call reset first"
LOST = -1.0  # for an illegal action, as in PettingZoo's own games
AFTER_RESET = (  # what is not there before
    *("agents", "num_agents", "agent_selection"),
    *("rewards", "terminations", "truncations", "infos"),
)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """One game after the other, as PettingZoo wants it.

    edition, players, stock, partners ...  the game and its options, as `skipbo.new` has them
    rewards       win, points or stock, as `skipbo.envs.batch` has them
    limit         moves after which a game is cut short: the agents are truncated
    observations  vector: bytes, as `skipbo.envs.batch` has them; dict: the same by name
    illegal       refuse: an illegal action is an error, and nothing has changed; lose: it ends the
                  game
    render_mode   ansi, human or rgb_array: what the agent on turn may see
    on            cpu or python, the machine that plays
    """

    metadata = {  # noqa: RUF012
        "name": "skipbo_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,  # only one agent moves at a time
        "render_fps": FPS,
    }
    _has_reset = _playing = False

    def __init__(
        self,
        edition: str = "classic",
        *,
        rewards: str = "win",
        limit: int = LIMIT,
        observations: str = "vector",
        illegal: str = "refuse",
        render_mode: str | None = None,
        on: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        EzPickle.__init__(
            self,
            edition=edition,
            rewards=rewards,
            limit=limit,
            observations=observations,
            illegal=illegal,
            render_mode=render_mode,
            on=on,
            **options,
        )
        one_of("illegal", illegal, ("refuse", "lose"))
        self.render_mode = render_mode
        self._renderer = renderer(render_mode)
        rules = configure(edition, **options)
        self._game = OneGame(rules, rewards=rewards, limit=limit, on=on)
        self._loses = illegal == "lose"
        self._observations = Observations(rules, observations)
        self._actions = self._game.actions
        self._often = rewards != "win"  # whether there may be rewards before the end
        self._none = np.zeros(self._actions, np.int8)  # for all who are not on turn
        self._none.flags.writeable = False
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: self._space(Observations(rules, observations).space)
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}

    def _space(self, seen: Space[Any]) -> Dict:
        return Dict({"observation": seen, "action_mask": Box(0, 1, (self._actions,), np.int8)})

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    # --- Playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal game 0 of a seed; without one, the next game. There are no options to it."""
        self._game.deal(seed)
        self._played: tuple[Played, ...] = ()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._none} for agent in self.agents}
        self._skip_agent_selection = None
        self._paid = False
        self._has_reset = self._playing = True
        self.agent_selection = self.possible_agents[self._game.turn]
        self._select(self._game.turn)
        if self.render_mode == "human":
            self._show()

    def step(self, action: int | None) -> None:
        if not self._playing:
            if not self._has_reset or not self.agents:
                raise SkipboError(NO_GAME)
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        number = self._number(action)
        game = self._game
        if not game.allows(number):
            self._illegal(number)
            return
        if self.render_mode is not None:
            self._played = ((game.turn, str(game.move(number))),)
        game.play(number)
        self._cumulative_rewards[agent] = 0.0
        if game.over:
            self._pay(game.rewards)
            self._end(game.ended, game.cut)
        else:
            if self._often:
                self._pay(game.rewards)
            self._select(game.turn)
        if self.render_mode == "human":
            self._show()

    def _pay(self, rewards: list[float]) -> None:
        """Most moves bring nothing to anybody, and then nothing has to be written."""
        if any(rewards):
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self._accumulate_rewards()
            self._paid = True
        elif self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False

    def _select(self, seat: int) -> None:
        """The agent on turn, who is told what is legal."""
        agent = self.possible_agents[seat]
        if agent != self.agent_selection:
            self.infos[self.agent_selection] = {"action_mask": self._none}
            self.agent_selection = agent
        self.infos[agent] = {"action_mask": self._game.mask()}

    def _end(self, ended: bool, cut: bool) -> None:
        self.terminations = dict.fromkeys(self.agents, ended)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._playing = False
        self.infos[self.agent_selection] = {"action_mask": self._none}
        self._deads_step_first()

    def _number(self, action: Any) -> int:
        """The action as a plain number, if it is one."""
        try:
            number = index(action)
        except TypeError:
            self._refuse(action)
        if not 0 <= number < self._actions:
            self._refuse(action)
        return number

    def _refuse(self, action: Any) -> NoReturn:
        told = f"actions are 0 to {self._actions - 1}, not {shorten(action)}"
        if self._loses:
            raise AssertionError(f"action is not in action space: {told}")  # as PettingZoo has it
        raise SkipboError(told)

    def _illegal(self, action: int) -> None:
        if not self._loses:
            raise IllegalMove(f"{self.agent_selection}: {self._game.why_not(action)}")
        EnvLogger.warn_on_illegal_move()
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._pay([LOST if other == agent else 0.0 for other in self.agents])
        self._end(True, False)
        if self.render_mode == "human":
            self._show()

    # --- Showing

    def observe(self, agent: str) -> Any:
        """What an agent sees, and which actions it has now: none if it is not its turn."""
        if not self._has_reset:
            raise SkipboError(NO_GAME)
        seat = self._seats.get(agent)
        if seat is None:
            known = ", ".join(self.possible_agents)
            raise SkipboError(f"there is no agent {shorten(agent)}; the agents are {known}")
        seen = self._observations.of(self._game.observation(seat))
        on_turn = self._playing and agent == self.agent_selection
        return {"observation": seen, "action_mask": self._game.mask() if on_turn else self._none}

    def render(self) -> Any:
        """What the agent on turn may see; after the end, what everybody may. `player_0` sits at
        the bottom of a picture."""
        if self.render_mode is None:
            logger.warn("render() shows nothing: choose a render_mode")
            return None
        if not self._has_reset:
            raise SkipboError(NO_GAME)
        return self._show()

    def _show(self) -> Any:
        seat = self._seats[self.agent_selection] if self._playing else None
        return self._renderer.show(self._game.view(seat, self._played), bottom=0)

    def close(self) -> None:
        self._renderer.close()
        self._game.close()


# --- With PettingZoo's manners


def env(edition: str = "classic", **options: Any) -> "Ordered":
    """The options are those of `raw_env`.

    An illegal action ends the game with a warning and a reward of -1 for whoever chose it; what is
    no action at all, and calls in the wrong order, are errors.
    """
    return Ordered(edition, **{"illegal": "lose", **options})


class Ordered(raw_env):
    """Calls in the wrong order get PettingZoo's answers.

    Its other games leave that to wrappers around them, which would take longer than this game.
    """

    _has_updated = False  # whether a loop over `agent_iter` has made its step

    def __getattr__(self, name: str) -> Any:
        """Only what is not there comes here."""
        if name in AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__} has no attribute {name}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self._has_updated = True

    def step(self, action: int | None) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if self.agents:
            super().step(action)
        else:
            EnvLogger.warn_step_after_terminated_truncated()

    def observe(self, agent: str) -> Any:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> Any:
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return self._turns(max_iter)

    def _turns(self, most: int) -> Iterator[str]:
        for _ in range(most):
            if not self.agents:
                return
            assert self._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
            self._has_updated = False
            yield self.agent_selection


# --- All agents at once


class parallel_env(ParallelEnv, EzPickle):  # type: ignore[misc]  # noqa: N801
    """The same games, stepped with an action for every agent; the options are those of `raw_env`.

    Only the action of the agent on turn counts, the one whose mask has ones. All others may be left
    out.
    """

    metadata = raw_env.metadata

    def __init__(self, edition: str = "classic", **options: Any) -> None:
        EzPickle.__init__(self, edition, **options)
        self._env = env(edition, **options)
        self.render_mode = self._env.render_mode
        self.possible_agents = self._env.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space[Any]:
        return self._env.observation_space(agent)

    def action_space(self, agent: str) -> Space[Any]:
        return self._env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self._env.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), dict(self._env.infos)

    def step(
        self, actions: dict[str, int | None]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        if not self.agents:
            raise SkipboError(NO_GAME)
        if not isinstance(actions, Mapping):
            told = "step takes a dict of actions, such as {'player_0': 3}"
            raise SkipboError(f"{told}, not {shorten(actions)}")
        mover = self._env.agent_selection
        if mover not in actions:
            raise SkipboError(f"it is the turn of {mover}, who has no action")
        self._env.step(actions[mover])
        game = self._env
        if game.terminations[mover] or game.truncations[mover]:
            self.agents = []
        told = dict(game.rewards), dict(game.terminations), dict(game.truncations)
        return self._observations(), *told, dict(game.infos)

    def _observations(self) -> dict[str, Any]:
        return {agent: self._env.observe(agent) for agent in self.possible_agents}

    def render(self) -> Any:
        return self._env.render()

    def close(self) -> None:
        self._env.close()


def register() -> None:
    """Tell PettingZoo the name, if it keeps a list of names."""
    if hasattr(pettingzoo, "register"):
        for kind, made in (("aec", "env"), ("parallel", "parallel_env")):
            pettingzoo.register(kind, "skipbo/skipbo_v0", entry_point=f"{__name__}:{made}")


register()
