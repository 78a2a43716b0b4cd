"""Card players that search, besides those that need not: what `loop` asks for a move."""

from typing import Any

from ..machine.loop import choose_any
from ..rules.cards import State
from .baselines import h13, hinton, s1_advanced, s1_old
from .cards import GREEDY, greedy
from .learned import SCRATCH as SCRATCH
from .learned import ask_network
from .planner import plan
from .segment import Numbers

H13, S1_ADVANCED, S1_OLD, HINTON, PLANNER, LEARNED = 2, 3, 4, 5, 6, 7


def choose(s: State, player: Numbers, work: Numbers, stream: Any) -> int:
    """The move of any card player."""
    policy = player[0]
    if policy == PLANNER:
        return plan(s, player, work)
    if policy == LEARNED:
        return ask_network(s, player, work, stream)
    if policy == H13:
        return h13(s, work)
    if policy == S1_ADVANCED:
        return s1_advanced(s, work)
    if policy == S1_OLD:
        return s1_old(s, work)
    if policy == HINTON:
        return hinton(s, work)
    if policy == GREEDY:
        return greedy(s)
    return choose_any(s, work, stream)
