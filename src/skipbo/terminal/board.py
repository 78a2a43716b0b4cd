"""The board of Skip-Bo Dice: twelve spaces in three colours, the cup, the roll and the scores."""

from collections.abc import Sequence

from rich.text import Text

from ..table.notation import COLOURS
from ..table.reasons import COLOUR_NAMES
from ..table.view import DiceView
from . import texts
from .pieces import BOLD, DIM, YOURS, Block, beside, box, flow, place, titled, wrap

SPACES, SPACE_WIDTH = 12, 5
STYLES = {"g": "green", "r": "red", "p": "magenta"}
BAR = 25
NAME_WIDTH, BESIDE_NAME = 16, 13


def dice_table(view: DiceView, names: Sequence[str], width: int) -> Block:
    """Everything on the table, as lines that fit the width."""
    return [
        *board(view, width),
        Text(),
        *cup(view, width),
        Text(),
        *scores(view, names, width),
    ]


def board(view: DiceView, width: int) -> Block:
    """The spaces by colour: a die lies on a space, or it is empty and its dice are in the cup."""
    empty = [(view.space - 1 + i) % SPACES + 1 for i in range(view.cup)]
    groups = []
    for i, colour in enumerate(COLOURS):
        spaces = [
            space(n, view.space, n in empty, STYLES[colour]) for n in range(4 * i + 1, 4 * i + 5)
        ]
        groups.append(titled(f" {COLOUR_NAMES[colour]}", beside(spaces, 0)))
    return flow(groups, width, gap=2, indent=1)


def space(number: int, first_empty: int, empty: bool, style: str) -> Block:
    """A space with its number; the first empty one is marked."""
    if not empty:
        return [*box(str(number), "", style, SPACE_WIDTH), Text()]
    mark = Text("▲".center(SPACE_WIDTH) if number == first_empty else "", YOURS)
    return [*place(str(number), SPACE_WIDTH, style), mark]


def cup(view: DiceView, width: int) -> Block:
    """The roll that waits to be placed, or how many dice there are to roll; the turn's worth."""
    faces = [die(face) for face in view.roll]
    what = flow(faces, width, gap=1, indent=1) if faces else []
    count = f" {texts.ROLL}" if faces else f" {texts.CUP}: {texts.in_cup(view.cup)}"
    told = texts.turn_points(view.points, view.wild_last, bool(faces))
    words = wrap([Text(word) for word in told.split()], width - 1)
    return [Text(count, DIM), *what, *(Text(" ").append_text(line) for line in words)]


def die(face: str) -> Block:
    """A die of the roll; a Skip-Bo or a blank names its colour."""
    if face[-1] in COLOURS:
        colour = face[-1]
        shown = f"{'W' if face[0] == 'W' else ' '} {COLOUR_NAMES[colour]}"
        return box(shown, style=STYLES[colour], width=len(shown) + 4)
    return box(face, style=STYLES[COLOURS[(int(face) - 1) // 4]])


def scores(view: DiceView, names: Sequence[str], width: int) -> Block:
    """Each player's total, with a bar towards the goal."""
    lines = [score(view, names, seat, width) for seat in range(view.rules.players)]
    if view.last_turns is not None and view.turn is not None:
        lines.append(Text(f" {texts.last_turns(view.last_turns)}", YOURS))
    return lines


def score(view: DiceView, names: Sequence[str], seat: int, width: int) -> Text:
    on_turn = seat == view.turn
    name = Text(names[seat], YOURS if seat == view.seat else BOLD)
    name.truncate(max(min(NAME_WIDTH, width - BESIDE_NAME), 4), overflow="ellipsis", pad=True)
    done = min(view.scores[seat], view.goal) * BAR // view.goal
    line = Text.assemble((" ▸" if on_turn else "  ", YOURS), (f"{seat} ", DIM), name)
    line.append(f" {view.scores[seat]:>3}/{view.goal} ")
    if width >= line.cell_len + BAR:
        line.append("█" * done, STYLES["g"]).append("░" * (BAR - done), DIM)
    return line
