"""The strength of a network over the time it learned, as a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from .exam import Mark

INK, GREY, PALE = "#222831", "#6b7280", "#e5e7eb"
COLOURS = ("#1f6f8b", "#c4633f", "#5b8c5a", "#8b5a8c", "#b08930", "#4f5d75", "#9a4f50")


def draw(marks: Sequence[Mark], path: Path) -> None:
    """Draw each opponent's curve at the first table, and each table's against the planner."""
    figure = Figure(figsize=(9, 4.6), facecolor="white", layout="constrained")
    first = marks[0].table
    opponents, tables = figure.subplots(1, 2, sharey=True)
    _panel(opponents, f"{first} players, against", [m for m in marks if m.table == first], True)
    planner = marks[0].opponent
    _panel(tables, f"against {planner}, by players", [m for m in marks if m.opponent == planner])
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})


def _panel(axes: Any, title: str, marks: Sequence[Mark], by_opponent: bool = False) -> None:
    axes.set_title(title, loc="left", color=INK, fontsize=11)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, colors=GREY, labelsize=9)
    axes.grid(color=PALE)
    axes.axhline(0.5, color=GREY, linewidth=1)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.set_xlabel("thousand games", color=GREY, fontsize=9)
    names = dict.fromkeys(m.opponent if by_opponent else m.table for m in marks)
    for name, colour in zip(names, COLOURS, strict=False):
        own = [m for m in marks if name == (m.opponent if by_opponent else m.table)]
        games, scores = [m.games / 1000 for m in own], [m.score for m in own]
        axes.plot(games, scores, color=colour, marker="o", markersize=3, label=name)
    axes.legend(frameon=False, fontsize=9, labelcolor=INK)
