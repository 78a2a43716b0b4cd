"""A contest on disk: a line for every slice of blocks, so that a crash loses next to nothing.

The first line says which contest it is and which code plays it; every other line holds some blocks
in a row. A line that a crash has torn is dropped, and what follows is played again.
"""

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from ..bots import native
from ..bots.seats import fingerprint
from ..errors import SkipboError
from ..files import state_directory
from ..machine import loop, python
from .contest import Blocks, Contest, Failure

KIND = "skipbo arena 1"


def describe(contest: Contest) -> dict[str, Any]:
    """All that decides the games, but not how many of them are played, nor by how many workers."""
    rules = contest.rules
    return {
        "kind": KIND,
        "edition": rules.edition,
        "options": rules.options(),
        "bots": list(contest.bots),
        "seed": contest.seed,
        "limit": contest.limit,
        "seconds": None if len(contest.natives) == len(contest.bots) else contest.seconds,
    }


def code_digest(contest: Contest) -> str:
    """A digest of what plays: the code and the numbers of our bots, the files of the others."""
    natives = contest.natives
    rows = list(natives.values())
    bound = python.machine(contest.rules, loop, *native.modules(rows, contest.rules))
    others = [fingerprint(name) for i, name in enumerate(contest.bots) if i not in natives]
    # The name of a bound function ends with a digest of the code.
    told = f"{bound.play_games.__qualname__} {rows} {others}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def usual_place(contest: Contest) -> Path:
    """Where the journal of a contest is kept if nobody says otherwise."""
    digest = hashlib.sha256(json.dumps(describe(contest)).encode()).hexdigest()
    return state_directory() / "arena" / f"{digest[:16]}.jsonl"


class Journal:
    """The journal of one contest. Once it is open, `blocks` is what it holds, if one resumes.

    `trouble` says why it cannot be written, once that is so; the contest goes on without.
    """

    def __init__(self, contest: Contest, path: Path | None = None, resume: bool = False) -> None:
        self.contest = contest
        self.asked_for = path is not None
        self.path = path or usual_place(contest)
        self.resume = resume
        self.blocks = Blocks()
        self.trouble: str | None = None
        self.file: Any = None

    def open(self) -> None:
        """Begin, or go on."""
        try:
            self._open()
        except OSError as error:
            self.trouble = f"{self.path}: {error.strerror or error}"
            if self.asked_for:
                raise SkipboError(self.trouble) from None

    def _open(self) -> None:
        if not self.asked_for:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = self._read()
        if not kept and self.path.exists() and self.path.stat().st_size:
            os.replace(self.path, f"{self.path}.old")
        self.file = self.path.open("r+b" if self.path.exists() else "x+b")
        _lock(self.file, self.path)
        self.file.truncate(kept)
        self.file.seek(kept)
        if not kept:
            self._write(describe(self.contest) | {"code": code_digest(self.contest)})

    def _read(self) -> int:
        """Take up what the file holds; how many of its bytes are good. It must be a journal."""
        if not self.path.exists() or not self.path.stat().st_size:
            return 0
        with self.path.open("rb") as file:
            head = _parsed(file.readline())
            if not isinstance(head, dict) or head.get("kind") != KIND:
                raise SkipboError(f"{self.path} is no journal of the arena: choose another file")
            if not self.resume:
                return 0
            self._check_head(head)
            good = file.tell()
            for line in file:
                blocks = self._blocks(_parsed(line))
                if blocks is None:
                    break
                self.blocks.add(blocks)
                good += len(line)
        return good

    def _check_head(self, head: dict[str, Any]) -> None:
        code = head.pop("code", None)
        if head != describe(self.contest):
            raise SkipboError(f"{self.path} is of another contest: leave out --resume")
        if code != code_digest(self.contest):
            told = "was played by another version of the bots: leave out --resume to start anew"
            raise SkipboError(f"{self.path} {told}")

    def _blocks(self, line: Any) -> Blocks | None:
        """The blocks of a line, if it is whole and they are the next."""
        try:
            failures = [Failure(block, bot, reason) for block, bot, reason in line["failures"]]
            blocks = Blocks(line["points"], line["blocked"], line["unfinished"], failures)
            lengths = {len(blocks.points), len(blocks.blocked), len(blocks.unfinished)}
            widths = {len(row) for row in blocks.points}
        except (TypeError, KeyError, ValueError):
            return None
        fits = len(lengths) == 1 and widths == {len(self.contest.pairs)}
        return blocks if fits and line["first"] == len(self.blocks) else None

    def append(self, first: int, blocks: Blocks) -> None:
        """Write down the blocks from number `first` on."""
        told = {
            "first": first,
            "points": blocks.points,
            "blocked": blocks.blocked,
            "unfinished": blocks.unfinished,
            "failures": blocks.failures,
        }
        if self.file and not self.trouble:
            try:
                self._write(told)
            except OSError as error:
                self.trouble = f"{self.path}: {error.strerror or error}"

    def _write(self, told: dict[str, Any]) -> None:
        self.file.write(json.dumps(told, separators=(",", ":")).encode() + b"\n")
        self.file.flush()

    def close(self) -> None:
        if self.file:
            with contextlib.suppress(OSError):
                self.file.close()


def _parsed(line: bytes) -> Any:
    """What a line says; None if it was torn."""
    try:
        return json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None


def _lock(file: Any, path: Path) -> None:
    """Two runs must not write to one journal. The lock goes with the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # on Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        told = "is being written by another run: wait for it, or choose another with --journal"
        raise SkipboError(f"{path} {told}") from None
