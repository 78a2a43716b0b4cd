"""A Dice player who plans the turn: whatever may fall, it does what is worth most in the end.

What a turn's end is worth is told by the player's row. With a table of values it is the chance to
win: exact for two players whose needs are within the table. Of more players it meets the strongest
rival alone, whoever that is then; beyond the table, and without one, worth is the points made, less
what the space that is left gives to the next player. Both are approximations.

All arithmetic is in integers, so that every machine plans alike.
"""

from typing import Any

from ..rules.dice import (
    AGAIN,
    CUP,
    MOST_LEGAL,
    SPACES,
    STOP,
    TIE_STEP,
    State,
    goal_above,
    legal,
)
from ..rules.state import NONE
from .dice import choose_at_once, dice_laid, ends_natural
from .dice_turn import TREE, first_path, sum_over_rolls, ways

PLANNING = 2

# A row: the policy, the largest need and the largest tie of its table, where its rolls begin; what
# each space gives to the next player; the values; the values of last turns; the rolls.
NEEDS, TIES, ROLLS, SPACE_WORTH, TABLE = 1, 2, 3, 4, 4 + SPACES

WIN = 1 << 16  # a sure win, as the table has it
POINT = 1 << 10  # a point, as SPACE_WORTH has it
FINER, FINER_POINT = 1 << 14, 1 << 10  # what plans count in, since they round down

# How many points ahead a plan looks: beyond where the game may be decided, and at most.
MARGIN, FAR = 36, 144

# The scratch: legal moves, what it is worth to stop and to roll at so many points more, paths.
STOPPING = MOST_LEGAL
ROLLING = STOPPING + FAR + CUP + 1
PATHS = ROLLING + FAR + CUP + 1
SCRATCH = PATHS + TREE


def choose(s: State, player: Any, scratch: Any, stream: Any) -> int:
    """The move of a player without a search, or of one who plans."""
    if player[0] == PLANNING:
        return plan(s, player, scratch)
    return choose_at_once(s, player, scratch, stream)


def plan(s: State, player: Any, scratch: Any) -> int:
    """The move that is worth most."""
    look_ahead(s, player, scratch)
    if s.rolled:
        return best_placement(s, scratch)
    if s.wild_last or scratch[ROLLING] >= scratch[STOPPING]:
        return AGAIN
    return STOP


def best_placement(s: State, scratch: Any) -> int:
    best, most = 0, 0
    for i in range(legal(s, scratch)):
        worth = worth_of(scratch[i], scratch)
        if i == 0 or worth > most:
            best, most = i, worth
    return int(scratch[best])


def worth_of(move: int, scratch: list[int]) -> int:
    """What a move is worth, once the plan has looked ahead."""
    if move == AGAIN:
        return scratch[ROLLING]
    if move == STOP:
        return scratch[STOPPING]
    laid = dice_laid(move)
    if ends_natural(move):
        return max(scratch[ROLLING + laid], scratch[STOPPING + laid])
    return scratch[ROLLING + laid]


def look_ahead(s: State, player: Any, scratch: Any) -> None:
    """Fill the scratch with what stopping and rolling are worth, from the far end on.

    In the place of rolling there stands first what it is worth to lose the turn (D6); beyond the
    far end, rolling is held to be no better.
    """
    far = ends_of_turn(s, player, scratch)
    for more in range(far, -1, -1):
        cup = CUP - (CUP - s.cup + more) % CUP
        paths = player[ROLLS] + first_path((s.points + more) % SPACES, cup)
        stop, again = STOPPING + more, ROLLING + more
        total = sum_over_rolls(player, paths, cup, scratch, stop, again, PATHS, scratch[again])
        scratch[again] = total // ways(cup)


# --- What it is worth to stop, and to lose the turn


def ends_of_turn(s: State, player: Any, scratch: Any) -> int:
    """Fill in what every end of the turn is worth; how many points ahead that is."""
    if beyond_table(s, player):
        return ends_by_points(s, player, scratch)
    if s.last_turns == NONE:
        return ends_by_table(s, player, scratch)
    return ends_of_last_turn(s, player, scratch)


def beyond_table(s: State, player: Any) -> bool:
    """Whether the points made have to count, for want of a table that reaches so far."""
    if player[NEEDS] == 0:
        return True
    if s.last_turns != NONE:
        return False
    for seat in range(s.players):
        if s.goal - s.score[seat] > player[NEEDS]:
            return True
    return False


def points_ahead(s: State, needed: int) -> int:
    """How far to look, if the game may be decided with so many points of this turn."""
    return min(max(needed - int(s.points), 0) + MARGIN, FAR)


def ends_by_points(s: State, player: Any, scratch: Any) -> int:
    """The points, less what the next player gets from the space."""
    for more in range(MARGIN + CUP + 1):
        points = int(s.points) + more
        given = int(player[SPACE_WORTH + points % SPACES])
        scratch[STOPPING + more] = (points * POINT - given) * FINER_POINT
        scratch[ROLLING + more] = -given * FINER_POINT
    return MARGIN


def ends_by_table(s: State, player: Any, scratch: Any) -> int:
    """The chance to win, while everyone goes on or has a last turn (D12)."""
    need = int(s.goal - s.score[s.seat])
    far = points_ahead(s, need)
    for more in range(far + CUP + 1):
        points = int(s.points) + more
        space = points % SPACES
        if points < need:
            chance = against_all(s, player, need - points, space)
        else:
            chance = against_last_turns(s, player, s.goal - need + points, space, s.players)
        scratch[STOPPING + more] = chance * FINER
        scratch[ROLLING + more] = against_all(s, player, need, space) * FINER
    return far


def ends_of_last_turn(s: State, player: Any, scratch: Any) -> int:
    """The chance to win, after this turn that may be the last (D12)."""
    score = int(s.score[s.seat])
    best = score
    for i in range(1, s.players):
        best = max(best, int(s.score[(s.seat + i) % s.players]))
    far = points_ahead(s, best - score)
    for more in range(far + CUP + 1):
        points = int(s.points) + more
        space = points % SPACES
        chance = 0
        if score + points > best:
            chance = against_last_turns(s, player, score + points, space, s.last_turns)
        elif score + points == best:
            need = goal_above(s.goal, best) - best  # D13
            chance = WIN - value(player, need, need, space)
        scratch[STOPPING + more] = chance * FINER
        scratch[ROLLING + more] = 0
    return far


def against_all(s: State, player: Any, need: int, space: int) -> int:
    """The chance of a player who needs so much, against the strongest of the others."""
    chance = WIN
    for i in range(1, s.players):
        rival = int(s.goal - s.score[(s.seat + i) % s.players])
        chance = min(chance, WIN - value(player, rival, need, space))
    return chance


def against_last_turns(s: State, player: Any, score: int, space: int, seats: int) -> int:
    """The chance of the best score, while so many seats less one have a last turn (D12)."""
    need = goal_above(s.goal, score) - score
    chance = WIN
    for i in range(1, seats):
        tie = score - int(s.score[(s.seat + i) % s.players])
        chance = min(chance, WIN - last_value(player, tie, need, space))
    return chance


# --- The table


def value(player: Any, need: int, other: int, space: int) -> int:
    """The chance to win of the player on turn."""
    n = int(player[NEEDS])
    return int(player[TABLE + ((need - 1) * n + other - 1) * SPACES + space])


def last_value(player: Any, tie: int, need: int, space: int) -> int:
    """The chance in the last turn of a player whom so many points bring a tie."""
    if tie > player[TIES]:
        return 0
    n = int(player[NEEDS])
    first = TABLE + n * n * SPACES
    return int(player[first + ((tie - 1) * TIE_STEP + need - 1) * SPACES + space])
