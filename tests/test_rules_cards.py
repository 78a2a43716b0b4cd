"""The card games, rule by rule: C. The numbers are those of docs/rules.md."""

import pytest
from tests.positions import ONE_TO_TWELVE, Deal, Position, all_faces, moves

from skipbo.errors import RulesError
from skipbo.rules import cards
from skipbo.rules.editions import configure
from skipbo.rules.state import OK

CARD_GAMES = ["classic", "deluxe", "international", "mod"]
REFILLS = ["beneath", "none"]


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
