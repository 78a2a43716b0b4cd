"""`skipbo play`: whole sittings with scripted input, and what they print and keep on disk."""

import argparse
import io
import os
import random
import re
import stat
import xml.etree.ElementTree
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import skipbo
from skipbo import Game, Match, SkipboError, View, terminal
from skipbo.bots import bot, native
from skipbo.bots.hint import Hint, Reason, Why, hint
from skipbo.bots.planner import FAR
from skipbo.rules import cards
from skipbo.rules.editions import Rules, configure
from skipbo.table.chance import Seeded, seed_from
from skipbo.table.game import Shuffle, _identities, _pile
from skipbo.table.notation import Move, card_text
from skipbo.table.record import seal
from skipbo.table.view import CardView
from skipbo.terminal import saves, texts
from skipbo.terminal.advice import advise, why
from skipbo.terminal.choices import Unclear, numbered, understand
from skipbo.terminal.commands import chance_told
from skipbo.terminal.prompt import Keyboard, Reader
from skipbo.terminal.screen import Plain, picture, show_moves, table
from skipbo.terminal.seating import seat_bots, seat_names, sit_down
from skipbo.terminal.session import Session
from skipbo.terminal.words import describe
from skipbo.texts import speaking

GAMES = {
    "classic": {"stock": 3},
    "deluxe": {"stock": 2, "players": 4, "partners": True},
    "international": {"stock": 2, "players": 6},
    "mod": {"stock": 3, "players": 3},
    "dice": {"target": 20},
}


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state directory of the test's own, on a disk that need not be waited for; no compiler."""
    monkeypatch.setattr("os.fsync", lambda handle: None)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("skipbo.terminal.prepare", lambda rules, bots: None)  # takes its time
    return tmp_path / "state" / "skipbo"


# --- Readers


class Script:
    """Lines from a list, then the end; a line may be an exception to raise."""

    def __init__(self, *lines: str | BaseException) -> None:
        self.lines = list(lines)

    def read(self, prompt: str, words: Sequence[str]) -> str:
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if isinstance(line, BaseException):
            raise line
        return line


class Player:
    """A person who lists the moves and takes the first; `stop_after` that many moves, if given."""

    def __init__(self, stop_after: int = -1) -> None:
        self.left = stop_after
        self.lines: list[str] = []

    def read(self, prompt: str, words: Sequence[str]) -> str:
        if prompt == texts.NEXT_PROMPT:
            return ""
        if not self.lines:
            if self.left == 0:
                raise EOFError
            self.left -= 1
            self.lines = ["stop"] if "stop" in words else ["moves", "#1"]
        return self.lines.pop(0)


def arguments(**given: Any) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    terminal.add_arguments(parser)
    usual = {**vars(parser.parse_args([])), "seed": 7, "bots": "greedy"}
    return argparse.Namespace(**{**usual, **given})


def sit(
    reader: Reader, rules: Rules | None = None, width: int = 80, **given: Any
) -> tuple[Session, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False, markup=False, _environ={})
    return sit_down(rules, arguments(**given), console, reader), out


def run(*lines: str | BaseException, rules: Rules | None = None, **given: Any) -> tuple[int, str]:
    session, out = sit(Script(*lines), rules, **given)
    return session.run(), out.getvalue()


def resume(reader: Reader, named: str = "") -> tuple[Session, io.StringIO]:
    return sit(reader, None, resume=named)


def only(directory: Path, pattern: str) -> Path:
    (path,) = directory.glob(pattern)
    return path


# --- Whole games


@pytest.mark.parametrize("edition", GAMES)
def test_a_whole_game(edition: str, state: Path) -> None:
    rules = configure(edition, **GAMES[edition])
    session, out = sit(Player(), rules, bots="greedy,random" if rules.players > 2 else "greedy")
    assert session.run() == 0
    printed = out.getvalue()
    assert session.game.over
    record = only(state / "records", "*.txt")
    text = record.read_text()
    skipbo.verify(text)
    assert skipbo.replay(text).names == session.names
    assert not list(state.glob("*.save"))
    assert str(record) in printed.replace("\n", "")
    assert "--verify" in printed
    assert "skipbo review" in printed
    assert text.split("seed: ")[1].strip() in printed
    assert printed.index("SHA-256") < printed.index("your turn")
    assert "\x1b" not in printed
    bots_moves = [move for seat, move in session.game.moves if seat != 0]
    told = [line for line in printed.splitlines() if line.startswith(("Greedy", "Random"))]
    assert len(told) >= len(bots_moves)


def test_a_match(state: Path) -> None:
    rules = configure("deluxe", stock=1, target=70)
    session, out = sit(Player(), rules, match=True)
    assert session.run() == 0
    match = session.match
    assert match is not None
    assert match.over
    assert len(match.games) > 1
    printed = out.getvalue()
    assert "Cut for dealer" in printed
    assert f"{texts.TOTAL} / 70" in printed
    text = only(state / "records", "*.txt").read_text()
    skipbo.verify(text)
    assert isinstance(skipbo.replay(text), Match)


def test_a_match_is_resumed_in_and_between_games(state: Path) -> None:
    rules = configure("classic", stock=1, target=200)
    session, _ = sit(Player(stop_after=1), rules, match=True)
    assert session.run() == 0
    games = 0
    for _ in range(200):
        session, out = resume(BetweenGames())
        session.run()
        match = session.match
        assert match is not None
        assert len(match.games) >= games
        games = len(match.games)
        if match.over:
            break
    assert match is not None
    assert match.over
    assert games > 1
    assert "match" in out.getvalue()
    skipbo.verify(only(state / "records", "*.txt").read_text())


class BetweenGames(Player):
    """Leaves between two games."""

    def read(self, prompt: str, words: Sequence[str]) -> str:
        if prompt == texts.NEXT_PROMPT:
            self.lines = []
            return "quit"
        return super().read(prompt, words)


def test_a_blocked_game_has_no_winner() -> None:
    rules = configure("classic", stock=1, copies=1, wilds=0, refill="none", hand=2)
    for seed in range(200):
        session, out = sit(Player(), rules, seed=seed, bots="random")
        session.run()
        if session.game.blocked:
            assert texts.BLOCKED in out.getvalue()
            return
    pytest.fail("no game was blocked")


# --- The prompt


CLASSIC = configure("classic", stock=5)


def test_commands() -> None:
    code, printed = run(
        "help", "rules", "fair", "log", "moves", "?", "TABLE", "", "undo", "quit", rules=CLASSIC
    )
    assert code == 0
    for told in (texts.HELP_MOVES, "Play your stock pile empty", texts.NO_LOG):
        assert told in printed
    assert printed.count("your turn ") == 2
    assert texts.NOTHING_TO_UNDO in printed
    assert "Go on later with: skipbo play --resume" in printed


@pytest.mark.parametrize("edition", GAMES)
def test_help_and_rules_of_every_edition(edition: str) -> None:
    _, printed = run("help", "rules", rules=configure(edition, **GAMES[edition]))
    assert ("die=4" in printed) == (edition == "mod")
    assert ("pd3" in printed) == (edition == "deluxe")


def test_a_refusal_is_explained_and_changes_nothing() -> None:
    long = "9" * 5000
    lines = ("d1>b1", "nonsense", "s b9", "ps b1", "roll", "99", "#99", long, f"#{long}")
    session, out = sit(Script(*lines), CLASSIC)
    session.run()
    printed = out.getvalue()
    assert printed.count("999' is not a move") == 2
    assert session.game.why_not("d1>b1") in printed.replace("\n", " ")  # type: ignore[operator]
    assert "'nonsense' is not a move" in printed
    assert "there are no partners" in printed
    assert "Type moves first" in printed
    assert texts.NO_SUCH_NUMBER.format(count=len(session.game.legal())) in printed
    assert not session.game.moves


def playable(rules: Rules) -> tuple[int, str]:
    """A seed and a first move from the hand onto a building pile that can be taken back."""
    for seed in range(100):
        game = Game(rules, Seeded(seed_from(seed)))
        for move in game.legal():
            if move.startswith("h") and ">b" in move:
                return seed, move
    raise AssertionError


def test_undo() -> None:
    seed, move = playable(CLASSIC)
    session, out = sit(Script(move, "log", "undo", "log", "undo"), CLASSIC, seed=seed)
    fresh = session.view
    session.run()
    assert session.view == fresh
    assert texts.UNDONE.format(move=move) in out.getvalue()
    assert out.getvalue().count(texts.NOTHING_TO_UNDO) == 1
    again, _ = resume(Script())
    assert again.view == fresh


def test_what_was_seen_cannot_be_undone() -> None:
    for seed in range(100):
        session, out = sit(Script("s", "undo"), configure("classic"), seed=seed)
        if any(move.startswith("s>") for move in session.game.legal()):
            session.run()
            assert texts.CANNOT_UNDO in out.getvalue()
            assert len(session.game.moves) == 1
            return
    pytest.fail("no stock card could be played")


def test_dice_can_be_taken_back_until_the_roll() -> None:
    session, out = sit(Script("#1", "undo", "#1", "roll", "undo"), configure("dice"))
    session.run()
    assert out.getvalue().count("Taken back") == 1


def position(*plays: str, edition: str = "classic", seed: int = 3, **options: Any) -> Game:
    game = skipbo.new(edition, seed=seed, **options)
    for move in plays:
        game.play(move)
    return game


def test_what_is_typed() -> None:
    game = position(seed=playable(CLASSIC)[0], stock=5)
    view, legal = game.view(0), game.legal()
    move = next(m for m in legal if m.startswith("h") and ">b" in m)
    card = move[1:].partition(">")[0]

    def typed(text: str, listed: bool = False) -> str:
        return understand(text, legal, view, listed, game.why_not)

    assert typed(f" {card} B1 ") == f"h{card}>b1"
    assert typed(f"h{card}b1") == f"h{card}>b1"
    assert typed(f"{card} to b1") == f"h{card}>b1"
    assert typed(f"{card} > d2") == f"h{card}>d2"
    assert typed(f"h{card}") == f"h{card}>b1"  # free places are alike
    assert typed("w b3") == "hW>b3"
    assert typed("S b2") == "s>b2"
    assert typed("PD2 b1") == "pd2>b1"
    assert typed("draw 1") == "die-draw:1"
    assert typed("die=4 > b2 + hw") == "die=4>b2+hW"
    assert typed("Pass") == "pass"
    assert typed("#2") == typed("2", listed=True) == numbered(legal)[1]
    held = view.players[0].hand  # type: ignore[union-attr]
    missing = next(n for n in range(1, 13) if str(n) not in (held or ()))
    for text, told in {
        "2": "name its pile: 2 b1",
        "0": "one of them.$",
        "13": "one of them.$",
        "x": "is not a move",
        "d1": "the discard pile 1 is empty",
        "ps": "no partners in this game",
        "s d": "only a card from the hand",
        f"{missing} d": f"there is no {missing} in the hand",
        f"h{missing}": f"there is no {missing} in the hand",
    }.items():
        with pytest.raises(Unclear, match=told):
            typed(text)


def test_a_card_that_fits_nowhere() -> None:
    game = position(seed=3)
    fitting = {move.partition(">")[0] for move in game.legal() if ">b" in move}
    high = next(m.partition(">")[0] for m in game.legal() if m.partition(">")[0] not in fitting)
    with pytest.raises(Unclear, match="fits on no building pile now"):
        understand(high, game.legal(), game.view(0), False, game.why_not)


def test_what_is_typed_in_dice() -> None:
    game = position(edition="dice", seed=3)
    view, legal = game.view(0), game.legal()

    def typed(text: str) -> str:
        return understand(text, legal, view, True, game.why_not)

    for text in ("place 1 2 w", "p 1,2,W", "1 2 w", "PLACE:1,2,W", "1, 2, w"):
        assert typed(text) == "place:1,2,W"
    assert typed("p1") == "place:1"
    assert typed("r") == "roll"
    assert typed("s") == "stop"
    assert numbered(legal)[0] == "place:W"
    with pytest.raises(Unclear, match="place:1"):
        typed("1")


def test_tab_completes_moves_and_commands() -> None:
    keyboard = Keyboard()
    keyboard.words = ["h7>b2", "h7>d1", "hW>b1", "help"]
    assert [keyboard.complete("H7", i) for i in range(3)] == ["h7>b2", "h7>d1", None]
    assert keyboard.complete("he", 0) == "help"


# --- Hints


def test_a_hint_is_a_sentence_and_no_move() -> None:
    session, out = sit(Script("hint", "i", "HINT"), CLASSIC)
    session.run()
    told = hint(session.view, session.game.legal())
    printed = " ".join(out.getvalue().split())
    assert printed.count(f"Hint: {told.move}") == 3
    assert advise(session.view, told, session.names) in printed
    assert not session.game.moves


@pytest.mark.parametrize("edition", GAMES)
def test_playing_by_hints_ends_a_game(edition: str) -> None:
    class Advised:
        """Asks for a hint, and follows it."""

        asked = False

        def read(self, prompt: str, words: Sequence[str]) -> str:
            self.asked = not self.asked
            if self.asked:
                return "hint"
            lines = out.getvalue().splitlines()
            last = next(line for line in reversed(lines) if line.startswith("Hint: "))
            return re.split(r": |, | - ", last.removeprefix("Hint: "))[0]

    session, out = sit(Advised(), configure(edition, **GAMES[edition]), width=300)
    assert session.run() == 0
    assert session.game.over


def test_every_reason_has_words() -> None:
    assert set(texts.REASONS) == set(Why)
    rules = configure("deluxe", players=4, partners=True)
    view = Game(rules, Seeded(seed_from(1))).view(0)
    for kind in Why:
        for count in range(FAR + 2):
            face, other = "W" if count else "7", Move("roll")
            reason = Reason(kind, face, count % 4, count, count + 1, count, other=other)
            told = why(reason, view, ("You", "Ana", "Ben", "Cem"))
            for wrong in ("None", "You", " 1 card", "one cards", ",,", "  ", "{"):
                assert wrong not in f" {told} ", told


def test_what_thinks_hard_is_compiled_beside_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    asked: list[str] = []
    monkeypatch.setattr("skipbo.bots.thinker.prepare", lambda rules, name: asked.append(name))
    terminal.prepare(configure("mod"), ("greedy", "h13", "h13"))
    assert asked == ["learned", "h13"]
    terminal.prepare(configure("dice"), ("greedy", "random"))
    assert asked == ["learned", "h13"]


def test_leaving_does_not_wait_for_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    monkeypatch.setattr("os._exit", left.append)
    terminal.leave(0)
    assert left == []
    monkeypatch.setattr("skipbo.bots.thinker.making", lambda: True)
    terminal.leave(130)
    assert left == [130]


# --- Nothing is lost


def test_resuming_goes_on_as_if_nothing_had_happened(state: Path) -> None:
    rules = configure("mod", stock=4, players=3)
    whole, _ = sit(Player(), rules, bots="random,greedy")
    whole.run()
    session, _ = sit(Player(stop_after=3), rules, bots="random,greedy", name="Ana", seat=0)
    session.run()
    saved = only(state, "*.save")
    assert "shuffle" not in saved.read_text()
    assert stat.S_IMODE(state.stat().st_mode) == 0o700
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    again, out = resume(Player())
    assert again.bots[1:] == ("random", "greedy")
    assert again.names[0] == "Ana"
    assert again.run() == 0
    assert again.game.events == whole.game.events
    assert "Resumed from" in out.getvalue()
    assert not list(state.glob("*.save"))


@pytest.mark.parametrize("error", [RuntimeError("a crash"), KeyboardInterrupt(), EOFError()])
def test_whatever_ends_it_leaves_a_save(error: BaseException, state: Path) -> None:
    session, out = sit(Script("moves", "1", error), configure("classic"))
    if isinstance(error, RuntimeError):
        with pytest.raises(RuntimeError):
            session.run()
    else:
        assert session.run() == (130 if isinstance(error, KeyboardInterrupt) else 0)
    assert "--resume" in out.getvalue()
    again, _ = resume(Script("log"))
    assert again.view == session.view
    assert len(again.game.moves) > 1
    assert not list(state.glob(".*"))


def test_a_crash_within_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name = "greedy"

        def choose(self, *given: object) -> Move:
            raise RuntimeError("a bot broke")

    monkeypatch.setattr("skipbo.bots.seats.bot", lambda name: Broken())
    session, _ = sit(Script("moves", "1"), configure("classic"))
    with pytest.raises(RuntimeError, match="a bot broke"):
        session.run()
    monkeypatch.undo()


def test_the_log_survives_resuming() -> None:
    session, _ = sit(Script("moves", "1"), configure("classic"))
    session.run()
    again, out = resume(Script("log"))
    again.run()
    assert "You " in out.getvalue()
    for said in session.told[-15:]:
        assert said[0] in out.getvalue().replace("\n", " ")


def test_save_to_a_file(tmp_path: Path, state: Path) -> None:
    copy, other = tmp_path / "my game.save", tmp_path / "letter.txt"
    other.write_text("Dear Ben")
    _, printed = run("save", f"save {copy}", f"save {other}", f"save {copy}", rules=CLASSIC)
    assert printed.count("Saved to") == 4  # the last one at the end of the input
    assert f"--resume '{copy}'" in printed
    assert other.read_text() == "Dear Ben"
    before = copy.read_text()
    for path in state.glob("*.save"):
        path.unlink()
    again, _ = resume(Player(), str(copy))
    again.run()
    assert again.game.over
    assert copy.read_text() == before  # it goes on in the state directory


NO_FILES = ["~nouser/x", "x" * 300, "x\0y", os.devnull + "/x"]


@pytest.mark.parametrize("name", NO_FILES)
def test_a_name_that_no_file_can_have(name: str) -> None:
    code, printed = run(f"save {name}", "moves", rules=CLASSIC)
    assert code == 0
    assert "cannot be a file" in printed
    assert "From your hand" in printed or "ends your turn" in printed
    with pytest.raises(SkipboError, match="cannot be a file"):
        resume(Script(), name)


def test_another_games_save_is_not_replaced(tmp_path: Path) -> None:
    copy = tmp_path / "a.save"
    run(f"save {copy}", rules=CLASSIC, seed=1)
    before = copy.read_text()
    _, printed = run(f"save {copy}", rules=CLASSIC, seed=2)
    assert "no save of this game" in printed
    assert copy.read_text() == before
    _, printed = run("moves", "1", f"save {copy}", rules=CLASSIC, seed=1)
    assert "no save of this game" not in printed
    assert copy.read_text() != before


@pytest.mark.parametrize("finished", [False, True])
def test_two_terminals_do_not_overwrite_each_other(finished: bool, state: Path) -> None:
    run(rules=CLASSIC)
    path = only(state, "*.save")
    ours, out = resume(Player(stop_after=4))
    theirs, _ = resume(Player(stop_after=-1 if finished else 2))
    theirs.run()
    kept = None if finished else path.read_text()
    ours.run()
    assert out.getvalue().count("in another terminal") == 1
    assert (None if finished else path.read_text()) == kept
    assert path.exists() != finished
    again, _ = resume(Script(), str(ours.keeper.path))
    assert again.game.events == ours.game.events
    assert ours.keeper.path != path


def test_leaving_a_game_that_is_played_on_elsewhere_adds_nothing(state: Path) -> None:
    run(rules=CLASSIC)
    ours, _ = resume(Script())
    theirs, _ = resume(Player(stop_after=2))
    theirs.run()
    ours.run()
    again, _ = resume(Script(), str(only(state, "*.save")))
    assert again.game.events == theirs.game.events


def test_what_is_said_on_resuming(tmp_path: Path, state: Path) -> None:
    copy = tmp_path / "a.save"
    run(f"save {copy}", rules=CLASSIC)
    path = only(state, "*.save")
    _, out = resume(Script())
    assert out.getvalue() == f"Resumed from {path}\n"
    session, out = resume(Script(), str(copy))
    kept = f"From now on it is kept in {session.keeper.path}\n"
    assert out.getvalue() == f"Resumed from {copy}\n{kept}"
    run(rules=CLASSIC, seed=1)
    run(rules=CLASSIC, seed=2)
    _, out = resume(Script())
    assert out.getvalue().endswith(f"2 more saved games in {state}\n")


def test_an_unwritable_place_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", os.devnull)
    session, out = sit(Player(), configure("classic", stock=1))
    assert session.run() == 0
    assert session.game.over
    assert out.getvalue().count("cannot be saved") == 1
    assert "record could not be kept" in out.getvalue()
    _, printed = run("quit", "table", "quit", "table", rules=CLASSIC)
    assert printed.count("your turn ") == 2
    assert "quit once more" in printed


def test_what_cannot_be_resumed(tmp_path: Path, state: Path) -> None:
    with pytest.raises(SkipboError, match="no saved game"):
        resume(Script())
    bad = tmp_path / "bad.save"
    with pytest.raises(SkipboError, match="No such file"):
        resume(Script(), str(bad))
    record = skipbo.new("classic", seed=1).record(secret=True).dumps()
    for text in (
        "",
        "\0",
        "skipbo save 1\nAAAA",
        seal(record.replace("shuffle: ", "shuffle: 99 ")),
    ):
        bad.write_text(text)
        with pytest.raises(SkipboError, match="cannot be resumed") as caught:
            resume(Script(), str(bad))
        assert "99" not in str(caught.value)


def test_a_waiting_game_is_mentioned() -> None:
    run(rules=CLASSIC)
    _, printed = run(rules=CLASSIC)
    assert texts.WAITING in printed


# --- Seats


def test_bots_and_names_go_round_the_table() -> None:
    def seated(listed: str | None, seat: int, players: int, edition: str = "classic") -> Any:
        return seat_bots(listed, seat, configure(edition, players=players))

    bots = seated("greedy, random", 1, 4)
    assert bots[2:] + bots[:1] == ("greedy", "random", "greedy")
    assert seat_names(bots, 1, "Ana") == ["Greedy 1", "Ana", "Greedy 2", "Random"]
    with pytest.raises(SkipboError, match="seat must be 0 to 3"):
        seated("greedy", 4, 4)
    with pytest.raises(SkipboError, match="3 bots, but there is 1 seat to fill"):
        seated("greedy,random,random", 0, 2)
    with pytest.raises(SkipboError, match=r"3 bots, but there are 2 seats .* up to 2"):
        seated("greedy,random,random", 0, 3)
    with pytest.raises(SkipboError, match="there is no bot"):
        seated("nobody", 0, 2)
    with pytest.raises(SkipboError, match="no bot 'planner' for dice; the bots are random, greedy"):
        seated("planner", 0, 2, "dice")


def test_unasked_a_person_meets_the_strongest() -> None:
    assert seat_bots(None, 0, configure("mod")) == ("learned", "learned")
    assert seat_bots(None, 0, configure("dice")) == (native.best("dice"),) * 2
    _, printed = run(rules=configure("deluxe"), bots=None)
    assert "You against Learned" in printed


def test_a_level_is_one_bot_for_all_seats() -> None:
    three = configure("classic", players=3)
    _, printed = run(rules=three, bots=None, level="easy")
    assert "You, Easy 1, Easy 2" in printed
    assert seat_bots("hard,easy", 0, three)[1:] == ("hard", "easy")
    with pytest.raises(SkipboError, match="one of the two"):
        run(rules=three, bots="greedy", level="easy")


def test_a_hint_tells_the_chance_to_win_where_it_is_known() -> None:
    told = r"You win [1-9]\d? of 100 games that way\."
    for rules, times in ((CLASSIC, 1), (configure("dice", players=3), 0)):
        _, printed = run("hint", rules=rules)
        assert "Hint: " in printed
        assert len(re.findall(told, printed)) == times, rules.edition


def test_the_chances_are_told_unless_the_reason_has_told_them() -> None:
    view = Game(CLASSIC, Seeded(seed_from(1))).view(0)
    move, other = Move("h5>b1"), Move("h9>d2")
    reason = Reason(Why.TIDIER, chance=0.634, other=other, other_chance=0.577)
    both = ["You win 63 of 100 games that way. Next best: h9>d2 (58)."]
    assert chance_told(view, Hint(move, reason)) == both
    with speaking("es"):
        both = ["Así ganas 63 de cada 100 partidas. La siguiente mejor: h9>d2 (58)."]
        assert chance_told(view, Hint(move, reason)) == both
    assert chance_told(view, Hint(move, Reason(Why.WINS, chance=1.0))) == []


@pytest.mark.parametrize("edition", GAMES)
def test_every_bot_can_be_met_and_met_again(edition: str) -> None:
    rules = configure(edition)
    for name in native.names(rules):
        run("moves", "1", "moves", "1", rules=rules, bots=name)
        again, _ = resume(Script("moves", "1"))
        assert again.bots == (name,) * rules.players
        assert again.run() == 0


# --- Nothing hidden is shown


class Given:
    """Chance that deals a known deck, once."""

    def __init__(self, faces: Sequence[str]) -> None:
        self.faces = list(faces)

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        assert sorted(faces) == sorted(self.faces)
        return self.faces

    def roll(self, event: int, dice: Sequence[Sequence[str]]) -> list[str]:
        return [die[event % 6] for die in dice]


class Copying:
    """A bot that makes the moves of another game."""

    name = "copying"

    def __init__(self, moves: Iterator[Move]) -> None:
        self.moves = moves

    def choose(self, view: View, legal: Sequence[Move], rng: random.Random) -> Move:
        return next(self.moves)


def hidden_places(game: Game) -> list[int]:
    """The places in the deal of the cards that seat 0 has never seen."""
    faces = [card_text(card, game.rules) for card in range(game.rules.cards)]
    (dealt,) = [event for event in game.events if isinstance(event, Shuffle)]
    order = _identities(range(len(faces)), faces, dealt.faces)
    hidden = set(_pile(game._state, cards.DRAW))
    for seat in range(game.rules.players):
        hidden.update(_pile(game._state, cards.FIRST_STOCK + seat)[1:])
        if seat != 0:
            hidden.update(game._state.hand[seat][: game._state.held[seat]])
    return [place for place, card in enumerate(order) if card in hidden]


@pytest.mark.parametrize("edition", ["classic", "mod", "deluxe"])
def test_the_output_depends_only_on_what_the_person_may_see(
    edition: str, monkeypatch: pytest.MonkeyPatch, state: Path
) -> None:
    """The same sitting with all the cards exchanged that the person never sees."""
    rules = configure(edition, players=4, stock=8, partners=edition == "deluxe")
    lines = ["moves", "#1"] * 3
    lines += ["12 b1", "h12>b4", "s b3", "ps b2", "pd1 b1", "undo", "log", "foo", "fair", "table"]
    deal = list(skipbo.new(edition, seed=5, players=4, stock=8).events[0].faces)  # type: ignore[union-attr]

    def sitting(faces: Sequence[str]) -> tuple[Game, str]:
        out = io.StringIO()
        console = Console(file=out, width=80, highlight=False, markup=False, _environ={})
        game = Game(rules, Given(faces), ("You", "A", "B", "C"))
        keeper = saves.Keeper(state, None, "hidden")
        keeper.path.unlink(missing_ok=True)
        bots = ("greedy",) * 4
        assert Session(game, 0, bots, console, Script(*lines), keeper).run() == 0
        return game, out.getvalue()

    first, printed = sitting(deal)
    places = hidden_places(first)
    moved = list(deal)
    for place, other in zip(places, places[7:] + places[:7], strict=True):
        moved[place] = deal[other]
    assert moved != deal
    moves = iter([move for seat, move in first.moves if seat != 0])
    monkeypatch.setattr("skipbo.bots.seats.bot", lambda name: Copying(moves))
    second, printed_again = sitting(moved)
    assert first.events != second.events
    assert first.view(0) == second.view(0)
    assert printed == printed_again


# --- Drawing


def games_of(edition: str, **options: Any) -> Iterator[Game]:
    """Positions of a game between a random and a greedy player."""
    game = skipbo.new(edition, seed=11, **options)
    rng = random.Random(11)
    while not game.over and len(game.moves) < 400:
        name = "greedy" if rng.random() < 0.6 else "random"
        game.play(bot(name).choose(game.view(game.seat), game.legal(), rng))
        if len(game.moves) % 40 == 0:
            yield game
    yield game


TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "two": ("classic", {}),
    "six": ("classic", {"players": 6}),
    "partners": ("deluxe", {"players": 6, "partners": True}),
    "mod": ("mod", {"players": 3}),
    "house": ("classic", {"hand": 10, "building": 6, "discards": 6, "ranks": 9}),
    "dice": ("dice", {"players": 6, "wild_faces": 1}),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_fits_and_shows_every_open_card(name: str) -> None:
    edition, options = TABLES[name]
    for game in games_of(edition, **options):
        names = [f"A name as long as {seat}" for seat in range(game.rules.players)]
        for seat in (0, None):
            view = game.view(seat)
            for width in (10, 40, 60, 80, 120):
                lines = [line.plain for line in table(view, names, width)]
                if width >= 40:
                    assert max(map(len, lines)) <= width, "\n".join(lines)
            if isinstance(view, CardView):
                check_numbers(view, "\n".join(lines))


def check_numbers(view: CardView, drawn: str) -> None:
    for i, pile in enumerate(view.building):
        assert f"b{i + 1}" in drawn
        assert f"next {pile.number + 1}" in drawn
    for player in view.players:
        for faces in player.discards:
            assert not faces or faces[-1] in drawn
    shown = drawn.replace("│", " ").replace("[", " ").replace("]", " ").split()
    discards = [face for player in view.players for pile in player.discards for face in pile]
    for face in set(discards):
        assert shown.count(face) >= discards.count(face)


@pytest.mark.parametrize("name", TABLES)
def test_every_legal_move_has_words(name: str) -> None:
    edition, options = TABLES[name]
    for game in games_of(edition, **options):
        names = game.names
        for move in game.legal():
            for seat in (0, 1):
                assert describe(game.view(seat), game.seat, move, names).endswith(".")
        assert sorted(numbered(game.legal())) == sorted(game.legal())


@pytest.mark.parametrize("width", [30, 80])
def test_listed_moves_are_not_cut(width: int) -> None:
    for game in games_of("dice", wild_faces=2):
        out = io.StringIO()
        console = Console(file=out, width=width, highlight=False, markup=False, _environ={})
        show_moves(console, game.legal(), game.view(0), game.names)
        assert set(game.legal()) <= set(out.getvalue().split())
        assert max(map(len, out.getvalue().splitlines()), default=0) <= width


def test_words() -> None:
    game = position(seed=playable(CLASSIC)[0], stock=5)
    move = next(m for m in game.legal() if m.startswith("h") and ">b2" in m)

    def told(seat: int) -> str:
        return describe(game.view(seat), 0, move, ("Ana", "Ben"))

    assert told(0).startswith("You play a")
    assert told(1).startswith("Ana plays a")
    assert told(1).endswith("from hand onto building pile 2.")


def test_a_picture() -> None:
    game = position()
    drawn = picture(game.view(0), game.names)
    assert drawn == picture(game.view(0), game.names)
    assert "http" not in drawn.replace("http://www.w3.org", "").replace("https://www.textual", "")
    xml.etree.ElementTree.fromstring(drawn)


# --- The command itself


def test_run_with_piped_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("moves\n1\nquit\n"))
    assert terminal.run(configure("classic"), arguments()) == 0
    printed = capsys.readouterr().out
    assert "Your move> moves\n" in printed
    assert "\x1b" not in printed
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert terminal.run(None, arguments(resume="")) == 0
    assert "Resumed from" in capsys.readouterr().out


def test_no_colour_is_honoured() -> None:
    out = io.StringIO()
    console = Console(
        file=out, force_terminal=True, width=80, _environ={"NO_COLOR": "1", "TERM": "xterm"}
    )
    game = position(stock=5)
    for line in table(game.view(0), game.names, 80):
        console.print(line)
    assert "\x1b[3" not in out.getvalue()


def test_a_terminal_that_knows_only_ascii() -> None:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="ascii")
    console = Console(file=Plain(file), width=80, highlight=False, _environ={})  # type: ignore[arg-type]
    for game in (position(), position(edition="dice")):
        for line in table(game.view(0), ("Ana", "Ben"), 80):
            console.print(line)
    file.flush()
    assert b"+-----+" in raw.getvalue()
