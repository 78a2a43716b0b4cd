"""The table of rolls: what the dice allow on each space, by asking the rules of every roll."""

from collections import Counter

from ..machine import Bound
from ..machine.python import machine, new_state
from ..rules.dice import CUP, MOST_LEGAL, SPACES
from ..rules.editions import Rules
from ..rules.state import MOVE
from . import dice
from .dice_turn import FACES

Roll = tuple[int, ...]


def table_of_rolls(rules: Rules) -> list[int]:
    """The ways of every path, as `dice_turn` reads them."""
    bound = machine(rules, dice)
    table: list[int] = []
    for space in range(SPACES):
        for cup in range(1, CUP + 1):
            ways = ways_of_paths(bound, space, cup)
            table += [ways[k] for k in range(2 << cup)]
    return table


def ways_of_paths(bound: Bound, space: int, cup: int) -> Counter[int]:
    """In how many ways so many dice, from that space on, come to each end of a path."""
    s = new_state(bound.rules)
    s.space, s.cup, s.rolled, s.waiting = space, cup, 1, MOVE
    moves = [0] * MOST_LEGAL
    found: Counter[int] = Counter()
    for roll, count in rolls_of(bound, space, cup).items():
        s.dice[:cup] = roll
        found[path_of(bound, moves[: bound.legal(s, moves)])] += count
    return found


def rolls_of(bound: Bound, space: int, cup: int) -> Counter[Roll]:
    """Every roll with its ways; the order of dice of one colour does not matter."""
    rolls: Counter[Roll] = Counter({(): 1})
    for i in range(cup):
        faces = Counter(bound.face(space + i, fall) for fall in range(FACES))
        like = next(j for j in range(i + 1) if bound.colour(space + j) == bound.colour(space + i))
        longer: Counter[Roll] = Counter()
        for roll, count in rolls.items():
            for face, more in faces.items():
                longer[(*roll[:like], *sorted((*roll[like:], face)))] += count * more
        rolls = longer
    return rolls


def path_of(bound: Bound, moves: list[int]) -> int:
    """The path of a roll that allows these moves."""
    natural: dict[int, bool] = {}  # by the number of dice: whether the last may show its number
    for move in moves:
        laid = bound.dice_laid(move)
        natural[laid] = natural.get(laid, False) or bound.ends_natural(move)
    path = 1
    for laid in sorted(natural):
        path = 2 * path + natural[laid]
    return path
