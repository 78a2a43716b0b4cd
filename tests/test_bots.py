"""The card players: what each does where its description says so, and that all play everywhere."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from tests.positions import Position
from tests.test_hint import hinted

import skipbo
from skipbo.arena.simulate import simulate
from skipbo.bots import NAMES, bot, native, planner, thinker
from skipbo.bots.hint import hint
from skipbo.errors import SkipboError
from skipbo.machine.python import Mind
from skipbo.rules.editions import configure
from skipbo.table.notation import Move

CARD_BOTS = native.names(configure("classic"))
SEARCHING = ("h13", "s1-advanced", "s1-old", "hinton", "planner")
NETWORKS = ("learned", "easy")  # the levels differ in two numbers: the weakest is the quickest

Table = tuple[str, dict[str, Any]]

TABLES: list[Table] = [
    ("classic", {"stock": 4}),
    ("classic", {"players": 3, "stock": 2}),
    ("deluxe", {"players": 4, "partners": True, "stock": 2}),
    ("international", {"players": 5, "stock": 2}),
    ("mod", {"stock": 3}),
    ("mod", {"players": 6, "partners": True, "stock": 2}),
    ("classic", {"hand": 2, "building": 1, "discards": 1, "stock": 2}),
    ("classic", {"hand": 7, "building": 6, "discards": 6, "stock": 2}),
]


def chosen(name: str, position: Position) -> str:
    """What a bot does in a position."""
    row = native.player(name, position.rules)
    mind = Mind(position.rules, *native.modules([row], position.rules))
    return str(Move.of(mind.choose(position.state, row, [1, 2, 0]), "cards"))


def classic(
    hand: str,
    stock: str = "12",
    building: Sequence[int] = (),
    discards: Sequence[str] = (),
    **more: Any,
) -> Position:
    """Two players; the opponent's stock card is a 1 unless it is told."""
    stocks = [stock, more.pop("theirs", "1")]
    told = {"hands": [hand], "stocks": stocks, "building": building, "discards": [discards]}
    return Position("classic", **{**told, "draw": "7 7 7 7 7 7", **more})


# --- All of them


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("name", ["random", "greedy", *SEARCHING])
def test_every_bot_plays_every_table_to_its_end(name: str, table: Table) -> None:
    rules = configure(table[0], **table[1])
    summary = simulate(rules, [name], 2, on="python", limit=3000)
    assert name == "random" or summary.unfinished == 0
    others = [name, *SEARCHING][: rules.players]
    others += ["greedy"] * (rules.players - len(others))
    assert simulate(rules, others, 1, on="python", limit=3000).games == 1


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_networks_play_at_every_table(table: Table) -> None:
    game = skipbo.new(table[0], seed=3, **table[1])
    while not game.over and len(game.moves) < 12:
        name = NETWORKS[len(game.moves) % len(NETWORKS)]
        game.play(bot(name).choose(game.view(game.seat), game.legal(), random.Random(0)))


def test_compiled_bots_play_the_interpreted_games() -> None:
    """With MOD's die and partners, which have all that other tables have: compiled once for all."""
    rules = configure("mod", players=6, partners=True, stock=2)
    for i in range(0, len(SEARCHING), 2):
        bots = [SEARCHING[(i + seat) % len(SEARCHING)] for seat in range(6)]
        told = [simulate(rules, bots, 3, on=on, limit=1000).digest for on in ("cpu", "python")]
        assert told[0] == told[1]
    bots = [*NETWORKS, *native.LEVELS]  # who take their time where they are interpreted
    told = [simulate(rules, bots, 2, on=on, limit=40).digest for on in ("cpu", "python")]
    assert told[0] == told[1]


def test_a_compiled_bot_hints_the_same() -> None:
    """Here, where most of it has just been compiled, and not among the other hints."""
    game = skipbo.new("mod", seed=2, stock=5)
    asked = []
    while not game.over and len(game.moves) < 20:
        asked.append((game.view(game.seat), game.legal(), hinted(game)))
        game.play(asked[-1][2].move)
    thinker.prepare(game.rules, "learned", wait=True)
    row = native.player("learned", game.rules)
    assert not isinstance(thinker.mind(game.rules, row), Mind)
    assert all(hint(view, legal) == told for view, legal, told in asked)


@pytest.mark.parametrize("name", SEARCHING)
def test_every_bot_plays_its_stock_card_where_it_fits(name: str) -> None:
    assert chosen(name, classic("9 9 9 9 9", "5 3", building=[2])) == "s>b1"


@pytest.mark.parametrize("name", SEARCHING)
def test_every_bot_leads_to_its_stock_card(name: str) -> None:
    position = classic("3 9 10 11 9", "5 4", building=[2], theirs="1 8")
    assert chosen(name, position) == "h3>b1"


@pytest.mark.parametrize("name", SEARCHING)
def test_p1_every_bot_plays_its_partners_stock_card(name: str) -> None:
    position = Position(
        "classic",
        players=4,
        partners=True,
        hands=["9 9 9 9 9"],
        stocks=["5 8", "5 8", "5 1", "5 8"],
    )
    assert chosen(name, position).startswith("ps>b")


@pytest.mark.parametrize("name", [*SEARCHING, *NETWORKS])
def test_o2_every_bot_passes_with_nothing_left(name: str) -> None:
    assert chosen(name, classic("", "5 8", draw="")) == "pass"


@pytest.mark.parametrize("name", SEARCHING)
def test_m4_every_bot_lets_the_die_lead_to_its_stock_card(name: str) -> None:
    position = Position("mod", hands=["9 9 9 9 9"], stocks=["5 4", "5 8"], building=[2], die="1-4")
    assert chosen(name, position) == "die=3>b1+s"


@pytest.mark.parametrize("name", [*SEARCHING, *NETWORKS])
def test_m7_every_bot_burdens_the_opponent_who_is_nearest_out(name: str) -> None:
    position = Position(
        "mod",
        players=3,
        hands=["9 9 9 9 9"],
        stocks=["5 8", "8 8 8", "8 8"],
        draw="1 2 3",
        die="draw1",
    )
    assert chosen(name, position) == "die-draw:2"


def would_win_out_of_turn(edition: str) -> skipbo.Game:
    """A game in which seat 1 plays out of turn, and the stock card that it may not play fits."""
    for seed in range(100):
        game = skipbo.new(edition, seed=seed, stock=1, enforcement="table", players=3)
        game.play("draw", 1)
        if "no game ends" in (game.why_not("s>b1") or ""):
            return game
    raise AssertionError


@pytest.mark.parametrize("edition", ["deluxe", "mod"])
def test_t2_no_bot_wants_to_win_out_of_turn(edition: str) -> None:
    game = would_win_out_of_turn(edition)
    for name in native.names(game.rules):
        move = bot(name).choose(game.view(1), game.legal(), random.Random(1))
        assert move in game.legal(), name


def test_a_bot_of_the_other_family_is_refused_by_name() -> None:
    game = skipbo.new("dice", seed=1)
    with pytest.raises(SkipboError, match="no bot 'planner' for dice; the bots are random"):
        bot("planner").choose(game.view(game.seat), game.legal(), random.Random(0))


def test_every_native_name_is_a_bot() -> None:
    assert [bot(name).name for name in NAMES] == list(NAMES)


# --- h13


def test_h13_covers_from_discards_before_the_hand_and_wilds_last() -> None:
    position = classic("3 W 9 9 9", "12 4", building=[2], discards=["3"])
    assert chosen("h13", position) == "d1>b1"
    assert chosen("h13", classic("W 9 9 9 8", "12 4", building=[2])) == "hW>b1"


def test_h13_takes_the_shortest_plan_and_digs() -> None:
    position = classic("9 9 9 9 8", "12 6", building=[2, 11], discards=["5 4 3"])
    assert chosen("h13", position) == "d1>b1"


def test_h13_plays_the_whole_hand_if_it_can() -> None:
    assert chosen("h13", classic("1 2", "12 9")) == "h1>b1"
    assert chosen("h13", classic("1 2 9 9", "12 6")) != "h1>b1"


def test_h13_plays_high_numbers_above_the_stocks_unless_two_piles_wait() -> None:
    assert chosen("h13", classic("8 12 12 12", "12 3", building=[7])) == "h8>b1"
    assert chosen("h13", classic("8 12 12 12", "12 3", building=[7, 7])).endswith(">d1")
    assert chosen("h13", classic("5 12 12 12", "12 3", building=[4])).endswith(">d1")


def test_h13_discards_onto_an_equal_card_else_onto_the_shallowest_pile() -> None:
    assert chosen("h13", classic("9 8", "12 3", discards=["2 3", "4 8", "1", "1"])) == "h8>d2"
    assert chosen("h13", classic("9 8", "12 3", discards=["2 3", "4", "2", ""])) == "h9>d4"


# --- s1-advanced, s1-old


def test_s1_advanced_does_not_open_the_way_for_the_opponent() -> None:
    alone = classic("5 9 11 11", "12 2", building=[4], theirs="1 12")
    assert chosen("s1-advanced", alone) == "h5>b1"
    watched = classic("5 9 11 11", "12 2", building=[4], theirs="1 6")
    assert ">d" in chosen("s1-advanced", watched)


def test_s1_advanced_discards_one_below_a_top() -> None:
    position = classic("9 11", "12 3", discards=["12", "10", "9", "4"])
    assert chosen("s1-advanced", position) in ("h9>d2", "h11>d1")


def test_s1_old_plays_towards_its_stock_card_only() -> None:
    assert chosen("s1-old", classic("3 9 9 9", "12 8", building=[2])) == "h3>b1"
    assert chosen("s1-old", classic("9 1 1 1", "12 5", building=[8, 3, 3, 3])) == "h9>d1"


def test_s1_old_discards_its_highest_card() -> None:
    assert chosen("s1-old", classic("9 2 11", "12 8", discards=["3", "12", "11"])) == "h11>d2"


# --- hinton


def test_hinton_keeps_piles_away_from_the_opponents_stock_card() -> None:
    assert chosen("hinton", classic("5 11 11 11", "12 2", building=[4], theirs="1 12")) == "h5>b1"
    assert chosen("hinton", classic("5 11 11 11", "12 2", building=[4], theirs="1 8")) == "h11>d1"


def test_hinton_plays_a_wild_as_a_twelve_only() -> None:
    assert chosen("hinton", classic("W 9 9", "12 8", building=[11, 1, 1, 1])) == "hW>b1"
    assert ">d" in chosen("hinton", classic("W 9 9", "12 8", building=[10, 1, 1, 1]))


# --- planner


def test_the_planner_wins_if_it_can() -> None:
    position = classic("1 2 W 9 9", "5", discards=["3"], theirs="1 12")
    for _ in range(4):
        position.play(chosen("planner", position))
    assert chosen("planner", position).startswith("s>b")


def test_the_planner_digs_for_a_card_that_leads_to_the_stock() -> None:
    position = classic("9 9 9 9 9", "12 5", building=[2], discards=["4 3"], theirs="1 12")
    assert chosen("planner", position) == "d1>b1"


def test_the_planner_spends_no_wild_where_a_number_does() -> None:
    position = classic("3 W 9 9 9", "12 4", building=[2], theirs="1 12")
    assert chosen("planner", position) == "h3>b1"


def test_the_planner_does_not_open_the_way_for_the_opponent() -> None:
    position = classic("5 9 11 12 12", "12 2", building=[4], theirs="1 6")
    assert ">d" in chosen("planner", position)


def test_the_planner_discards_one_below_rather_than_bury() -> None:
    position = classic("9 9 9", "12 7", discards=["2", "10", "4", "3"], theirs="1 12")
    assert chosen("planner", position) == "h9>d2"


def test_m6_the_planner_uses_its_extra_discards() -> None:
    position = Position(
        "mod", hands=["9 9 8 8 7"], stocks=["5 3", "5 12"], draw="1 2 3 4 5 6 7 8", die="discard2"
    )
    first = chosen("planner", position)
    assert first.startswith("die-discard:")
    position.play(first)
    assert chosen("planner", position).startswith("die-discard:")


def test_a_row_holds_every_weight() -> None:
    assert len(native.player("planner", configure("classic"))) == planner.DRY + 1
