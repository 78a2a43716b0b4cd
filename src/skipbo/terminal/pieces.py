"""What a table is drawn with: cards, fanned piles, dice, and blocks of lines that flow in rows."""

from collections.abc import Sequence

from rich.text import Text

from ..table.notation import number_value

Block = list[Text]  # lines that belong together

DIM, BOLD, YOURS, WARNING = "dim", "bold", "bold cyan", "yellow"
BANDS = ("bright_blue", "green", "red")  # 1-4, 5-8, 9-12, as on the printed cards
WILD_STYLE = "magenta"

FAN_STEP = 3  # columns that a covered card keeps
TOP_WIDTH = 6


def face_style(face: str) -> str:
    """A card's colour: a help, never the only sign, since its number is printed."""
    number = number_value(face)
    return BANDS[(number - 1) // 4] if number else WILD_STYLE


# --- Cards


def box(shown: str, label: str = "", style: str = "", width: int = TOP_WIDTH) -> Block:
    """A card that lies open, with what it is called in its lower edge."""
    inner = width - 2
    lower = Text("╰", style)
    lower.append(_edge(label, inner, "─"), style)
    lower.append("╯", style)
    if label:
        lower.highlight_words([label], f"not dim {BOLD}")
    centred = (shown if inner % 2 else f"{shown:>2}").center(inner)
    middle = Text.assemble(("│", style), (centred, f"{BOLD} {style}".strip()), ("│", style))
    return [Text(f"╭{'─' * inner}╮", style), middle, lower]


def place(label: str = "", width: int = TOP_WIDTH, style: str = DIM) -> Block:
    """A free place."""
    inner = width - 2
    return [
        Text(f"╭{'╌' * inner}╮", style),
        Text(f"╎{' ' * inner}╎", style),
        Text(f"╰{_edge(label, inner, '╌')}╯", style),
    ]


def _edge(label: str, width: int, line: str) -> str:
    return label.center(width).replace(" ", line) if label else line * width


def card(face: str, label: str = "", width: int = TOP_WIDTH) -> Block:
    return box(face, label, face_style(face), width)


def fan(pile: Sequence[str], label: str, width: int) -> Block:
    """A pile with every card to be read, the top card whole; what is too wide goes above it."""
    if not pile:
        return place(label)
    room = max((width - TOP_WIDTH) // FAN_STEP, 0)
    covered = pile[:-1]
    above = covered[: max(len(covered) - room, 0)]
    rows = [Text(), Text(), Text()]
    for face in covered[len(above) :]:
        style = face_style(face)
        for row, part in zip(rows, ("╭──", f"│{face:>2}", "╰──"), strict=True):
            row.append(part, style)
    for row, top in zip(rows, card(pile[-1], label), strict=True):
        row.append_text(top)
    return [*wrap([covered_card(face) for face in above], width), *rows]


def wrap(words: Sequence[Text], width: int) -> Block:
    """Words in as many lines as it takes."""
    lines: Block = []
    for word in words:
        if lines and lines[-1].cell_len + 1 + word.cell_len <= width:
            lines[-1].append(" ").append_text(word)
        else:
            lines.append(Text().append_text(word))
    return lines


def covered_card(face: str) -> Text:
    """A card within a line that lies under another."""
    return Text(face, face_style(face))


def chip(face: str) -> Text:
    """An open card within a line."""
    return Text(f"[{face}]", f"{BOLD} {face_style(face)}")


def pile_line(pile: Sequence[str], label: str, width: int) -> Block:
    """A pile within a line, or as many as it takes: `12 11 [10]`."""
    name = [Text(label, BOLD)] if label else []
    if not pile:
        return wrap([*name, Text("·", DIM)], width)
    return wrap([*name, *map(covered_card, pile[:-1]), chip(pile[-1])], width)


# --- Rows of blocks


def titled(title: str, block: Block) -> Block:
    return [Text(title, DIM), *block]


def beside(blocks: Sequence[Block], gap: int) -> Block:
    """Blocks next to each other, standing on the same ground."""
    height = max(map(len, blocks), default=0)
    lines = [Text() for _ in range(height)]
    for block in blocks:
        width, missing = block_width(block), height - len(block)
        for i, line in enumerate(lines):
            part = block[i - missing] if i >= missing else Text()
            line.append_text(part).append(" " * (width - part.cell_len + gap))
    for line in lines:
        line.rstrip()
    return lines


def flow(blocks: Sequence[Block], width: int, gap: int = 2, indent: int = 0) -> Block:
    """Blocks in rows, as many in each as there is room for."""
    rows: list[list[Block]] = []
    used = width
    for block in blocks:
        used += gap + block_width(block)
        if not rows or used > width - indent:
            rows.append([])
            used = block_width(block)
        rows[-1].append(block)
    lines = [line for row in rows for line in beside(row, gap)]
    return [Text(" " * indent).append_text(line) for line in lines]


def block_width(block: Block) -> int:
    return max((line.cell_len for line in block), default=0)
