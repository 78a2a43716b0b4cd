"""A contest on disk: nothing is lost on the way, and nothing is mixed up."""

import json
from pathlib import Path

import pytest
from tests.contests import Crash, contest_of, crash_after, outcome

from skipbo.arena import journal as journals
from skipbo.arena import slices
from skipbo.arena.compete import compete
from skipbo.arena.journal import Journal
from skipbo.arena.ratings import Sprt
from skipbo.cli import main
from skipbo.errors import SkipboError

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

pytestmark = pytest.mark.usefixtures("elsewhere")


# --- The journal


CONTEST = ("classic", "greedy", "random")


@pytest.fixture
def _small_slices(monkeypatch: Patch) -> None:
    monkeypatch.setattr(slices, "SLICE_SECONDS", 1e-9)


@pytest.mark.usefixtures("_small_slices")
@pytest.mark.parametrize("torn", ["", '{"first":7,"poi', '{"first":7}\n', "null\n", "\x00\x00"])
def test_a_crash_loses_nothing(torn: str, tmp_path: Path) -> None:
    contest = contest_of(*CONTEST, short=True)
    expected = outcome(compete(contest, 20))
    path = tmp_path / "journal"
    with pytest.raises(Crash):
        compete(contest, 20, journal=Journal(contest, path), progress=crash_after(7))
    with path.open("a") as file:
        file.write(torn)
    played: list[int] = []
    journal = Journal(contest, path, resume=True)
    assert outcome(compete(contest, 20, journal=journal, progress=played.append)) == expected
    assert played[0] == 7
    again = Journal(contest, path, resume=True)
    assert outcome(compete(contest, 20, journal=again, progress=played.append)) == expected
    assert played[-1] == 20


@pytest.mark.usefixtures("_small_slices")
def test_ctrl_c_keeps_what_was_played() -> None:
    contest = contest_of(*CONTEST, short=True)
    press = crash_after(5, KeyboardInterrupt)
    result = compete(contest, 20, journal=Journal(contest), progress=press)
    assert result.interrupted
    assert result.blocks == 5
    whole = compete(contest, 30, journal=Journal(contest, resume=True))  # and more of them
    assert outcome(whole) == outcome(compete(contest, 30))


@pytest.mark.usefixtures("_small_slices")
def test_fewer_blocks_than_the_journal_holds() -> None:
    contest = contest_of(*CONTEST, short=True)
    compete(contest, 10, journal=Journal(contest))
    fewer = compete(contest, 4, journal=Journal(contest, resume=True))
    assert outcome(fewer) == outcome(compete(contest, 4))


@pytest.mark.usefixtures("_small_slices")
def test_a_test_that_was_decided_is_not_played_on() -> None:
    contest = contest_of("dice", "greedy", "random")
    first = compete(contest, 500, sprt=Sprt(0, 100), journal=Journal(contest))
    played: list[int] = []
    journal = Journal(contest, resume=True)
    again = compete(contest, 500, sprt=Sprt(0, 100), journal=journal, progress=played.append)
    assert outcome(again) == outcome(first)
    assert len(played) == 1


def test_without_resume_a_contest_begins_anew_and_the_old_journal_stays(tmp_path: Path) -> None:
    contest = contest_of(*CONTEST, short=True)
    path = tmp_path / "journal"
    compete(contest, 5, journal=Journal(contest, path))
    old = path.read_text()
    assert compete(contest, 3, journal=Journal(contest, path)).blocks == 3
    assert path.with_name("journal.old").read_text() == old


def test_a_journal_of_another_contest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    contest = contest_of(*CONTEST, short=True)
    compete(contest, 2, journal=Journal(contest, path))
    for other in (contest_of(*CONTEST, seed=1, short=True), contest_of(*CONTEST)):
        with pytest.raises(SkipboError, match="is of another contest"):
            compete(other, 2, journal=Journal(other, path, resume=True))


def test_a_journal_of_other_code_is_refused(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "journal"
    contest = contest_of(*CONTEST, short=True)
    compete(contest, 2, journal=Journal(contest, path))
    monkeypatch.setattr(journals, "code_digest", lambda contest: "another")
    with pytest.raises(SkipboError, match="was played by another version"):
        compete(contest, 2, journal=Journal(contest, path, resume=True))


def test_a_journal_of_a_program_that_has_changed_is_refused(tmp_path: Path) -> None:
    path, program = tmp_path / "journal", tmp_path / "mybot"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    contest = contest_of("classic", str(program), "random", short=True)
    compete(contest, 1, journal=Journal(contest, path))
    assert compete(contest, 1, journal=Journal(contest, path, resume=True)).score == 0.0
    program.write_text("#!/bin/sh\nexit 2\n")
    with pytest.raises(SkipboError, match="was played by another version of the bots"):
        compete(contest, 1, journal=Journal(contest, path, resume=True))


@pytest.mark.parametrize("resume", [True, False])
@pytest.mark.parametrize("text", ["Dear diary\n", "{}\n", "[1]\n", "no end"])
def test_a_file_that_is_no_journal_is_left_alone(text: str, resume: bool, tmp_path: Path) -> None:
    path = tmp_path / "diary"
    path.write_text(text)
    contest = contest_of(*CONTEST)
    with pytest.raises(SkipboError, match="is no journal of the arena"):
        compete(contest, 2, journal=Journal(contest, path, resume=resume))
    assert path.read_text() == text


def test_two_runs_do_not_share_a_journal() -> None:
    contest = contest_of(*CONTEST, short=True)
    one = Journal(contest, resume=True)
    one.open()
    with pytest.raises(SkipboError, match="is being written by another run"):
        compete(contest, 2, journal=Journal(contest, resume=True))
    one.close()
    assert compete(contest, 2, journal=Journal(contest, resume=True)).blocks == 2


def test_a_contest_goes_on_without_a_journal_that_nobody_asked_for(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert main(["arena", "greedy", "random", "--short", "--blocks", "2", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["blocks"] == 2
    assert "this cannot be resumed" in printed.err
