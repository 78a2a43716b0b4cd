"""A game whose chance is decided bit by bit: for programs that weigh what chance may bring.

The rules ask for whole shuffles, and 162 cards can lie in more orders than anyone could weigh. But
cards that lie face down are exchangeable: nothing need be decided about one before it is seen. So
the rules get any order when they ask for a shuffle. When a card has come to be seen, drawn into a
hand or turned up on a stock pile, chance decides its face, and that card changes places with one of
this face that nobody has seen.

Which ones may be it? A shuffle takes completed cards, which all have seen, and makes a draw pile of
them, always when the old one is empty (C10). Whatever comes of it, the cards of one shuffle that
have not been seen since are as likely to lie in one of their places as in another: they are a pool.
Cards of an earlier shuffle may still lie face down in stock piles; they are a pool of their own.
"""

from itertools import compress
from typing import Any, NamedTuple

from ..errors import SkipboError, shorten
from ..machine import python, setting
from ..machine.stepping import modules, sizes
from ..rules import cards, dice
from ..rules.editions import Rules
from ..rules.state import NONE, OK, OVER, ROLL, SHUFFLE
from ..table.notation import Move, dice_face_text, die_text, number_text
from ..table.reasons import explain

SEEN = 0  # instead of the number of a pool: the card's face is known
DICE_FALLS = 6  # how a die of Dice may fall

# What can happen.
MOVED, TURNED_UP, DRAWN, ROLLED = "moved", "turned up", "drawn", "rolled"


class Event(NamedTuple):
    """Something that has happened."""

    kind: str
    seat: int  # whose move, stock pile, hand or roll it is
    number: int  # of the action, or of chance's outcome
    text: str


class Place(NamedTuple):
    """Where a card has come to be seen, and the card that the rules have put there."""

    kind: str  # TURNED_UP or DRAWN
    seat: int
    card: int


class Unfolding:
    """One game. At any time it is over, or chance is to decide, or the seat on turn."""

    def __init__(self, rules: Rules, limit: int) -> None:
        self.rules = rules
        self.limit = limit
        self.actions = sizes(rules).actions
        self.made = 0  # moves
        self.events: list[Event] = []
        self.falls: list[int] = []  # of the dice that are being rolled, as far as they have fallen
        self.pool = [SEEN] * (rules.cards if rules.family == "cards" else 0)  # by card
        self.left: dict[int, list[int]] = {}  # by pool, how many cards of each number it has
        self.bound = python.machine(rules, *modules(rules))
        self.s = python.new_state(rules)
        self.bound.begin(self.s, *setting(rules))
        self._go_on()

    # --- Copies

    def copy(self) -> "Unfolding":
        """A copy that shares nothing that changes."""
        new = Unfolding.__new__(Unfolding)
        vars(new).update(vars(self))
        new.s = python.copy_state(self.s)
        new.events = self.events[:]
        new.falls = self.falls[:]
        new.pool = self.pool[:]
        new.left = {pool: counts[:] for pool, counts in self.left.items()}
        return new

    def __deepcopy__(self, memo: dict[int, Any]) -> "Unfolding":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "bound"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        rules = state["rules"]
        vars(self).update(state, bound=python.machine(rules, *modules(rules)))

    # --- Moves

    def legal(self) -> list[int]:
        """The actions of the seat on turn, in ascending order."""
        row = [0] * self.actions
        self.bound.mark_legal(self.s, row)
        return list(compress(range(self.actions), row))

    def move(self, action: int) -> Move:
        """What an action of the seat on turn is, legal or not, as it is written in records."""
        self._check_number("action", action, self.actions)
        return Move.of(int(self.bound.move_of(self.s, action)), self.rules.family)

    def play(self, action: int) -> None:
        """Make a move for the seat on turn; if it is not legal, an error says why."""
        if self.over:
            raise SkipboError(f"action {action} cannot be taken: the game is over")
        move = self.move(action)
        reason = self.bound.why_not(self.s, move.code)
        if reason != OK:
            why = explain(self.s, self.rules, move, reason)
            raise SkipboError(f"action {action} is not legal: {why}")
        self.events.append(Event(MOVED, int(self.s.seat), action, str(move)))
        self.made += 1
        self.bound.play(self.s, move.code)
        self._go_on()

    def _go_on(self) -> None:
        """Up to the next decision, of chance or of a player."""
        while self.s.waiting == SHUFFLE:
            self._shuffle()
        # A turn of Dice may have no move at all (D6), so turns are counted as well.
        left_off = self.made >= self.limit or self.s.turns > self.limit
        self.over = left_off or bool(self.s.waiting == OVER)
        self.place = None if self.over else self._unsettled()
        rolls = not self.over and bool(self.s.waiting == ROLL)
        self.chance = rolls or self.place is not None  # whether chance is to decide next

    # --- Chance

    def outcomes(self) -> list[tuple[int, int]]:
        """What chance may bring, with the weight of each: a card's number, or how a die falls."""
        if self.place:
            left = self.left[self.pool[self.place.card]]
            return [(number, count) for number, count in enumerate(left) if count]
        if self.rules.family == "cards":
            return [(face, 1) for face in range(cards.DIE_FACES)]  # M3
        wilds = self.rules.wild_faces  # D2: two faces that show the same are one outcome
        return [(0, 1), (1, 1), (2, 1), (3, 1), (4, wilds), *[(5, 1)] * (2 - wilds)]

    def outcome_text(self, outcome: int) -> str:
        """`stock 1: W`, `hand 0: 7`, `die: 5-8`, or `die 3: Wg`."""
        self._check_number("outcome", outcome, most_outcomes(self.rules))
        if self.place:
            name = "stock" if self.place.kind == TURNED_UP else "hand"
            return f"{name} {self.place.seat}: {number_text(outcome)}"
        if self.rules.family == "cards":
            return f"die: {die_text(outcome, self.rules)}"
        space = self.s.space + len(self.falls)
        return (
            f"die {len(self.falls) + 1}: {dice_face_text(self.bound.face(space, outcome), space)}"
        )

    def decide(self, outcome: int) -> None:
        """Let chance bring this; an error if it cannot."""
        if self.over:
            raise SkipboError(f"outcome {outcome} cannot come: the game is over")
        possible = [number for number, _ in self.outcomes()]
        if outcome not in possible:
            known = ", ".join(map(str, possible))
            raise SkipboError(f"chance has no outcome {shorten(outcome)} here; it has {known}")
        text = self.outcome_text(outcome)
        if self.place:
            self.events.append(Event(self.place.kind, self.place.seat, outcome, text))
            self._settle(self.place.card, outcome)
        else:
            self.events.append(Event(ROLLED, int(self.s.seat), outcome, text))
            self._roll(outcome)
        self._go_on()

    def _roll(self, fall: int) -> None:
        """One die after the other; the rules are told of all of them together."""
        self.falls.append(fall)
        if len(self.falls) == self.bound.ask(self.s, []):
            self.bound.tell(self.s, self.falls, len(self.falls))
            self.falls = []

    def _shuffle(self) -> None:
        """Lay the cards in any order: they are a new pool, which nobody has seen."""
        order = [0] * self.rules.cards
        shuffled = sorted(order[: self.bound.ask(self.s, order)])
        number = max(self.left, default=SEEN) + 1
        self.left = {pool: counts for pool, counts in self.left.items() if any(counts)}
        self.left[number] = [0] * (self.rules.ranks + 1)
        for card in shuffled:
            self.pool[card] = number
            self.left[number][self.bound.number(card)] += 1
        self.bound.tell(self.s, shuffled, len(shuffled))

    def _unsettled(self) -> Place | None:
        """A card that can be seen, but has no face yet. Only who is on turn has drawn any."""
        if self.rules.family == "dice":
            return None
        s, pool = self.s, self.pool
        for seat in range(self.rules.players):
            card = s.top[cards.FIRST_STOCK + seat]
            if card != NONE and pool[card] != SEEN:
                return Place(TURNED_UP, seat, card)
        for card in s.hand[s.seat]:
            if card != NONE and pool[card] != SEEN:
                return Place(DRAWN, int(s.seat), card)
        return None

    def _settle(self, card: int, number: int) -> None:
        """The card turns out to have this number."""
        pool = self.pool[card]
        if self.bound.number(card) != number:
            unseen = self._unseen(number, pool)
            exchange(self.s, card, unseen)
            card = unseen
        self.pool[card] = SEEN
        self.left[pool][number] -= 1

    def _unseen(self, number: int, pool: int) -> int:
        """A card of the pool with that number."""
        copies, numbered = self.rules.copies, self.rules.ranks * self.rules.copies
        alike = range((number - 1) * copies, number * copies)
        if number == cards.WILD:
            alike = range(numbered, self.rules.cards)
        return next(card for card in alike if self.pool[card] == pool)

    def _check_number(self, what: str, number: int, count: int) -> None:
        if not 0 <= number < count:
            known = f"the {what}s are 0 to {count - 1}"
            raise SkipboError(f"there is no {what} {shorten(number)}; {known}")

    # --- What can be told of it

    def settled(self) -> Any:
        """The state without the cards that have no face yet, or at the limit never had one."""
        if self._unsettled() is None:
            return self.s
        s = python.copy_state(self.s)
        for seat in range(self.rules.players):
            top = s.top[cards.FIRST_STOCK + seat]
            if top != NONE and self.pool[top] != SEEN:
                s.top[cards.FIRST_STOCK + seat] = NONE
            known = [card for card in s.hand[seat] if card != NONE and self.pool[card] == SEEN]
            s.held[seat] = len(known)
            s.hand[seat] = known + [NONE] * (self.rules.hand - len(known))
        return s


def exchange(s: Any, one: int, other: int) -> None:
    """Let two cards change places, wherever they lie."""
    renamed = bytearray(range(256))
    renamed[one], renamed[other] = other, one
    s.below[one], s.below[other] = s.below[other], s.below[one]
    s.below = list(bytes(s.below).translate(renamed))
    s.top = list(bytes(s.top).translate(renamed))
    for seat in range(s.players):
        s.hand[seat] = list(bytes(s.hand[seat]).translate(renamed))


def most_outcomes(rules: Rules) -> int:
    """How many outcomes chance can have at a time: numbers of cards, or faces of a die."""
    if rules.family == "dice":
        return DICE_FALLS
    return max(rules.ranks + 1, cards.DIE_FACES if rules.die else 0)


def most_chances(rules: Rules, limit: int) -> int:
    """How often chance can decide in a game, at most.

    Cards: every stock pile's first card; before each move a full hand, and a roll or a stock card.
    Dice: at most one roll for each turn and for each move.
    """
    if rules.family == "dice":
        return dice.CUP * (2 * limit + 1)
    return rules.players + (limit + 1) * (rules.hand + 1)
