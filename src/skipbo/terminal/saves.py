"""Games on disk: a sealed save after every move, a plain record at the end, nothing ever half."""

import contextlib
import os
import re
from datetime import datetime
from pathlib import Path

from ..bots import check
from ..errors import RecordError, SkipboError, shorten
from ..files import write
from ..rules.editions import Rules
from ..table.game import Game
from ..table.match import Match
from ..table.record import seal, unseal
from ..table.replay import replay
from . import texts

Play = Game | Match

ENDING = ".save"
SEATED = re.compile(r"# play: seat (\d)(, slips)?, bots ([\w ,.-]*)")
DEALT = re.compile(r".*?^(?:shuffle|roll):.*?$", re.DOTALL | re.MULTILINE)


def waiting(directory: Path) -> list[Path]:
    """The saves of unfinished games, the one that was written last coming first."""
    try:
        saves = directory.glob(f"*{ENDING}")
        return sorted(saves, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except OSError:
        return []


def typed_path(text: str) -> Path:
    """The file that a person names, if there can be one of that name."""
    try:
        path = Path(text).expanduser()
        with contextlib.suppress(FileNotFoundError):
            path.stat()
    except (OSError, ValueError, RuntimeError) as error:
        why = str(getattr(error, "strerror", None) or error).rstrip(".")
        raise SkipboError(texts.NO_FILE.format(text=shorten(text), why=why)) from None
    return path


# --- What a save holds: a comment that says who sits where, and the secret record


def save_text(play: Play, seat: int, bots: tuple[str, ...], slips: bool = False) -> str:
    seated = f"# play: seat {seat}{', slips' if slips else ''}, bots {','.join(bots)}\n"
    return seal(seated + play.record(secret=True).dumps())


def read(path: Path) -> str:
    """A save as it stands on disk."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SkipboError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SkipboError(texts.NOT_RESUMABLE.format(path=path, line="")) from None


def load(path: Path, saved: str) -> tuple[Play, int, tuple[str, ...], bool]:
    """The game or match of a save, the person's seat, the bots' names by seat, and if they slip.

    What is wrong with it is not told in full: the text might name hidden cards.
    """
    try:
        text = unseal(saved)
        play = replay(text)
        return play, *_seated(text, play.rules)
    except SkipboError as error:
        line = f" (line {error.line})" if isinstance(error, RecordError) and error.line else ""
        raise SkipboError(texts.NOT_RESUMABLE.format(path=path, line=line)) from None


def _seated(text: str, rules: Rules) -> tuple[int, tuple[str, ...], bool]:
    """Who sits where; a save that does not say has the person at seat 0 and greedy bots."""
    found, players = SEATED.match(text), rules.players
    if not found:
        return 0, ("greedy",) * players, False
    seat, slips, bots = int(found[1]), bool(found[2]), tuple(found[3].split(","))
    if seat >= players or len(bots) != players:
        raise SkipboError("the seats are not those of the game")
    return seat, tuple(check(name, rules) for name in bots), slips and may_slip(rules)


def may_slip(rules: Rules) -> bool:
    """Whether there is anything in which bots could err."""
    return rules.enforcement == "table"


def write_copy(typed: str, text: str) -> Path:
    """Save where the person says; only an older save of the same game is replaced."""
    path = typed_path(typed)
    if path.exists() and not _same_game(path, text):
        raise SkipboError(texts.EXISTS.format(path=path))
    try:
        write(path, text)
    except OSError as error:
        why = f"{path}: {error.strerror or error}"
        raise SkipboError(texts.CANNOT_SAVE.format(why=why)) from None
    return path


def _same_game(path: Path, text: str) -> bool:
    """Whether a file holds a save that began with the same players and the same deal."""
    try:
        return _beginning(read(path)) == _beginning(text)
    except SkipboError:
        return False


def _beginning(saved: str) -> str:
    found = DEALT.match(unseal(saved))
    return found[0] if found else ""


class Keeper:
    """Keeps one game, or match, on disk. `trouble` says why it cannot.

    `last` is the save as this sitting knows it: where another is found, somebody else has played.
    """

    def __init__(
        self, directory: Path, path: Path | None, stem: str = "", last: str | None = None
    ) -> None:
        self.directory = directory
        self.path = path or directory / f"{stem}{ENDING}"
        self.last = last
        self.trouble: str | None = None

    @classmethod
    def of(
        cls, play: Play, directory: Path, resumed: Path | None = None, last: str | None = None
    ) -> "Keeper":
        """Go on in a save of this directory; one from elsewhere is left as it is."""
        if resumed and resumed.resolve().parent == directory.resolve():
            return cls(directory, resumed, last=last)
        game = play.game if isinstance(play, Match) else play
        time = datetime.now().strftime("%Y%m%d-%H%M%S")
        mark = (game.commitment or os.urandom(4).hex())[:8]
        return cls(directory, None, f"{play.rules.edition}-{time}-{mark}")

    def keep(self, text: str) -> bool:
        """Save; whether it worked. What another sitting has saved is left, and `path` changes."""
        found = self._found()
        if found not in (self.last, text):
            if found is not None and text == self.last:
                return True  # the other one goes on from here: there is nothing to add
            self.path = self.path.with_stem(f"{self.path.stem}-{os.urandom(4).hex()}")
        if not self._write(self.path, text):
            return False
        self.last = text
        return True

    def _found(self) -> str | None:
        try:
            return self.path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def finish(self, record: str) -> Path | None:
        """Store the record of a game that is over, and remove its save."""
        path = self.directory / "records" / f"{self.path.stem}.txt"
        if not self._write(path, record):
            return None
        if self._found() == self.last:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
        return path

    def _write(self, path: Path, text: str) -> bool:
        self.trouble = None
        try:
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            write(path, text)
        except OSError as error:
            self.trouble = f"{path.parent}: {error.strerror or error}"
        return self.trouble is None
