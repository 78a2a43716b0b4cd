"""What the sheets leave open, rule by rule: O. The numbers are those of docs/rules.md."""

import pytest
from tests.positions import ONE_TO_TWELVE, Deal, Position, all_faces

from skipbo.rules import cards
from skipbo.rules.editions import configure
from skipbo.rules.state import OK


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
