"""How fast every machine plays, and a short digest of what is played."""

import hashlib
import time
from collections.abc import Iterator, Sequence
from typing import Any

from ..bots import native
from ..errors import SkipboError
from ..machine import stepping
from ..machine.runs import Played, Run
from ..machine.stepping.terms import Terms
from ..machine.warm import MACHINES, warm
from ..rules.editions import EDITIONS, Rules, configure
from ..rules.editions import edition as edition_of
from .simulate import BOTS, players, runner, simulate
from .slices import next_size

# What is measured of each edition: the table that it has by itself, and larger ones.
MORE_TABLES: dict[str, dict[str, dict[str, Any]]] = {
    "classic": {
        "classic, 6 players": {"players": 6},
        "classic, 4 partners": {"players": 4, "partners": True},
    },
    "mod": {"mod, 6 players": {"players": 6}},
    "dice": {"dice, 6 players": {"players": 6}},
}
LONGEST = 2_000  # moves: some games would go on for ever, and a GPU waits for its last one

SIDE_BY_SIDE = {"cpu": 1 << 12, "gpu": 1 << 20}  # games that are stepped at once
STEPS_BEFORE = 200  # until those are as far apart as in a long run

Speeds = dict[str, float | None]  # by "python_moves_per_second" and so on


def tables(editions: Sequence[str] = ()) -> dict[str, Rules]:
    """What is measured for these editions, by default all, by name."""
    found: dict[str, Rules] = {}
    for name in [edition_of(name).name for name in editions or EDITIONS]:
        found[name] = configure(name)
        for title, options in MORE_TABLES.get(name, {}).items():
            found[title] = configure(name, **options)
    return found


def bench(rules: Rules, *, seconds: float = 1.0) -> Speeds:
    """Moves per second of whole games at a table, on each machine; None: it is not there.

    Greedy players, and random ones, who look at every legal move (these not interpreted). Then
    steps per second of many games side by side, masks and observations included.
    """
    check_seconds(seconds)
    speeds: Speeds = {}
    for on in MACHINES:
        speeds[f"{on}_moves_per_second"] = speed(rules, "greedy", on, seconds)
    for on in ("cpu", "gpu"):
        speeds[f"{on}_random_moves_per_second"] = speed(rules, "random", on, seconds)
    for on in SIDE_BY_SIDE:
        speeds[f"{on}_steps_per_second"] = stepping_speed(rules, on, seconds)
    return speeds


def check_seconds(seconds: float) -> None:
    if not 0 < seconds <= 3600:
        raise SkipboError(f"seconds must be above 0 and at most 3600, not {seconds:g}")


def speed(rules: Rules, bot: str, on: str, seconds: float) -> float | None:
    """Moves per second on one machine, without compiling and digesting; None if it is not there."""
    try:
        done = [(played.moves, took) for played, took in play_for(rules, bot, on, seconds)]
    except SkipboError:
        return None
    return sum(moves for moves, _ in done) / sum(took for _, took in done)


def stepping_speed(rules: Rules, on: str, seconds: float) -> float | None:
    """Steps per second with legal actions drawn before; None if the machine is not there."""
    try:
        stepper = warm("Stepper", rules, on, stepping.modules(rules))
    except SkipboError:
        return None
    games: stepping.Slots = stepper.start(Terms(rules, 0, LONGEST), SIDE_BY_SIDE[on], 1)
    count, spent = 0, 0.0
    while spent < seconds:
        actions = games.sample()
        games.wait()
        start = time.perf_counter()
        games.take(actions)
        games.illegal()
        games.step()
        games.wait()
        count += 1
        spent = 0.0 if count <= STEPS_BEFORE else spent + time.perf_counter() - start
    games.close()
    return SIDE_BY_SIDE[on] * (count - STEPS_BEFORE) / spent


def play_for(rules: Rules, bot: str, on: str, seconds: float) -> Iterator[tuple[Played, float]]:
    """Let a bot play itself for a while: what was played, some games at a time, and how long."""
    run = Run(rules, players([bot] * rules.players, rules), seed=0, limit=LONGEST)
    player = runner(rules, on, native.modules(run.players, rules))
    count, first, spent = player.fewest, 0, 0.0
    while spent < seconds:
        start = time.perf_counter()
        played = player.play(run, first, count)
        took = time.perf_counter() - start
        yield played, took
        first += count
        spent += took
        count = next_size(player, count, took)


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
