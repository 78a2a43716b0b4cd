"""Counterfactual regret minimisation over a `tree`, to be bound for Numba.

Every seat keeps, for each of its slots, how much it regrets not to have taken it, and takes slots
in proportion to that. What has been taken on average comes as near to an equilibrium as one likes.
This is the variant known as CFR+: regrets never fall below nothing, the seats learn in turns, and
later rounds count more.

`reach` tells for each node how likely a seat goes there (rows 0 and 1) and chance does (row 2).
"""

from typing import Any

from .tree import CHANCE, NO_SLOT


def follow_chance(parent: Any, chance: Any, reach: Any) -> None:
    reach[CHANCE, 0] = 1
    for node in range(1, len(parent)):
        reach[CHANCE, node] = reach[CHANCE, parent[node]] * chance[node]


def follow(parent: Any, slot: Any, owner: Any, policy: Any, seat: int, reach: Any) -> None:
    """How likely a seat goes to each node."""
    reach[seat, 0] = 1
    for node in range(1, len(parent)):
        taken = slot[node]
        mine = taken != NO_SLOT and owner[taken] == seat
        reach[seat, node] = reach[seat, parent[node]] * (policy[taken] if mine else 1)


def evaluate(parent: Any, slot: Any, chance: Any, share: Any, policy: Any, value: Any) -> None:
    """What the first seat gets from each node on."""
    value[:] = share
    for node in range(len(parent) - 1, 0, -1):
        taken = slot[node]
        weight = chance[node] if taken == NO_SLOT else policy[taken]
        value[parent[node]] += weight * value[node]


def regret_moves(
    parent: Any,
    slot: Any,
    owner: Any,
    reach: Any,
    value: Any,
    policy: Any,
    seat: int,
    weight: float,
    regret: Any,
    total: Any,
) -> None:
    """One round of learning for a seat; `total` adds up what it did, this round so many times."""
    sign = 1.0 if seat == 0 else -1.0
    for node in range(1, len(parent)):
        taken = slot[node]
        if taken != NO_SLOT and owner[taken] == seat:
            before = parent[node]
            others = reach[CHANCE, before] * reach[1 - seat, before]
            regret[taken] += sign * others * (value[node] - value[before])
            total[taken] += weight * reach[seat, before] * policy[taken]
    for i in range(len(regret)):
        if regret[i] < 0:
            regret[i] = 0


def share_out(begins: Any, amounts: Any, policy: Any) -> None:
    """Slots in proportion to amounts; where there are none, all alike."""
    for i in range(len(begins) - 1):
        first, end = begins[i], begins[i + 1]
        whole = 0.0
        for j in range(first, end):
            whole += amounts[j]
        for j in range(first, end):
            policy[j] = amounts[j] / whole if whole > 0 else 1 / (end - first)


def answer(
    parent: Any,
    slot: Any,
    chance: Any,
    share: Any,
    levels: Any,
    begins: Any,
    owner: Any,
    set_of: Any,
    policy: Any,
    reach: Any,
    seat: int,
    worth: Any,
    best: Any,
    value: Any,
) -> None:
    """The best that a seat can do against the other's policy; `best` tells its slots.

    Level by level from the end: all nodes of an information set are on one level.
    """
    sign = 1.0 if seat == 0 else -1.0
    value[:] = share
    worth[:] = 0
    best[:] = NO_SLOT
    for level in range(len(levels) - 2, 0, -1):
        for node in range(levels[level], levels[level + 1]):
            taken = slot[node]
            if taken != NO_SLOT and owner[taken] == seat:
                others = reach[CHANCE, node] * reach[1 - seat, node]
                worth[taken] += sign * others * value[node]
        for node in range(levels[level], levels[level + 1]):
            taken, before = slot[node], parent[node]
            if taken == NO_SLOT:
                value[before] += chance[node] * value[node]
            elif owner[taken] != seat:
                value[before] += policy[taken] * value[node]
            else:
                own_set = set_of[taken]
                if best[own_set] == NO_SLOT:
                    best[own_set] = largest(worth, begins[own_set], begins[own_set + 1])
                if best[own_set] == taken:
                    value[before] = value[node]


def largest(worth: Any, first: int, end: int) -> int:
    at = first
    for i in range(first + 1, end):
        if worth[i] > worth[at]:
            at = i
    return at
