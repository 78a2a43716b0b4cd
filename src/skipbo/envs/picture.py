"""A game as a picture, painted off screen from a view: nothing that the view lacks can be seen.

`picture(game.view(0))` is an array of height by width by red, green and blue.
"""

from collections.abc import Sequence

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from ..rules.editions import edition
from ..table.notation import COLOURS
from ..table.view import BuildingPile, CardView, DiceView, PlayerView, View, sort_key
from .pieces import (
    CREAM,
    CREAM_SOFT,
    GLOW,
    GOLD,
    RIM,
    Colour,
    back,
    badge,
    band,
    bar,
    card,
    covered,
    cup,
    dashes,
    die,
    face_up,
    felt,
    high,
    mark,
    mod_die,
    panel,
    pill,
    place,
    put,
    put_card,
    space,
    write,
)

SIZE = WIDTH, HEIGHT = 960, 640
EDGE = RIM + 10  # where the first thing may be
GAP = 8
NAME = 24  # the line of a player's name
PAD = 9  # within a panel
HEADER = Rect(EDGE, RIM + 5, WIDTH - 2 * EDGE, 26)
TOP, BOTTOM, ACROSS = 46, HEIGHT - RIM - 8, WIDTH - 2 * EDGE
BETWEEN = 154  # the height of what lies in the middle

STEP, LEAST_STEP = 17, 11  # of a covered card in a pile: what is seen of it
ROW, COLUMN = 400, 250  # a panel at least that wide has its cards in a row, or in two columns


def picture(view: View, names: Sequence[str] = (), bottom: int | None = None) -> NDArray[np.uint8]:
    """What a view shows. The names are `player_0` and so on unless others are given.

    At the bottom sits the seat that looks, or the first one, unless `bottom` says another.
    """
    pixels: NDArray[np.uint8] = pygame.surfarray.array3d(painted(view, names, bottom))
    return np.ascontiguousarray(pixels.swapaxes(0, 1))


def painted(view: View, names: Sequence[str] = (), bottom: int | None = None) -> Surface:
    """The same as a surface."""
    names = names or player_names(view.rules.players)
    canvas = felt(*SIZE).copy()
    header(canvas, view, names)
    if isinstance(view, CardView):
        card_table(canvas, view, names, bottom)
    else:
        dice_table(canvas, view, names)
    return canvas


def player_names(players: int) -> list[str]:
    return [f"player_{seat}" for seat in range(players)]


def header(canvas: Surface, view: View, names: Sequence[str]) -> None:
    """Which game it is, how it stands, and the last move."""
    x, y = HEADER.left + 8, HEADER.centery
    x += write(canvas, edition(view.rules.edition).title, 17, CREAM, x, y)
    write(canvas, f"turn {view.turns + 1}", 14, CREAM_SOFT, x + 12, y)
    over = view.turn is None
    slip = pill(standing(view, names), 15, GOLD if over else GLOW)
    put(canvas, slip, HEADER.centerx - slip.get_width() / 2, HEADER.centery - slip.get_height() / 2)
    if view.played:
        seat, move = view.played[-1]
        told = f"{names[seat]}: {move}"
        write(canvas, told, 14, CREAM_SOFT, HEADER.right - 8, y, 1)


def standing(view: View, names: Sequence[str]) -> str:
    """Whose turn it is, or who has won."""
    if view.turn is not None:
        return f"{names[view.turn]} to move"
    if not view.winners:
        return "blocked: nobody wins"
    told = " and ".join(names[seat] for seat in view.winners)
    verb = "wins" if len(view.winners) == 1 else "win"
    if isinstance(view, CardView) and max(view.scores, default=0):
        return f"{told} {verb} {max(view.scores)} points"
    return f"{told} {verb}"


def edge_of(view: View, seat: int) -> Colour | None:
    """How a player's part of the table is framed."""
    if seat in view.winners:
        return GOLD
    return GLOW if seat == view.turn else None


def name_line(canvas: Surface, view: View, name: str, seat: int, x: int, y: int) -> int:
    """A player's name with a mark before it; where it ends."""
    if seat == view.turn or seat in view.winners:
        put(canvas, mark("won" if seat in view.winners else "turn", 13), x, y - 7)
        x += 18
    colour = edge_of(view, seat) or CREAM
    return x + write(canvas, name, 16, colour, x, y)


# --- A table of cards


def card_table(canvas: Surface, view: CardView, names: Sequence[str], bottom: int | None) -> None:
    if bottom is None:
        bottom = view.seat or 0
    players = view.rules.players
    height = 204 if players < 5 else 230
    above = Rect(EDGE, TOP, ACROSS, height)
    for seat, where in zip(others(players, bottom), columns(above, players - 1), strict=True):
        player_panel(canvas, view, names, seat, where)
    middle(canvas, view, above.bottom + GAP)
    top = above.bottom + BETWEEN
    player_panel(canvas, view, names, bottom, Rect(EDGE, top, ACROSS, BOTTOM - top))


def others(players: int, bottom: int) -> list[int]:
    """The other seats in the order of play, from left to right."""
    return [(bottom + 1 + i) % players for i in range(players - 1)]


def columns(where: Rect, count: int) -> list[Rect]:
    """Equal parts beside each other."""
    width = (where.width - (count - 1) * GAP) / count
    lefts = [where.left + round(i * (width + GAP)) for i in range(count)]
    return [Rect(left, where.top, int(width), where.height) for left in lefts]


def middle(canvas: Surface, view: CardView, top: int) -> None:
    """The draw pile, the building piles, MOD's die and the completed cards, in a row."""
    width, gap, apart = 74, 22, 24
    piles = len(view.building)
    count = piles + (3 if view.rules.die else 2)
    x = (WIDTH - count * (width + gap) + gap) // 2 - apart
    heap(canvas, view.draw, "draw pile", x, top, width)
    x += width + gap + apart
    for pile in view.building:
        building(canvas, view, pile, x, top, width)
        x += width + gap
    x += apart
    if view.rules.die:
        mod(canvas, view, x, top, width)
        x += width + gap
    heap(canvas, len(view.completed), "completed", x, top, width)


def building(
    canvas: Surface, view: CardView, pile: BuildingPile, x: int, top: int, width: int
) -> None:
    """A building pile, how far it has come, and what it needs."""
    if pile.number:
        stack(canvas, building_top(pile, width), len(pile.cards), x, top)
    else:
        put(canvas, place(width), x, top)
    put(canvas, dashes(pile.number, view.rules.ranks, width), x, top + high(width) + 12)
    caption(canvas, f"next {pile.number + 1}", x + width / 2, top)


def building_top(pile: BuildingPile, width: int) -> Surface:
    """What a building pile shows: a wild tells the number that it stands for (C6)."""
    if pile.cards and pile.cards[-1] == "W":
        return card("W", width, pile.number)
    return card(str(pile.number), width)


def caption(canvas: Surface, text: str, x: float, top: float) -> None:
    """What stands beneath a pile in the middle."""
    write(canvas, text, 14, CREAM_SOFT, x, top + high(74) + 30, 0.5)


def stack(canvas: Surface, top: Surface, count: int, x: float, y: float) -> None:
    """A pile of which the top is seen; the more cards, the higher it looks."""
    layers = min((count + 4) // 6, 4)
    under = back(top.get_width())
    put_card(canvas, under, x, y + 2 * layers)
    for i in range(layers - 1, 0, -1):
        put(canvas, under, x, y + 2 * i)
    put(canvas, top, x, y)


def heap(canvas: Surface, count: int, title: str, x: float, y: float, width: int) -> None:
    """A face-down pile with its count."""
    if count:
        stack(canvas, back(width), count, x, y)
    else:
        put(canvas, place(width), x, y)
    badge(canvas, str(count), 15, x + width / 2, y + high(width) / 2)
    caption(canvas, title, x + width / 2, y)


def mod(canvas: Surface, view: CardView, x: int, y: int, width: int) -> None:
    """The die as long as it may be used, and its discards that are left (M3)."""
    if view.die:
        side = 58
        put_card(canvas, mod_die(view.die, side), x + (width - side) / 2, y + 22)
    told = "die" if view.die else "die used"
    if view.extra:
        told = "1 discard left" if view.extra == 1 else f"{view.extra} discards left"
    caption(canvas, told, x + width / 2, y)


# --- A player's cards


def player_panel(
    canvas: Surface, view: CardView, names: Sequence[str], seat: int, where: Rect
) -> None:
    """Name, stock, hand and discard piles, arranged as the width allows."""
    put(canvas, panel(*where.size, edge_of(view, seat)), *where.topleft)
    end = name_line(canvas, view, names[seat], seat, where.left + PAD + 3, where.top + 15)
    if is_partner(view, seat):
        write(canvas, "partner", 13, CREAM_SOFT, end + 8, where.top + 15)
    inner = Rect(
        where.left + PAD,
        where.top + NAME + 4,
        where.width - 2 * PAD,
        where.height - NAME - PAD - 4,
    )
    player = view.players[seat]
    if where.width >= ROW:
        in_a_row(canvas, player, inner, where)
    elif where.width >= COLUMN:
        in_columns(canvas, player, inner, where)
    else:
        in_rows(canvas, player, inner)


def is_partner(view: CardView, seat: int) -> bool:
    """Whether the seat that looks plays with that one (P7)."""
    rules = view.rules
    return rules.partners and view.seat is not None and seat == rules.partner(view.seat)


def in_a_row(canvas: Surface, player: PlayerView, inner: Rect, where: Rect) -> None:
    """Stock, hand, discard piles: for one or two others, and for the seat at the bottom."""
    width = min(int((inner.height - 10) / 1.4), inner.width * 2 // 15, 88)
    between = min(width // 3, 24)
    top = inner.bottom - high(width) - 8 - (inner.height - high(width) - 8) // 3
    stock(canvas, player, inner.left + 4, top, width)
    room = inner.width * (4 if inner.width < 500 else 3) // 9
    discards = Rect(inner.right - room, where.top + PAD + 2, room, where.height - 2 * PAD - 4)
    discard_piles(canvas, player, discards, round(width * 0.84))
    left = inner.left + width + between
    hand(canvas, player, Rect(left, top, discards.left - between - left, high(width)))


def in_columns(canvas: Surface, player: PlayerView, inner: Rect, where: Rect) -> None:
    """Stock and hand at the left, discard piles at the right: for three others."""
    half = round(inner.width * 0.41)
    width = 52
    stock(canvas, player, inner.left + 4, inner.top + 2, width)
    small = 32
    bottom = Rect(inner.left + 4, inner.bottom - high(small) - 4, half - 12, high(small))
    hand(canvas, player, bottom, small)
    piles = Rect(inner.left + half, where.top + PAD, inner.width - half, where.height - 2 * PAD)
    discard_piles(canvas, player, piles, 46)


def in_rows(canvas: Surface, player: PlayerView, inner: Rect) -> None:
    """Stock and hand above the discard piles: for four or five others."""
    width, small = 42, 33
    stock(canvas, player, inner.left + 3, inner.top, width)
    left = inner.left + width + 20
    hand(canvas, player, Rect(left, inner.top + 6, inner.right - left, high(small)), small)
    top = inner.top + high(width) + 10
    discard_piles(canvas, player, Rect(inner.left, top, inner.width, inner.bottom - top), 39)


def stock(canvas: Surface, player: PlayerView, x: float, y: float, width: int) -> None:
    """The stock pile with its open card (C4) and its count."""
    if player.stock_top:
        stack(canvas, face_up(player.stock_top, width), player.stock, x, y)
    else:
        put(canvas, place(width), x, y)
    size = 15 if width > 60 else 13
    badge(canvas, str(player.stock), size, x + width - 1, y + high(width) - 3)


def hand(canvas: Surface, player: PlayerView, where: Rect, width: int = 0) -> None:
    """The cards of a hand, open only if the view has them."""
    width = width or round(where.height / 1.4)
    faces = sorted(player.hand, key=sort_key) if player.hand is not None else None
    count = player.held
    if not count:
        return
    step = min(width + 6, (where.width - width) / max(count - 1, 1))
    left = where.left + (where.width - width - step * (count - 1)) / 2
    for i in range(count):
        covered_at = round(step) if i < count - 1 else width
        piece = face_up(faces[i], width, covered_at) if faces else back(width)
        put_card(canvas, piece, left + i * step, where.top)


def discard_piles(canvas: Surface, player: PlayerView, where: Rect, widest: int) -> None:
    """Side by side, at the right end of their room."""
    count = len(player.discards)
    width = min(widest, (where.width - 4 * (count - 1)) // count)
    step = min((where.width - width) / max(count - 1, 1), width + 10)
    left = where.right - width - step * (count - 1)
    for i, pile in enumerate(player.discards):
        fanned(canvas, pile, left + i * step, where.top, where.height, width)


def fanned(
    canvas: Surface, pile: Sequence[str], x: float, y: float, height: int, width: int
) -> None:
    """A pile, each card lower than the one it covers; what has no room above is counted."""
    if not pile:
        put(canvas, place(width), x, y)
        return
    room = height - high(width)
    seen = min(len(pile), 1 + room // LEAST_STEP)
    step = min(STEP, room // max(seen - 1, 1))
    for i, face in enumerate(pile[len(pile) - seen : -1]):
        put_card(canvas, covered(face, width, step), x, y + i * step)
    last = y + (seen - 1) * step
    put_card(canvas, face_up(pile[-1], width), x, last)
    if seen < len(pile):
        slip = pill(f"+{len(pile) - seen}", 10)
        put(canvas, slip, x + width - slip.get_width() + 2, y - 3)


# --- A table of dice

BOARD = Rect(EDGE + 8, 54, 556, 556)
BESIDE = Rect(BOARD.right + 24, 54, WIDTH - EDGE - 8 - BOARD.right - 24, 556)
SPACES = 12
# Round the edge of four by four, clockwise from the upper left.
AROUND = (
    *((0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2)),
    *((3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1)),
)


def dice_table(canvas: Surface, view: DiceView, names: Sequence[str]) -> None:
    board(canvas, view)
    cup_and_roll(canvas, view)
    scores(canvas, view, names)


def board(canvas: Surface, view: DiceView) -> None:
    """Twelve spaces in a ring, since 1 comes after 12 (D1)."""
    put(canvas, panel(*BOARD.size, None), *BOARD.topleft)
    waiting = [(view.space - 1 + i) % SPACES + 1 for i in range(view.cup)]
    each = 116
    step = (BOARD.width - 2 * 20 - each) / 3
    for number, (column, row) in enumerate(AROUND, 1):
        x, y = BOARD.left + 20 + column * step, BOARD.top + 20 + row * step
        if number in waiting:
            put(canvas, space(number, each, number == view.space), x, y)
        else:
            placed = number < view.space
            put_card(canvas, die(str(number), each - 12, not placed), x + 6, y + 6)


def cup_and_roll(canvas: Surface, view: DiceView) -> None:
    """In the middle of the board: the roll that waits to be placed, or the cup."""
    x, y = BOARD.center
    if view.roll:
        roll(canvas, view.roll, x, y - 22)
        told = "place one die or more"
    else:
        inside = [COLOURS[band((view.space - 1 + i) % SPACES + 1)] for i in range(view.cup)]
        put(canvas, cup("".join(inside), 150), x - 75, y - 102)
        told = f"{view.cup} dice in the cup" if view.cup > 1 else "1 die in the cup"
    write(canvas, told, 16, CREAM_SOFT, x, y + 66, 0.5)
    if view.turn is not None and not view.roll:
        earned = f"this turn: {view.points}" + (", and roll on" if view.wild_last else "")
        write(canvas, earned, 20, CREAM, x, y + 92, 0.5)


def roll(canvas: Surface, faces: Sequence[str], x: float, y: float) -> None:
    """Up to five dice, as they might lie."""
    width, step = 62, 74
    rows = [faces[:3], faces[3:]] if len(faces) > 3 else [faces]
    top = y - len(rows) * step / 2
    for i, row in enumerate(rows):
        left = x - (len(row) * step - (step - width)) / 2
        for j, face in enumerate(row):
            put_card(canvas, die(face, width), left + j * step, top + i * step)


def scores(canvas: Surface, view: DiceView, names: Sequence[str]) -> None:
    """Each player's total, with a bar towards the goal (D12)."""
    told = f"{view.goal} points win"
    if view.last_turns is not None and view.turn is not None:
        told = f"last turns: {view.last_turns} to go"
    write(canvas, told, 16, CREAM_SOFT, BESIDE.left + 6, BESIDE.top + 10)
    each = min((BESIDE.height - 28) // view.rules.players, 112)
    for seat in range(view.rules.players):
        where = Rect(BESIDE.left, BESIDE.top + 28 + seat * each, BESIDE.width, each - GAP)
        score(canvas, view, names, seat, where)


def score(canvas: Surface, view: DiceView, names: Sequence[str], seat: int, where: Rect) -> None:
    put(canvas, panel(*where.size, edge_of(view, seat)), *where.topleft)
    line = where.top + where.height // 2 - 12
    name_line(canvas, view, names[seat], seat, where.left + 16, line)
    points = view.scores[seat]
    write(canvas, str(points), 28, edge_of(view, seat) or CREAM, where.right - 16, line, 1)
    share = min(points / view.goal, 1)
    put(canvas, bar(where.width - 32, share), where.left + 16, where.bottom - 24)
