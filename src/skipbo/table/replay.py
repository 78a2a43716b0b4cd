"""Records played again, every move checked by the rules, and all chance against its seed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..errors import RecordError, Unverifiable, shorten
from .chance import Chance, Die, Fresh, Seeded
from .game import Event, Game, Moved, Roll, Shuffle
from .record import Record, at_line, result_text, ruling_text
from .view import Ruling

if TYPE_CHECKING:
    from .match import Match


class Recorded:
    """Chance that comes out as it was written down."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.commitment = record.commitment
        self.next = 0

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        found, line = self._take("shuffle")
        if not isinstance(found, Shuffle):
            raise RecordError("a shuffle is missing before this", line)
        if Counter(found.faces) != Counter(faces):
            raise RecordError(_difference(found.faces, faces), line)
        return list(found.faces)

    def roll(self, event: int, dice: Sequence[Die]) -> list[str]:
        found, line = self._take("roll")
        if not isinstance(found, Roll):
            raise RecordError("a roll is missing before this", line)
        if len(found.faces) != len(dice):
            raise RecordError(f"{len(dice)} dice are rolled here, not {len(found.faces)}", line)
        for die, face in zip(dice, found.faces, strict=True):
            if face not in die:
                told = f"{shorten(face)} cannot be rolled with this die"
                raise RecordError(f"{told}: its faces are {' '.join(die)}", line)
        return list(found.faces)

    def _take(self, what: str) -> tuple[Event | None, int]:
        self.skip_rulings()
        if self.next == len(self.record.events):
            line = self.record.lines[-1] if self.record.lines else 0
            raise RecordError(f"the record ends where a {what} is due", line)
        self.next += 1
        return self.record.events[self.next - 1], self.record.lines[self.next - 1]

    def skip_rulings(self) -> None:
        """What the referee said follows from the rest, and is compared afterwards."""
        events = self.record.events
        while self.next < len(events) and isinstance(events[self.next], Ruling):
            self.next += 1


def _difference(found: Sequence[str], expected: Sequence[str]) -> str:
    missing = Counter(expected) - Counter(found)
    extra = Counter(found) - Counter(expected)
    parts = [f"missing {_cards(missing)}"] if missing else []
    parts += [f"not among them {_cards(extra)}"] if extra else []
    return "these are not the cards to be shuffled: " + "; ".join(parts)


def _cards(counts: Counter[str]) -> str:
    shown = [f"{n} x {shorten(face)}" for face, n in list(counts.items())[:5]]
    return ", ".join(shown)


def replay_record(record: Record, chance: Recorded | None = None) -> Game:
    """Play a record again, every move checked by the rules."""
    *_, game = replaying(record, chance)
    return game


def replaying(record: Record, chance: Recorded | None = None) -> Iterator[Game]:
    """The same step by step: the game as it was dealt, and after each move."""
    chance = chance or Recorded(record)
    game = Game(record.rules, chance, record.names)
    chance.skip_rulings()
    _check_events(game, record, 0, chance.next)
    yield game
    while chance.next < len(record.events):
        start = chance.next
        event, line = record.events[start], record.lines[start]
        chance.next += 1
        if not isinstance(event, Moved):
            raise RecordError("no shuffle or roll is due here", line)
        if game.over:
            raise RecordError(f"{event.move}: the game is over", line)
        if event.seat != game.seat and record.rules.enforcement == "strict":
            raise RecordError(f"it is seat {game.seat}'s turn, not seat {event.seat}'s", line)
        if event.seat >= record.rules.players:
            raise RecordError(f"there is no seat {event.seat}", line)
        with at_line(line):
            game.play(event.move, event.seat)
        chance.skip_rulings()
        _check_events(game, record, start, chance.next)
        yield game
    _check_end(game, record)
    game.chance = chance_of(record)


def _check_events(game: Game, record: Record, start: int, end: int) -> None:
    """What followed from a move is what the record says: also whose stock, and each ruling."""
    played, written = game.events[start:], record.events[start:end]
    for i in range(max(len(played), len(written))):
        if i == len(written):
            line = record.lines[end - 1]
            raise RecordError(f"after this a ruling is missing: {_told(played[i])}", line)
        if i == len(played) or played[i] != written[i]:
            rightly = _told(played[i]) if i < len(played) else "nothing"
            told = f"the record says {_told(written[i])}, but there follows {rightly}"
            raise RecordError(told, record.lines[start + i])


def _told(event: Event) -> str:
    if isinstance(event, Ruling):
        return f"ruling: {ruling_text(event)}"
    if isinstance(event, Shuffle) and event.stock is not None:
        return f"a shuffle of stock {event.stock}"
    return f"a {type(event).__name__.lower()}"


def chance_of(record: Record) -> Chance:
    """The chance that a game goes on with: its own, if the record has the seed."""
    if record.seed is None:
        return Fresh(record.commitment)
    chance = Seeded(bytes.fromhex(record.seed))
    if record.commitment not in (None, chance.commitment):
        told = "the seed is not the one that was committed to before the deal"
        raise RecordError(told, record.seed_line)
    return chance


def _check_end(game: Game, record: Record) -> None:
    expected = result_text(game) if game.over else None
    if record.result != expected:
        told = f"the result says {record.result!r}, " if record.result else "there is no result, "
        played = f"the moves give {expected!r}" if expected else "the game is not over"
        raise RecordError(f"{told}but {played}", record.result_line)


def replay(text: str) -> "Game | Match":
    """Play a record again: a game's, or a match's."""
    from .match import is_match, replay_match

    return replay_match(text) if is_match(text) else replay_record(Record.loads(text))


# --- Checking that the deal was fair


def verify(text: str) -> None:
    """Check a game's or a match's record: replay it, and compare all chance with the seeds."""
    from .match import is_match, verify_match

    if is_match(text):
        verify_match(text)
    else:
        verify_record(Record.loads(text))


def verify_record(record: Record) -> None:
    """Check every shuffle and roll against the seed, and the seed against its commitment."""
    if not record.commitment or not record.seed:
        missing = "commitment" if not record.commitment else "seed"
        raise Unverifiable(f"this record cannot be checked: it has no {missing}")
    replay_record(record, Verified(record, chance_of(record)))


class Verified(Recorded):
    """Chance as it was written down, compared with what the seed gives."""

    def __init__(self, record: Record, seeded: Chance) -> None:
        super().__init__(record)
        self.seeded = seeded

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        return self._compare(super().shuffle(event, faces), self.seeded.shuffle(event, faces))

    def roll(self, event: int, dice: Sequence[Die]) -> list[str]:
        return self._compare(super().roll(event, dice), self.seeded.roll(event, dice))

    def _compare(self, written: list[str], given: list[str]) -> list[str]:
        if written != given:
            told = "this is not what the seed gives"
            raise RecordError(told, self.record.lines[self.next - 1])
        return written
