"""On what terms games are stepped: everything that decides them, but for the actions."""

from dataclasses import dataclass

from ...rules.editions import Rules
from ..runs import Player

# What rewards are: won or lost, points (C13, D12), or the lead in stock cards as it changes.
PAY_WIN, PAY_POINTS, PAY_STOCK = 0, 1, 2
REWARDS = {"win": PAY_WIN, "points": PAY_POINTS, "stock": PAY_STOCK}

# The places of `Terms.numbers`.
SEED, LIMIT, PAYS, RESTARTS, LEARNER = range(5)

ANY_SEAT = -1  # instead of the learner's seat: it is drawn anew for every game


@dataclass(frozen=True, slots=True)
class Terms:
    """The same terms and the same actions are the same games on every machine."""

    rules: Rules
    seed: int
    limit: int  # moves after which a game is left as it is
    rewards: int = PAY_WIN
    restarts: bool = True  # whether a slot takes the next game in the step that ends one
    opponents: tuple[Player, ...] = ()  # those who play all seats but the learner's, to the left
    learner: int = ANY_SEAT  # its seat, if there are opponents

    @property
    def numbers(self) -> tuple[int, ...]:
        """What compiled code is told."""
        told = self.seed, self.limit, self.rewards, self.restarts, self.learner
        return tuple(map(int, told))
