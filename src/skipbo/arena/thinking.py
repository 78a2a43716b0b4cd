"""How long every bot thinks, and a hint takes."""

import struct
import time
from statistics import median

from ..bots import native
from ..bots.hint import HINTS, hint
from ..bots.thinker import prepare
from ..machine import layout
from ..machine.runs import Played
from ..machine.warm import chosen_machine
from ..rules.editions import Rules
from ..table.chance import Seeded, seed_from
from ..table.game import Game
from .bench import check_seconds, play_for

MOST_HINTS = 500

Times = dict[str, float]  # by "planner_ms_per_turn" and so on


def thinking(rules: Rules, *, seconds: float = 1.0) -> Times:
    """Milliseconds that each bot thinks in a turn, on average; and a hint's median and longest.

    All seats have the same bot, on the machine that `simulate` takes, each for so many seconds.
    """
    check_seconds(seconds)
    times = {f"{bot}_ms_per_turn": turn_ms(rules, bot, seconds) for bot in native.names(rules)}
    return {**times, **hint_ms(rules)}


def turn_ms(rules: Rules, bot: str, seconds: float) -> float:
    turns, spent = 0, 0.0
    for played, took in play_for(rules, bot, chosen_machine(None), seconds):
        turns += turns_of(played, rules)
        spent += took
    return 1000 * spent / turns


def hint_ms(rules: Rules) -> Times:
    """Every decision of a game, when all is warm."""
    prepare(rules, HINTS[rules.family], wait=True)
    game = Game(rules, Seeded(seed_from(0)))
    hint(game.view(game.seat), game.legal())
    took: list[float] = []
    while not game.over and len(took) < MOST_HINTS:
        view, legal = game.view(game.seat), game.legal()
        start = time.perf_counter()
        told = hint(view, legal)
        took.append(1000 * (time.perf_counter() - start))
        game.play(told.move)
    return {"hint_ms_median": median(took), "hint_ms_longest": max(took)}


def turns_of(played: Played, rules: Rules) -> int:
    """The turns of all games, from their last states."""
    names = [name for name, kind, _ in layout(rules) if kind == "i4"]  # they come first
    states, at = bytes(played.states()), struct.calcsize("<i") * names.index("turns")
    size = len(states) // played.games
    return sum(struct.unpack_from("<i", states, i * size + at)[0] for i in range(played.games))
