"""Games of every kind for Hypothesis, and where the cards of a game lie.

House rules are part of it: small decks above all, where piles are completed, the deck runs dry and
games get blocked within a few moves.
"""

import random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from skipbo.bots import bot, native
from skipbo.bots.strong import LEARNED
from skipbo.machine.python import to_bytes
from skipbo.rules import cards
from skipbo.rules.editions import LARGEST_DECK, Rules, configure
from skipbo.rules.state import NONE
from skipbo.table.chance import Seeded, seed_from
from skipbo.table.game import Game
from skipbo.table.notation import Move, card_text

CARD_EDITIONS = ("classic", "deluxe", "international", "mod")
EDITIONS = (*CARD_EDITIONS, "dice")

# The same examples in every run, so that a test that passed once passes everywhere.
STEADY = settings(
    deadline=None,
    derandomize=True,
    print_blob=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


# --- Rules


seeds = st.integers(min_value=-(2**70), max_value=2**70) | st.binary(min_size=32, max_size=32)


@st.composite
def seating(draw: st.DrawFn, players: int | None) -> dict[str, Any]:
    """How many play, who begins, and whether as partners."""
    players = players or draw(st.integers(2, 6))
    told: dict[str, Any] = {"players": players, "first": draw(st.integers(0, players - 1))}
    if players in (4, 6):
        told["partners"] = draw(st.booleans())
    return told


@st.composite
def plain_rules(draw: st.DrawFn, edition: str, players: int | None = None) -> Rules:
    """An edition as its sheet has it, or its short game."""
    options = draw(seating(players))
    if edition == "dice":
        options.pop("partners", None)
    elif draw(st.booleans()):
        options["short"] = True
    return configure(edition, **options)


@st.composite
def house_rules(
    draw: st.DrawFn, edition: str, players: int | None = None, most_cards: int = LARGEST_DECK
) -> Rules:
    """An edition with everything changed that a table may change."""
    options = draw(seating(players))
    players = options["players"]
    if edition == "dice":
        options.pop("partners", None)
        options["wild_faces"] = draw(st.integers(1, 2))
        options["target"] = draw(st.integers(1, 60))
        return configure(edition, **options)
    ranks = draw(st.integers(3, 12))
    fewest = -(-players // ranks)  # a stock card for everyone
    copies = draw(st.integers(fewest, max(fewest, min(20, most_cards // ranks))))
    wilds = draw(st.integers(0, max(0, min(100, most_cards - ranks * copies))))
    largest_stock = (ranks * copies + wilds) // players
    return configure(
        edition,
        **options,
        ranks=ranks,
        copies=copies,
        wilds=wilds,
        stock=draw(st.integers(1, min(3, largest_stock)) | st.integers(1, largest_stock)),
        hand=draw(st.integers(2, 10)),
        building=draw(st.integers(1, 6)),
        discards=draw(st.integers(1, 6)),
        refill=draw(st.sampled_from(["beneath", "none"])),
        target=draw(st.integers(1, 30_000)),
    )


def small_rules(edition: str, players: int | None = None) -> st.SearchStrategy[Rules]:
    """House rules with so few cards that the deck runs dry."""
    return house_rules(edition, players, most_cards=30)


def all_rules(edition: str, players: int | None = None) -> st.SearchStrategy[Rules]:
    """Plain rules, small decks, and house rules, of one edition."""
    kinds = plain_rules, small_rules, house_rules
    return st.one_of(*(kind(edition, players) for kind in kinds))


any_rules = st.sampled_from(EDITIONS).flatmap(all_rules)


@st.composite
def names(draw: st.DrawFn, players: int) -> list[str]:
    """A name for every seat: anything that can be printed on one line."""
    letters = st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" :#>")
    name = st.text(letters, min_size=1, max_size=40).map(str.strip).filter(bool)
    return draw(st.lists(name, min_size=players, max_size=players))


# --- Games


STYLES = ("greedy", "random", "builder", "miser")


def choose(game: Game, style: str, rng: random.Random) -> Move:
    """Players of every kind, so that games get long, and short, and stuck."""
    legal = game.legal()
    if style in ("greedy", "random"):
        return bot(style).choose(game.view(game.seat), legal, rng)
    builds = [move for move in legal if (">b" in move) == (style == "builder")]
    return rng.choice(builds if builds and rng.random() < 0.9 else legal)


def new_game(rules: Rules, seed: int | bytes, names: list[str] | None = None) -> Game:
    return Game(rules, Seeded(seed_from(seed)), names or ())


def play_on(game: Game, moves: int, seed: int, styles: tuple[str, ...] = STYLES) -> None:
    """Up to that many moves, each seat in a style of its own."""
    rng = random.Random(seed)
    seats = [rng.choice(styles) for _ in range(game.rules.players)]
    for _ in range(moves):
        if game.over:
            return
        game.play(choose(game, seats[game.seat], rng))


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules], longest: int = 150) -> Game:
    """A game that has been played for a while, often to its end."""
    game = new_game(draw(rules), draw(seeds))
    play_on(game, draw(st.integers(0, longest)), draw(st.integers(0, 2**32)))
    return game


# --- Where the cards lie


def state_bytes(game: Game) -> bytes:
    return to_bytes(game._state, game.rules)


def pile(s: Any, place: int) -> list[int]:
    """The identities of a pile's cards, the top first."""
    found: dict[int, None] = {}
    card = s.top[place]
    while card != NONE:
        assert card not in found, "a pile goes round in a circle"
        found[card] = None
        card = s.below[card]
    return list(found)


def open_cards(s: Any, rules: Rules) -> list[int]:
    """The cards that lie open: all but the hands, the draw pile and what is under a stock's top."""
    first, last = cards.FIRST_DISCARD, cards.FIRST_DISCARD + rules.players * rules.discards
    building = range(cards.FIRST_BUILDING, cards.FIRST_BUILDING + rules.building)
    places = [cards.DONE, *building, *range(first, last)]
    found = [card for place in places for card in pile(s, place)]
    return found + [card for stock in stocks(s, rules) for card in stock[:1]]


def stocks(s: Any, rules: Rules) -> list[list[int]]:
    """Each seat's stock pile, the top first."""
    return [pile(s, cards.FIRST_STOCK + seat) for seat in range(rules.players)]


def hands(s: Any, rules: Rules) -> list[list[int]]:
    return [list(s.hand[seat][: s.held[seat]]) for seat in range(rules.players)]


def all_cards(s: Any, rules: Rules) -> list[int]:
    """Every card there is, wherever it lies; the places that should be empty are looked at too."""
    found = [card for place in range(len(s.top)) for card in pile(s, place)]
    return found + [card for hand in s.hand for card in hand if card != NONE]


def faces(identities: list[int], rules: Rules) -> list[str]:
    return [card_text(card, rules) for card in identities]


class HiddenPlaces:
    """The places of a state whose cards a seat (None: a spectator) does not know."""

    def __init__(self, s: Any, rules: Rules, seat: int | None) -> None:
        self.s = s
        self.draw = pile(s, cards.DRAW)
        self.stocks = stocks(s, rules)
        self.hands = {i: hand for i, hand in enumerate(hands(s, rules)) if i != seat}

    def cards(self) -> list[int]:
        """What lies there, in an order that `put` understands."""
        under = [card for stock in self.stocks for card in stock[1:]]
        held = [card for hand in self.hands.values() for card in hand]
        return self.draw + under + held

    def put(self, new: list[int]) -> None:
        """Other cards in the same places."""
        left = iter(new)
        self._pile(cards.DRAW, [next(left) for _ in self.draw])
        for seat, stock in enumerate(self.stocks):
            self._pile(cards.FIRST_STOCK + seat, stock[:1] + [next(left) for _ in stock[1:]])
        for seat, hand in self.hands.items():
            self.s.hand[seat][: len(hand)] = [next(left) for _ in hand]

    def _pile(self, place: int, new: list[int]) -> None:
        self.s.top[place] = NONE
        for card in reversed(new):
            self.s.below[card] = self.s.top[place]
            self.s.top[place] = card


def bots_to_ask(rules: Rules, seed: int) -> list[str]:
    """Every bot of the package; of those with a network one or none, as they take their time."""
    rows = {name: native.player(name, rules) for name in native.names(rules)}
    networks = [name for name in rows if rules.family == "cards" and rows[name][0] == LEARNED]
    asked = networks[seed // 2 % len(networks)] if networks and seed % 2 == 0 else None
    return [name for name in rows if name not in networks or name == asked]


def reshuffle_hidden(s: Any, rules: Rules, seat: int | None, rng: random.Random) -> bool:
    """Mix all cards that a seat does not know, in place; whether any face has changed places."""
    if rules.family == "dice":
        return False
    places = HiddenPlaces(s, rules, seat)
    before = places.cards()
    after = rng.sample(before, len(before))
    places.put(after)
    return faces(before, rules) != faces(after, rules)
