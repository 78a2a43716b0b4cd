"""Who plays in `peers.py`. To add one, write a function like those below and name it in `GROUPS`.

Such a function imports what it needs, makes everything ready, and returns another, which plays a
little (a fraction of a second) and says how many steps that were, and how many games.
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Some(NamedTuple):
    """What was played."""

    steps: float
    games: float | None = None  # where they are known
    also: float = 0.0  # of what `Group.also` names
    seconds: float | None = None  # that count, if not all did


Play = Callable[[], Some]

# OpenSpiel's rollouts: many from each of several deals, as one deal may make for short games.
DEALS = 20
ROLLOUTS = 100
PLAYOUTS = 500  # from Python, to know how long those are

# Pgx: so many games at once, and so many steps of each before Python is asked again.
BATCH = 1024
STEPS = 16


@dataclass(frozen=True)
class Group:
    """Contestants that are measured in one way, each with a game or a bot of its own."""

    name: str
    package: str  # as it is called when it is installed
    what: str  # is measured
    ready: Callable[[str], Play]
    games: tuple[str, ...]
    goals: Mapping[str, float] = field(default_factory=dict)  # for ratios, by the name of ours
    counts_chance: bool = False  # whether what chance brings is a step, too
    also: str = ""  # what else is counted
    speed: float | None = None  # steps a second that we want to reach


# --- Ours


def skipbo(bot: str) -> Play:
    """Whole games on one thread. Steps are decisions; `with_chance` tells of those of chance."""
    from skipbo.arena.simulate import players, runner
    from skipbo.arena.slices import next_size
    from skipbo.bots import native
    from skipbo.machine.runs import Run
    from skipbo.rules.editions import configure

    rules = configure("classic", players=2, stock=30)
    run = Run(rules, players([bot] * rules.players, rules), seed=0, limit=100_000)
    machine = runner(rules, "cpu", native.modules(run.players, rules))
    first, size = 0, machine.fewest

    def some() -> Some:
        nonlocal first, size
        began = time.perf_counter()
        played = machine.play(run, first, size)
        first += size
        size = next_size(machine, size, time.perf_counter() - began)
        return Some(played.moves, played.games)

    return some


def stepping(edition: str) -> Play:
    """Many games side by side, with masks and observations; the actions are drawn, too."""
    from skipbo.envs import batch

    games = batch(edition, seed=0, on="cpu")
    games.reset(BATCH)

    def some() -> Some:
        for _ in range(STEPS):
            games.step(games.sample())
        return Some(BATCH * STEPS)

    return some


def with_chance(bot: str, games: int = 50) -> float:
    """How many steps a decision of ours stands for if chance is counted as OpenSpiel does.

    There, every card drawn into a hand or turned up on a stock is a step of chance.
    """
    from skipbo.arena.simulate import players
    from skipbo.bots import cards as bots
    from skipbo.machine import loop, python, setting
    from skipbo.rules.editions import configure
    from skipbo.rules.state import MOVE, OVER

    rules = configure("classic", players=2, stock=30)
    bound, player = python.machine(rules, loop, bots), players([bot], rules)[0]
    order, moves = [0] * rules.cards, [0] * bound.MOST_LEGAL
    decisions = chance = 0
    for game in range(games):
        s, cards_stream, bots_stream = python.new_state(rules), [0] * 3, [0] * 3
        bound.begin(s, *setting(rules))
        bound.seed_stream(cards_stream, 0, game, bound.CARDS_STREAM)
        bound.seed_stream(bots_stream, 0, game, bound.BOTS_STREAM)
        while s.waiting != OVER:
            held, stock, from_hand = sum(s.held), sum(s.stock), 0
            if s.waiting == MOVE:
                move = bound.choose(s, player, moves, bots_stream)
                from_hand = bound.played_from(move) < bound.FROM_STOCK
                bound.play(s, move)
                decisions += 1
            else:
                bound.chance(s, order, cards_stream)
            chance += sum(s.held) - held + from_hand + (sum(s.stock) < stock)
    return 1 + chance / decisions


# --- OpenSpiel


def openspiel_rollouts(name: str) -> Play:
    """Random games in C++ from the first decision on.

    The search that makes them cannot start with chance, so the cards have been dealt.
    """
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    starts = [dealt(game, rng) for _ in range(DEALS)]
    mean = sum(random_game(start, rng) for start in starts * PLAYOUTS) / (DEALS * PLAYOUTS)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    # In its first simulation a search does no more than ask the evaluator about the root.
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)

    def some() -> Some:
        for start in starts:
            bot.mcts_search(start)
        return Some(DEALS * ROLLOUTS * mean, DEALS * ROLLOUTS)

    return some


def openspiel_games(name: str) -> Play:
    """Random games in C++ with the deal, for which Python is asked once a game."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    start = game.new_initial_state()
    mean = sum(random_game(start, rng) for _ in range(DEALS * PLAYOUTS)) / (DEALS * PLAYOUTS)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def some() -> Some:
        for _ in range(ROLLOUTS):
            pyspiel.evaluate_bots(start.clone(), bots, rng.getrandbits(30))
        return Some(ROLLOUTS * mean, ROLLOUTS)

    return some


def openspiel_python(name: str) -> Play:
    import pyspiel

    start, rng = pyspiel.load_game(name).new_initial_state(), random.Random(1)
    return lambda: Some(random_game(start, rng), 1)


def dealt(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def random_game(start: Any, rng: random.Random) -> int:
    """How many steps it took, of chance too: all that it may bring is equally likely here."""
    state, steps, pick = start.clone(), 0, rng.random
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(pick() * len(legal))])
        steps += 1
    return steps


# --- Pgx


def pgx(name: str) -> Play:
    """A batch of games that begin anew when they end, in a loop that is compiled as a whole."""
    import jax
    from pgx import make
    from pgx.experimental import auto_reset

    env = make(name)
    step = auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> Any:
        choosing, stepping = jax.random.split(key)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return step(state, jax.random.categorical(choosing, odds), stepping)

    def all_at_once(states: Any, key: Any) -> Any:
        return jax.vmap(one)(states, jax.random.split(key, BATCH)), None

    def steps(states: Any, key: Any) -> Any:
        key, now = jax.random.split(key)
        return jax.lax.scan(all_at_once, states, jax.random.split(now, STEPS))[0], key

    compiled, key = jax.jit(steps), jax.random.key(1)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))

    def some() -> Some:
        nonlocal states, key
        states, key = jax.block_until_ready(compiled(states, key))
        # The games began all at once: how many end in a while says little of how many would.
        return Some(BATCH * STEPS)

    return some


# --- RLCard and PettingZoo


def rlcard(name: str) -> Play:
    from rlcard import make
    from rlcard.agents import RandomAgent

    env = make(name, config={"seed": 1})
    agent = RandomAgent(env.num_actions)

    def some() -> Some:
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(agent.step(state), agent.use_raw)
            steps += 1
        return Some(steps, 1)

    return some


def pettingzoo(name: str) -> Play:
    from importlib import import_module

    from numpy import flatnonzero

    env, rng = import_module(f"pettingzoo.classic.{name}").env(), random.Random(1)
    env.reset(seed=1)

    def some() -> Some:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, ended, cut_short, _ = env.last()
            over = ended or cut_short
            env.step(None if over else int(rng.choice(flatnonzero(seen["action_mask"]))))
            steps += not over
        return Some(steps, 1)

    return some


# --- All of them

CARDS = ("hearts", "crazy_eights")
BOARDS = ("kuhn_poker", "leduc_holdem", "2048", "sparrow_mahjong", "backgammon")
GOALS = {"skipbo-greedy": 8.0, "skipbo-random": 4.0}

# In the order of the table. Each of ours is also a column of ratios: `stepping` is to be compared
# with Pgx, as both draw actions and tell what there is to see.
GROUPS = (
    Group("skipbo", "skipbo", "whole games", skipbo, ("greedy", "random")),
    Group("stepping", "skipbo", f"{BATCH:,} games at once", stepping, ("classic",)),
    Group(
        "openspiel-rollouts",
        "open_spiel",
        "C++, after the deal",
        openspiel_rollouts,
        CARDS,
        GOALS,
        counts_chance=True,
    ),
    Group(
        "openspiel-games",
        "open_spiel",
        "C++, whole games",
        openspiel_games,
        CARDS,
        GOALS,
        counts_chance=True,
    ),
    Group(
        "openspiel-python",
        "open_spiel",
        "Python, whole games",
        openspiel_python,
        CARDS,
        counts_chance=True,
    ),
    Group("pgx", "pgx", f"{BATCH:,} games at once", pgx, BOARDS),
    Group("rlcard", "rlcard", "Python, whole games", rlcard, ("uno", "gin-rummy")),
    Group("pettingzoo", "pettingzoo", "Python, whole games", pettingzoo, ("gin_rummy_v4",)),
)
