"""How fast every machine plays, how long every bot thinks, and a short digest of what is played."""

import hashlib
import struct
import time
from collections.abc import Sequence
from statistics import median

from ..bots import native
from ..bots.hint import HINTS, hint
from ..bots.thinker import prepare
from ..errors import SkipboError
from ..machine import layout
from ..machine.runs import Played, Run
from ..rules.editions import EDITIONS, Rules, configure
from ..table.chance import Seeded, seed_from
from ..table.game import Game
from .simulate import BOTS, MACHINES, chosen_machine, players, runner, simulate
from .slices import next_size

MOST_HINTS = 500

Speeds = dict[str, float | None]  # by "python_moves_per_second" and so on
Times = dict[str, float]  # by "planner_ms_per_turn" and so on


def bench(editions: Sequence[str] = (), *, seconds: float = 1.0) -> dict[str, Speeds]:
    """Moves per second of two greedy players: each edition, by default all, on each machine.

    None stands for a machine that is not there.
    """
    check_seconds(seconds)
    return {
        rules.edition: {f"{on}_moves_per_second": speed(rules, on, seconds) for on in MACHINES}
        for rules in [configure(name) for name in editions or EDITIONS]
    }


def check_seconds(seconds: float) -> None:
    if not 0 < seconds <= 3600:
        raise SkipboError(f"seconds must be above 0 and at most 3600, not {seconds:g}")


def speed(rules: Rules, on: str, seconds: float) -> float | None:
    """Moves per second on one machine, without compiling and digesting; None if it is not there."""
    try:
        moves, _, spent = play_for(rules, "greedy", on, seconds)
    except SkipboError:
        return None
    return moves / spent


def play_for(rules: Rules, bot: str, on: str, seconds: float) -> tuple[int, int, float]:
    """Let a bot play itself for a while: moves made, turns taken, and how long it took."""
    run = Run(rules, players([bot] * rules.players, rules), seed=0, limit=100_000)
    player = runner(rules, on, native.modules(run.players, rules))
    count, first, moves, turns, spent = player.fewest, 0, 0, 0, 0.0
    while spent < seconds:
        start = time.perf_counter()
        played = player.play(run, first, count)
        took = time.perf_counter() - start
        moves += played.moves
        turns += turns_of(played, rules)
        first += count
        spent += took
        count = next_size(player, count, took)
    return moves, turns, spent


def turns_of(played: Played, rules: Rules) -> int:
    """The turns of all games, from their last states."""
    names = [name for name, kind, _ in layout(rules) if kind == "i4"]  # they come first
    states, at = bytes(played.states()), struct.calcsize("<i") * names.index("turns")
    size = len(states) // played.games
    return sum(struct.unpack_from("<i", states, i * size + at)[0] for i in range(played.games))


# --- How long a bot thinks


def thinking(editions: Sequence[str] = (), *, seconds: float = 1.0) -> dict[str, Times]:
    """Milliseconds that each bot thinks in a turn, on average; and a hint's median and longest.

    Two of a bot play each other on the machine that `simulate` takes, each for so many seconds.
    """
    check_seconds(seconds)
    return {
        rules.edition: {
            **{f"{bot}_ms_per_turn": turn_ms(rules, bot, seconds) for bot in native.names(rules)},
            **hint_ms(rules),
        }
        for rules in [configure(name) for name in editions or EDITIONS]
    }


def turn_ms(rules: Rules, bot: str, seconds: float) -> float:
    _, turns, spent = play_for(rules, bot, chosen_machine(None), seconds)
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


def behaviour_digest() -> str:
    """A digest of seeded games of every edition: two versions that play alike have the same.

    A commit message ends with it if play changed.
    """
    digest = hashlib.sha256()
    for name in EDITIONS:
        for bot in BOTS:
            summary = simulate(configure(name), [bot], 100, limit=2000)
            if summary.interrupted:
                raise KeyboardInterrupt
            digest.update(summary.digest.encode())
    return digest.hexdigest()[:16]
