"""When to stop, drawn: a field for each number of points and of dice left, at several scores."""

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from ..rules.dice import CUP, SPACES
from ..rules.editions import configure
from .dice import Equations, Solution

POINTS = 30  # as far as a field is drawn
FIELD = 260  # its size
CLEAR = 0.05  # a chance of this much is shown in the full colour
INK, SOFT, PAPER = "#22303c", "#8a97a3", "#ffffff"
DICE = ("#3f9d5a", "#d1495b", "#8458b3")  # D1: green, red, purple
COLOURS = LinearSegmentedColormap.from_list(
    "roll or stop", ["#e8871e", "#f6c98b", "#f3f1ec", "#9cc3dc", "#1f6f9f"]
)


def standings(target: int) -> list[tuple[str, int, int]]:
    """What is drawn: a title, the own score and the other's, in parts of the target."""
    few, half, many = (round(target * part) for part in (0.2, 0.5, 0.8))
    return [
        ("At the start", 0, 0),
        ("Half-way, level", half, half),
        ("Near the end, level", many, many),
        ("Far behind", few, many),
        ("Far ahead", many, few),
        ("Both one point short", target - 1, target - 1),
    ]


def draw(solution: Solution, path: Path) -> None:
    """Draw the solution into a file."""
    # The same picture is the same file.
    with matplotlib.rc_context({"svg.hashsalt": "skipbo"}):
        figure = _figure(solution)
        stamp = {"Date": None} if path.suffix == ".svg" else {}
        figure.savefig(path, dpi=160, facecolor=PAPER, metadata=stamp)


def _figure(solution: Solution) -> Figure:
    rules = configure("dice", wild_faces=solution.wild_faces, target=solution.target)
    equations = Equations(rules, len(solution.values) - 1)
    equations.values, equations.last = solution.values, solution.last
    figure = Figure(figsize=(13, 8.2))
    places = figure.subplots(3, 2, sharex=True, sharey=True)
    figure.subplots_adjust(left=0.06, right=0.985, top=0.84, bottom=0.13, hspace=0.48, wspace=0.06)
    for axes, (title, mine, other) in zip(places.flat, standings(solution.target), strict=True):
        needs = solution.target - mine, solution.target - other
        _panel(axes, title, mine, other, equations.gain_by_stopping(*needs))
    _words(figure, places, solution)
    _key(figure)
    return figure


def _panel(axes: Any, title: str, mine: int, other: int, gain: Any) -> None:
    fields = [
        (points, cup)
        for points in range(1, POINTS + 1)
        for cup in range(1, CUP + 1)
        if can_stand(points, cup)
    ]
    gains = [gain[field] for field in fields]
    shape = FancyBboxPatch((-0.37, -0.53), 0.74, 1.06, "round,pad=0,rounding_size=0.14").get_path()
    shown = {"marker": shape, "s": FIELD, "lw": 0, "cmap": COLOURS}
    axes.scatter(*zip(*fields, strict=True), c=gains, norm=Normalize(-CLEAR, CLEAR), **shown)
    roll = [field for field in fields if gain[field] < 0]
    axes.scatter(*zip(*roll, strict=True), color=INK, s=5, lw=0)
    for points in range(1, POINTS + 1):
        colour = DICE[(points - 1) % SPACES // 4]
        axes.plot([points - 0.4, points + 0.4], [0.28, 0.28], color=colour, lw=3.2, clip_on=False)
    axes.set_title(title, loc="left", fontsize=12, fontweight="bold", color=INK, pad=6)
    score = f"you {mine}, other {other}"
    axes.set_title(score, loc="right", fontsize=11, color=SOFT, pad=6)
    axes.set(xlim=(0.4, POINTS + 0.6), ylim=(0.2, CUP + 0.6), yticks=range(1, CUP + 1))
    axes.set_xticks([1, *range(4, POINTS + 1, 4)])
    axes.tick_params(length=0, labelsize=10, labelcolor=INK, labelbottom=True)
    for side in axes.spines.values():
        side.set_visible(False)


def can_stand(points: int, cup: int) -> bool:
    """Whether a turn that began on one of the spaces can stand there."""
    laid = range(max(1, points - SPACES + 1), points + 1)
    return any(CUP - n % CUP == cup for n in laid)


def _words(figure: Figure, places: Any, solution: Solution) -> None:
    wild = "two wild faces" if solution.wild_faces == 2 else "one wild face"
    title = "Skip-Bo Dice: roll again, or stop?"
    figure.text(0.06, 0.945, title, fontsize=20, weight="bold", color=INK)
    told = f"Exact best play for two, to {solution.target} points, dice with {wild}"
    figure.text(0.06, 0.907, told, fontsize=12.5, color=SOFT)
    for axes in places[:, 0]:
        axes.set_ylabel("dice left in the cup", fontsize=10.5, color=INK)
    for axes in places[-1]:
        axes.set_xlabel("points of this turn so far", fontsize=10.5, color=INK)
    told = (
        "The last die laid shows its number; its colour is the bar below. A dot: roll. "
        "No dot: stop. The colour tells how much the choice is worth."
    )
    figure.text(0.06, 0.035, told, fontsize=10.5, color=SOFT)


def _key(figure: Figure) -> None:
    axes: Any = figure.add_axes((0.70, 0.925, 0.285, 0.022))
    axes.imshow(np.linspace(0, 1, 256)[None], aspect="auto", cmap=COLOURS)
    axes.set(yticks=[], xticks=[0, 128, 255])
    worth = f"{CLEAR:.0%}"
    axes.set_xticklabels([f"roll wins {worth} more", "no matter", f"stop wins {worth} more"])
    axes.tick_params(length=0, labelsize=10, labelcolor=INK, pad=5)
    for place, label in zip(("left", "center", "right"), axes.get_xticklabels(), strict=True):
        label.set_horizontalalignment(place)
    for side in axes.spines.values():
        side.set_visible(False)
