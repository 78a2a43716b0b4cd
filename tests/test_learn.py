"""Learning: what a lesson notes and teaches, and that the model says what the network will say."""

import argparse
import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tests.positions import Position
from tests.test_learned import TABLES, any_network, listed, seen, some_positions

import skipbo
from skipbo.bots import native, network, planner, segment, strong
from skipbo.bots.features import FEATURES, HOW, OWN_STOCK, OWN_TOP, TABLE, TO_DRAW
from skipbo.bots.imagine import imagine
from skipbo.bots.network import KINDS, SHARES, WEIGHTS
from skipbo.cli import learn as commands
from skipbo.errors import SkipboError
from skipbo.learn import hindsight, lessons, notes, trials
from skipbo.learn.exam import Mark, last
from skipbo.learn.fitting import (
    BY_NOTES,
    BY_TRIALS,
    LUCK_ALIKE,
    LUCK_APART,
    LUCK_WHERE_DECIDED,
    Fitting,
    add_equations,
    spread,
)
from skipbo.learn.model import Seen, blank, kinds, numbers
from skipbo.learn.prior import as_planner
from skipbo.learn.training import AGAINST_OTHERS, SAME_FOR_ALL, Stage, Training
from skipbo.machine import loop
from skipbo.machine.python import copy_state, machine, new_state
from skipbo.machine.runs import room
from skipbo.rules.editions import configure
from skipbo.rules.state import MOVE, NONE
from skipbo.solve.tiny import tiny_rules
from skipbo.table.notation import Move

# --- A segment, played at once


@pytest.mark.parametrize(("edition", "options"), TABLES)
def test_a_segment_is_played_up_to_the_end_that_was_found(
    edition: str, options: dict[str, Any]
) -> None:
    row = any_network(5, looks=64)
    for game in some_positions(edition, options, 8):
        bound = machine(game.rules, loop, *lessons.MODULES)
        work = [0] * room(game.rules, lessons.MODULES)[1]
        state = imagine(game.view(game.seat))
        move = bound.best_by_network(state, row, work, [0, 0, 0])
        if bound.PASS < move < bound.STAND_IN:
            continue  # the die's
        node = segment.node_at(work[planner.BEST_NODE])
        reached = sorted(work[node : node + bound.BUILDING])
        held = work[node + segment.LEFT].bit_count()
        seat, stock, end = state.seat, state.stock[state.seat], work[planner.BEST_END]
        bound.play_segment(state, work)
        if end == bound.PASS:
            assert sorted(state.number[: bound.BUILDING]) == reached
        elif end < bound.PASS and end % bound.TARGETS >= bound.TO_DISCARD:
            assert sorted(state.number[: bound.BUILDING]) == reached
            assert state.held[seat] == held - 1 or state.waiting != MOVE
        else:
            assert state.stock[seat] == stock - 1 or options.get("partners")
            assert state.held[seat] == held


# --- The cards that a seat cannot see


@pytest.mark.parametrize(("edition", "options"), TABLES)
def test_what_a_seat_cannot_see_is_dealt_anew_and_the_rest_stays(
    edition: str, options: dict[str, Any]
) -> None:
    for game in some_positions(edition, options, 4):
        bound = machine(game.rules, loop, *lessons.WITH_TRIALS, hindsight)
        state = imagine(game.view(game.seat), random.Random(1))
        before, hidden = laid_out(state, bound, game.rules.cards)
        bound.deal_again(state, state.seat, [0] * game.rules.cards, [3, 4, 0])
        after, hidden_now = laid_out(state, bound, game.rules.cards)
        assert after == before
        assert sorted(hidden_now) == sorted(hidden)
        assert hidden_now != hidden or len(hidden) < 4


def laid_out(s: Any, bound: Any, cards: int) -> tuple[list[Any], list[int]]:
    """What the seat on turn sees, how many cards it does not, and which those are."""
    unseen = [0] * cards
    count = bound.gather_unseen(s, s.seat, unseen)
    piles = []
    for pile in range(len(s.top)):
        seen = s.top[pile] if pile != bound.DRAW else None
        piles.append((seen, bound.height(s, pile)))
    return [piles, list(s.held), list(s.hand[s.seat]), list(s.stock), count], unseen[:count]


# --- What is to be learned


def test_a_target_is_the_result_and_what_the_same_seat_thought_later() -> None:
    """Two sides; the second made the middle note, and the first wins."""
    over = SimpleNamespace(players=2, partners=0, winner=0)
    targets, seats = [[0.5, 0.5], [0.6, 0.4], [0.8, 0.2]], [0, 1, 0]
    notes.blend_back(over, 0.5, targets, seats, 0, 3)
    assert targets[0] == pytest.approx([0.9, 0.1])  # half the result, half what it thought last
    assert targets[1] == pytest.approx([0, 1])  # the second seat's only note: the result
    assert targets[2] == pytest.approx([1, 0])


def test_a_blocked_game_is_shared() -> None:
    over = SimpleNamespace(players=3, partners=0, winner=NONE)
    targets = [[0.2, 0.3, 0.5, 0, 0, 0]]
    notes.blend_back(over, 0.5, targets, [2], 0, 1)
    assert targets == [[pytest.approx(1 / 3)] * 3 + [-1] * 3]


def test_a_side_that_is_not_there_is_not_learned() -> None:
    weights, features = any_weights(), torch.tensor([found("classic", {"players": 3})])
    seen = Seen.of(weights[1], features)
    targets = torch.tensor([[0.5, 0.25, 0.25, -1, -1, -1]])
    assert seen.shares()[0, :3].sum() == pytest.approx(1)
    assert not seen.errors(targets)[0, 3:].any()
    assert seen.loss(targets) > 0


TWO_PLAYERS = TABLE, OWN_STOCK + 4  # four stock cards are left
USED = OWN_TOP  # features up to there


def test_the_equations_lead_to_what_was_noted() -> None:
    """Three wins of four, whenever a feature is there, and one of four when another is."""
    features = torch.tensor([[*TWO_PLAYERS, HOW]] * 4 + [[*TWO_PLAYERS, HOW + 1]] * 4)
    won = torch.tensor([1.0, 1, 1, 0, 1, 0, 0, 0])
    targets = torch.full((8, SHARES), -1.0)
    targets[:, 0], targets[:, 1] = won, 1 - won
    fitting = Fitting(blank()[0], USED)
    for _ in range(12):  # the errors bend as they shrink: it takes some solutions
        fitting.take(features.repeat(2000, 1), targets.repeat(2000, 1))
        fitting.solve()
    shares = Seen.of(fitting.weights, features).shares()[:, 0].tolist()
    assert shares == pytest.approx([0.75] * 4 + [0.25] * 4, abs=0.03)


def test_what_fills_a_list_up_is_no_feature() -> None:
    matrix, vector = np.zeros((8, 8)), np.zeros((8, 1))
    features = np.array([[1, 4, 7, 7]], np.int32)
    slopes, bends = np.ones((1, 1), np.float32), np.ones(1, np.float32)
    add_equations(matrix, vector, features, slopes, bends, 7)
    assert np.flatnonzero(vector).tolist() == [1, 4]
    assert matrix.sum() == 4


def test_a_fitting_goes_on_where_it_was() -> None:
    notes = torch.tensor([[*TWO_PLAYERS, HOW]]), torch.tensor([[1.0, 0, -1, -1, -1, -1]])
    one, other = (Fitting(as_planner()[0], USED) for _ in range(2))
    one.take(*notes)
    other.restore(one.state())
    for fitting in (one, other):
        fitting.take(*notes)
        fitting.solve()
    assert one.notes == other.notes == 2
    assert torch.equal(one.weights, other.weights)
    assert not torch.equal(one.weights, one.start)


# --- Trials


class AsBytes:
    """States of the interpreted machine are objects: each as a single byte."""

    def __init__(self, states: list[Any]) -> None:
        self.states, self.shape = states, (len(states), 1)

    def __getitem__(self, place: tuple[int, int]) -> Any:
        return copy_state(self.states[place[0]])

    def __setitem__(self, place: tuple[int, int], state: Any) -> None:
        here = self.states[place[0]]  # it stays the same object, as a record stays where it is
        for name in type(here).__slots__:
            setattr(here, name, getattr(state, name))


def tried(seed: int) -> tuple[NDArray[np.uint16], NDArray[np.float32]]:
    """Some decisions of a short game."""
    rules = configure("classic", players=2, stock=3)
    bound = machine(rules, loop, *lessons.WITH_TRIALS)
    places, room_for_work = room(rules, lessons.WITH_TRIALS)
    rows = [any_network(seed, looks=8) for seed in (5, 6)]
    states = [new_state(rules) for _ in range(2 + trials.TRIED)]
    features = np.zeros((6, trials.TRIED, lessons.LONGEST_FOR_TWO), np.uint16)
    later = np.zeros((6, trials.TRIED), np.float32)
    streams, work = [[0] * 3 for _ in range(3)], [0] * room_for_work
    settings, who = [[2, 0, 0, 3]] * 4, [[0, 0]] * 4
    order = [0] * 2 * places
    bound.try_games(
        states, AsBytes(states), settings, rows, who, seed, order, work, streams, features, later
    )
    return features, later


def test_a_trial_compares_ends_by_what_came_of_them() -> None:
    features, later = tried(1)
    there = later != trials.NOT_THERE
    assert there[:, :2].all()
    assert ((later >= 0) & (later <= 1) | ~there).all()
    assert len(set(later[0][there[0]].tolist())) > 1
    for ends, ok in zip(features, there, strict=True):
        assert len({tuple(end) for end in ends[ok].tolist()}) == ok.sum()
        assert (ends[ok].max(1) == FEATURES).all()
    again = tried(1)
    assert (again[0] == features).all()
    assert (again[1] == later).all()


def test_each_seat_draws_what_is_set_apart_for_it() -> None:
    position = Position("classic", hands=["9"], stocks=["5 5", "5 5"], draw="7 6 5 4 3 2 1")
    bound = machine(position.rules, loop, *lessons.WITH_TRIALS)
    state, work = position.state, [0] * room(position.rules, lessons.WITH_TRIALS)[1]
    bound.set_cards_apart(state, work)
    for seat, faces in ((0, "7 5 3 1 6 4 2"), (1, "6 4 2 7 5 3 1"), (1, "6 4 2 7 5 3 1")):
        bound.bring_up(state, work, seat)
        assert from_the_top(state, bound) == [int(face) for face in faces.split()]
    state.top[bound.DRAW] = NONE
    bound.bring_up(state, work, 0)
    assert from_the_top(state, bound) == []


def from_the_top(s: Any, bound: Any) -> list[int]:
    """The numbers to be drawn, in their order."""
    numbers_there, card = [], s.top[bound.DRAW]
    while card != NONE:
        numbers_there.append(bound.number(card))
        card = s.below[card]
    return numbers_there


def test_what_was_seen_often_is_guessed_nearly_right() -> None:
    fitting = Fitting(as_planner()[0], USED, pace=BY_TRIALS)
    before = (fitting.guess() - fitting.weights)[:USED]
    assert before[:, 0].std() == pytest.approx(BY_TRIALS.ridge**-0.5, rel=0.2)
    assert not before[:, 1:].any()
    ends = torch.tensor([[[*TWO_PLAYERS, HOW], [*TWO_PLAYERS, HOW + 1]]])
    fitting.compare(ends.expand(100_000, -1, -1), torch.tensor([[0.5, 0.5]]).expand(100_000, -1))
    fitting.solve()
    wrong = torch.stack([fitting.guess() - fitting.weights for _ in range(20)])[:, :USED, 0]
    assert (wrong[:, HOW] - wrong[:, HOW + 1]).std() < before[:, 0].std() / 2
    assert wrong[:, TO_DRAW].std() == pytest.approx(BY_TRIALS.ridge**-0.5, rel=0.5)


def test_only_what_tells_ends_apart_is_learned_from_a_trial() -> None:
    """Of three ends the second, which alone leaves something else in the middle, did better."""
    end = [*TWO_PLAYERS, HOW, FEATURES]
    ends = [[*TWO_PLAYERS, HOW, TO_DRAW], [*TWO_PLAYERS, HOW + 1, FEATURES], end, [0, 0, 0, 0]]
    later = torch.tensor([[0.4, 0.7, 0.5, trials.NOT_THERE]])
    fitting = Fitting(as_planner()[0], USED, pace=BY_TRIALS)
    before = Seen.of(fitting.weights, torch.tensor(ends[:3]))
    fitting.compare(torch.tensor([ends]), later)
    ways = spread(torch.tensor(ends[:3]))[:, :USED].double()
    shares = before.shares()[:, 0]
    bend = (shares * (1 - shares)).mean()
    leads = ((later[0, :3] - shares) / bend / before.scale).double()
    sure = (4 * bend) ** LUCK_WHERE_DECIDED
    alike = [0, 2]
    matrix, vector = torch.zeros(USED, USED).double(), torch.zeros(USED).double()
    for told, luck in (
        ([(ways[k], leads[k]) for k in alike], LUCK_ALIKE),
        ([(ways[alike].mean(0), leads[alike].mean()), (ways[1], leads[1])], LUCK_APART),
    ):
        way, lead = ((one - other) / 2 for one, other in zip(*told, strict=True))
        matrix += 2 * torch.outer(way, way) * sure / luck
        vector += 2 * way * lead * sure / luck
    torch.testing.assert_close(fitting._matrix, matrix, atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(fitting._vector[:, 0], vector, atol=1e-5, rtol=1e-4)
    fitting.solve()
    moved = fitting.weights - fitting.start
    assert moved[HOW + 1, 0] > 0 > moved[HOW, 0]
    assert moved[TO_DRAW, 0] < 0
    assert moved[list(TWO_PLAYERS), 0].abs().max() < 1e-6
    assert not moved[:, 1:].any()


def test_at_last_only_what_is_the_same_for_all_ends_moves() -> None:
    training = Training(planned("--players", "2"))
    weights = torch.stack([fitting.weights for fitting in training.fittings])
    training._begin(Stage.RESULTS, weights)
    fitting = training.fittings[0]
    targets = torch.full((1, SHARES), -1.0)
    targets[0, :2] = torch.tensor([0.9, 0.1])
    fitting.take(torch.tensor([found("classic", {"players": 2})]), targets)
    fitting.solve()
    moved = (fitting.weights != fitting.start).any(1).nonzero().flatten().tolist()
    assert moved
    assert set(moved) <= set(SAME_FOR_ALL)


def test_training_goes_on_where_it_was_saved(tmp_path: Path) -> None:
    one, other = (Training(planned("--players", "2")) for _ in range(2))
    one._begin(Stage.TRIALS, as_planner() + 0.25)
    one.fittings[0].weights += 0.5
    one.progress.seconds, one.progress.loss = 12.0, 0.5
    one.save(tmp_path / "checkpoint.pt")
    other.load(tmp_path / "checkpoint.pt")
    assert other.progress == one.progress
    for saved, loaded in zip(one.fittings, other.fittings, strict=True):
        assert torch.equal(saved.start, loaded.start)
        assert torch.equal(saved.weights, loaded.weights)


@pytest.mark.parametrize("damage", [b"no checkpoint at all", b""])
def test_a_damaged_checkpoint_is_told_of(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(damage)
    with pytest.raises(SkipboError, match=r"checkpoint\.pt is damaged"):
        Training(planned("--players", "2")).load(path)


def test_an_incomplete_checkpoint_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    torch.save({"edition": "classic", "features": FEATURES}, path)
    with pytest.raises(SkipboError, match=r"checkpoint\.pt is damaged"):
        Training(planned("--players", "2")).load(path)


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        (("--players", "4"), "give it the same --players"),
        (("--players", "2", "--against", "planner"), "give it the same --against"),
        (("--players", "2", "--edition", "mod"), "was taught classic, not mod"),
        (("--edition", "tiny"), "give it the same --edition"),
    ],
)
def test_what_goes_on_is_the_same(tmp_path: Path, asked: tuple[str, ...], wrong: str) -> None:
    path = tmp_path / "checkpoint.pt"
    Training(planned("--players", "2")).save(path)
    with pytest.raises(SkipboError, match=wrong):
        Training(planned(*asked)).load(path)


def test_other_games_are_played_after_a_break(tmp_path: Path) -> None:
    one, other = (Training(planned("--players", "2")) for _ in range(2))
    seeds = one._rng.integers(1 << 62, size=8)
    one.progress.games = 9
    one.save(tmp_path / "checkpoint.pt")
    other.load(tmp_path / "checkpoint.pt")
    assert not set(seeds) & set(other._rng.integers(1 << 62, size=8))


def test_trials_go_on_with_trials(tmp_path: Path) -> None:
    """Who began with weights that know whole games does not go back to these."""
    one = Training(planned("--players", "2", "--start", "learned"))
    one.save(tmp_path / "checkpoint.pt")
    other = Training(planned("--players", "2"))
    other.load(tmp_path / "checkpoint.pt")
    assert other.progress.stage == other._stage_by_time() == Stage.TRIALS


def test_nothing_is_left_of_a_checkpoint_that_was_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_off(told: Any, path: Path) -> None:
        path.write_bytes(b"half of it")
        raise KeyboardInterrupt

    training = Training(planned("--players", "2"))
    monkeypatch.setattr(torch, "save", cut_off)
    with pytest.raises(KeyboardInterrupt):
        training.save(tmp_path / "checkpoint.pt")
    assert not list(tmp_path.iterdir())


def test_without_a_terminal_a_line_is_written_whenever_all_is_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    training = Training(planned("--players", "2"))
    monkeypatch.setattr(training, "save", lambda path: None)  # 400 MB each time
    with commands.Line(tmp_path, training) as line:
        for seconds in (1.0, 61.0, 100.0, 122.0):
            training.progress.seconds, training.progress.games = seconds, 1000
            line.show(training.progress)
    told = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in told] == [
        "1.0 of 25 minutes, whole games",
        "2.0 of 25 minutes, whole games",
    ]
    assert (tmp_path / commands.WEIGHTS).exists()


def test_an_exam_is_marked_when_all_its_contests_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    training = Training(planned("--players", "4"))
    monkeypatch.setattr(training.exam, "score", lambda one, other, rules: 0.5)
    training.progress.seconds, training.progress.games = 60.0, 9
    with ThreadPoolExecutor(1) as pool:
        training._examine(pool)
        assert not training._exam_is_due()
    training._take_marks()
    told = [(mark.table, mark.opponent) for mark in training.progress.marks]
    alone = [("4", opponent) for opponent in ("planner", "s1-advanced", "h13")]
    assert told == [*alone, ("4 partners", "planner")]
    assert last(training.progress.marks) == training.progress.marks


def test_exams_come_every_few_minutes_also_after_a_break() -> None:
    training = Training(planned("--players", "2"))
    training.progress.seconds = 200.0
    assert training._exam_is_due()
    training.progress.marks = [Mark(150.0, 9, "2", "planner", 0.5)]
    assert not training._exam_is_due()
    training.progress.seconds = 331.0
    assert training._exam_is_due()
    seldom = Training(planned("--players", "2", "--exam", "10"))
    seldom.progress = training.progress
    assert not seldom._exam_is_due()


def test_stages_follow_each_other() -> None:
    training = Training(planned("--players", "2", "--minutes", "10"))
    stages = []
    for minutes in (0, 5.9, 6.1, 9.4, 9.6, 12):
        training.progress.seconds = 60 * minutes
        stages.append(training._stage_by_time())
    assert stages == [*[Stage.GAMES] * 2, *[Stage.TRIALS] * 2, *[Stage.RESULTS] * 2]


def test_with_more_time_the_stages_are_gone_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    training = Training(planned("--players", "2", "--minutes", "0.001"))
    training._begin(Stage.RESULTS, as_planner())
    monkeypatch.setattr(training, "lesson", lambda rows, stage, seed: lessons.Trials(*tried(1), 4))
    begun: list[Stage] = []
    monkeypatch.setattr(training, "_begin", lambda stage, weights: begun.append(stage))
    with ThreadPoolExecutor(1) as pool:
        training._play_and_learn(pool, lambda progress: None)
    assert begun[0] == Stage.GAMES


def test_who_knows_whole_games_begins_with_trials() -> None:
    training = Training(planned("--players", "2", "--start", "learned"))
    known = native.player("learned", configure("classic", players=2))
    assert training.progress.stage == training._stage_by_time() == Stage.TRIALS
    assert training.numbers().tolist() == list(known[WEIGHTS:])


def test_nothing_is_solved_from_a_few_trials() -> None:
    training = Training(planned("--players", "2", "--start", "learned"))
    training.learn(lessons.Trials(*tried(1), games=4))
    assert training.progress.notes > 0 == training.progress.solutions
    training.fittings[0].notes = BY_NOTES.first  # as if there had been so many
    training._finish()
    assert training.fittings[0].solutions == 1


# --- Whom it meets


def planned(*arguments: str) -> Any:
    """The plan that a command line asks for."""
    parser = argparse.ArgumentParser()
    commands.add(parser.add_subparsers())
    args = parser.parse_args(["learn", *arguments])
    commands.check(args, torch)
    return commands.plan_from(args)


def test_a_learner_meets_a_champion_in_every_game() -> None:
    training = Training(planned("--players", "4", "--against", "planner"))
    for table in training.plan.tables:
        who = training._seating(table, Stage.RESULTS, 3, np.random.default_rng(1))
        who = who[:, : table.players]
        assert all(sorted(set(game)) == [notes.LEARNER, 2] for game in who.tolist())
        sides = [game[table.players // 2 :] == game[: table.players // 2] for game in who.tolist()]
        assert all(sides) == table.partners
    assert training.rows()[2, 0] == strong.PLANNER


@pytest.mark.parametrize(
    ("stage", "others"), [(Stage.GAMES, {2, 3}), (Stage.TRIALS, {2}), (Stage.RESULTS, set())]
)
def test_whom_it_meets_by_stage(stage: Stage, others: set[int]) -> None:
    """The planner is 2, a former self 3."""
    training = Training(planned("--players", "2"))
    (table,), rng = training.plan.tables, np.random.default_rng(1)
    games = np.concatenate([training._seating(table, stage, 4, rng)[:, :2] for _ in range(80)])
    assert set(games.ravel().tolist()) == {notes.LEARNER, *others}
    against = float((games >= 2).any(1).mean())
    assert against == pytest.approx(AGAINST_OTHERS[stage], rel=0.5)


def test_the_tiny_game_is_learned_as_it_is_solved() -> None:
    plan = planned("--edition", "tiny")
    (rules,) = Training(plan).teacher.rules.values()
    assert rules == tiny_rules()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--edition", "dice"), "a network learns classic, mod or tiny, not 'dice'"),
        (("--edition", "tiny", "--players", "3"), "the tiny game is for 2 players, not 3"),
        (("--against", "h13"), "learn against planner, learned, a level or weights, not 'h13'"),
        (("--against", "nobody"), "there is no bot 'nobody'"),
        (("--start", "planner"), "start with learned, or a file of weights, not 'planner'"),
        (("--start", "nowhere.bin"), "nowhere.bin cannot be read"),
        (("--players", "7"), "players must be 2 to 6, not 7"),
        (("--minutes", "0"), "minutes must be above 0, not 0"),
        (("--exam", "0"), "minutes from one exam to the next must be above 0, not 0"),
        (("--seed", "-1"), "a seed must not be negative, as -1 is"),
        (("--resume", "--start", "learned"), "leave --start out"),
        (("--device", "tpu"), "a device is cpu or cuda, not tpu"),
        (("--resume", "--out", "nowhere"), "there is no nowhere/checkpoint.pt to resume from"),
    ],
)
def test_what_cannot_be_learned_is_refused(arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(SkipboError, match=re.escape(told)):
        planned(*arguments)


# --- The model and the network


def found(edition: str, options: dict[str, Any]) -> list[int]:
    """The features of a game's first position."""
    game = skipbo.new(edition, **options)
    return listed(game.rules, imagine(game.view(game.seat)))


def any_weights() -> torch.Tensor:
    torch.manual_seed(3)
    weights = as_planner() + 0.1 * torch.randn_like(blank())
    weights[:, FEATURES] = 0
    return weights


@pytest.mark.parametrize(("edition", "options"), TABLES)
def test_the_model_says_what_the_network_says(edition: str, options: dict[str, Any]) -> None:
    weights = any_weights()
    row = (strong.LEARNED, 0, 1, *numbers(weights).tolist())
    for game in some_positions(edition, options, 6):
        state, sides = imagine(game.view(game.seat)), game.rules.sides
        told = torch.tensor([listed(game.rules, state)])
        kind = int(kinds(told))
        assert kind == network.kind_of(state)
        shares = Seen.of(weights[kind], told).shares()[0, :sides].tolist()
        work = seen(game.rules, state, row)
        said = [network.share(work, side, sides) / network.WHOLE for side in range(sides)]
        assert said == pytest.approx(shares, abs=0.01)


def test_it_begins_by_playing_as_the_planner_does() -> None:
    """What the planner likes best, a network that has learned nothing likes as well."""
    position = Position(
        "classic", hands=["3 9 9 W 11"], stocks=["4 5", "7 7"], building=[2, 6, 0, 0]
    )
    row = (strong.LEARNED, 0, 4096, *numbers(as_planner()).tolist())
    bound = machine(position.rules, loop, *lessons.MODULES)
    work = [0] * room(position.rules, lessons.MODULES)[1]
    liked = bound.best_by_network(position.state, row, work, [0, 0, 0])
    planned = bound.plan(position.state, native.player("planner", position.rules), work)
    assert Move.of(liked, "cards") == Move.of(planned, "cards") == "h3>b1"


def test_a_model_becomes_a_row_of_whole_numbers() -> None:
    told = numbers(100 * any_weights())
    assert len(told) == network.ROW - WEIGHTS == KINDS * FEATURES * SHARES
    assert told.dtype == np.int32
    assert abs(told).max() < 1 << 15  # whatever was learned, a file can hold it
