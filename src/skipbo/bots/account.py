"""What a player that searches found, taken apart: in what an end is ahead of another.

`planner` and `learned` leave in their work which end they liked best. The player's own functions
are asked again what else it could have had; the planner's value, which has parts, then tells in
what the two ends differ. A network's value has none.
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
from . import native
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
from .strong import LEARNED

NO_CHANCE = [0, 0, 0]  # a stream for those who need none


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
    """The work of a player after a choice, with its state and row."""

    def __init__(self, rules: Rules, state: Any, row: Player, work: Any) -> None:
        self.rules = rules
        self.state = state
        self.row = row
        self.weights = native.player("planner", rules)
        self.work: list[int] = work if isinstance(work, list) else work.tolist()
        self.ask = python.machine(rules, loop, *native.modules([row], rules))
        self.ask.know_piles(state, self.weights, self.work)

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
        """The best move of those that end the segment here and now, for the player who chose."""
        self.work[BEST] = WORST
        self._look_at(0)
        return self.work[BEST_END]

    def best_after_a_card(self) -> tuple[int, int] | None:
        """The best end after one card more, and its node; None if none can be played."""
        count = self.ask.expand(self.state, self.work, 0, 1, MOST_NODES)
        self.work[BEST] = WORST
        for i in range(1, count):
            self._look_at(i)
        return (self.work[BEST_NODE], self.work[BEST_END]) if count > 1 else None

    def _look_at(self, i: int) -> None:
        """The ends of a node, as the player who chose looks at them."""
        if self.row[0] == LEARNED:
            self.ask.ask_about_node(self.state, self.row, self.work, i, NO_CHANCE)
        else:
            self.ask.judge_ends(self.state, self.weights, self.work, i)

    def ways(self, most: int) -> int:
        """How many arrangements of the cards can be played to; those beyond `most` do not count."""
        return int(self.ask.explore(self.state, self.work, most))

    def discards(self) -> list[int]:
        """Every discard."""
        numbers = dict.fromkeys(self.hand())
        piles = range(self.rules.discards)
        return [n * TARGETS + TO_DISCARD + pile for n in numbers for pile in piles]

    def worth(self, end: int) -> int:
        """What an end that can be had at once is worth to the player who chose."""
        if self.row[0] == LEARNED:
            worth = self.ask.look_again(self.state, self.row, self.work, 0, end, NO_CHANCE)
            return int(worth)
        return self.account(0, end).value

    def kind_of(self, move: int) -> tuple[int, int, int]:
        """What a move does: the same for those that differ only in piles that are alike."""
        if PASS <= move < STAND_IN:
            return move, 0, 0
        if is_discard(move):
            pile = move % TARGETS - TO_DISCARD
            return move // TARGETS, TO_DISCARD, NONE if self.top(pile) == NONE else pile
        stands_in = move >= STAND_IN
        source = (move - STAND_IN) % SOURCES if stands_in else move // TARGETS
        return source, int(stands_in), self.work[node_at(0) + NUMBERS + pile_of(move)]

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
        stands_in, pile = end >= STAND_IN, pile_of(end)
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


def pile_of(move: int) -> int:
    """The building pile that a card is played onto."""
    return (move - STAND_IN) // SOURCES % 6 if move >= STAND_IN else move % TARGETS


def stock_owner(move: int) -> int | None:
    """From which stock an end plays its card, as the rules number it."""
    if is_discard(move) or move == PASS:
        return None
    return (move - STAND_IN) % SOURCES if move >= STAND_IN else move // TARGETS


def as_discard(extra: int) -> int:
    """An extra discard (M6) as the plain discard that lays the same card on the same pile."""
    n, pile = divmod(extra - rules_cards.EXTRA_DISCARD, 6)
    return n * TARGETS + TO_DISCARD + pile
