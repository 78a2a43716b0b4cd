"""How fast our games are through the frameworks' adapters, next to the frameworks' own games.

There is a table for each framework, and whoever is in it is played by the same loop: random legal
moves, one core, everybody in turn for a second, then everybody again; the medians are compared.
Steps are decisions. With OpenSpiel they are what it counts, those of chance too, and the decisions
are told beside. A step of a learner who sits with bots has all their moves in it; how many moves
that makes is told beside, too. `12.3 of 10`: the goal was 10.
"""

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar

from contestants import Group, Play, Some
from peers import command

EXAMPLES = """\
examples:
  make adapters                                           install everybody, then measure
  make adapters ARGS='--only pettingzoo --rounds 9'       one framework
  python benchmarks/adapters.py --only vector-CartPole-v1 --seconds 3
  python benchmarks/adapters.py --json > adapters.json
"""
CYCLES = 100  # of PettingZoo's loop, each with as many moves as there are agents
STEPS = 1000  # of a single environment of Gymnasium

# Gymnasium's vector environments: games at once, of those that are compiled and of those that are
# not, and steps until the games are apart from each other, as those of a long run are.
MANY, FEW = 4096, 16
WARMUP = 300


# --- PettingZoo


def petting_ours(maker: str) -> Callable[[str], Play]:
    def ready(edition: str) -> Play:
        from skipbo.envs import skipbo_v0

        return petted(getattr(skipbo_v0, maker)(edition=edition))

    return ready


def petting_theirs(maker: str) -> Callable[[str], Play]:
    def ready(name: str) -> Play:
        return petted(getattr(import_module(f"pettingzoo.classic.{name}"), maker)())

    return ready


def petted(env: Any) -> Play:
    """The loop of `pettingzoo.test.performance_benchmark`.

    It resets as soon as a game is over, so that nobody has to be stepped with None.
    """
    from numpy import flatnonzero

    rng = random.Random(1)
    env.reset(seed=1)

    def some() -> Some:
        steps = games = 0
        for _ in range(CYCLES):
            for _ in env.agent_iter(env.num_agents):
                seen, _, ended, cut, _ = env.last()
                action = None
                if not (ended or cut):
                    action = rng.choice(flatnonzero(seen["action_mask"]).tolist())
                    steps += 1
                env.step(action)
                if all(env.terminations.values()) or all(env.truncations.values()):
                    env.reset()
                    games += 1
        return Some(steps, games)

    return some


def petting_nothing(_: str) -> Play:
    """No game at all, whose agents always see the same: what is left is PettingZoo and the loop."""
    import numpy as np
    from pettingzoo import AECEnv

    class Nothing(AECEnv):  # type: ignore[misc]
        possible_agents: ClassVar = ["player_0", "player_1"]
        seen: ClassVar = {"observation": np.zeros(58, np.uint8), "action_mask": np.ones(8, np.int8)}

        def reset(self, seed: int | None = None, options: Any = None) -> None:
            self.agents, self.agent_selection = self.possible_agents, "player_0"
            self.rewards = self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, Any] = {agent: {} for agent in self.agents}

        def observe(self, agent: str) -> Any:
            return self.seen

        def step(self, action: int | None) -> None:
            pass

    return petted(Nothing())


# --- Gymnasium, one game at a time

OURS: dict[str, tuple[str, dict[str, Any]]] = {
    "greedy": ("skipbo/SkipBo-v0", {"opponents": "greedy"}),
    "random": ("skipbo/SkipBo-v0", {"opponents": "random"}),
    "self": ("skipbo/SkipBo-v0", {"opponents": "self"}),
    "dice": ("skipbo/SkipBoDice-v0", {"opponents": "greedy"}),
}


def gymnasium_ours(game: str) -> Play:
    import gymnasium

    import skipbo.envs.gym  # noqa: F401 - registers them

    name, options = OURS[game]
    return exercised(gymnasium.make(name, **options))


def gymnasium_theirs(name: str) -> Play:
    import gymnasium

    return exercised(gymnasium.make(name))


def exercised(env: Any) -> Play:
    from numpy import flatnonzero

    rng, actions = random.Random(1), range(env.action_space.n)
    _, info = env.reset(seed=1)

    def some() -> Some:
        nonlocal info
        games = 0
        for _ in range(STEPS):
            mask = info.get("action_mask")
            legal = actions if mask is None else flatnonzero(mask).tolist()
            _, _, ended, cut, info = env.step(rng.choice(legal))
            if ended or cut:
                _, info = env.reset()
                games += 1
        return Some(STEPS, games)

    return some


# --- Gymnasium, many games at once


def vector_ours(game: str) -> Play:
    import gymnasium

    import skipbo.envs.gym  # noqa: F401

    name, options = OURS[game]
    envs = gymnasium.make_vec(name, num_envs=MANY, **options)
    return stepped(envs, lambda: moves_made(envs))


def vector_theirs(name: str) -> Play:
    import gymnasium

    own = gymnasium.spec(name).vector_entry_point
    how, number = ("vector_entry_point", MANY) if own else ("sync", FEW)
    return stepped(gymnasium.make_vec(name, num_envs=number, vectorization_mode=how))


def stepped(envs: Any, made: Callable[[], Any] | None = None) -> Play:
    """The clock runs in `step` alone: random legal actions are drawn before."""
    import numpy as np

    rng, everything = np.random.default_rng(1), np.ones((envs.num_envs, envs.single_action_space.n))
    _, infos = envs.reset(seed=1)

    def some() -> Some:
        nonlocal infos
        actions = any_legal(infos.get("action_mask", everything), rng)
        before = made().copy() if made else 0
        began = time.perf_counter()
        _, _, ended, cut, infos = envs.step(actions)
        seconds = time.perf_counter() - began
        over = ended | cut
        moves = (made() - before)[~over].mean() * len(over) if made else 0.0
        return Some(len(over), int(over.sum()), moves, seconds)

    for _ in range(WARMUP):
        some()
    return some


def any_legal(masks: Any, rng: Any) -> Any:
    """A legal action for each game, by little work: what a step finds in its cache is its own."""
    from numpy import flatnonzero

    counts = (masks != 0).sum(1)
    picks = counts.cumsum() - 1 - (rng.random(len(masks)) * counts).astype(int)
    return flatnonzero(masks)[picks] % masks.shape[1]


def moves_made(envs: Any) -> Any:
    """In each game so far, by everybody. Nothing but a benchmark should look there."""
    from skipbo.machine.stepping.steps import MADE

    return envs.unwrapped._games.slots._clocks[:, MADE]


# --- OpenSpiel

SPIELS = {
    "classic": "python_skipbo",
    "mod": "python_skipbo(edition=mod)",
    "dice": "python_skipbo_dice",
}


def openspiel_ours(game: str) -> Play:
    import skipbo.envs.open_spiel  # noqa: F401 - registers them

    return spieled(SPIELS[game])


def spieled(name: str) -> Play:
    """Whole games, chance and all, with a list of what is legal before each step."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401 - registers those in Python

    game, rng = pyspiel.load_game(name), random.Random(1)

    def some() -> Some:
        state, steps, decisions = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
            steps += 1
        return Some(steps, 1, decisions)

    return some


# --- All of them

EDITIONS = ("classic", "mod", "dice")
PETS = (
    "gin_rummy_v4",
    "leduc_holdem_v4",
    "texas_holdem_v4",
    "texas_holdem_no_limit_v6",
    "hanabi_v5",
)
SPIELS_OF_OTHERS = (
    "crazy_eights",
    "python_kuhn_poker",
    "python_liars_poker",
    "python_block_dominoes",
)


def petting(maker: str, name: str) -> tuple[Group, ...]:
    ours, what = f"{name}-skipbo", f"{maker}(), 1 game"
    goals = {f"{ours}-{edition}": 10.0 for edition in EDITIONS}
    return (
        Group(ours, "skipbo", what, petting_ours(maker), EDITIONS),
        Group(name, "pettingzoo", what, petting_theirs(maker), PETS, goals),
        Group(name, "pettingzoo", "the loop alone", petting_nothing, ("nothing",)),
    )


# A table for each.
SECTIONS = (
    petting("env", "pettingzoo-env"),
    petting("raw_env", "pettingzoo-raw"),
    (
        Group("gymnasium-skipbo", "skipbo", "make, 1 game", gymnasium_ours, tuple(OURS)),
        Group(
            *("gymnasium", "gymnasium", "make, 1 game"),
            gymnasium_theirs,
            ("Blackjack-v1", "CartPole-v1"),
        ),
    ),
    (
        Group(
            *("vector-skipbo", "skipbo", f"make_vec, {MANY:,} games"),
            vector_ours,
            tuple(OURS),
            also="moves",
            speed=5e6,
        ),
        Group(
            *("vector", "gymnasium", f"make_vec, {MANY:,} games"),
            vector_theirs,
            ("CartPole-v1",),
        ),
        Group(
            *("vector-sync", "gymnasium", f"make_vec, {FEW} games"),
            vector_theirs,
            ("Blackjack-v1",),
        ),
    ),
    (
        Group(
            *("openspiel-skipbo", "skipbo", "from Python"),
            openspiel_ours,
            EDITIONS,
            also="decisions",
        ),
        Group(
            *("openspiel", "open_spiel", "from Python"),
            spieled,
            SPIELS_OF_OTHERS,
            also="decisions",
        ),
    ),
)


if __name__ == "__main__":
    sys.exit(command(__doc__, EXAMPLES, SECTIONS, "adapters"))
