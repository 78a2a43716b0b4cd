"""How the cost grows as the work grows: measured, then drawn for docs/performance.md.

    python scripts/speed.py measure > cpu.json
    python scripts/speed.py measure --on gpu > gpu.json
    python scripts/speed.py measure --most 1000 --seconds 0.1 > look.json
    python scripts/speed.py draw cpu.json gpu.json --out docs

To measure takes about five minutes on a CPU, and Numba and NumPy are all it needs; Ctrl-C prints
what there is so far. To draw writes performance-growth.svg and prints tables in Markdown.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from skipbo.arena import bench
from skipbo.arena.charts import BLUE, ORANGE, QUIET, STYLE
from skipbo.arena.simulate import BOTS, Summary, simulate, why_not_there
from skipbo.errors import SkipboError
from skipbo.rules.editions import Rules, configure

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))
from host import machine, tell

Row = dict[str, Any]

STOCKS = (5, 10, 15, 20, 30, 40, 60)  # with 80, two cards would be left to draw
EDITIONS = ("classic", "mod", "dice")  # the others are classic to a machine
REPEATS = 20  # of a run of few games, at most; the best counts
PASSES = 3  # of any other measurement; the best counts
ROUNDS = 7  # of one thread and two in turns; the medians count
MIB = 1 << 20
INTERRUPTED = 130


# --- Measuring: each part gives its rows one by one, so that Ctrl-C leaves those that were ready


def by_games(args: argparse.Namespace) -> Iterator[Row]:
    """What a user gets, the digest included, and the most memory that the process had so far."""
    rules = configure("classic")
    play(rules, 1, args.on)  # this compiles
    yield {"games": 0, "moves_per_second": None, "peak_mib": peak_mib()}
    games = 1
    while games <= args.most:
        tell(f"{games:,} games")
        fastest = best_run(rules, games, args)
        yield {"games": games, "moves_per_second": fastest, "peak_mib": peak_mib()}
        games *= 10


def best_run(rules: Rules, games: int, args: argparse.Namespace) -> float:
    """Moves a second in the best of a few runs; a long run is the only one."""
    speeds: list[float] = []
    end = time.perf_counter() + args.seconds
    while not speeds or (len(speeds) < REPEATS and time.perf_counter() < end):
        speeds.append(play(rules, games, args.on).moves_per_second)
    return max(speeds)


def play(rules: Rules, games: int, on: str, threads: int = 1) -> Summary:
    summary = simulate(rules, ["greedy"], games, on=on, threads=threads)
    if summary.interrupted:
        raise KeyboardInterrupt
    return summary


def peak_mib() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / MIB if sys.platform == "darwin" else peak / 1024


def by_players(args: argparse.Namespace) -> Iterator[Row]:
    for players in range(2, 7):
        yield measured(configure("classic", players=players), args)
    for players in (4, 6):
        yield measured(configure("classic", players=players, partners=True), args)


def by_stock(args: argparse.Namespace) -> Iterator[Row]:
    for stock in STOCKS:
        yield measured(configure("classic", stock=stock), args)


def measured(rules: Rules, args: argparse.Namespace) -> Row:
    """Moves a second at one table, without digests."""
    row: Row = {"players": rules.players, "partners": rules.partners, "stock": rules.stock}
    for bot in BOTS:
        who = "partners" if rules.partners else "players"
        tell(f"{rules.players} {who}, stock {rules.stock}, {bot}")
        speeds = [bench.speed(rules, bot, args.on, args.seconds) for _ in range(PASSES)]
        row[bot] = max(speed or 0.0 for speed in speeds)
    return row


def records(args: argparse.Namespace) -> Iterator[Row]:
    from skipbo.machine.cpu import dtype  # a GPU has the same

    for name in EDITIONS:
        yield {"edition": name, "bytes": dtype(configure(name)).itemsize}


def starts(args: argparse.Namespace) -> Iterator[Row]:
    """One game from the command line: compiled anew, taken from Numba's cache, interpreted."""
    if not find_spec("rich"):  # the command line needs it
        return
    for name in EDITIONS:
        with tempfile.TemporaryDirectory() as cache:
            tell(f"{name}: cold start")
            row = {"edition": name, "cold": start(name, "cpu", cache)}
            tell(f"{name}: warm start")
            row["warm"] = min(start(name, "cpu", cache) for _ in range(PASSES))
            row["python"] = min(start(name, "python", cache) for _ in range(PASSES))
        yield row


def start(name: str, on: str, cache: str) -> float:
    """The seconds that a process takes to play one game."""
    command = [sys.executable, "-m", "skipbo", "simulate", name, "--games", "1", "--on", on]
    began = time.perf_counter()
    done = subprocess.run(
        command, env=os.environ | {"NUMBA_CACHE_DIR": cache}, capture_output=True, text=True
    )
    if done.returncode:
        raise SkipboError(f"{' '.join(command[1:])}: {done.stderr.strip()}")
    return time.perf_counter() - began


def by_threads(args: argparse.Namespace) -> Iterator[Row]:
    """Moves a second on one thread and on two, in turns, as others may be at work here too."""
    rules = configure("classic")
    few = play(rules, 10_000, args.on)
    games = max(1000, int(few.games * args.seconds / few.seconds))
    for number in range(1, ROUNDS + 1):
        row: Row = {}
        for threads, name in ((1, "one"), (2, "two")):
            tell(f"round {number} of {ROUNDS}, threads: {threads}")
            row[name] = play(rules, games, args.on, threads).moves_per_second
        yield row


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    "games": by_games,
    "players": by_players,
    "stock": by_stock,
    "records": records,
    "starts": starts,
    "threads": by_threads,
}
CPU_ONLY = ("starts", "threads")


def measure(args: argparse.Namespace) -> int:
    """Print all parts as one JSON object, or what was ready when it was stopped."""
    bench.check_seconds(args.seconds)
    found: Row = {"machine": name_of(args.on), "on": args.on, "cores": os.cpu_count()}
    found |= {"load": os.getloadavg()[0], "seconds": args.seconds, "interrupted": False}
    code = 0
    try:
        for name, part in PARTS.items():
            if args.on == "cpu" or name not in CPU_ONLY:
                rows = found[name] = []
                for row in part(args):
                    rows.append(row)
    except KeyboardInterrupt:
        found["interrupted"], code = True, INTERRUPTED
    except SkipboError as error:
        print(f"\nscripts/speed.py: {error}", file=sys.stderr)
        code = 1
    tell("")
    print(json.dumps(found, indent=1))
    return code


def name_of(on: str) -> str:
    if on == "cpu":
        return machine()
    missing = why_not_there(on)
    if missing:
        raise SkipboError(missing)
    from skipbo.machine.device import device_name

    return device_name()


# --- Drawing

COLOURS = {"cpu": BLUE, "gpu": ORANGE}
DASHES = {"greedy": "-", "random": (0, (3, 1.5))}
GAP = 0.085  # between labels, in parts of a chart's height

End = tuple[float, str, str]  # where a line ends, what to write there, and its colour


def draw(args: argparse.Namespace) -> int:
    runs = [load(file) for file in args.files]
    try:
        picture(runs, args.out / "performance-growth.svg")
    except OSError as error:
        raise SkipboError(str(error)) from None
    for run in runs:
        print("\n".join(page(run)))
    return 0


def load(file: Path) -> Row:
    try:
        run: Row = {name: [] for name in PARTS} | json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError) as error:
        raise SkipboError(f"{file}: {error}") from None
    if not (run["games"][1:] and run["players"] and run["stock"]):
        raise SkipboError(f"{file}: what measured it was stopped too early to draw anything")
    return run


def picture(runs: Sequence[Row], file: Path) -> None:
    """Moves a second against the games above; against the players and the stock below."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    charts = {"games": draw_games, "players": draw_players, "stock": draw_stock}
    with rc_context(STYLE):
        figure: Any = Figure(figsize=(10, 7.6), layout="constrained")
        figure.get_layout_engine().set(w_pad=0.18, h_pad=0.15)
        told = "; ".join(f"{run['on'].upper()}: {run['machine']}" for run in runs)
        figure.suptitle(f"Classic, whole games. {told}", x=0.02, ha="left", color=QUIET, fontsize=9)
        places = figure.subplot_mosaic([["games", "games"], ["players", "stock"]])
        places["players"].sharey(places["stock"])
        ends = {name: chart(places[name], runs) for name, chart in charts.items()}
        leave_room(places["games"])
        leave_room(places["stock"])
        for name in charts:
            finish(places[name], ends[name])
        figure.savefig(file, metadata={"Date": None})


def draw_games(axes: Any, runs: Sequence[Row]) -> list[End]:
    axes.set_xscale("log")
    axes.set_yscale("log")
    ends = []
    for run in runs:
        speeds = {row["games"]: row["moves_per_second"] for row in run["games"][1:]}
        last = millions(list(speeds.values())[-1])
        ends.append(line(axes, speeds, run["on"], "greedy", last))
    axes.margins(x=0.02)
    axes.set_title("Moves a second, by the number of games in a run")
    axes.set_xlabel("games in one call of simulate(), greedy players, digest included")
    count_axis(axes.xaxis)
    return ends


def draw_players(axes: Any, runs: Sequence[Row]) -> list[End]:
    """A line for those who play alone, hollow dots for partners."""
    choose_scale(axes, runs)
    ends = []
    for run in runs:
        for bot in BOTS:
            alone = {row["players"]: row[bot] for row in run["players"] if not row["partners"]}
            ends.append(line(axes, alone, run["on"], bot, bot))
            paired = {row["players"]: row[bot] / 1e6 for row in run["players"] if row["partners"]}
            style = {"color": COLOURS[run["on"]], "markerfacecolor": "white", "zorder": 1.9}
            axes.plot(paired.keys(), paired.values(), "o", markersize=7, **style)
    axes.set_title("By the number of players")
    axes.set_xlabel("players; hollow: partners")
    axes.set_xticks(range(2, 7))
    return ends


def draw_stock(axes: Any, runs: Sequence[Row]) -> list[End]:
    choose_scale(axes, runs)
    ends = []
    for run in runs:
        for bot in BOTS:
            speeds = {row["stock"]: row[bot] for row in run["stock"]}
            ends.append(line(axes, speeds, run["on"], bot, bot))
    axes.set_title("By the size of the stock piles")
    axes.set_xlabel("cards in each stock pile, two players")
    axes.set_xticks([stock for stock in STOCKS if stock % 10 == 0])
    return ends


# --- What the charts share


def line(axes: Any, speeds: dict[int, float], on: str, bot: str, told: str) -> End:
    x, y = list(speeds), [speed / 1e6 for speed in speeds.values()]
    style = {"color": COLOURS[on], "linewidth": 2, "marker": "o", "markersize": 5}
    axes.plot(x, y, linestyle=DASHES[bot], **style)
    return y[-1], f"{on.upper()}, {told}", COLOURS[on]


def choose_scale(axes: Any, runs: Sequence[Row]) -> None:
    """With a GPU the speeds lie too far apart for anything but powers of ten."""
    if len(runs) > 1:
        axes.set_yscale("log")


def leave_room(axes: Any) -> None:
    """From zero up, where there is one; otherwise a little above and below."""
    if axes.get_yscale() == "linear":
        axes.set_ylim(bottom=0)
    else:
        low, high = axes.get_ylim()
        axes.set_ylim(low / 1.3, high * 1.3)


def finish(axes: Any, ends: Sequence[End]) -> None:
    count_axis(axes.yaxis)
    axes.set_ylabel("million moves/s")
    axes.minorticks_off()
    axes.grid(axis="y")
    label_ends(axes, ends)


def label_ends(axes: Any, ends: Sequence[End]) -> None:
    """What lines are, beside their ends, no two on top of each other."""
    in_axes = axes.transData + axes.transAxes.inverted()
    last = -GAP
    for value, told, colour in sorted(ends):
        last = max(in_axes.transform((1, value))[1], last + GAP)
        style = {"va": "center", "color": colour, "fontweight": "bold", "fontsize": 9}
        axes.text(1.015, last, told, transform=axes.transAxes, **style)


def count_axis(axis: Any) -> None:
    """Numbers as people say them, not powers."""
    from matplotlib.ticker import FuncFormatter

    def told(value: float, _: int) -> str:
        return f"{value / 1e6:g} million" if value >= 1e6 else f"{value:,.10g}"

    axis.set_major_formatter(FuncFormatter(told))


# --- Tables


def page(run: Row) -> Iterator[str]:
    """What was measured as Markdown: a table for each part that the run has."""
    yield f"{run['machine']}, {run['cores']} cores, load {run['load']:.1f} when it began\n"
    yield from table(("games", "million moves/s", "peak MiB"), map(games_cells, run["games"]))
    yield from table(
        ("table", *(f"{bot}, million moves/s" for bot in BOTS)),
        map(table_cells, run["players"] + run["stock"]),
    )
    yield from table(
        ("edition", "bytes of a game"),
        ((row["edition"], str(row["bytes"])) for row in run["records"]),
    )
    columns = ("cold", "warm", "python")
    yield from table(
        ("one game", "compiles first, s", "compiled before, s", "interpreted, s"),
        ((row["edition"], *(f"{row[name]:.2f}" for name in columns)) for row in run["starts"]),
    )
    yield from table(("threads", "million moves/s", "ratio"), threads_cells(run["threads"]))


def games_cells(row: Row) -> Sequence[str]:
    speed = row["moves_per_second"]
    games = f"{row['games']:,}" if row["games"] else "none yet"
    return games, millions(speed) if speed else "", f"{row['peak_mib']:.0f}"


def table_cells(row: Row) -> Sequence[str]:
    who = "partners" if row["partners"] else "players"
    name = f"{row['players']} {who}, stock {row['stock']}"
    return name, *(millions(row[bot]) for bot in BOTS)


def threads_cells(rounds: Sequence[Row]) -> Iterator[Sequence[str]]:
    """The medians of all rounds; the ratio is that of two runs next to each other."""
    if rounds:
        one, two = (median(row[name] for row in rounds) for name in ("one", "two"))
        ratio = median(row["two"] / row["one"] for row in rounds)
        yield "1", millions(one), ""
        yield "2", millions(two), f"{ratio:.2f}"


def millions(speed: float) -> str:
    """Three digits, as more would only be noise."""
    scaled = speed / 1e6
    digits = 2 if scaled < 10 else 1 if scaled < 100 else 0
    return f"{scaled:,.{digits}f}" if scaled >= 0.01 else f"{scaled:.1g}"


def table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> Iterator[str]:
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    if lines:
        yield f"| {' | '.join(head)} |"
        yield f"|---{'|--:' * (len(head) - 1)}|"
        yield from lines
        yield ""


# --- The command


def arguments() -> argparse.Namespace:
    told, _, examples = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=told, epilog=examples, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("measure", help="print what was measured as one JSON object")
    one.add_argument("--on", choices=("cpu", "gpu"), default="cpu", help="(default cpu)")
    one.add_argument("--most", type=int, default=10**7, metavar="N", help="games (10 million)")
    one.add_argument("--seconds", type=float, default=1.0, help="for each measurement (1)")
    one.set_defaults(run=measure)
    other = commands.add_parser("draw", help="draw it, and print tables in Markdown")
    other.add_argument("files", nargs="+", type=Path, metavar="JSON", help="of a CPU, and a GPU's")
    other.add_argument("--out", type=Path, default=Path("docs"), help="a folder (default docs)")
    other.set_defaults(run=draw)
    return parser.parse_args()


def main() -> int:
    args = arguments()
    code: int = args.run(args)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main())
    except SkipboError as error:
        sys.exit(f"scripts/speed.py: {error}")
