"""Table mode, rule by rule: T, S, and P and O as far as they belong to it (docs/rules.md)."""

from collections import Counter
from typing import Any

import pytest
from tests.positions import ONE_TO_TWELVE
from tests.strategies import CARD_EDITIONS
from tests.tables import Table, standing

import skipbo
from skipbo import IllegalMove, RulesError
from skipbo.rules.editions import configure
from skipbo.table.game import Roll, Shuffle
from skipbo.table.view import CardView

FULL = "9 9 9 9 9"
HANDS = [FULL, "8 8", "7 7", "6 6"]
editions = pytest.mark.parametrize("edition", CARD_EDITIONS)


def partners(**layout: Any) -> Table:
    return Table(players=4, partners=True, **layout)


# --- Drawing by hand


def test_c8_cards_are_taken_by_hand_one_by_one_or_all_that_are_due() -> None:
    table = Table(hands=["9 9"], draw=ONE_TO_TWELVE, due=True)
    assert table.game.due == table.manners.due == 3
    assert table.can(0) == ["take", "draw", "call"]
    table.do("take")
    assert table.hands[0] == "9 9 1"
    assert table.game.due == 2
    table.do("draw")
    assert table.hands[0] == "9 9 1 2 3"
    assert table.game.due == 0
    assert table.seat == 0


def test_c8_what_is_due_comes_before_any_move() -> None:
    table = Table(hands=["9 9 9 9"], draw="1", due=True)
    assert table.can(0) == ["take", "call"]  # draw would be the same
    assert table.game.why_not("draw") is None
    table.refuse("h9>d1", 0, "first take 1 card from the draw pile")
    table.refuse("pass", 0, "first take 1 card ")


def test_c8_a_discard_leaves_the_draw_to_the_next_player() -> None:
    table = Table(hands=[FULL, "8"], draw=ONE_TO_TWELVE)
    table.do("h9>d1")
    assert (table.seat, table.game.due, table.hands[1]) == (1, 4, "8")
    assert table.game.can_undo  # nobody has seen anything new
    table.do("draw")
    assert not table.game.can_undo


def test_c9_an_emptied_hand_is_filled_by_hand() -> None:
    table = Table(hands=["1"], draw=ONE_TO_TWELVE)
    table.do("h1>b1")
    assert (table.game.due, table.hands[0]) == (5, "")
    table.refuse("pass", 0, "first take 5 cards")
    table.do("draw")
    assert table.hands[0] == "1 2 3 4 5"
    assert table.seat == 0


@editions
def test_c10_o1_o2_the_pile_runs_dry_in_the_middle_of_a_draw(edition: str) -> None:
    table = Table(edition, hands=["9"], draw="4", completed="5", building=[2], due=True)
    table.do("draw", 0, "5", "1")
    assert table.hands[0] == "9 4 5 1"
    assert table.piles[0] == "2"
    assert table.building[0] == 2
    assert table.game.due == 0  # there is no more
    assert table.chances == [Shuffle(("5",)), Shuffle(("1",))]
    table.refuse("take", 0, "there is no card left to draw")


def test_o2_an_empty_pile_makes_no_card_due() -> None:
    table = Table(hands=["9 9", ""])
    table.do("h9>d1")
    assert table.game.due == 0
    assert table.can(1) == ["pass", "call"]


# --- T1, S1


@editions
def test_t1_s1_o11_a_card_too_many_is_shuffled_in_under_the_open_stock_card(edition: str) -> None:
    table = Table(edition, hands=[FULL], stocks=["5 6 7", "10 11"], draw="4 3")
    legal = table.game.legal()
    assert table.do("take", 0, "6 4 5") == ["overdraw seat=0 count=1"]
    assert table.last_event == Shuffle(("6", "4", "5"), stock=0)
    assert table.stocks == ["5 4 6 7", "10 11"]
    assert (table.hands[0], table.draw, table.seat) == (FULL, "3", 0)
    assert table.game.legal() == legal


def test_t1_s1_every_order_of_the_face_down_cards_can_come() -> None:
    found = set()
    for order in ("6 4 5", "4 5 6", "5 6 4", "4 6 5", "5 4 6", "6 5 4"):
        table = Table(hands=[FULL], stocks=["5 6 7"], draw="4")
        table.do("take", 0, order)
        found.add(table.stocks[0])
        assert table.stocks[0] == " ".join([*reversed(order.split()), "7"])
    assert len(found) == 6


def test_t1_s1_one_face_down_card_needs_no_shuffle() -> None:
    table = Table(hands=[FULL], stocks=["7"], draw="4")
    table.do("take")
    assert table.stocks[0] == "4 7"
    assert not table.chances


def test_t1_a_card_after_the_draw_is_done_is_one_too_many() -> None:
    """With fewer than five in the hand as well."""
    table = Table(hands=["1 9 9 9 9"], draw="4")
    table.do("h1>b1")
    table.refuse("draw", 0, "no card is due")
    assert "take" in table.game.slips(0)
    assert table.do("take") == ["overdraw seat=0 count=1"]
    assert table.hands[0] == "9 9 9 9"


def test_t1_what_is_due_is_no_slip() -> None:
    table = Table(hands=["9 9 9"], draw="4 3 2", due=True)
    assert table.do("take take") == []
    assert table.do("take") == ["overdraw seat=0 count=1"]


def test_t1_no_call_is_needed_and_none_helps() -> None:
    table = Table(hands=[FULL], draw="4")
    table.do("take")
    assert table.do("call", 1) == ["wrong-call seat=1 count=1"]
    assert table.stocks[0] == "4 12"


@pytest.mark.parametrize("hand", [2, 5, 10])
def test_t1_as_many_as_a_hand_are_enough_for_one_turn(hand: int) -> None:
    table = Table(hand=hand, hands=[" ".join(["9"] * hand)], draw=" ".join([*["8"] * 12, *"77"]))
    for _ in range(hand):
        table.do("take")
    table.refuse("take", 0, f"{hand} cards too many are enough for one turn")
    assert "take" not in table.game.slips(0)
    assert table.game._state.stock[0] == hand + 1
    table.do("h9>d1")
    if table.game.due:
        table.do("take" if table.game.due == 1 else "draw")
    assert "take" in table.game.slips(1) or not table.draw


def test_t1_c9_what_is_due_can_be_taken_after_all_the_surplus() -> None:
    table = Table(hand=2, hands=["1 2"], draw="8 8 8 8 8")
    table.do("take take h1>b1 h2>b1")
    assert table.can(0) == ["take", "draw", "call"]
    table.do("take take")
    assert table.hands[0] == "8 8"
    table.refuse("take", 0, "enough for one turn")


def test_t1_o10_a_dry_pile_is_filled_for_a_card_too_many() -> None:
    table = Table(hands=[FULL], stocks=["5 7"], completed="4 3", building=[2])
    table.do("take", 0, "3 4", "5 3")
    assert table.chances == [Shuffle(("3", "4")), Shuffle(("5", "3"), stock=0)]
    assert (table.stocks[0], table.draw) == ("3 5 7", "4")
    table.do("take", 0, "3 4 5")
    table.do("take", 0, "1", "1 3 4 5")  # O1: from beneath
    assert (table.stocks[0], table.piles[0], table.building[0]) == ("5 4 3 1 7", "2", 2)
    table.refuse("take", 0, "there is no card left to draw")
    assert table.can(0)[-1] == "call"


def test_o1_without_a_refill_there_is_nothing_to_take() -> None:
    table = Table(refill="none", hands=[FULL], building=[3])
    table.refuse("take", 0, "there is no card left to draw")


def test_t1_o11_p3_into_a_finished_stock_it_is_the_new_one() -> None:
    table = partners(hands=["1 9 9 9 9"], stocks=["", "7", "1", "7"], draw="4 3")
    table.do("take")
    assert table.stocks[0] == "4"
    assert [ruling.kind for ruling in table.manners.rulings] == ["overdraw", "new-stock"]
    table.do("ps>b1")
    assert table.waiting == "move"  # P3: only one of two is finished
    table.do("take")
    assert table.stocks[0] == "3 4"


# --- T2, S2: noticed


@pytest.mark.parametrize("first", ["take", "draw"])
def test_t2_a_turn_out_of_turn_begins_with_a_draw(first: str) -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    assert table.do(first, 2) == ["out-of-turn seat=2 other=0"]
    assert (table.seat, table.manners.right) == (2, 0)
    assert table.hands[2] == ("7 7 1" if first == "take" else "7 7 1 2 3")
    assert table.game.view(1).turn == 2


def test_t2_or_with_a_move_when_nothing_is_due() -> None:
    table = Table(players=3, hands=[FULL, "8 8 8 8 1"], draw=ONE_TO_TWELVE)
    assert "h1>b1" in table.game.slips(1)
    assert table.do("h1>b1", 1) == ["out-of-turn seat=1 other=0"]
    assert table.building[0] == 1
    assert table.game.due == 0


def test_t2_c8_out_of_turn_too_the_draw_comes_first() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    assert table.can(1) == ["take", "draw", "call"]
    table.refuse("h8>d1", 1, "first take 3 cards")


def test_t2_all_others_can_only_call() -> None:
    table = partners(hands=HANDS, draw=ONE_TO_TWELVE)
    table.do("draw", 1)
    for seat in (0, 2, 3):
        assert table.can(seat) == ["call"]
        for move in ("take", "draw", "h9>d1", "pass", "s>b1"):
            table.refuse(move, seat, "Player 2 is playing out of turn; call it, or wait")
    table.refuse("talk", 3, "there is something to be called already")
    table.refuse("call", 1, "it is you who is playing out of turn")


@editions
@pytest.mark.parametrize("caller", [0, 1, 3])
def test_t2_s2_anybody_else_calls_it_and_all_is_as_before(edition: str, caller: int) -> None:
    hands = ["9 9", "8 8", "1 2 7", "6 6"]
    table = Table(
        edition, players=4, hands=hands, stocks=["12", "12", "5 6 3"], draw=ONE_TO_TWELVE, due=True
    )
    state, due, memory = table.bytes, table.game.due, table.memory.copy()
    table.do("draw", 2)
    table.do("h1>b1 h2>b1 s>b1 take")
    assert table.do("call", caller) == [f"undone seat=2 other={caller}"]
    assert table.bytes == state
    assert (table.game.due, table.draw) == (due, ONE_TO_TWELVE)
    memory.no_draw[2], memory.late_until, memory.jumps_from[2] = True, [2] * 6, 2
    assert table.memory == memory
    assert table.manners.right is None
    assert table.manners.no_draw == (2,)


def test_t2_s2_a_called_turn_may_have_shuffled_and_completed_piles() -> None:
    """C5, C10, O1: all of it is undone, the order of the draw pile included."""
    table = Table(
        hands=[FULL, "12"], building=[11, 3], completed="5", draw="6", stocks=["4", "7 8 10"]
    )
    state = table.bytes
    table.do("draw", 1, "5", "2 1 3")
    table.do("h12>b1", 1)
    assert (table.hands[1], table.completed) == ("6 5 2 1", "11 12")
    table.do("take", 1, "8 3 7")
    assert table.stocks[1] == "7 3 8 10"
    table.do("call", 0)
    assert table.bytes == state
    assert (table.draw, table.completed, table.stocks[1]) == ("6", "5", "7 8 10")


def test_t2_s2_a_call_between_the_shuffle_and_the_discard_is_in_time() -> None:
    table = Table(hands=[FULL, "8 8 8 8 8"], draw=ONE_TO_TWELVE)
    table.do("take", 1)
    assert table.stocks[1] == "1 12"
    table.do("call", 0)
    assert (table.stocks[1], table.draw) == ("12", ONE_TO_TWELVE)


def test_s2_the_next_own_turn_has_no_draw() -> None:
    table = Table(hands=[FULL, "8 8"], draw=ONE_TO_TWELVE)
    table.do("draw", 1)
    table.do("call", 0)
    assert table.do("h9>d1", 0) == ["no-draw seat=1"]
    assert (table.seat, table.game.due, table.hands[1]) == (1, 0, "8 8")
    assert table.manners.no_draw == ()
    assert "draw" not in table.can(1)
    assert table.game.can_undo is False
    table.do("h8>d1")
    table.do("take h9>d1", 0)
    assert (table.seat, table.game.due) == (1, 4)  # only that one turn


def test_s2_c9_nor_is_an_emptied_hand_filled() -> None:
    table = Table(hands=[FULL, "1 2"], draw=ONE_TO_TWELVE)
    table.do("draw", 1)
    table.do("call h9>d1", 0)
    table.do("h1>b1 h2>b1", 1)
    assert (table.game.due, table.hands[1]) == (0, "")
    assert "pass" in table.can(1)
    table.do("pass", 1)
    assert (table.seat, table.game.due) == (0, 1)


def test_s2_t1_a_card_taken_in_a_turn_without_a_draw_is_one_too_many() -> None:
    table = Table(hands=[FULL, "8 8"], draw=ONE_TO_TWELVE)
    table.do("draw", 1)
    table.do("call h9>d1", 0)
    assert table.do("take", 1) == ["overdraw seat=1 count=1"]
    assert table.hands[1] == "8 8"


def test_s2_o3_a_pass_for_want_of_a_draw_does_not_block_the_game() -> None:
    table = Table(hands=["9", ""], draw="1 2")
    table.do("take", 1)
    table.do("call", 0)
    table.state.passes = 1
    table.do("h9>d1", 0)
    table.state.passes = 1  # as if a turn of nothing but a pass had come before
    assert table.can(1)[0] == "pass"
    table.do("pass", 1)
    assert table.waiting == "move"
    assert table.state.passes == 1
    assert table.seat == 0


def test_o3_passes_in_a_row_block_the_game_as_ever() -> None:
    table = Table()
    table.do("pass", 0)
    table.do("pass", 1)
    assert table.game.blocked
    assert table.can(0) == table.can(1) == []
    table.refuse("call", 0, "the game is over")
    table.refuse("take", 1, "the game is over")


def test_s2_called_twice_it_is_still_one_turn_without_a_draw() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    table.do("take", 2)
    table.do("call", 1)
    table.refuse("take", 2, "it is not your turn, as you were told when you were called")
    assert table.game.slips(2) == ["call"]
    table.do("h9>d1", 0)
    table.do("take", 2)
    table.do("call", 0)
    assert table.do("draw h8>d1", 1) == ["no-draw seat=2"]
    table.do("h7>d1", 2)
    table.do("take h9>d1", 0)
    assert table.do("take h8>d1", 1) == []
    assert table.game.due == 4


def test_s2_a_turn_that_another_takes_is_not_the_one_without_a_draw() -> None:
    table = Table(hands=[FULL, "8 8"], draw=ONE_TO_TWELVE)
    table.do("take", 1)
    table.do("call", 0)
    assert table.do("h9>d1", 0) == ["no-draw seat=1"]
    taken = ["out-of-turn seat=0 other=1", "stands seat=0 other=1", "no-draw seat=1"]
    assert table.do("take", 0) + table.do("h9>d1", 0) == taken
    assert (table.seat, table.game.due) == (1, 0)


def test_s2_a_turn_out_of_turn_is_not_the_one_without_a_draw() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    table.do("take", 2)
    table.do("call", 1)
    table.do("h9>d1", 0)
    table.do("draw", 2)  # again out of turn, and with a draw
    assert table.hands[2] == "7 7 1 2 3"
    table.do("h7>d1", 2)
    assert table.manners.no_draw == (2,)
    table.do("take h9>d1", 0)
    table.do("draw h8>d1", 1)
    assert (table.seat, table.game.due) == (2, 0)


def test_s2_the_die_is_rolled_for_the_offender_and_lies_as_before_when_called() -> None:
    """M1, M2, M7."""
    table = Table("mod", players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE, die="5-8")
    state = table.bytes
    table.do("draw", 1, "draw1")
    assert table.die == "draw1"
    assert table.chances == [Roll(("draw1",))]
    table.do("die-draw:0", 1)
    assert table.stocks[0] == "4 12"
    assert table.die == ""
    table.do("call", 2)
    assert table.die == "5-8"
    assert table.bytes == state


def test_s2_m6_extra_discards_are_undone_and_no_end_of_the_turn() -> None:
    table = Table("mod", hands=[FULL, "8 8 8 8 7"], draw=ONE_TO_TWELVE, die="W")
    table.do("take", 1, "discard2")
    table.do("die-discard:h8>d1 die-discard:h8>d1", 1)
    assert table.seat == 1
    table.do("call", 0)
    assert (table.hands[1], table.discards[1][0], table.die) == ("8 8 8 8 7", "", "W")


def test_m1_the_die_of_a_first_move_is_not_rolled_before_it() -> None:
    table = Table("mod", hands=[FULL, "8 8 8 8 7"], draw=ONE_TO_TWELVE, die="discard2")
    assert all(not move.startswith("die") for move in table.game.slips(1))
    assert table.game.why_not("die-discard:h8>d1", 1)
    table.do("h8>d1", 1, "draw1", "W")
    assert (table.seat, table.die) == (0, "W")


# --- T2, S3: not noticed


@editions
def test_t2_s3_not_called_it_stands_and_the_next_is_left_of_who_played(edition: str) -> None:
    table = Table(edition, players=4, hands=HANDS, draw=ONE_TO_TWELVE)
    table.do("draw", 1)
    assert table.do("h8>d1", 1) == ["stands seat=1 other=0"]
    assert (table.seat, table.game.due) == (2, 3)
    assert table.manners.right is None
    assert table.manners.no_draw == ()
    assert table.discards[1][0] == "8"


def test_s3_with_two_the_turn_comes_back() -> None:
    table = Table(hands=[FULL, "8 8 8 8 8"], draw="1 2")
    assert table.do("h8>d1", 1) == ["out-of-turn seat=1 other=0", "stands seat=1 other=0"]
    assert (table.seat, table.game.due, table.hands[0]) == (0, 0, FULL)


def test_s3_a_call_after_the_discard_is_late_and_costs_nothing() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    table.do("draw h8>d1", 1)
    before = table.bytes
    assert table.do("call", 0) == ["late-call seat=0"]
    assert table.do("call", 2) == ["late-call seat=2"]
    assert table.bytes == before
    assert table.manners.wrong_calls == (0, 0, 0)
    table.do("draw h7>d1", 2)
    assert table.do("call", 0) == ["wrong-call seat=0 count=1"]


def test_s2_a_second_call_after_the_first_is_late() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    table.do("draw", 1)
    table.do("call", 0)
    assert table.do("call", 2) == ["late-call seat=2"]
    assert table.do("call", 1) == ["late-call seat=1"]
    assert table.manners.wrong_calls == (0, 0, 0)
    assert table.manners.no_draw == (1,)


def test_t5_a_seat_is_late_once_and_then_calls_for_nothing() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    table.do("draw h8>d1", 1)
    assert table.do("call", 0) == ["late-call seat=0"]
    assert table.do("call", 0) == ["wrong-call seat=0 count=1"]


def test_s2_m2_a_die_is_rolled_before_it_is_used_out_of_turn() -> None:
    table = Table("mod", hands=[FULL, "2 8 8 8 8"], draw="5 5", die="W")
    table.refuse("die=1>b1+h2", 1, "you have not rolled the die")


@pytest.mark.parametrize("first", [1, 2])
def test_s3_o3_a_pass_out_of_turn_can_stand(first: int) -> None:
    table = Table(players=3, hands=[FULL])
    table.do("pass", first)
    assert table.seat == (first + 1) % 3


def test_s3_o3_a_round_of_passes_leaves_nobody_out() -> None:
    table = Table(players=3, hands=["", "", ""], stocks=["6 7", "6 7", "6 7"])
    table.do("pass", 0)
    table.do("pass", 2)  # though seat 1 is next
    table.do("pass", 0)
    assert not table.game.over
    table.do("pass", 1)
    table.do("pass", 2)
    assert table.game.blocked


def test_t2_o3_nobody_blocks_the_game_out_of_turn() -> None:
    """The player whose turn it is might well go on."""
    table = Table(hands=["", ""], stocks=["6 7", "5 1"])
    table.do("pass", 0)
    assert "s>b1" in table.can(1)
    table.refuse("pass", 0, "no game ends out of turn")
    assert "pass" not in table.game.slips(0)
    table.do("s>b1", 1)
    table.do("pass", 0)  # now it ends nothing
    assert not table.game.over


@pytest.mark.parametrize("move", ["s>b1", "ps>b1"])
def test_t2_c11_p3_nobody_wins_out_of_turn(move: str) -> None:
    stocks = ["7", "1", "7", ""] if move == "s>b1" else ["7", "", "7", "1"]
    table = partners(hands=[FULL, "1 8 8 8 8"], stocks=stocks, draw="2 3")
    for _ in range(2):  # as the first move out of turn, and as a later one
        table.refuse(move, 1, "no game ends out of turn, as there would be no time for a call")
        assert move not in table.can(1)
        assert "h8>d1" in table.can(1)
        if table.seat == 0:
            table.do("h1>b2", 1)


def test_t2_the_last_card_of_one_partner_may_go_out_of_turn() -> None:
    table = partners(hands=[FULL, "8 8 8 8 8"], stocks=["7", "1", "7", "6"], draw="2 3")
    table.do("s>b1", 1)
    assert table.stocks[1] == ""
    assert not table.game.over


def test_c11_in_turn_the_same_card_wins() -> None:
    table = Table(hands=[FULL], stocks=["1", "7"])
    table.do("s>b1")
    assert table.game.winners == [0]


def test_t2_m4_nor_does_a_stand_in_win_out_of_turn() -> None:
    table = Table("mod", hands=[FULL, "8 8"], stocks=["7", "2"], draw="5 5 5 5", die="W")
    table.do("draw", 1, "1-4")
    table.refuse("die=1>b1+s", 1, "no game ends out of turn")
    assert "die=1>b1+s" not in table.can(1)


def test_t2_out_of_turn_nothing_is_taken_back() -> None:
    table = Table(hands=[FULL, "1 2 8 8 8"], draw="4")
    table.do("h1>b1", 1)
    assert not table.game.can_undo
    table.do("h2>b1", 1)
    assert not table.game.can_undo
    table.do("call", 0)
    assert not table.game.can_undo
    table.do("h9>d1", 0)
    assert not table.game.can_undo  # the turn without a draw was announced


def test_undo_brings_back_what_the_referee_had_in_mind() -> None:
    table = partners(hands=HANDS, draw=ONE_TO_TWELVE)
    acts = [(0, "call"), (0, "take"), (2, "talk"), (3, "draw"), (3, "take"), (1, "call")]
    acts += [(1, "call"), (1, "call"), (0, "h9>d1"), (1, "draw"), (3, "call"), (1, "h8>d1")]
    before = []
    for seat, act in acts:
        before.append(standing(table.game))
        table.do(act, seat)
    for told in reversed(before):
        assert standing(table.game) != told
        table.game.undo()
        assert standing(table.game) == told


def test_t2_s3_the_turn_of_the_right_player_is_over_with_what_was_due() -> None:
    table = Table(players=3, hands=["9 9", "8 8 8 8 8"], draw=ONE_TO_TWELVE, due=True)
    table.do("h8>d1", 1)
    assert (table.seat, table.hands[0]) == (2, "9 9")


# --- T3, P4, P5, S4


@pytest.mark.parametrize("edition", CARD_EDITIONS)
@pytest.mark.parametrize("caller", [1, 3])
def test_t3_p5_s4_o11_an_opponent_calls_talk_and_two_cards_go_under(
    edition: str, caller: int
) -> None:
    table = Table(
        edition,
        players=4,
        partners=True,
        hands=[FULL],
        stocks=["12", "12", "5 6 7", "12"],
        draw="1 2 3",
    )
    assert table.do("talk", 2) == []
    assert table.manners.talked == 2
    assert table.do("call", caller) == [f"two-cards seat=2 other={caller} count=2"]
    assert table.stocks[2].split()[-1] == "7"
    assert Counter(table.stocks[2].split()) == Counter("56712")
    assert (table.draw, table.seat) == ("3", 0)
    assert not table.manners.talked
    assert not table.chances  # these two are not shuffled in


def test_p4_only_the_partner_of_who_plays_keeps_quiet() -> None:
    table = partners(hands=[FULL, "8 8"], draw=ONE_TO_TWELVE)
    for seat in (0, 1, 3):
        table.refuse("talk", seat, "only the partner of the player on turn must keep quiet")
    table.do("talk", 2)
    table.refuse("talk", 2, "there is something to be called already")
    table.do("h9>d1", 0)
    table.refuse("talk", 2, "only the partner")
    table.do("talk", 3)


def test_p4_without_partners_everybody_may_talk() -> None:
    table = Table(players=4, hands=[FULL])
    for seat in range(4):
        table.refuse("talk", seat, "only the partner")


def test_p7_t3_with_three_sides_the_partner_sits_opposite() -> None:
    table = Table(players=6, partners=True, hands=[FULL], draw=ONE_TO_TWELVE)
    table.refuse("talk", 2, "only the partner")
    table.do("talk", 3)
    assert table.do("call", 5) == ["two-cards seat=3 other=5 count=2"]


@pytest.mark.parametrize("caller", [0, 2])
def test_t3_only_an_opponent_calls_talk(caller: int) -> None:
    table = partners(hands=[FULL], draw=ONE_TO_TWELVE)
    table.do("talk", 2)
    assert table.do("call", caller) == [f"wrong-call seat={caller} count=1"]
    assert table.manners.talked == 2
    assert table.do("call", 1) == ["two-cards seat=2 other=1 count=2"]


def test_t3_until_the_turn_ends() -> None:
    table = partners(hands=[FULL, "8 8"], draw=ONE_TO_TWELVE)
    table.do("talk", 2)
    table.do("h9>d1", 0)
    assert table.manners.talked is None
    assert table.do("call", 1) == ["late-call seat=1"]
    assert table.stocks[2] == "12"
    assert table.manners.wrong_calls == (0, 0, 0, 0)


def test_t3_a_second_call_is_late_and_a_second_word_costs_again() -> None:
    table = partners(hands=[FULL], draw=ONE_TO_TWELVE)
    table.do("talk", 2)
    table.do("call", 1)
    assert table.do("call", 3) == ["late-call seat=3"]
    assert table.game._state.stock[2] == 3
    table.do("talk", 2)
    table.do("call", 3)
    assert table.game._state.stock[2] == 5


def test_t3_t2_first_the_turn_out_of_turn_is_called_then_the_talk() -> None:
    table = partners(hands=HANDS, draw=ONE_TO_TWELVE)
    table.do("talk", 2)
    table.do("take", 3)
    assert table.do("call", 1) == ["undone seat=3 other=1"]
    assert table.manners.talked == 2
    assert table.do("call", 1) == ["two-cards seat=2 other=1 count=2"]


def test_p5_o10_penalty_cards_from_the_completed_piles_and_from_beneath() -> None:
    table = partners(hands=[FULL], draw="", completed="5", building=[2])
    table.do("talk", 2)
    assert table.do("call", 1, "5", "1") == ["two-cards seat=2 other=1 count=2"]
    assert Counter(table.stocks[2].split()) == Counter(["5", "1", "12"])
    assert (table.piles[0], table.building[0]) == ("2", 2)


@pytest.mark.parametrize(("draw", "count"), [("4", " count=1"), ("", "")])
def test_p5_o10_as_many_as_there_are(draw: str, count: str) -> None:
    table = partners(hands=[FULL], draw=draw)
    table.do("talk", 2)
    assert table.do("call", 1) == [f"two-cards seat=2 other=1{count}"]
    assert table.stocks[2] == f"{draw} 12".strip()


def test_p5_o10_what_was_due_may_be_gone() -> None:
    """O2: then there is nothing due."""
    table = partners(hands=["9 9"], draw="1 2", due=True)
    table.do("talk", 2)
    table.do("call", 1)
    assert table.game.due == 0
    assert "h9>d1" in table.can(0)


def test_p5_p3_o11_a_finished_stock_is_opened_again() -> None:
    table = partners(hands=["2 9 9 9 9"], stocks=["1", "7", "", "7"], draw="6 2 5")
    table.do("talk", 2)
    table.do("call", 1)
    assert Counter(table.stocks[2].split()) == Counter("62")
    top = table.stocks[2].split()[-1]
    view = table.game.view(0)
    assert isinstance(view, CardView)
    assert (view.players[2].stock, view.players[2].stock_top) == (2, top)
    table.do("s>b1", 0)
    assert not table.game.over  # P3: the partner has two again


def test_p5_p3_the_reopened_stock_wins_when_it_is_played() -> None:
    table = partners(hands=[FULL], stocks=["1", "7", "", "7"], draw="2")
    table.do("talk", 2)
    table.do("call", 1)
    table.do("s>b1 ps>b1", 0)
    assert table.game.winners == [0, 2]


# --- T4, T5, T6


@pytest.mark.parametrize("text", ["look", "peek s", "s", "s>h", "draw 1", "take:s", "h0>b1", ""])
def test_t4_no_move_looks_at_a_face_down_card(text: str) -> None:
    table = Table(hands=[FULL], draw=ONE_TO_TWELVE)
    for seat in range(2):
        table.refuse(text, seat, "is not a move")


def test_t4_no_view_tells_which_cards_went_face_down() -> None:
    told = []
    for unseen in ("3 5 6", "6 3 5"):
        table = partners(hands=[FULL], draw=unseen)
        table.do("take", 0)
        table.do("talk", 2)
        table.do("call", 1)
        told.append([table.game.view(seat).dumps() for seat in (0, 1, 2, 3, None)])
    assert told[0] == told[1]


def test_t5_a_wrong_call_is_counted_and_nothing_else_happens() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    state = table.bytes
    assert table.do("call", 0) == ["wrong-call seat=0 count=1"]  # the player on turn may, too
    assert table.do("call", 1) == ["wrong-call seat=1 count=1"]
    assert table.do("call", 1) == ["wrong-call seat=1 count=2"]
    assert table.bytes == state
    assert table.manners.wrong_calls == (1, 2, 0)
    assert table.manners.silenced == ()


def test_t5_after_three_wrong_calls_a_seat_waits_out_a_turn() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    table.do("call call call", 1)
    assert table.manners.silenced == (1,)
    table.refuse("call", 1, "after 3 wrong calls, wait until the next turn is over")
    assert "call" not in table.game.slips(1)
    assert "call" in table.game.slips(2)
    table.do("h9>d1", 0)
    table.refuse("call", 1, "after 3 wrong calls")
    table.do("draw", 1)
    table.refuse("call", 1, "after 3 wrong calls")
    table.do("h8>d1", 1)
    assert not table.manners.silenced
    assert table.do("call", 1) == ["wrong-call seat=1 count=4"]
    table.refuse("call", 1, "after 3 wrong calls")  # each later one silences again


def test_t5_a_silenced_seat_cannot_call_a_true_slip() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    table.do("call call call", 1)
    table.do("take", 2)
    table.refuse("call", 1, "after 3 wrong calls")
    assert table.do("call", 0) == ["undone seat=2 other=0"]
    table.refuse("call", 1, "after 3 wrong calls")


def test_t5_a_right_call_is_not_counted() -> None:
    table = Table(players=3, hands=HANDS[:3], draw=ONE_TO_TWELVE)
    for offender, caller in ((2, 1), (1, 2)):
        table.do("take", offender)
        table.do("call", caller)
    assert table.manners.wrong_calls == (0, 0, 0)
    assert table.manners.silenced == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_t6_a_card_that_does_not_fit_is_refused_as_ever(seat: int) -> None:
    table = Table(hands=[FULL, "8 8 8 8 8"], draw="4")
    card = table.hands[seat][0]
    table.refuse(f"h{card}>b1", seat, "building pile 1 needs a 1 or a wild, not an? ")
    table.refuse("h3>d1", seat, "there is no 3 in the hand")
    table.refuse("s>b1", seat, "building pile 1 needs a 1")
    table.refuse("d1>b1", seat, "discard pile 1 is empty")
    table.refuse("h9>b7", seat, "is not a move")


@pytest.mark.parametrize("seat", [-1, 2, 6, None, True, "0"])
def test_a_seat_that_does_not_exist_is_refused(seat: Any) -> None:
    table = Table(hands=[FULL], draw="4")
    before = standing(table.game)
    if seat is not None:
        with pytest.raises(skipbo.SkipboError, match="there is no seat"):
            table.game.play("take", seat)
        with pytest.raises(skipbo.SkipboError, match="there is no seat"):
            table.game.slips(seat)
    assert standing(table.game) == before


# --- Which tables have it


def test_classic_has_no_penalties_and_so_no_table_mode() -> None:
    with pytest.raises(RulesError, match="choose special as well"):
        configure("classic", enforcement="table")
    assert configure("classic", enforcement="table", special=True).special
    with pytest.raises(RulesError, match="enforcement cannot be table in deluxe without"):
        configure("deluxe", enforcement="table", special=False)


@pytest.mark.parametrize("option", [{"enforcement": "table"}, {"special": True}])
def test_dice_has_no_table_mode(option: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="dice has no option"):
        configure("dice", **option)


@pytest.mark.parametrize("value", ["", "Table", "loose", True, None])
def test_enforcement_is_strict_or_table(value: Any) -> None:
    with pytest.raises(RulesError, match="enforcement"):
        configure("deluxe", enforcement=value)


@editions
def test_strict_refuses_all_of_it_and_changes_nothing(edition: str) -> None:
    game = skipbo.new(edition, players=4, partners=True, seed=1)
    record = game.record()
    for act in ("take", "draw", "call", "talk", " TAKE "):
        for seat in (None, 0, 1):
            with pytest.raises(IllegalMove, match="this belongs to table mode"):
                game.play(act, seat)
    move = next(move for move in game.legal() if ">d" in move)
    for seat in (1, 2, 3):
        with pytest.raises(IllegalMove, match=f"it is seat 0's turn, not seat {seat}'s"):
            game.play(move, seat)
    assert game.record() == record
    assert game.slips(1) == []
    assert game.due == 0
    view = game.view(0)
    assert isinstance(view, CardView)
    assert view.manners is None
    game.play(move, 0)


def test_dice_does_not_know_the_acts() -> None:
    game = skipbo.new("dice", seed=1)
    for act in ("take", "draw", "call", "talk"):
        with pytest.raises(IllegalMove, match="is not a move of dice"):
            game.play(act)
