"""Table mode in the terminal: cards by hand, slips, calls, and what is said of them."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.test_terminal import Copying, Given, hidden_places, resume, run, sit, state

import skipbo
from skipbo import SkipboError
from skipbo.bots import slips
from skipbo.cli import main
from skipbo.rules.editions import Rules, configure
from skipbo.table.game import Game
from skipbo.table.notation import ACTS
from skipbo.table.view import RULINGS, CardView, Ruling, RulingKind
from skipbo.terminal import report, texts
from skipbo.terminal.manners import request, ruled
from skipbo.terminal.saves import Keeper
from skipbo.terminal.screen import whose_turn
from skipbo.terminal.session import Session

__all__ = ["state"]  # a fixture that is used by itself

CHANCES = ("OVERDRAWS", "JUMPS_IN", "TALKS", "NOTICES", "CALLS_WRONGLY")
TWO = configure("deluxe", enforcement="table")
THREE = configure("deluxe", enforcement="table", players=3)
PARTNERS = configure("deluxe", enforcement="table", players=4, partners=True)
CALLED_OUT = "it is not your turn! All that you did is undone"


class Acting:
    """Types lines at the own prompts, and those with a ! as soon as that is possible, at others'.

    `discard` is the first discard that there is. Else the others are let go on.
    """

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []
        self.session: Session | None = None

    def read(self, prompt: str, words: Sequence[str]) -> str:
        assert self.session
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines[0].removeprefix("!")
        if prompt == texts.WATCH_PROMPT:
            game, early = self.session.game, self.lines[0].startswith("!")
            if not early or (line in ("talk", "draw") and game.why_not(line, 0)):
                return ""
        del self.lines[0]
        return next(word for word in words if ">d" in word) if line == "discard" else line


def act(*lines: str, rules: Rules | None = TWO, **given: Any) -> tuple[Session, str, list[str]]:
    """A sitting: the session, what was printed in one line, and the prompts."""
    reader = Acting(*lines)
    session, out = sit(reader, rules, **given)
    reader.session = session
    assert session.run() == 0
    return session, " ".join(out.getvalue().split()), reader.prompts


def kinds(session: Session) -> list[str]:
    return [event.kind for event in session.game.events if isinstance(event, Ruling)]


@pytest.fixture
def chances(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No bot errs or calls unless a test says so."""
    for name in CHANCES:
        monkeypatch.setattr(slips, name, 0.0)
    return monkeypatch


# --- Taking cards


def test_cards_are_taken_by_hand() -> None:
    session, printed, prompts = act("hint", "?", "h1>d1", "take", "2", "#1")
    assert printed.count("Take 5 from the draw pile: ") == 1
    assert "Take 5 cards from the draw pile: type take for one, or draw for all." in printed
    assert "From the draw pile 1 take You take a card from the draw pile. 2 draw" in printed
    assert "h1>d1: first take 5 cards from the draw pile" in printed
    assert texts.NO_LIST in printed  # a number of a list that is out of date
    assert session.game.due == 3
    assert set(prompts) == {texts.PROMPT}


def test_a_card_too_many_goes_into_the_stock() -> None:
    session, printed, _ = act("draw", "take", "undo", "log")
    view = session.view
    assert isinstance(view, CardView)
    assert view.players[0].stock == 31
    assert view.players[0].held == 5
    told = "That is a card too many: it is shuffled, unseen, into your stock pile."
    assert printed.count(told) == 2  # below the table, and in the log
    assert texts.BY_HAND in printed
    assert kinds(session) == ["overdraw"]


def test_bots_take_their_cards_and_never_slip() -> None:
    session, printed, prompts = act("draw", "discard", "log", rules=THREE)
    assert "Greedy 1 takes 5 cards from the draw pile." in printed
    assert kinds(session) == []
    assert set(prompts) == {texts.PROMPT, texts.WATCH_PROMPT}


# --- Out of turn


def test_out_of_turn_and_not_called() -> None:
    session, printed, prompts = act("draw", "discard", "!draw", "hint", "undo", "call", "discard")
    assert kinds(session) == ["out-of-turn", "stands"]
    assert "You begin to play, though it is Greedy's turn." in printed
    assert "you play in Greedy's turn" in printed
    assert texts.NOT_YOUR_TURN in printed
    assert "call: it is you who is playing out of turn" in printed
    assert "Nobody called it in time: your turn counts, though it was Greedy's." in printed
    assert set(prompts) == {texts.PROMPT, texts.WATCH_PROMPT}


def test_out_of_turn_and_called(chances: pytest.MonkeyPatch) -> None:
    chances.setattr(slips, "NOTICES", 1.0)
    lines = ("draw", "discard", "!draw", "hint", "log")
    session, printed, _ = act(*lines, slips=True)
    assert kinds(session) == ["out-of-turn", "undone", "no-draw"]
    assert f"Greedy calls: {CALLED_OUT}" in printed
    assert printed.count("You may not draw in this turn, because") == 2
    assert len(session.game.hand(0)) == 4
    assert session.game.due == 0
    assert "Hint: " in printed


def test_a_bots_slip_is_called(chances: pytest.MonkeyPatch) -> None:
    chances.setattr(slips, "JUMPS_IN", 1.0)
    session, printed, prompts = act("!table", "!call", rules=THREE, slips=True)
    assert kinds(session)[:2] == ["out-of-turn", "undone"]
    assert "Greedy 1 begins to play, though it is your turn." in printed
    assert "Greedy 1 plays in your turn" in printed
    assert "You call: it is not Greedy 1's turn! All that Greedy 1 did is undone" in printed
    assert set(prompts) == {texts.WATCH_PROMPT}


def test_a_bots_slip_may_be_let_go(chances: pytest.MonkeyPatch) -> None:
    chances.setattr(slips, "JUMPS_IN", 1.0)
    session, printed, _ = act("!", "!", "!", "!", "!", "!", rules=THREE, slips=True)
    assert "Nobody called it in time: Greedy 1's turn counts, though it was yours." in printed
    assert "undone" not in kinds(session)


def test_out_of_turn_words_for_others() -> None:
    game = Game(THREE, skipbo.new("deluxe", seed=1).chance, ("Ana", "Ben", "Cem"))
    game.play("draw", 1)
    told = {seat: whose_turn(game.view(seat), game.names) for seat in range(3)}
    assert told == {
        0: "Ben plays in your turn",
        1: "you play in Ana's turn",
        2: "Ben plays in Ana's turn",
    }


def test_while_others_play_nothing_hidden_is_listed() -> None:
    _, printed, _ = act("draw", "discard", "!moves", "!hint", "!1", "!undo", "!log")
    assert texts.WATCH_HOW in printed
    assert texts.NOT_YOUR_TURN in printed
    assert printed.count("From your hand") == printed.count("ends your turn") == 0


def test_three_wrong_calls(chances: pytest.MonkeyPatch) -> None:
    session, printed, _ = act("call", "call", "call", "call")
    assert kinds(session) == ["wrong-call"] * 3
    assert "You call, but nobody did anything wrong. Play goes on." in printed
    assert "your wrong call number 3" in printed
    assert "call: after 3 wrong calls, wait until the next turn is over" in printed


# --- Partners


def test_speaking_in_the_partners_turn(chances: pytest.MonkeyPatch) -> None:
    chances.setattr(slips, "NOTICES", 1.0)
    lines = ("talk", "draw", "discard", "!talk", "!log")
    session, printed, _ = act(*lines, rules=PARTNERS, slips=True)
    assert kinds(session) == ["two-cards"]
    assert "talk: only the partner of the player on turn must keep quiet" in printed
    assert "You: “Wow!”" in printed
    told = "Greedy 1 calls: you spoke during your partner's turn. Two cards from the draw pile go"
    assert printed.count(told) == 2
    view = session.view
    assert isinstance(view, CardView)
    assert view.players[0].stock == 32


def test_a_partner_who_is_a_bot_speaks(chances: pytest.MonkeyPatch) -> None:
    chances.setattr(slips, "TALKS", 1.0)
    lines = ("call", "draw", "discard", "!call")
    session, printed, _ = act(*lines, rules=PARTNERS, slips=True)
    assert "Greedy 2: “Wow!”" in printed
    assert kinds(session) == ["wrong-call", "two-cards"]  # the own partner is not called
    assert "You call: Greedy 3 spoke during the partner's turn." in printed


def test_the_partners_card_is_asked_for() -> None:
    asked: set[str] = set()
    for seed in range(300):
        game = skipbo.new("deluxe", seed=seed, players=4, partners=True, enforcement="table")
        game.play("draw")
        view = game.view(0)
        assert isinstance(view, CardView)
        for move in game.legal():
            asked.update(request(view, 0, move, ("Ana", "Ben", "Cem", "Dan")))
    assert asked == {
        "Ana: “Cem, play your 1.”",
        "Ana: “Cem, play your Skip-Bo as a 1.”",
    }


# --- Words


@pytest.mark.parametrize("kind", RULINGS)
def test_every_ruling_has_words_for_everybody(kind: RulingKind) -> None:
    game = Game(PARTNERS, skipbo.new("deluxe", seed=1).chance, ("Ana", "Ben", "Cem", "Dan"))
    with_other = kind in ("out-of-turn", "undone", "stands", "two-cards")
    for count in range(4):
        ruling = Ruling(kind, 1, 3 if with_other else None, count)
        for seat in (None, 0, 1, 2, 3):
            view = game.view(seat)
            assert isinstance(view, CardView)
            told = ruled(ruling, view, game.names)
            assert told.endswith(".")
            assert ("Ben" in told) == (seat != 1)
            assert "Dan" not in told or seat != 3
            assert "  " not in told


def test_help_and_tab_know_acts_in_table_mode_only() -> None:
    session, printed, _ = act("help", "rules", rules=PARTNERS)
    for word in ("take", "draw", "call", "talk"):
        assert session.words().count(word) == 1
    assert texts.TABLE_HELP["call"] in printed
    assert texts.TALK_HELP["talk"] in printed
    assert "At this table slips can happen." in printed
    strict, out = sit(Acting(), configure("deluxe"))
    assert "call" not in strict.words()
    _, printed = run("help", "rules", "take", "call", rules=configure("deluxe"))
    assert texts.TABLE_HELP["call"] not in printed
    assert "slips" not in printed
    assert "belongs to table mode" in printed
    assert isinstance(out, io.StringIO)


# --- Saving


def test_resuming_in_the_middle_of_an_out_of_turn_play(state: Path) -> None:
    session, _, _ = act("draw", "discard", "!draw", slips=True, seed=2)
    assert session.game.seat == 0
    reader = Acting("log", "discard")
    again, out = resume(reader)
    reader.session = again
    assert again.slips
    assert again.view == session.view
    assert report.recent(again.play, 0) == session.told
    again.run()
    printed = " ".join(out.getvalue().split())
    assert "You begin to play, though it is Greedy's turn. You take a card" in printed
    assert kinds(again) == ["out-of-turn", "stands"]


def test_resuming_repeats_what_bots_would_have_done() -> None:
    whole, _, _ = act(*["draw", "discard"] * 12, rules=PARTNERS, slips=True, seed=4)
    session, _, _ = act(*["draw", "discard"] * 6, rules=PARTNERS, slips=True, seed=4)
    assert kinds(whole)
    reader = Acting(*["draw", "discard"] * 6)
    again, _ = resume(reader)
    reader.session = again
    again.run()
    common = len(session.game.events)
    assert again.game.events[:common] == whole.game.events[:common]
    assert again.game.events == whole.game.events[: len(again.game.events)]


def test_slips_are_for_table_mode(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SkipboError, match="--slips is for table mode"):
        sit(Acting(), configure("deluxe"), slips=True)
    assert main(["play", "--resume", "--slips"]) != 0
    assert "leave out slips" in capsys.readouterr().err


def test_a_whole_match_with_slips(state: Path) -> None:
    class Person(Acting):
        """Takes what is due and plays the first move; never slips, never calls."""

        def read(self, prompt: str, words: Sequence[str]) -> str:
            assert self.session
            mine = prompt == texts.PROMPT
            return (
                str(self.session.game.legal()[-1 if self.session.game.due else 0]) if mine else ""
            )

    rules = configure("mod", enforcement="table", players=3, stock=2, target=60)
    person = Person()
    session, _ = sit(person, rules, slips=True, match=True, seed=3)
    person.session = session
    assert session.run() == 0
    (record,) = (state / "records").glob("*.txt")
    skipbo.verify(record.read_text())
    assert "slips" not in record.read_text()


# --- Nothing hidden is shown


def test_the_output_depends_only_on_what_the_person_may_see(
    monkeypatch: pytest.MonkeyPatch, state: Path
) -> None:
    """The same sitting with all the cards exchanged that the person never sees."""
    rules = configure("deluxe", enforcement="table", players=4, partners=True, stock=8)
    lines = ["h1>b1", "moves", "draw", "discard", "!moves", "!hint", "!undo", "!s", "!5 b1", "!ps"]
    lines += ["!table", "!talk", "!call", "!draw", "moves", "discard", "!log", "!h1>d1", "!fair"]
    deal = list(skipbo.new("deluxe", seed=5, players=4, stock=8).events[0].faces)  # type: ignore[union-attr]

    def sitting(faces: Sequence[str]) -> tuple[Game, str, list[list[str]]]:
        out = io.StringIO()
        console = Console(file=out, width=80, highlight=False, markup=False, _environ={})
        game = Game(rules, Given(faces), ("You", "A", "B", "C"))
        keeper = Keeper(state, None, "hidden")
        keeper.path.unlink(missing_ok=True)
        reader = Listening(*lines)
        reader.session = Session(game, 0, ("greedy",) * 4, console, reader, keeper)
        assert reader.session.run() == 0
        return game, out.getvalue(), reader.heard

    first, printed, words = sitting(deal)
    assert {"out-of-turn", "stands"} <= {e.kind for e in first.events if isinstance(e, Ruling)}
    places = hidden_places(first)
    moved = list(deal)
    for place, other in zip(places, places[7:] + places[:7], strict=True):
        moved[place] = deal[other]
    moves = iter([move for seat, move in first.moves if seat != 0 and move not in ACTS])
    monkeypatch.setattr("skipbo.bots.seats.bot", lambda name: Copying(moves))
    second, printed_again, words_again = sitting(moved)
    assert first.events != second.events
    assert first.view(0) == second.view(0)
    assert printed == printed_again
    assert words == words_again


class Listening(Acting):
    """Keeps what Tab would have completed."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.heard: list[list[str]] = []

    def read(self, prompt: str, words: Sequence[str]) -> str:
        self.heard.append(list(words))
        return super().read(prompt, words)
