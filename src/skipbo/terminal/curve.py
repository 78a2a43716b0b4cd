"""How the chances to win moved over a game, drawn with characters.

The sides' shares lie on each other and fill the picture: at every moment they make up the whole.
"""

from collections.abc import Sequence

from rich.text import Text

from ..review.look import Shares
from .pieces import DIM, Block

COLOURS = ("blue", "yellow", "green", "magenta", "cyan", "red")
LETTERS = "#.o+x="  # for a terminal without colours
EIGHTHS = " ▁▂▃▄▅▆▇█"
HEIGHT = 10  # rows
LEFT = 6  # columns for "100% │"
NO_MARK = " "


def colour(side: int) -> str:
    return COLOURS[side % len(COLOURS)]


def swatch(side: int, plain: bool) -> Text:
    """What stands for a side in the picture."""
    return Text(LETTERS[side] * 2) if plain else Text("██", colour(side))


def picture(curve: Sequence[Shares], width: int, plain: bool) -> Block:
    """The shares over the game, the first side's at the bottom."""
    columns = [curve[at] for at in places(len(curve), width - LEFT)]
    draw = _letter if plain else _blocks
    edge = "|" if plain else "│"
    rows = []
    for row in reversed(range(HEIGHT)):
        label = {HEIGHT - 1: "100%", HEIGHT // 2: "50%", 0: "0%"}.get(row, "")
        line = Text().append(f"{label:>{LEFT - 2}} {edge}", DIM)
        for shares in columns:
            line.append_text(draw(shares, row))
        rows.append(line)
    return rows


def places(points: int, columns: int) -> list[int]:
    """The point that each column shows: the first one first, the last one last."""
    return [round(i * (points - 1) / max(columns - 1, 1)) for i in range(columns)]


def marks(steps: Sequence[int], points: int, width: int) -> Text:
    """A line under the picture with the numbers 1, 2, ... of some points."""
    columns = width - LEFT
    line = [NO_MARK] * columns
    for number, at in enumerate(steps, 1):
        column = round(at * (columns - 1) / max(points - 1, 1))
        free = [i for i in range(columns) if line[i] == NO_MARK]
        line[min(free, key=lambda i: abs(i - column))] = str(number % 10)
    return Text(" " * LEFT + "".join(line).rstrip(), "bold")


def _blocks(shares: Shares, row: int) -> Text:
    """A cell in the colour of the lowest side in it, and above that in the next one's."""
    low, high = row / HEIGHT, (row + 1) / HEIGHT
    tops = _tops(shares)
    lower = _side_at(tops, low)
    filled = round((min(tops[lower], high) - low) * HEIGHT * 8)
    if filled == 8:
        return Text("█", colour(lower))
    upper = _side_at(tops, (max(tops[lower], low) + high) / 2)
    return Text(EIGHTHS[filled], f"{colour(lower)} on {colour(upper)}")


def _letter(shares: Shares, row: int) -> Text:
    return Text(LETTERS[_side_at(_tops(shares), (row + 0.5) / HEIGHT)])


def _tops(shares: Shares) -> list[float]:
    """Up to where each side's share reaches."""
    return [sum(shares[: side + 1]) for side in range(len(shares))]


def _side_at(tops: Sequence[float], height: float) -> int:
    """The side that has this height, from 0 to 1, in its share."""
    return next((side for side, top in enumerate(tops) if top > height + 1e-9), len(tops) - 1)
