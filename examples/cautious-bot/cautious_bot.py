"""A bot that plays what it can, but last of all what helps the next player's stock card."""

from collections.abc import Sequence
from random import Random

from skipbo import Move, View
from skipbo.table.view import CardView


class CautiousBot:
    """Knows the card games; in Dice, and with MOD's die, it trusts to luck."""

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        """The move that is worth most; of equal ones any."""
        if not isinstance(view, CardView):
            return rng.choice(legal)
        worth = {move: self.worth(move, view) for move in legal}
        return rng.choice([move for move in legal if worth[move] == max(worth.values())])

    def worth(self, move: Move, view: CardView) -> int:
        source, _, target = move.partition(">")
        if source in ("s", "ps"):
            return 100  # an empty stock pile wins
        if source.startswith("die") or not target:
            return 30  # MOD's die, or a turn that ends without a discard
        if target.startswith("d"):
            return self.worth_of_discard(source, int(target[1:]) - 1, view)
        if self.helps_next_player(int(target[1:]) - 1, view):
            return 40
        return 60 if source.startswith("d") else 45 if source == "hW" else 50

    def helps_next_player(self, pile: int, view: CardView) -> bool:
        """Whether one more card makes the pile ready for the next player's stock card."""
        assert view.seat is not None
        after = view.players[(view.seat + 1) % view.rules.players]
        return after.stock_top == str((view.building[pile].number + 1) % view.rules.ranks + 1)

    def worth_of_discard(self, source: str, pile: int, view: CardView) -> int:
        """Keep equal cards together, then use free places; a wild stays in the hand."""
        assert view.seat is not None
        if source == "hW":
            return 0
        cards = view.players[view.seat].discards[pile]
        return 12 if not cards else 14 if cards[-1] == source[1:] else 10
