"""OpenSpiel's games: its own suite, its algorithms, and what players see of ours."""

import importlib
import pickle
import sys
import unittest
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from tests import playthroughs
from tests.playthroughs import TINY

import skipbo.envs.open_spiel
from skipbo.envs.fields import observation_fields
from skipbo.envs.reveal import DRAWN, Unfolding, exchange
from skipbo.errors import RulesError, SkipboError
from skipbo.machine.stepping import mask, observation
from skipbo.rules.editions import EDITIONS, configure
from skipbo.rules.state import NONE, OK, OVER
from skipbo.table.notation import Move
from skipbo.table.view import winners_of

assert skipbo.envs.open_spiel  # the games are registered

SMALL = "ranks=3,copies=6,wilds=3,hand=2,building=2,discards=2"
FOUR_CARDS = "ranks=3,copies=1,wilds=1,hand=2,building=1,discards=1,stock=1"

GAMES = [
    f"python_skipbo({TINY},stock=2,limit=10)",
    "python_skipbo(stock=1,limit=30)",
    "python_skipbo(edition=deluxe,players=3,first=2,stock=2,rewards=points,limit=30)",
    "python_skipbo(edition=international,players=5,short=True,limit=20)",
    f"python_skipbo(edition=mod,players=6,{SMALL},stock=2,limit=40,rewards=stock)",
    f"python_skipbo(edition=mod,players=4,partners=True,{SMALL},stock=2,limit=40)",
    "python_skipbo(players=6,partners=True,stock=1,limit=30,refill=none,rewards=stock)",
    "python_skipbo_dice(target=10)",
    "python_skipbo_dice(players=6,first=3,target=2,wild_faces=1,rewards=points)",
    "python_skipbo_dice(limit=4)",
]


def walk(game: Any, games: int = 1, seed: int = 1) -> Iterator[Any]:
    """Random games, at every point of each."""
    rng = Random(seed)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state
            state.apply_action(any_action(state, rng))
        yield state


def any_action(state: Any, rng: Random) -> int:
    if not state.is_chance_node():
        return int(rng.choice(state.legal_actions()))
    numbers, chances = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(numbers, chances)[0])


def decisions(game: Any, games: int = 1, seed: int = 1) -> Iterator[Any]:
    """The points at which a player decides."""
    for state in walk(game, games, seed):
        if state.current_player() >= 0:
            yield state


# --- OpenSpiel's own suites


@pytest.mark.parametrize("name", GAMES)
def test_random_games_pass_openspiels_checks(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def api_suite() -> unittest.TestSuite:
    """OpenSpiel's tests of its API: of the registered games, and of a whole tiny game's tree."""
    from open_spiel.integration_tests import api_test

    api_test.FLAGS(["api_test", "--test_only_games=^python_skipbo"])
    tree = f"python_skipbo({FOUR_CARDS},limit=5)"
    api_test._GAMES_FULL_TREE_TRAVERSAL_TESTS[:] = [("skipbo", tree)]
    api_test.TOTAL_NUM_STATES["skipbo"] = (77, 488, 484)
    api_test.PERFECT_RECALL_NUM_STATES["skipbo"] = 236
    suite: unittest.TestSuite = api_test.load_tests(unittest.TestLoader(), None, None)
    return suite


def test_openspiels_suite_passes() -> None:
    result = unittest.TestResult()
    api_suite().run(result)
    assert [trace for _, trace in result.failures + result.errors] == []
    assert result.testsRun == 5 + 5 + 8


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_a_playthrough_is_what_it_was(name: str) -> None:
    """If the change was meant: `python -m tests.playthroughs`."""
    assert playthroughs.told(name) == playthroughs.path(name).read_text(encoding="utf-8")


# --- OpenSpiel's algorithms


def mcts_against_random(name: str, games: int) -> float:
    """What MCTS gets in so many games, in alternating seats."""
    game, rng, others = pyspiel.load_game(name), np.random.RandomState(1), Random(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 1.0, 20, evaluator, solve=False, random_state=rng)
    won = 0.0
    for number in range(games):
        state, seat = game.new_initial_state(), number % 2
        while not state.is_terminal():
            own = state.current_player() == seat
            state.apply_action(bot.step(state) if own else any_action(state, others))
        won += state.returns()[seat]
    return won


def test_mcts_beats_random() -> None:
    small = "stock=2,ranks=3,copies=4,wilds=2,hand=3,building=1,discards=2,limit=60"
    assert mcts_against_random(f"python_skipbo({small})", 8) >= 4
    assert mcts_against_random("python_skipbo_dice(target=12,rewards=points)", 2) > 12


def test_cfr_finds_better_and_better_strategies() -> None:
    game = pyspiel.load_game(f"python_skipbo({FOUR_CARDS},limit=5)")
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 3


# --- Parameters


def test_what_was_not_chosen_is_as_the_edition_has_it() -> None:
    for name in ("classic", "deluxe", "international", "mod"):
        for players in (2, 5):
            game = pyspiel.load_game(f"python_skipbo(edition={name},players={players})")
            assert game.rules == configure(name, players=players)
            told, options = game.get_parameters(), game.rules.options()
            assert {key: told[key] for key in options if key in told} == {
                key: value for key, value in options.items() if key not in ("target", "special")
            }
            assert pyspiel.load_game(str(game)).rules == game.rules
    assert pyspiel.load_game("python_skipbo_dice").rules == configure("dice")


def test_every_option_can_be_chosen() -> None:
    chosen = "edition=mod,players=4,first=3,partners=True,stock=7,refill=none,ranks=9,copies=5"
    more = "wilds=6,hand=4,building=3,discards=2,limit=50,rewards=points"
    game = pyspiel.load_game(f"python_skipbo({chosen},{more})")
    options = {"players": 4, "first": 3, "partners": True, "stock": 7, "refill": "none"}
    options |= {"ranks": 9, "copies": 5, "wilds": 6, "hand": 4, "building": 3, "discards": 2}
    assert game.rules == configure("mod", **options)
    assert (game.max_game_length(), game.max_utility()) == (50, 25 + 5 * game.rules.cards)
    assert pyspiel.load_game("python_skipbo(short=True)").rules.stock == 10
    game = pyspiel.load_game("python_skipbo_dice(players=3,first=1,target=70,wild_faces=1)")
    assert game.rules == configure("dice", players=3, first=1, target=70, wild_faces=1)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("python_skipbo(stock=90)", "stock must be 1 to 81, not 90"),
        ("python_skipbo(edition=uno)", "there is no edition 'uno'; the editions are classic"),
        ("python_skipbo(edition=dice)", "a game of its own here: python_skipbo_dice"),
        ("python_skipbo(players=3,partners=True)", "partners needs 4 or 6 players, not 3"),
        ("python_skipbo(players=7)", "players must be 2 to 6, not 7"),
        ("python_skipbo(enforcement=table)", "enforcement must be strict here"),
        ("python_skipbo(edition=mod,enforcement=x)", "enforcement must be strict or table"),
        ("python_skipbo(rewards=fame)", "rewards must be win or points or stock"),
        ("python_skipbo_dice(rewards=stock)", "rewards must be win or points in a game of dice"),
        ("python_skipbo_dice(wild_faces=3)", "wild_faces must be 1 to 2, not 3"),
    ],
)
def test_wrong_parameters_are_refused(name: str, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        pyspiel.load_game(name)


def test_openspiel_refuses_what_it_does_not_know() -> None:
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'colour'"):
        pyspiel.load_game("python_skipbo(colour=red)")
    for limit in (0, -1):
        with pytest.raises(SkipboError, match=f"limit must be 1 to 10000000, not {limit}"):
            pyspiel.load_game(f"python_skipbo(limit={limit})")


@pytest.mark.parametrize(
    ("name", "zero_sum", "tensor"),
    [
        ("python_skipbo", True, False),
        ("python_skipbo(limit=50)", True, True),
        ("python_skipbo(players=3)", False, False),
        ("python_skipbo(players=3,rewards=stock)", True, False),
        ("python_skipbo(players=4,partners=True)", True, False),
        ("python_skipbo(rewards=points)", False, False),
        ("python_skipbo_dice(limit=9)", True, True),
        ("python_skipbo_dice(rewards=points)", False, False),
    ],
)
def test_a_games_type_tells_the_truth(name: str, zero_sum: bool, tensor: bool) -> None:
    kind, utility = pyspiel.load_game(name).get_type(), pyspiel.GameType.Utility
    assert kind.utility == (utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM)
    assert kind.provides_information_state_tensor == tensor
    information = pyspiel.GameType.Information
    hidden = "dice" not in name
    assert (kind.information == information.IMPERFECT_INFORMATION) == hidden


# --- Playing


@pytest.mark.parametrize("name", GAMES)
def test_every_action_is_written_as_a_move_that_is_legal(name: str) -> None:
    game = pyspiel.load_game(name)
    for state in decisions(game):
        unfolding = state.unfolding
        legal = state.legal_actions()
        assert legal == [i for i, marked in enumerate(mask(unfolding.s, game.rules)) if marked]
        for action in legal:
            move = Move.parse(state.action_to_string(action))
            assert unfolding.bound.why_not(unfolding.s, move.code) == OK
            assert unfolding.bound.action_of(unfolding.s, move.code) == action


@pytest.mark.parametrize("name", GAMES)
def test_chances_add_up(name: str) -> None:
    for state in walk(pyspiel.load_game(name)):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert min(chance for _, chance in outcomes) > 0


@pytest.mark.parametrize("rewards", ["win", "points", "stock"])
@pytest.mark.parametrize("players", ["players=2", "players=3", "players=4,partners=True"])
def test_rewards_of_cards(rewards: str, players: str) -> None:
    small = "ranks=3,copies=6,wilds=2,hand=3,stock=2,limit=80"
    game = pyspiel.load_game(f"python_skipbo({small},{players},rewards={rewards})")
    ends = set()
    for state in walk(game, 25):
        if not state.is_terminal():
            assert state.returns() == [0] * game.num_players()
            continue
        s, rules = state.unfolding.s, game.rules
        seats, won = range(rules.players), winners_of(s, rules)
        others = [seat for seat in seats if seat not in won]
        ends.add((s.waiting == OVER, bool(won)))
        if s.waiting != OVER:
            expected = [0.0] * rules.players
        elif rewards == "stock":
            expected = [lead(s.stock, rules.members(rules.side(seat)), seats) for seat in seats]
        elif not won:
            expected = [0.0] * rules.players
        elif rewards == "win":
            expected = [1.0 if seat in won else -1.0 for seat in seats]
        else:
            points = 25.0 + 5 * sum(s.stock[seat] for seat in others)
            expected = [points if seat in won else 0.0 for seat in seats]
        assert state.returns() == pytest.approx(expected)
        assert game.min_utility() <= min(expected) <= max(expected) <= game.max_utility()
    assert (True, True) in ends


def lead(stock: list[int], own: list[int], seats: range) -> float:
    others = [stock[seat] for seat in seats if seat not in own]
    return float(np.mean(others) - np.mean([stock[seat] for seat in own]))


@pytest.mark.parametrize("rewards", ["win", "points"])
def test_rewards_of_dice(rewards: str) -> None:
    game = pyspiel.load_game(f"python_skipbo_dice(players=3,target=5,rewards={rewards})")
    for state in walk(game, 5):
        if state.is_terminal():
            scores = state.unfolding.s.score[:3]
            best = [1.0 if score == max(scores) else -1.0 for score in scores]
            assert state.returns() == (best if rewards == "win" else scores)


def test_a_game_that_is_left_has_no_winner_but_may_have_a_lead() -> None:
    for rewards in ("win", "points", "stock"):
        *_, state = walk(pyspiel.load_game(f"python_skipbo(limit=90,rewards={rewards})"))
        assert state.is_terminal()
        mine, theirs = state.unfolding.s.stock[:2]
        lead = theirs - mine if rewards == "stock" else 0
        assert state.returns() == [lead, -lead]
        assert mine != theirs


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    game = pyspiel.load_game("python_skipbo(stock=10)")
    state = next(decisions(game))
    before = state.history(), str(state), state.serialize()
    for action in (124, 125, -2):
        with pytest.raises(SkipboError, match=f"action {action}"):
            state.apply_action(action)
    assert (state.history(), str(state), state.serialize()) == before
    dealt = game.new_initial_state()
    with pytest.raises(SkipboError, match="chance has no outcome 13 here"):
        dealt.apply_action(13)
    assert dealt.history() == []
    *_, over = walk(pyspiel.load_game("python_skipbo(limit=2)"))
    with pytest.raises((SkipboError, pyspiel.SpielError)):
        over.apply_action(0)


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_and_what_was_written_down_go_on_alike(name: str) -> None:
    game, rng = pyspiel.load_game(name), Random(3)
    for number, state in enumerate(walk(game)):
        if state.is_terminal() or number % 5:
            continue
        action = any_action(state, rng)
        text = str(state)
        copies = [state.clone(), game.deserialize_state(state.serialize()), state.child(action)]
        for copied in copies[:2]:
            assert str(copied) == text
            copied.apply_action(action)
        assert len({str(copied) for copied in copies}) == 1
        assert len({tuple(copied.history()) for copied in copies}) == 1
        assert str(state) == text


def test_all_games_begin_alike() -> None:
    game = pyspiel.load_game("python_skipbo(stock=10)")
    one, other = game.new_initial_state(), game.new_initial_state()
    one.apply_action(3)
    assert other.history() == []
    assert str(other) == str(game.new_initial_state()) != str(one)


# --- What players see


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_is_that_of_all_learners_scaled(name: str) -> None:
    game = pyspiel.load_game(name)
    observer = make_observation(game)
    for state in decisions(game):
        for seat in range(game.num_players()):
            observer.set_from(state, seat)
            row = observation(state.unfolding.s, game.rules, seat)
            for field in observation_fields(game.rules):
                part = np.array(row[field.at : field.at + field.size]) / field.high
                assert observer.dict[field.name] == pytest.approx(part)
            assert list(observer.tensor) == state.observation_tensor(seat)
            assert 0 <= observer.tensor.min() <= observer.tensor.max() <= 1
            assert observer.string_from(state, seat) == state.observation_string(seat)


OBSERVERS = [
    pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
    for recall in (False, True)
    for public in (False, True)
    for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER)
]


def seen(observer: Any, state: Any, seat: int) -> tuple[str, bytes]:
    observer.set_from(state, seat)
    numbers = b"" if observer.tensor is None else observer.tensor.tobytes()
    return observer.string_from(state, seat), numbers


def hold_another(game: Unfolding, card: int) -> None:
    """Instead of a card, one with another number that lies face down."""
    number = game.bound.number
    for unseen, pool in enumerate(game.pool):
        if pool and number(unseen) != number(card):
            exchange(game.s, card, unseen)
            game.pool[card], game.pool[unseen] = game.pool[unseen], game.pool[card]
            return


def with_other_cards(state: Any, seat: int) -> Any:
    """The same for a seat, but the others hold other cards."""
    changed = state.clone()
    game = changed.unfolding
    for other in range(game.rules.players):
        for card in game.s.hand[other]:
            if other != seat and card != NONE:
                hold_another(game, card)
    game.events = [
        event._replace(number=1, text="hand: secret")
        if event.kind == DRAWN and event.seat != seat
        else event
        for event in game.events
    ]
    return changed


@pytest.mark.parametrize(
    "name", ["python_skipbo(limit=25)", "python_skipbo(edition=mod,players=3)"]
)
def test_nobody_sees_the_cards_of_others(name: str) -> None:
    game = pyspiel.load_game(name)
    observers = [make_observation(game, kind) for kind in OBSERVERS]
    differed = 0
    for number, state in enumerate(decisions(game)):
        if number % 10 or number > 60:
            continue
        for seat in range(game.num_players()):
            changed = with_other_cards(state, seat)
            assert [seen(x, state, seat) for x in observers] == [
                seen(x, changed, seat) for x in observers
            ]
            differed += str(state) != str(changed)
    assert differed > 4


def test_a_card_without_a_face_is_not_shown() -> None:
    game = pyspiel.load_game("python_skipbo(players=3,stock=5)")
    state = game.new_initial_state()
    observer = make_observation(game)
    observer.set_from(state, 0)
    for player in range(3):
        assert observer.dict[f"player_{player}.stock_top"] == [0]
        assert observer.dict[f"player_{player}.stock"] == pytest.approx(5 / 162)
    assert not observer.dict["hand"].any()
    for face in (7, 8, 9, 0):
        state.apply_action(face)
    observer.set_from(state, 1)
    assert observer.dict["player_0.stock_top"] == pytest.approx(8 / 13)
    assert observer.dict["player_2.stock_top"] == pytest.approx(7 / 13)
    assert not observer.dict["hand"].any()
    observer.set_from(state, 0)
    assert list(observer.dict["hand"]) == pytest.approx([1 / 5] + [0] * 12)
    assert "hand 1: W" in state.observation_string(0)
    assert "hand 1: W" not in state.observation_string(1)


def test_observers_show_what_they_are_asked_for() -> None:
    game = pyspiel.load_game("python_skipbo(players=3,limit=20)")
    private = pyspiel.PrivateInfoType
    fields = [field.name for field in observation_fields(game.rules)]

    def parts(recall: bool, public: bool, hands: Any) -> list[str]:
        kind = pyspiel.IIGObservationType(
            perfect_recall=recall, public_info=public, private_info=hands
        )
        return list(make_observation(game, kind).dict)

    assert parts(False, True, private.SINGLE_PLAYER) == fields
    assert parts(False, True, private.NONE) == [name for name in fields if name != "hand"]
    assert parts(False, False, private.SINGLE_PLAYER) == ["hand"]
    assert parts(False, False, private.ALL_PLAYERS) == ["hand", "player_1.hand", "player_2.hand"]
    assert parts(True, True, private.SINGLE_PLAYER) == ["player", "history"]
    assert parts(True, True, private.NONE) == ["history"]
    with pytest.raises(RulesError, match="an observer has no parameters"):
        make_observation(game, None, {"colour": 1})


def test_all_hands_are_shown_to_who_may_see_them() -> None:
    game = pyspiel.load_game("python_skipbo(players=3,stock=5)")
    kind = pyspiel.IIGObservationType(
        perfect_recall=False,
        public_info=False,
        private_info=pyspiel.PrivateInfoType.ALL_PLAYERS,
    )
    observer, own = make_observation(game, kind), make_observation(game)
    *_, state = (state for _, state in zip(range(60), decisions(game), strict=False))
    observer.set_from(state, 1)
    for player in (0, 1, 2):
        own.set_from(state, (1 + player) % 3)
        part = observer.dict["hand" if player == 0 else f"player_{player}.hand"]
        assert list(part) == list(own.dict["hand"])
    assert observer.string_from(state, 1).count("\n") == 2


def test_an_information_state_tells_everything_seen_in_order() -> None:
    game = pyspiel.load_game(f"python_skipbo({FOUR_CARDS},limit=6)")
    state = game.new_initial_state()
    for action in (2, 3, 1, 0):  # the stock cards, then the first hand: 1 and a wild
        state.apply_action(action)
    assert (
        state.information_state_string(0) == "seat 0\nstock 0: 2\nstock 1: 3\nhand 0: W\nhand 0: 1"
    )
    assert (
        state.information_state_string(1) == "seat 1\nstock 0: 2\nstock 1: 3\nhand 0: ?\nhand 0: ?"
    )
    observer = make_observation(game, INFO_STATE_OBS_TYPE)
    state.apply_action(1)  # the 1 onto the building pile
    observer.set_from(state, 1)
    assert list(observer.dict["player"]) == [0, 1]
    rows = [list(np.flatnonzero(row)) for row in observer.dict["history"]]
    assert rows[:6] == [[2, 5], [2, 6], [2], [2], [0, 4], []]
    assert state.information_state_string(1).endswith("\n0: h1>b1")


def test_pickles_hold_games_and_states() -> None:
    game = pyspiel.load_game("python_skipbo(edition=mod,players=3,limit=20)")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for state in decisions(game):
        again = pickle.loads(pickle.dumps(state))
        assert (str(again), again.history()) == (str(state), state.history())
        assert again.legal_actions() == state.legal_actions()


def test_without_openspiel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "skipbo.envs.open_spiel")
    with pytest.raises(ModuleNotFoundError, match="OpenSpiel is not installed: pip install"):
        importlib.import_module("skipbo.envs.open_spiel")


def test_editions_are_all_to_be_had() -> None:
    for name, entry in EDITIONS.items():
        dice = entry.rules.family == "dice"
        game = pyspiel.load_game("python_skipbo_dice" if dice else f"python_skipbo(edition={name})")
        assert game.rules.edition == name
