"""A review printed: how the chances moved, what cost most, and what was luck."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..review import Decision, Luck, Review
from ..table.view import View
from ..texts import text
from . import curve, texts
from .pieces import BOLD, DIM, WARNING
from .screen import side_name
from .words import describe

WIDEST = 120  # columns


def show_review(console: Console, reviewed: Review, views: dict[int, View], count: int) -> None:
    """All of it. `views`: how the table looked at the steps of the costliest moves."""
    worst = reviewed.costliest(count)
    show_head(console, reviewed)
    show_curve(console, reviewed, worst)
    if count:
        show_moves(console, reviewed, worst, views)
    show_split(console, reviewed)


def is_plain(console: Console) -> bool:
    """Whether neither colours nor blocks can be shown."""
    return not console.is_terminal or console.color_system is None or not _is_unicode(console)


def _is_unicode(console: Console) -> bool:
    return console.encoding.lower().startswith("utf")


def show_head(console: Console, reviewed: Review) -> None:
    rules = reviewed.rules
    names = _side_names(reviewed)
    two = text("review.against", names=names[0], others=names[-1])
    who = two if len(names) == 2 else texts.COMMA.join(names)
    console.print(Text(texts.OPENING.format(title=texts.title(rules), names=who), BOLD))
    if reviewed.blocked:
        console.print(text("after.blocked"))
    elif reviewed.over:
        console.print(_won(reviewed, rules.members(reviewed.end.index(max(reviewed.end)))))


def _won(reviewed: Review, seats: Sequence[int]) -> str:
    names = [reviewed.names[seat] for seat in seats]
    if texts.YOU in names:
        names.remove(texts.YOU)
        return text("after.side_won", name=names[0]) if names else text("after.won")
    first, *rest = names
    if not rest:
        return text("after.winner", name=first)
    told = text("review.and", names=first, others=texts.COMMA.join(rest))
    return text("after.winners", names=told)


def _side_names(reviewed: Review) -> list[str]:
    rules = reviewed.rules
    return [side_name(reviewed.names, rules.members(side)) for side in range(rules.sides)]


# --- The curve


def show_curve(console: Console, reviewed: Review, worst: Sequence[Decision]) -> None:
    width, plain = min(console.width, WIDEST), is_plain(console)
    legend = Text()
    for side, name in reversed(list(enumerate(_side_names(reviewed)))):
        legend.append_text(curve.swatch(side, plain)).append(f" {name}   ")
    console.print()
    console.print(Text(text("review.curve"), BOLD))
    console.print(legend)
    for line in curve.picture(reviewed.curve, width, plain):
        console.print(line, no_wrap=True)
    points = [reviewed.decisions.index(decision) for decision in worst]
    if points:
        console.print(curve.marks(points, len(reviewed.curve), width), no_wrap=True)
    console.print(_turns(reviewed, width), no_wrap=True)


def _turns(reviewed: Review, width: int) -> Text:
    """The first and the last turn, at the ends of the line."""
    if not reviewed.decisions:
        return Text()
    ends = (reviewed.decisions[0].turn, reviewed.decisions[-1].turn)
    first, last = (text("review.turn", number=turn) for turn in ends)
    room = width - curve.LEFT - len(first)
    return Text(" " * curve.LEFT + first + last.rjust(room), DIM)


# --- The moves


def show_moves(
    console: Console, reviewed: Review, worst: Sequence[Decision], views: dict[int, View]
) -> None:
    console.print()
    console.print(Text(text("review.moves"), BOLD))
    if not worst:
        console.print(text("review.no_moves"))
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), width=_width(console))
    for justify in ("right", "left", "left", "right", "right"):
        table.add_column(justify=justify, no_wrap=justify == "right")
    for number, made in enumerate(worst, 1):
        table.add_row(*_move_cells(number, reviewed, made, views[made.step]))
    console.print(table)


def _move_cells(number: int, reviewed: Review, made: Decision, view: View) -> list[Text]:
    side = reviewed.rules.side(made.seat)
    played, better = (describe(view, made.seat, move, reviewed.names) for move in _both(made))
    told = Text(played).append(f"\n{text('review.better', move=better)}", DIM)
    before, after = made.before[side], made.after[side]
    return [
        Text(str(number), BOLD),
        Text(text("review.turn", number=made.turn), DIM),
        told,
        Text(f"{before:.0%} → {after:.0%}", DIM),
        Text(_signed(-made.cost), WARNING),
    ]


def _both(made: Decision) -> tuple[str, str]:
    return made.move, made.best


def _width(console: Console) -> int:
    return min(console.width, WIDEST)


# --- Luck and skill


def show_split(console: Console, reviewed: Review) -> None:
    splits = [reviewed.split(side) for side in range(reviewed.rules.sides)]
    table = Table("", box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    for side, name in enumerate(_side_names(reviewed)):
        heading = Text(name, "" if is_plain(console) else curve.colour(side))
        table.add_column(heading, justify="right", no_wrap=True, overflow="ellipsis", min_width=6)
    table.add_row(text("review.start"), *(f"{split.start:.1%}" for split in splits))
    table.add_row(text("review.luck"), *(_signed(split.luck) for split in splits))
    for kind in splits[0].by_luck if len(splits[0].by_luck) > 1 else ():
        shares = (_signed(split.by_luck[kind]) for split in splits)
        table.add_row(f"  {_luck_name(kind, reviewed)}", *shares, style=DIM)
    table.add_row(text("review.own"), *(_signed(split.own) for split in splits))
    table.add_row(text("review.others"), *(_signed(split.others) for split in splits))
    last = text("review.result") if reviewed.over else text("review.standing")
    table.add_row(last, *(f"{split.result:.1%}" for split in splits), style=BOLD)
    console.print()
    console.print(Text(text("review.split"), BOLD))
    console.print(table)


def _luck_name(kind: Luck, reviewed: Review) -> str:
    """MOD rolls its die together with the draw."""
    key = "die" if kind == Luck.DRAW and reviewed.rules.die else kind
    return text(f"review.by_luck.{key}")


def _signed(share: float) -> str:
    """A change in percentage points."""
    points = round(100 * share, 1)
    return "0.0" if points == 0 else f"{points:+.1f}"
