"""Every edition and every option as data, with one place that says what is allowed.

`configure("classic", players=3, stock=10)` gives a `Rules`, or a `RulesError` naming the option,
what was wrong with it and what would be right.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

from ..errors import RulesError, shorten

Value = int | bool | str

SHORT_STOCK = 10  # C3
LARGEST_DECK = 254  # a card's identity is a byte, and 255 means "none"


@dataclass(frozen=True, slots=True)
class Rules:
    """One edition with all its options settled: everything a game needs to know."""

    edition: str
    family: str  # "cards" or "dice"
    players: int = 2
    first: int = 0
    partners: bool = False
    stock: int = 30
    target: int = 500
    refill: str = "beneath"
    ranks: int = 12
    copies: int = 12
    wilds: int = 18
    hand: int = 5
    building: int = 4
    discards: int = 4
    wild_faces: int = 2
    die: bool = False
    special: bool = False
    enforcement: str = "strict"

    @property
    def cards(self) -> int:
        """How many cards the deck holds (C1)."""
        return self.ranks * self.copies + self.wilds

    @property
    def sides(self) -> int:
        """How many sides compete: partners share one (P7)."""
        return self.players // 2 if self.partners else self.players

    def side(self, seat: int) -> int:
        """The side of a seat; partners sit opposite each other (P7)."""
        return seat % self.sides

    def members(self, side: int) -> list[int]:
        """The seats of a side."""
        return [seat for seat in range(self.players) if self.side(seat) == side]

    def partner(self, seat: int) -> int:
        """Who sits opposite (P7)."""
        return (seat + self.players // 2) % self.players

    def options(self) -> dict[str, Value]:
        """Every option of this edition with its value."""
        names = edition(self.edition).options
        return {name: getattr(self, name) for name in names if name != "short"}

    def changed(self) -> dict[str, Value]:
        """The options that differ from what the edition has by itself."""
        plain = configure(self.edition, players=self.players)
        return {
            name: value
            for name, value in self.options().items()
            if name != "players" and value != getattr(plain, name)
        }

    def but(self, **changes: Any) -> "Rules":
        """These rules with other options, checked again; what was not chosen may follow them."""
        kept = {"players": self.players, **self.changed()}
        if changes.get("short"):
            kept.pop("stock", None)
        return configure(self.edition, **{**kept, **changes})


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a table may choose."""

    name: str
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    flag: bool = False

    @property
    def range(self) -> str:
        """What is allowed, in words."""
        if self.flag:
            return "yes or no"
        if self.choices:
            return " or ".join(self.choices)
        return f"{self.low} to {self.high}"

    def check(self, value: object) -> Value:
        """The value as the right type, or an error that names the option and its range."""
        if isinstance(value, bool):
            if self.flag:
                return value
        elif isinstance(value, int):
            if self.high and self.low <= value <= self.high:
                return value
        elif isinstance(value, str) and value in self.choices:
            return value
        raise RulesError(f"{self.name} must be {self.range}, not {shorten(value)}")

    def parse(self, text: str) -> Value:
        """The value as it stands in a record or on a command line."""
        words = {"yes": True, "true": True, "no": False, "false": False}
        if self.flag:
            return self.check(words.get(text.lower(), text))
        if self.choices:
            return self.check(text)
        digits = text.removeprefix("-")
        whole = digits.isascii() and digits.isdecimal() and len(digits) < 10
        return self.check(int(text) if whole else text)


OPTIONS = {
    option.name: option
    for option in (
        Option("players", "how many play (C2, O6, D3)", 2, 6),
        Option("first", "the seat that begins, counted from 0 (C14, C15)", 0, 5),
        Option("partners", "sides of two, seated alternately: 4 or 6 players (P1-P7)", flag=True),
        Option("stock", "cards in each stock pile (C3)", 1, LARGEST_DECK),
        Option("short", f"the short game: a stock of {SHORT_STOCK} (C3)", flag=True),
        Option("target", "points that win: a match (C13), or a game of Dice (D12)", 1, 30_000),
        Option(
            "refill",
            "nothing left to draw: shuffle the cards beneath the building piles' tops (O1)",
            choices=("beneath", "none"),
        ),
        Option("ranks", "the highest number, which completes a pile (C5)", 3, 12),
        Option("copies", "cards of each number in the deck (C1, O5)", 1, 20),
        Option("wilds", "Skip-Bo cards in the deck (C1, O5)", 0, 100),
        Option("hand", "cards in a full hand (C8)", 2, 10),
        Option("building", "building piles in the middle (C5)", 1, 6),
        Option("discards", "discard piles of each player (C7)", 1, 6),
        Option("wild_faces", "faces of each die that show Skip-Bo (D2)", 1, 2),
        Option("special", "the special situations have their penalties (S1-S4)", flag=True),
        Option(
            "enforcement",
            "what is not allowed cannot be done, or slips happen and may be called (T1-T6); "
            "among bots it makes no difference",
            choices=("strict", "table"),
        ),
    )
}

DICE_OPTIONS = ("players", "first", "target", "wild_faces")
CARD_OPTIONS = tuple(name for name in OPTIONS if name != "wild_faces")


@dataclass(frozen=True, slots=True)
class Edition:
    """A published game: what it is called, and the rules as its sheet has them."""

    name: str
    title: str
    year: str
    summary: str
    rules: Rules
    stock_for_many: int  # C3: each player's stock with five or six players
    youngest_begins: bool  # C15; otherwise the cut decides (C14)

    @property
    def special(self) -> bool:
        """Whether its sheet has the special situations S1-S4."""
        return self.rules.special

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options that it has."""
        return DICE_OPTIONS if self.rules.family == "dice" else CARD_OPTIONS


_CLASSIC = Rules(edition="classic", family="cards")

EDITIONS = {
    entry.name: entry
    for entry in (
        Edition(
            name="classic",
            title="Skip-Bo",
            year="2011",
            summary="162 cards; the youngest begins a match",
            rules=_CLASSIC,
            stock_for_many=20,
            youngest_begins=True,
        ),
        Edition(
            name="deluxe",
            title="Skip-Bo Deluxe",
            year="2009",
            summary="162 cards; in a match the dealer is cut for, and the next seat begins",
            rules=replace(_CLASSIC, edition="deluxe", special=True),
            stock_for_many=20,
            youngest_begins=False,
        ),
        Edition(
            name="international",
            title="Skip-Bo, International Games",
            year="undated",
            summary="the International Games summary of the card game",
            rules=replace(_CLASSIC, edition="international", special=True),
            stock_for_many=20,
            youngest_begins=False,
        ),
        Edition(
            name="mod",
            title="Skip-Bo MOD",
            year="2009",
            summary="112 cards, a stock of 15, and a die to help or to hinder",
            rules=replace(
                _CLASSIC, edition="mod", stock=15, copies=8, wilds=16, die=True, special=True
            ),
            stock_for_many=15,
            youngest_begins=False,
        ),
        Edition(
            name="dice",
            title="Skip-Bo Dice",
            year="1995",
            summary="twelve dice and a board; press your luck to 50 points",
            rules=Rules(edition="dice", family="dice", target=50),
            stock_for_many=0,
            youngest_begins=False,
        ),
    )
}


def edition(name: str) -> Edition:
    """The edition of that name."""
    try:
        return EDITIONS[name]
    except (KeyError, TypeError):
        known = ", ".join(EDITIONS)
        raise RulesError(f"there is no edition {shorten(name)}; the editions are {known}") from None


def configure(name: str, /, **options: object) -> Rules:
    """An edition's rules with these options, all of them checked."""
    entry = edition(name)
    given = {key: _checked(entry, key, value) for key, value in options.items()}
    if given.pop("short", False):
        if given.get("stock", SHORT_STOCK) != SHORT_STOCK:
            raise RulesError(f"short means a stock of {SHORT_STOCK}; leave out short or stock")
        given["stock"] = SHORT_STOCK
    rules = replace(entry.rules, **given)  # type: ignore[arg-type]
    if rules.players > 4 and rules.family == "cards" and "stock" not in given:
        rules = replace(rules, stock=entry.stock_for_many)  # C3
    _check_together(rules)
    return rules


def _checked(entry: Edition, name: str, value: object) -> Value:
    if name not in entry.options:
        known = ", ".join(entry.options)
        raise RulesError(f"{entry.name} has no option {shorten(name)}; its options are {known}")
    return OPTIONS[name].check(value)


def _check_together(rules: Rules) -> None:
    """What no single option can say: whether they fit each other."""
    if rules.first >= rules.players:
        last = rules.players - 1
        raise RulesError(f"first must be 0 to {last} with {rules.players} players")
    if rules.partners and rules.players not in (4, 6):
        raise RulesError(f"partners needs 4 or 6 players, not {rules.players}")  # P7
    if rules.family == "dice":
        return
    if rules.enforcement == "table" and not rules.special:
        raise RulesError(
            f"enforcement cannot be table in {rules.edition} without the special situations "
            "(S1-S4): a slip would have no penalty. As a house rule, choose special as well",
            kind="special",
        )
    if rules.cards > LARGEST_DECK:
        raise RulesError(
            f"a deck may hold {LARGEST_DECK} cards, "
            f"not {rules.ranks} x {rules.copies} + {rules.wilds} = {rules.cards}",
            kind="deck",
            most=LARGEST_DECK,
            cards=rules.cards,
        )
    most = rules.cards // rules.players
    if rules.stock > most:
        raise RulesError(
            f"stock must be 1 to {most}, not {rules.stock}: "
            f"the deck holds {rules.cards} cards for {rules.players} players",
            kind="stock",
            most=most,
            cards=rules.cards,
            players=rules.players,
        )


assert {f.name for f in fields(Rules)} >= set(OPTIONS) - {"short"}
