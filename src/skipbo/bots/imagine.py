"""A state that agrees with a view: what a bot thinks about instead of the real one.

Cards that the seat cannot see are dealt out among the hidden places: in order, or, with a
generator, at random, which gives a fair sample of how things may stand. Nothing of the true order
can slip in, since the view does not hold it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from ..machine.python import machine, new_state
from ..rules import cards
from ..rules.editions import Rules
from ..rules.state import MOVE, NONE, OVER
from ..table.notation import ACTS, card_text, dice_face_value, die_text
from ..table.view import CardView, DiceView, View


def imagine(view: View, rng: Random | None = None) -> Any:
    """A state that looks to its seat just as the view does."""
    return _dice(view) if isinstance(view, DiceView) else _Table(view, rng).state


class _Table:
    """Lays the cards of a view out in a new state."""

    def __init__(self, view: CardView, rng: Random | None) -> None:
        self.view = view
        self.rules = view.rules
        self.state = new_state(view.rules)
        self.free = _identities(view.rules)
        self.place = machine(view.rules).push
        self._begin()
        self._lay_what_is_seen()
        self._deal_what_is_not(rng)

    def _begin(self) -> None:
        s, view = self.state, self.view
        s.players, s.partners, s.first = self.rules.players, self.rules.partners, self.rules.first
        s.turns = view.turns
        s.seat = view.rules.first if view.turn is None else view.turn
        s.waiting = OVER if view.turn is None else MOVE
        s.owed = NONE
        s.winner = self.rules.side(view.winners[0]) if view.winners else NONE
        s.die = _die(view)
        s.extra = view.extra
        s.acted, s.passes = _since(view)
        s.top = [NONE] * len(s.top)
        s.hand = [[NONE] * self.rules.hand for _ in s.hand]

    def _lay_what_is_seen(self) -> None:
        s = self.state
        for i, pile in enumerate(self.view.building):
            s.number[i] = pile.number
            self._lay(cards.FIRST_BUILDING + i, pile.cards)
        self._lay(cards.DONE, self.view.completed)
        for seat, player in enumerate(self.view.players):
            s.stock[seat], s.held[seat] = player.stock, player.held
            for i, faces in enumerate(player.discards):
                self._lay(cards.FIRST_DISCARD + seat * self.rules.discards + i, faces)
            for i, face in enumerate(player.hand or ()):
                s.hand[seat][i] = self.free[face].pop()

    def _deal_what_is_not(self, rng: Random | None) -> None:
        tops = [self._take(player.stock_top) for player in self.view.players]
        unseen = sorted(card for pile in self.free.values() for card in pile)
        if rng:
            rng.shuffle(unseen)
        for seat, player in enumerate(self.view.players):
            for _ in range(player.stock - 1):
                self.place(self.state, cards.FIRST_STOCK + seat, unseen.pop())
            if player.stock:
                self.place(self.state, cards.FIRST_STOCK + seat, tops[seat])
            if player.hand is None:
                for i in range(player.held):
                    self.state.hand[seat][i] = unseen.pop()
        for card in unseen:
            self.place(self.state, cards.DRAW, card)

    def _take(self, face: str | None) -> int:
        return NONE if face is None else self.free[face].pop()

    def _lay(self, pile: int, faces: Sequence[str]) -> None:
        for face in faces:
            self.place(self.state, pile, self.free[face].pop())


def _identities(rules: Rules) -> dict[str, list[int]]:
    """The cards of each face, the lowest last."""
    free: dict[str, list[int]] = {}
    for card in reversed(range(rules.cards)):
        free.setdefault(card_text(card, rules), []).append(card)
    return free


def _die(view: CardView) -> int:
    faces = [die_text(face, view.rules) for face in range(cards.DIE_FACES)]
    return cards.DIE_SPENT if view.die is None else faces.index(view.die)


def _since(view: CardView) -> tuple[int, int]:
    """Whether the seat on turn has moved yet, and how many turns before were only a pass (O3)."""
    moves = view.played
    if view.manners:
        moves = tuple(played for played in moves if played[1] not in ACTS)
    acted = int(bool(moves) and moves[-1][0] == view.turn)
    passes = 0
    for i in range(len(moves) - 1, -1, -1):
        seat, move = moves[i]
        if move != "pass" or (i and moves[i - 1][0] == seat):
            break
        passes += 1
    return acted, passes


def _dice(view: DiceView) -> Any:
    s = new_state(view.rules)
    s.players, s.first, s.turns = view.rules.players, view.rules.first, view.turns
    s.seat = view.rules.first if view.turn is None else view.turn
    s.waiting = OVER if view.turn is None else MOVE
    s.space, s.cup, s.points, s.goal = view.space - 1, view.cup, view.points, view.goal
    s.rolled, s.wild_last = int(bool(view.roll)), int(view.wild_last)
    s.last_turns = NONE if view.last_turns is None else view.last_turns
    s.winner = view.winners[0] if view.winners else NONE
    for seat, score in enumerate(view.scores):
        s.score[seat] = score
    for i, face in enumerate(view.roll):
        s.dice[i] = dice_face_value(face)
    return s
