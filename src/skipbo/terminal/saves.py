"""Games on disk: a sealed save after every move, a plain record at the end, nothing ever half."""

import contextlib
import os
import re
import tempfile
from datetime import datetime
from pathlib import Path

from ..bots import bot
from ..errors import RecordError, SkipboError
from ..table.game import Game
from ..table.match import Match
from ..table.record import SEALED, replay, seal, unseal
from . import texts

Play = Game | Match

ENDING = ".save"
SEATED = re.compile(r"# play: seat (\d), bots ([\w ,.-]*)")


def state_directory() -> Path:
    """Where games are kept: $XDG_STATE_HOME/skipbo, usually ~/.local/state/skipbo."""
    named = Path(os.environ.get("XDG_STATE_HOME", ""))
    if named.is_absolute():  # the XDG rules: a relative path is ignored
        return named / "skipbo"
    try:
        return Path.home() / ".local" / "state" / "skipbo"
    except RuntimeError:
        return Path(os.devnull) / "skipbo"  # no home: saving says so, and the game goes on


def latest(directory: Path) -> Path | None:
    """The save that was written last."""
    try:
        return max(directory.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime_ns)
    except (ValueError, OSError):
        return None


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


# --- What a save holds: a comment that says who sits where, and the secret record


def save_text(play: Play, seat: int, bots: tuple[str, ...]) -> str:
    seated = f"# play: seat {seat}, bots {','.join(bots)}\n"
    return seal(seated + play.record(secret=True).dumps())


def load(path: Path) -> tuple[Play, int, tuple[str, ...]]:
    """The game or match of a save, the person's seat, and the bots' names by seat.

    What is wrong with it is not told in full: the text might name hidden cards.
    """
    try:
        text = unseal(path.read_text(encoding="utf-8"))
        play = replay(text)
        return play, *_seated(text, play.rules.players)
    except OSError as error:
        raise SkipboError(f"{path}: {error.strerror}") from None
    except (SkipboError, UnicodeDecodeError) as error:
        line = f" (line {error.line})" if isinstance(error, RecordError) and error.line else ""
        raise SkipboError(texts.NOT_RESUMABLE.format(path=path, line=line)) from None


def _seated(text: str, players: int) -> tuple[int, tuple[str, ...]]:
    """Who sits where; a save that does not say has the person at seat 0 and greedy bots."""
    found = SEATED.match(text)
    if not found:
        return 0, ("greedy",) * players
    seat, bots = int(found[1]), tuple(found[2].split(","))
    if seat >= players or len(bots) != players:
        raise SkipboError("the seats are not those of the game")
    return seat, tuple(bot(name).name for name in bots)


class Keeper:
    """Keeps one game, or match, on disk. `trouble` says why it cannot."""

    def __init__(self, directory: Path, path: Path | None, stem: str = "") -> None:
        self.directory = directory
        self.path = path or directory / f"{stem}{ENDING}"
        self.trouble: str | None = None

    @classmethod
    def of(cls, play: Play, directory: Path, resumed: Path | None = None) -> "Keeper":
        """Go on in a save of this directory; one from elsewhere is left as it is."""
        if resumed and resumed.resolve().parent == directory.resolve():
            return cls(directory, resumed)
        game = play.game if isinstance(play, Match) else play
        time = datetime.now().strftime("%Y%m%d-%H%M%S")
        mark = (game.commitment or os.urandom(4).hex())[:8]
        return cls(directory, None, f"{play.rules.edition}-{time}-{mark}")

    def keep(self, text: str) -> bool:
        """Save; whether it worked."""
        return self._write(self.path, text)

    def finish(self, record: str) -> Path | None:
        """Store the record of a game that is over, and remove its save."""
        path = self.directory / "records" / f"{self.path.stem}.txt"
        if not self._write(path, record):
            return None
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


def is_save(path: Path) -> bool:
    """Whether a file is a save, and may be replaced by another."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.readline().strip() == SEALED
    except OSError:
        return False
