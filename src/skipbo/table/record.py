"""Games as text: a record that a person can read and a program can play again (`replay`).

    skipbo record 1
    edition: classic
    players: 2
    stock: 10
    seat 0: Ana
    seat 1: Ben
    commitment: 2bd806c9...           SHA-256 of the seed, known before the deal
    shuffle: 7 W 3 12 ...             the new draw pile, the card to be drawn first coming first
    0: h1>b1 s>b1 h9>d2               the moves of a seat, in order
    roll: 5-8                         MOD's die, or the dice of the cup
    stock 1: 7 W 3                    table mode: what lies face down in a stock, shuffled (S1)
    ruling: undone seat=1 other=0     table mode: what the referee said (`view.Ruling`)
    result: seat 0 wins, 85 points
    seed: 5feceb66...                 revealed after the game

Options that an edition has by itself are left out; lines that begin with # are comments.
"""

import base64
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..errors import RecordError, SkipboError, shorten
from ..rules.editions import OPTIONS, Rules, Value, configure
from ..rules.state import SEATS
from .chance import Seeded
from .game import Event, Game, Moved, Roll, Shuffle, check_name, check_names
from .notation import Move
from .view import RULINGS, Ruling

HEADER = "skipbo record 1"


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was written down. `lines` says on which line each event stood."""

    rules: Rules
    names: tuple[str, ...]
    events: tuple[Event, ...]
    commitment: str | None = None
    result: str | None = None
    seed: str | None = None
    lines: tuple[int, ...] = field(default=(), compare=False)
    result_line: int = field(default=0, compare=False)
    seed_line: int = field(default=0, compare=False)

    def dumps(self) -> str:
        return "\n".join(_write(self)) + "\n"

    @staticmethod
    def loads(text: str, first_line: int = 1) -> "Record":
        """Read a record; what is wrong raises a `RecordError` that names the line."""
        return _Reader(text, first_line).read()


def record_of(game: Game, secret: bool = False) -> Record:
    """A game's record. Before the end it holds hidden cards; `secret` adds the seed even then."""
    chance = game.chance
    revealed = game.over or secret
    return Record(
        rules=game.rules,
        names=game.names,
        events=tuple(game.events),
        commitment=game.commitment,
        result=result_text(game) if game.over else None,
        seed=chance.seed.hex() if isinstance(chance, Seeded) and revealed else None,
    )


def result_text(game: Game) -> str:
    """How a game that is over ended, in words."""
    if game.blocked:
        return "blocked, no points"
    who = " and ".join(str(seat) for seat in game.winners)
    verb = f"seats {who} win" if len(game.winners) > 1 else f"seat {who} wins"
    if game.rules.family == "dice":
        return f"{verb}, {' : '.join(map(str, game.scores))}"
    return f"{verb}, {max(game.scores)} points"


# --- Writing


def _write(record: Record) -> Iterator[str]:
    yield HEADER
    yield from write_head(record.rules, record.names)
    if record.commitment:
        yield f"commitment: {record.commitment}"
    yield from _write_events(record.events)
    if record.result:
        yield f"result: {record.result}"
    if record.seed:
        yield f"seed: {record.seed}"


def write_head(rules: Rules, names: Sequence[str]) -> Iterator[str]:
    """Edition, options and seats."""
    yield f"edition: {rules.edition}"
    yield f"players: {rules.players}"
    for name, value in rules.changed().items():
        yield f"{name}: {'yes' if value is True else 'no' if value is False else value}"
    for seat, name in enumerate(names):
        yield f"seat {seat}: {name}"


def _write_events(events: Sequence[Event]) -> Iterator[str]:
    seat, moves = -1, list[str]()
    for event in events:
        if isinstance(event, Moved) and event.seat == seat:
            moves.append(event.move)
            continue
        if moves:
            yield f"{seat}: {' '.join(moves)}"
        seat, moves = -1, []
        if isinstance(event, Moved):
            seat, moves = event.seat, [event.move]
        elif isinstance(event, Ruling):
            yield f"ruling: {ruling_text(event)}"
        elif isinstance(event, Shuffle):
            what = "shuffle" if event.stock is None else f"stock {event.stock}"
            yield f"{what}: {' '.join(event.faces)}"
        else:
            yield f"roll: {' '.join(event.faces)}"
    if moves:
        yield f"{seat}: {' '.join(moves)}"


def ruling_text(ruling: Ruling) -> str:
    other = "" if ruling.other is None else f" other={ruling.other}"
    count = f" count={ruling.count}" if ruling.count else ""
    return f"{ruling.kind} seat={ruling.seat}{other}{count}"


# --- Reading

RULING = re.compile(
    rf"({'|'.join(RULINGS)}) seat=([0-5])(?: other=([0-5]))?(?: count=([1-9][0-9]{{0,8}}))?"
)
EVENT = re.compile(r"\d+|shuffle|roll|ruling|stock [0-5]")


def lines_of(text: str, first_line: int = 1) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    if not isinstance(text, str):
        raise RecordError(f"a record is a text, not {type(text).__name__}")
    for number, line in enumerate(text.splitlines(), first_line):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def check_header(lines: Iterator[tuple[int, str]], header: str) -> None:
    number, line = next(lines, (0, ""))
    if line != header:
        raise RecordError(f"this is not a record: it does not begin with {header!r}", number)


class _Reader:
    def __init__(self, text: str, first_line: int) -> None:
        self.lines = lines_of(text, first_line)
        self.head = Head()
        self.events: list[Event] = []
        self.numbers: list[int] = []
        self.ends: dict[str, tuple[int, str]] = {}

    def read(self) -> Record:
        check_header(self.lines, HEADER)
        for number, line in self.lines:
            key, colon, value = (part.strip() for part in line.partition(":"))
            if not colon:
                raise RecordError(f"expected 'name: value', found {shorten(line)}", number)
            self._line(number, key, value)
        rules, names = self.head.finish()
        result_line, result = self.ends.get("result", (0, None))
        return Record(
            rules=rules,
            names=names,
            events=tuple(self.events),
            commitment=self._hex("commitment"),
            result=result,
            seed=self._hex("seed"),
            lines=tuple(self.numbers),
            result_line=result_line or max(self.numbers, default=0),
            seed_line=self.ends.get("seed", (0, ""))[0],
        )

    def _line(self, number: int, key: str, value: str) -> None:
        if key in ("commitment", "result", "seed"):
            if key in self.ends:
                raise RecordError(f"a second {key}", number)
            self.ends[key] = (number, value)
        elif EVENT.fullmatch(key):
            if "result" in self.ends or "seed" in self.ends:
                raise RecordError("nothing can happen after the end", number)
            for event in self._events(number, key, value):
                self.events.append(event)
                self.numbers.append(number)
        elif self.events:
            raise RecordError(f"{shorten(key)} belongs before the first shuffle or roll", number)
        else:
            self.head.line(number, key, value)

    def _events(self, number: int, key: str, value: str) -> Iterator[Event]:
        words = value.split()
        try:
            if key == "shuffle":
                yield Shuffle(tuple(words))
            elif key == "roll":
                yield Roll(tuple(words))
            elif key.startswith("stock"):
                yield Shuffle(tuple(words), int(key[-1]))
            elif key == "ruling":
                yield _read_ruling(value)
            elif key not in "012345":
                raise RecordError(f"there is no seat {shorten(key)}", number)
            else:
                for word in words:
                    yield Moved(int(key), Move.parse(word))
        except RecordError:
            raise
        except SkipboError as error:
            raise RecordError(str(error), number) from None

    def _hex(self, key: str) -> str | None:
        number, value = self.ends.get(key, (0, None))
        return None if value is None else read_digits(key, value, number).hex()


def _read_ruling(text: str) -> Ruling:
    found = RULING.fullmatch(text)
    kind = next((kind for kind in RULINGS if found and found[1] == kind), None)
    if not found or not kind:
        raise SkipboError(f"a ruling reads like undone seat=1 other=0, not {shorten(text)}")
    _, seat, other, count = found.groups()
    return Ruling(kind, int(seat), int(other) if other else None, int(count or 0))


def read_digits(key: str, value: str, line: int) -> bytes:
    """A seed or a commitment."""
    if not re.fullmatch("[0-9a-f]{64}", value):
        raise RecordError(f"a {key} is 64 hexadecimal digits in lower case", line)
    return bytes.fromhex(value)


class Head:
    """Edition, options and seats, as they are read line by line."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self.numbers: dict[str, int] = {}

    def line(self, number: int, key: str, value: str) -> None:
        if key in self.found:
            raise RecordError(f"a second {shorten(key)}", number)
        if key != "edition" and key not in OPTIONS and not self._is_seat(key):
            raise RecordError(f"{shorten(key)} is not known here", number)
        self.found[key] = value
        self.numbers[key] = number

    @staticmethod
    def _is_seat(key: str) -> bool:
        return key in [f"seat {seat}" for seat in range(SEATS)]

    def finish(self) -> tuple[Rules, tuple[str, ...]]:
        """The rules and the names."""
        if "edition" not in self.found:
            raise RecordError("the edition is missing")
        options: dict[str, Value] = {}
        for key in self.found:
            if key != "edition" and not self._is_seat(key):
                with at_line(self.numbers[key]):
                    options[key] = OPTIONS[key].parse(self.found[key])
        with at_line(self._to_blame(options)):
            rules = configure(self.found["edition"], **options)
        return rules, self._names(rules)

    def _to_blame(self, options: dict[str, Value]) -> int:
        """The line from which on the options are refused; the number of players comes first."""
        given: dict[str, Value] = {}
        for key in ("edition", *sorted(options, key="players".__ne__)):
            given |= {key: options[key]} if key in options else {}
            try:
                configure(self.found["edition"], **given)
            except SkipboError:
                return self.numbers[key]
        return 0

    def _names(self, rules: Rules) -> tuple[str, ...]:
        names = {key: name for key, name in self.found.items() if self._is_seat(key)}
        if sorted(names) != [f"seat {seat}" for seat in range(len(names))]:
            line = min(self.numbers[key] for key in names)
            raise RecordError("seats are not numbered from 0 on", line)
        if names and len(names) != rules.players:
            raise RecordError(
                f"{len(names)} seats are named, but {rules.players} play",
                max(self.numbers[key] for key in names),
            )
        for key, name in names.items():
            with at_line(self.numbers[key]):
                check_name(name)
        return check_names([names[key] for key in sorted(names)], rules.players)


@contextmanager
def at_line(line: int) -> Iterator[None]:
    """Turns any refusal into a `RecordError` of that line."""
    try:
        yield
    except RecordError:
        raise
    except SkipboError as error:
        raise RecordError(str(error), line) from None


# --- Sealed, for a game that is not over


SEALED = "skipbo save 1"


def seal(text: str) -> str:
    """A text that does not show its cards to someone who opens the file."""
    packed = base64.b64encode(zlib.compress(text.encode())).decode()
    rows = [packed[i : i + 76] for i in range(0, len(packed), 76)]
    told = "# A game in progress, packed so that a glance shows no card."
    return "\n".join([SEALED, told, *rows]) + "\n"


def unseal(text: str) -> str:
    """The text that was sealed."""
    lines = lines_of(text)
    check_header(lines, SEALED)
    packed = "".join(line for _, line in lines)
    try:
        return zlib.decompress(base64.b64decode(packed, validate=True)).decode()
    except (ValueError, zlib.error):
        raise RecordError("this saved game is damaged") from None
