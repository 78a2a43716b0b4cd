"""A game's review: the curve of the shares, the costliest moves, and luck and skill side by side.

The shares move in two ways only. A move may leave less than the best one would: that is what the
mover's side has lost by itself, and the others were given. And chance answers: what it gave and
took is luck. So for each side start + own mistakes + others' mistakes + luck = result.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..rules.editions import Rules
from ..table.game import Game, Moved
from ..table.notation import Move
from ..table.record import Record
from .look import Judge, Look, Looked, Luck, Shares, look_at


@dataclass(frozen=True, slots=True)
class Decision:
    """A move that was made, and what it was worth. Shares are by side."""

    step: int  # the acts before it, by anyone: where it stands in a replay
    seat: int
    turn: int  # from 1 on
    move: Move
    best: Move
    before: Shares  # if the best move is made
    after: Shares  # once the move is made, before chance answers
    cost: float  # what its own side lost by it
    luck: Luck | None  # what chance decided next


@dataclass(frozen=True, slots=True)
class Split:
    """How a side's share came from the start to the result."""

    start: float
    own: float  # mistakes of this side: never above 0
    others: float  # what mistakes of the other sides gave
    luck: float
    result: float
    by_luck: dict[Luck, float]  # the same luck, kind by kind


@dataclass(frozen=True, slots=True)
class Review:
    """A game as it looks afterwards. `end` is the result, or how it stands if it is not over."""

    rules: Rules
    names: tuple[str, ...]
    over: bool
    blocked: bool
    decisions: tuple[Decision, ...]
    end: Shares
    steps: int  # all acts of the game

    @property
    def curve(self) -> list[Shares]:
        """How it stood before each decision, and in the end."""
        return [*(decision.before for decision in self.decisions), self.end]

    def costliest(self, count: int) -> list[Decision]:
        """The moves that cost most, at most so many of them; those that cost nothing are none."""
        wrong = [decision for decision in self.decisions if decision.cost > 0]
        return sorted(wrong, key=lambda decision: -decision.cost)[:count]

    def split(self, side: int) -> Split:
        """Luck and skill in a side's result."""
        own = others = 0.0
        by_luck = dict.fromkeys(Luck, 0.0)
        follows = self.curve[1:]
        for decision, next_one in zip(self.decisions, follows, strict=True):
            change = decision.after[side] - decision.before[side]
            if self.rules.side(decision.seat) == side:
                own += change
            else:
                others += change
            if decision.luck:
                by_luck[decision.luck] += next_one[side] - decision.after[side]
        luck = sum(by_luck.values())
        seen = {decision.luck for decision in self.decisions}
        kinds = {kind: share for kind, share in by_luck.items() if kind in seen}
        return Split(self.curve[0][side], own, others, luck, self.end[side], kinds)


def review(
    played: Record | Game,
    judge: Judge | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Review:
    """Look at a game decision by decision; `progress` hears how many moves have been looked at.

    Each decision is valued by what its seat could see. A game that is not over is looked at as far
    as it goes.
    """
    # Only a record that was read knows its lines, which replaying names if something is wrong.
    record = Record.loads(played.record().dumps()) if isinstance(played, Game) else played
    looked = look_at(record, judge or _judge(record.rules), progress)
    return Review(
        rules=record.rules,
        names=record.names,
        over=record.result is not None,
        blocked=record.result is not None and record.result.startswith("blocked"),
        decisions=tuple(_decisions(looked, record.rules)),
        end=looked.end,
        steps=moves_in(record),
    )


def can_review(rules: Rules) -> bool:
    """Dice has been solved for two players only."""
    return rules.family == "cards" or rules.players == 2


def moves_in(record: Record) -> int:
    """How many moves `progress` will hear of."""
    return sum(isinstance(event, Moved) for event in record.events)


def _judge(rules: Rules) -> Judge:
    from ..bots.valuer import Valuer

    return Valuer(rules)


def _decisions(looked: Looked, rules: Rules) -> list[Decision]:
    """From the last one back: without chance in between, a move is worth what comes next."""
    found: list[Decision] = []
    following = looked.end
    for look in reversed(looked.looks):
        found.append(_decision(look, following, rules.side(look.seat)))
        following = found[-1].before
    return found[::-1]


def _decision(look: Look, following: Shares, side: int) -> Decision:
    after = following if look.after is None else look.after
    # No move is better than the best: what seems so, or is the best, costs nothing.
    fine = look.move == look.best or after[side] >= look.shares[side]
    before = after if fine else look.shares
    return Decision(
        step=look.step,
        seat=look.seat,
        turn=look.turn,
        move=look.move,
        best=look.move if fine else look.best,
        before=before,
        after=after,
        cost=before[side] - after[side],
        luck=look.luck,
    )
