"""What a table is painted with: cards, dice, badges, panels and the felt, in the page's colours.

Every piece is drawn larger than it is needed, scaled down for smooth edges, and kept: a game has
few different ones. The faces are those of the page (`web/src/table/Card.svelte` and others).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

import numpy as np
import pygame
from pygame import Surface

from ..table.notation import COLOURS, number_value

Colour = tuple[int, int, int]
Point = tuple[float, float]

PAPER: Colour = (255, 253, 247)
INK: Colour = (44, 42, 38)
CARD: Colour = (255, 252, 244)
CARD_EDGE: Colour = (203, 191, 165)
CARD_BACK: Colour = (47, 111, 115)
WILD: Colour = (179, 38, 30)
BANDS: tuple[Colour, ...] = ((31, 109, 140), (168, 74, 27), (109, 59, 134))  # 1-4, 5-8, 9-12
DICE: dict[str, Colour] = {"g": (76, 165, 116), "r": (212, 103, 90), "p": (166, 120, 189)}
FELT: Colour = (56, 104, 84)
FELT_DEEP: Colour = (25, 55, 45)
WOOD: Colour = (92, 60, 38)
WOOD_DARK: Colour = (52, 32, 20)
LEATHER: Colour = (121, 53, 19)
CREAM: Colour = (240, 234, 219)  # what is written on the felt
CREAM_SOFT: Colour = (176, 192, 178)
GLOW: Colour = (240, 163, 94)  # whose turn it is
GOLD: Colour = (243, 193, 75)  # who has won

SHARP = 4  # pieces are drawn this much larger
HIGH = 1.4  # of a card: how much higher than wide it is
MANY = 2048  # pieces that are kept
RIM = 12  # the wood around the felt

# The signs in a field of 100 by 140, as the page has them: for eyes that see no colours.
DIAMOND = ((50, 30), (87, 70), (50, 110), (13, 70))
HEXAGON = ((50, 31), (85, 50.5), (85, 89.5), (50, 109), (15, 89.5), (15, 50.5))
STAR = (
    *((50, 22), (57.7, 51.5), (72.6, 47.4), (68.5, 62.3)),
    *((98, 70), (68.5, 77.7), (72.6, 92.6), (57.7, 88.5)),
    *((50, 118), (42.3, 88.5), (27.4, 92.6), (31.5, 77.7)),
    *((2, 70), (31.5, 62.3), (27.4, 47.4), (42.3, 51.5)),
)
FACETS = (
    ((50, 22), (50, 70), (57.7, 51.5)),
    ((98, 70), (50, 70), (68.5, 77.7)),
    ((50, 118), (50, 70), (42.3, 88.5)),
    ((2, 70), (50, 70), (31.5, 62.3)),
)
MIDDLE: Point = (50, 70)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: `share` is how much of the other there is in it."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other, strict=True))
    return r, g, b


def band(number: int) -> int:
    """0 for 1 to 4, 1 for 5 to 8, 2 for 9 to 12."""
    return (number - 1) // 4


def face_colour(face: str) -> Colour:
    number = number_value(face)
    return BANDS[band(number)] if number else WILD


# --- Painting


def smooth(width: int, height: int, paint: Callable[[Surface], object]) -> Surface:
    """What is painted on a large sheet, at its own size. Its colours are premultiplied."""
    sheet = Surface((width * SHARP, height * SHARP), pygame.SRCALPHA)
    paint(sheet)
    return pygame.transform.smoothscale(sheet.premul_alpha(), (width, height))


def put(canvas: Surface, piece: Surface, x: float, y: float) -> None:
    """A piece with its upper left corner there."""
    canvas.blit(piece, (round(x), round(y)), special_flags=pygame.BLEND_PREMULTIPLIED)


def put_card(canvas: Surface, piece: Surface, x: float, y: float) -> None:
    """A piece with its shadow."""
    put(canvas, shadow(piece.get_width(), piece.get_height()), x - SOFT, y - SOFT + 2)
    put(canvas, piece, x, y)


def rounded(
    sheet: Surface, colour: Sequence[int], inset: float, radius: float, line: float = 0
) -> None:
    """A rectangle with round corners, that far from the sheet's edges."""
    width, height = sheet.get_size()
    box = pygame.Rect(
        round(inset), round(inset), round(width - 2 * inset), round(height - 2 * inset)
    )
    pygame.draw.rect(sheet, colour, box, max(round(line), 1 if line else 0), round(radius))


SOFT = 8  # how far a shadow reaches


@lru_cache(MANY)
def shadow(width: int, height: int) -> Surface:
    """Soft, since it is scaled down to almost nothing and up again."""
    size = width + 2 * SOFT, height + 2 * SOFT
    sheet = Surface(size, pygame.SRCALPHA)
    rounded(sheet, (0, 0, 0, 110), SOFT - 1, width * 0.12)
    for less in (3, 5):
        small = pygame.transform.smoothscale(sheet, (size[0] // less, size[1] // less))
        sheet = pygame.transform.smoothscale(small, size)
    return sheet


# --- Writing


@lru_cache(64)
def font(size: int) -> pygame.font.Font:
    pygame.font.init()
    return pygame.font.Font(None, size)


@lru_cache(MANY)
def word(text: str, size: int, colour: Colour) -> Surface:
    """A text, drawn large as all pieces are: small letters would stand unevenly."""
    large = font(size * SHARP).render(text, True, colour).premul_alpha()
    wide, tall = large.get_size()
    return pygame.transform.smoothscale(large, (-(-wide // SHARP), -(-tall // SHARP)))


def write(
    canvas: Surface, text: str, size: int, colour: Colour, x: float, y: float, align: float = 0
) -> int:
    """A text with its middle at height `y`; `align` 0: it begins at `x`, 0.5: centred, 1: ends.

    The width of what was written.
    """
    drawn = word(text, size, colour)
    put(canvas, drawn, x - align * drawn.get_width(), y - drawn.get_height() / 2)
    return drawn.get_width()


def number_on(sheet: Surface, text: str, size: float, colour: Colour, x: float, y: float) -> None:
    """A number whose ink is centred there."""
    drawn = font(max(round(size), 6)).render(text, True, colour)
    ink = drawn.get_bounding_rect()
    sheet.blit(drawn, (round(x - ink.centerx), round(y - ink.centery)))


# --- Cards


def sign(sheet: Surface, face: str, colour: Colour, x: float, y: float, scale: float) -> None:
    """A card's sign around a point: a circle, a diamond, a hexagon; a star for a wild."""
    number = number_value(face)
    if number and band(number) == 0:
        pygame.draw.circle(sheet, colour, (x, y), 36 * scale)
        return
    corners = (DIAMOND, HEXAGON)[band(number) - 1] if number else STAR
    polygon(sheet, colour, corners, x, y, scale)


def polygon(
    sheet: Surface,
    colour: Sequence[int],
    corners: Sequence[Point],
    x: float,
    y: float,
    scale: float,
    about: Point = MIDDLE,
) -> None:
    placed = [(x + (a - about[0]) * scale, y + (b - about[1]) * scale) for a, b in corners]
    pygame.draw.polygon(sheet, colour, placed)


def body(sheet: Surface) -> float:
    """A card with nothing on it; a hundredth of its width."""
    unit = sheet.get_width() / 100
    rounded(sheet, CARD_EDGE, 0, 11 * unit)
    rounded(sheet, CARD, max(1.2 * unit, SHARP * 0.7), 10 * unit)
    return unit


def high(width: int) -> int:
    """How high a card of that width is."""
    return round(width * HIGH)


@lru_cache(MANY)
def card(face: str, width: int, number: int = 0) -> Surface:
    """A card that lies open. A wild on a building pile shows the number that it stands for."""

    def paint(sheet: Surface) -> None:
        unit = body(sheet)
        colour = face_colour(face)
        rounded(sheet, mixed(CARD, colour, 0.3), 5.5 * unit, 8 * unit, 1.5 * unit)
        middle = sheet.get_width() / 2, sheet.get_height() / 2
        if face == "W":
            wild(sheet, number, unit)
        else:
            sign(sheet, face, colour, *middle, unit)
            number_on(sheet, face, (50 if len(face) == 1 else 44) * unit, CARD, *middle)
        corners(sheet, face, colour, unit)

    return smooth(width, high(width), paint)


def wild(sheet: Surface, number: int, unit: float) -> None:
    middle = sheet.get_width() / 2, sheet.get_height() / 2
    sign(sheet, "W", WILD, *middle, 0.88 * unit)
    for facet in FACETS:
        polygon(sheet, mixed(WILD, CARD, 0.35), facet, *middle, 0.88 * unit)
    for radius, colour in ((28, WILD), (24, CARD)) if number else ((13, WILD), (9, CARD)):
        pygame.draw.circle(sheet, colour, middle, radius * unit)
    if number:
        number_on(sheet, str(number), (36 if number < 10 else 32) * unit, WILD, *middle)


def corners(sheet: Surface, face: str, colour: Colour, unit: float) -> None:
    """A number and a sign in the upper corners, and the same upside down."""
    for _ in range(2):
        if face == "W":
            sign(sheet, face, colour, 21 * unit, 20 * unit, 0.24 * unit)
        else:
            size = (27 if len(face) == 1 else 24) * unit
            number_on(sheet, face, size, colour, 21 * unit, 20 * unit)
        sign(sheet, face, colour, 80 * unit, 19 * unit, 0.22 * unit)
        turned = pygame.transform.flip(sheet, True, True)
        sheet.fill((0, 0, 0, 0))
        sheet.blit(turned, (0, 0))


@lru_cache(MANY)
def covered(face: str, width: int, step: int) -> Surface:
    """A card of which only the uppermost strip can be seen: what it is stands in that."""

    def paint(sheet: Surface) -> None:
        unit, colour = body(sheet), face_colour(face)
        size = min(step * 0.98 * SHARP, max(30 * unit, 10 * SHARP))
        middle, left = (step / 2 + 0.7) * SHARP, max(22 * unit, 0.72 * size)
        if face == "W":
            sign(sheet, face, colour, left, middle, size / 110)
        else:
            number_on(sheet, face, size, colour, left, middle)
        sign(sheet, face, colour, 79 * unit, middle, size / 130)

    return smooth(width, high(width), paint)


@lru_cache(MANY)
def small_card(face: str, width: int, seen: int) -> Surface:
    """A card too small for more than its number and its sign, in the part that is seen of it."""

    def paint(sheet: Surface) -> None:
        unit, colour = body(sheet), face_colour(face)
        part = min(100, 100 * seen / width)
        middle = part / 2 * unit
        if face == "W":
            sign(sheet, face, colour, middle, 70 * unit, min(0.85, part / 110) * unit)
        else:
            size = min(72, part * 0.95) if len(face) == 1 else min(60, part * 0.8)
            number_on(sheet, face, size * unit, colour, middle, 45 * unit)
            sign(sheet, face, colour, middle, 100 * unit, min(0.4, part / 180) * unit)

    return smooth(width, high(width), paint)


SMALL = 44  # below this width, the corners of a card could not be read


def face_up(face: str, width: int, seen: int | None = None) -> Surface:
    """A card, of which `seen` pixels from the left are not covered by the next one."""
    return small_card(face, width, seen or width) if width < SMALL else card(face, width)


@lru_cache(MANY)
def back(width: int) -> Surface:
    """The same for all cards: a weave of two threads, hemmed like a cloth."""

    def paint(sheet: Surface) -> None:
        unit = body(sheet)
        w, h = sheet.get_size()
        cloth = Surface((w, h), pygame.SRCALPHA)
        cloth.fill(CARD_BACK)
        thread, every = round(3 * unit), round(13 * unit)
        for x in range(-h, w + h, every):
            for lean in (h, -h):
                start = (x, 0)
                pygame.draw.line(
                    cloth, mixed(CARD_BACK, CARD, 0.3), start, (x + lean, h), max(thread, 1)
                )
        mask = Surface((w, h), pygame.SRCALPHA)
        rounded(mask, (255, 255, 255, 255), 8 * unit, 6 * unit)
        cloth.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        sheet.blit(cloth, (0, 0))

    return smooth(width, high(width), paint)


@lru_cache(MANY)
def place(width: int) -> Surface:
    """A free place on the felt."""

    def paint(sheet: Surface) -> None:
        unit = sheet.get_width() / 100
        rounded(sheet, (0, 0, 0, 38), 0, 11 * unit)
        rounded(sheet, (*CREAM, 80), 0, 11 * unit, 1.2 * SHARP)

    return smooth(width, high(width), paint)


# --- Dice


@lru_cache(MANY)
def mod_die(face: str, width: int) -> Surface:
    """A face of MOD's die: a range of numbers, a star, or one of two actions."""

    def paint(sheet: Surface) -> None:
        unit = sheet.get_width() / 100
        rounded(sheet, CARD_EDGE, 0, 22 * unit)
        rounded(sheet, CARD, 2 * unit, 20 * unit)
        rounded(sheet, mixed(CARD, WILD, 0.25), 9 * unit, 15 * unit, 2 * unit)
        if face == "W":
            sign(sheet, "W", WILD, 50 * unit, 50 * unit, 0.75 * unit)
        elif face == "discard2":
            frame = pygame.Rect(20 * unit, 18 * unit, 34 * unit, 46 * unit)
            pygame.draw.rect(sheet, WILD, frame, round(5 * unit), round(6 * unit))
            down = ((32, 52), (42, 52), (42, 68), (54, 68), (37, 86), (20, 68), (32, 68))
            polygon(sheet, WILD, down, 0, 0, unit, (0, 0))
            number_on(sheet, "2", 40 * unit, WILD, 72 * unit, 50 * unit)
        elif face == "draw1":
            pygame.draw.circle(sheet, WILD, (33 * unit, 35 * unit), 13 * unit)
            chest = pygame.Rect(14 * unit, 51 * unit, 38 * unit, 29 * unit)
            pygame.draw.rect(
                sheet,
                WILD,
                chest,
                border_top_left_radius=round(19 * unit),
                border_top_right_radius=round(19 * unit),
            )
            number_on(sheet, "+1", 30 * unit, WILD, 71 * unit, 50 * unit)
        else:
            text = face.replace("-", "\N{EN DASH}")
            number_on(sheet, text, (38 if len(text) < 4 else 30) * unit, WILD, 50 * unit, 50 * unit)

    return smooth(width, width, paint)


def die_colour(face: str) -> str:
    """The colour of a die of Dice: a wild and a blank name theirs (`Wg`, `-r`)."""
    return face[-1] if face[-1] in COLOURS else COLOURS[band(int(face))]


def die_sign(sheet: Surface, colour: str, paint: Sequence[int], unit: float, size: float) -> None:
    """The sign of a colour, in the middle of a field of 48 by 48."""
    middle = 24 * unit
    if colour == "g":
        pygame.draw.circle(sheet, paint, (middle, middle), 16 * unit * size)
        return
    diamond = ((24, 5), (43, 24), (24, 43), (5, 24))
    hexagon = ((15, 8), (33, 8), (42, 24), (33, 40), (15, 40), (6, 24))
    shape = diamond if colour == "r" else hexagon
    polygon(sheet, paint, shape, middle, middle, unit * size, (24, 24))


@lru_cache(MANY)
def die(face: str, width: int, asleep: bool = False) -> Surface:
    """A die of Dice. One that nobody has rolled yet is `asleep`."""

    def paint(sheet: Surface) -> None:
        unit = sheet.get_width() / 48
        colour = die_colour(face)
        paint_with = mixed(DICE[colour], FELT_DEEP, 0.6) if asleep else DICE[colour]
        light = mixed(paint_with, CARD, 0.18) if asleep else CARD
        rounded(sheet, mixed(paint_with, (0, 0, 0), 0.25), 0, 11 * unit)
        rounded(sheet, paint_with, 1.2 * unit, 10 * unit)
        die_sign(sheet, colour, light, unit, 1)
        if face[0] == "W":
            polygon(sheet, WILD, star(5, 0.45), 24 * unit, 25 * unit, 11.5 * unit, (0, 0))
        elif face.isdecimal() and not asleep:
            number_on(sheet, face, 20 * unit, INK, 24 * unit, 24 * unit)

    return smooth(width, width, paint)


@lru_cache(8)
def star(points: int, inner: float) -> tuple[Point, ...]:
    """A star around 0 whose points lie at a distance of 1."""
    turns = np.arange(2 * points) * np.pi / points
    reach = np.where(np.arange(2 * points) % 2 == 0, 1.0, inner)
    x, y = reach * np.sin(turns), -reach * np.cos(turns)
    return tuple(zip(x.tolist(), y.tolist(), strict=True))


@lru_cache(MANY)
def space(number: int, width: int, first: bool) -> Surface:
    """A space of the board that waits for a die; the first one is marked."""

    def paint(sheet: Surface) -> None:
        unit = sheet.get_width() / 48
        colour = COLOURS[band(number)]
        ground: Sequence[int] = (0, 0, 0, 60)
        if first:
            ground = mixed(FELT_DEEP, GLOW, 0.18)
            rounded(sheet, GLOW, 0, 11 * unit)
        rounded(sheet, ground, 2 * unit if first else 0, 9.5 * unit)
        die_sign(sheet, colour, DICE[colour], unit, 1)
        die_sign(sheet, colour, ground, unit, 0.84)
        number_on(sheet, str(number), 16 * unit, CREAM, 24 * unit, 24 * unit)

    return smooth(width, width, paint)


# Where the dice look out of the cup, those behind first.
LOOKING_OUT = ((36, 14), (62, 15), (24, 22), (50, 20), (75, 23))


@lru_cache(MANY)
def cup(colours: str, width: int) -> Surface:
    """The cup with dice of these colours in it."""

    def paint(sheet: Surface) -> None:
        unit = sheet.get_width() / 100
        inside = pygame.Rect(12 * unit, 20 * unit, 76 * unit, 24 * unit)
        pygame.draw.ellipse(sheet, mixed(LEATHER, (0, 0, 0), 0.5), inside)
        where = LOOKING_OUT[len(LOOKING_OUT) - len(colours) :]
        for colour, (x, y) in zip(colours, where, strict=False):
            box = pygame.Rect((x - 9) * unit, y * unit, 18 * unit, 18 * unit)
            pygame.draw.rect(sheet, mixed(DICE[colour], (0, 0, 0), 0.3), box, 0, round(4 * unit))
            pygame.draw.rect(sheet, DICE[colour], box.inflate(-unit, -unit), 0, round(4 * unit))
        rim = bow((12, 32), (50, 54), (88, 32))
        foot = bow((81, 84), (50, 108), (19, 84))
        pygame.draw.polygon(sheet, LEATHER, scaled([*rim, *foot], unit))
        light = mixed(LEATHER, (255, 255, 255), 0.28)
        thread(sheet, light, scaled(rim, unit), 1.5 * unit)
        stitches = scaled(bow((20, 79), (50, 95), (80, 79)), unit)
        for a, b in zip(stitches[1::2], stitches[2::2], strict=False):
            thread(sheet, light, [a, b], 0.8 * unit)

    return smooth(width, width, paint)


def bow(start: Point, pull: Point, end: Point) -> list[Point]:
    """Points along a curve that is pulled to a point."""
    found = []
    for i in range(25):
        t = i / 24
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        x, y = (a * start[n] + b * pull[n] + c * end[n] for n in range(2))
        found.append((x, y))
    return found


def scaled(points: Sequence[Point], unit: float) -> list[Point]:
    return [(x * unit, y * unit) for x, y in points]


def thread(sheet: Surface, colour: Colour, points: Sequence[Point], radius: float) -> None:
    """A line with round ends."""
    for (x, y), (to_x, to_y) in pairwise(points):
        parts = max(int(hypot(to_x - x, to_y - y)), 1)
        for i in range(parts + 1):
            at = x + (to_x - x) * i / parts, y + (to_y - y) * i / parts
            pygame.draw.circle(sheet, colour, at, radius)


# --- The table


@lru_cache(MANY)
def pill(text: str, size: int, paper: Colour = PAPER, ink: Colour = INK) -> Surface:
    """A text on a round slip."""
    wide = max(font(size).size(text)[0] + size, round(size * 1.7))
    tall = round(size * 1.55)

    def paint(sheet: Surface) -> None:
        rounded(sheet, mixed(paper, INK, 0.35), 0, sheet.get_height() / 2)
        rounded(sheet, paper, SHARP, sheet.get_height() / 2)
        middle = sheet.get_width() / 2, sheet.get_height() / 2
        if text.isdecimal():
            number_on(sheet, text, size * SHARP, ink, *middle)
        else:
            drawn = font(size * SHARP).render(text, True, ink)
            sheet.blit(drawn, drawn.get_rect(center=middle))

    return smooth(wide, tall, paint)


def badge(canvas: Surface, text: str, size: int, x: float, y: float) -> None:
    """A pill with its middle there."""
    drawn = pill(text, size)
    put(canvas, drawn, x - drawn.get_width() / 2, y - drawn.get_height() / 2)


@lru_cache(MANY)
def panel(width: int, height: int, edge: Colour | None) -> Surface:
    """The part of the table that is one player's; with an edge for the one on turn."""

    def paint(sheet: Surface) -> None:
        rounded(sheet, (0, 0, 0, 52), 0, 14 * SHARP)
        if edge:
            rounded(sheet, edge, 0, 14 * SHARP, 2.5 * SHARP)

    return smooth(width, height, paint)


@lru_cache(MANY)
def dashes(number: int, ranks: int, width: int) -> Surface:
    """A dash for each number of a building pile, in its colour once it lies there."""

    def paint(sheet: Surface) -> None:
        each = sheet.get_width() / ranks
        for i in range(ranks):
            colour = mixed(BANDS[band(i + 1)], (255, 255, 255), 0.42)
            paint_with = (*colour, 255) if i < number else (*CREAM, 46)
            dash = pygame.Rect(round(i * each), 0, round(each - 1.5 * SHARP), sheet.get_height())
            pygame.draw.rect(sheet, paint_with, dash, border_radius=2 * SHARP)

    return smooth(width, 6, paint)


@lru_cache(MANY)
def bar(width: int, share: float) -> Surface:
    """How much of something is there."""

    def paint(sheet: Surface) -> None:
        whole = sheet.get_rect()
        pygame.draw.rect(sheet, (*CREAM, 40), whole, border_radius=whole.height // 2)
        whole.width = round(max(whole.width * share, whole.height if share else 0))
        pygame.draw.rect(sheet, DICE["g"], whole, border_radius=whole.height // 2)

    return smooth(width, 8, paint)


@lru_cache(MANY)
def mark(kind: str, width: int) -> Surface:
    """Beside a name: an arrow for the one on turn, a star for one who has won."""

    def paint(sheet: Surface) -> None:
        unit = sheet.get_width()
        if kind == "won":
            polygon(sheet, GOLD, star(5, 0.45), unit / 2, unit * 0.54, unit / 2, (0, 0))
        else:
            polygon(sheet, GLOW, ((0.18, 0.05), (0.95, 0.5), (0.18, 0.95)), 0, 0, unit, (0, 0))

    return smooth(width, width, paint)


@lru_cache(4)
def felt(width: int, height: int) -> Surface:
    """The empty table: felt, lighter in the middle, with a rim of wood."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot((x - width / 2) / width, (y - height * 0.47) / height) * 1.55
    share = np.clip(away, 0, 1)[..., None] ** 1.5
    ground = np.array(FELT) * (1 - share) + np.array(FELT_DEEP) * share
    nap = np.random.default_rng(12).normal(0, 1.7, (height, width, 1))
    pixels = np.clip(ground + nap, 0, 255).astype(np.uint8)
    table = Surface((width, height))
    pygame.surfarray.blit_array(table, pixels.swapaxes(0, 1))
    put(table, rim(width, height), 0, 0)
    return table


def rim(width: int, height: int) -> Surface:
    """Wood all around, and its shadow on the felt."""

    def paint(sheet: Surface) -> None:
        sheet.fill(WOOD_DARK)
        edge = RIM * SHARP
        for i in range(edge):
            share = abs(2 * i / edge - 0.7)
            rounded(sheet, mixed(WOOD, WOOD_DARK, min(share, 1)), i, 20 * SHARP)
        for i in range(8 * SHARP):
            rounded(sheet, (0, 0, 0, round(110 * (1 - i / 8 / SHARP) ** 2)), edge + i, 18 * SHARP)
        rounded(sheet, (0, 0, 0, 0), edge + 8 * SHARP, 18 * SHARP)

    return smooth(width, height, paint)
