"""A table as its log tells it: entry after entry is applied, by a restarted server as well.

Nothing here waits, writes or looks at a clock. What may be added to a log, `wishes` decides.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from ..errors import IllegalMove, SkipboError
from ..rules.editions import configure
from ..table.chance import Chance, Seeded
from ..table.game import Game
from ..table.match import Match
from ..table.notation import Move
from ..table.view import Ruling
from . import lesson, log, wire
from .board import board, deal_told, move_told
from .names import bot_name

FOR_NOTHING = ("wrong-call", "late-call")  # rulings that change nothing but their count
STORY_KEPT = 200  # happenings that someone who comes in is told
DEVICES = 8  # of one person, at most


def key_of(token: str) -> str:
    """What is kept of a token. It is random and long, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class Chair:
    """Who sits on a seat: a person with keys, a bot with a name, or nobody yet."""

    def __init__(self) -> None:
        self.name = ""
        self.keys: list[str] = []
        self.blind = False  # sat down in mid-game, and has not had a turn yet

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
        self.undoable = False  # whether the last move showed nobody anything new
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
        return self.seat_with(key_of(token))

    def seat_with(self, key: str) -> int | None:
        return next((i for i, chair in enumerate(self.chairs) if key in chair.keys), None)

    def bot(self) -> str:
        """Who plays for the bots: levels are the names of bots."""
        return self.settings.level

    @property
    def on_turn(self) -> int | None:
        """Whose turn it is, if there is a game."""
        return None if self.game is None or self.game.over else self.game.seat

    @property
    def out_of_turn(self) -> bool:
        """Whether somebody plays who is not on turn (T2)."""
        manners = self.board.manners if isinstance(self.board, wire.CardBoard) else None
        return manners is not None and manners.right is not None

    def hand(self, seat: int | None) -> tuple[str, ...] | None:
        """The cards that a seat holds, for that seat alone.

        Whoever takes a bot's seat sees its cards when its turn comes: going from seat to seat
        shall not show everybody's hand.
        """
        if self.game is None or seat is None or self.rules.family == "dice":
            return None
        if self.chairs[seat].blind:
            return None
        return self.game.hand(seat)

    def legal_for(self, seat: int | None) -> list[str]:
        """The legal moves, for the seat on turn alone: they tell what is in its hand."""
        return [str(move) for move in self.legal()] if seat == self.on_turn is not None else []

    def slips_for(self, seat: int | None) -> list[str]:
        """In table mode, what a seat can do besides moves, but to speak: that is not asked for.

        Whoever is blind may call, but not jump in to see the hand.
        """
        if self.game is None or seat is None:
            return []
        slips = [str(act) for act in self.game.slips(seat) if act != "talk"]
        return [act for act in slips if act == "call"] if self.chairs[seat].blind else slips

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
            and self.undoable
        )

    def lesson_key(self) -> str | None:
        """Which text of the tutorial comes now."""
        if not self.lesson or self.game is None:
            return None
        return "finished" if self.game.over else self._step().key

    def _step(self) -> "lesson.Step":
        assert self.game
        return lesson.STEPS[len(self.game.moves)]

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
        elif isinstance(event, log.Hosted):
            self.host = event.seat
        elif isinstance(event, log.Began):
            return self._begin(event)
        elif isinstance(event, log.Moved):
            return self._move(event)
        elif isinstance(event, log.Undone):
            return self._undo(event)
        else:
            return self._say(event)
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
        chair.blind = self.phase == "playing" and self.on_turn != event.seat
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
        seed = bytes.fromhex(event.seed)
        self.match = None
        if event.past is not None:
            self.match = Match(self.rules, seed=seed, names=event.names, past=event.past)
            self.game = self.match.game
        else:
            chance: Chance = lesson.Arranged() if self.lesson else Seeded(seed)
            rules = self.rules if self.lesson else self.rules.but(first=event.first)
            self.game = Game(rules, chance, event.names)
        now = self._game_changed(self.game)
        return [
            wire.Began(
                seq=self.seq,
                game=self.games,
                first=self.game.rules.first,
                names=list(event.names),
                commitment=self.game.commitment,
                cut=self._cut(),
            ),
            *deal_told(self.seq, self.game, now),
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
            game.play(event.move, event.seat)
        except IllegalMove as error:  # a log that this version's rules do not agree with
            raise SkipboError(f"entry {self.seq} of this table cannot be played: {error}") from None
        happened = game.events[events:]
        for_nothing = isinstance(happened[-1], Ruling) and happened[-1].kind in FOR_NOTHING
        now = self._show(game) if for_nothing else self._game_changed(game)
        told = move_told(self.seq, game.rules, event.bot, happened, before, now)
        if game.over:
            told.append(wire.Ended(self.seq, game.winners, game.scores, game.blocked))
        return told

    def _say(self, event: log.Said) -> list[wire.Happened]:
        """Somebody speaks; if it is the partner of who plays, the referee takes note (T3)."""
        game = self.game
        if game and not game.over and game.why_not("talk", event.seat) is None:
            game.play("talk", event.seat)
            self._show(game)  # no move comes too late because of it
        return [wire.Said(self.seq, event.seat, event.phrase, event.text)]

    def _undo(self, event: log.Undone) -> list[wire.Happened]:
        assert self.game
        _, move = self.game.moves[-1]
        self.game.undo()
        self._game_changed(self.game)
        return [wire.Undone(self.seq, event.seat, str(move))]

    def _game_changed(self, game: Game) -> wire.Board:
        self.game_seq = self.seq
        for seat, chair in enumerate(self.chairs):
            chair.blind = chair.blind and not game.over and game.seat != seat
        return self._show(game)

    def _show(self, game: Game) -> wire.Board:
        self.board = now = board(game.view(None))
        self.undoable = game.can_undo
        if not self.undoable:
            game.forget_undo()  # a state for every move would fill the memory
        return now

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
