"""What each decision of a record was worth, looked at with the eyes of the seat that made it.

Between two decisions chance may answer: a stock card is turned, cards are drawn, dice are rolled.
Where it does not, nothing new is seen, and a move is worth what the next decision is worth.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ..bots.imagine import imagine
from ..rules.editions import Rules
from ..table.game import Event, Game, Moved, Roll, Shuffle
from ..table.notation import ACTS, Move
from ..table.record import Record
from ..table.replay import replaying
from ..table.view import CardView, Ruling, View

Shares = tuple[float, ...]  # what each side wins of the game, on average; they sum to 1


class Worth(Protocol):
    """The best move of a decision, and each seat's share if it is made (`bots.valuer.Valued`)."""

    @property
    def move(self) -> int: ...
    @property
    def shares(self) -> Shares: ...


class Judge(Protocol):
    """Who values decisions (`bots.valuer.Valuer`)."""

    def best(self, state: object) -> Worth: ...
    def after(self, state: object, move: int) -> Shares: ...


class Luck(StrEnum):
    """What was not in the hands of the one who moved."""

    STOCK = "stock"  # a stock card was turned
    DRAW = "draw"  # cards were drawn: by an emptied hand, or (MOD: with the die) for the next turn
    DICE = "dice"  # Dice were rolled
    TABLE = "table"  # table mode: slips, calls, and what the referee made of them


@dataclass(slots=True)
class Look:
    """A decision as its seat saw it. `after` is None if nothing new was seen after the move."""

    step: int  # the acts before it, by anyone: where it stands in a replay
    seat: int
    turn: int  # from 1 on
    move: Move
    best: Move
    shares: Shares  # by side, if the best move is made
    after: Shares | None = None
    luck: Luck | None = None


@dataclass(slots=True)
class Looked:
    """All decisions of a game, and how it stood in the end."""

    looks: list[Look]
    end: Shares


def look_at(record: Record, judge: Judge, progress: Callable[[int], None]) -> Looked:
    """Go through a game and value every decision in it."""
    looker = _Looker(record.rules, judge)
    for step, game in enumerate(replaying(record)):
        looker.see(game, step, _next_move(record, game))
        progress(step)
    return Looked(looker.looks, looker.end)


def _next_move(record: Record, game: Game) -> Moved | None:
    """What is done next in the record; None at its end."""
    done = len(game.events)
    event = record.events[done] if done < len(record.events) else None
    return event if isinstance(event, Moved) else None


class _Looker:
    """Sees one step after the other, and keeps the last decision until it is known what came."""

    def __init__(self, rules: Rules, judge: Judge) -> None:
        self.rules = rules
        self.judge = judge
        self.looks: list[Look] = []
        self.end: Shares = (1 / rules.sides,) * rules.sides
        self._last: tuple[Look, View] | None = None  # not told yet what came of it
        self._events = 0  # of the game, when it was made
        self._unvalued = False  # whether something was played since that nobody could value

    def see(self, game: Game, step: int, moved: Moved | None) -> None:
        if game.over:
            self._settle(game)
            self.end = result_of(game)
        elif self._can_value(game, moved):
            self._decide(game, step, moved)
        elif moved and moved.move not in ACTS:
            self._unvalued = True

    def _can_value(self, game: Game, moved: Moved | None) -> bool:
        """Table mode: not while cards are to be taken, nor what is played before it is known."""
        if moved is None:
            return not game.due
        return moved.move not in ACTS and moved.seat == game.seat

    def _decide(self, game: Game, step: int, moved: Moved | None) -> None:
        view = game.view(game.seat)
        best = self.judge.best(imagine(view))
        best_move = Move.of(best.move, self.rules.family)
        if best_move not in game.legal():  # T2: out of turn nobody may win
            self._unvalued = True
            return
        self._settle(game)
        shares = self.end = by_side(best.shares, self.rules)
        if moved:
            look = Look(step, game.seat, view.turns, moved.move, best_move, shares)
            self.looks.append(look)
            self._last, self._events, self._unvalued = (look, view), len(game.events), False

    def _settle(self, game: Game) -> None:
        """It is known now what came of the last decision; if there was chance, value it before."""
        if self._last is None:
            return
        look, view = self._last
        self._last = None
        now = game.view(None if game.over else game.seat)
        look.luck = (
            Luck.TABLE if self._unvalued else luck_in(view, now, game.events[self._events :])
        )
        if look.luck:
            look.after = by_side(self.judge.after(imagine(view), look.move.code), self.rules)


def luck_in(before: View, now: View, events: Sequence[Event]) -> Luck | None:
    """What chance decided between a decision and what came next; None if nothing new was seen."""
    if any(isinstance(event, Ruling) for event in events):
        return Luck.TABLE
    rolled = any(isinstance(event, Roll) for event in events)
    if not isinstance(before, CardView) or not isinstance(now, CardView):
        return Luck.DICE if rolled else None
    if now.turn is None:
        return None
    if _turned(before, now) and now.turns == before.turns:
        return Luck.STOCK
    shuffled = any(isinstance(event, Shuffle) for event in events)
    drawn = shuffled or now.draw != before.draw
    return Luck.DRAW if drawn or now.turns != before.turns else None


def _turned(before: CardView, now: CardView) -> bool:
    """Whether a stock card has been played, and another lies open now."""
    both = zip(before.players, now.players, strict=True)
    return any(new.stock < old.stock and new.stock_top is not None for old, new in both)


def by_side(shares: Shares, rules: Rules) -> Shares:
    """Seats' shares as those of sides: partners have the same.

    The network's are rounded; here they make a whole, so that what one side loses others gain.
    """
    of_sides = [float(share) for share in shares[: rules.sides]]
    return tuple(share / sum(of_sides) for share in of_sides)


def result_of(game: Game) -> Shares:
    """What each side has of a game that is over; of a blocked one all the same (O3)."""
    sides = game.rules.sides
    won = {game.rules.side(seat) for seat in game.winners} or set(range(sides))
    return tuple(1 / len(won) if side in won else 0.0 for side in range(sides))
