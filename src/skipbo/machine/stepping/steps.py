"""Many games side by side, one move in each at a time: what learners play with.

A slot holds one game, and takes the next one when that has ended. Slot `i` of `n` plays the games
`i`, `i + n`, `i + 2 n` and so on of a run, each with the chance that it has in `loop`: so it does
not matter who steps first, and a game is the same as in a simulation with that seed.

`bind` binds these functions together with `loop` and with `acts_cards` and `sees_cards`, or with
those of the other family (the imports below stand for either).
"""

from typing import Any

from ...rules.cards import begin, play
from ...rules.state import MOVE, OVER
from ..loop import CARDS_STREAM, chance, draw_below, seed_stream
from .acts_cards import mark_legal, move_of
from .pays_cards import earned
from .sees_cards import follow, observe
from .terms import LIMIT, PAYS, RESTARTS, SEED

ACTIONS_STREAM = 4  # what `sample` draws from: apart from the cards, and from bots

# A slot's clock: the number of its game, the moves made in it, and the learner's seat, if others
# have seats of their own.
GAME, MADE, LEARNS, CLOCK = 0, 1, 2, 3

SOME = 16  # actions that `sample` counts at once

# Instead of an action: the slot takes its next game, or the player on turn loses this one.
DEAL, FORFEIT = -(1 << 62), -(1 << 62) + 1
NO_LIMIT = 1 << 62
NO_MOVE = -1


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
    finals: Any,
    final_seats: Any,
    setting: Any,
    terms: Any,
    others: Any,
    order: Any,
    first: int,
    last: int,
) -> None:
    """Take an action in each slot from `first` on, and tell what there is to see next."""
    for i in range(first, last):
        step_slot(
            i,
            states,
            boards,
            clocks,
            streams,
            actions,
            rewards,
            ends,
            cuts,
            seats,
            finals,
            final_seats,
            setting,
            terms,
            others,
            order,
        )
        clear(masks[i])
        show(i, states, boards, clocks, observations, masks, seats, terms)


def clear(row: Any) -> None:
    for i in range(len(row)):
        row[i] = 0


# --- One slot


def step_slot(
    i: int,
    states: Any,
    boards: Any,
    clocks: Any,
    streams: Any,
    actions: Any,
    rewards: Any,
    ends: Any,
    cuts: Any,
    seats: Any,
    finals: Any,
    final_seats: Any,
    setting: Any,
    terms: Any,
    others: Any,
    order: Any,
) -> None:
    """Take the slot's action; if that was the game's last one, deal the next game.

    All moves are made in one place: everything is compiled into one function, bots and all, and
    another place would make it half as long again.
    """
    s, board, clock, stream, reward = states[i], boards[i], clocks[i], streams[i], rewards[i]
    action = actions[i]
    fresh, move, limit = action == DEAL, NO_MOVE, 0
    ends[i], cuts[i] = False, False
    if fresh:
        clear(reward)
    elif action != FORFEIT and is_open(s, clock, terms):
        move, limit = move_of(s, action), terms[LIMIT]
        note_earned(s, reward, terms)
    going = fresh or is_open(s, clock, terms)
    if not going:  # it stays at its end
        clear(reward)
    while going:
        if fresh:
            deal(s, board, clock, stream, len(states), setting, terms, others, i, order)
            limit = NO_LIMIT
        play_on(s, board, clock, stream, move, limit, others, i, order)
        if fresh:
            clock[MADE] = 0
            going = s.waiting == OVER  # before the learner's first move: so deal again
        else:
            pay(s, reward, action, terms)
            ends[i] = action == FORFEIT or s.waiting == OVER
            cuts[i] = not ends[i] and clock[MADE] >= limit
            going = terms[RESTARTS] and (ends[i] or cuts[i])
            if going:
                final_seats[i] = onlooker(s, clock)
                observe(s, board, onlooker(s, clock), finals[i])
            fresh, move = True, NO_MOVE
    seats[i] = onlooker(s, clock)


def show(
    i: int,
    states: Any,
    boards: Any,
    clocks: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    terms: Any,
) -> None:
    """What the slot's seat sees, and what is legal for it, into a row of zeros."""
    s = states[i]
    observe(s, boards[i], int(seats[i]), observations[i])
    if is_open(s, clocks[i], terms):
        mark_legal(s, masks[i])


def is_open(s: Any, clock: Any, terms: Any) -> bool:
    """Whether the slot's game goes on."""
    return bool(s.waiting == MOVE and clock[MADE] < terms[LIMIT])


def play_on(
    s: Any,
    board: Any,
    clock: Any,
    stream: Any,
    move: int,
    limit: int,
    others: Any,
    i: int,
    order: Any,
) -> None:
    """A move, if there is one, and those of opponents until it is the learner's turn."""
    going = True
    while going:
        if move != NO_MOVE:
            advance(s, board, clock, stream, move, order)
        going = s.waiting == MOVE and clock[MADE] < limit
        if going:
            move = others_move(s, clock, others, i)
            going = move != NO_MOVE


def advance(s: Any, board: Any, clock: Any, stream: Any, move: int, order: Any) -> None:
    """One move, and what chance brings after it."""
    seat = int(s.seat)
    play(s, move)
    shuffled = 0 if s.waiting == MOVE else bring_chance(s, stream, order)
    follow(s, board, seat, move, shuffled)
    clock[MADE] += 1


def bring_chance(s: Any, stream: Any, order: Any) -> int:
    """Shuffle and roll until a player is to move; how many cards were shuffled."""
    shuffled = 0
    while s.waiting != MOVE and s.waiting != OVER:
        shuffled += chance(s, order, stream)
    return shuffled


def deal(
    s: Any,
    board: Any,
    clock: Any,
    stream: Any,
    slots: int,
    setting: Any,
    terms: Any,
    others: Any,
    i: int,
    order: Any,
) -> None:
    """The slot's next game."""
    clock[GAME] += slots
    seed_stream(stream, terms[SEED], clock[GAME], CARDS_STREAM)
    begin(s, *setting)
    dealt = bring_chance(s, stream, order)
    clear(board)
    board[0] = dealt  # none has been discarded yet
    others_sit_down(s, clock, terms, others, i)


def note_earned(s: Any, reward: Any, terms: Any) -> None:
    """What every seat has earned before the step."""
    for seat in range(s.players):
        reward[seat] = earned(s, seat, terms[PAYS])


def pay(s: Any, reward: Any, action: int, terms: Any) -> None:
    """What every seat has earned by the step; -1 for whoever forfeits."""
    if action == FORFEIT:
        clear(reward)
        reward[s.seat] = -1
    else:
        for seat in range(s.players):
            reward[seat] = earned(s, seat, terms[PAYS]) - float(reward[seat])


def observe_slot(i: int, states: Any, boards: Any, seat: int, row: Any) -> None:
    """What any seat sees of a slot's game."""
    observe(states[i], boards[i], seat, row)


# --- Opponents: `opponents` has functions that take the place of these


def others_sit_down(s: Any, clock: Any, terms: Any, others: Any, i: int) -> None:
    """Before a game begins."""


def others_move(s: Any, clock: Any, others: Any, i: int) -> int:
    """What an opponent does who is on turn; NO_MOVE if it is the learner's turn, as always here."""
    return NO_MOVE


def onlooker(s: Any, clock: Any) -> int:
    """The seat that is shown what it sees: here the one on turn."""
    return int(s.seat)


# --- Actions


def is_legal(mask: Any, action: int) -> bool:
    return 0 <= action < len(mask) and mask[action] != 0


def first_illegal(states: Any, clocks: Any, masks: Any, actions: Any, terms: Any) -> int:
    """The first slot whose action is not legal, or as many as there are slots.

    Where a game stays at its end, the action is not looked at.
    """
    for i in range(len(masks)):
        if not is_legal(masks[i], actions[i]) and is_open(states[i], clocks[i], terms):
            return i
    return len(masks)


def forfeit_illegal(masks: Any, actions: Any) -> None:
    """Whoever would take an illegal action loses instead."""
    for i in range(len(masks)):
        if not is_legal(masks[i], actions[i]):
            actions[i] = FORFEIT


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
    if count == 0:  # the game stays at its end
        return 0
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
