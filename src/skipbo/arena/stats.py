"""What is known about a game, measured: its length, who wins, what happens, luck and skill.

Everything comes from seeded games that are watched as they are played (`machine.watch`), or from
pairs of games with the same deal. The same seed gives the same figures on every machine.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean, median
from typing import NamedTuple

from ..bots import native
from ..errors import SkipboError
from ..machine import watch, watch_cards, watch_dice
from ..machine.runs import Row, Run, WatchedRun
from ..machine.warm import LARGEST, chosen_machine, warm
from ..rules.editions import Rules, configure, edition
from ..rules.state import NONE
from .estimates import (
    Estimate,
    bootstrap,
    games_to_tell,
    mean,
    quantile,
    ratio,
    score,
    share,
    share_between,
)
from .simulate import one_for_each_seat, players, runner, slices
from .slices import in_order

LIMIT = 100_000  # moves after which a game is left unfinished
REPEATS = 10  # how often a deal is played, for the luck of the deal
WOBBLE = 50  # thousandths of random moves meanwhile
FEWEST = 2  # games of each part: what an interval needs

Step = Callable[[int], None]


class Seen(NamedTuple):
    """One game as `watch` saw it."""

    turns: int
    moves: int
    shuffles: int
    rolls: int
    renewed: int
    renewed_turns: int
    idle: int
    over: int
    winner: int
    first: int
    last_renewed: int
    left: tuple[int, ...]  # by seat: stock cards, or points


def as_seen(row: Row) -> Seen:
    return Seen._make([*row[: watch.SEEN_LEFT], tuple(row[watch.SEEN_LEFT :])])


@dataclass(frozen=True)
class Measure:
    """Something to be counted in every game, by turn or by game."""

    name: str
    label: str
    of: Callable[[Seen, Rules], float]
    by_turn: bool = False
    won: bool = False  # only of games that somebody won


@dataclass(frozen=True)
class Spread:
    """How a number differs from game to game."""

    mean: Estimate
    median: float
    low: int  # 5 % of the games have less
    high: int  # and 5 % more
    games: dict[int, int]  # how many games had that number


@dataclass(frozen=True)
class Figures:
    """What was seen of many games at one table."""

    edition: str
    players: int
    partners: bool
    stock: int
    bots: list[str]
    games: int
    turns: Spread
    moves: Spread
    wins: list[Estimate] | None  # of the games with a winner; the side that begins comes first
    blocked: Estimate | None
    unfinished: int
    measures: dict[str, Estimate | None]


@dataclass(frozen=True)
class Luck:
    """How much of the result the first shuffle decides, between players who are equal."""

    bot: str
    deals: int
    repeats: int
    random_moves: float
    share: Estimate


@dataclass(frozen=True)
class Rung:
    """How a player fares against the best one: the same deals, once from each seat."""

    bot: str
    against: str
    deals: int
    score: Estimate
    games_to_tell: int | None  # of a match that the better one wins in 95 of 100; None: even


@dataclass
class Stats:
    """All that was measured; parts that were not asked for are empty."""

    edition: str
    seed: int
    game: Figures | None = None
    tables: list[Figures] = field(default_factory=list)
    luck: Luck | None = None
    skill: list[Rung] = field(default_factory=list)
    interrupted: bool = False


def stats(
    rules: Rules,
    bots: Sequence[str] = (),
    games: int = 1000,
    *,
    tables: int = 0,
    skill: int = 0,
    seed: int = 0,
    on: str | None = None,
    threads: int = 1,
    progress: Step | None = None,
) -> Stats:
    """Measure a game: with these bots, one for each seat or one for all, by default the best.

    `tables` is the number of games at each table of other sizes, where the first bot has all the
    seats; `skill` that of the deals for luck and skill; 0 leaves that out. Ctrl-C ends it early,
    with what was measured so far.
    `progress` is told how many games are played.
    """
    bots = one_for_each_seat(bots or [native.best(rules.family)], rules)
    for name, value, low, high in (
        ("games", games, FEWEST, LARGEST),
        ("tables", tables or FEWEST, FEWEST, LARGEST),
        ("skill", skill or FEWEST, FEWEST, LARGEST),
        ("seed", seed, 0, LARGEST),
        ("threads", threads, 1, 1024),
    ):
        if not low <= value <= high:
            raise SkipboError(f"{name} must be {low} to {high}, not {value}")
    measured = Stats(rules.edition, seed)
    work = Work(seed, chosen_machine(on), threads, progress)
    try:
        measured.game = work.figures(rules, bots, games)
        if tables:
            for other in other_tables(rules):
                measured.tables.append(work.figures(other, [bots[0]], tables))
        if skill:
            if rules.family == "cards":
                measured.luck = work.luck(pair(rules), bots[0], skill)
            for bot in challengers(rules):
                measured.skill.append(work.rung(pair(rules), bot, skill))
            measured.skill.sort(key=lambda rung: rung.score.value)
    except KeyboardInterrupt:
        work.stopped = True
    measured.interrupted = work.stopped
    return measured


def total_games(rules: Rules, games: int, tables: int, skill: int) -> int:
    """How many games `stats` will play."""
    lucky = REPEATS if rules.family == "cards" else 0
    by_skill = skill * (lucky + 2 * len(challengers(rules)))
    return games + tables * len(other_tables(rules)) + by_skill


# --- Which tables, and who plays


def challengers(rules: Rules) -> list[str]:
    return [name for name in native.names(rules) if name != native.best(rules.family)]


def pair(rules: Rules) -> Rules:
    """The same game for two."""
    return rules.but(players=2, first=0, **({"partners": False} if rules.partners else {}))


def other_tables(rules: Rules) -> list[Rules]:
    """Two to six players, with thirds of the edition's stock up to what they have; and partners."""
    kept = {
        name: value
        for name, value in rules.changed().items()
        if name not in ("first", "partners", "stock")
    }
    make = partial(configure, rules.edition, **kept)
    if rules.family == "dice":
        return [make(players=n) for n in range(2, 7)]
    entry = edition(rules.edition)
    whole, many = entry.rules.stock, entry.stock_for_many
    wanted: list[tuple[int, int, bool]] = [
        (n, whole * part // 3, False)
        for n in range(2, 7)
        for part in (1, 2, 3)
        if whole * part // 3 <= (whole if n <= 4 else many)  # C3
    ]
    wanted += [(4, whole, True), (6, many, True)]
    return [
        make(players=n, stock=stock, partners=partners)
        for n, stock, partners in wanted
        if n * stock <= rules.cards
    ]


# --- Measuring


@dataclass
class Work:
    """Plays games on one machine and says how many there were."""

    seed: int
    on: str
    threads: int
    progress: Step | None = None
    played: int = 0
    stopped: bool = False

    def step(self, games: int) -> None:
        self.played += games
        if self.progress:
            self.progress(self.played)

    def figures(self, rules: Rules, bots: Sequence[str], games: int) -> Figures:
        """Games at one table, summed up; after Ctrl-C those played so far, if there are enough."""
        bots = one_for_each_seat(bots, rules)
        watched: list[Seen] = []
        try:
            for game in self.watched(rules, bots, games):
                watched.append(game)
        except KeyboardInterrupt:
            self.stopped = True
            if len(watched) < FEWEST:
                raise
        return summed_up(rules, bots, watched)

    def watched(
        self, rules: Rules, bots: Sequence[str], games: int, repeats: int = 1, wobble: int = 0
    ) -> Iterator[Seen]:
        if self.stopped:
            raise KeyboardInterrupt
        run = WatchedRun(rules, players(bots, rules), self.seed, LIMIT, repeats, wobble)
        eyes = watch_dice if rules.family == "dice" else watch_cards
        watcher = warm(
            "Watcher", rules, self.on, (watch, eyes, *native.modules(run.players, rules))
        )
        play = partial(watcher.play, run)
        with closing(in_order(play, watcher, 0, games, self.threads)) as rows_of_slices:
            for rows in rows_of_slices:
                for row in rows:
                    yield as_seen(row)
                self.step(len(rows))

    def luck(self, rules: Rules, bot: str, deals: int) -> Luck:
        """Every deal several times, by players who now and then make a random move."""
        watched = self.watched(rules, [bot] * 2, deals * REPEATS, REPEATS, WOBBLE)
        results = [result(game.winner, rules.first) for game in watched]
        groups = [results[i : i + REPEATS] for i in range(0, len(results), REPEATS)]
        return Luck(bot, deals, REPEATS, WOBBLE / watch.WOBBLES, bootstrap(groups, share_between))

    def rung(self, rules: Rules, bot: str, deals: int) -> Rung:
        """A player against the best one."""
        best = native.best(rules.family)
        first = [result(winner, 0) for winner in self.winners(rules, [bot, best], deals)]
        second = [result(winner, 1) for winner in self.winners(rules, [best, bot], deals)]
        scored = score([(a + b) / 2 for a, b in zip(first, second, strict=True)])
        even = scored.low <= 0.5 <= scored.high
        return Rung(bot, best, deals, scored, None if even else games_to_tell(scored.value))

    def winners(self, rules: Rules, bots: Sequence[str], games: int) -> Iterator[int]:
        if self.stopped:
            raise KeyboardInterrupt
        run = Run(rules, players(bots, rules), self.seed, LIMIT)
        # The same modules for every pair: they are compiled once.
        everyone = [native.player(name, rules) for name in native.names(rules)]
        machine = runner(rules, self.on, native.modules(everyone, rules))
        with closing(slices(machine, run, games, self.threads)) as played:
            for some, _ in played:
                yield from some.winners()
                self.step(some.games)


def result(winner: int, side: int) -> float:
    """What a game counts for a side: without a winner it is half a win for each of two (O3)."""
    return 0.5 if winner == NONE else float(winner == side)


def summed_up(rules: Rules, bots: list[str], seen: Sequence[Seen]) -> Figures:
    """The figures of games that were watched."""
    decided = [game for game in seen if game.winner != NONE]
    places = Counter((game.winner - rules.side(game.first)) % rules.sides for game in decided)
    wins = [share(places[place], len(decided)) for place in range(rules.sides)]
    over = sum(game.over for game in seen)
    return Figures(
        edition=rules.edition,
        players=rules.players,
        partners=rules.partners,
        stock=rules.stock,
        bots=bots,
        games=len(seen),
        turns=spread([game.turns for game in seen]),
        moves=spread([game.moves for game in seen]),
        wins=[place for place in wins if place] or None,
        blocked=share(over - len(decided), len(seen)),
        unfinished=len(seen) - over,
        measures={m.name: measured(m, rules, seen, decided) for m in MEASURES[rules.family]},
    )


def spread(values: Sequence[int]) -> Spread:
    middle = mean(values)
    assert middle
    return Spread(
        mean=middle,
        median=median(values),
        low=quantile(values, 0.05),
        high=quantile(values, 0.95),
        games=dict(sorted(Counter(values).items())),
    )


def measured(
    measure: Measure, rules: Rules, seen: Sequence[Seen], decided: Sequence[Seen]
) -> Estimate | None:
    if measure.by_turn:
        counts = [measure.of(game, rules) for game in seen]
        return ratio(counts, [game.turns for game in seen])
    return mean([measure.of(game, rules) for game in (decided if measure.won else seen)])


def stock_left(game: Seen, rules: Rules) -> float:
    """The stock cards that each of the losers has left."""
    losers = [seat for seat in range(rules.players) if rules.side(seat) != game.winner]
    return fmean(game.left[seat] for seat in losers)


def points_behind(game: Seen, rules: Rules) -> float:
    """How many points each of the losers has fewer than the winner."""
    losers = [seat for seat in range(rules.players) if seat != game.winner]
    return fmean(game.left[game.winner] - game.left[seat] for seat in losers)


MEASURES = {
    "cards": (
        Measure(
            "hand_emptied",
            "turns in which the hand is emptied (C9)",
            lambda g, _: g.renewed_turns,
            by_turn=True,
        ),
        Measure("hands_emptied", "hands emptied a game", lambda g, _: g.renewed),
        Measure("reshuffles", "reshuffles a game (C10)", lambda g, _: g.shuffles),
        Measure("passes", "passes a game (O2)", lambda g, _: g.idle),
        Measure("stock_left", "cards left to each loser", stock_left, won=True),
    ),
    "dice": (
        Measure("rolls", "rolls a game", lambda g, _: g.rolls),
        Measure(
            "turns_lost",
            "turns lost to a roll (D6)",
            lambda g, _: g.idle,
            by_turn=True,
        ),
        Measure(
            "rolled_on",
            "turns in which all five dice are laid (D8)",
            lambda g, _: g.renewed_turns,
            by_turn=True,
        ),
        Measure("points_behind", "points each loser is behind", points_behind, won=True),
    ),
}


# --- A row for each table


def table_head(rules: Rules) -> list[str]:
    """What stands above the columns of `table_cells`."""
    if rules.family == "dice":
        return ["players", "turns", "first player wins", "turns lost", "all five laid"]
    return [
        "players",
        "stock",
        "turns",
        "first player wins",
        "hand emptied",
        "reshuffles",
        "blocked",
    ]


def table_cells(game: Figures, wide: bool = False) -> list[str]:
    """One table's figures, as text; if there is room, with the intervals of the means, too."""
    seats = f"{game.players} paired" if game.partners else str(game.players)
    turns, first = number(game.turns.mean, 0, wide), percent(game.wins[0] if game.wins else None)
    seen = game.measures
    if "rolls" in seen:
        return [seats, turns, first, percent(seen["turns_lost"]), percent(seen["rolled_on"])]
    return [
        seats,
        str(game.stock),
        turns,
        first,
        percent(seen["hand_emptied"]),
        number(seen["reshuffles"], 1, wide),
        percent(game.blocked),
    ]


def percent(estimate: Estimate | None) -> str:
    """A share and its interval, as text: with a decimal where the interval is narrow."""
    if estimate is None:
        return "-"
    digits = 1 if estimate.high - estimate.low < 0.1 else 0
    low, high = estimate.low * 100, estimate.high * 100
    return f"{estimate.value:.{digits}%} ({low:.{digits}f}-{high:.{digits}f})"


def number(estimate: Estimate | None, digits: int, interval: bool = True) -> str:
    """A mean and its interval, as text."""
    if estimate is None:
        return "-"
    value = f"{estimate.value:.{digits}f}"
    return f"{value} ({estimate.low:.{digits}f}-{estimate.high:.{digits}f})" if interval else value
