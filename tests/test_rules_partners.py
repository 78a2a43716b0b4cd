"""Partnership, rule by rule: P. The numbers are those of docs/rules.md."""

import pytest
from tests.positions import ONE_TO_TWELVE, Position, moves

from skipbo.errors import RulesError
from skipbo.rules import cards
from skipbo.rules.editions import configure


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
