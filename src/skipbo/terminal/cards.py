"""The table of a card game, drawn from one seat's view."""

from collections.abc import Sequence

from rich.text import Text

from ..table.view import BuildingPile, CardView, PlayerView, sort_key
from . import texts
from .pieces import (
    BOLD,
    DIM,
    YOURS,
    Block,
    box,
    card,
    chip,
    face_style,
    fan,
    flow,
    pile_line,
    place,
    titled,
)

BUILDING_WIDTH = 7
NAME_WIDTH = 18  # "Greedy 2 (partner)"
BESIDE_NAME = 21
GAP, MANY = 3, 999
NARROW = 66  # below this, a player's discard piles have a line of their own


def card_table(view: CardView, names: Sequence[str], width: int) -> Block:
    """Everything on the table, as lines that fit the width."""
    return [
        *middle(view, width),
        Text(),
        *others(view, names, width),
        Text(),
        *own(view, width),
    ]


# --- What is shared


def middle(view: CardView, width: int) -> Block:
    """The building piles, the draw pile, MOD's die."""
    blocks = [building(pile, i) for i, pile in enumerate(view.building)]
    blocks.append([*titled(texts.DRAW_PILE, back(str(view.draw))), Text()])
    if view.die:
        face = box(texts.DIE_FACES.get(view.die, view.die), style=YOURS, width=11)
        blocks.append([*titled(texts.DIE, face), Text(texts.extra_left(view.extra), DIM)])
    blocks += to_take(view)
    return flow(blocks, width, gap=1, indent=1)


def building(pile: BuildingPile, i: int) -> Block:
    """A building pile: the number it has reached, and what it needs."""
    label = f"b{i + 1}"
    if pile.number == 0:
        drawn = place(label, BUILDING_WIDTH)
    else:
        wild = bool(pile.cards) and pile.cards[-1] == "W"
        shown = f"W={pile.number}" if wild else str(pile.number)
        style = face_style("W" if wild else str(pile.number))
        drawn = box(shown, label, style, BUILDING_WIDTH)
    needs = Text(texts.needs(pile.number + 1).center(BUILDING_WIDTH), DIM)
    return [*titled("", drawn), needs]


def back(shown: str) -> Block:
    """A face-down pile with its count."""
    return [
        Text("╭─────╮", DIM),
        Text.assemble(("│░", DIM), (shown.center(3), BOLD), ("░│", DIM)),
        Text("╰─────╯", DIM),
    ]


def to_take(view: CardView) -> list[Block]:
    """Table mode: in the row of the draw pile, how many cards are to be taken from it, and how."""
    if view.manners is None or not view.manners.due or view.turn != view.seat:
        return []
    first, *rest = texts.to_take(view.manners.due)
    return [[Text(first, YOURS), *map(Text, rest), Text(), Text()]]


# --- The players


def others(view: CardView, names: Sequence[str], width: int) -> Block:
    """A line or two for each of the others, in the order of play after the seat that looks."""
    players = view.rules.players
    start = -1 if view.seat is None else view.seat
    order = [(start + 1 + i) % players for i in range(players)]
    shown = [seat for seat in order if seat != view.seat]
    columns = pile_columns(view, shown)
    lines = [heading(view, width)]
    for seat in shown:
        lines += other(view, names, seat, columns, width)
    return lines


def pile_columns(view: CardView, seats: Sequence[int]) -> list[int]:
    """How wide each discard pile's column is, so that the players' piles stand under each other."""
    piles = ([pile_line(p, "", MANY)[0].cell_len for p in view.players[s].discards] for s in seats)
    labels = 4 if view.rules.partners else 0
    return [max(widths) + labels for widths in zip(*piles, strict=True)]


def heading(view: CardView, width: int) -> Text:
    head = Text(" " * (name_width(width) + 5) + texts.COLUMNS, DIM)
    if width < NARROW:
        return head
    return head.append(f"  {texts.DISCARD_PILES}", DIM)


def other(
    view: CardView, names: Sequence[str], seat: int, columns: Sequence[int], width: int
) -> Block:
    """Name, stock, hand as a count, and the discard piles with all their cards."""
    player = view.players[seat]
    partner = is_partner(view, seat)
    head = name_of(seat, names[seat], seat == view.turn, partner, name_width(width))
    head.append_text(stock_line(player, "ps" if partner else ""))
    head.append(f"{player.held:>4}  ", "")
    room = width - head.cell_len if width >= NARROW else width - 5
    piles = [
        pile_line(pile, f"pd{i + 1}" if partner else "", room)
        for i, pile in enumerate(player.discards)
    ]
    if sum(columns) + GAP * (len(columns) - 1) <= room:
        for pile, column in zip(piles, columns, strict=True):
            pile[0].pad_right(max(column - pile[0].cell_len, 0))
    rows = flow(piles, room, gap=GAP)
    if width < NARROW:
        head.rstrip()
        return [head, *(Text(" " * 5).append_text(row) for row in rows)]
    return [head.append_text(rows[0]), *(indented(row, width - room) for row in rows[1:])]


def indented(line: Text, columns: int) -> Text:
    return Text(" " * columns).append_text(line)


def is_partner(view: CardView, seat: int) -> bool:
    rules = view.rules
    if not rules.partners or view.seat is None or seat == view.seat:
        return False
    return rules.side(seat) == rules.side(view.seat)


def name_width(width: int) -> int:
    return max(min(NAME_WIDTH, width - BESIDE_NAME), 4)


def name_of(seat: int, name: str, on_turn: bool, partner: bool, width: int) -> Text:
    label = Text(f"{name} {texts.PARTNER}" if partner else name)
    label.truncate(width, overflow="ellipsis", pad=True)
    label.stylize(YOURS if partner else BOLD)
    return Text.assemble((" ▸" if on_turn else "  ", YOURS), (f"{seat} ", DIM), label, " ")


def stock_line(player: PlayerView, label: str) -> Text:
    """`[12] 23`: the open card and how many there are."""
    line = Text()
    if label:
        line.append(f"{label} ", BOLD)
    if player.stock_top is None:
        line.append(texts.FINISHED)
    else:
        line.append(" " * (2 - len(player.stock_top)))
        line.append_text(chip(player.stock_top)).append(f" {player.stock:>2}")
    line.append(" " * (10 - line.cell_len))
    return line


def own(view: CardView, width: int) -> Block:
    """The own stock, hand and discard piles, drawn large."""
    if view.seat is None:
        return []
    player = view.players[view.seat]
    top = card(player.stock_top, "s") if player.stock_top else place("s")
    stock = titled(texts.own_stock(player.stock), top)
    hand = sorted(player.hand or (), key=sort_key)
    cards = flow([card(face) for face in hand], width - 2, gap=0) if hand else place()
    both = flow([stock, titled(texts.OWN_HAND, cards)], width, gap=4, indent=1)
    room = width - 1
    piles = [fan(pile, f"d{i + 1}", room) for i, pile in enumerate(player.discards)]
    return [*both, Text(f" {texts.OWN_DISCARDS}", DIM), *flow(piles, width, gap=2, indent=1)]
