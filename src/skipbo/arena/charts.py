"""Charts of what `stats` measured, drawn with Matplotlib (which only this module needs)."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..errors import SkipboError
from ..rules.editions import edition
from .estimates import SURE, Estimate, match_chances
from .stats import Figures, Rung, Stats

FORMATS = (".svg", ".png", ".pdf")
INK, QUIET, PALE = "#26323e", "#75808a", "#dfe4e8"
BLUE, ORANGE = "#2f6db5", "#e07b28"
SERIES = (BLUE, ORANGE, "#3a9a6e", "#a04d97", "#b8962e", "#7a8793")
STYLE: Any = {
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": QUIET,
    "axes.edgecolor": PALE,
    "axes.titlesize": 11.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "grid.color": PALE,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.hashsalt": "skipbo",  # the same figures give the same file
    "svg.fonttype": "none",  # text stays text: small files that can be read aloud
}
BARS = 30  # of a histogram, at most
LONGEST_SHOWN = 199  # games of a match


def check(file: str) -> None:
    """Say what is wrong before anything is measured: no Matplotlib, or no such format."""
    if not find_spec("matplotlib"):
        raise SkipboError(
            "--plot needs matplotlib, which is not installed: pip install 'skipbo[plots]'"
        )
    if Path(file).suffix not in FORMATS:
        raise SkipboError(
            f"a plot must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, not {file!r}"
        )
    if not Path(file).absolute().parent.is_dir():
        raise SkipboError(f"there is no folder {str(Path(file).parent)!r}")


def draw(measured: Stats, file: str) -> None:
    """All that was measured, on one page."""
    assert measured.game
    charts = [draw_length, draw_wins]
    if measured.tables:
        charts += by_table(measured.tables[0])
    if measured.skill:
        charts += [draw_scores, draw_matches]
    page(measured, charts, file)


def by_table(game: Figures) -> list[Any]:
    """The charts that go by the number of players: no game of Dice is ever blocked."""
    is_dice = "rolls" in game.measures
    return [draw_turns_by_table, draw_first_by_table if is_dice else draw_blocked_by_table]


def page(measured: Stats, charts: Sequence[Any], file: str) -> None:
    """Some charts side by side, two to a row."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    rows = (len(charts) + 1) // 2
    with rc_context(STYLE):
        figure: Any = Figure(figsize=(10, 3.6 * rows + 0.4), layout="constrained")
        figure.get_layout_engine().set(w_pad=0.18, h_pad=0.15)
        told = headline(figures_of(measured), whole=draw_length in charts)
        figure.suptitle(told, x=0.02, ha="left", color=QUIET, fontsize=10)
        places = list(figure.subplots(rows, 2, squeeze=False).flat)
        for place, chart in zip(places, charts, strict=False):
            chart(place, measured)
        for place in places[len(charts) :]:
            place.remove()
        stamp = {"Date": None} if file.endswith(".svg") else {}
        figure.savefig(file, dpi=150, metadata=stamp)


# --- Charts


def draw_length(axes: Any, measured: Stats) -> None:
    """How long games are: a histogram, with the median and the middle nine tenths."""
    game = figures_of(measured)
    turns = [n for n, games in game.turns.games.items() for _ in range(games)]
    low, high = min(turns), max(turns)
    width = max(1, -(-(high - low + 1) // BARS))
    edges = [low - 0.5 + width * i for i in range((high - low) // width + 2)]
    axes.hist(turns, bins=edges, weights=[1 / len(turns)] * len(turns), color=BLUE, rwidth=0.9)
    for patch in axes.patches:
        middle = patch.get_x() + patch.get_width() / 2
        if not game.turns.low <= middle <= game.turns.high:
            patch.set_alpha(0.4)
    axes.axvline(game.turns.median, color=ORANGE, linewidth=2)
    axes.margins(y=0.18)
    axes.annotate(
        f"half the games end\nby turn {game.turns.median:g}",
        (game.turns.median, 1),
        xycoords=("data", "axes fraction"),
        xytext=(7, -2),
        textcoords="offset points",
        va="top",
        color=ORANGE,
        fontweight="bold",
        fontsize=9,
    )
    axes.set_title("How long a game is")
    axes.set_xlabel("turns of all players; pale: beyond nine games in ten")
    axes.set_ylabel("share of the games")
    percent_axis(axes.yaxis)
    axes.grid(axis="y")


def draw_wins(axes: Any, measured: Stats) -> None:
    """Who wins, by the order of play."""
    game = figures_of(measured)
    wins = game.wins or []
    even = 1 / max(1, len(wins))
    who = "side" if game.partners else "player"
    names = [f"{name} {who}" for name in ("first", "second", "third", "fourth", "fifth", "sixth")]
    dots_with_intervals(axes, names[: len(wins)], wins, [BLUE] * len(wins))
    mark_even(axes, even)
    reach = 1.5 * max([0.02, *(max(w.high - even, even - w.low) for w in wins)])
    axes.set_xlim(max(0, even - reach), min(1, even + reach))
    axes.set_title("Who wins, in the order of play")
    axes.set_xlabel("share of the games with a winner, 95 % intervals")


def draw_turns_by_table(axes: Any, measured: Stats) -> None:
    """How the length grows with the players, a line for each stock."""
    lines_by_stock(axes, measured.tables, lambda game: game.turns.mean)
    axes.set_title("How long a game is, by players")
    axes.set_ylabel("turns of all players")


def draw_blocked_by_table(axes: Any, measured: Stats) -> None:
    """How often nobody can move any more, a line for each stock."""
    lines_by_stock(axes, measured.tables, lambda game: game.blocked)
    axes.set_title("How many games are blocked, by players")
    axes.set_ylabel("share of the games")
    percent_axis(axes.yaxis)


def draw_first_by_table(axes: Any, measured: Stats) -> None:
    """How often the first player wins, and what would be an even share."""
    lines_by_stock(axes, measured.tables, lambda game: game.wins[0])
    players = sorted({game.players for game in measured.tables})
    axes.plot(players, [1 / n for n in players], color=ORANGE, linewidth=2, linestyle=(0, (4, 3)))
    offset = {"xytext": (9, -4), "textcoords": "offset points", "fontweight": "bold"}
    axes.annotate("even", (players[-1], 1 / players[-1]), color=ORANGE, **offset)
    axes.set_title("How often the first player wins, by players")
    axes.set_ylabel("share of the games with a winner")
    percent_axis(axes.yaxis)


def draw_scores(axes: Any, measured: Stats) -> None:
    """Each player's score against the best one."""
    rungs = measured.skill
    colours = [colour_of(rungs, rung) for rung in rungs]
    dots_with_intervals(axes, [r.bot for r in rungs], [r.score for r in rungs], colours)
    mark_even(axes, 0.5)
    axes.set_xlim(-0.01, max(0.6, *(rung.score.high * 1.15 for rung in rungs)))
    axes.set_title(f"Games won against {rungs[0].against}")
    axes.set_xlabel(f"{rungs[0].deals:,} deals for two from both seats, 95 % intervals")


def draw_matches(axes: Any, measured: Stats) -> None:
    """How surely the better player wins a match, the longer it is."""
    rungs = measured.skill
    lengths = list(range(1, LONGEST_SHOWN + 1, 2))
    for rung in rungs:
        better = max(rung.score.value, 1 - rung.score.value)
        chances = match_chances(better, LONGEST_SHOWN)
        axes.plot(lengths, chances, color=colour_of(rungs, rung), linewidth=2, label=rung.bot)
    axes.axhline(SURE, color=QUIET, linewidth=1, linestyle=(0, (4, 3)))
    offset = {"xytext": (0, -4), "textcoords": "offset points", "ha": "right", "va": "top"}
    axes.annotate("95 %", (LONGEST_SHOWN, SURE), color=QUIET, **offset)
    axes.set_xscale("log")
    ticks = [1, 3, 9, 25, 75, 199]
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.minorticks_off()
    axes.set_ylim(0.48, 1.02)
    percent_axis(axes.yaxis)
    axes.grid(axis="y")
    axes.legend(frameon=False, loc="lower right", title=f"{rungs[0].against} against", fontsize=8.5)
    axes.set_ylabel("chance")
    axes.set_title("How often the better player wins a match")
    axes.set_xlabel("games in the match; most wins decide")


# --- What they share


def figures_of(measured: Stats) -> Figures:
    assert measured.game
    return measured.game


def headline(game: Figures, whole: bool) -> str:
    """What was played and by whom; with the whole of it, at which table and how often."""
    title, bots = edition(game.edition).title, ", ".join(dict.fromkeys(game.bots))
    if not whole:
        return f"{title}, played by {bots}"
    stock = f", stock {game.stock}" if "reshuffles" in game.measures else ""
    seats = f"{game.players} players{' in sides of two' if game.partners else ''}{stock}"
    return f"{title}, {seats}: {game.games:,} games played by {bots}"


def dots_with_intervals(
    axes: Any, names: Sequence[str], shares: Sequence[Estimate], colours: Sequence[str]
) -> None:
    """A line each, the first on top: a dot, its interval, and the figure beside it."""
    for place, (share, colour) in enumerate(zip(shares, colours, strict=True)):
        style = {"color": colour, "linewidth": 2.5, "solid_capstyle": "round"}
        axes.plot([share.low, share.high], [place, place], **style)
        axes.plot(share.value, place, "o", color=colour, markersize=9, zorder=4)
        told: Any = {"ha": "center", "fontweight": "bold", "color": colour, "fontsize": 9}
        told["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        offset = {"xytext": (0, 7), "textcoords": "offset points"}
        axes.annotate(f"{share.value:.1%}", (share.value, place), **told, **offset)
    axes.set_yticks(range(len(names)), names, color=INK)
    axes.set_ylim(len(names) - 0.4, -0.6)
    percent_axis(axes.xaxis)
    axes.grid(axis="both")


def mark_even(axes: Any, even: float) -> None:
    """A line where nobody is better off than the others."""
    axes.axvline(even, color=ORANGE, linewidth=2, zorder=1)
    told = {"color": ORANGE, "fontweight": "bold", "fontsize": 9}
    offset = {"xytext": (5, 5), "textcoords": "offset points"}
    axes.annotate("even", (even, 0), xycoords=("data", "axes fraction"), **told, **offset)


def lines_by_stock(axes: Any, tables: Sequence[Figures], figure: Any) -> None:
    """A line for each stock, with an interval at each number of players."""
    alone = [game for game in tables if not game.partners]
    stocks = sorted({game.stock for game in alone})
    ends: dict[int, list[tuple[float, int, str]]] = {}
    for i, (stock, colour) in enumerate(zip(stocks, SERIES, strict=False)):
        games = [game for game in alone if game.stock == stock]
        values = [figure(game) for game in games]
        aside = (i - (len(stocks) - 1) / 2) * 0.09  # so that the intervals do not hide each other
        off = [[v.value - v.low for v in values], [v.high - v.value for v in values]]
        style = {"color": colour, "linewidth": 2, "marker": "o", "capsize": 3, "elinewidth": 1}
        places = [game.players + aside for game in games]
        axes.errorbar(places, [v.value for v in values], yerr=off, **style)
        end = (values[-1].value, stock, colour)
        ends.setdefault(games[-1].players, []).append(end)
    axes.set_ylim(bottom=0)
    if len(stocks) > 1:
        for players, labels in ends.items():
            label_ends(axes, players + 0.22, sorted(labels))
    axes.set_xticks(sorted({game.players for game in alone}))
    axes.set_xlim(1.8, 6.9)
    axes.set_xlabel(f"players; 95 % intervals, {alone[0].games:,} games each")
    axes.grid(axis="y")


def label_ends(axes: Any, x: float, labels: Sequence[tuple[float, int, str]]) -> None:
    """The stocks of lines beside their ends, the lowest first, no two on top of each other."""
    gap = axes.get_ylim()[1] * 0.075
    last = -gap
    for value, stock, colour in labels:
        last = max(value, last + gap)
        axes.text(x, last, f"stock {stock}", va="center", color=colour, fontweight="bold")


def colour_of(rungs: Sequence[Rung], rung: Rung) -> str:
    return SERIES[rungs.index(rung) % len(SERIES)]


def percent_axis(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1, decimals=0))
