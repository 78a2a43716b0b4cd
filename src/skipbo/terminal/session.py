"""A person against bots: the loop of a game or a match, with every move saved.

Only this module holds the `Game`. What it prints comes from the person's own view of it, and from
rolls, which lie open on every table.
"""

import time
from random import Random

from rich.console import Console
from rich.text import Text

from ..bots import native, seated
from ..bots.seats import Seated
from ..errors import BotFailed, IllegalMove
from ..table.game import Game, Roll
from ..table.match import Match
from ..table.notation import Move
from ..table.view import CardView, View
from . import manners, report, texts, watching
from .choices import numbered, understand
from .commands import ALIASES, COMMANDS, Leave
from .pieces import BOLD, WARNING, YOURS
from .prompt import Reader
from .saves import Keeper, Play, save_text
from .screen import show_moves, show_points, show_table
from .words import consequences, describe, dice_rolled, die_rolled

INTERRUPTED = 130  # as a shell has it
BOT_SECONDS = 60.0  # that a bot of another package may take for a move


class Session:
    """One sitting. `bots` names a bot for each seat; the person's own is not asked."""

    def __init__(
        self,
        play: Play,
        seat: int,
        bots: tuple[str, ...],
        console: Console,
        reader: Reader,
        keeper: Keeper,
        pause: float = 0.0,
        slips: bool = False,
    ) -> None:
        self.play = play
        self.seat = seat
        self.bots = bots
        self.console = console
        self.reader = reader
        self.keeper = keeper
        self.pause = pause
        self.slips = slips  # whether bots err and call now and then
        self.told: list[list[str]] = []  # for each move of this game, what was said of it
        self.rulings: list[str] = []  # what the referee said, and is to stand below the table
        self.listed = False  # whether the numbers of the list stand for the present position
        self.warned = False
        self.may_leave = False  # though the game is not saved where it should be
        self.seated: dict[int, Seated] = {}  # the bots that have moved in this game

    @property
    def game(self) -> Game:
        return self.play.game if isinstance(self.play, Match) else self.play

    @property
    def match(self) -> Match | None:
        return self.play if isinstance(self.play, Match) else None

    @property
    def view(self) -> View:
        return self.game.view(self.seat)

    @property
    def names(self) -> tuple[str, ...]:
        return self.play.names

    # --- The sitting

    def run(self) -> int:
        """Play to the end, or until the person leaves; the exit code."""
        try:
            self._play()
        except Leave:
            pass
        except EOFError:
            report.farewell(self)
        except KeyboardInterrupt:
            report.farewell(self)
            return INTERRUPTED
        except BrokenPipeError:
            raise
        except Exception:
            report.crashed(self)
            raise
        finally:
            self._send_home()
        return 0

    def _play(self) -> None:
        if self.match and self.game.over and not self.match.over:
            show_points(self.console, self.match)  # resumed between two games
            self.match.next()
        report.opening(self)
        self.save()
        self.begin_game()
        while True:
            self._play_game()
            report.game_over(self)
            if self.match is None or self.match.over:
                break
            self._next_game(self.match)
        report.finish(self)

    def begin_game(self) -> None:
        """What is seen before the first move, or after resuming."""
        self._send_home()
        self.told = report.recent(self.play, self.seat)
        view = self.view
        if isinstance(view, CardView):
            self.say(die_rolled(view, self.names))
        elif not self.game.moves:
            self.say(dice_rolled(view, self.game.rules.first, self._rolls(0), self.names))

    def _play_game(self) -> None:
        if watching.is_watching(self):
            watching.watch(self)  # resumed where the person was asked
        while not self.game.over:
            if self.slips and watching.slip(self):
                self._after_bot()
            elif self.game.seat == self.seat:
                self._person()
            else:
                self._bot()

    def _next_game(self, match: Match) -> None:
        line = self.reader.read(texts.NEXT_PROMPT, ("quit",))
        if ALIASES.get(line.strip().lower()) == "quit":
            COMMANDS["quit"](self, "")
        match.next()
        report.commitment(self)
        self.save()
        self.begin_game()

    # --- Moves

    def _bot(self) -> None:
        game = self.game
        if game.due:
            self.make("draw")
            self._after_bot()
            return
        # Chance of its own for each move: resuming brings the same move again.
        rng = Random(f"{game.commitment} {len(game.moves)}")
        try:
            player = self._seated(game.seat)
            move = player.choose(game.view(game.seat), game.legal(), rng)
        except BotFailed as error:
            self._replace(game.seat, error)
            return
        self.make(move)
        self._after_bot()

    def _after_bot(self) -> None:
        """Time to read what a bot did, and in table mode to have a word."""
        if watching.is_watching(self):
            watching.watch(self)
        elif self.pause:
            time.sleep(self.pause)

    def _seated(self, seat: int) -> Seated:
        """The bot at a seat. One of another package runs in a process of its own."""
        if seat not in self.seated:
            self.seated[seat] = seated(self.bots[seat], self.game.rules, BOT_SECONDS)
            self.seated[seat].new_game(seat)
        return self.seated[seat]

    def _replace(self, seat: int, error: BotFailed) -> None:
        """A bot that fails leaves; the strongest of ours goes on in its place."""
        best = native.best(self.game.rules.family)
        told = texts.BOT_FAILED.format(why=error, name=self.names[seat], best=best)
        self.console.print(Text(told, WARNING))
        self.bots = (*self.bots[:seat], best, *self.bots[seat + 1 :])
        self._send_home()
        self.save()

    def _send_home(self) -> None:
        for player in self.seated.values():
            player.close()
        self.seated.clear()

    def _person(self) -> None:
        """Show the table and obey until a move is made."""
        self.show_table()
        moves = len(self.game.moves)
        while len(self.game.moves) == moves:
            self.obey(self.reader.read(texts.PROMPT, self.words()))

    def words(self) -> list[str]:
        """What Tab completes."""
        found = [*watching.options(self), *watching.acts(self.game), *texts.COMMANDS]
        return list(dict.fromkeys(found))

    def obey(self, line: str) -> None:
        """A command or a move; a refusal is explained."""
        first, _, rest = line.strip().partition(" ")
        command = ALIASES.get(first.lower())
        if command:
            COMMANDS[command](self, rest.strip())
        elif not first:
            self.say_how()
        else:
            self._try(line)

    def _try(self, line: str) -> None:
        try:
            move = understand(line, watching.options(self), self.view, self.listed, self._why_not)
            self.make(move, self.seat)
        except IllegalMove as error:
            self.console.print(Text(str(error), WARNING))

    def _why_not(self, move: str) -> str | None:
        return self.game.why_not(move, self.seat)

    def make(self, move: str, seat: int | None = None) -> None:
        """Play a move, say it in words, and save."""
        game, before = self.game, self.view
        seat, events = game.seat if seat is None else seat, len(game.events)
        played: Move = game.play(move, seat)
        self.listed = self.may_leave = False
        self._say_rulings()
        said = self._told(before, seat, played, events)
        self.told.append(said)
        self.rulings = watching.rulings_below(self, events)
        self.say([line for line in said if line not in self.rulings])
        self.save()

    def _told(self, before: View, seat: int, played: Move, events: int) -> list[str]:
        """A move that was made, and what followed from it, in words."""
        after, names = self.view, self.names
        if isinstance(before, CardView) and isinstance(after, CardView) and before.manners:
            return manners.told(before, after, seat, played, self.game.events[events:], names)
        said = [describe(before, seat, played, names), *consequences(before, after, seat, names)]
        if not isinstance(after, CardView):
            roller = seat if played == "roll" else (seat + 1) % self.game.rules.players
            said += dice_rolled(after, roller, self._rolls(events), names)
        return said

    def _rolls(self, since: int) -> list[tuple[str, ...]]:
        """The rolls since an event: dice lie open, but a lost roll is in no view."""
        return [event.faces for event in self.game.events[since:] if isinstance(event, Roll)]

    # --- Saying and showing

    def say(self, lines: list[str]) -> None:
        for line in lines:
            told = Text(line)
            told.highlight_words(self.names, BOLD)
            self.console.print(told)

    def _say_rulings(self) -> None:
        self.say(self.rulings)
        self.rulings = []

    def say_how(self) -> None:
        example = texts.EXAMPLE[self.game.rules.family]
        self.console.print(Text(texts.HOW_TO.format(example=example), YOURS))

    def show_table(self) -> None:
        show_table(self.console, self.view, self.names, report.match_note(self.match))
        if self.game.rules.family == "dice" and not self.game.over:
            self.show_moves()
        self._say_rulings()

    def show_moves(self) -> None:
        show_moves(self.console, self.game.legal(), self.view, self.names)
        self.listed = bool(numbered(self.game.legal()))

    # --- Saving

    def save_text(self) -> str:
        return save_text(self.play, self.seat, self.bots, self.slips)

    def save(self) -> bool:
        """Save where this game is kept; say once if that does not work, or is a new place."""
        place = self.keeper.path
        kept = self.keeper.keep(self.save_text())
        if self.keeper.path != place:
            told = texts.PLAYED_ELSEWHERE.format(theirs=place, path=self.keeper.path)
            self.console.print(Text(told, WARNING), soft_wrap=True)
        if not kept and not self.warned:
            self.warned = True
            self.console.print(Text(texts.CANNOT_SAVE.format(why=self.keeper.trouble), WARNING))
        return kept
