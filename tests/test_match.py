"""Matches: the cut for dealer, the deal that moves on, the points. Numbers: docs/rules.md."""

import hashlib
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from tests.strategies import choose, state_bytes

import skipbo
from skipbo import Game, Match, RecordError, RulesError, SkipboError
from skipbo.rules.editions import configure
from skipbo.table.chance import Seeded
from skipbo.table.match import CutRound, cut_for_dealer, winner_of_cut
from skipbo.table.view import CardView

CUT_EDITIONS = ["deluxe", "international", "mod"]  # C14; in classic the youngest begins (C15)
# Games of a few moves.
QUICK: dict[str, Any] = {"ranks": 4, "copies": 4, "wilds": 2, "stock": 2, "hand": 3}


def finish(game: Game) -> Game:
    """Play on until somebody wins."""
    rng = random.Random(1)
    while not game.over:
        game.play(choose(game, "greedy", rng))
    return game


def block(game: Game) -> Game:
    """O3: nobody ever builds, until nobody has a card left."""
    while not game.over:
        game.play(next(move for move in reversed(game.legal()) if ">b" not in move))
    assert game.blocked
    return game


def play_match(match: Match, games: int = 100) -> Match:
    """That many games of it, or all; the last one is finished too."""
    finish(match.game)
    for _ in range(games - 1):
        if not match.over:
            finish(match.next())
    return match


class Script:
    """Chance that deals from these decks, one after the other; `asked` counts."""

    def __init__(self, *decks: str) -> None:
        self.decks = decks
        self.asked = 0

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        assert event == self.asked
        self.asked += 1
        return self.decks[event].split()

    def roll(self, event: int, dice: Sequence[Sequence[str]]) -> list[str]:
        raise AssertionError("nothing is rolled for the deal")


def cut(players: int, *decks: str) -> list[CutRound]:
    return cut_for_dealer(configure("deluxe", players=players), Script(*decks))


# --- C14, O4: the cut for dealer


def test_c14_the_highest_card_deals() -> None:
    rounds = cut(4, "7 12 3 11 1 1 1")
    assert rounds == [{0: ("7",), 1: ("12",), 2: ("3",), 3: ("11",)}]
    assert winner_of_cut(rounds) == 1


def test_c14_numbers_count_as_numbers() -> None:
    assert winner_of_cut(cut(3, "9 10 2")) == 1


def test_c14_wilds_do_not_count_and_are_drawn_again() -> None:
    rounds = cut(3, "W 7 3 W W 5 12")
    assert rounds == [{0: ("W", "7"), 1: ("3",), 2: ("W", "W", "5")}]
    assert winner_of_cut(rounds) == 0


def test_o4_those_tied_for_the_highest_draw_again() -> None:
    rounds = cut(4, "9 2 9 9 5 W 6 6 1 8")
    assert rounds == [
        {0: ("9",), 1: ("2",), 2: ("9",), 3: ("9",)},
        {0: ("5",), 2: ("W", "6"), 3: ("6",)},
        {2: ("1",), 3: ("8",)},
    ]
    assert winner_of_cut(rounds) == 3


def test_o4_a_tie_below_the_highest_does_not_matter() -> None:
    assert cut(4, "3 3 12 3") == [{0: ("3",), 1: ("3",), 2: ("12",), 3: ("3",)}]


def test_o4_the_deck_is_shuffled_again_if_it_runs_out() -> None:
    script = Script("4 4 W", "2 2 7", "W W W", "9 8")
    rounds = cut_for_dealer(configure("deluxe"), script)
    assert rounds == [{0: ("4",), 1: ("4",)}, {0: ("W", "2"), 1: ("2",)}, *rounds[2:]]
    assert rounds[2:] == [{0: ("7",), 1: ("W", "W", "W", "9")}]
    assert script.asked == 4


@pytest.mark.parametrize("edition", CUT_EDITIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_c14_the_seat_on_the_dealers_left_begins_and_the_deal_moves_left(
    edition: str, players: int
) -> None:
    options = QUICK if players < 6 else {**QUICK, "copies": 6}
    match = skipbo.match(edition, players=players, seed=players, target=30_000, **options)
    dealer = winner_of_cut(match.cut)
    for number in range(2 * players + 1):
        assert match.dealer == (dealer + number) % players
        assert match.game.rules.first == (match.dealer + 1) % players
        assert match.game.seat == match.game.rules.first
        finish(match.game)
        match.next()


def test_c14_everybody_is_the_dealer_about_equally_often() -> None:
    dealers = [skipbo.match("deluxe", players=4, seed=seed).dealer for seed in range(200)]
    assert all(30 < dealers.count(seat) < 70 for seat in range(4))


def test_c14_the_cut_can_be_given() -> None:
    given: list[CutRound] = [{0: ("2",), 1: ("9",), 2: ("9",)}, {1: ("3",), 2: ("11",)}]
    match = Match(configure("deluxe", players=3), cut=given)
    assert (match.dealer, match.game.seat) == (2, 0)
    assert match.cut == given


# --- C15: classic


def test_c15_in_classic_the_youngest_begins_then_the_next_seat_to_the_left() -> None:
    match = skipbo.match("classic", players=4, first=2, seed=1, target=30_000, **QUICK)
    assert match.cut == []
    begun = []
    for _ in range(6):
        begun.append(match.game.seat)
        finish(match.game)
        match.next()
    assert begun == [2, 3, 0, 1, 2, 3]


def test_c15_by_default_the_first_seat_is_the_youngest() -> None:
    match = skipbo.match("classic", players=3, seed=1)
    assert match.game.seat == 0
    assert match.dealer == 2


# --- C13, P6, O9: points


def points_by_hand(game: Game) -> list[int]:
    """25 and 5 for each card left in the opponents' stock piles, to the winning side."""
    view = game.view(None)
    assert isinstance(view, CardView)
    scores = [0] * game.rules.sides
    if game.winners:
        stocks = [player.stock for player in view.players]
        left = sum(n for seat, n in enumerate(stocks) if seat not in game.winners)
        scores[game.winners[0] % game.rules.sides] = 25 + 5 * left
    return scores


@pytest.mark.parametrize("edition", ["classic", *CUT_EDITIONS])
@pytest.mark.parametrize("players", range(2, 7))
def test_c13_the_winner_scores_25_and_5_for_each_card_left(edition: str, players: int) -> None:
    game = finish(skipbo.new(edition, players=players, stock=5, seed=3))
    assert game.scores == points_by_hand(game)
    assert max(game.scores) >= 25


@pytest.mark.parametrize("players", [4, 6])
def test_p6_the_points_go_to_the_side(players: int) -> None:
    match = skipbo.match("deluxe", players=players, partners=True, seed=2, stock=2, target=300)
    totals = [0] * (players // 2)
    while True:
        finish(match.game)
        assert len(match.game.winners) == 2
        assert match.game.scores == points_by_hand(match.game)
        totals = [a + b for a, b in zip(totals, match.game.scores, strict=True)]
        assert match.scores == totals
        if match.over:
            break
        match.next()
    best = totals.index(max(totals))
    assert match.winners == [best, best + players // 2]


def test_c13_first_to_500() -> None:
    match = skipbo.match("classic", players=3, seed=4, stock=5)
    assert match.rules.target == 500
    while not match.over:
        assert max(match.scores) < 500
        assert match.winners == []
        if match.game.over:
            match.next()
        finish(match.game)
    assert max(match.scores) >= 500
    assert max(match.scores) - max(match.game.scores) < 500
    assert match.winners == match.game.winners == [match.scores.index(max(match.scores))]


@pytest.mark.parametrize("target", [1, 25, 26, 100, 1000])
def test_c13_another_total_may_be_chosen(target: int) -> None:
    match = play_match(skipbo.match("mod", players=2, seed=5, target=target, **QUICK))
    assert match.over
    assert max(match.scores) >= target > max(match.scores) - max(match.game.scores)
    assert len(match.games) == 1 or target > 25  # C13: a win brings 25 at least


def test_c13_points_count_when_a_game_is_over_only() -> None:
    match = skipbo.match("classic", seed=1, **QUICK)
    assert match.scores == [0, 0]
    assert not match.over
    finish(match.game)
    scores = match.scores
    match.next()
    assert match.scores == scores == match.games[0].scores


def test_o9_only_the_winner_of_a_game_scores() -> None:
    match = play_match(skipbo.match("classic", players=5, seed=6, target=400, stock=3))
    for game in match.games:
        assert sum(points > 0 for points in game.scores) == 1
    assert sum(points >= 400 for points in match.scores) == 1


def test_o3_a_blocked_game_scores_nothing_and_the_deal_moves_on() -> None:
    match = skipbo.match("deluxe", players=3, seed=7, **QUICK)
    begun = match.game.seat
    block(match.game)
    assert match.game.winners == []
    assert match.scores == [0, 0, 0]
    assert not match.over
    match.next()
    assert match.game.seat == (begun + 1) % 3
    finish(match.game)
    assert match.scores == match.game.scores
    block(match.next())
    assert match.scores == match.games[1].scores
    assert match.next().seat == begun


def test_o3_a_blocked_game_does_not_end_a_match_that_has_a_small_target() -> None:
    match = skipbo.match("classic", seed=7, target=1, **QUICK)
    block(match.game)
    assert not match.over
    assert match.winners == []
    finish(match.next())
    assert match.over


# --- What cannot be done


def test_a_game_has_to_be_over_before_the_next() -> None:
    match = skipbo.match("classic", seed=1)
    with pytest.raises(SkipboError, match="not over yet"):
        match.next()
    assert len(match.games) == 1


def test_nothing_follows_a_match_that_is_over() -> None:
    match = play_match(skipbo.match("classic", seed=1, target=50, **QUICK))
    games, scores = len(match.games), match.scores
    with pytest.raises(SkipboError, match="the match is over"):
        match.next()
    assert (len(match.games), match.scores) == (games, scores)


def test_dice_has_no_match() -> None:
    with pytest.raises(RulesError, match="dice has no match"):
        skipbo.match("dice")


@pytest.mark.parametrize(
    ("options", "named"),
    [({"target": 0}, "target"), ({"players": 7}, "players"), ({"colour": 1}, "colour")],
)
def test_bad_options_are_refused(options: dict[str, Any], named: str) -> None:
    with pytest.raises(RulesError, match=named):
        skipbo.match("deluxe", **options)


def test_bad_names_are_refused() -> None:
    with pytest.raises(SkipboError, match="names must be a list of 2"):
        skipbo.match("deluxe", names=["Ana"])


# --- Seeds


def test_the_same_seed_is_the_same_match() -> None:
    one, other = (play_match(skipbo.match("mod", seed=9, target=100, **QUICK)) for _ in range(2))
    assert one.record().dumps() == other.record().dumps()
    assert skipbo.match("mod", seed=10).game.events != skipbo.match("mod", seed=9).game.events


def test_each_game_has_a_seed_of_its_own() -> None:
    seed = bytes(range(32))
    match = play_match(skipbo.match("deluxe", seed=seed, target=200, **QUICK))
    assert len(match.games) > 3
    for number, game in enumerate(match.games, 1):
        assert isinstance(game.chance, Seeded)
        assert game.chance.seed == hashlib.sha256(seed + f"game {number}".encode()).digest()
    assert len({game.commitment for game in match.games}) == len(match.games)


def test_without_a_seed_two_matches_differ() -> None:
    one, other = skipbo.match("deluxe"), skipbo.match("deluxe")
    assert one.seed is None
    assert one.game.commitment != other.game.commitment


# --- As text


NAMES = ("Ana: the #1", "Bên", "Çem", "Dov")


@cache
def match_text(edition: str, games: int = 100, moves: int = 0, secret: bool = False) -> str:
    """So many games of a match, and some moves of the next."""
    match = skipbo.match(edition, players=4, seed=12, target=110, names=NAMES, **QUICK)
    play_match(match, games)
    if games < 100:
        match.next()
        for _ in range(moves):
            match.game.play(match.game.legal()[0])
    return match.record(secret).dumps()


def replayed(text: str) -> Match:
    match = skipbo.replay(text)
    assert isinstance(match, Match)
    return match


EDITIONS = pytest.mark.parametrize("edition", ["classic", *CUT_EDITIONS])


@EDITIONS
def test_a_finished_match_reads_back(edition: str) -> None:
    text = match_text(edition)
    match = replayed(text)
    assert match.over
    assert match.record().dumps() == text
    assert match.names == NAMES
    assert match.rules.target == 110
    with pytest.raises(SkipboError, match="the match is over"):
        match.next()


@EDITIONS
@pytest.mark.parametrize("moves", [0, 3])
def test_a_match_in_progress_reads_back_and_goes_on(
    edition: str, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.urandom", random.Random(1).randbytes)
    original = replayed(match_text(edition, 2, moves, secret=True))
    again = replayed(match_text(edition, 2, moves))
    assert len(original.games) == len(again.games) == 3
    for one, other in zip(original.games, again.games, strict=True):
        assert state_bytes(one) == state_bytes(other)
    assert original.record(secret=True).dumps() == match_text(edition, 2, moves, secret=True)
    assert (again.scores, again.dealer) == (original.scores, original.dealer)
    for match in (original, again):
        begun = match.game.rules.first
        finish(match.game)
        if not match.over:
            assert match.next().seat == (begun + 1) % 4
        assert play_match(match).over


def test_partners_house_rules_and_blocked_games_read_back() -> None:
    match = skipbo.match("deluxe", players=4, partners=True, seed=3, target=70, **QUICK)
    block(match.game)
    match.next()
    play_match(match)
    text = match.record().dumps()
    again = replayed(text)
    assert again.record().dumps() == text
    assert (again.scores, again.winners) == (match.scores, match.winners)
    assert again.games[0].blocked


def test_a_tied_cut_reads_back() -> None:
    given: list[CutRound] = [{0: ("W", "9"), 1: ("9",)}, {0: ("3",), 1: ("W", "W", "11")}]
    text = Match(configure("deluxe"), cut=given).record().dumps()
    assert "cut: 0=W,9 1=9\ncut: 0=3 1=W,W,11\n" in text
    again = replayed(text)
    assert again.cut == given
    assert again.dealer == 1


@EDITIONS
def test_a_match_is_verified(edition: str) -> None:
    skipbo.verify(match_text(edition))
    skipbo.verify(match_text(edition, 2, 3, secret=True))
    with pytest.raises(RecordError, match="it has no seed"):
        skipbo.verify(match_text(edition, 2, 3))


# --- Damaged


TEXT = match_text("deluxe")
LINES = TEXT.splitlines()
STARTS = [number for number, line in enumerate(LINES, 1) if line == "skipbo record 1"]
CUT = next(number for number, line in enumerate(LINES, 1) if line.startswith("cut:"))


def changed(number: int, *new: str, lines: Sequence[str] = LINES) -> str:
    return "\n".join([*lines[: number - 1], *new, *lines[number:]]) + "\n"


def refused(text: str, line: int, words: str) -> None:
    with pytest.raises(RecordError, match=words) as error:
        skipbo.replay(text)
    assert error.value.line == line


def judge(text: str) -> None:
    """Valid or refused, and nothing else."""
    try:
        skipbo.replay(text)
    except RecordError as error:
        check_line(error, text)


def check_line(error: RecordError, text: str) -> None:
    assert 0 <= error.line <= len(text.splitlines())


def test_the_text_that_is_damaged_is_sound() -> None:
    assert len(STARTS) > 2
    assert replayed(TEXT).over


def test_a_bad_head() -> None:
    refused(changed(1, "skipbo match 2"), 1, "does not begin with")
    refused(changed(2, "edition: chess"), 2, "there is no edition 'chess'")
    refused(changed(3, "players: 9"), 3, "players must be 2 to 6")
    refused(changed(3, "players: 4", "players: 4"), 4, "a second 'players'")
    refused(changed(3, "players: 4", "colour: red"), 4, "'colour' is not known")
    refused(changed(3, "players: 4", "just words"), 4, "just words")


def test_dice_in_the_head() -> None:
    refused("skipbo match 1\nedition: dice\n\nskipbo record 1\n", 2, "dice has no match")


def test_a_bad_name_in_the_head() -> None:
    number = LINES.index("seat 1: Bên") + 1
    refused(changed(number, "seat 1:"), number, "name")


@pytest.mark.parametrize(
    "line",
    [
        "cut: 0=4 1=3 2=x 3=1",
        "cut: 0=4 1=3 2 3=1",
        "cut: 0=4 1=3 2= 3=1",
        "cut: 0=4 1=3 2=2,W 3=1",
        "cut: 0=4 1=3 2=W 3=1",
        "cut: 0=4 1=3 -1=2 3=1",
        "cut: 0=4 1=3 2=2",
        "cut: 0=4 1=3 2=2 3=1 4=2",
        "cut: 1=4 0=3 2=2 3=1",
        "cut: 0=4 1=3 2=2 3=1 3=2",
        "cut: 0=4 1=3 2=4 3=1",
        "cut: 0=4 1=3 2=2 3=5",  # this deck ends at 4
        "cut: 0=4 1=3 2=2 3=0",
        "cut: 0=4 1=3 2=2 3=01",
        "cut: 0=4 1=3 2=2 3=\u0661",
        f"cut: 0=4 1=3 2=2 3={'9' * 5000}",
        f"cut: 0=4 1=3 2=2 {'9' * 5000}=1",
        "cut:",
    ],
)
def test_a_bad_cut_names_its_line(line: str) -> None:
    refused(changed(CUT, line), CUT, "cut")


def test_a_cut_that_goes_on_after_it_was_decided() -> None:
    refused(changed(CUT, "cut: 0=2 1=4 2=3 3=1", "cut: 1=3"), CUT + 1, "cut")


def test_a_missing_cut() -> None:
    refused(changed(CUT), 0, "the cut for dealer is missing")


def test_a_cut_where_the_youngest_begins() -> None:
    lines = match_text("classic").splitlines()
    start = lines.index("skipbo record 1") + 1
    for line in ("cut: 0=1 1=2 2=3 3=4", "cut:"):
        refused(changed(start - 1, line, "", lines=lines), start - 1, "cut")


def test_another_dealer_than_the_cut_says() -> None:
    dealer = winner_of_cut(replayed(TEXT).cut)
    drawn = (f"{seat}={4 if seat == (dealer + 1) % 4 else 1}" for seat in range(4))
    refused(changed(CUT, f"cut: {' '.join(drawn)}"), STARTS[0], "another seat begins")


def test_no_game() -> None:
    refused("\n".join(LINES[: STARTS[0] - 1]), 0, "the match has no game")


def test_a_game_that_is_missing_doubled_or_out_of_order() -> None:
    head, one, two = LINES[: STARTS[0] - 1], *(game_lines(i) for i in range(2))
    rest = LINES[STARTS[2] - 1 :]
    refused("\n".join(head + two + rest), STARTS[0], "game 1 has other options")
    refused("\n".join(head + one + rest), STARTS[1], "game 2 has other options")
    refused("\n".join(head + one + one + two + rest), STARTS[1], "game 2 has other options")
    refused("\n".join(head + two + one + rest), STARTS[0], "game 1 has other options")


def game_lines(number: int) -> list[str]:
    return LINES[STARTS[number] - 1 : STARTS[number + 1] - 1]


def test_a_game_too_many() -> None:
    refused(TEXT + "\n" + "\n".join(game_lines(0)), len(LINES) + 2, "the match is over")
    unfinished = match_text("deluxe", 2, 3)
    more = unfinished + "\n".join(game_lines(0))
    refused(more, len(unfinished.splitlines()) + 1, "the game before is not over")


def test_a_game_with_other_options_or_names() -> None:
    number = STARTS[1] + 3
    assert LINES[number - 1].startswith(("first: ", "stock: "))
    at_name = LINES.index("seat 0: Ana: the #1", STARTS[1]) + 1
    refused(changed(at_name, "seat 0: Eve"), STARTS[1], "other options or names")
    at_hand = LINES.index("hand: 3", STARTS[1]) + 1
    refused(changed(at_hand, "hand: 4"), STARTS[1], "other options or names")


def test_damage_in_a_later_game_names_the_line_of_the_file() -> None:
    number = next(i for i, line in enumerate(LINES, 1) if i > STARTS[1] and line[1:3] == ": ")
    seat = LINES[number - 1][0]
    refused(changed(number, f"{seat}: pd1>b1"), number, "there are no partners")
    refused(changed(number, f"{(int(seat) + 1) % 4}: s>b1"), number, "turn")
    shuffle = next(i for i, line in enumerate(LINES, 1) if i > STARTS[1] and "shuffle" in line)
    refused(changed(shuffle, LINES[shuffle - 1] + " W"), shuffle, "not among them 1 x 'W'")
    result = next(i for i, line in enumerate(LINES, 1) if i > STARTS[1] and "result" in line)
    refused(changed(result, "result: seat 0 wins, 5 points"), result, "but the moves give")
    seed = next(i for i, line in enumerate(LINES, 1) if i > STARTS[1] and "seed" in line)
    refused(changed(seed, "seed: 12"), seed, "64 hexadecimal digits")


def test_a_later_game_that_is_not_what_its_seed_gives() -> None:
    seed = next(i for i, line in enumerate(LINES, 1) if i > STARTS[1] and "seed" in line)
    with pytest.raises(RecordError, match="not the one that was committed to"):
        skipbo.verify(changed(seed, f"seed: {'0' * 64}"))


@pytest.mark.parametrize("edition", ["classic", "mod"])
def test_lines_deleted_doubled_or_exchanged(edition: str) -> None:
    lines = match_text(edition, 1, 3).splitlines()
    for i, line in enumerate(lines, 1):
        judge(changed(i, lines=lines))
        judge(changed(i, line, line, lines=lines))
        judge(changed(i, lines[i % len(lines)], line, lines=lines))
        judge(changed(i, "cut: 0=1", lines=lines))
        judge(changed(i, "skipbo record 1", lines=lines))
        judge(changed(i, "skipbo match 1", lines=lines))


def test_cut_off_anywhere_and_any_character_changed() -> None:
    rng = random.Random(1)
    text = match_text("deluxe", 1, 3)
    for i in range(0, len(text), 4):
        judge(text[:i])
        letter = rng.choice("0123456789Wwhsbdp>:#,-= \n\t\0\u2028\u0661\udc80")
        judge(text[:i] + letter + text[i + rng.randrange(2) :])


# --- The cut is checked too


def test_the_cut_follows_from_its_seed() -> None:
    match = finished_match()
    text = match.record().dumps()
    skipbo.verify(text)
    cut = next(line for line in text.splitlines() if line.startswith("cut: "))
    swapped = " ".join(f"{seat}={number}" for seat, number in enumerate((1, 2, 12)))
    for forged in (cut.replace("=", "=W,", 1), f"cut: {swapped}"):
        with pytest.raises(RecordError):
            skipbo.verify(text.replace(cut, forged))
    seed = next(line for line in text.splitlines() if line.startswith("cut-seed: "))
    with pytest.raises(RecordError, match="it has no cut-seed"):
        skipbo.verify(text.replace(seed + "\n", ""))
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        skipbo.verify(text.replace(seed, "cut-seed: 12"))


def finished_match() -> Match:
    match = skipbo.match("deluxe", players=3, stock=1, target=25, seed=3)
    while not match.over:
        game = match.next() if match.game.over else match.game
        while not game.over:
            game.play(
                skipbo.bot("greedy").choose(game.view(game.seat), game.legal(), random.Random(1))
            )
    return match


def test_c14_who_begins_is_not_chosen_where_the_cut_decides() -> None:
    with pytest.raises(RulesError, match="the cut decides who begins"):
        skipbo.match("mod", first=1)
