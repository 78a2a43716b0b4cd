"""Results as a picture: the score of two bots as it settled, or a league with its matrix."""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from .contest import labels
from .result import Result

INK, GREY, PALE, BLUE, BAND = "#222831", "#6b7280", "#e5e7eb", "#1f6f8b", "#9fd3e0"
LOST_TO_WON = LinearSegmentedColormap.from_list("scores", ["#c4633f", "#e9e7e3", BLUE])
DOTS = 200  # to the inch
MOST_POINTS = 2000  # of a curve
FEWEST_BLOCKS = 10  # after which a running score says something


def draw(result: Result, path: Path) -> None:
    """Draw a result into a file; its ending says of which kind."""
    figure = _two(result) if len(result.bots) == 2 else _league(result)
    # Without a date the same result is the same file.
    undated = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    figure.savefig(path, dpi=DOTS, metadata=undated[path.suffix])


def _figure(width: float, height: float, title: str, subtitle: str) -> Figure:
    figure = Figure(figsize=(width, height), facecolor="white")
    figure.text(0.25 / width, 1 - 0.42 / height, title, fontsize=15, weight="bold", color=INK)
    figure.text(0.25 / width, 1 - 0.70 / height, subtitle, fontsize=9.5, color=GREY)
    return figure


def _axes(figure: Figure, left: float, bottom: float, right: float, top: float) -> Any:
    """A panel between these inches from the figure's left and lower edges."""
    width, height = figure.get_size_inches()
    place = left / width, bottom / height, (right - left) / width, (top - bottom) / height
    axes = figure.add_axes(place)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, colors=GREY, labelsize=9)
    axes.set_axisbelow(True)
    return axes


def _told(result: Result) -> str:
    told = f"{result.edition}, {result.players} players"
    told += f" · {result.blocks:,} blocks, {result.games:,} games"
    return told + f" · seed {result.seed} · 95% intervals"


# --- Two bots


def _two(result: Result) -> Figure:
    first, second = labels(result.bots)
    figure = _figure(9, 4.6, f"{first}  vs  {second}", _told(result))
    _running_score(_axes(figure, 0.75, 0.65, 6.0, 3.4), result, first)
    _block_scores(_axes(figure, 6.7, 0.65, 8.75, 3.4), result, first)
    return figure


def _running_score(axes: Any, result: Result, first: str) -> None:
    """The score after each block, with its interval by the normal law."""
    scores = result.points[:, 0] / (len(result.counts) - 1)
    n = np.arange(1, len(scores) + 1)
    mean = scores.cumsum() / n
    error = 1.96 * np.sqrt(np.maximum((scores**2).cumsum() / n - mean**2, 0) / n)
    start = min(FEWEST_BLOCKS, len(n)) - 1
    shown = np.unique(np.linspace(start, len(n) - 1, MOST_POINTS).astype(int))
    low, high = np.clip(mean - error, 0, 1), np.clip(mean + error, 0, 1)
    axes.fill_between(n[shown], low[shown], high[shown], color=BAND, alpha=0.5, linewidth=0)
    axes.axhline(0.5, color=GREY, linewidth=1, linestyle=(0, (4, 3)))
    axes.plot(n[shown], mean[shown], color=BLUE, linewidth=2)
    axes.plot(n[-1], mean[-1], "o", color=BLUE, markersize=6)
    axes.grid(axis="y", color=PALE, linewidth=0.8)
    axes.set_xlim(n[start], max(n[-1] * 1.02, n[start] + 1))
    axes.yaxis.set_major_formatter(FuncFormatter(_percent))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_xlabel("blocks", color=GREY, fontsize=9.5)
    axes.set_title(_verdict(result, first), loc="left", fontsize=10.5, color=INK, pad=10)


def _verdict(result: Result, first: str) -> str:
    score = f"{first} scores {result.score:.1%}"
    if result.elo is None:
        return score
    low, high = (
        f"{end:+.0f}" if end is not None else sign
        for end, sign in zip(result.interval, ("-∞", "+∞"), strict=True)
    )
    return f"{score}:  {result.elo:+.0f} Elo  ({low} to {high})"


def _block_scores(axes: Any, result: Result, first: str) -> None:
    """How often a block ended how."""
    counts = np.array(result.counts)
    scores = np.linspace(0, 1, len(counts))
    middling = np.where(scores == 0.5, "#b8bcc4", BLUE)
    colours = np.where(scores < 0.5, "#c4633f", middling)
    axes.bar(scores, counts / counts.sum(), width=0.8 * scores[1], color=colours)
    axes.grid(axis="y", color=PALE, linewidth=0.8)
    axes.yaxis.set_major_formatter(FuncFormatter(_percent))
    axes.xaxis.set_major_formatter(FuncFormatter(_percent))
    axes.set_xticks([0, 0.5, 1])
    axes.set_xlabel(f"score of {_short(first)} in a block", color=GREY, fontsize=9.5)
    axes.set_title("Blocks", loc="left", fontsize=10.5, color=INK, pad=10)


# --- A league


def _league(result: Result) -> Figure:
    bots = len(result.bots)
    ranking = result.ranking
    names = [_short(name) for name in labels(result.bots)]
    longest = 0.085 * max(map(len, names)) + 0.6
    cell = 0.62
    side = max(cell * bots, 2.2)
    split = longest + 4.2
    figure = _figure(split + side + 1.15, side + 1.75, "League", _told(result))
    _ranking(_axes(figure, longest, 0.75, split, side + 0.75), result, ranking, names)
    _matrix(_axes(figure, split + 0.75, 0.75, split + 0.75 + side, side + 0.75), result, ranking)
    return figure


def _ranking(axes: Any, result: Result, ranking: list[int], names: list[str]) -> None:
    places = range(len(ranking))
    elo = np.array([result.elo[bot] for bot in ranking])
    ends = np.array([result.interval[bot] for bot in ranking], float)
    axes.axvline(0, color=GREY, linewidth=1, linestyle=(0, (4, 3)))
    axes.hlines(places, ends[:, 0], ends[:, 1], color=BAND, linewidth=8)
    axes.plot(elo, places, "o", color=BLUE, markersize=7)
    for place in places:
        _label(axes, elo[place], place, f"{elo[place]:+.0f}", INK, above=9)
    axes.grid(axis="x", color=PALE, linewidth=0.8)
    axes.set_ylim(len(ranking) - 0.5, -0.5)
    told = [f"{names[bot]}   {place}" for place, bot in enumerate(ranking, 1)]
    axes.set_yticks(places, told, fontsize=10, color=INK)
    axes.margins(x=0.12)
    axes.set_xlabel("Elo (the mean is 0)", color=GREY, fontsize=9.5)


def _matrix(axes: Any, result: Result, ranking: list[int]) -> None:
    """The score of each bot against each, in the ranking's order."""
    scores = np.array([[result.matrix[a][b] for b in ranking] for a in ranking], float)
    shown = np.where(np.isnan(scores), 0.5, scores)
    axes.imshow(shown, cmap=LOST_TO_WON, vmin=0, vmax=1, aspect="equal")
    places = range(len(ranking))
    for row in places:
        for column in places:
            if row != column:
                dark = abs(scores[row, column] - 0.5) > 0.25
                told = f"{100 * scores[row, column]:.0f}"
                _label(axes, column, row, told, "white" if dark else INK)
    axes.set_xticks([place - 0.5 for place in places[1:]], minor=True)
    axes.set_yticks([place - 0.5 for place in places[1:]], minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="minor", length=0)
    numbers = [str(place + 1) for place in places]
    axes.set_xticks(places, numbers, color=INK)
    axes.set_yticks(places, numbers, color=INK)
    axes.set_xlabel("score in % against", color=GREY, fontsize=9.5)


def _label(axes: Any, x: float, y: float, text: str, colour: str, above: float = 0) -> None:
    """A short text at a place, or some points above it, where it hides what is behind."""
    behind = {"facecolor": "white", "edgecolor": "none", "pad": 1} if above else None
    axes.annotate(
        text,
        (x, y),
        (0, above),
        textcoords="offset points",
        ha="center",
        va="baseline" if above else "center_baseline",
        fontsize=9.5,
        color=colour,
        bbox=behind,
    )


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"…{name[-23:]}"


def _percent(value: float, _: int) -> str:
    return f"{value:.1%}".replace(".0%", "%")
