"""Whole games that are watched: the games of `loop` once more, with a row of numbers for each.

`bind` binds these functions after `loop` and before the players, together with `watch_cards` or
`watch_dice`, which know what their family calls a new hand (the import below stands for either).
"""

from typing import Any

from ..rules.cards import begin, play
from ..rules.state import MOVE, OVER, SEATS, SHUFFLE
from .loop import (
    BOTS_STREAM,
    CARDS_STREAM,
    chance,
    choose,
    choose_any,
    draw_below,
    seed_stream,
)
from .watch_cards import left_over, passes, renews

AFTER_DEAL_STREAM = 3  # the chance that comes after a deal that is played more than once
WOBBLES = 1000  # of so many moves, how many are random is what `wobble` tells

# What a row holds. (The names of all bound modules meet in one namespace.)
(
    SEEN_TURNS,
    SEEN_MOVES,
    SEEN_SHUFFLES,  # after the deal
    SEEN_ROLLS,
    SEEN_RENEWED,  # hands emptied (C9), or cups (D8)
    SEEN_RENEWED_TURNS,  # turns in which that happened
    SEEN_IDLE,  # passes (O2), or turns that a roll ended (D6)
    SEEN_OVER,  # whether the game came to its end
    SEEN_WINNER,  # the winning side, or NONE
    SEEN_FIRST,  # the seat that began
    SEEN_LAST_RENEWED,  # the last turn that counts in SEEN_RENEWED_TURNS
    SEEN_LEFT,  # and on from here, by seat: stock cards left, or points
) = range(12)
SEEN = SEEN_LEFT + SEATS


def watch_games(
    states: Any,
    rows: Any,
    setting: Any,
    players: Any,
    seed: int,
    first: int,
    limit: int,
    repeats: int,
    wobble: int,
    order: Any,
    moves: Any,
    cards_stream: Any,
    bots_stream: Any,
) -> None:
    """Play the games of a run from number `first` on, each deal `repeats` times in a row."""
    for i in range(len(states)):
        s = states[i]
        begin(s, *setting)
        seed_stream(cards_stream, seed, (first + i) // repeats, CARDS_STREAM)
        seed_stream(bots_stream, seed, first + i, BOTS_STREAM)
        if s.waiting == SHUFFLE:
            chance(s, order, cards_stream)
        if repeats > 1:
            seed_stream(cards_stream, seed, first + i, AFTER_DEAL_STREAM)
        watch_out(s, rows[i], players, order, moves, cards_stream, bots_stream, limit, wobble)
        note_end(s, rows[i])


def watch_out(
    s: Any,
    row: Any,
    players: Any,
    order: Any,
    moves: Any,
    cards_stream: Any,
    bots_stream: Any,
    limit: int,
    wobble: int,
) -> None:
    """Play on from a state that was dealt, to the end or the limit."""
    while s.waiting != OVER:
        if s.waiting != MOVE:
            watch_chance(s, row, order, cards_stream)
        elif row[SEEN_MOVES] < limit:
            if wobble > 0 and draw_below(bots_stream, WOBBLES) < wobble:
                move = choose_any(s, moves, bots_stream)
            else:
                move = choose(s, players[s.seat], moves, bots_stream)
            note_move(s, row, move)
            play(s, move)
        else:
            break


def watch_chance(s: Any, row: Any, order: Any, stream: Any) -> None:
    """A shuffle or a roll, which may end the turn."""
    turn = s.turns
    row[SEEN_SHUFFLES if s.waiting == SHUFFLE else SEEN_ROLLS] += 1
    chance(s, order, stream)
    if s.turns != turn or s.waiting == OVER:
        row[SEEN_IDLE] += 1


def note_move(s: Any, row: Any, move: int) -> None:
    """What a move, which comes next, will bring."""
    row[SEEN_MOVES] += 1
    if passes(move):
        row[SEEN_IDLE] += 1
    if renews(s, move):
        row[SEEN_RENEWED] += 1
        if row[SEEN_LAST_RENEWED] != s.turns:
            row[SEEN_LAST_RENEWED] = s.turns
            row[SEEN_RENEWED_TURNS] += 1


def note_end(s: Any, row: Any) -> None:
    row[SEEN_TURNS] = s.turns
    row[SEEN_OVER] = 1 if s.waiting == OVER else 0
    row[SEEN_WINNER] = s.winner
    row[SEEN_FIRST] = s.first
    for seat in range(SEATS):
        row[SEEN_LEFT + seat] = left_over(s, seat)
