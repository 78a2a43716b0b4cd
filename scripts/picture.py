"""Draw docs/table.svg, the picture of `skipbo play` in the README: python scripts/picture.py [FILE]

A seeded game between neat players, stopped where there is something to see. The same every time.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import skipbo
from skipbo.bots import bot
from skipbo.table.notation import PLAY, number_value
from skipbo.table.view import CardView
from skipbo.terminal.screen import picture

SEED, MOVES = 3, 130
NAMES = ("You", "Ana", "Ben")
TARGET = Path(__file__).parent.parent / "docs" / "table.svg"


def game() -> skipbo.Game:
    """The game at the person's turn, after so many moves."""
    game = skipbo.new("classic", players=len(NAMES), seed=SEED, names=NAMES)
    while len(game.moves) < MOVES or game.seat != 0:
        view = game.view(game.seat)
        assert isinstance(view, CardView)
        game.play(neat(view, game.legal()))
    return game


def neat(view: CardView, legal: Sequence[skipbo.Move]) -> str:
    """Greedy, but with discards laid on their like, or counting down."""
    move = bot("greedy").choose(view, legal, Random(0))
    if ">d" not in move:
        return move
    return min((m for m in legal if ">d" in m), key=lambda m: untidiness(view, m))


def untidiness(view: CardView, move: str) -> tuple[int, int]:
    """How far a discard is from the card that it covers; a free place is a good place."""
    found = PLAY.fullmatch(move)
    assert found
    assert view.turn is not None
    card = number_value(found[1][1:]) or 99
    pile = view.players[view.turn].discards[int(found[3]) - 1]
    apart = (number_value(pile[-1]) or 99) - card if pile else 2
    return apart if apart >= 0 else 20 - apart, -card


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    drawn = game()
    target.write_text(picture(drawn.view(0), drawn.names), encoding="utf-8")
    print(target)
