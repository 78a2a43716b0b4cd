"""MOD's die, rule by rule: M. The numbers are those of docs/rules.md."""

import pytest
from tests.positions import ONE_TO_TWELVE, Deal, Position, moves

from skipbo.rules import cards
from skipbo.rules.state import OK

REFILLS = ["beneath", "none"]


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
