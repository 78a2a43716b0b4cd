"""Whole games without a table: a small generator and the loop around the rules, for any machine.

`bind` binds these functions together with a rules module, whose `ask`, `tell`, `legal` and `play`
they then call (the imports below stand for either family), and with a module of players, whose
`choose` takes the place of the one here. A stream is an array of three integers: two halves of a
key, and a counter. Arithmetic is masked to 32 bits, so that every machine gets the same numbers.
"""

from typing import Any

from ..rules.cards import ask, begin, legal, play, tell
from ..rules.state import MOVE, OVER, SHUFFLE

MASK = 0xFFFFFFFF
CARDS_STREAM, BOTS_STREAM = 1, 2  # chance of the game, chance of the players


def low(x: int) -> int:
    """The low 32 bits of a number."""
    return x & MASK


def mix(x: int) -> int:
    """Scatter the bits of a 32-bit number (a bijection with low bias)."""
    x = low((x ^ (x >> 16)) * 0x7FEB352D)
    x = low((x ^ (x >> 15)) * 0x6C62272F)
    x = low((x ^ (x >> 14)) * 0x31848BAB)
    return x ^ (x >> 16)


def seed_stream(stream: Any, seed: int, game: int, purpose: int) -> None:
    """The stream of one game of a run, for one purpose."""
    low_key = mix(low(seed) ^ purpose)
    high_key = mix(low(low(seed >> 32) + low_key))
    stream[0] = mix(low(game) ^ low_key)
    stream[1] = mix(low(low(game >> 32) + high_key + stream[0]))
    stream[2] = 0


def word_at(stream: Any, place: int) -> int:
    """The 32 random bits at a place of a stream. No two depend on each other."""
    return mix(mix(low(low(place) + stream[0])) ^ stream[1])


def draw_word(stream: Any) -> int:
    """The next 32 random bits of a stream."""
    stream[2] += 1
    return word_at(stream, stream[2])


def scaled(word: int, n: int) -> int:
    """A number from 0 to n - 1. (Multiply and shift: a bias below n / 2**32, for simulations.)"""
    return (word * n) >> 32


def draw_below(stream: Any, n: int) -> int:
    return scaled(draw_word(stream), n)


def shuffle(order: Any, n: int, stream: Any) -> None:
    """Bring the first `n` of `order` into any order, each as likely as the others."""
    for i in range(n - 1, 0, -1):
        j = draw_below(stream, i + 1)
        card = order[i]
        order[i] = order[j]
        order[j] = card


def chance(s: Any, order: Any, stream: Any) -> int:
    """Give the state the shuffle or the roll that it waits for; how many cards were shuffled."""
    n, shuffled = ask(s, order), 0
    if s.waiting == SHUFFLE:
        shuffle(order, n, stream)
        shuffled = n
    else:
        for i in range(n):
            order[i] = draw_below(stream, 6)
    tell(s, order, n)
    return shuffled


def choose_any(s: Any, moves: Any, stream: Any) -> int:
    """Any legal move, each as likely as the others."""
    return int(moves[draw_below(stream, legal(s, moves))])


def choose(s: Any, player: Any, moves: Any, stream: Any) -> int:
    """What a player does of whom nothing is known.

    A player is a row of numbers: which policy it follows, and what that policy wants to be told.
    """
    return choose_any(s, moves, stream)


def choose_once(states: Any, player: Any, moves: Any, stream: Any) -> int:
    """One decision, asked from outside: of the seat on turn in the first state."""
    return choose(states[0], player, moves, stream)


def play_out(
    s: Any, players: Any, order: Any, moves: Any, cards_stream: Any, bots_stream: Any, limit: int
) -> int:
    """Play on from a state that was begun, to the end or the limit; the number of moves made."""
    made = 0
    while s.waiting != OVER:
        if s.waiting != MOVE:
            chance(s, order, cards_stream)
        elif made < limit:
            move = choose(s, players[s.seat], moves, bots_stream)
            play(s, move)
            made += 1
        else:
            break
    return made


def play_games(
    states: Any,
    made: Any,
    setting: Any,
    players: Any,
    seed: int,
    first: int,
    limit: int,
    order: Any,
    moves: Any,
    cards_stream: Any,
    bots_stream: Any,
) -> None:
    """Play the games of a run from number `first` on, one in each state."""
    for i in range(len(states)):
        s = states[i]
        begin(s, *setting)
        seed_stream(cards_stream, seed, first + i, CARDS_STREAM)
        seed_stream(bots_stream, seed, first + i, BOTS_STREAM)
        made[i] = play_out(s, players, order, moves, cards_stream, bots_stream, limit)


def fingerprints(states: Any, prints: Any) -> None:
    """Two words for each state that tell it from others; a state is a row of words here."""
    for i in range(len(states)):
        one, other = 0, 0
        for j in range(len(states[i])):
            word = int(states[i][j])
            one = (one ^ word) * 0x01000193 & MASK
            one ^= one >> 15
            other = (other + word) * 0x5BD1E995 & MASK
            other ^= other >> 16
        prints[i][0] = one
        prints[i][1] = other
