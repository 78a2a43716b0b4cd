"""Write docs/actions.md, every action and every number of an observation: python scripts/actions.py

Everything in it is asked of the environments themselves. `--check` compares, and writes nothing.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from skipbo.envs.fields import Field, action_names, observation_fields
from skipbo.rules.editions import Rules, configure

TARGET = Path(__file__).parent.parent / "docs" / "actions.md"

BEGINNING = """\
# Actions and observations

What each action and each number of an observation is, in every framework
([learning.md](learning.md) shows them). Everything is seen from the seat on turn: its own hand, its
own piles, the opponent to its left. So one network can play every seat. This page is written by
`scripts/actions.py`; `skipbo.envs.batch(...).names()` and `.fields()` tell the same for any
options, such as another number of piles.

The moves are written as in [notation.md](notation.md): `hW` a wild from the hand, `h7` a 7, `s` the
stock card, `d2` the top of the own discard pile 2, `ps` and `pd2` the partner's; `b3` is building
pile 3.
"""
PARTNER = """\
The partner sits opposite: among what is seen, further down, it is `player_2` of four players and
`player_3` of six. With partners there are"""
AFTER_CLASSIC = """\
The first 125 are those of classic. With more players, `die-draw:left2` and so on follow
`die-draw:left1`, one for each further seat to the left, and what comes after them moves up by one
each; the partner's cards come last, first onto the piles, then after the die."""
WILD_LAST = "The faces of cards are 0 for none, 1 to 12, and 13 for a wild."


# --- Actions


def named(rules: Rules) -> dict[str, int]:
    return {name: number for number, name in enumerate(action_names(rules))}


def grid(names: dict[str, int], pattern: str, corner: str) -> Iterator[str]:
    """The actions that a pattern describes, its `from` down and its `to` across."""
    cells: dict[str, dict[str, int]] = {}
    for name in list(names):
        if found := re.fullmatch(pattern, name):
            cells.setdefault(found["of"], {})[found["to"]] = names.pop(name)
    columns = list(next(iter(cells.values())))
    yield from table([corner, *columns], ([f"`{of}`", *row.values()] for of, row in cells.items()))


def single(names: dict[str, int], pattern: str, corner: str) -> Iterator[str]:
    found = [(name, names.pop(name)) for name in list(names) if re.fullmatch(pattern, name)]
    yield from table([corner, "number"], ([f"`{name}`", number] for name, number in found))


def table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    titles = [str(title) for title in head]
    yield "| " + " | ".join(titles) + " |"
    yield "|---" * len(titles) + "|"
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"
    yield ""


def card_actions() -> Iterator[str]:
    names = named(configure("classic"))
    yield f"## Classic, deluxe and international: {len(names)} actions"
    yield ""
    yield from grid(names, r"(?P<of>h\w+|s|d\d)>(?P<to>b\d)", "a card onto a pile")
    yield from grid(names, r"(?P<of>h\w+)>(?P<to>d\d)", "a discard")
    yield from single(names, "pass", "no card in the hand")
    assert not names
    before = set(named(configure("classic")))
    names = {
        name: number
        for name, number in named(configure("classic", players=4, partners=True)).items()
        if name not in before
    }
    yield f"{PARTNER} {len(names)} more actions:"
    yield ""
    yield from grid(names, r"(?P<of>ps|pd\d)>(?P<to>b\d)", "the partner's card")
    assert not names


def die_actions() -> Iterator[str]:
    rules = configure("mod")
    before = set(named(configure("classic")))
    everything = named(rules)
    names = {name: number for name, number in everything.items() if name not in before}
    yield f"## MOD with two players: {len(everything)} actions"
    yield ""
    yield AFTER_CLASSIC
    yield ""
    yield from grid(names, r"die-discard:(?P<of>h\w+)>(?P<to>d\d)", "an extra discard (M6)")
    yield from single(names, r"die-draw:left\d", "that opponent draws (M7)")
    yield "The die as the number that a pile needs, and then a card onto it (M4):"
    yield ""
    yield from grid(names, r"die>(?P<to>b\d)\+(?P<of>\w+)", "the card that follows")
    assert not names


def dice_actions() -> Iterator[str]:
    names = named(configure("dice"))
    yield f"## Dice: {len(names)} actions"
    yield ""
    yield "The dice that are placed, in order: `N` is the number that belongs there, `W` a wild."
    yield ""
    yield from single(names, r"roll|stop", "after a placement")
    placed = sorted(names.items(), key=lambda item: item[1])
    for length in range(1, 6):
        some = [item for item in placed if item[0].count(",") == length - 1]
        told = ", ".join(f"{number} `{name.removeprefix('place:')}`" for name, number in some)
        yield f"- {length} {'die' if length == 1 else 'dice'}: {told}"
    yield ""


# --- Observations


def observations(title: str, rules: Rules, note: str) -> Iterator[str]:
    fields = observation_fields(rules)
    width = sum(field.size for field in fields)
    step = next(f.at for f in fields if f.name.startswith("player_1")) - next(
        f.at for f in fields if f.name.startswith("player_0")
    )
    yield f"## What is seen in {title}: {width} bytes with {rules.players} players"
    yield ""
    yield f"{note} `player_0` is the one who sees. `player_1` sits to the left, and its numbers"
    yield f"stand {step} places on; and so on around the table."
    yield ""
    told = [field for field in fields if not re.match("player_[1-9]", field.name)]
    yield from table(
        ["places", "field", "at most", "meaning"],
        ([places(field), f"`{field.name}`", field.high, field.meaning] for field in told),
    )


def places(field: Field) -> str:
    return str(field.at) if field.size == 1 else f"{field.at}-{field.at + field.size - 1}"


def page() -> str:
    lines = [
        BEGINNING,
        *card_actions(),
        *die_actions(),
        *dice_actions(),
        *observations("the card games", configure("classic"), WILD_LAST),
        *observations("MOD", configure("mod"), WILD_LAST),
        *observations("Dice", configure("dice"), "Scores and points take two bytes."),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        return int(TARGET.read_text() != page())
    if arguments:
        print(__doc__)
        return 2
    TARGET.write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
