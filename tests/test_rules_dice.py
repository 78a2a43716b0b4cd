"""Skip-Bo Dice, rule by rule. The numbers are those of docs/rules.md."""

import pytest
from tests.positions import Dice

from skipbo.errors import RulesError
from skipbo.rules import dice
from skipbo.rules.editions import configure
from skipbo.rules.state import OK

GREEN, RED, PURPLE = range(1, 5), range(5, 9), range(9, 13)


@pytest.mark.parametrize(("spaces", "colour"), [(GREEN, 0), (RED, 1), (PURPLE, 2)])
def test_d1_four_spaces_of_each_colour(spaces: range, colour: int) -> None:
    assert [dice.colour(space - 1) for space in spaces] == [colour] * 4


@pytest.mark.parametrize("first_empty", range(1, 13))
def test_d1_the_dice_in_the_cup_have_the_colours_of_the_empty_spaces(first_empty: int) -> None:
    board = "ggggrrrrpppp" * 2
    assert Dice(first_empty=first_empty).colours == board[first_empty - 1 : first_empty + 4]


@pytest.mark.parametrize(
    ("first_empty", "faces"),
    [(1, "1 2 3 4 Wg Wg"), (5, "5 6 7 8 Wr Wr"), (9, "9 10 11 12 Wp Wp")],
)
def test_d2_a_die_shows_its_four_numbers_and_two_wilds(first_empty: int, faces: str) -> None:
    game = Dice(first_empty=first_empty)
    for i in range(4):
        assert game.die_shows(i) == faces.split()


def test_d2_with_one_wild_face_the_sixth_is_blank() -> None:
    game = Dice(wild_faces=1)
    assert game.die_shows(0) == ["1", "2", "3", "4", "Wg", "-g"]
    assert game.die_shows(4) == ["5", "6", "7", "8", "Wr", "-r"]


@pytest.mark.parametrize("first_empty", [1, 4, 9])
def test_d2_a_blank_cannot_be_placed(first_empty: int) -> None:
    colours = Dice(first_empty=first_empty).colours
    blanks = " ".join(f"-{colour}" for colour in colours)
    game = Dice(blanks, first_empty=first_empty, wild_faces=1)
    assert game.seat == 1
    assert game.first_empty == first_empty


@pytest.mark.parametrize("players", range(2, 7))
def test_d3_the_chosen_player_begins_with_five_dice(players: int) -> None:
    game = Dice(players=players, first=players - 1)
    assert game.waiting == "roll"
    assert game.seat == players - 1
    assert game.first_empty == 1
    assert game.colours == "ggggr"
    game.miss()
    assert game.seat == 0


def test_d3_nobody_plays_alone() -> None:
    with pytest.raises(RulesError, match="players must be 2 to 6"):
        configure("dice", players=1)


def test_d4_the_sheets_first_roll() -> None:
    game = Dice("1 1 2 4 7")
    assert game.legal() == {"place:1", "place:1,2"}
    assert game.why_not("place:1,2,3") == dice.NOT_ROLLED
    assert game.why_not("place:1,2,4") == dice.WRONG_SPACE
    assert game.why_not("place:1,1") == dice.WRONG_SPACE
    assert game.why_not("place:2") == dice.WRONG_SPACE


def test_d4_at_least_one_die_is_placed() -> None:
    game = Dice("1 1 2 4 7")
    assert game.why_not("roll") == dice.PLACE_FIRST
    assert game.why_not("stop") == dice.PLACE_FIRST


def test_d4_a_placement_of_no_die_is_refused() -> None:
    game = Dice("1 1 2 4 7")
    assert game.machine.why_not(game.state, dice.FIRST_PLACE) != OK


def test_d4_not_every_die_that_fits_need_be_placed() -> None:
    game = Dice("1 2 3 4 5")
    assert game.legal() == {
        "place:1",
        "place:1,2",
        "place:1,2,3",
        "place:1,2,3,4",
        "place:1,2,3,4,5",
    }
    game.play("place:1,2")
    assert game.first_empty == 3
    assert game.cup == 3


def test_d4_dice_are_placed_from_a_fresh_roll_only() -> None:
    game = Dice("1 2 3 4 5")
    game.play("place:1")
    assert game.why_not("place:2") == dice.NOTHING_ROLLED
    assert game.legal() == {"roll", "stop"}


@pytest.mark.parametrize("space", RED)
def test_d5_a_red_wild_stands_for_any_red_number(space: int) -> None:
    colours = Dice(first_empty=space).colours
    unfit = {"g": "1", "r": "8" if space < 8 else "5", "p": "10"}
    others = " ".join(unfit[colour] for colour in colours[1:])
    game = Dice(f"Wr {others}", first_empty=space)
    assert "place:W" in game.legal()


@pytest.mark.parametrize(
    ("first_empty", "roll"), [(3, "4 4 Wr Wr Wr"), (7, "8 8 Wp Wp Wp"), (11, "12 12 Wg Wg Wg")]
)
def test_d5_a_wild_of_another_colour_does_not_help(first_empty: int, roll: str) -> None:
    game = Dice(roll, first_empty=first_empty)
    assert game.seat == 1
    assert game.first_empty == first_empty


def test_d5_wilds_of_two_colours_meet_at_the_border() -> None:
    game = Dice("Wg Wr 5 8 8", first_empty=4)
    assert game.legal() == {"place:W", "place:W,W", "place:W,5", "place:W,5,W"}
    assert game.why_not("place:W,W,W") == dice.NO_WILD_OF_COLOUR


def test_d5_the_border_between_12_and_1() -> None:
    game = Dice("Wp Wp Wg Wg 3", first_empty=11)
    assert "place:W,W,W,W,3" in game.legal()
    assert game.why_not("place:W,W,W,W,W") == dice.NO_WILD_OF_COLOUR


def test_d5_a_wild_goes_on_the_next_empty_space_only() -> None:
    game = Dice("Wg 2 3 3 7")
    assert game.legal() == {"place:W", "place:W,2", "place:W,2,3"}
    assert game.why_not("place:2,W") == dice.WRONG_SPACE


def test_d6_the_sheets_second_roll() -> None:
    game = Dice("1 1 2 4 7")
    game.play("place:1,2")
    assert game.legal() == {"roll", "stop"}
    game.play("roll", "2 3 7")
    assert game.legal() == {"place:3"}
    game.play("place:3")
    game.play("stop")
    assert game.scores == [3, 0]
    assert game.seat == 1


def test_d6_nothing_placed_ends_the_turn_and_loses_its_points() -> None:
    game = Dice("1 2 3 4 6", scores=[20, 0])
    game.play("place:1,2,3")
    game.play("roll", "1 6")
    assert game.seat == 1
    assert game.scores == [20, 0]
    assert game.first_empty == 4


def test_d6_the_first_roll_of_a_turn_may_fail() -> None:
    game = Dice("2 3 4 4 7", scores=[20, 0])
    assert game.seat == 1
    assert game.waiting == "roll"
    assert game.scores == [20, 0]


def test_d7_the_sheets_hint() -> None:
    careful = Dice("1 2 3 Wg 7")
    careful.play("place:1,2,3")
    careful.play("stop")
    assert careful.scores[0] == 3

    bold = Dice("1 2 3 Wg 7")
    bold.play("place:1,2,3,W")
    assert bold.legal() == {"roll"}
    assert bold.why_not("stop") == dice.LAST_IS_WILD
    bold.play("roll", "7")
    assert bold.scores[0] == 0
    assert bold.seat == 1


def test_d7_a_natural_die_in_a_later_roll_ends_the_turn() -> None:
    game = Dice("Wg 4 4 4 7")
    game.play("place:W")
    game.play("roll", "2 4 4 7")
    game.play("place:2")
    game.play("stop")
    assert game.scores[0] == 2


def test_d7_a_wild_beneath_a_natural_die_does_not_matter() -> None:
    game = Dice("1 Wg 3 3 7")
    game.play("place:1,W,3")
    assert game.legal() == {"roll", "stop"}


def test_d7_holds_when_all_five_are_placed() -> None:
    game = Dice("1 2 3 4 Wr")
    game.play("place:1,2,3,4,W")
    assert game.cup == 5
    assert game.legal() == {"roll"}


def test_d7_a_new_turn_is_free_of_the_last_players_wild() -> None:
    game = Dice("Wg 3 3 3 7")
    game.play("place:W")
    game.play("roll", "3 3 3 7")
    game.roll("2 4 4 5 5")
    game.play("place:2")
    assert game.legal() == {"roll", "stop"}


def test_d8_rolling_on_takes_the_next_five_dice() -> None:
    game = Dice("1 2 3 4 5")
    game.play("place:1,2,3,4,5")
    assert game.legal() == {"roll", "stop"}
    assert game.colours == "rrrpp"
    game.play("roll", "6 7 5 9 12")
    assert game.legal() == {"place:6", "place:6,7"}
    game.play("place:6,7")
    game.play("stop")
    assert game.scores[0] == 7


def test_d8_one_may_stop_instead() -> None:
    game = Dice("1 2 3 4 5")
    game.play("place:1,2,3,4,5")
    game.play("stop")
    assert game.scores[0] == 5
    assert game.first_empty == 6


def test_d8_rolling_on_may_fail() -> None:
    game = Dice("1 2 3 4 5")
    game.play("place:1,2,3,4,5")
    game.play("roll", "5 7 8 9 9")
    assert game.scores[0] == 0
    assert game.seat == 1


def test_d9_after_12_comes_1() -> None:
    game = Dice("11 12 1 2 3", first_empty=11)
    game.play("place:11,12,1,2,3")
    assert game.first_empty == 4


def test_d10_the_sheets_thirteen_points() -> None:
    game = Dice("10 11 12 1 3", first_empty=10)
    game.play("place:10,11,12,1")
    game.play("stop")
    assert game.scores[0] == 13


def test_d10_a_12_as_the_last_die_counts_once() -> None:
    game = Dice("11 12 2 2 3", first_empty=11)
    game.play("place:11,12")
    game.play("stop")
    assert game.scores[0] == 12


@pytest.mark.parametrize(
    ("first_empty", "times", "points"),
    [
        (1, 12, 12),
        (1, 13, 13),
        (1, 24, 24),
        (1, 25, 25),
        (12, 1, 12),
        (12, 13, 24),
        (12, 14, 25),
        (5, 40, 44),
    ],
)
def test_d10_each_12_passed_adds_12(first_empty: int, times: int, points: int) -> None:
    game = Dice(first_empty=first_empty)
    game.place_singly(times)
    game.play("stop")
    assert game.scores[0] == points


def test_d10_points_add_up_over_the_turns() -> None:
    game = Dice(scores=[7, 0])
    game.score(3)
    game.miss()
    game.score(6)
    assert game.scores == [7 + 3 + 6, 0]


def test_d10_only_dice_of_the_own_turn_count() -> None:
    game = Dice(first_empty=12)
    game.score(12)
    game.score(2)
    assert game.scores == [12, 2]


def test_d11_unplaced_dice_are_filled_up_to_five() -> None:
    game = Dice("1 2 3 4 6")
    game.play("place:1,2,3")
    game.play("stop")
    assert game.seat == 1
    assert game.cup == 5
    assert game.colours == "grrrr"
    game.roll("4 6 6 7 8")
    assert game.legal() == {"place:4"}


def test_d11_the_filled_spaces_stay_after_a_lost_turn() -> None:
    game = Dice("1 2 3 4 6")
    game.play("place:1,2,3")
    game.play("roll", "2 6")
    assert game.seat == 1
    assert game.first_empty == 4
    assert game.cup == 5


def test_d11_turns_pass_to_the_left() -> None:
    game = Dice(players=3, first=1)
    seats = []
    for _ in range(4):
        seats.append(game.seat)
        game.miss()
    assert seats == [1, 2, 0, 1]


def test_d12_the_others_have_one_last_turn_each() -> None:
    game = Dice(players=3, first=1, scores=[0, 49, 0])
    game.score(1)
    assert game.scores == [0, 50, 0]
    for seat in (2, 0):
        assert game.seat == seat
        game.miss()
    assert game.waiting == "over"
    assert game.winner == 1


def test_d12_49_points_do_not_end_the_game() -> None:
    game = Dice(scores=[48, 0])
    game.score(1)
    game.miss()
    assert game.waiting == "roll"
    assert game.seat == 0


def test_d12_a_lost_turn_does_not_reach_the_goal() -> None:
    game = Dice("1 2 3 4 6", scores=[49, 0])
    game.play("place:1,2,3")
    game.play("roll", "2 6")
    assert game.scores == [49, 0]
    game.miss()
    assert game.waiting == "roll"


def test_d12_the_last_turns_may_overtake_and_call_for_no_more() -> None:
    game = Dice(players=3, scores=[49, 49, 40])
    game.score(1)
    game.score(2)
    assert game.scores == [50, 51, 40]
    assert game.waiting == "roll"
    assert game.seat == 2
    game.miss()
    assert game.waiting == "over"
    assert game.winner == 1


def test_d12_the_last_player_may_win() -> None:
    game = Dice(players=2, scores=[49, 48])
    game.score(1)
    game.score(3)
    assert game.waiting == "over"
    assert game.winner == 1
    assert game.legal() == set()
    assert game.why_not("roll") == dice.GAME_OVER


def test_d12_another_target_may_be_chosen() -> None:
    game = Dice(target=20, goal=20, scores=[19, 0])
    game.score(1)
    game.miss()
    assert game.winner == 0


def test_d13_a_tie_at_the_top_is_played_on_to_75() -> None:
    game = Dice(players=3, scores=[49, 48, 30])
    game.score(1)
    game.score(2)
    game.miss()
    assert game.scores == [50, 50, 30]
    assert game.goal == 75
    for seat in (0, 1, 2, 0):
        assert game.waiting == "roll"
        assert game.seat == seat
        game.miss()
    assert game.winner is None


def test_d13_play_goes_on_to_the_left_of_the_last_turn() -> None:
    game = Dice(players=3, first=1, scores=[48, 49, 30])
    game.score(1)
    game.miss()
    game.score(2)
    assert game.scores == [50, 50, 30]
    assert game.seat == 1


def test_d13_at_75_the_others_have_a_last_turn_again() -> None:
    game = Dice(players=3, goal=75, scores=[74, 60, 73])
    game.score(1)
    game.miss()
    game.score(3)
    assert game.scores == [75, 60, 76]
    assert game.waiting == "over"
    assert game.winner == 2


def test_d13_50_points_no_longer_end_it() -> None:
    game = Dice(goal=75, scores=[73, 50])
    game.score(1)
    game.miss()
    assert game.waiting == "roll"
    assert game.winner is None


def test_d13_a_further_tie_is_played_on_to_100() -> None:
    game = Dice(scores=[49, 48])
    goals = []
    for points in (1, 2, 25, 25, 25, 25):
        goals.append(game.goal)
        game.score(points)
    assert goals == [50, 50, 75, 75, 100, 100]
    assert game.scores == [100, 100]
    assert game.goal == 125
    assert game.waiting == "roll"


@pytest.mark.parametrize(
    ("total", "goal"), [(50, 75), (58, 75), (74, 75), (75, 100), (80, 100), (100, 125), (130, 150)]
)
def test_d13_the_new_goal_lies_above_the_tie(total: int, goal: int) -> None:
    game = Dice(scores=[45, 30])
    game.score(total - 45)
    game.score(total - 30)
    assert game.scores == [total, total]
    assert game.goal == goal


def test_d13_a_tie_of_everyone() -> None:
    game = Dice(players=3, scores=[49, 48, 47])
    for points in (1, 2, 3):
        game.score(points)
    assert game.scores == [50, 50, 50]
    assert game.goal == 75
    assert game.seat == 0


def test_d13_a_tie_below_the_top_does_not_matter() -> None:
    game = Dice(players=3, scores=[49, 40, 40])
    game.score(1)
    game.miss()
    game.miss()
    assert game.winner == 0
