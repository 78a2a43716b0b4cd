"""How fast every machine plays, and a short digest of what it plays."""

import hashlib
import time
from collections.abc import Sequence

from ..bots import native
from ..errors import SkipboError
from ..machine.runs import Run
from ..rules.editions import EDITIONS, Rules, configure
from .simulate import BOTS, MACHINES, players, runner, simulate
from .slices import next_size

Speeds = dict[str, float | None]  # by "python_moves_per_second" and so on


def bench(editions: Sequence[str] = (), *, seconds: float = 1.0) -> dict[str, Speeds]:
    """Moves per second of two greedy players: each edition, by default all, on each machine.

    None stands for a machine that is not there.
    """
    if not 0 < seconds <= 3600:
        raise SkipboError(f"seconds must be above 0 and at most 3600, not {seconds:g}")
    return {
        rules.edition: {f"{on}_moves_per_second": speed(rules, on, seconds) for on in MACHINES}
        for rules in [configure(name) for name in editions or EDITIONS]
    }


def speed(rules: Rules, on: str, seconds: float) -> float | None:
    """Moves per second on one machine, without compiling and digesting; None if it is not there."""
    try:
        run = Run(rules, players(["greedy"] * rules.players, rules), seed=0, limit=100_000)
        player = runner(rules, on, native.modules(run.players, rules))
    except SkipboError:
        return None
    count, first, moves, spent = player.fewest, 0, 0, 0.0
    while spent < seconds:
        start = time.perf_counter()
        moves += player.play(run, first, count).moves
        took = time.perf_counter() - start
        first += count
        spent += took
        count = next_size(player, count, took)
    return moves / spent


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
