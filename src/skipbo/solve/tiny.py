"""A tiny card game for two, solved: how far any player is from perfect play.

The cards of the other hand are hidden, so perfect play is an equilibrium, in which neither seat can
gain by playing otherwise. `solve` finds one to any accuracy, `Solution.judge` writes a player into
the same tree and tells what it loses.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..bots import native
from ..errors import SkipboError
from ..machine import bind, python
from ..machine.runs import Player
from ..rules.editions import Rules, configure
from . import regrets
from .tree import CHANCE, PARTS, Floats, Spot, Tree, grow

DECK = {
    **{"ranks": 3, "copies": 2, "wilds": 1},
    **{"hand": 2, "stock": 2, "building": 1, "discards": 1},
}
LIMIT = 10  # moves
TOLERANCE = 1e-4  # of a win: what a seat may still gain, on average of both
MOST_ROUNDS = 100_000
LOOK = 25  # rounds after which it is found out how good the policy is
SAMPLES = 16  # how often a player that leaves its move to chance is asked

# Of the functions in `regrets`, those that Python calls.
CALLED = ("follow_chance", "follow", "evaluate", "regret_moves", "share_out", "answer")

# A player as a function: a state that agrees with what its seat sees, and a stream for its own
# chance; the answer is the code of a legal move.
Choose = Callable[[Any, list[int]], int]


def tiny_rules(**options: object) -> Rules:
    """The tiny deck, with these options changed."""
    return configure("classic", **{**DECK, **options})


@dataclass(frozen=True)
class Judged:
    """How near to perfect a player is. All shares are averages of both seats."""

    share: float  # that it gets against the equilibrium
    worst: float  # that it gets against whoever knows it and plays against it as well as possible

    @property
    def loss(self) -> float:
        """What it gives away against the equilibrium, in wins: nobody gets more than half."""
        return 0.5 - self.share

    @property
    def exploitability(self) -> float:
        return 0.5 - self.worst


@dataclass
class Solution:
    """An equilibrium, as nearly as was asked for."""

    tree: Tree
    policy: Floats  # by slot
    value: float  # the share of the first player
    exploitability: float  # what a seat could gain at most, on average of both
    left_off: float  # how often the limit of moves is reached
    rounds: int
    seconds: float
    equations: "Equations" = field(repr=False)

    def judge(self, player: str | Player | Choose, *, compiled: bool = True) -> Judged:
        """What a player loses: a bot's name or weights, a row as `native` has it, or a function."""
        theirs = self.policy_of(player, compiled=compiled)
        return self.equations.judge(theirs, self.policy)

    def policy_of(self, player: str | Player | Choose, *, compiled: bool = True) -> Floats:
        """A player as probabilities of slots. It is asked once for everything that it may see."""
        tree = self.tree
        if player == "random":
            chances = [any_move(spot) for spot in tree.spots]
        else:
            choose = player if callable(player) else chooser(player, tree.rules, compiled)
            chances = [asked(choose, i, spot) for i, spot in enumerate(tree.spots)]
        policy = np.zeros(len(tree.owner))
        for i, spot in enumerate(tree.spot):
            policy[tree.begins[i] : tree.begins[i + 1]] = chances[spot]
        return policy


def chooser(player: str | Player, rules: Rules, compiled: bool) -> Choose:
    """A bot of this package as a function."""
    row = native.required(player, rules) if isinstance(player, str) else player
    modules = native.modules([row], rules)
    mind: Any = python.Mind(rules, *modules)
    if compiled:
        from ..machine import cpu

        mind = cpu.Mind(rules, *modules)
    return lambda state, stream: mind.choose(state, row, stream)


def any_move(spot: Spot) -> Floats:
    """How likely `random` takes each slot: a slot may stand for many moves."""
    moves: Floats = np.bincount(list(spot.places.values())) / len(spot.places)
    return moves


def asked(choose: Choose, key: int, spot: Spot) -> Floats:
    """How likely a player takes each slot: where it uses its chance, it is asked often."""
    taken = np.zeros(spot.slots)
    if len(taken) == 1:
        return np.ones(1)
    for sample in range(SAMPLES):
        stream = [key, sample, 0]
        move = choose(python.copy_state(spot.state), stream)
        if move not in spot.places:
            raise SkipboError(f"a player made the move {move}, which is not legal")
        taken[spot.places[move]] += 1
        if stream[2] == 0:
            break
    chances: Floats = taken / taken.sum()
    return chances


def solve(
    rules: Rules | None = None,
    *,
    limit: int = LIMIT,
    tolerance: float = TOLERANCE,
    compiled: bool = True,
) -> Solution:
    """Solve a tiny game, until nobody could gain more than the tolerance."""
    tree = grow(rules or tiny_rules(), limit)
    return solve_tree(tree, tolerance=tolerance, compiled=compiled)


def solve_tree(
    tree: Tree,
    *,
    tolerance: float = TOLERANCE,
    compiled: bool = True,
    progress: Callable[[int], None] = lambda done: None,
) -> Solution:
    """The same, once there is the tree. `progress` is told how many of PARTS are done."""
    start = time.perf_counter()
    equations = Equations(tree, compiled)
    gain, widest = 1.0, 0.0
    while gain > tolerance and equations.rounds < MOST_ROUNDS:
        for _ in range(LOOK):
            equations.learn()
        policy = equations.average()
        gain = equations.exploitability(policy)
        widest = max(widest, gain)
        progress(way_down(widest, gain, tolerance))
    return Solution(
        tree=tree,
        policy=policy,
        value=equations.share(policy),
        exploitability=gain,
        left_off=equations.left_off(policy),
        rounds=equations.rounds,
        seconds=time.perf_counter() - start,
        equations=equations,
    )


def way_down(widest: float, gain: float, tolerance: float) -> int:
    """How far a gain has come on its way to the tolerance, in PARTS; each tenth takes as long."""
    if gain <= tolerance or widest <= tolerance:
        return PARTS
    return int(PARTS * math.log(widest / gain) / math.log(widest / tolerance))


class Equations:
    """The arrays that `regrets` writes, and the order in which they are filled."""

    def __init__(self, tree: Tree, compiled: bool) -> None:
        decorate = None
        if compiled:
            from ..machine.cpu import decorator

            decorate = decorator(CALLED)
        self.tree = tree
        self.bound = bind(tree.rules, regrets, decorate=decorate)
        slots = len(tree.owner)
        self.regret, self.total, self.policy = np.zeros((3, slots))
        self.reach = np.ones((CHANCE + 1, tree.nodes))
        self.values = np.zeros(tree.nodes)
        self.set_of = np.repeat(np.arange(tree.sets, dtype=np.int32), np.diff(tree.begins))
        self.rounds = 0
        self.bound.follow_chance(tree.parent, tree.chance, self.reach)
        self.bound.share_out(tree.begins, self.regret, self.policy)

    # --- Learning

    def learn(self) -> None:
        """One round, for one seat and then for the other."""
        tree = self.tree
        self.rounds += 1
        for seat in (0, 1):
            self.follow(self.policy)
            self.share(self.policy)
            self.bound.regret_moves(
                *(tree.parent, tree.slot, tree.owner, self.reach, self.values, self.policy),
                *(seat, float(self.rounds), self.regret, self.total),
            )
            self.bound.share_out(tree.begins, self.regret, self.policy)

    def average(self) -> Floats:
        policy = np.zeros_like(self.total)
        self.bound.share_out(self.tree.begins, self.total, policy)
        return policy

    def follow(self, policy: Floats) -> None:
        tree = self.tree
        for seat in (0, 1):
            self.bound.follow(tree.parent, tree.slot, tree.owner, policy, seat, self.reach)

    # --- What a policy is worth

    def share(self, policy: Floats) -> float:
        """What the first seat gets if both play by a policy."""
        return self.expect(self.tree.share, policy)

    def left_off(self, policy: Floats) -> float:
        """How often a game reaches the limit of moves if both play by a policy."""
        return self.expect(self.tree.left_off, policy)

    def expect(self, ends: Floats, policy: Floats) -> float:
        tree = self.tree
        self.bound.evaluate(tree.parent, tree.slot, tree.chance, ends, policy, self.values)
        return float(self.values[0])

    def best_share(self, policy: Floats, seat: int) -> float:
        """What a seat gets at best against the other's policy."""
        tree = self.tree
        self.follow(policy)
        worth, best = np.zeros(len(tree.owner)), np.zeros(tree.sets, np.int32)
        self.bound.answer(
            *(tree.parent, tree.slot, tree.chance, tree.share, tree.levels),
            *(tree.begins, tree.owner, self.set_of, policy, self.reach),
            *(seat, worth, best, self.values),
        )
        share = float(self.values[0])
        return share if seat == 0 else 1 - share

    def exploitability(self, policy: Floats) -> float:
        """What a seat could gain on average of both. (Twice this is known as NashConv.)"""
        return (self.best_share(policy, 0) + self.best_share(policy, 1) - 1) / 2

    def judge(self, theirs: Floats, perfect: Floats) -> Judged:
        """A policy against another on both seats, and against its worst enemy."""
        first = self.share(np.where(self.tree.owner == 0, theirs, perfect))
        second = 1 - self.share(np.where(self.tree.owner == 1, theirs, perfect))
        beaten = self.best_share(theirs, 0) + self.best_share(theirs, 1)
        return Judged(share=(first + second) / 2, worst=1 - beaten / 2)
