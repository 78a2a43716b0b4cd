"""Every edition's numbers and every option's range."""

from dataclasses import FrozenInstanceError

import pytest

from skipbo.errors import RulesError, SkipboError
from skipbo.rules.editions import (
    CARD_OPTIONS,
    DICE_OPTIONS,
    EDITIONS,
    OPTIONS,
    Option,
    configure,
    edition,
)

CARD_GAMES = ["classic", "deluxe", "international", "mod"]
NUMBERS = [name for name, option in OPTIONS.items() if not option.flag and not option.choices]
FLAGS = [name for name, option in OPTIONS.items() if option.flag]


# --- What the editions are


def test_the_five_editions() -> None:
    assert list(EDITIONS) == [*CARD_GAMES, "dice"]
    for name, entry in EDITIONS.items():
        assert entry.name == entry.rules.edition == name
        assert entry.rules == configure(name)
        assert entry.title
        assert entry.summary


@pytest.mark.parametrize(
    ("name", "copies", "wilds", "deck", "stocks", "die", "special", "youngest_begins"),
    [
        ("classic", 12, 18, 162, [30, 30, 30, 20, 20], False, False, True),
        ("deluxe", 12, 18, 162, [30, 30, 30, 20, 20], False, True, False),
        ("international", 12, 18, 162, [30, 30, 30, 20, 20], False, True, False),
        ("mod", 8, 16, 112, [15, 15, 15, 15, 15], True, True, False),
    ],
)
def test_the_numbers_of_a_card_game(
    name: str,
    copies: int,
    wilds: int,
    deck: int,
    stocks: list[int],
    die: bool,
    special: bool,
    youngest_begins: bool,
) -> None:
    rules = configure(name)
    assert (rules.copies, rules.wilds, rules.cards) == (copies, wilds, deck)  # C1, O5
    assert [configure(name, players=n).stock for n in range(2, 7)] == stocks  # C3
    assert [configure(name, players=n, short=True).stock for n in range(2, 7)] == [10] * 5
    assert rules.die is die  # M1
    assert edition(name).special is special  # S1-S4
    assert edition(name).youngest_begins is youngest_begins  # C14, C15
    assert (rules.family, rules.players, rules.first, rules.partners) == ("cards", 2, 0, False)
    assert (rules.ranks, rules.hand, rules.building, rules.discards) == (12, 5, 4, 4)  # C5, C7, C8
    assert (rules.target, rules.refill) == (500, "beneath")  # C13, O1


def test_the_numbers_of_dice() -> None:
    rules = configure("dice")
    assert (rules.family, rules.players, rules.first) == ("dice", 2, 0)
    assert (rules.target, rules.wild_faces) == (50, 2)  # D12, D2
    assert not edition("dice").special
    assert not edition("dice").youngest_begins


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_seats_two_to_six(name: str) -> None:
    for players in range(2, 7):
        rules = configure(name, players=players)
        assert rules.players == rules.sides == players
        assert [rules.side(seat) for seat in range(players)] == list(range(players))
    for players in (-1, 0, 1, 7, 100):
        with pytest.raises(RulesError, match="players must be 2 to 6"):
            configure(name, players=players)


@pytest.mark.parametrize("name", ["", "Classic", "uno", "classic ", None, 3, [], {}])
def test_an_unknown_edition_is_refused_with_the_known_ones(name: object) -> None:
    with pytest.raises(RulesError, match="the editions are classic, deluxe, international, mod"):
        edition(name)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="there is no edition"):
        configure(name)  # type: ignore[arg-type]


# --- Single options


def test_every_option_says_its_rule_and_its_range() -> None:
    assert set(CARD_OPTIONS) | set(DICE_OPTIONS) == set(OPTIONS)
    for name, option in OPTIONS.items():
        assert option.name == name
        assert option.help
        assert "\n" not in option.help
        assert option.range


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("players", 2, 6),
        ("first", 0, 5),
        ("stock", 1, 254),
        ("target", 1, 30_000),
        ("ranks", 3, 12),
        ("copies", 1, 20),
        ("wilds", 0, 100),
        ("hand", 2, 10),
        ("building", 1, 6),
        ("discards", 1, 6),
        ("wild_faces", 1, 2),
    ],
)
def test_a_number_has_its_range(name: str, low: int, high: int) -> None:
    option = OPTIONS[name]
    assert option.range == f"{low} to {high}"
    assert option.check(low) == low
    assert option.check(high) == high
    for value in (low - 1, high + 1, -(10**30), 10**30):
        with pytest.raises(RulesError, match=f"^{name} must be {low} to {high}, not {value}$"):
            option.check(value)


def test_every_number_has_its_range_above() -> None:
    ranged = {"players", "first", "stock", "target", "ranks", "copies", "wilds", "hand"}
    assert set(NUMBERS) == ranged | {"building", "discards", "wild_faces"}


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [True, False, "2", "10", "", 2.0, 2.5, None, [2], (2,), b"2"])
def test_a_number_is_a_whole_number_and_nothing_else(name: str, value: object) -> None:
    with pytest.raises(RulesError, match=f"^{name} must be"):
        OPTIONS[name].check(value)
    family = "dice" if name == "wild_faces" else "classic"
    with pytest.raises(RulesError, match=f"^{name} must be"):
        configure(family, **{name: value})


@pytest.mark.parametrize("name", FLAGS)
@pytest.mark.parametrize("value", [0, 1, "yes", "True", None, 1.0, []])
def test_a_flag_is_true_or_false_and_nothing_else(name: str, value: object) -> None:
    with pytest.raises(RulesError, match=f"^{name} must be yes or no"):
        configure("classic", players=4, **{name: value})


@pytest.mark.parametrize("value", ["all", "", "Beneath", True, False, 0, None, ["none"]])
def test_refill_is_beneath_or_none_and_nothing_else(value: object) -> None:
    assert configure("classic", refill="none").refill == "none"
    with pytest.raises(RulesError, match=r"^refill must be beneath or none"):
        configure("classic", refill=value)


@pytest.mark.parametrize("name", EDITIONS)
def test_an_unknown_option_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(RulesError, match=f"{name} has no option 'colour'; its options are players"):
        configure(name, colour="red")


@pytest.mark.parametrize("name", ["edition", "family", "die", "cards", "sides"])
def test_what_is_no_option_cannot_be_set(name: str) -> None:
    with pytest.raises(RulesError, match="has no option"):
        configure("mod", **{name: 1})


@pytest.mark.parametrize("name", sorted(set(CARD_OPTIONS) - set(DICE_OPTIONS)))
def test_dice_has_no_card_options(name: str) -> None:
    with pytest.raises(RulesError, match=f"dice has no option '{name}'"):
        configure("dice", **{name: 10})


@pytest.mark.parametrize("name", CARD_GAMES)
def test_card_games_have_no_wild_faces(name: str) -> None:
    with pytest.raises(RulesError, match="has no option 'wild_faces'"):
        configure(name, wild_faces=1)


def test_a_refusal_is_a_value_error_like_every_other() -> None:
    assert issubclass(RulesError, SkipboError)
    assert issubclass(SkipboError, ValueError)


# --- Options together


@pytest.mark.parametrize("players", [2, 3, 5])
def test_partners_need_four_or_six(players: int) -> None:
    with pytest.raises(RulesError, match=f"partners needs 4 or 6 players, not {players}"):
        configure("classic", players=players, partners=True)


@pytest.mark.parametrize("name", CARD_GAMES)
@pytest.mark.parametrize("players", [4, 6])
def test_partners_share_a_side(name: str, players: int) -> None:
    rules = configure(name, players=players, partners=True)
    assert rules.sides == players // 2
    for seat in range(players):
        assert rules.members(rules.side(seat)) == sorted([seat, (seat + players // 2) % players])


@pytest.mark.parametrize("players", range(2, 7))
def test_first_is_a_seat_of_the_table(players: int) -> None:
    for name in ("classic", "dice"):
        assert configure(name, players=players, first=players - 1).first == players - 1
    for name in ("classic", "dice"):
        with pytest.raises(RulesError, match="first must be 0 to"):
            configure(name, players=players, first=players)


@pytest.mark.parametrize(
    ("name", "players", "most"),
    [("classic", 2, 81), ("classic", 4, 40), ("classic", 6, 27), ("mod", 2, 56), ("mod", 6, 18)],
)
def test_the_stocks_are_no_more_than_the_deck(name: str, players: int, most: int) -> None:
    assert configure(name, players=players, stock=most).stock == most
    with pytest.raises(RulesError, match=f"stock must be 1 to {most}, not {most + 1}"):
        configure(name, players=players, stock=most + 1)
    with pytest.raises(RulesError, match="stock must be 1 to"):
        configure(name, players=players, stock=0)


def test_a_small_deck_needs_a_small_stock() -> None:
    with pytest.raises(RulesError, match="stock must be 1 to 9, not 30"):
        configure("classic", copies=1, wilds=6)
    assert configure("classic", copies=1, wilds=6, stock=9).cards == 18


def test_a_deck_may_hold_254_cards() -> None:
    assert configure("classic", copies=20, wilds=14).cards == 254
    with pytest.raises(RulesError, match=r"a deck may hold 254 cards, not 12 x 20 \+ 15 = 255"):
        configure("classic", copies=20, wilds=15)
    assert configure("classic", copies=20, ranks=3, wilds=100).cards == 160


def test_short_is_a_stock_of_ten_and_no_other() -> None:
    assert configure("classic", short=True, stock=10) == configure("classic", stock=10)
    assert configure("classic", short=False) == configure("classic")
    assert configure("classic", short=False, stock=12).stock == 12
    with pytest.raises(RulesError, match="short means a stock of 10"):
        configure("classic", short=True, stock=12)


def test_five_players_may_still_choose_their_stock() -> None:
    assert configure("classic", players=5, stock=30).stock == 30


# --- Rules


@pytest.mark.parametrize("name", CARD_GAMES)
def test_options_tells_every_option_but_short(name: str) -> None:
    options = configure(name, players=4, partners=True, stock=12).options()
    assert set(options) == set(CARD_OPTIONS) - {"short"}
    assert (options["players"], options["partners"], options["stock"]) == (4, True, 12)
    assert configure(name, **options) == configure(name, players=4, partners=True, stock=12)


def test_options_of_dice() -> None:
    expected = {"players": 3, "first": 1, "target": 70, "wild_faces": 1}
    assert configure("dice", **expected).options() == expected


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_nothing_is_changed_in_an_edition_as_it_is(name: str, players: int) -> None:
    assert configure(name, players=players).changed() == {}


def test_changed_tells_the_house_rules() -> None:
    rules = configure("mod", players=4, partners=True, refill="none", hand=7, first=2, short=True)
    assert rules.changed() == {
        "partners": True,
        "refill": "none",
        "hand": 7,
        "first": 2,
        "stock": 10,
    }
    assert configure("mod", players=4, **rules.changed()) == rules
    assert configure("classic", players=5, stock=30).changed() == {"stock": 30}
    assert configure("dice", wild_faces=1, target=75).changed() == {"wild_faces": 1, "target": 75}


def test_but_changes_what_it_names_and_keeps_the_rest() -> None:
    rules = configure("classic", players=4, stock=12, refill="none")
    assert rules.but(partners=True) == configure(
        "classic", players=4, stock=12, refill="none", partners=True
    )
    assert rules.but() == rules
    assert rules.but(stock=5).but(stock=12) == rules
    assert rules.players == 4


def test_but_checks_again() -> None:
    rules = configure("classic", players=4, partners=True, first=3)
    for changes in ({"players": 5}, {"players": 2}, {"stock": 41}, {"stock": 0}, {"colour": 1}):
        with pytest.raises(RulesError):
            rules.but(**changes)


@pytest.mark.parametrize(("before", "after"), [(2, 5), (4, 6), (6, 2), (5, 4)])
def test_but_with_other_players_has_the_stock_of_their_number(before: int, after: int) -> None:
    rules = configure("classic", players=before).but(players=after)
    assert rules == configure("classic", players=after)


def test_but_keeps_a_chosen_stock_with_other_players() -> None:
    assert configure("classic", stock=12).but(players=5).stock == 12


def test_but_can_make_the_game_short() -> None:
    assert configure("classic").but(short=True).stock == 10
    assert configure("classic", stock=12).but(short=True).stock == 10
    with pytest.raises(RulesError, match="short means a stock of 10"):
        configure("classic").but(short=True, stock=12)


def test_rules_are_values() -> None:
    assert len({configure("classic"), configure("classic", stock=30), configure("deluxe")}) == 2
    with pytest.raises(FrozenInstanceError):
        configure("classic").stock = 3  # type: ignore[misc]


# --- Options as text


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("stock", "30", 30),
        ("wilds", "0", 0),
        ("partners", "yes", True),
        ("partners", "No", False),
        ("short", "TRUE", True),
        ("short", "false", False),
        ("refill", "none", "none"),
    ],
)
def test_an_option_is_read_from_text(name: str, text: str, value: object) -> None:
    parsed = OPTIONS[name].parse(text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("stock", "0"),
        ("stock", "ten"),
        ("stock", "2.5"),
        ("stock", ""),
        ("stock", "True"),
        ("partners", "1"),
        ("partners", ""),
        ("refill", "all"),
        ("refill", "NONE"),
    ],
)
def test_a_wrong_text_is_refused_with_the_range(name: str, text: str) -> None:
    told = "0" if text == "0" else repr(text)
    with pytest.raises(RulesError, match=f"^{name} must be {OPTIONS[name].range}, not {told}$"):
        OPTIONS[name].parse(text)


def test_the_range_in_words() -> None:
    assert Option("n", "", 1, 3).range == "1 to 3"
    assert Option("f", "", flag=True).range == "yes or no"
    assert Option("c", "", choices=("this", "that")).range == "this or that"
