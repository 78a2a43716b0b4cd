"""The card games, rule by rule. The numbers are those of docs/rules.md."""

from collections import Counter

import pytest
from tests.positions import ONE_TO_TWELVE, Cards, Deal, Position

from skipbo.errors import RulesError
from skipbo.rules import cards
from skipbo.rules.editions import configure
from skipbo.rules.state import OK

CARD_GAMES = ["classic", "deluxe", "international", "mod"]
REFILLS = ["beneath", "none"]


def all_faces(game: Cards) -> Counter[str]:
    return Counter(game.faces(game.everything()).split())


def moves(game: Cards, part: str) -> set[str]:
    """The legal moves whose text has that part."""
    return {move for move in game.legal() if part in move}


# --- Cards and deal


@pytest.mark.parametrize("edition", ["classic", "deluxe", "international"])
def test_c1_the_deck_has_12_of_each_number_and_18_wilds(edition: str) -> None:
    faces = all_faces(Deal(edition))
    assert faces == {**{str(n): 12 for n in range(1, 13)}, "W": 18}
    assert faces.total() == 162


def test_c1_mod_has_112_cards() -> None:
    assert all_faces(Deal("mod")).total() == 112


@pytest.mark.parametrize("edition", CARD_GAMES)
def test_c2_two_to_six_play(edition: str) -> None:
    for players in range(2, 7):
        assert len(Deal(edition, players=players).hands) == players
    for players in (1, 7):
        with pytest.raises(RulesError):
            configure(edition, players=players)


@pytest.mark.parametrize("edition", CARD_GAMES)
@pytest.mark.parametrize("players", range(2, 7))
def test_c3_each_stock_pile_is_dealt_its_number(edition: str, players: int) -> None:
    size = 15 if edition == "mod" else 30 if players < 5 else 20
    game = Deal(edition, players=players)
    assert [len(stock.split()) for stock in game.stocks] == [size] * players
    assert len(game.draw.split()) == game.rules.cards - size * players - 5


@pytest.mark.parametrize("edition", CARD_GAMES)
@pytest.mark.parametrize("players", range(2, 7))
def test_c3_the_short_game_deals_ten(edition: str, players: int) -> None:
    game = Deal(edition, players=players, short=True)
    assert [len(stock.split()) for stock in game.stocks] == [10] * players


def test_c3_cards_are_dealt_one_at_a_time_from_the_first_player_on() -> None:
    game = Deal("classic", "1 2 3 4 5 6 7 8 9 10 11 12", players=3, first=1, stock=2)
    assert game.stocks == ["3 6", "1 4", "2 5"]
    assert game.seat == 1
    assert game.hands == ["", "7 8 9 10 11", ""]
    assert game.draw.startswith("12 ")


def test_c4_only_the_open_stock_card_can_be_played() -> None:
    position = Position("classic", hands=["9"], stocks=["1 7"])
    assert position.why_not("s>b1") == cards.DOES_NOT_FIT


def test_c4_the_next_stock_card_is_turned_up_when_the_open_one_is_played() -> None:
    position = Position("classic", hands=["9"], stocks=["5 3 2 1"])
    position.play("s>b1")
    assert position.stocks[0] == "5 3 2"
    position.play("s>b1")
    position.play("s>b1")
    assert position.stocks[0] == "5"
    assert position.why_not("s>b1") == cards.DOES_NOT_FIT


# --- The piles


@pytest.mark.parametrize("reached", range(12))
def test_c5_a_pile_takes_its_next_number_or_a_wild(reached: int) -> None:
    for face in [*ONE_TO_TWELVE.split(), "W"]:
        position = Position("classic", hands=[f"{face} {face}"], building=[reached])
        fits = face in ("W", str(reached + 1))
        assert position.why_not(f"h{face}>b1") == (OK if fits else cards.DOES_NOT_FIT)


def test_c5_a_free_place_is_begun_with_a_1_or_a_wild() -> None:
    position = Position("classic", hands=["1 2 W"])
    assert moves(position, ">b") == {f"h{face}>b{place}" for face in "1W" for place in (1, 2, 3, 4)}


def test_c5_a_wild_counts_as_the_number_it_stands_for() -> None:
    position = Position("classic", hands=["W W 3 9"])
    position.play("hW>b2")
    position.play("hW>b2")
    position.play("h3>b2")
    assert position.building == [0, 3, 0, 0]
    assert position.piles[1] == "W W 3"


@pytest.mark.parametrize("last", ["12", "W"])
def test_c5_a_pile_that_reaches_12_is_removed_and_its_place_is_free(last: str) -> None:
    position = Position("classic", hands=[f"{last} 1 9"], building=[3, 11, 5, 7])
    assert position.why_not("h1>b2") == cards.DOES_NOT_FIT
    position.play(f"h{last}>b2")
    assert position.building == [3, 0, 5, 7]
    assert position.completed == f"1 2 3 4 5 6 7 8 9 10 11 {last}"
    position.play("h1>b2")
    assert position.piles[1] == "1"


def test_c5_there_is_no_fifth_place() -> None:
    position = Position("classic", hands=["1 9"])
    assert position.why_not("h1>b5") == cards.NO_SUCH_PILE
    assert position.why_not("h1>b6") == cards.NO_SUCH_PILE


def test_c6_with_four_piles_open_a_1_waits() -> None:
    position = Position("classic", hands=["1 9"], stocks=["7 1"], building=[4, 4, 4, 4])
    assert not moves(position, ">b")


def test_c6_a_wild_need_not_wait() -> None:
    position = Position("classic", hands=["W 9"], building=[4, 4, 4, 4])
    assert moves(position, ">b") == {f"hW>b{place}" for place in (1, 2, 3, 4)}


def test_c6_a_completed_pile_makes_room_for_the_1() -> None:
    position = Position("classic", hands=["1 12 9"], building=[4, 4, 11, 4])
    position.play("h12>b3")
    assert moves(position, ">b") == {"h1>b3"}


def test_c7_any_card_goes_on_any_of_the_four_discard_piles() -> None:
    position = Position("classic", hands=["8 W"], discards=[["3", "12 12", "W"]])
    assert moves(position, ">d") == {f"h{face}>d{pile}" for face in "8W" for pile in (1, 2, 3, 4)}
    assert position.why_not("h8>d5") == cards.NO_SUCH_PILE


def test_c7_only_the_top_of_a_discard_pile_can_be_played() -> None:
    position = Position("classic", hands=["9"], discards=[["5 4", "4 5"]], building=[4])
    assert position.why_not("d1>b1") == cards.DOES_NOT_FIT
    position.play("d2>b1")
    assert position.discards[0] == ["5 4", "4", "", ""]
    assert position.why_not("d3>b1") == cards.DISCARD_PILE_EMPTY
    assert position.why_not("d5>b1") == cards.NO_SUCH_PILE


def test_c7_a_discard_pile_has_no_limit() -> None:
    pile = " ".join(["7"] * 12 + ["8"] * 12 + ["9"] * 11)
    position = Position("classic", hands=["9"], discards=[[pile]])
    position.play("h9>d1")
    assert position.discards[0][0] == f"{pile} 9"


def test_c7_nobody_plays_from_an_opponents_piles() -> None:
    position = Position("classic", hands=["9"], stocks=["7", "1"], discards=[[], ["1"]])
    assert position.legal() == {f"h9>d{pile}" for pile in (1, 2, 3, 4)}


# --- A turn


@pytest.mark.parametrize("held", range(6))
def test_c8_a_turn_begins_with_a_draw_up_to_five(held: int) -> None:
    hand = " ".join(["8"] * held)
    position = Position("classic", hands=["9 9", hand], draw="1 2 3 4 5 6")
    position.play("h9>d1")
    assert position.seat == 1
    assert position.hands[1].split() == ["8"] * held + list("12345")[: 5 - held]
    assert len(position.draw.split()) == 1 + held


def test_c8_cards_come_from_the_hand_the_stock_and_the_discards() -> None:
    position = Position(
        "classic", hands=["1 9"], stocks=["7 2"], discards=[["3"], ["4"]], building=[0]
    )
    position.play("h1>b1")
    position.play("s>b1")
    position.play("d1>b1")
    assert position.piles[0] == "1 2 3"
    assert position.seat == 0


def test_c8_no_play_is_compulsory() -> None:
    position = Position("classic", hands=["1 W"], stocks=["7 1"], draw=ONE_TO_TWELVE)
    position.play("hW>d1")
    assert position.seat == 1


def test_c8_a_turn_ends_with_one_hand_card_on_an_own_discard_pile() -> None:
    position = Position("classic", hands=["9 8 7"], draw=ONE_TO_TWELVE)
    position.play("h8>d3")
    assert position.seat == 1
    assert position.hands[0] == "9 7"
    assert position.discards == [["", "", "8", ""], ["", "", "", ""]]


def test_c8_only_hand_cards_are_discarded_and_a_hand_does_not_pass() -> None:
    position = Position("classic", hands=["9"], stocks=["7"], discards=[["3"]])
    assert position.why_not("s>d1") == cards.ONLY_HAND_CARDS
    assert position.why_not("d1>d2") == cards.ONLY_HAND_CARDS
    assert position.why_not("h8>d1") == cards.NOT_IN_HAND
    assert position.why_not("pass") == cards.HAND_NOT_EMPTY


def test_c8_turns_pass_to_the_left_round_the_table() -> None:
    position = Position("classic", players=3, hands=["9"], draw=" ".join(["8"] * 12))
    seats = []
    position.play("h9>d1")
    for _ in range(2):
        seats.append(position.seat)
        position.play("h8>d1")
    assert [*seats, position.seat] == [1, 2, 0]


def test_c9_emptied_hand_draws_again_in_the_same_turn() -> None:
    position = Position("classic", hands=["1 2"], draw="5 6 7 8 9 10")
    position.play("h1>b1")
    assert position.hands[0] == "2"
    position.play("h2>b1")
    assert position.seat == 0
    assert position.hands[0] == "5 6 7 8 9"
    assert position.draw == "10"


def test_c9_a_hand_can_be_emptied_several_times_in_one_turn() -> None:
    position = Position("classic", hands=["1"], draw=f"2 3 4 5 6 {ONE_TO_TWELVE}", building=[0, 6])
    for n in range(1, 7):
        position.play(f"h{n}>b1")
    assert position.hands[0] == "1 2 3 4 5"
    for n in range(1, 6):
        position.play(f"h{n}>b3")
    assert position.seat == 0
    assert position.hands[0] == "6 7 8 9 10"


def test_c9_discarding_the_last_hand_card_draws_nothing() -> None:
    position = Position("classic", hands=["9", "8 8 8 8"], draw="1 2 3 4 5 6 7")
    position.play("h9>d1")
    assert position.seat == 1
    assert position.hands == ["", "8 8 8 8 1"]
    position.play("h8>d1")
    assert position.hands[0] == "2 3 4 5 6"


def test_c9_the_last_hand_card_may_call_for_the_pile_that_it_completes() -> None:
    position = Position("classic", hands=["12"], building=[11])
    position.play("h12>b1")
    assert position.waiting == "shuffle"
    position.tell("7 12 1 3 5")
    assert position.seat == 0
    assert position.hands[0] == "7 12 1 3 5"
    assert position.completed == ""


def test_c9_a_card_from_elsewhere_does_not_fill_the_hand() -> None:
    position = Position("classic", hands=["9"], stocks=["7 1"], discards=[["2"]], draw="5 6 7")
    position.play("s>b1")
    position.play("d1>b1")
    assert position.hands[0] == "9"


@pytest.mark.parametrize("refill", REFILLS)
def test_c10_completed_piles_are_shuffled_in_mid_draw(refill: str) -> None:
    position = Position(
        "classic",
        refill=refill,
        hands=["9 9"],
        draw="8 8",
        completed=ONE_TO_TWELVE,
        building=[5],
    )
    position.play("h9>d1")
    assert position.waiting == "shuffle"
    assert position.hands[1] == "8 8"
    assert position.legal() == set()
    position.tell("4 7 2 11")
    assert position.hands[1] == "8 8 4 7 2"
    assert position.draw.startswith("11 ")
    assert position.completed == ""
    assert position.piles[0] == "1 2 3 4 5"


def test_c10_no_shuffle_before_a_card_is_needed() -> None:
    position = Position("classic", hands=["9 9"], draw="1 2 3 4 5", completed=ONE_TO_TWELVE)
    position.play("h9>d1")
    assert position.waiting == "move"
    assert position.hands[1] == "1 2 3 4 5"
    assert position.draw == ""
    assert position.completed == ONE_TO_TWELVE


@pytest.mark.parametrize(("refill", "hand"), [("beneath", "8 7 3 1 2"), ("none", "8 7")])
def test_c10_comes_before_o1_in_one_draw(refill: str, hand: str) -> None:
    position = Position(
        "classic", refill=refill, hands=["9 9"], completed="7 8", building=[5], draw=""
    )
    shuffles = ["8 7", "3 1 2 4"] if refill == "beneath" else ["8 7"]
    position.play("h9>d1", *shuffles)
    assert position.waiting == "move"
    assert position.hands[1] == hand
    assert position.building[0] == 5


def test_c10_several_completed_piles_go_back_together() -> None:
    position = Position("classic", hands=["12 12 9"], building=[11, "W 2 3 4 5 6 7 8 9 10 11"])
    position.play("h12>b1")
    position.play("h12>b2")
    position.play("h9>d1", "12 W 12")
    assert position.hands[1].startswith("12 W 12 ")
    assert len(position.hands[1].split() + position.draw.split()) == 24


def test_c11_the_last_stock_card_wins_at_once() -> None:
    position = Position("classic", hands=["9 1"], stocks=["4", "7 7"], building=[3])
    position.play("s>b1")
    assert position.waiting == "over"
    assert position.winner == 0
    assert position.hands[0] == "9 1"
    assert position.legal() == set()
    assert position.why_not("h1>b2") == cards.GAME_OVER


@pytest.mark.parametrize("last", ["12", "W"])
def test_c11_the_winning_card_may_complete_a_pile(last: str) -> None:
    position = Position("classic", hands=["9"], stocks=[last, "7 7"], building=[11])
    position.play("s>b1")
    assert position.winner == 0
    assert position.building[0] == 0
    assert len(position.completed.split()) == 12


def test_c11_an_empty_hand_and_discards_do_not_win() -> None:
    position = Position("classic", hands=["1"], stocks=["7", "7"])
    position.play("h1>b1")
    assert position.winner is None
    assert position.waiting == "move"


def test_c12_discard_piles_are_empty_in_the_first_turn_and_used_from_the_second_on() -> None:
    game = Deal("classic", "9 9 2 3 4 5 6 1 7 7 7 7 7", players=2, stock=1)
    for pile in (1, 2, 3, 4):
        assert game.why_not(f"d{pile}>b1") == cards.DISCARD_PILE_EMPTY
    game.play("h2>d1")
    game.play("h1>b1")
    game.play("h7>d1")
    assert game.seat == 0
    game.play("d1>b1")
    assert game.building[0] == 2


def test_c13_the_winner_scores_25_and_5_for_each_card_left() -> None:
    stocks = ["1", " ".join(["7"] * 4), " ".join(["8"] * 11)]
    position = Position("classic", players=3, hands=["9"], stocks=stocks)
    assert position.points == 0
    position.play("s>b1")
    assert position.points == 25 + 5 * (4 + 11) == 100


def test_c16_a_wild_may_be_discarded_and_played_from_there() -> None:
    position = Position("classic", hands=["W 9", "8 8 8 8 8"], draw=ONE_TO_TWELVE)
    position.play("hW>d2")
    position.play("h8>d1")
    assert position.discards[0][1] == "W"
    position.play("d2>b1")
    assert position.piles[0] == "W"


@pytest.mark.parametrize("refill", REFILLS)
def test_c16_a_recycled_wild_stays_wild(refill: str) -> None:
    position = Position(
        "classic", refill=refill, hands=["12 9"], building=["1 2 3 4 5 6 7 8 9 10 W", 4]
    )
    position.play("h12>b1")
    position.play("h9>d1", "W 1 2 3 4")
    assert position.hands[1] == "W 1 2 3 4"
    position.play("hW>b2")
    assert position.building[1] == 5


def test_c16_a_wild_taken_from_beneath_stays_wild() -> None:
    position = Position("classic", hands=["9 9"], building=["1 W 3"])
    position.play("h9>d1", "W 1")
    assert position.hands[1] == "W 1"
    position.play("hW>b1")
    assert position.building[0] == 4


# --- Partnership


def partnership(players: int = 4, **layout: object) -> Position:
    return Position("classic", players=players, partners=True, **layout)  # type: ignore[arg-type]


def test_p1_the_partners_stock_and_discard_tops_may_be_played() -> None:
    position = partnership(
        hands=["9"], stocks=["7", "1", "5 1", "1"], discards=[[], ["1"], ["8", "3 2"], ["1"]]
    )
    assert moves(position, ">b") == {
        "ps>b1",
        "ps>b2",
        "ps>b3",
        "ps>b4",
    }
    position.play("ps>b1")
    position.play("pd2>b1")
    assert position.stocks[2] == "5"
    assert position.discards[2] == ["8", "3", "", ""]
    assert position.piles[0] == "1 2"
    assert position.seat == 0
    assert position.why_not("pd3>b1") == cards.DISCARD_PILE_EMPTY
    assert position.why_not("pd5>b1") == cards.NO_SUCH_PILE


def test_p1_without_partners_nobody_elses_cards_are_played() -> None:
    position = Position("classic", players=4, hands=["9"], stocks=["7", "7", "1"])
    assert position.why_not("ps>b1") == cards.NO_PARTNER
    assert position.why_not("pd1>b1") == cards.NO_PARTNER


def test_p2_only_the_own_hand_is_drawn_to_and_played_from() -> None:
    position = partnership(hands=["9 9", "8", "1", ""], draw=ONE_TO_TWELVE)
    assert position.why_not("h1>b1") == cards.NOT_IN_HAND
    position.play("h9>d1")
    assert position.hands == ["9", "8 1 2 3 4", "1", ""]


def test_p2_the_discard_goes_on_an_own_pile_and_comes_from_the_own_hand() -> None:
    position = partnership(hands=["9 9"], discards=[[], [], ["3"]])
    assert position.why_not("ps>d1") == cards.ONLY_HAND_CARDS
    assert position.why_not("pd1>d1") == cards.ONLY_HAND_CARDS
    position.play("h9>d1")
    assert [piles[0] for piles in position.discards] == ["9", "", "3", ""]


def test_p2_playing_the_partners_cards_does_not_fill_a_hand() -> None:
    position = partnership(hands=["9"], stocks=["7", "7", "5 1"], draw=ONE_TO_TWELVE)
    position.play("ps>b1")
    assert position.hands == ["9", "", "", ""]


@pytest.mark.parametrize(("move", "stocks"), [("s>b1", "1/7/6 5/7"), ("ps>b1", "6 5/7/1/7")])
def test_p3_one_finished_stock_does_not_end_the_game(move: str, stocks: str) -> None:
    position = partnership(hands=["9"], stocks=stocks.split("/"))
    position.play(move)
    assert position.waiting == "move"
    assert position.winner is None
    assert position.seat == 0
    assert position.why_not(move) == cards.STOCK_FINISHED


@pytest.mark.parametrize(("move", "stocks"), [("s>b1", "1/7//7"), ("ps>b1", "/7/1/7")])
def test_p3_the_side_wins_when_both_stocks_are_finished(move: str, stocks: str) -> None:
    position = partnership(hands=["9"], stocks=stocks.split("/"))
    position.play(move)
    assert position.waiting == "over"
    assert position.winner == 0


def test_p3_a_player_with_a_finished_stock_goes_on() -> None:
    position = partnership(
        seat=3, hands=["8", "", "", "9"], stocks=["", "7", "6 2", "7"], draw="1 8 8 8"
    )
    position.play("h9>d1")
    assert position.seat == 0
    assert position.hands[0] == "8 1 8 8 8"
    position.play("h1>b1")
    position.play("ps>b1")
    position.play("h8>d1")
    assert position.seat == 1


def test_p3_an_opponents_finished_stock_does_not_help() -> None:
    position = partnership(hands=["9"], stocks=["1", "", "7", "7"])
    position.play("s>b1")
    assert position.winner is None


def test_p4_the_partners_cards_are_played_by_the_player_on_turn_only() -> None:
    position = partnership(
        hands=["9 9", "8", "1 8"], stocks=["1", "7", "7 1", "7"], draw=" ".join(["8"] * 9)
    )
    assert "ps>b1" in position.legal()
    position.play("h9>d1")
    assert position.seat == 1
    assert not moves(position, ">b")


def test_p6_the_side_scores_for_all_the_opponents_stocks() -> None:
    position = partnership(hands=["9"], stocks=["1", "7 7 7", "", "8 8 8 8"])
    position.play("s>b1")
    assert position.points == 25 + 5 * 7


def test_p6_three_sides() -> None:
    stocks = ["", "7", "8 8", "1", "9 9 9", "10 10 10 10"]
    position = partnership(players=6, hands=["9"], stocks=stocks)
    position.play("ps>b1")
    assert position.winner == 0
    assert position.points == 25 + 5 * 10


@pytest.mark.parametrize("players", [4, 6])
def test_p7_the_partner_sits_opposite(players: int) -> None:
    for seat in range(players):
        partner = (seat + players // 2) % players
        stocks = ["1" if owner == partner else "7" for owner in range(players)]
        stocks[seat] = ""
        position = partnership(players=players, seat=seat, hands=[""] * seat + ["9"], stocks=stocks)
        position.play("ps>b1")
        assert position.winner == position.rules.side(seat) == position.rules.side(partner)


@pytest.mark.parametrize(
    ("players", "sides"), [(4, [[0, 2], [1, 3]]), (6, [[0, 3], [1, 4], [2, 5]])]
)
def test_p7_sides_of_two_are_seated_alternately(players: int, sides: list[list[int]]) -> None:
    rules = configure("classic", players=players, partners=True)
    assert [rules.members(side) for side in range(rules.sides)] == sides


@pytest.mark.parametrize("players", [2, 3, 5])
def test_p7_sides_need_four_or_six_players(players: int) -> None:
    with pytest.raises(RulesError, match="4 or 6 players"):
        configure("classic", players=players, partners=True)


# --- MOD


def test_m1_each_turn_draws_up_to_five_and_rolls() -> None:
    game = Deal("mod")
    assert game.waiting == "roll"
    assert len(game.hands[0].split()) == 5
    assert game.legal() == set()
    game.tell("9-12")
    assert game.die == "9-12"
    game.play(f"h{game.hands[0].split()[0]}>d1")
    assert game.seat == 1
    assert game.waiting == "roll"


def test_m1_the_roll_comes_after_a_shuffle_in_mid_draw() -> None:
    position = Position("mod", hands=["9 9"], completed=ONE_TO_TWELVE, die="1-4")
    position.play("h9>d1", "5 4 3 2 1", "W")
    assert position.waiting == "move"
    assert position.hands[1] == "5 4 3 2 1"
    assert position.die == "W"


def test_m1_the_other_games_have_no_die() -> None:
    position = Position("classic", hands=["9"], building=[7])
    for move in ("die=8>b1+h9", "die-discard:h9>d1", "die-draw:1"):
        assert position.why_not(move) == cards.NO_DIE


def test_m2_the_die_is_used_once() -> None:
    position = Position("mod", hands=["2 2 9"], die="1-4")
    position.play("die=1>b1+h2")
    assert position.die == ""
    assert position.why_not("die=1>b2+h2") == cards.DIE_USED
    assert position.why_not("die-draw:1") == cards.DIE_USED
    assert position.why_not("die-discard:h2>d1") == cards.DIE_USED


def test_m2_the_die_is_used_at_any_moment_of_the_turn() -> None:
    position = Position("mod", hands=["1 3 9"], stocks=["7 4"], die="1-4")
    position.play("h1>b1")
    position.play("die=2>b1+h3")
    position.play("s>b1")
    assert position.building[0] == 4
    assert position.piles[0] == "1 3 4"


def test_m2_a_new_hand_brings_no_new_roll() -> None:
    position = Position("mod", hands=["2"], draw="3 3 3 3 3 3", die="1-4")
    position.play("die=1>b1+h2")
    assert position.hands[0] == "3 3 3 3 3"
    assert position.waiting == "move"
    assert position.die == ""


def test_m2_an_unused_die_waits_for_the_new_hand() -> None:
    position = Position("mod", hands=["1"], draw="3 3 3 3 3", die="1-4")
    position.play("h1>b1")
    assert position.waiting == "move"
    position.play("die=2>b1+h3")


def test_m2_an_unused_die_is_gone_with_the_turn() -> None:
    position = Position("mod", hands=["2 9", "2 2 2 2 2"], die="1-4")
    position.play("h9>d1", "9-12")
    assert position.die == "9-12"
    assert position.why_not("die=1>b1+h2") == cards.NUMBER_NOT_ON_FACE


def test_m3_the_die_has_six_different_faces() -> None:
    game = Deal("mod")
    assert game.die_faces() == ["1-4", "5-8", "9-12", "W", "discard2", "draw1"]
    for face in game.die_faces():
        rolled = Deal("mod", "", face)
        assert rolled.die == face


@pytest.mark.parametrize(
    ("face", "numbers"),
    [
        ("1-4", range(1, 5)),
        ("5-8", range(5, 9)),
        ("9-12", range(9, 13)),
        ("W", range(1, 13)),
        ("discard2", range(0)),
        ("draw1", range(0)),
    ],
)
def test_m3_a_face_stands_for_its_numbers(face: str, numbers: range) -> None:
    for number in range(1, 13):
        position = Position("mod", hands=["W 9"], building=[number - 1], die=face)
        move = f"die={number}>b1+hW"
        assert (position.why_not(move) == OK) == (number in numbers)


@pytest.mark.parametrize(
    ("ranks", "faces"), [(9, ["1-3", "4-6", "7-9"]), (10, ["1-3", "4-6", "7-10"])]
)
def test_m3_fewer_ranks_are_shared_out_among_the_number_faces(ranks: int, faces: list[str]) -> None:
    for face in faces:
        low, high = (int(n) for n in face.split("-"))
        for number in range(1, ranks + 1):
            position = Position(
                "mod",
                ranks=ranks,
                hands=["W"],
                stocks=["1", "1"],
                building=[number - 1],
                die=face,
            )
            move = f"die={number}>b1+hW"
            assert (position.why_not(move) == OK) == (low <= number <= high)


def test_m4_the_die_stands_in_and_the_next_number_follows() -> None:
    position = Position("mod", hands=["8 9 W"], building=[6, 5, 8], die="5-8")
    assert moves(position, "die=") == {"die=7>b1+h8", "die=7>b1+hW", "die=6>b2+hW"}
    position.play("die=7>b1+h8")
    assert position.building[0] == 8
    assert position.piles[0] == "1 2 3 4 5 6 8"
    assert position.hands[0] == "9 W"


def test_m4_the_number_is_what_the_pile_needs() -> None:
    position = Position("mod", hands=["8 9"], building=[5], die="5-8")
    assert position.why_not("die=7>b1+h8") == cards.NUMBER_NOT_NEEDED
    assert position.why_not("die=9>b1+h8") == cards.NUMBER_NOT_ON_FACE
    assert position.why_not("die=7>b5+h8") == cards.NO_SUCH_PILE


def test_m4_without_the_next_card_the_die_cannot_stand_in() -> None:
    position = Position("mod", hands=["6 9"], stocks=["9"], building=[6], die="5-8")
    assert position.why_not("die=7>b1+h9") == cards.NO_FOLLOW_UP
    assert position.why_not("die=7>b1+h8") == cards.NOT_IN_HAND
    assert position.why_not("die=7>b1+d1") == cards.DISCARD_PILE_EMPTY
    assert position.why_not("die=7>b1+s") == cards.NO_FOLLOW_UP
    assert not moves(position, "die=")


def test_m4_the_next_card_comes_from_anywhere_one_may_play_from() -> None:
    position = Position(
        "mod",
        players=4,
        partners=True,
        hands=["8 9"],
        stocks=["7 8", "8", "7 W", "8"],
        discards=[["8", "9"], ["8"], ["9", "W"]],
        building=[6],
        die="W",
    )
    assert moves(position, ">b1+") == {
        f"die=7>b1+{source}" for source in ("h8", "s", "d1", "ps", "pd2")
    }
    position.play("die=7>b1+ps")
    assert position.stocks[2] == "7"


def test_m4_the_die_begins_a_pile_as_a_1() -> None:
    position = Position("mod", hands=["2 9"], die="1-4")
    position.play("die=1>b3+h2")
    assert position.building == [0, 0, 2, 0]
    assert position.piles[2] == "2"


@pytest.mark.parametrize("follow", ["1", "W"])
@pytest.mark.parametrize("face", ["9-12", "W"])
def test_m4_a_12_finishes_the_pile_and_a_1_or_wild_follows_there(face: str, follow: str) -> None:
    position = Position("mod", hands=[f"{follow} 9"], building=[4, 11, 4, 4], die=face)
    position.play(f"die=12>b2+h{follow}")
    assert position.building == [4, 1, 4, 4]
    assert position.piles[1] == follow
    assert position.completed == "1 2 3 4 5 6 7 8 9 10 11"


def test_m4_a_12_without_a_1_or_wild_cannot_be_stood_in_for() -> None:
    position = Position("mod", hands=["2 12"], building=[11], die="9-12")
    assert position.why_not("die=12>b1+h2") == cards.NO_FOLLOW_UP
    assert position.why_not("die=12>b1+h12") == cards.NO_FOLLOW_UP


@pytest.mark.parametrize("follow", ["12", "W"])
def test_m4_an_11_may_be_followed_by_the_card_that_completes_the_pile(follow: str) -> None:
    position = Position("mod", hands=[f"{follow} 9"], building=[10], die="9-12")
    position.play(f"die=11>b1+h{follow}")
    assert position.building[0] == 0
    assert position.completed == f"1 2 3 4 5 6 7 8 9 10 {follow}"


def test_m4_the_last_stock_card_may_follow_and_wins() -> None:
    position = Position("mod", hands=["9"], stocks=["8", "7 7"], building=[6], die="5-8")
    position.play("die=7>b1+s")
    assert position.waiting == "over"
    assert position.winner == 0


def test_m4_the_last_hand_card_may_follow_and_a_new_hand_is_drawn() -> None:
    position = Position("mod", hands=["1"], building=[11], die="9-12")
    position.play("die=12>b1+h1", "11 10 9 8 7")
    assert position.hands[0] == "11 10 9 8 7"
    assert position.building[0] == 1
    assert position.waiting == "move"


@pytest.mark.parametrize("stood_in", range(1, 12))
def test_m5_a_pile_with_a_stand_in_recycles_one_card_fewer(stood_in: int) -> None:
    rest = [str(n) for n in range(stood_in + 1, 13)]
    pile = " ".join(reversed(rest))
    position = Position("mod", hands=["9"], discards=[[pile]], building=[stood_in - 1], die="W")
    position.play(f"die={stood_in}>b1+d1")
    for _ in rest[1:]:
        position.play("d1>b1")
    assert position.building[0] == 0
    assert position.completed.split() == [n for n in ONE_TO_TWELVE.split() if n != str(stood_in)]


def test_m5_standing_in_for_12_recycles_eleven() -> None:
    position = Position("mod", hands=["1 9"], building=[11], die="9-12")
    position.play("die=12>b1+h1")
    assert position.completed == "1 2 3 4 5 6 7 8 9 10 11"


def test_m5_two_stand_ins_in_one_pile_recycle_two_fewer() -> None:
    position = Position(
        "mod", hands=["2 9", "5 5 5 5 5"], discards=[[], ["12 11 10 9 8 7 6 5 4"]], die="1-4"
    )
    position.play("die=1>b1+h2")
    position.play("h9>d1", "W")
    position.play("die=3>b1+d1")
    for _ in range(5, 13):
        position.play("d1>b1")
    assert position.completed == "2 4 5 6 7 8 9 10 11 12"


def test_m6_two_extra_discards_together() -> None:
    position = Position("mod", hands=["5 6 7 8"], draw=ONE_TO_TWELVE, die="discard2")
    position.play("die-discard:h5>d1")
    position.play("die-discard:h6>d1")
    assert position.seat == 0
    assert position.hands[0] == "7 8"
    assert position.die == ""
    assert position.why_not("die-discard:h7>d1") == cards.DIE_USED
    position.play("h7>d2", "W")
    assert position.seat == 1
    assert position.discards[0] == ["5 6", "7", "", ""]


def test_m6_two_extra_discards_apart() -> None:
    position = Position("mod", hands=["5 1 6 2 8"], draw=ONE_TO_TWELVE, die="discard2")
    position.play("h1>b1")
    position.play("die-discard:h5>d1")
    assert position.die == "discard2"
    position.play("h2>b1")
    position.play("die-discard:h6>d4")
    position.play("h8>d2", "W")
    assert position.discards[0] == ["5", "8", "", "6"]


def test_m6_any_hand_card_on_any_own_pile() -> None:
    position = Position("mod", hands=["5 W"], discards=[["3"]], die="discard2")
    assert moves(position, "die-discard") == {
        f"die-discard:h{face}>d{pile}" for face in "5W" for pile in (1, 2, 3, 4)
    }
    assert position.why_not("die-discard:h6>d1") == cards.NOT_IN_HAND
    assert position.why_not("die-discard:h5>d5") == cards.NO_SUCH_PILE
    assert position.why_not("die=1>b1+hW") == cards.OTHER_FACE


def test_m6_one_extra_discard_is_enough_and_none_is_left_for_the_next_turn() -> None:
    position = Position("mod", hands=["5 6 7"], draw=ONE_TO_TWELVE, die="discard2")
    position.play("die-discard:h5>d1")
    position.play("h6>d1", "1-4")
    assert position.why_not("die-discard:h1>d1") == cards.OTHER_FACE
    position.play("h1>d1", "discard2")
    assert position.seat == 0
    position.play("die-discard:h7>d1")
    position.play(f"die-discard:h{position.hands[0].split()[0]}>d1")
    assert not moves(position, "die-discard")


def test_m6_an_extra_discard_may_be_played_later_in_the_turn() -> None:
    position = Position("mod", hands=["5 9"], discards=[["7"]], building=[4], die="discard2")
    position.play("die-discard:h5>d2")
    position.play("d2>b1")
    assert position.building[0] == 5


def test_m7_the_top_draw_card_goes_to_the_bottom_of_the_stock() -> None:
    position = Position("mod", hands=["9"], stocks=["7", "5 6"], draw="3 4", die="draw1")
    position.play("die-draw:1")
    assert position.stocks == ["7", "3 5 6"]
    assert position.draw == "4"
    assert position.seat == 0
    assert position.die == ""
    assert position.why_not("die-draw:1") == cards.DIE_USED
    assert position.points == 0


def test_m7_the_opponent_is_chosen() -> None:
    position = Position("mod", players=3, hands=["9"], draw="3 4", die="draw1")
    assert moves(position, "die") == {"die-draw:1", "die-draw:2"}
    position.play("die-draw:2")
    assert position.stocks == ["12", "12", "3 12"]


def test_m7_needs_its_face() -> None:
    position = Position("mod", hands=["9"], draw="3 4", die="W")
    assert position.why_not("die-draw:1") == cards.OTHER_FACE


@pytest.mark.parametrize("refill", REFILLS)
def test_m7_is_refused_when_no_card_can_be_had(refill: str) -> None:
    position = Position("mod", refill=refill, hands=["9"], building=[1, "W"], die="draw1")
    assert position.why_not("die-draw:1") == cards.NOTHING_TO_DRAW


def test_m7_takes_nothing_from_beneath_where_the_table_does_not() -> None:
    position = Position("mod", refill="none", hands=["9"], building=[5], die="draw1")
    assert position.why_not("die-draw:1") == cards.NOTHING_TO_DRAW


def test_m7_the_turn_goes_on_after_a_shuffle() -> None:
    position = Position("mod", hands=["1 9"], completed="3 4 5", die="draw1")
    position.play("die-draw:1", "4 5 3")
    assert position.waiting == "move"
    assert position.seat == 0
    assert position.hands[0] == "1 9"
    position.play("h1>b1")


def test_m7_is_done_when_a_later_shuffle_fills_a_hand() -> None:
    position = Position("mod", hands=["9 9"], draw="8", completed=ONE_TO_TWELVE, die="draw1")
    position.play("die-draw:1")
    position.play("h9>d1", "1 2 3 4 5", "W")
    assert position.hands[1] == "1 2 3 4 5"
    assert position.stocks[1] == "8 12"


# --- What the sheets leave open


def test_o1_the_cards_beneath_are_shuffled_and_the_piles_keep_their_number() -> None:
    position = Position("classic", hands=["9 9"], building=[3, "1 W", 1, 0])
    position.play("h9>d1", "1 2 1")
    assert position.hands[1] == "1 2 1"
    assert position.building == [3, 2, 1, 0]
    assert position.piles == ["3", "W", "1", ""]


def test_o1_a_pile_goes_on_from_its_number_and_recycles_what_is_left_of_it() -> None:
    position = Position(
        "classic", hands=["9 9"], discards=[[], ["12 11"]], building=["1 2 3 4 5 6 7 8 9 W"]
    )
    position.play("h9>d1", "1 2 3 4 5")
    position.play("d1>b1")
    position.play("d1>b1")
    assert position.building[0] == 0
    assert position.completed == "11 12 W"


def test_o1_serves_an_emptied_hand_too() -> None:
    position = Position("classic", hands=["4"], building=[3])
    position.play("h4>b1", "2 3 1")
    assert position.seat == 0
    assert position.hands[0] == "2 3 1"
    assert position.piles[0] == "4"


def test_o1_refill_none_leaves_the_piles_alone() -> None:
    position = Position("classic", refill="none", hands=["9 9"], building=[3, 4], draw="8")
    position.play("h9>d1")
    assert position.waiting == "move"
    assert position.hands[1] == "8"
    assert position.piles[:2] == ["1 2 3", "1 2 3 4"]


def test_o2_one_draws_what_there_is_and_must_discard() -> None:
    position = Position("classic", hands=["9 9"], draw="7 8")
    position.play("h9>d1")
    assert position.hands[1] == "7 8"
    assert position.why_not("pass") == cards.HAND_NOT_EMPTY


def test_o2_without_hand_cards_one_may_play_and_then_passes() -> None:
    position = Position("classic", stocks=["7 1"], discards=[["2"]])
    assert position.legal() == {"pass", "s>b1", "s>b2", "s>b3", "s>b4"}
    position.play("s>b1")
    position.play("d1>b1")
    position.play("pass")
    assert position.seat == 1
    assert position.discards[0] == ["", "", "", ""]


def test_o2_an_emptied_hand_that_finds_no_card_may_go_on() -> None:
    position = Position("classic", hands=["1"], stocks=["7 2"])
    position.play("h1>b1")
    assert position.hands[0] == ""
    assert position.seat == 0
    position.play("s>b1")
    position.play("pass")
    assert position.seat == 1


@pytest.mark.parametrize("edition", ["classic", "mod"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_o3_the_game_is_blocked_when_everyone_passes_in_a_row(edition: str, players: int) -> None:
    position = Position(edition, players=players, seat=1)
    roll = ["W"] if edition == "mod" else []
    for _ in range(players - 1):
        position.play("pass", *roll)
        assert position.waiting == "move"
    position.play("pass")
    assert position.waiting == "over"
    assert position.winner is None
    assert position.points == 0
    assert position.legal() == set()


def test_o3_a_play_starts_the_count_anew() -> None:
    position = Position("classic", players=3, stocks=["7", "7 1", "7"])
    position.play("pass")
    position.play("s>b1")
    for _ in range(3):
        position.play("pass")
        assert position.waiting == "move"
    position.play("pass")
    assert position.waiting == "over"


def test_o3_a_discard_starts_the_count_anew() -> None:
    position = Position("classic", hands=["", "9"])
    position.play("pass")
    position.play("h9>d1")
    position.play("pass")
    assert position.waiting == "move"
    position.play("pass")
    assert position.waiting == "over"


def test_o5_mod_has_8_of_each_number_and_16_wilds() -> None:
    assert all_faces(Deal("mod")) == {**{str(n): 8 for n in range(1, 13)}, "W": 16}
    assert all_faces(Deal("mod", copies=7, wilds=20)) == {
        **{str(n): 7 for n in range(1, 13)},
        "W": 20,
    }


@pytest.mark.parametrize("players", range(2, 7))
def test_o6_mod_is_for_two_to_six(players: int) -> None:
    assert configure("mod", players=players).players == players


def test_o7_a_hand_emptied_by_discard_2_is_not_drawn_anew() -> None:
    position = Position("mod", hands=["5 6"], stocks=["7 1"], draw=ONE_TO_TWELVE, die="discard2")
    position.play("die-discard:h5>d1")
    position.play("die-discard:h6>d2")
    assert position.seat == 0
    assert position.hands[0] == ""
    position.play("s>b1")
    assert position.hands[0] == ""
    position.play("pass", "W")
    assert position.seat == 1
    assert position.discards[0] == ["5", "6", "", ""]


def test_o7_one_extra_discard_may_empty_the_hand() -> None:
    position = Position("mod", hands=["5", "9 9 9 9 9"], draw=ONE_TO_TWELVE, die="discard2")
    position.play("die-discard:h5>d1")
    assert position.legal() == {"pass"}
    position.play("pass", "W")
    position.play("h9>d1", "W")
    assert position.hands[0] == "1 2 3 4 5"


def test_o7_is_no_mere_pass() -> None:
    position = Position("mod", hands=["", "5"], die="W")
    position.play("pass", "discard2")
    position.play("die-discard:h5>d1")
    position.play("pass", "W")
    assert position.waiting == "move"


def test_o7_a_hand_emptied_by_a_play_after_an_extra_discard_is_drawn_anew() -> None:
    position = Position("mod", hands=["5 1"], draw=ONE_TO_TWELVE, die="discard2")
    position.play("die-discard:h5>d1")
    position.play("h1>b1")
    assert position.hands[0] == "1 2 3 4 5"
    assert position.die == "discard2"


def test_o8_opponent_draws_1_spares_oneself_and_empty_seats() -> None:
    position = Position("mod", seat=1, hands=["", "9"], draw="3", die="draw1")
    assert position.why_not("die-draw:0") == OK
    assert position.why_not("die-draw:1") == cards.NOT_AN_OPPONENT
    assert position.why_not("die-draw:2") == cards.NOT_AN_OPPONENT


@pytest.mark.parametrize(("players", "partner"), [(4, 2), (6, 3)])
def test_o8_opponent_draws_1_spares_the_partner(players: int, partner: int) -> None:
    position = Position("mod", players=players, partners=True, hands=["9"], draw="3", die="draw1")
    hit = {seat for seat in range(6) if position.why_not(f"die-draw:{seat}") == OK}
    assert hit == set(range(players)) - {0, partner}
    assert position.why_not(f"die-draw:{partner}") == cards.NOT_AN_OPPONENT


def test_o8_opponent_draws_1_spares_a_finished_opponent() -> None:
    position = Position(
        "mod",
        players=4,
        partners=True,
        hands=["9"],
        stocks=["7", "", "7", "7"],
        draw="3",
        die="draw1",
    )
    assert position.why_not("die-draw:1") == cards.OPPONENT_FINISHED
    assert position.why_not("die-draw:3") == OK


def test_o10_opponent_draws_1_shuffles_the_completed_piles_first() -> None:
    position = Position("mod", hands=["9"], completed="3 4", building=[5], die="draw1")
    position.play("die-draw:1", "4 3")
    assert position.stocks[1] == "4 12"
    assert position.draw == "3"
    assert position.piles[0] == "1 2 3 4 5"


def test_o10_opponent_draws_1_then_shuffles_from_beneath() -> None:
    position = Position("mod", hands=["9"], building=[4, 1], die="draw1")
    position.play("die-draw:1", "2 3 1")
    assert position.stocks[1] == "2 12"
    assert position.draw == "3 1"
    assert position.building[:2] == [4, 1]
    assert position.piles[:2] == ["4", "1"]


def test_o11_the_open_stock_card_stays_open() -> None:
    position = Position("mod", seat=1, hands=["", "9"], stocks=["1"], draw="3 9", die="draw1")
    position.play("die-draw:0")
    position.play("h9>d1", "W")
    assert position.stocks[0] == "3 1"
    position.play("s>b1")
    assert position.winner is None
    assert position.stocks[0] == "3"
