"""A table as its log tells it: `decide` says what a wish comes to, `apply` makes it so.

Nothing here waits, writes or looks at a clock. `decide` changes nothing; what it returns goes into
the log first and is applied then, by a restarted server in the same way.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET, structs

from ..bots import native
from ..errors import IllegalMove, SkipboError
from ..rules.editions import Rules, configure
from ..table.chance import Chance, Seeded, seed_from
from ..table.game import Game
from ..table.match import Match
from ..table.notation import Move
from . import lesson, log, wire
from .board import board, deal_told, move_told
from .names import bot_name, checked_name, checked_text
from .refusal import Refused

STORY_KEPT = 200  # happenings that someone who comes in is told
DEVICES = 8  # of one person, at most
LEVELS = {
    "cards": {"easy": "greedy", "medium": "s1-old", "hard": native.best("cards")},
    "dice": {"easy": "greedy", "medium": "myopic", "hard": native.best("dice")},
}


def key_of(token: str) -> str:
    """What is kept of a token. It is random and long, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class Chair:
    """Who sits on a seat: a person with keys, a bot with a name, or nobody yet."""

    def __init__(self) -> None:
        self.name = ""
        self.keys: list[str] = []

    @property
    def who(self) -> Any:
        return "person" if self.keys else "bot" if self.name else "empty"


class Table:
    """Everything about one table that its log says."""

    def __init__(self, found: log.Found) -> None:
        self.code, self.watch = found.code, found.watch
        self.seq = 0
        self.ids: dict[str, int] = {}
        self.rules = configure("classic")
        self.settings = wire.Settings()
        self.lesson = False
        self.chairs: list[Chair] = []
        self.host = 0
        self.games = 0
        self.game: Game | None = None
        self.match: Match | None = None
        self.board: wire.Board | None = None
        self.game_seq = 0  # the last entry that changed the game
        self.story: deque[wire.Happened] = deque(maxlen=STORY_KEPT)

    @classmethod
    def load(cls, found: log.Found, entries: Sequence[log.Entry], game: int = 0) -> "Table":
        """A table from its log. Of its games only the last is played again, or game number n."""
        begins = [i for i, entry in enumerate(entries) if isinstance(entry.event, log.Began)]
        start = begins[game - 1] if begins else 0
        end = begins[game] if 0 < game < len(begins) else len(entries)
        table = cls(found)
        for i, entry in enumerate(entries[:end]):
            if i < start and isinstance(entry.event, (log.Moved, log.Undone, log.Began)):
                table._skip(entry)
            else:
                table.apply(entry)
        return table

    # --- What can be asked

    @property
    def phase(self) -> Any:
        return "lobby" if self.game is None else "over" if self.game.over else "playing"

    def seat_of(self, token: str) -> int | None:
        """Whose token this is."""
        key = key_of(token)
        return next((i for i, chair in enumerate(self.chairs) if key in chair.keys), None)

    def bot(self) -> str:
        """Who plays for the bots."""
        return LEVELS[self.rules.family][self.settings.level]

    @property
    def on_turn(self) -> int | None:
        """Whose turn it is, if there is a game."""
        return None if self.game is None or self.game.over else self.game.seat

    def hand(self, seat: int | None) -> tuple[str, ...] | None:
        """The cards that a seat holds, for that seat alone."""
        if self.game is None or seat is None or self.rules.family == "dice":
            return None
        return self.game.hand(seat)

    def legal_for(self, seat: int | None) -> list[str]:
        """The legal moves, for the seat on turn alone: they tell what is in its hand."""
        return [str(move) for move in self.legal()] if seat == self.on_turn is not None else []

    def legal(self) -> list[Move]:
        """The legal moves of the seat on turn; in a lesson only the one that comes next."""
        if self.game is None or self.game.over:
            return []
        if self.lesson:
            return [Move.parse(self._step().move)]
        return self.game.legal()

    def can_undo(self, seat: int | None) -> bool:
        game = self.game
        return bool(
            game
            and self.settings.undo
            and not self.lesson
            and seat is not None
            and game.mover == seat
            and game.can_undo
        )

    def lesson_key(self) -> str | None:
        """Which text of the tutorial comes now."""
        if not self.lesson or self.game is None:
            return None
        return "finished" if self.game.over else self._step().key

    def _step(self) -> "lesson.Step":
        assert self.game
        return lesson.STEPS[len(self.game.moves)]

    # --- What a wish comes to

    def opening(self, asked: wire.OpenTable, key: str) -> list[log.AnyEvent]:
        """The first entries of a new table, whose opener sits on the first seat."""
        name = checked_name(asked.name)
        if asked.lesson:
            edition, options = lesson.RULES.edition, _plain(lesson.RULES)
            settings = wire.Settings(undo=False, open=False)
        else:
            edition, options, settings = asked.edition, asked.options, asked.settings
        rules = self._checked(edition, options, settings)
        return [
            log.Opened(rules.edition, _plain(rules), settings, asked.lesson),
            log.Sat(0, name, key),
        ]

    def sitting(self, asked: wire.TakeSeat, key: str) -> log.Sat:
        """Somebody sits down where no person sits."""
        name = checked_name(asked.name)
        started = self.phase != "lobby"
        if started and (not self.settings.open or self.lesson):
            raise Refused("seat-taken", "this table is closed to newcomers")
        free = [i for i, chair in enumerate(self.chairs) if not chair.keys]
        if not free:
            raise Refused("seat-taken", "all seats are taken")
        seat = free[0] if asked.seat is None else asked.seat
        if seat >= len(self.chairs):
            raise Refused("bad-seat", f"there is no seat {seat} at this table")
        if seat not in free:
            raise Refused("seat-taken", "somebody sits there")
        others = [chair.name for i, chair in enumerate(self.chairs) if i != seat]
        if name.casefold() in map(str.casefold, others):
            raise Refused("bad-name", f"somebody here is called {name}: take another name")
        return log.Sat(seat, name, key)

    def decide(self, seat: int, frame: wire.ClientFrame) -> log.AnyEvent:
        """What a wish of a person on that seat comes to, or why it cannot be."""
        if isinstance(frame, wire.Play):
            return self.moving(seat, frame.move, frame.after, bot=False)
        if isinstance(frame, wire.Undo):
            self._in_time(frame.after)
            if not self.can_undo(seat):
                raise Refused("cannot-undo", "there is nothing that you could take back now")
            return log.Undone(seat)
        if isinstance(frame, wire.Start):
            return self._starting(seat)
        if isinstance(frame, wire.Configure):
            return self._configuring(seat, frame)
        if isinstance(frame, wire.Leave):
            return self._leaving(seat, seat if frame.seat is UNSET else frame.seat)
        if isinstance(frame, wire.Say):
            return self._saying(seat, frame)
        raise Refused("bad-frame", "this cannot be asked now")

    def moving(self, seat: int, move: str, after: int, *, bot: bool) -> log.Moved:
        game = self._game()
        self._in_time(after)
        if game.seat != seat:
            raise Refused("not-your-turn", "it is not your turn")
        try:
            parsed = Move.parse(move)
        except SkipboError as error:
            raise Refused("illegal", str(error)) from None
        if why := game.why_not(parsed):
            raise Refused("illegal", why)
        if self.lesson and parsed not in self.legal():
            raise Refused("illegal", "the lesson goes another way")
        return log.Moved(seat, str(parsed), bot)

    def _game(self) -> Game:
        if self.game is None or self.game.over:
            raise Refused("no-game", "no game is being played")
        return self.game

    def _in_time(self, after: int) -> None:
        if after < self.game_seq:
            raise Refused("late", "something else happened first")

    def _starting(self, seat: int) -> log.Began:
        if self.phase == "playing":
            raise Refused("no-game", "this game is not over yet")
        if self.phase == "lobby" and seat != self.host:
            raise Refused("not-host", "only the host deals the first game")
        return self.beginning()

    def beginning(self) -> log.Began:
        """The next game; bots sit down where nobody sits. Each rematch begins one seat on."""
        names: list[str] = []
        for chair in self.chairs:
            people = [other.name for other in self.chairs if other.keys]
            names.append(chair.name or bot_name([*names, *people]))
        first = (self.rules.first + self.games) % self.rules.players
        seed, past = seed_from(None), None
        if self.settings.match:
            past = []
            if self.match and not self.match.over:
                assert self.match.seed
                seed, past = self.match.seed, self.match.points
            first = self.rules.first
        return log.Began(seed.hex(), names, first, past)

    def _configuring(self, seat: int, frame: wire.Configure) -> log.Configured:
        if seat != self.host:
            raise Refused("not-host", "only the host changes the table")
        settings = self.settings if frame.settings is UNSET else frame.settings
        edition = self.rules.edition if frame.edition is UNSET else frame.edition
        options = _plain(self.rules) if frame.options is UNSET else frame.options
        rules = self._checked(edition, options, settings)
        if self.phase != "lobby":
            if rules != self.rules:
                raise Refused(
                    "bad-options", "the rules stay as they were when the first game began"
                )
            if settings.match != self.settings.match:
                raise Refused(
                    "bad-options", "whether it is a match was settled before the first game"
                )
        if any(chair.keys for chair in self.chairs[rules.players :]):
            raise Refused("bad-options", "somebody sits on a seat that would go")
        return log.Configured(rules.edition, _plain(rules), settings)

    def _checked(
        self, edition: str, options: dict[str, wire.Value], settings: wire.Settings
    ) -> Rules:
        try:
            rules = configure(edition, **options)
            if settings.match:
                Match(rules, games=())
        except SkipboError as error:
            raise Refused("bad-options", str(error)) from None
        return rules

    def _leaving(self, seat: int, who: int) -> log.Left:
        if who != seat and seat != self.host:
            raise Refused("not-host", "only the host can give another's seat up")
        if who >= len(self.chairs) or not self.chairs[who].keys:
            raise Refused("bad-seat", "nobody sits there")
        return log.Left(who)

    def _saying(self, seat: int, frame: wire.Say) -> log.Said:
        if frame.phrase is not UNSET:
            return log.Said(seat, frame.phrase, None)
        if frame.text is UNSET:
            raise Refused("bad-frame", "say a phrase or a text")
        if not self.settings.chat:
            raise Refused("no-chat", "at this table only phrases are said")
        return log.Said(seat, None, checked_text(frame.text))

    # --- What the log says

    def apply(self, entry: log.Entry) -> list[wire.Happened]:
        """Make an entry so; what everybody may know of it."""
        self._count(entry)
        told = self._apply(entry.event)
        self.story.extend(told)
        return told

    def _count(self, entry: log.Entry) -> None:
        self.seq = entry.seq
        self.ids[entry.id] = entry.seq

    def _skip(self, entry: log.Entry) -> None:
        """An entry of a game that is over and done with."""
        self._count(entry)
        if isinstance(entry.event, log.Began):
            self.games += 1
            self._seat_bots(entry.event.names)

    def _apply(self, event: log.AnyEvent) -> list[wire.Happened]:
        if isinstance(event, log.Opened):
            self.lesson = event.lesson
            self._configure(event)
        elif isinstance(event, log.Configured):
            self._configure(event)
        elif isinstance(event, log.Sat):
            return self._sit(event)
        elif isinstance(event, log.Keyed):
            chair = self.chairs[event.seat]
            chair.keys = [*chair.keys, event.key][-DEVICES:]
        elif isinstance(event, log.Left):
            return self._leave(event.seat)
        elif isinstance(event, log.Began):
            return self._begin(event)
        elif isinstance(event, log.Moved):
            return self._move(event)
        elif isinstance(event, log.Undone):
            return self._undo(event)
        else:
            return [wire.Said(self.seq, event.seat, event.phrase, event.text)]
        return []

    def _configure(self, event: log.Opened | log.Configured) -> None:
        self.rules = configure(event.edition, **event.options)
        self.settings = event.settings
        self.chairs += [Chair() for _ in range(self.rules.players - len(self.chairs))]
        del self.chairs[self.rules.players :]

    def _sit(self, event: log.Sat) -> list[wire.Happened]:
        chair = self.chairs[event.seat]
        if not any(other.keys for other in self.chairs):
            self.host = event.seat
        chair.name, chair.keys = event.name, [event.key]
        return [wire.Sat(self.seq, event.seat, event.name)]

    def _leave(self, seat: int) -> list[wire.Happened]:
        chair = self.chairs[seat]
        name, chair.name, chair.keys = chair.name, "", []
        if self.phase != "lobby":
            chair.name = bot_name(other.name for other in self.chairs)
        if seat == self.host:
            people = [i for i, other in enumerate(self.chairs) if other.keys]
            self.host = people[0] if people else seat
        return [wire.Left(self.seq, seat, name)]

    def _seat_bots(self, names: Iterable[str]) -> None:
        for chair, name in zip(self.chairs, names, strict=True):
            chair.name = chair.name or name

    def _begin(self, event: log.Began) -> list[wire.Happened]:
        self._seat_bots(event.names)
        self.games += 1
        self.game_seq = self.seq
        seed = bytes.fromhex(event.seed)
        self.match = None
        if event.past is not None:
            self.match = Match(self.rules, seed=seed, names=event.names, past=event.past)
            self.game = self.match.game
        else:
            chance: Chance = lesson.Arranged() if self.lesson else Seeded(seed)
            rules = self.rules if self.lesson else self.rules.but(first=event.first)
            self.game = Game(rules, chance, event.names)
        self.board = board(self.game.view(None))
        return [
            wire.Began(
                seq=self.seq,
                game=self.games,
                first=self.game.rules.first,
                names=list(event.names),
                commitment=self.game.commitment,
                cut=self._cut(),
            ),
            *deal_told(self.seq, self.game, self.board),
        ]

    def _cut(self) -> list[dict[str, list[str]]]:
        """The cut for the deal, which belongs to the first game of a match (C14)."""
        if self.match is None or self.match.past:
            return []
        rounds = self.match.cut
        return [{str(seat): list(drawn) for seat, drawn in cut.items()} for cut in rounds]

    def _move(self, event: log.Moved) -> list[wire.Happened]:
        game, before = self.game, self.board
        assert game
        assert before
        events = len(game.events)
        try:
            game.play(event.move)
        except IllegalMove as error:  # a log that this version's rules do not agree with
            raise SkipboError(f"entry {self.seq} of this table cannot be played: {error}") from None
        self.game_seq = self.seq
        self.board = board(game.view(None))
        happened = game.events[events:]
        told = move_told(self.seq, game.rules, event.bot, happened, before, self.board)
        if game.over:
            told.append(wire.Ended(self.seq, game.winners, game.scores, game.blocked))
        return told

    def _undo(self, event: log.Undone) -> list[wire.Happened]:
        assert self.game
        _, move = self.game.moves[-1]
        self.game.undo()
        self.game_seq = self.seq
        self.board = board(self.game.view(None))
        return [wire.Undone(self.seq, event.seat, str(move))]

    # --- What everybody may know

    def info(self, here: Sequence[bool], covered: Sequence[bool], watchers: int) -> wire.TableInfo:
        """The table as everybody sees it; who is here, and for whom a bot plays, is not logged."""
        return wire.TableInfo(
            edition=self.rules.edition,
            options=dict(self.rules.options()),
            settings=structs.replace(self.settings),
            seats=[
                wire.Seat(chair.name, chair.who, at and bool(chair.keys), bot and bool(chair.keys))
                for chair, at, bot in zip(self.chairs, here, covered, strict=True)
            ],
            host=self.host,
            phase=self.phase,
            games=self.games,
            watchers=watchers,
            match=self._match_info(),
            commitment=self.game.commitment if self.game else None,
            lesson=self.lesson,
        )

    def _match_info(self) -> wire.MatchInfo | None:
        if not self.settings.match:
            return None
        if self.match is None:
            return wire.MatchInfo(self.rules.target, [], [0] * self.rules.sides, [])
        return wire.MatchInfo(
            target=self.rules.target,
            games=self.match.points if self.match.game.over else self.match.points[:-1],
            totals=self.match.scores,
            winners=self.match.winners,
        )


def _plain(rules: Rules) -> dict[str, wire.Value]:
    """The options that were chosen."""
    return {"players": rules.players, **rules.changed()}
