"""What `planner` found, taken apart: where the value of an end comes from.

The planner leaves in its work which end it liked best. Here the planner's own functions are asked
again about that end, and about others to compare it with, one part of the value at a time.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..machine import loop, python
from ..machine.runs import Player
from ..rules import cards as rules_cards
from ..rules.cards import (
    FIRST_STOCK,
    FROM_PARTNER_STOCK,
    FROM_STOCK,
    PASS,
    SOURCES,
    STAND_IN,
    TARGETS,
    TO_DISCARD,
    WILD,
)
from ..rules.editions import Rules
from ..rules.state import NONE
from . import cards, planner, segment
from .cards import NO_MOVE
from .planner import (
    BEST,
    BEST_END,
    BEST_NODE,
    DRY_WORTH,
    EMPTIED,
    GOES_ON,
    HELD,
    LATER,
    MATE,
    NOW,
    OWN,
    STOCK,
    WILD_WORTH,
    WINS,
    WORST,
)
from .segment import CARDS_PLAYED, COMPLETED, LEFT, MOST_NODES, NODE, NUMBERS, OWN_TOPS, node_at


@dataclass(frozen=True, slots=True)
class Account:
    """An end of a segment: what each part of it is worth, and how things stand there."""

    end: int  # the move that ends the segment
    parts: dict[str, int]  # their sum is the planner's value
    missing: dict[int, int]  # by seat: the cards missing to play its stock card
    steps: dict[int, int]  # by seat of the own side: all the cards to be played before it fits
    held: int  # cards in hand
    played: int  # cards played on the way
    completed: int  # building piles completed on the way

    @property
    def value(self) -> int:
        return sum(self.parts.values())

    def gains(self, other: "Account") -> list[tuple[int, str]]:
        """In what this end is better than another, the largest difference first."""
        gained = [(self.parts[part] - other.parts[part], part) for part in self.parts]
        return sorted((gain for gain in gained if gain[0] > 0), reverse=True)


class Thoughts:
    """The work of the planner after a choice, with its state and weights."""

    def __init__(self, rules: Rules, state: Any, weights: Player, work: Any) -> None:
        self.rules = rules
        self.state = state
        self.weights = weights
        self.work: list[int] = work if isinstance(work, list) else work.tolist()
        self.ask = python.machine(rules, loop, cards, segment, planner)

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    @property
    def mate(self) -> int | None:
        """The partner's seat, if there are partners."""
        return self.rules.partner(self.seat) if self.rules.partners else None

    def shares(self) -> dict[int, int]:
        """How much an opponent's stock card counts, the next one's most: as in `threats`."""
        players, share, found = self.rules.players, 100, {}
        for seat in ((self.seat + i) % players for i in range(1, players)):
            if seat != self.mate and self.stock(seat) != NONE:
                found[seat] = share
                share = share * self.weights[LATER] // 100
        return found

    # --- Ends

    def best_at_once(self) -> int:
        """The best move of those that end the segment here and now."""
        self.work[BEST] = WORST
        self.ask.judge_ends(self.state, self.weights, self.work, 0)
        return self.work[BEST_END]

    def best_after_a_card(self) -> tuple[int, int] | None:
        """The best end after one card more, and its node; None if none can be played."""
        count = self.ask.expand(self.state, self.work, 0, 1, MOST_NODES)
        self.work[BEST] = WORST
        for i in range(1, count):
            self.ask.judge_ends(self.state, self.weights, self.work, i)
        return (self.work[BEST_NODE], self.work[BEST_END]) if count > 1 else None

    def discards(self) -> list[int]:
        """Every discard, as the planner has looked at them."""
        numbers = dict.fromkeys(self.hand())
        piles = range(self.rules.discards)
        return [n * TARGETS + TO_DISCARD + pile for n in numbers for pile in piles]

    def hand(self) -> list[int]:
        """The numbers in hand."""
        return [self.ask.number(card) for card in self.state.hand[self.seat][: self.held()]]

    def held(self) -> int:
        return int(self.state.held[self.seat])

    def top(self, pile: int) -> int:
        """The number on an own discard pile; NONE if it is free."""
        card = self.work[node_at(0) + OWN_TOPS + pile]
        return NONE if card == NONE else int(self.ask.number(card))

    def stock(self, seat: int) -> int:
        """The number of a seat's stock card; NONE if there is none."""
        card = self.state.top[FIRST_STOCK + seat]
        return NONE if card == NONE else int(self.ask.number(card))

    # --- Taking them apart

    def account(self, i: int, end: int, extra: int = NO_MOVE) -> Account:
        """The end of a node, after an extra discard (M6) if there is one."""
        node = node_at(i)
        with self._standing(node, [end] if extra == NO_MOVE else [extra, end]):
            return Account(
                end=end,
                parts=self._parts(node, end),
                missing=self._missing(node),
                steps={seat: self._steps(node, seat) for seat in self._side()},
                held=self.work[node + LEFT].bit_count(),
                played=self.work[node + CARDS_PLAYED],
                completed=self.work[node + COMPLETED],
            )

    @contextmanager
    def _standing(self, node: int, ends: Sequence[int]) -> Iterator[None]:
        """For a while the node stands as these moves leave it."""
        row = self.work[node : node + NODE]
        for end in ends:
            self._end(node, end)
        yield
        self.work[node : node + NODE] = row

    def _end(self, node: int, end: int) -> None:
        if end == PASS:
            return
        if is_discard(end):
            n, pile = divmod(end - TO_DISCARD, TARGETS)
            slot = next(i for i in range(self.held()) if self._holds(node, i, n))
            self.ask.lay(self.state, self.weights, self.work, node, slot, pile)
            return
        stands_in = end >= STAND_IN
        pile = (end - STAND_IN) // SOURCES % 6 if stands_in else end % TARGETS
        reached = self.ask.raised(self.work[node + NUMBERS + pile])
        self.work[node + NUMBERS + pile] = self.ask.raised(reached) if stands_in else reached

    def _holds(self, node: int, slot: int, n: int) -> bool:
        held = self.ask.in_hand(self.state, self.work, node, slot)
        return bool(held and self.ask.number(self.state.hand[self.seat][slot]) == n)

    def _parts(self, node: int, end: int) -> dict[str, int]:
        """Where the value comes from. That the turn goes on counts for what makes it go on."""
        weights, owner = self.weights, stock_owner(end)
        told = (self.state, weights, self.work, node)
        kept, threat = self.ask.kept(*told), self.ask.threats(*told)
        goes_on = threat * weights[GOES_ON] // 100 - threat
        new_hand = end == PASS and self.held() > 0
        wilds = self.work[WILD_WORTH] * sum(n == WILD for n in self._left(node))
        held = weights[HELD] * len(self._left(node))
        dry = self.work[DRY_WORTH] * self.work[node + CARDS_PLAYED]
        wins = owner is not None and sum(self.state.stock[seat] for seat in self._side()) == 1
        own, sooner = self._near(node, self.seat, owner == FROM_STOCK)
        goes_on += sooner
        mate = 0
        if self.mate is not None:
            mate, sooner = self._near(node, self.mate, owner == FROM_PARTNER_STOCK)
            goes_on += sooner
        parts = {
            "stock": 0 if owner is None else STOCK + goes_on,
            "new hand": weights[EMPTIED] + goes_on if new_hand else 0,
            "own": own,
            "mate": mate,
            "opponents": threat,
            "wilds": wilds,
            "held": held,
            "dry": dry,
            "piles": kept - wilds - held - dry,
        }
        return {**dict.fromkeys(parts, 0), "stock": WINS} if wins else parts

    def _near(self, node: int, seat: int, unknown: bool) -> tuple[int, int]:
        """What it is worth how near a stock card is, and how much more while the turn goes on.

        One that has just been played is not known yet, and always in this turn.
        """
        told = (self.state, self.weights, self.work, node)
        share = 100 if seat == self.seat else self.weights[MATE]
        if unknown:
            return self.ask.hopes(*told) * share // 100, 0
        later, now = (self.ask.prospect(*told, when, seat) * share // 100 for when in (OWN, NOW))
        return later, now - later

    def _left(self, node: int) -> list[int]:
        """The numbers that are left in hand."""
        return [n for i, n in enumerate(self.hand()) if self.work[node + LEFT] >> i & 1]

    def _side(self) -> list[int]:
        return [self.seat] if self.mate is None else [self.seat, self.mate]

    def _missing(self, node: int) -> dict[int, int]:
        side, told = self._side(), (self.state, self.work, node)
        return {
            seat: self.ask.own_missing(*told, self.stock(seat))
            if seat in side
            else self.ask.opponent_missing(*told, seat, self.stock(seat))
            for seat in range(self.rules.players)
            if self.stock(seat) != NONE
        }

    def _steps(self, node: int, seat: int) -> int:
        wanted, piles = self.stock(seat), range(self.rules.building)
        if wanted in (WILD, NONE):
            return 0
        return min(int(self.ask.steps_to(self.work[node + NUMBERS + i], wanted)) for i in piles)


def is_discard(move: int) -> bool:
    """Whether a move ends the turn with a discard, or is an extra one made to look like that."""
    return move < PASS and move % TARGETS >= TO_DISCARD


def stock_owner(move: int) -> int | None:
    """From which stock an end plays its card, as the rules number it."""
    if is_discard(move) or move == PASS:
        return None
    return (move - STAND_IN) % SOURCES if move >= STAND_IN else move // TARGETS


def as_discard(extra: int) -> int:
    """An extra discard (M6) as the plain discard that lays the same card on the same pile."""
    n, pile = divmod(extra - rules_cards.EXTRA_DISCARD, 6)
    return n * TARGETS + TO_DISCARD + pile
