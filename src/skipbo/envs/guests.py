"""Opponents that choose from views, as at a table: bots of others, and all who sit with them."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from .. import bots
from ..bots.judge import legal_move
from ..machine.warm import check
from ..rules.editions import Rules
from ..table.view import Played, View
from .single import OneGame


class GameWithGuests(OneGame):
    """A game in which they play all seats but the learner's, those to its left first.

    Whoever uses it sees no difference to opponents that are compiled in.
    """

    def __init__(self, rules: Rules, names: Sequence[str], seat: int | None, **terms: Any) -> None:
        super().__init__(rules, **terms)
        if seat is not None:
            check("seat", seat, 0, rules.players - 1)
        self._chosen, self._learner = seat, 0
        self._bots = [bots.bot(name) for name in names]
        self._played: list[Played] = []
        self._earned = np.zeros(rules.players)

    @property
    def seat(self) -> int:
        return self._learner

    @property
    def rewards(self) -> list[float]:
        """What the learner's last move has brought, with all that followed it."""
        return list(self._earned.tolist())

    def deal(self, seed: int | None = None) -> None:
        """A game up to the learner's first move; should it end before that, the one after it."""
        if seed is not None:
            self._chance = Random(seed)
        super().deal(seed)
        players = self.rules.players
        self._learner = self._chance.randrange(players) if self._chosen is None else self._chosen
        self._played = []
        self._others_play()
        if self.over:
            self.deal()

    def step(self, action: int) -> None:
        self._earned = np.zeros(self.rules.players)
        self._make(action)
        self._others_play()

    def view(self, seat: int | None, played: tuple[Played, ...] = ()) -> View:
        return super().view(seat, tuple(self._played))

    def _others_play(self) -> None:
        while not self.over and (seat := self.turn) != self._learner:
            bot = self._bots[(seat - self._learner) % self.rules.players - 1]
            view, legal = self.view(seat), self.legal()
            move = legal_move(bot.name, bot.choose(view, list(legal), self._chance), view, legal)
            self._make(self.action(move))

    def _make(self, action: int) -> None:
        seat, move = self.turn, self.move(action)
        super().step(action)
        self._earned += super().rewards
        self._played.append((seat, str(move)))
