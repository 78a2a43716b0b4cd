"""Dice for two, solved: the values fit the rules, the table fits the values, the bot the table."""

import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import skipbo
from skipbo.arena.simulate import simulate
from skipbo.bots import dice_table
from skipbo.bots.dice_plan import POINT, WIN
from skipbo.bots.dice_rolls import table_of_rolls
from skipbo.bots.dice_turn import FACES, first_path, ways
from skipbo.cli import main
from skipbo.cli import solve as command
from skipbo.errors import SkipboError
from skipbo.machine.python import copy_state, machine, new_state
from skipbo.rules.dice import AGAIN, CUP, MOST_LEGAL, SPACES, STOP, TIE_STEP
from skipbo.rules.editions import Rules, configure
from skipbo.rules.state import MOVE, NONE, OVER
from skipbo.solve.dice import Solution, pairs, pairs_to_solve, solve

Capture = pytest.CaptureFixture[str]

both_kinds = pytest.mark.parametrize("wild_faces", [1, 2])


@cache
def solved(wild_faces: int) -> Solution:
    return solve(wild_faces, target=TIE_STEP)  # the smallest that needs every equation


# --- The values, against the rules


FAR = {1: 84, 2: 180}  # points that hardly any turn makes: there the slow turns below end


def slow_rules(wild_faces: int) -> tuple[Rules, Any]:
    rules = configure("dice", wild_faces=wild_faces, target=TIE_STEP)
    return rules, machine(rules)


Laid = tuple[int, bool]  # how many dice a move lays, and whether the last of them is wild


@cache
def what_rolls_allow(wild_faces: int, space: int, cup: int) -> list[tuple[frozenset[Laid], int]]:
    """Every roll, one by one, told and played by the rules: what it allows, and how often."""
    rules, bound = slow_rules(wild_faces)
    start = new_state(rules)
    bound.begin(start, 2, 0, rules.target)
    start.space = space
    start.cup = cup
    found: Counter[frozenset[Laid]] = Counter()
    played: dict[tuple[int, ...], frozenset[Laid]] = {}
    for falls in product(range(FACES), repeat=cup):
        s = copy_state(start)
        bound.tell(s, falls, cup)
        moves = [0] * MOST_LEGAL
        legal = tuple(moves[: bound.legal(s, moves)]) if s.waiting == MOVE else ()
        if legal not in played:
            played[legal] = frozenset(laid_by(bound, s, move) for move in legal)
        found[played[legal]] += 1
    return list(found.items())


def laid_by(bound: Any, s: Any, move: int) -> Laid:
    after = copy_state(s)
    bound.play(after, move)
    return after.points - s.points, bool(after.wild_last)


def slow_turn(wild_faces: int, s: Any, worth: Callable[[Any], float]) -> float:
    """The worth of a turn that begins, from the worth of the states that it may end in."""
    bound = slow_rules(wild_faces)[1]

    @cache
    def value(points: int, cup: int, wild_last: bool, rolling: bool) -> float:
        now = copy_state(s)
        now.points, now.cup, now.space = points, cup, points % SPACES
        now.wild_last, now.waiting = int(wild_last), MOVE
        if not rolling:
            moves = [0] * MOST_LEGAL
            can_stop = STOP in moves[: bound.legal(now, moves)]
            again = value(points, cup, wild_last, True)
            return max(again, ended(now, STOP)) if can_stop else again
        if points > FAR[wild_faces]:
            return 0.0
        total = 0.0
        for laid, count in what_rolls_allow(wild_faces, now.space, cup):
            total += count * best(points, cup, laid) if laid else count * ended(now, AGAIN)
        return total / ways(cup)

    def best(points: int, cup: int, laid: frozenset[Laid]) -> float:
        return max(value(points + n, cup - n or CUP, wild, False) for n, wild in laid)

    def ended(now: Any, move: int) -> float:
        after = copy_state(now)
        if move == STOP:
            bound.play(after, STOP)
        else:
            bound.end_turn(after)  # D6: nothing could be laid
        return worth(after)

    for points in range(FAR[wild_faces], s.points, -1):  # from the end, so as not to go deep
        value(points, CUP - (points - s.points) % CUP, False, True)
    return value(s.points, s.cup, False, True)


def worth(solution: Solution, s: Any, seat: int) -> float:
    """The chance of a seat between turns, by the solution."""
    if s.waiting == OVER:
        return float(s.winner == seat)
    mine, other = s.score[s.seat], s.score[1 - s.seat]
    if s.last_turns == NONE:
        chance = float(solution.values[s.goal - mine, s.goal - other, s.space])
    elif other - mine >= len(solution.last):
        chance = 0.0
    else:
        need = TIE_STEP - (other - s.goal) % TIE_STEP
        chance = float(solution.last[other - mine, need, s.space])
    return chance if s.seat == seat else 1 - chance


def between_turns(wild_faces: int, mine: int, other: int, space: int, last: bool) -> Any:
    rules, bound = slow_rules(wild_faces)
    s = new_state(rules)
    bound.begin(s, 2, 0, rules.target)
    s.score[0], s.score[1], s.space = mine, other, space
    s.last_turns = 1 if last else NONE
    bound.start_turn(s)
    return s


STANDINGS = [
    (0, 0, 0, False),
    (24, 24, 3, False),
    (20, 3, 11, False),
    (3, 20, 7, False),
    (14, 9, 5, False),
    (24, 25, 0, True),
    (20, 31, 8, True),
    (5, 27, 10, True),
    (24, 53, 2, True),
]


@both_kinds
@pytest.mark.parametrize("standing", STANDINGS, ids=str)
def test_a_value_is_that_of_the_best_turn_by_the_real_rules(
    wild_faces: int, standing: tuple[int, int, int, bool]
) -> None:
    """D4-D13: every roll told to the rules, every move played by them."""
    s = between_turns(wild_faces, *standing)
    solution = solved(wild_faces)
    found = slow_turn(wild_faces, s, lambda after: worth(solution, after, 0))
    assert found == pytest.approx(worth(solution, s, 0), abs=1e-9)


@both_kinds
def test_equations_are_fulfilled(wild_faces: int) -> None:
    assert solved(wild_faces).residual < 1e-12


@both_kinds
def test_values_are_chances_that_grow_with_the_score(wild_faces: int) -> None:
    values = solved(wild_faces).values[1:, 1:]
    assert values.min() > 0
    assert values.max() < 1
    assert (values[1:] <= values[:-1]).mean() > 0.9  # needing more is mostly worse: D11, the space
    assert (values[:, 1:] >= values[:, :-1]).mean() > 0.9


def test_a_larger_target_changes_no_value() -> None:
    larger, smaller = solve(1, target=TIE_STEP + 3), solved(1)
    assert abs(larger.values[: TIE_STEP + 1, : TIE_STEP + 1] - smaller.values).max() < 1e-12
    assert larger.target == TIE_STEP + 3


@both_kinds
@pytest.mark.parametrize("space", [0, 8, 11])
def test_turn_points_are_those_of_the_real_rules(wild_faces: int, space: int) -> None:
    s = between_turns(wild_faces, 0, 0, space, False)
    found = slow_turn(wild_faces, s, lambda after: float(after.score[0]))
    assert found == pytest.approx(solved(wild_faces).turn_points[space], abs=1e-6)


def test_pairs_come_after_what_they_lead_to() -> None:
    assert list(pairs(0, 3)) == [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)]
    assert list(pairs(2, 3)) == [(1, 3), (2, 3), (3, 3)]
    assert pairs_to_solve(30) == len(list(pairs(0, 30)))


@pytest.mark.parametrize("target", [0, 101])
def test_a_target_that_cannot_be_solved(target: int) -> None:
    with pytest.raises(SkipboError, match="target must be 1 to 100"):
        solve(2, target)


# --- The table


@both_kinds
def test_rolls_are_those_of_the_real_rules(wild_faces: int) -> None:
    rolls = table_of_rolls(configure("dice", wild_faces=wild_faces))
    for space in range(SPACES):
        for cup in range(1, CUP + 1):
            paths = first_path(space, cup)
            told = rolls[paths : paths + (2 << cup)]
            allowed = dict(what_rolls_allow(wild_faces, space, cup))
            assert sum(told) == ways(cup)
            assert {k: n for k, n in enumerate(told) if n} == by_path(allowed)


def by_path(allowed: dict[frozenset[Laid], int]) -> Counter[int]:
    """In how many ways each path falls: a bit for each die, set if it may be a natural end."""
    found: Counter[int] = Counter()
    for laid, count in allowed.items():
        bits = [(n, False) in laid for n in range(1, 1 + max((n for n, _ in laid), default=0))]
        found[int("1" + "".join(str(int(bit)) for bit in bits), 2)] += count
    return found


def test_what_is_packed_unpacks() -> None:
    numbers = [random.Random(1).randrange(1 << 16) for _ in range(100)]
    assert dice_table.unpack(dice_table.pack(numbers)) == numbers


@both_kinds
def test_the_stored_table_is_the_solution(wild_faces: int) -> None:
    solution = solved(wild_faces)
    row = dice_table.optimal(configure("dice", wild_faces=wild_faces, target=TIE_STEP))
    spaces, rest = row[3 : 3 + SPACES], row[3 + SPACES :]
    values = solution.values[1:, 1:].ravel()
    last = solution.last[1 : dice_table.TIES + 1, 1:].ravel()
    assert [n / POINT for n in spaces] == pytest.approx(solution.space_worth, abs=1 / POINT)
    assert [n / WIN for n in rest[: len(values)]] == pytest.approx(list(values), abs=1.1 / WIN)
    stored = rest[len(values) : len(values) + len(last)]
    assert [n / WIN for n in stored] == pytest.approx(list(last), abs=1.1 / WIN)


# --- The players


@both_kinds
def test_optimal_against_itself_wins_as_often_as_solved(wild_faces: int) -> None:
    games = 20_000
    summary = simulate(configure("dice", wild_faces=wild_faces, target=25), ["optimal"], games)
    expected = solved(wild_faces).first_player_wins
    assert abs(summary.wins[0] / games - expected) < 4 * sqrt(0.25 / games)


@both_kinds
@pytest.mark.parametrize("seat", [0, 1])
def test_optimal_beats_myopic(wild_faces: int, seat: int) -> None:
    games = 5000
    rules = configure("dice", wild_faces=wild_faces, first=seat)
    wins = [
        simulate(rules, bots, games, seed=seat).wins[bots.index("optimal")]
        for bots in (["optimal", "myopic"], ["myopic", "optimal"])
    ]
    assert sum(wins) / (2 * games) > 0.5 + 3 * sqrt(0.25 / (2 * games))


@pytest.mark.parametrize("players", [3, 6])
def test_more_than_two_players(players: int) -> None:
    rules = configure("dice", players=players)
    bots = ["optimal", *["myopic"] * (players - 1)]
    assert simulate(rules, bots, 600).wins[0] / 600 > 1 / players


@pytest.mark.parametrize("options", [{}, {"wild_faces": 1, "players": 3}, {"target": 500}])
def test_every_machine_plans_alike(options: dict[str, int]) -> None:
    rules = configure("dice", **options)
    for bots in (["optimal"], ["myopic"]):
        here, there = (simulate(rules, bots, 2, on=on) for on in ("python", "cpu"))
        assert here.digest == there.digest


def test_the_bots_at_a_table_play_like_those_of_a_machine() -> None:
    game, rng = skipbo.new("dice", players=2, seed=3), random.Random(0)
    players = [skipbo.bot("optimal"), skipbo.bot("myopic")]
    while not game.over:
        game.play(players[game.seat].choose(game.view(game.seat), game.legal(), rng))
    assert len(game.winners) == 1


def test_dice_players_know_no_card_games(capsys: Capture) -> None:
    game = skipbo.new("classic", players=2, seed=1)
    with pytest.raises(SkipboError, match="no bot 'optimal' for classic; the bots are random"):
        skipbo.bot("optimal").choose(game.view(0), game.legal(), random.Random(0))
    assert main(["simulate", "classic", "--bots", "optimal", "--games", "1"]) == 2
    assert "no bot 'optimal' for classic" in capsys.readouterr().err


# --- The command


def test_the_command_prints_the_solution(capsys: Capture) -> None:
    assert main(["solve", "dice", "--target", "25", "--wild-faces", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    solution = solved(1)
    assert told.pop("seconds") > 0
    assert told == {
        "wild_faces": 1,
        "target": 25,
        "states": solution.states,
        "residual": solution.residual,
        "first_player_wins": solution.first_player_wins,
        "expected_turn_points": solution.turn_points,
    }


def test_the_command_for_people(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "solved", lambda args: solved(2))
    assert main(["solve", "dice", "--target", "25"]) == 0
    assert "the first player wins 52.1274%" in capsys.readouterr().out


def test_the_command_writes_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "solved", lambda args: solved(1))
    assert main(["solve", "dice", "--wild-faces", "1", "--write", str(tmp_path)]) == 0
    assert (tmp_path / "dice_wild1.bin").read_bytes() == solved(1).file()


@pytest.mark.parametrize("name", ["stop.svg", "stop.png"])
def test_the_command_draws(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "solved", lambda args: solved(2))
    assert main(["solve", "dice", "--plot", str(tmp_path / name)]) == 0
    first = (tmp_path / name).read_bytes()
    assert main(["solve", "dice", "--plot", str(tmp_path / name)]) == 0
    assert len(first) > 10_000
    assert (tmp_path / name).read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("classic", "only dice and tiny are solved, not classic"),
        ("dice --wild-faces 3", "wild_faces must be 1 to 2, not 3"),
        ("dice --target 101", "target must be 1 to 100 to be solved, not 101"),
        ("dice --write /no/such/folder", "there is no folder /no/such/folder"),
        ("dice --plot stop.txt", "a plot's name must end in .svg or .png, not stop.txt"),
        ("dice --plot /no/such/stop.svg", "there is no folder /no/such"),
    ],
)
def test_what_the_command_refuses(
    arguments: str, told: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: True)
    assert main(["solve", *arguments.split()]) == 2
    assert capsys.readouterr().err == f"skipbo: {told}\n"


def test_what_is_missing_is_named(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["solve", "dice"]) == 2
    assert capsys.readouterr().err == "skipbo: this needs numba: pip install 'skipbo[fast]'\n"
    assert main(["solve", "dice", "--plot", "stop.svg"]) == 2
    assert "this needs matplotlib: pip install 'skipbo[plots]'" in capsys.readouterr().err
