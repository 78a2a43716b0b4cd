"""The players of this package as every machine knows them: by a row of numbers.

A row begins with the number of a policy, which the `choose` of the family's modules understands;
what follows is for that policy: its weights, or a table that it plays from.
"""

from collections.abc import Iterable
from functools import lru_cache
from types import ModuleType

from ..errors import SkipboError, shorten
from ..machine.runs import Player
from ..rules.editions import Rules
from . import (
    baselines,
    cards,
    dice,
    dice_plan,
    dice_table,
    dice_turn,
    features,
    learned,
    network,
    planner,
    segment,
    strong,
)
from .segment import MOST_NODES
from .weights import SUFFIX, read, weights

# The levels for people, and how they are made of the learned player: how far it errs when it looks
# at a position (see `network`), and how many arrangements of the cards it looks at.
LEVELS = {
    "easy": (320, 24),
    "medium": (250, 36),
    "hard": (205, 512),
    "master": (0, MOST_NODES),
}
CARELESSNESS = 64  # of 256 moves, those that are made at random

POLICIES = {
    "cards": {
        "random": cards.RANDOM,
        "greedy": cards.GREEDY,
        "h13": strong.H13,
        "s1-advanced": strong.S1_ADVANCED,
        "s1-old": strong.S1_OLD,
        "hinton": strong.HINTON,
        "planner": strong.PLANNER,
        "learned": strong.LEARNED,
        **dict.fromkeys(LEVELS, strong.LEARNED),
    },
    "dice": {
        "random": dice.RANDOM,
        "greedy": dice.GREEDY,
        "myopic": dice_plan.PLANNING,
        "optimal": dice_plan.PLANNING,
        "easy": dice.CARELESS,
        "medium": dice.GREEDY,
        "hard": dice_plan.PLANNING,
        "master": dice_plan.PLANNING,
    },
}
SUMMARIES = {
    "cards": {
        "random": "any legal move",
        "greedy": "whatever fits, the stock card first; never thinks ahead",
        "h13": "whole plans to the stock card or to an empty hand",
        "s1-advanced": "the best chain of cards, less the danger it brings",
        "s1-old": "what leads best to the stock card, wilds last",
        "hinton": "chains to the stock card, and no help for opponents",
        "planner": "weighs every way to play the cards it sees",
        "learned": "weighs them by what it learned from playing itself",
        "easy": "learned, with a very blurred eye",
        "medium": "learned, with a blurred eye",
        "hard": "learned, with a slightly blurred eye",
        "master": "learned, at its best",
    },
    "dice": {
        "random": "any legal move",
        "greedy": "lays what it can and stops as soon as it may",
        "myopic": "makes the most points of each turn",
        "optimal": "plays by the exact solution of the game for two",
        "easy": "greedy, but one move in four is any move",
        "medium": "plays as greedy does",
        "hard": "plays as myopic does",
        "master": "plays as optimal does",
    },
}
STRONGEST = {"cards": "learned", "dice": "optimal"}


def names(rules: Rules) -> tuple[str, ...]:
    """The players that know these rules."""
    return tuple(POLICIES[rules.family])


def best(family: str) -> str:
    """The strongest player of a family: who gives hints, and whom a person meets unasked."""
    return STRONGEST[family]


@lru_cache(maxsize=256)
def player(name: str, rules: Rules) -> Player:
    """The row of the player of that name."""
    try:
        policy = POLICIES[rules.family][name]
    except (KeyError, TypeError):
        known = ", ".join(names(rules))
        told = f"there is no bot {shorten(name)} for {rules.edition}; the bots are {known}"
        raise SkipboError(told) from None
    return (policy, *wanted(name, rules))


def entrant(spec: str, rules: Rules) -> Player | None:
    """The row of a player of this package, or of a network in a file; None if it is neither."""
    if spec in names(rules):
        return player(spec, rules)
    if rules.family == "cards" and spec.endswith(SUFFIX):
        return (strong.LEARNED, *LEVELS["master"], *read(spec))
    return None


def required(spec: str, rules: Rules) -> Player:
    """The same, or an error that names those there are."""
    return entrant(spec, rules) or player(spec, rules)


def wanted(name: str, rules: Rules) -> Player:
    """What the policy of a player wants to be told."""
    if rules.family == "dice":
        return wanted_for_dice(name, rules)
    if name == "planner":
        return tuple(planner.TUNED)
    if name == "learned" or name in LEVELS:
        return (*LEVELS.get(name, LEVELS["master"]), *weights())
    return ()


def wanted_for_dice(name: str, rules: Rules) -> Player:
    if name == "easy":
        return (CARELESSNESS,)
    if name in ("hard", "myopic"):
        return dice_table.myopic(rules)
    return dice_table.optimal(rules) if name in ("master", "optimal") else ()


def modules(players: Iterable[Player], rules: Rules) -> tuple[ModuleType, ...]:
    """What has to be bound for these players: no more than that, as it may have to be compiled."""
    policies = {player[0] for player in players}
    if rules.family == "dice":
        return (dice, dice_turn, dice_plan) if dice_plan.PLANNING in policies else (dice,)
    if policies <= {cards.RANDOM, cards.GREEDY}:
        return (cards,)
    if policies == {strong.PLANNER}:
        return cards, segment, planner
    network_modules = features, network, learned
    if policies == {strong.LEARNED}:
        return cards, segment, planner, *network_modules
    return cards, segment, baselines, planner, *network_modules, strong


def searches(name: str, rules: Rules) -> bool:
    """Whether a player of this package looks ahead: then compiled it is far faster."""
    row = entrant(name, rules)
    return row is not None and segment in modules([row], rules)
