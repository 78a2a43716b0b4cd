"""A review as a picture, drawn with Matplotlib (which only this module needs)."""

from textwrap import fill
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from ..arena.charts import INK, PALE, QUIET, SERIES, STYLE
from ..texts import text
from .reviewed import Decision, Review, Split

SIZE = (11, 4.6)  # inches
WIDTHS = (3, 1)  # of the curve and of the bars
IN_A_ROW = 3  # moves that are told below the curve
TITLE = 24  # letters in a line above the bars


def draw(reviewed: Review, file: str, count: int) -> None:
    """The chances over the game, with its costliest moves, and beside it luck and skill."""
    with rc_context(STYLE):
        figure: Any = Figure(figsize=SIZE, layout="constrained")
        figure.get_layout_engine().set(w_pad=0.15, h_pad=0.12)
        left, right = figure.subplots(1, 2, width_ratios=WIDTHS)
        draw_curve(left, reviewed)
        mark(left, reviewed, reviewed.costliest(count))
        draw_split(right, reviewed)
        stamp = {"Date": None} if file.endswith(".svg") else {}
        figure.savefig(file, dpi=150, metadata=stamp)


def side_name(reviewed: Review, side: int) -> str:
    return " + ".join(reviewed.names[seat] for seat in reviewed.rules.members(side))


# --- The curve


def draw_curve(axes: Any, reviewed: Review) -> None:
    """A line for each side. A change between two points came by chance, or by the move before."""
    at = list(range(len(reviewed.curve)))
    for side in range(reviewed.rules.sides):
        shares = [point[side] for point in reviewed.curve]
        axes.plot(at, shares, color=SERIES[side], linewidth=1.8, label=side_name(reviewed, side))
    axes.axhline(1 / reviewed.rules.sides, color=PALE, linewidth=1, zorder=0)
    axes.set_title(text("review.curve"))
    axes.set_ylim(-0.02, 1.04)
    axes.set_xlim(0, max(len(at) - 1, 1))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.grid(axis="y", linewidth=0.8)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.xaxis.set_major_formatter(lambda x, _: turn_label(reviewed, round(x)))
    axes.legend(loc="upper left", ncols=3, frameon=False, borderaxespad=0.2)


def turn_label(reviewed: Review, at: int) -> str:
    """The turn in which a point lies; the end has none."""
    if not 0 <= at < len(reviewed.decisions):
        return ""
    return text("review.turn", number=reviewed.decisions[at].turn)


def mark(axes: Any, reviewed: Review, worst: list[Decision]) -> None:
    """The costliest moves by their numbers: where they were made, and how far they went down."""
    told = []
    for number, made in enumerate(worst, 1):
        at, side = reviewed.decisions.index(made), reviewed.rules.side(made.seat)
        before, after, colour = made.before[side], made.after[side], SERIES[side]
        axes.plot([at, at], [before, after], color=colour, linewidth=1.2, linestyle=":")
        axes.plot(at, after, "o", color="white", markeredgecolor=colour, markersize=11, zorder=3)
        style = {"ha": "center", "va": "center_baseline", "fontsize": 7.5, "zorder": 4}
        axes.text(at, after, str(number), color=INK, **style)
        better = text("review.better", move=made.best)
        told.append(f"{number}  {made.move}  {-100 * made.cost:.1f}  ({better})")
    rows = ["      ".join(told[i : i + IN_A_ROW]) for i in range(0, len(told), IN_A_ROW)]
    axes.set_xlabel("\n".join(rows), fontsize=8.5, loc="left", labelpad=10, linespacing=1.6)


# --- Luck and skill


def draw_split(axes: Any, reviewed: Review) -> None:
    """Bars in percentage points, a group for each part."""
    splits = [reviewed.split(side) for side in range(reviewed.rules.sides)]
    parts = [(name, [points(split)[i] for split in splits]) for i, name in enumerate(part_names())]
    height = 0.8 / len(splits)
    for row, (_, values) in enumerate(parts):
        for side, value in enumerate(values):
            y = row + (side - (len(splits) - 1) / 2) * height
            axes.barh(y, value, height * 0.9, color=SERIES[side])
            outside = (4, "left") if value >= 0 else (-4, "right")
            axes.annotate(
                f"{value:+.1f}",
                (value, y),
                xytext=(outside[0], 0),
                textcoords="offset points",
                ha=outside[1],
                va="center",
                fontsize=8,
                color=QUIET,
            )
    axes.axvline(0, color=QUIET, linewidth=0.8)
    axes.set_yticks(range(len(parts)), [name for name, _ in parts])
    axes.set_title(fill(text("review.split"), TITLE), fontsize=9.5)
    axes.invert_yaxis()
    axes.set_xticks([])
    axes.margins(x=0.3)
    axes.spines["bottom"].set_visible(False)


def part_names() -> list[str]:
    return [text("review.luck"), text("review.own"), text("review.others")]


def points(split: Split) -> list[float]:
    return [100 * part for part in (split.luck, split.own, split.others)]
