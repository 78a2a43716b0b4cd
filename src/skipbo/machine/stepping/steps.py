"""Many games side by side, one move in each at a time: what learners play with.

A slot holds one game, and takes the next one when that has ended. Slot `i` of `n` plays the games
`i`, `i + n`, `i + 2 n` and so on of a run, each with the chance that it has in `loop`: so it does
not matter who steps first, and a game is the same as in a simulation with that seed.

`bind` binds these functions together with `loop` and with `acts_cards` and `sees_cards`, or with
those of the other family (the imports below stand for either).
"""

from typing import Any

from ...rules.cards import ask, begin, play
from ...rules.state import MOVE, OVER, SHUFFLE
from ..loop import CARDS_STREAM, chance, draw_below, seed_stream
from .acts_cards import mark_legal, move_of
from .sees_cards import cards_out, follow, lay_out, observe, wins

ACTIONS_STREAM = 4  # what `sample` draws from: apart from the cards, and from bots

# A slot's clock: the number of its game, and the moves made in it.
GAME, MADE, CLOCK = 0, 1, 2

SOME = 16  # actions that `sample` counts at once

DEAL = -1  # instead of an action: the slot takes its next game
GOES_ON, ENDED, CUT = 0, 1, 2  # what became of a game


def step_games(
    states: Any,
    boards: Any,
    clocks: Any,
    streams: Any,
    actions: Any,
    observations: Any,
    masks: Any,
    rewards: Any,
    ends: Any,
    cuts: Any,
    seats: Any,
    setting: Any,
    seed: int,
    limit: int,
    order: Any,
    first: int,
    last: int,
) -> None:
    """Take an action in each slot from `first` on, and tell what there is to see next."""
    for i in range(first, last):
        s = states[i]
        outcome = step_game(
            s,
            boards[i],
            clocks[i],
            streams[i],
            actions[i],
            len(states),
            rewards[i],
            setting,
            seed,
            limit,
            order,
        )
        ends[i] = outcome == ENDED
        cuts[i] = outcome == CUT
        seats[i] = s.seat
        observe(s, boards[i], int(s.seat), observations[i])
        clear(masks[i])
        mark_legal(s, masks[i])


def clear(row: Any) -> None:
    for i in range(len(row)):
        row[i] = 0


def step_game(
    s: Any,
    board: Any,
    clock: Any,
    stream: Any,
    action: int,
    slots: int,
    reward: Any,
    setting: Any,
    seed: int,
    limit: int,
    order: Any,
) -> int:
    """One move, and the next game's deal if it was the last; what became of the game."""
    outcome = GOES_ON
    clear(reward)
    if action != DEAL:
        seat, out = int(s.seat), cards_out(s)
        move = move_of(s, action)
        play(s, move)
        shuffled = 0 if s.waiting == MOVE else bring_chance(s, stream, order)
        follow(s, board, seat, move, out, shuffled)
        clock[MADE] += 1
        if s.waiting == OVER:
            outcome = ENDED
            pay(s, reward)
        elif clock[MADE] >= limit:
            outcome = CUT
    if action == DEAL or outcome != GOES_ON:
        clock[GAME] += slots
        clock[MADE] = 0
        seed_stream(stream, seed, clock[GAME], CARDS_STREAM)
        deal(s, board, stream, setting, order)
    return outcome


def deal(s: Any, board: Any, stream: Any, setting: Any, order: Any) -> None:
    begin(s, *setting)
    bring_chance(s, stream, order)
    lay_out(s, board)


def bring_chance(s: Any, stream: Any, order: Any) -> int:
    """Shuffle and roll until a player is to move; how many cards were shuffled."""
    shuffled = 0
    while s.waiting != MOVE and s.waiting != OVER:
        if s.waiting == SHUFFLE:
            shuffled += ask(s, order)
        chance(s, order, stream)
    return shuffled


def pay(s: Any, reward: Any) -> None:
    """+1 for the side that has won, -1 for the others; nothing if the game was blocked (O3)."""
    if s.winner < s.players:
        for seat in range(s.players):
            reward[seat] = 1 if wins(s, seat) else -1


# --- Actions


def is_legal(mask: Any, action: int) -> bool:
    return 0 <= action < len(mask) and mask[action] != 0


def first_illegal(masks: Any, actions: Any) -> int:
    """The first slot whose action is not legal, or as many as there are slots."""
    for i in range(len(masks)):
        if not is_legal(masks[i], actions[i]):
            return i
    return len(masks)


def seed_samples(streams: Any, seed: int) -> None:
    for i in range(len(streams)):
        seed_stream(streams[i], seed, i, ACTIONS_STREAM)


def sample_games(masks: Any, streams: Any, actions: Any, first: int, last: int) -> None:
    """Any legal action in each slot from `first` on, each as likely as the others."""
    for i in range(first, last):
        actions[i] = sample_game(masks[i], streams[i])


def sample_game(mask: Any, stream: Any) -> int:
    count = 0
    for i in range(len(mask)):
        count += int(mask[i])
    left = draw_below(stream, count)
    action = 0
    while action + SOME < len(mask):
        count = 0
        for i in range(SOME):
            count += int(mask[action + i])
        if count > left:
            break
        left -= count
        action += SOME
    while left > 0 or mask[action] == 0:
        left -= int(mask[action])
        action += 1
    return action
