"""What `skipbo stats` counts is what happened, on either machine and however it is cut up."""

import json
import math
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from skipbo.arena import charts, estimates, simulate, slices
from skipbo.arena import stats as module
from skipbo.arena.estimates import Estimate, bootstrap, games_to_tell, match_chances, share_between
from skipbo.arena.stats import (
    Seen,
    Stats,
    Work,
    as_seen,
    challengers,
    other_tables,
    stats,
    total_games,
)
from skipbo.bots import native
from skipbo.cli import main
from skipbo.errors import SkipboError
from skipbo.machine import bind, loop, setting, watch, watch_cards, watch_dice
from skipbo.machine.python import new_state
from skipbo.machine.runs import Run, room
from skipbo.rules.editions import Rules, configure
from skipbo.rules.state import NONE
from skipbo.table.game import Game, Moved, Roll, Shuffle
from skipbo.table.notation import Move, card_text
from skipbo.table.view import CardView, DiceView

SMALL: dict[str, Any] = {"ranks": 4, "copies": 6, "wilds": 3, "hand": 3, "building": 2, "stock": 3}

TABLES: list[tuple[str, dict[str, Any], str]] = [
    ("classic", {}, "greedy"),
    ("classic", SMALL, "random"),
    ("classic", {**SMALL, "players": 4, "partners": True, "first": 3}, "random"),
    ("mod", {"players": 3}, "greedy"),
    ("mod", {"stock": 3}, "random"),
    ("dice", {}, "greedy"),
    ("dice", {"players": 3, "first": 1}, "random"),
]


def name_of(table: tuple[str, dict[str, Any], str]) -> str:
    return "-".join([table[0], *(f"{k}{int(v)}" for k, v in table[1].items()), table[2]])


every_table = pytest.mark.parametrize("table", TABLES, ids=map(name_of, TABLES))


def watched(rules: Rules, bot: str, games: int, on: str = "python", **told: int) -> list[Seen]:
    return list(Work(4, on, 1).watched(rules, [bot] * rules.players, games, **told))


# --- A game at a table, counted by hand


class Told:
    """Chance that brings again what it brought once."""

    def __init__(self, rules: Rules, outcomes: Sequence[list[int]]) -> None:
        self.rules = rules
        self.outcomes = list(outcomes)

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        return [card_text(card, self.rules) for card in self.outcomes[event]]

    def roll(self, event: int, dice: Sequence[Sequence[str]]) -> list[str]:
        return [die[fall] for die, fall in zip(dice, self.outcomes[event], strict=True)]


def spied(rules: Rules, bot: str, first: int) -> tuple[Seen, list[int], list[list[int]]]:
    """One game as it is watched, with its moves and what chance brought."""
    eyes = watch_dice if rules.family == "dice" else watch_cards
    player = native.player(bot, rules)
    modules = (loop, watch, eyes, *native.modules([player], rules))
    bound = bind(rules, *modules)
    inside = bound.watch_games.__globals__
    play, tell = inside["play"], inside["tell"]
    moves: list[int] = []
    outcomes: list[list[int]] = []

    def spy_on_play(s: Any, move: int) -> None:
        moves.append(move)
        play(s, move)

    def spy_on_tell(s: Any, order: list[int], n: int) -> None:
        outcomes.append(order[:n])
        tell(s, order, n)

    inside.update(play=spy_on_play, tell=spy_on_tell)
    row = [0] * watch.SEEN
    players = Run(rules, (player,) * rules.players, 4, 0).player_by_seat()
    scratch = [[0] * n for n in (*room(rules, modules), 3, 3)]
    told = setting(rules), players, 4, first, module.LIMIT, 1, 0
    bound.watch_games([new_state(rules)], [row], *told, *scratch)
    return as_seen(row), moves, outcomes


def counted(game: Game, moves: Sequence[Move]) -> dict[str, int]:
    """Play these moves at the table, and count what everybody there can see."""
    renewed = []
    for move in moves:
        view = game.view(game.seat)
        if isinstance(view, DiceView):
            emptied = move.startswith("place:") and move.count(",") + 1 == view.cup
        else:
            emptied = view.players[game.seat].held == 1 and bool(re.search(r"^h.*>b|\+h", move))
        if emptied:
            renewed.append(view.turns)
        game.play(move)
    last = game.view(0)
    rolls = [i for i, event in enumerate(game.events) if isinstance(event, Roll)]
    followed = [isinstance(event, Moved) for event in [*game.events[1:], None]]
    passes = sum(move == "pass" for move in moves)
    lost = sum(not followed[i] for i in rolls) if isinstance(last, DiceView) else 0
    return {
        "turns": last.turns,
        "moves": len(moves),
        "shuffles": sum(isinstance(event, Shuffle) for event in game.events[1:]),
        "rolls": len(rolls),
        "renewed": len(renewed),
        "renewed_turns": len(set(renewed)),
        "idle": passes + lost,
    }


@every_table
def test_what_is_counted_is_what_is_seen_at_a_table(table: Any) -> None:
    rules = configure(table[0], **table[1])
    for first in range(3):
        seen, moves, outcomes = spied(rules, table[2], first)
        game = Game(rules, Told(rules, outcomes))
        found = counted(game, [Move.of(code, rules.family) for code in moves])
        assert {name: getattr(seen, name) for name in found} == found
        assert seen == watched(rules, table[2], first + 1)[first]
        assert game.over == bool(seen.over)
        winners = [] if seen.winner == NONE else rules.members(seen.winner)
        assert game.winners == winners
        view = game.view(0)
        left = (
            tuple(player.stock for player in view.players)
            if isinstance(view, CardView)
            else view.scores
        )
        assert seen.left[: rules.players] == left


def test_the_tables_show_all_there_is_to_count() -> None:
    games = [g for t in TABLES for g in watched(configure(t[0], **t[1]), t[2], 3)]
    for name in ("shuffles", "rolls", "renewed", "idle"):
        assert any(getattr(game, name) for game in games)
    assert any(game.renewed > game.renewed_turns for game in games)


# --- Machines and slices


@pytest.mark.parametrize("table", [t for t in TABLES if "ranks" not in t[1]], ids=name_of)
def test_compiled_figures_are_the_interpreted_ones(table: Any) -> None:
    rules = configure(table[0], **table[1])
    for told in ({}, {"repeats": 3, "wobble": 100}):
        here = watched(rules, table[2], 6, "python", **told)
        assert watched(rules, table[2], 6, "cpu", **told) == here


def test_watched_games_are_those_that_are_simulated() -> None:
    rules = configure("classic", players=3)
    seen = watched(rules, "greedy", 50, "cpu")
    summary = simulate.simulate(rules, ["greedy"], 50, seed=4, on="cpu")
    assert sum(game.moves for game in seen) == summary.moves
    assert [sum(game.winner == side for game in seen) for side in range(3)] == summary.wins


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_and_slices_change_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = configure("dice")
    whole = stats(rules, ["greedy"], 60, tables=5, seed=2, on="cpu")
    monkeypatch.setattr(slices, "SLICE_SECONDS", 1e-9)
    counts: list[int] = []
    told: dict[str, Any] = {"tables": 5, "seed": 2, "on": "cpu"}
    cut = stats(rules, ["greedy"], 60, **told, threads=threads, progress=counts.append)
    assert cut == whole
    assert counts[-1] == total_games(rules, 60, 5, 0)


def test_repeats_share_their_deal_and_nothing_else() -> None:
    rules = configure("classic", **SMALL)
    deals: list[Any] = []
    eyes = bind(rules, loop, watch, watch_cards, *native.modules([(0,)], rules))
    inside = eyes.watch_games.__globals__
    deal = inside["deal_stocks"]

    def spy(s: Any) -> None:
        deal(s)
        deals.append((list(s.top), list(s.below)))

    inside["deal_stocks"] = spy
    rows = [[0] * watch.SEEN for _ in range(6)]
    states = [new_state(rules) for _ in rows]
    scratch = [[0] * n for n in (*room(rules), 3, 3)]
    eyes.watch_games(states, rows, setting(rules), [(0,)] * 6, 4, 0, 1000, 3, 0, *scratch)
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4] == deals[5]
    assert rows[0] != rows[1] != rows[2]


# --- Estimates


def test_shares_have_wilsons_interval() -> None:
    found = estimates.share(5, 10)
    assert found
    assert (found.value, found.low, found.high) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)
    assert estimates.share(0, 0) is None
    none = estimates.share(0, 100)
    assert none
    assert none.low == 0 < none.high < 0.04


def test_a_score_of_independent_games_is_a_share() -> None:
    blocks = [1.0] * 300 + [0.0] * 700
    share, score = estimates.share(300, 1000), estimates.score(blocks)
    assert share
    assert (score.low, score.high) == pytest.approx((share.low, share.high), abs=1e-4)
    even = estimates.score([0.5] * 100)
    assert even.low < 0.5 < even.high


def test_means_and_ratios() -> None:
    found = estimates.mean([1, 2, 3, 4])
    assert found
    assert found.value == 2.5
    assert found.high - found.value == pytest.approx(1.96 * math.sqrt(5 / 3) / 2, abs=1e-3)
    assert estimates.mean([1]) is None
    assert estimates.ratio([1, 2], [10, 20]) == Estimate(0.1, 0.1, 0.1)


def test_the_share_between_groups_is_found_without_bias() -> None:
    rng = Random(1)
    fair = [[float(rng.random() < 0.5) for _ in range(5)] for _ in range(4000)]
    assert abs(share_between(fair)) < 0.02
    loaded = [[float(rng.random() < p) for _ in range(5)] for p in (0.2, 0.8) * 2000]
    assert share_between(loaded) == pytest.approx(0.36, abs=0.03)  # 0.3 ** 2 / 0.25
    assert share_between([[1.0, 1.0], [0.0, 0.0]]) == 1
    found = bootstrap(loaded[:300], share_between)
    assert found.low < found.value < found.high


@pytest.mark.parametrize("score", [0.5, 0.6, 0.9, 1.0])
def test_matches_are_won_as_the_binomial_says(score: float) -> None:
    chances = match_chances(score, 9)
    for k, chance in enumerate(chances):
        n = 2 * k + 1
        wins = range(k + 1, n + 1)
        exact = sum(math.comb(n, i) * score**i * (1 - score) ** (n - i) for i in wins)
        assert chance == pytest.approx(exact)
    assert len(chances) == 5


def test_the_shortest_match_that_tells() -> None:
    assert games_to_tell(1.0) == games_to_tell(0.0) == games_to_tell(0.95) == 1
    assert games_to_tell(0.5) is None
    assert games_to_tell(0.501) is None
    needed = games_to_tell(0.6)
    assert needed == games_to_tell(0.4)
    assert needed
    assert match_chances(0.6, needed)[-1] >= 0.95 > match_chances(0.6, needed)[-2]


# --- What is measured


def test_every_game_is_won_blocked_or_unfinished() -> None:
    measured = stats(configure("classic"), ["random"], 60, on="cpu").game
    assert measured
    assert measured.blocked
    assert measured.wins
    assert sum(place.value for place in measured.wins) == pytest.approx(1)
    assert measured.blocked.value > 0.5
    assert sum(measured.turns.games.values()) == measured.games == 60
    assert measured.turns.low <= measured.turns.median <= measured.turns.high


def test_the_first_place_is_that_of_the_seat_that_begins() -> None:
    shares = []
    for first in (0, 1):
        rules = configure("classic", first=first)
        bots = ["greedy", "random"] if first == 0 else ["random", "greedy"]
        measured = stats(rules, bots, 60, on="cpu").game
        assert measured
        assert measured.wins
        shares.append(measured.wins[0].value)
    assert min(shares) > 0.7


def test_other_tables_are_those_of_the_sheet() -> None:
    found = [(r.players, r.stock, r.partners) for r in other_tables(configure("classic"))]
    assert found[:3] == [(2, 10, False), (2, 20, False), (2, 30, False)]
    assert (6, 20, False) in found
    assert (5, 30, False) not in found
    assert found[-2:] == [(4, 30, True), (6, 20, True)]
    assert [r.players for r in other_tables(configure("dice", target=70))] == [2, 3, 4, 5, 6]
    assert all(r.target == 70 for r in other_tables(configure("dice", target=70)))
    small = other_tables(configure("classic", ranks=4, copies=10, stock=3))
    assert all(r.players * r.stock <= r.cards for r in small)


def test_luck_and_skill() -> None:
    rules = configure("classic", players=4, partners=True)
    work = Work(0, "cpu", 1)
    pair = module.pair(rules)
    luck = work.luck(pair, "greedy", 40)
    assert (luck.deals, luck.repeats, luck.random_moves) == (40, 10, 0.05)
    assert luck.share.low <= luck.share.value <= luck.share.high <= 1
    dice, work = configure("dice"), Work(0, "python", 1)  # few games: nothing worth compiling
    rung = work.rung(dice, "random", 50)
    assert rung.against == native.best("dice")
    assert rung.score.high < 0.5
    assert rung.games_to_tell in range(1, 30, 2)
    best = work.rung(dice, native.best("dice"), 20)
    assert best.score.value == 0.5  # a deterministic player against itself, from both seats
    assert best.games_to_tell is None


@pytest.mark.parametrize("at", [1, 70])
def test_ctrl_c_leaves_what_was_measured(at: int) -> None:
    def press(done: int) -> None:
        if done >= at:
            raise KeyboardInterrupt

    part = stats(configure("dice"), ["greedy"], 50, tables=50, on="python", progress=press)
    assert part.interrupted
    assert len(part.tables) == (1 if at == 70 else 0)
    assert part.game is None or part.game.games <= 50


# --- The command


def test_json_has_every_figure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "chosen_machine", lambda on: "python")  # few games: as above
    assert main(["stats", "dice", "--games", "20", "--tables", "--skill", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == list(asdict(Stats("dice", 0)))
    assert set(told["game"]["measures"]) == {"rolls", "turns_lost", "rolled_on", "points_behind"}
    assert set(told["game"]["turns"]["mean"]) == {"value", "low", "high"}
    assert len(told["tables"]) == 5
    assert {rung["bot"] for rung in told["skill"]} == set(challengers(configure("dice")))
    assert told["luck"] is None


def test_the_command_prints_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    command = "stats classic --bots greedy --players 4 --partners --games 20 --stock 5 --seed 3"
    assert main(command.split()) == 0
    told = capsys.readouterr().out
    assert "Skip-Bo, 20 games, seed 3" in told
    for words in ("turns a game", "wins of the second side", "blocked games (O3)", "reshuffles"):
        assert words in told
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("classic --games 1", "games must be 2 to 9223372036854775807, not 1"),
        ("classic --threads 0", "threads must be 1 to 1024, not 0"),
        ("classic --seed -1", "seed must be 0 to 9223372036854775807, not -1"),
        ("dice --bots clever", "there is no bot 'clever' for dice; the bots are random, greedy"),
        ("chess", "there is no edition 'chess'"),
        ("dice --plot game.txt", "a plot must end in .svg, .png or .pdf, not 'game.txt'"),
        ("dice --plot nowhere/game.svg", "there is no folder 'nowhere'"),
    ],
)
def test_bad_input_is_one_clear_line(
    command: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", *command.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"skipbo: {told}")
    assert printed.err.count("\n") == 1


def test_without_matplotlib_a_plot_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charts, "find_spec", lambda name: None)
    with pytest.raises(SkipboError, match=r"needs matplotlib.*skipbo\[plots\]"):
        charts.check("game.svg")


@pytest.mark.parametrize("command", ["dice --tables --skill", "classic --bots greedy --stock 4"])
def test_a_plot_is_drawn_and_always_the_same(command: str, tmp_path: Path) -> None:
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        told = ["stats", *command.split(), "--games", "30", "--json", "--plot", str(file)]
        assert main(told) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert "How long a game is" in files[0].read_text()


def test_stats_are_imported_without_matplotlib() -> None:
    assert "skipbo.arena.stats" in sys.modules
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert "matplotlib" not in source
