"""Blocks at a table, move by move: for bots that are programs or plug-ins, and to keep records.

The games are those that the compiled machine plays: the same streams, the same shuffles. A bot
sees its view and the legal moves and nothing else. One that crashes, hangs or answers with an
illegal move loses that game.
"""

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, Protocol

from ..bots import seated
from ..bots.judge import legal_move
from ..bots.thinker import mind
from ..errors import BotFailed
from ..machine import loop, python, setting
from ..machine.runs import room
from ..rules.editions import Rules
from ..rules.state import MOVE, NONE, OVER
from ..table.chance import Die
from ..table.game import LONGEST_NAME, Game
from ..table.notation import Move, card_text
from ..table.view import Played, View, view_of
from .contest import HALF, LOSS, WIN, Blocks, Contest, Failure, Written


class Seated(Protocol):
    """A bot that has a seat: what `bots.seated` gives. It raises `BotFailed`, or what it likes."""

    def new_game(self, seat: int) -> None: ...

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Guest(NamedTuple):
    """A bot that is none of this package's, in one game."""

    name: str
    player: Seated
    rng: Random


@dataclass
class Story:
    """One game, all of it: enough to tell who won, and to write it down."""

    winner: int = NONE  # a side
    over: bool = False
    failed: tuple[int, str] | None = None  # a seat, and why
    chance: list[list[int]] = field(default_factory=list)  # each shuffle or roll
    moves: list[Move] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)

    @property
    def blocked(self) -> bool:
        return self.over and self.winner == NONE

    @property
    def unfinished(self) -> bool:
        return not self.over and self.failed is None


Told = tuple[tuple[int, ...], Story]  # a lineup, and what came of it


class Table:
    """Plays one game after the other; every thread has a table of its own."""

    def __init__(self, contest: Contest, keep_records: bool = False) -> None:
        self.contest = contest
        self.keep_records = keep_records
        self.rules = rules = contest.rules
        self.rows = contest.natives
        self.minds = {bot: mind(rules, row) for bot, row in self.rows.items()}
        self.machine = python.machine(rules, loop)
        for_order, for_moves = room(rules)
        self.order, self.moves = [0] * for_order, [0] * for_moves
        self.players: dict[tuple[int, int], Seated] = {}  # by bot and copy; they stay
        self.stopped = False

    def stop(self) -> None:
        """From another thread: whatever game is being played ends now, and does not count."""
        self.stopped = True
        for player in list(self.players.values()):
            player.stop()

    def close(self) -> None:
        """Send all guests home."""
        for player in self.players.values():
            with contextlib.suppress(Exception):
                player.close()
        self.players.clear()

    # --- A block

    def play(self, pair: tuple[int, int], first: int, count: int) -> Blocks:
        """Blocks from number `first` on."""
        blocks = Blocks()
        for number in range(first, first + count):
            games = [
                (lineup, self.game([pair[bot] for bot in lineup], number))
                for lineup in self.contest.lineups
            ]
            blocks.points.append([sum(self.points(*game) for game in games)])
            blocks.blocked.append(sum(story.blocked for _, story in games))
            blocks.unfinished.append(sum(story.unfinished for _, story in games))
            blocks.failures.extend(self._failures(pair, number, games))
            if self.keep_records:
                blocks.records.extend(self._records(pair, number, games))
        return blocks

    @staticmethod
    def _failures(pair: tuple[int, int], number: int, games: Sequence[Told]) -> Iterator[Failure]:
        for lineup, story in games:
            if story.failed:
                seat, reason = story.failed
                yield Failure(number, pair[lineup[seat]], reason)

    def _records(
        self, pair: tuple[int, int], number: int, games: Sequence[Told]
    ) -> Iterator[Written]:
        who = "-".join(f"{bot + 1}-{file_name(self.contest.bots[bot])}" for bot in pair)
        for game, (lineup, story) in enumerate(games, 1):
            names = [self.contest.bots[pair[bot]] for bot in lineup]
            name = f"block-{number:06}-{who}-game-{game}.txt"
            yield Written(number, name, record(self.rules, names, story))

    @staticmethod
    def points(lineup: tuple[int, ...], story: Story) -> int:
        """The half points of the pair's first bot."""
        if story.failed:
            return WIN if lineup[story.failed[0]] else LOSS
        if story.winner == NONE:
            return HALF
        return LOSS if lineup[story.winner] else WIN

    # --- A game

    def game(self, bots: Sequence[int], number: int) -> Story:
        """One game with these bots, by seat."""
        story = Story()
        guests: dict[int, Guest] = {}
        try:
            for seat, bot in enumerate(bots):
                if bot not in self.rows:
                    with self._blamed(story, seat, bot):
                        guests[seat] = self._guest(bot, list(bots[:seat]).count(bot), number, seat)
            self._play_out(story, bots, guests, number)
        except _Lost:
            assert story.failed
            self._dismiss(bots[story.failed[0]])
        return story

    def _play_out(
        self,
        story: Story,
        bots: Sequence[int],
        guests: dict[int, Guest],
        number: int,
    ) -> None:
        """What `loop.play_out` does, and everything is written down."""
        m, s = self.machine, python.new_state(self.rules)
        cards_stream, bots_stream = [0] * 3, [0] * 3
        m.begin(s, *setting(self.rules))
        m.seed_stream(cards_stream, self.contest.seed, number, loop.CARDS_STREAM)
        m.seed_stream(bots_stream, self.contest.seed, number, loop.BOTS_STREAM)
        while s.waiting != OVER:
            if s.waiting != MOVE:
                n = m.ask(s, self.order)
                m.chance(s, self.order, cards_stream)
                story.chance.append(self.order[:n])
            elif len(story.moves) < self.contest.limit:
                if s.seat in guests:
                    with self._blamed(story, s.seat, bots[s.seat]):
                        move = self._ask(s, story, guests[s.seat])
                else:
                    bot = bots[s.seat]
                    code = self.minds[bot].choose(s, self.rows[bot], bots_stream)
                    move = Move.of(code, self.rules.family)
                story.moves.append(move)
                story.played.append((s.seat, str(move)))
                m.play(s, move.code)
            else:
                return
        story.over, story.winner = True, s.winner

    def _ask(self, s: Any, story: Story, guest: Guest) -> Move:
        """A guest's move, if it is legal."""
        n = self.machine.legal(s, self.moves)
        legal = [Move.of(code, self.rules.family) for code in self.moves[:n]]
        view = view_of(s, self.rules, s.seat, tuple(story.played))
        answer = guest.player.choose(view, list(legal), guest.rng)
        return legal_move(guest.name, answer, view, legal)

    # --- Guests

    def _guest(self, bot: int, copy: int, number: int, seat: int) -> Guest:
        """A bot in its first, second, ... seat, ready for a game."""
        if (bot, copy) not in self.players:
            self.players[bot, copy] = start(self.contest, bot)
        if self.stopped:  # looked at last: somebody may have come too late to be stopped
            raise BotFailed("was stopped")
        player = self.players[bot, copy]
        player.new_game(seat)
        rng = Random(f"{self.contest.seed} {number} {seat}")  # the same in every lineup
        return Guest(self.contest.bots[bot], player, rng)

    def _dismiss(self, bot: int) -> None:
        """A bot that failed is started anew for the next game."""
        for key in [key for key in self.players if key[0] == bot]:
            with contextlib.suppress(Exception):
                self.players.pop(key).close()

    @contextlib.contextmanager
    def _blamed(self, story: Story, seat: int, bot: int) -> Iterator[None]:
        """Whatever goes wrong in here is the fault of the bot at that seat."""
        try:
            yield
        except BotFailed as error:
            reason = str(error).removeprefix(f"{self.contest.bots[bot]} ")
        except Exception as error:
            reason = f"crashed: {type(error).__name__}: {error}"
        else:
            return
        story.failed = seat, one_line(reason)
        raise _Lost


class _Lost(Exception):
    """A seat has lost without the game having come to its end."""


def start(contest: Contest, bot: int) -> Seated:
    """A bot that is none of this package's, started."""
    return seated(contest.bots[bot], contest.rules, contest.seconds)


def one_line(text: str) -> str:
    tight = " ".join(text.split())
    return tight if len(tight) <= 200 else f"{tight[:197]}..."


# --- Records


class Scripted:
    """Chance as it fell before."""

    def __init__(self, rules: Rules, falls: Sequence[list[int]]) -> None:
        self.rules = rules
        self.falls = falls

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        return [card_text(card, self.rules) for card in self.falls[event]]

    def roll(self, event: int, dice: Sequence[Die]) -> list[str]:
        return [die[fall] for die, fall in zip(dice, self.falls[event], strict=True)]


def record(rules: Rules, names: Sequence[str], story: Story) -> str:
    """The record of a game, which replays like any other; a comment tells if a bot failed."""
    game = Game(rules, Scripted(rules, story.chance), [seat_name(name) for name in names])
    for move in story.moves:
        game.play(move)
    told = game.record().dumps()
    if story.failed:
        seat, reason = story.failed
        told += f"# Lost by seat {seat}: {reason}\n"
    return told


def seat_name(name: str) -> str:
    """A bot's name, or command, as a record can have it."""
    tight = re.sub(r"\s+", " ", "".join(c if c.isprintable() else " " for c in name)).strip()
    return tight[:LONGEST_NAME].strip() or "bot"


def file_name(name: str) -> str:
    """A bot's name, or command, as a part of a file's."""
    return re.sub(r"[^\w.]+", "_", name).strip("_.")[:LONGEST_NAME] or "bot"
