"""What is printed: the table, the list of moves, points; and a table as a picture."""

import io
import re
import sys
from collections.abc import Sequence
from typing import TextIO, cast

from rich.box import ROUNDED
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..table.match import Match
from ..table.notation import Move
from ..table.view import CardView, DiceView, View
from . import texts
from .board import dice_table
from .cards import card_table
from .choices import grouped
from .pieces import BOLD, DIM, YOURS, Block, flow
from .words import describe

ASCII = str.maketrans("╭╮╰╯─│╌╎░█▸▲·→“”", '++++-|-:.#>^.>""')
PICTURE_WIDTH = 80
MOVE_WIDTH, ROOM = 15, 24  # of a listed move; below that room, what it does is cut


class Plain:
    """A file that knows only ASCII or the like: lines and marks are replaced."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.encoding = file.encoding

    def write(self, text: str) -> int:
        return self.file.write(text.translate(ASCII))

    def flush(self) -> None:
        self.file.flush()

    def isatty(self) -> bool:
        return self.file.isatty()

    def fileno(self) -> int:
        return self.file.fileno()


def make_console() -> Console:
    """Standard output; Rich leaves colours out in a pipe and where NO_COLOR is set."""
    file = sys.stdout
    if isinstance(file, io.TextIOWrapper):
        file.reconfigure(errors="replace")
    if not (file.encoding or "").lower().startswith("utf"):
        file = cast("TextIO", Plain(file))
    return Console(file=file, highlight=False, markup=False, emoji=False)


def show(console: Console, lines: Block) -> None:
    """Lines that were made to fit."""
    for line in lines:
        console.print(line, no_wrap=True, overflow="ellipsis")


# --- The table


def table(view: View, names: Sequence[str], width: int) -> Block:
    """Any game's table."""
    if isinstance(view, CardView):
        return card_table(view, names, width)
    return dice_table(view, names, width)


def show_table(console: Console, view: View, names: Sequence[str], note: str = "") -> None:
    console.print()
    console.print(Rule(heading(view, names, note), style=DIM, align="left"))
    show(console, table(view, names, console.width))
    console.print()


def heading(view: View, names: Sequence[str], note: str) -> Text:
    parts = [texts.title(view.rules), whose_turn(view, names), note]
    return Text(" · ".join(part for part in parts if part), BOLD)


def whose_turn(view: View, names: Sequence[str]) -> str:
    if view.turn is None:
        return texts.GAME_OVER
    if isinstance(view, CardView) and view.manners and view.manners.right is not None:
        return out_of_turn(view, names, view.turn, view.manners.right)
    if view.turn == view.seat:
        return texts.YOUR_TURN
    return texts.TURN_OF.format(name=names[view.turn])


def out_of_turn(view: CardView, names: Sequence[str], turn: int, right: int) -> str:
    """Who plays, though it is another's turn."""
    whose = texts.YOUR_TURN if right == view.seat else texts.TURN_OF.format(name=names[right])
    if turn == view.seat:
        return texts.YOU_PLAY_OUT_OF_TURN.format(turn=whose)
    return texts.PLAYS_OUT_OF_TURN.format(name=names[turn], turn=whose)


# --- The moves


def show_moves(console: Console, legal: Sequence[Move], view: View, names: Sequence[str]) -> None:
    """The legal moves by kind, numbered."""
    number = 1
    for kind, moves in grouped(legal):
        console.print(Text(f" {texts.LISTED[kind]}", DIM))
        if kind == "end":
            show(console, discards(moves, number, console.width))
        else:
            console.print(explained(moves, number, view, names, console.width))
        number += len(moves)


def explained(
    moves: Sequence[Move], number: int, view: View, names: Sequence[str], width: int
) -> Table:
    """Number, move, and what it does; the move is never cut."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style=DIM, no_wrap=True)
    grid.add_column(style=BOLD, no_wrap=True)
    room = width - 7 - max(MOVE_WIDTH, *map(len, moves))
    for i, move in enumerate(moves):
        cards = isinstance(view, CardView)
        told = Text(
            describe(view, cast("int", view.turn), move, names) if cards else worth(view, move)
        )
        if room < ROOM:
            told.truncate(max(room, 1), overflow="ellipsis")
        grid.add_row(f"{number + i:>4}", f"{move:<{MOVE_WIDTH}}", told)
    return grid


def worth(view: View, move: Move) -> str:
    """What a move of Dice brings: the move itself reads plainly enough."""
    assert isinstance(view, DiceView)
    if move == "roll":
        return texts.again(view.cup)
    if move == "stop":
        return texts.stopped(view.points)
    return texts.placed(view.points + move.count(",") + 1, move.endswith("W"))


def discards(moves: Sequence[Move], number: int, width: int) -> Block:
    """A row for each card, a column for each pile."""
    rows: dict[str, list[Block]] = {}
    for i, move in enumerate(moves):
        cell = Text.assemble((f"{number + i:>3} ", DIM), (f"{move:<8}", BOLD))
        rows.setdefault(move.partition(">")[0], []).append([cell])
    return [line for row in rows.values() for line in flow(row, width, gap=1, indent=1)]


def show_entries(console: Console, title: str, entries: dict[str, str]) -> None:
    """What may be typed, and what it does."""
    console.print(Text(title, BOLD))
    grid = Table.grid(padding=(0, 2, 0, 1))
    grid.add_column(style=YOURS, no_wrap=True)
    for typed, told in entries.items():
        grid.add_row(Text(f" {typed}"), Text(told))
    console.print(grid)


# --- The points of a match


def show_points(console: Console, match: Match) -> None:
    """Every game's points, and the totals."""
    rules = match.rules
    shown = Table(title=texts.POINTS_TITLE, title_style=BOLD, border_style=DIM, box=ROUNDED)
    shown.add_column("")
    for side in range(rules.sides):
        name = side_name(match.names, rules.members(side))
        shown.add_column(Text(name), justify="right")
    for number, game in enumerate(match.games, 1):
        shown.add_row(texts.GAME_NUMBER.format(number=number), *map(str, game.scores))
    total = f"{texts.TOTAL} / {rules.target}"
    shown.add_section()
    shown.add_row(Text(total, BOLD), *(Text(str(points), BOLD) for points in match.scores))
    console.print(shown)


def side_name(names: Sequence[str], seats: Sequence[int]) -> str:
    return " + ".join(names[seat] for seat in seats)


# --- A picture for the README


def picture(view: View, names: Sequence[str], note: str = "") -> str:
    """The table as SVG; it needs nothing from elsewhere."""
    console = Console(
        file=io.StringIO(),
        record=True,
        width=PICTURE_WIDTH,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
        legacy_windows=False,
        _environ={},
    )
    show_table(console, view, names, note)
    svg = console.export_svg(title="skipbo play", unique_id="skipbo")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
