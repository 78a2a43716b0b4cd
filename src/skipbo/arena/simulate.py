"""Many whole games between players that need no search, on any machine.

A run is played in slices of games. How it is sliced changes nothing in its games, nor in their
digest.
"""

import hashlib
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Protocol

from ..bots import native
from ..errors import SkipboError
from ..machine.runs import Played, Player, Run
from ..machine.warm import LARGEST, LONGEST, check, chosen_machine, warm
from ..rules.editions import Rules, configure
from .slices import Sizes, in_order

Bytes = bytes | memoryview

BOTS = ("random", "greedy")  # what every family has, and every machine plays fast


@dataclass(frozen=True)
class Summary:
    """What came of a run. `wins` goes by seat, or by side if partners play."""

    edition: str
    players: int
    bots: list[str]
    games: int
    moves: int
    seconds: float
    moves_per_second: float
    wins: list[int]
    blocked: int
    unfinished: int
    digest: str
    machine: str
    seed: int
    interrupted: bool


def simulate(
    rules: Rules,
    bots: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    on: str | None = None,
    threads: int = 1,
    limit: int = 100_000,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Play games with these bots, one for each seat or one for all, and sum them up.

    Ctrl-C ends the run early: the summary is then of the games played so far.
    `progress` is told how many those are, now and then.
    """
    bots = one_for_each_seat(bots, rules)
    on = chosen_machine(on)
    check("games", games, 1, LARGEST)
    check("seed", seed, 0, LARGEST)
    check("threads", threads, 1, 1024)
    check("limit", limit, 1, LONGEST)
    run = Run(rules, players(bots, rules), seed, limit)
    tally = Tally()
    interrupted = False
    start = time.perf_counter()
    try:
        player = runner(rules, on, native.modules(run.players, rules))
        start = time.perf_counter()  # compiling is over
        # A GPU plays one slice after the other, with all its threads.
        with closing(slices(player, run, games, 1 if on == "gpu" else threads)) as played:
            for some in played:
                tally = tally.plus(*some)
                if progress:
                    progress(tally.games)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - start
    return Summary(
        edition=rules.edition,
        players=rules.players,
        bots=bots,
        games=tally.games,
        moves=tally.moves,
        seconds=seconds,
        moves_per_second=tally.moves / seconds,
        wins=list(tally.wins[: rules.sides]),
        blocked=tally.blocked,
        unfinished=tally.unfinished,
        digest=tally.hash.hexdigest(),
        machine=on,
        seed=seed,
        interrupted=interrupted,
    )


# --- What is asked for


def one_for_each_seat(bots: Sequence[str], rules: Rules) -> list[str]:
    """The bots' names by seat."""
    for bot in bots:
        native.player(bot, rules)  # or an error that names those there are
    if len(bots) not in (1, rules.players):
        raise SkipboError(
            f"bots must be 1 for all or {rules.players}, one for each player, not {len(bots)}"
        )
    return list(bots) * (rules.players // len(bots))


def players(bots: Sequence[str], rules: Rules) -> tuple[Player, ...]:
    """The bots by seat, as a machine knows them."""
    return tuple(native.player(bot, rules) for bot in bots)


# --- Machines


class Runner(Sizes, Protocol):
    """What every machine has."""

    def play(self, run: Run, first: int, count: int) -> Played: ...


def runner(rules: Rules, on: str, modules: tuple[ModuleType, ...]) -> Runner:
    """A machine, warm, that plays these rules with the players of these modules."""
    made: Runner = warm("Runner", rules, on, modules)
    return made


def why_not_there(on: str) -> str | None:
    """What a machine lacks here, if it does."""
    rules = configure("dice")
    try:
        runner(rules, on, native.modules((), rules))
    except SkipboError as error:
        return str(error)
    return None


# --- Slices


def slices(
    player: Runner, run: Run, games: int, threads: int
) -> Generator[tuple[Played, Bytes], None, None]:
    """The games of a run in order, some at a time, while the threads play those that follow."""

    def play(first: int, count: int) -> tuple[Played, Bytes]:
        played = player.play(run, first, count)
        return played, played.prints()

    return in_order(play, player, 0, games, threads)


@dataclass(frozen=True)
class Tally:
    """What was played so far. It never changes, so that Ctrl-C cannot leave one half-way."""

    games: int = 0
    moves: int = 0
    wins: tuple[int, ...] = (0,) * 6
    blocked: int = 0
    unfinished: int = 0
    hash: Any = field(default_factory=hashlib.sha256)

    def plus(self, played: Played, prints: Bytes) -> "Tally":
        """These games and those, with their fingerprints."""
        hash = self.hash.copy()
        hash.update(prints)
        return Tally(
            self.games + played.games,
            self.moves + played.moves,
            tuple(a + b for a, b in zip(self.wins, played.wins, strict=True)),
            self.blocked + played.blocked,
            self.unfinished + played.unfinished,
            hash,
        )
