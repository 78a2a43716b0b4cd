"""The learned player: what its network is told, what positions and moves are worth, the levels.

How well the shipped network plays is no matter here.
"""

import random
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.networks import liking
from tests.positions import Position
from tests.strategies import CARD_EDITIONS, STEADY, all_rules, play_on, positions

import skipbo
from skipbo.arena.contest import Contest
from skipbo.bots import features, native, network, strong, weights
from skipbo.bots.imagine import imagine
from skipbo.bots.network import BLUR, LOOKS, ODDS_BITS, ROW, WEIGHTS
from skipbo.bots.planes import to_planes
from skipbo.bots.segment import MOST_NODES, node_at
from skipbo.bots.valuer import Valuer
from skipbo.errors import SkipboError
from skipbo.machine import loop
from skipbo.machine.python import Mind, machine
from skipbo.machine.runs import room
from skipbo.rules.editions import Rules, configure
from skipbo.table.game import Game
from skipbo.table.notation import Move

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("international", {"players": 5}),
    ("deluxe", {"players": 6, "partners": True}),
    ("mod", {"players": 3}),
    ("mod", {"players": 4, "partners": True}),
]
EXACTLY = 1e-6  # but for rounding


def any_network(seed: int, looks: int = MOST_NODES) -> tuple[int, ...]:
    """One that has learned nothing: it likes this and that."""
    rng = random.Random(seed)
    row = [strong.LEARNED, 0, looks, *(rng.randint(-60, 60) for _ in range(WEIGHTS, ROW))]
    return tuple(row)


def some_positions(edition: str, options: dict[str, Any], count: int) -> list[Game]:
    """Games in which someone has to move, some way into them."""
    found = []
    for seed in range(count):
        game = skipbo.new(edition, seed=seed, stock=4, **options)
        play_on(game, 11 * seed, seed)
        if not game.over:
            found.append(game)
    assert found
    return found


class Network(Valuer):
    """A valuer that asks a network of ours."""

    def __init__(self, rules: Rules, row: tuple[int, ...]) -> None:
        super().__init__(rules)
        self._row = row


# --- Features


def seen(rules: Rules, state: Any, row: tuple[int, ...]) -> list[int]:
    """All that a network has worked out of a position as it is, were the turn over."""
    modules = native.modules([row], rules)
    ask, work = machine(rules, loop, *modules), [0] * room(rules, modules)[1]
    ask.write_root(state, work)
    ask.see_table(state, row, work)
    ask.see_node(state, row, work, node_at(0), features.TURN_OVER)
    ask.value_of_hand(state, row, work, node_at(0), [0, 0, 0])
    return work


def listed(rules: Rules, state: Any) -> list[int]:
    """The features of such a position."""
    work = seen(rules, state, liking({}))
    return work[features.LIST :][: work[features.LISTED]]


@given(data=st.data())
@settings(STEADY, max_examples=60)
def test_every_feature_has_its_number(data: st.DataObject) -> None:
    """At every table that house rules allow, six seats and six piles among them."""
    game = data.draw(st.sampled_from(CARD_EDITIONS).flatmap(lambda e: positions(all_rules(e))))
    if game.over:
        return
    found = listed(game.rules, imagine(game.view(game.seat)))
    assert 0 < len(found) <= features.MOST_FEATURES
    assert all(0 <= feature < features.FEATURES for feature in found)


def test_building_piles_are_alike_in_any_order() -> None:
    told: dict[str, Any] = {
        "hands": ["3 9 W"],
        "stocks": ["4 5", "6 7"],
        "discards": [["8", "2 1"]],
    }
    lists = []
    for building in ([2, 4, 0, 4], [0, 2, 4, 4], [4, 4, 2, 0]):
        position = Position("classic", building=building, **told)
        lists.append(sorted(listed(position.rules, position.state)))
    assert lists[0] == lists[1] == lists[2]
    other = Position("classic", building=[2, 4, 0, 5], **told)
    assert sorted(listed(other.rules, other.state)) != lists[0]


def test_the_chance_that_what_is_missing_comes() -> None:
    """A 3 is missing before the 4 can be played; with a card in hand, four are drawn."""
    told: dict[str, Any] = {"hands": ["9"], "stocks": ["4", "7"], "building": [2, 2, 2, 2]}
    position = Position("classic", **told)
    found = listed(position.rules, position.state)
    levels = range(features.OWN_CHANCE, features.OWN_CHANCE + features.CHANCES)
    (level,) = (feature - features.OWN_CHANCE for feature in found if feature in levels)
    hand, stock_tops, on_piles = 1, 2, 4 * 2
    others = 1 - (12 + 18) / (162 - hand - stock_tops - on_piles)  # neither a 3 nor a wild
    assert level == round((1 - others**4) * (features.CHANCES - 1))


def test_a_card_at_hand_is_as_near_as_its_nearest_pile() -> None:
    told: dict[str, Any] = {"stocks": ["4", "7"], "building": [2, 6, 0, 0], "discards": [["8"]]}
    position = Position("classic", hands=["9"], **told)
    found = listed(position.rules, position.state)
    assert features.HELD_STEPS + 2 * features.SAME_NUMBER in found
    assert features.TOP_STEPS + 1 in found


def test_two_things_at_once_have_a_feature() -> None:
    """Where a card could be played, and how near it leads to the stock card; cards together."""
    told: dict[str, Any] = {"stocks": ["4", "7"], "building": [2, 6, 0, 0], "discards": [["8 3"]]}
    position = Position("classic", hands=["9 3"], **told)
    found = listed(position.rules, position.state)
    nine, three = 2 * 13 + (4 - 9) % 12, 0 * 13 + 1  # two cards before it fits; none
    assert features.HELD_WHERE + nine in found
    assert features.HELD_WHERE + three in found
    assert features.TOP_WHERE + three in found
    assert features.UNDER_WHERE + 1 * 13 + (4 - 8) % 12 in found
    assert features.HELD_APART + 6 in found
    assert features.TOP_FROM_HELD in found  # a 3 on a pile, and one in hand
    assert features.FITTING + 2 * 6 + 1 in found


# --- The network, in whole numbers and in a file


def test_the_odds_are_powers_of_two() -> None:
    for n in range(-6, 7):
        power = network.power(n << ODDS_BITS) / network.ONE
        assert power == pytest.approx(2.0**n)
        between = network.power((n << ODDS_BITS) + (1 << ODDS_BITS - 1)) / network.ONE
        assert between == pytest.approx(2.0 ** (n + 0.5), rel=0.003)


def test_a_network_likes_what_its_weights_say() -> None:
    """With four stock cards left a lead counts half: two for a wild make the odds two to one."""
    position = Position("classic", hands=["W 9"], stocks=["12 3", "12 3"], building=[5, 5, 5, 5])
    valuer = Network(position.rules, liking({features.HELD_WILDS + 1: 2}))
    assert valuer.best(position.state).move == Move.parse("h9>d1").code
    kept, spent = (valuer.after(position.state, Move.parse(m).code) for m in ("h9>d1", "hW>b1"))
    assert kept == pytest.approx((2 / 3, 1 / 3), abs=0.003)
    assert spent == pytest.approx((1 / 2, 1 / 2))


@pytest.mark.parametrize(("draw", "onto"), [("7", ">d"), ("", ">b")])
def test_o3_where_nothing_can_be_drawn_cards_are_played(draw: str, onto: str) -> None:
    """A network that would rather keep two cards waits for better ones, while there are any."""
    position = Position("classic", hands=["1 2 9"], stocks=["5 5", "5 5"], draw=draw)
    valuer = Network(position.rules, liking({features.HELD_CARDS + 2: 1}))
    best = valuer.best(position.state)
    assert onto in Move.of(best.move, "cards")
    assert valuer.after(position.state, best.move) == best.shares  # what is told stays as it is
    assert (best.shares[0] > 1 / 2) == (onto == ">d")


def test_each_kind_of_table_has_weights_of_its_own() -> None:
    tables: list[dict[str, Any]] = [{}, {"players": 5}, {"players": 4, "partners": True}]
    kinds = {network.kind_of(skipbo.new("classic", **table)._state) for table in tables}
    assert kinds == set(range(network.KINDS))


def test_what_is_packed_is_unpacked() -> None:
    rng = random.Random(1)
    told = [rng.randint(-30_000, 30_000) for _ in range(WEIGHTS, ROW)]
    assert weights.unpack(weights.pack(told)) == tuple(told)


def test_a_network_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=rf"a network has {ROW - WEIGHTS:,} numbers, not 10"):
        weights.unpack(to_planes(range(10)))


def test_a_file_of_weights_is_a_player(tmp_path: Path) -> None:
    """For those who have taught a network: the arena takes it as it is."""
    file, rules = tmp_path / "new.bin", configure("classic", players=3)
    row = any_network(7)
    file.write_bytes(weights.pack(row[WEIGHTS:]))
    contest = Contest(rules, (str(file), "learned", "./mybot"))
    assert contest.natives == {0: row, 1: native.player("learned", rules)}
    assert native.searches(str(file), rules)
    assert native.entrant(str(file), configure("dice")) is None
    with pytest.raises(SkipboError, match="there is no bot 'nobody'"):
        native.required("nobody", rules)


@pytest.mark.parametrize("content", [None, b"", b"no weights", zlib.compress(b"abc")])
def test_a_file_without_weights_is_no_player(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "old.bin"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SkipboError, match=r"old\.bin (cannot be read|holds no weights)"):
        native.entrant(str(file), configure("classic"))


@pytest.mark.parametrize("edition", CARD_EDITIONS)
def test_every_card_game_has_a_network(edition: str) -> None:
    rules = configure(edition)
    assert len(native.player("learned", rules)) == ROW
    assert native.best(rules.family) == "learned"


# --- What positions and moves are worth


@pytest.mark.parametrize(("edition", "options"), TABLES, ids=str)
def test_all_shares_make_a_game(edition: str, options: dict[str, Any]) -> None:
    for game in some_positions(edition, options, 4):
        rules = game.rules
        valuer = Network(rules, any_network(len(game.moves)))
        state = imagine(game.view(game.seat))
        for shares in (valuer.best(state).shares, valuer.after(state, game.legal()[-1].code)):
            assert len(shares) == rules.players
            assert sum(shares) == pytest.approx(2 if rules.partners else 1, abs=0.01)
            if rules.partners:
                assert all(shares[i] == shares[rules.partner(i)] for i in range(rules.players))


@pytest.mark.parametrize(("edition", "options"), TABLES, ids=str)
def test_the_best_move_is_worth_what_the_position_is(edition: str, options: dict[str, Any]) -> None:
    for game in some_positions(edition, options, 5):
        valuer, state = Network(game.rules, any_network(1)), imagine(game.view(game.seat))
        best = valuer.best(state)
        assert Move.of(best.move, "cards") in game.legal()
        assert valuer.after(state, best.move) == pytest.approx(best.shares, abs=EXACTLY)


WAYS: dict[str, tuple[str, dict[str, Any], dict[int, int]]] = {
    "s>b1": ("classic", {"hands": ["9 8"], "stocks": ["5 1", "5 5"]}, {features.TURNED: 1}),
    "h1>b1": ("classic", {"hands": ["1"], "stocks": ["5 5", "5 5"]}, {features.EMPTIED_HAND: 1}),
    "d1>b1": (
        "classic",
        {"hands": ["9"], "stocks": ["5 5", "5 5"], "discards": [["1"]]},
        {features.REACHED + 1 * 3: 1},
    ),
    "h9>d1": (
        "classic",
        {"hands": ["9 8"], "stocks": ["5 5", "5 5"]},
        {features.PAIR + 9 * 14 + features.NO_NUMBER: 1},
    ),
    "pass": ("classic", {"hands": [""], "stocks": ["5 5", "5 5"]}, {}),
    "ps>b1": (
        "classic",
        {"hands": ["9 8"], "stocks": ["5 5", "5 5", "5 1", "5 5"], "players": 4, "partners": True},
        {features.TURNED: 1},
    ),
    "die=1>b1+s": (
        "mod",
        {"hands": ["9 8"], "stocks": ["5 2", "5 5"], "die": "W"},
        {features.TURNED: 1},
    ),
    "die=1>b1+h2": (
        "mod",
        {"hands": ["2"], "stocks": ["5 5", "5 5"], "die": "1-4"},
        {features.EMPTIED_HAND: 1},
    ),
    "die-discard:h9>d1": (
        "mod",
        {"hands": ["9 8 8"], "stocks": ["5 5", "5 5"], "draw": "1 2 3 4", "die": "discard2"},
        {features.HEIGHT + 1: 1, features.HELD_NUMBER + 9 * 3: -1},
    ),
    "die-draw:1": (
        "mod",
        {"hands": ["9 8"], "stocks": ["5 5", "5 5"], "draw": "1 2 3 4", "die": "draw1"},
        {},
    ),
}


@pytest.mark.parametrize("move", WAYS)
def test_a_move_of_every_kind_is_worth_what_the_position_is(move: str) -> None:
    edition, told, worths = WAYS[move]
    position = Position(edition, **told)
    valuer = Network(position.rules, liking(worths))
    best = valuer.best(position.state)
    assert Move.of(best.move, "cards") == move
    assert valuer.after(position.state, best.move) == pytest.approx(best.shares, abs=EXACTLY)


def test_m6_extra_discards_count_after_a_card_as_well() -> None:
    """Three cards that are not liked can go in one turn, after a fourth has been played."""
    told: dict[str, Any] = {"stocks": ["5 5", "5 5"], "draw": "6 6 6 6", "die": "discard2"}
    position = Position("mod", hands=["1 9 8 7 6"], **told)
    liked = {features.HELD_CARDS + n: -n for n in range(11)}
    valuer = Network(position.rules, liking({**liked, features.REACHED + 1 * 3: 8}))
    best = valuer.best(position.state)
    assert Move.of(best.move, "cards") == "h1>b1"
    odds = 2 ** (7 / 2)  # a lead of seven, with four stock cards left
    assert best.shares[0] == pytest.approx(odds / (odds + 1), abs=0.001)
    assert valuer.after(position.state, best.move) == best.shares


def test_a_card_within_a_segment_is_worth_what_comes_after_it() -> None:
    position = Position("classic", hands=["1 2 9 9"], stocks=["5 5", "5 5"], discards=[["3"]])
    valuer = Network(position.rules, any_network(3))
    for move in ("h1>b1", "h2>b1", "d1>b1"):
        told = valuer.after(position.state, Move.parse(move).code)
        position.play(move)
        assert told == pytest.approx(valuer.best(position.state).shares, abs=EXACTLY)


@pytest.mark.parametrize("partners", [False, True])
def test_a_winning_move_is_worth_the_game(partners: bool) -> None:
    stocks = ["1", "5 5", "", "5 5"] if partners else ["1", "5 5"]
    seats: dict[str, Any] = {"players": 4, "partners": True} if partners else {}
    position = Position("classic", hands=["9 8"], stocks=stocks, **seats)
    valuer = Network(position.rules, any_network(4))
    best = valuer.best(position.state)
    assert Move.of(best.move, "cards") == "s>b1"
    assert best.shares == valuer.after(position.state, best.move)
    assert best.shares == ((1, 0, 1, 0) if partners else (1, 0))


def test_dice_is_valued_for_two() -> None:
    game = skipbo.new("dice", seed=1)
    valuer, state = Valuer(game.rules), imagine(game.view(game.seat))
    best = valuer.best(state)
    assert best.shares == valuer.after(state, best.move)
    assert sum(best.shares) == pytest.approx(1)
    for move in game.legal():
        assert valuer.after(state, move.code)[game.seat] <= best.shares[game.seat]
    with pytest.raises(SkipboError, match="solved for two players, not for 3"):
        Valuer(configure("dice", players=3))


# --- The levels


@pytest.mark.parametrize("edition", ["classic", "dice"])
def test_a_level_is_its_stream_and_nothing_else(edition: str) -> None:
    game = skipbo.new(edition, seed=5)
    chosen: dict[str, set[tuple[int, int]]] = {}
    for level in native.LEVELS:
        row = native.player(level, game.rules)
        mind = Mind(game.rules, *native.modules([row], game.rules))
        for seed in (*range(12), *range(12)):
            stream = [seed, 7, 0]
            choice = (seed, mind.choose(game._state, row, stream))
            chosen.setdefault(level, set()).add(choice)
    assert all(len(choices) == 12 for choices in chosen.values())  # one for each stream
    assert len({move for _, move in chosen["easy"]}) > 1
    assert len({move for _, move in chosen["master"]}) == 1


def test_the_best_level_plays_as_the_best_bot() -> None:
    for edition in ("classic", "mod", "dice"):
        rules = configure(edition)
        assert native.player("master", rules) == native.player(native.best(rules.family), rules)


def test_levels_look_less_and_less_well() -> None:
    rows = [native.player(level, configure("classic")) for level in native.LEVELS]
    blurs, looks = ([row[place] for row in rows] for place in (BLUR, LOOKS))
    assert blurs == sorted(blurs, reverse=True)
    assert looks == sorted(looks)
    assert (blurs[-1], looks[-1]) == (0, MOST_NODES)


def test_an_error_is_about_zero() -> None:
    """As the blur has it, which shall not lean to one side."""
    ask = machine(configure("classic"), loop, *native.modules([liking({})], configure("classic")))
    stream = [1, 2, 0]
    errors = [ask.error(stream) for _ in range(2000)]
    assert abs(sum(errors)) / len(errors) < 4000
    assert 20_000 < (sum(e * e for e in errors) / len(errors)) ** 0.5 < 80_000


def test_who_errs_knows_the_odds_all_the_same() -> None:
    """A blur moves what is chosen, but not what is noted of it."""
    state, rules = skipbo.new("classic")._state, configure("classic")
    row = list(liking({}))
    row[BLUR] = 256
    ask = machine(rules, loop, *native.modules([tuple(row)], rules))
    work = [0] * room(rules, native.modules([tuple(row)], rules))[1]
    work[network.SCALE] = network.scale_for(20)
    seen_shares = {ask.own_share(state, row, work, [seed, 2, 0]) for seed in range(20)}
    assert len(seen_shares) > 10
    assert work[network.ODDS] == 0
    row[BLUR] = 0
    assert ask.own_share(state, row, work, [1, 2, 0]) == network.WHOLE // 2
