"""Skip-Bo Dice. Rule numbers: docs/rules.md.

The dice in the cup always have the colours of the empty spaces, and those lie in one row: so the
board is told by its first empty space and by how many dice are in the cup. The functions have the
names and meanings of those in `cards`.
"""

from dataclasses import dataclass

from .editions import Rules
from .state import MOVE, NONE, OK, OVER, ROLL, SEATS, cell, cells

WILD_FACES = 2  # D2, bound by `machine.bind`

SPACES, CUP = 12, 5  # D1, D3
TIE_STEP = 25  # D13

# A die's face: its number, or one of these.
WILD, BLANK = 0, 13

# A move is one number: FIRST_PLACE and more lays dice, told as digits in base 14, the first die
# in the lowest digit: 1 for a wild, a number plus 1 for that number.
AGAIN, STOP, FIRST_PLACE, BASE = 0, 1, 2, 14
MOVES = FIRST_PLACE + BASE**CUP
MOST_LEGAL = 62  # two choices for each of up to five dice

# Why a move is not legal.
(
    GAME_OVER,
    PLACE_FIRST,
    NOTHING_ROLLED,
    LAST_IS_WILD,
    WRONG_SPACE,
    NOT_ROLLED,
    NO_WILD_OF_COLOUR,
    NO_SUCH_MOVE,
) = range(1, 9)


def constants(rules: Rules) -> dict[str, int]:
    """What `machine.bind` binds for these rules, and what `State`'s shapes are made of."""
    return {"WILD_FACES": rules.wild_faces}


def setting(rules: Rules) -> tuple[int, ...]:
    """What `begin` is told: that which may differ without compiling anew."""
    return rules.players, rules.first, rules.target


@dataclass(slots=True)
class State:
    """One game; nothing in it is hidden."""

    turns: int = cell("i4")
    points: int = cell()  # of this turn, if it is stopped now
    goal: int = cell()
    score: list[int] = cells(SEATS)
    players: int = cell()
    first: int = cell()
    seat: int = cell()
    waiting: int = cell()
    space: int = cell()  # the first empty space, 0 to 11
    cup: int = cell()
    rolled: int = cell()  # whether a roll waits for its placement
    wild_last: int = cell()  # whether the last die placed shows Skip-Bo (D7)
    last_turns: int = cell()  # turns left after someone reached the goal; NONE before (D12)
    winner: int = cell()
    dice: list[int] = cells(CUP)  # the faces of the roll


def colour(space: int) -> int:
    """D1: green, red and purple dice, four spaces each."""
    return space % SPACES // 4


# --- Beginning, and what chance brings


def begin(s: State, players: int, first: int, target: int) -> None:
    s.turns = 0
    s.players = players
    s.first = first
    s.seat = first
    s.goal = target
    s.space = 0
    s.last_turns = NONE
    s.winner = NONE
    for seat in range(SEATS):
        s.score[seat] = 0
    for i in range(CUP):
        s.dice[i] = BLANK
    start_turn(s)


def ask(s: State, order: list[int]) -> int:
    """How many dice to roll."""
    return s.cup


def tell(s: State, order: list[int], n: int) -> None:
    """How they fell, each 0 to 5. Where nothing can be placed, the turn is lost (D6)."""
    for i in range(n):
        s.dice[i] = face(s.space + i, order[i])
    s.rolled = 1
    s.waiting = MOVE
    if not can_place(s):
        end_turn(s)


def face(space: int, fall: int) -> int:
    """D2: what a die of the space's colour shows."""
    if fall < 4:
        return colour(space) * 4 + fall + 1
    return WILD if fall < 4 + WILD_FACES else BLANK


def start_turn(s: State) -> None:
    """D11: five dice in the cup, and they are rolled."""
    s.turns += 1
    s.cup = CUP
    s.points = s.space  # D10: what the first die adds one to
    s.wild_last = 0
    s.rolled = 0
    s.waiting = ROLL


# --- What is legal


def numbered(space: int) -> int:
    """The number of a space, 1 to 12, counted on past the last."""
    return int(space) % SPACES + 1


def rolled_number(s: State, wanted: int) -> bool:
    for i in range(s.cup):
        if s.dice[i] == wanted:
            return True
    return False


def rolled_wilds(s: State, wanted_colour: int) -> int:
    """How many wilds of a colour the roll shows (D5)."""
    n = 0
    for i in range(s.cup):
        if s.dice[i] == WILD and colour(s.space + i) == wanted_colour:
            n += 1
    return n


def can_place(s: State) -> bool:
    return rolled_number(s, s.space + 1) or rolled_wilds(s, colour(s.space)) > 0


def why_not(s: State, move: int) -> int:
    """The one judge: OK, or the reason why a move is not legal now."""
    if s.waiting != MOVE:
        return GAME_OVER
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    if move >= FIRST_PLACE:
        return why_not_place(s, move - FIRST_PLACE)
    if s.rolled:
        return PLACE_FIRST  # D4
    if move == STOP and s.wild_last:
        return LAST_IS_WILD  # D7
    return OK


def why_not_place(s: State, digits: int) -> int:
    """D4, D5: dice of the roll, on the first empty space and on from there."""
    if not s.rolled:
        return NOTHING_ROLLED
    if digits == 0:
        return NO_SUCH_MOVE  # at least one must be placed
    space = s.space
    wilds = 0  # of the present colour, laid so far
    while digits > 0:
        shown = digits % BASE - 1
        if shown == WILD:
            wilds += 1
            if wilds > rolled_wilds(s, colour(space)):
                return NO_WILD_OF_COLOUR
        elif shown != numbered(space):
            return WRONG_SPACE
        elif not rolled_number(s, shown):
            return NOT_ROLLED
        digits //= BASE
        space += 1
        if space % 4 == 0:
            wilds = 0
    return OK


def legal(s: State, moves: list[int]) -> int:
    """Put every legal move into `moves` and return how many there are."""
    if s.waiting != MOVE:
        return 0
    if s.rolled:
        return legal_places(s, moves)
    moves[0] = AGAIN
    moves[1] = STOP
    return 1 if s.wild_last else 2


def legal_places(s: State, moves: list[int]) -> int:
    """Lengthen what can be laid by one die at a time, wild or natural (D4, D5).

    Asking `why_not_place` about each would give the same (a test does), only far slower.
    """
    n = 0
    start, end = -1, 0  # the moves of one die fewer
    weight = 1
    for length in range(s.cup):
        natural = numbered(s.space + length)
        has_natural = rolled_number(s, natural)
        wilds = rolled_wilds(s, colour(s.space + length))
        for i in range(start, end):
            shorter = 0 if i < 0 else int(moves[i]) - FIRST_PLACE
            if wilds > 0 and wilds_laid(s, shorter, length) < wilds:
                moves[n] = FIRST_PLACE + shorter + (WILD + 1) * weight
                n += 1
            if has_natural:
                moves[n] = FIRST_PLACE + shorter + (natural + 1) * weight
                n += 1
        if n == end:
            break  # nothing can be laid beyond
        start, end = end, n
        weight *= BASE
    return n


def wilds_laid(s: State, digits: int, length: int) -> int:
    """How many wilds a placement has laid that are of the same colour as its next space."""
    n = 0
    for i in range(length):
        if digits % BASE - 1 == WILD and colour(s.space + i) == colour(s.space + length):
            n += 1
        digits //= BASE
    return n


# --- Playing a move (that `why_not` has nothing against)


def play(s: State, move: int) -> None:
    """Make a legal move and everything that follows from it, up to the next decision or chance."""
    if move == AGAIN:
        s.waiting = ROLL
    elif move == STOP:
        s.score[s.seat] += s.points
        end_turn(s)
    else:
        place(s, move - FIRST_PLACE)


def place(s: State, digits: int) -> None:
    while digits > 0:
        s.wild_last = 1 if digits % BASE - 1 == WILD else 0
        s.space = (s.space + 1) % SPACES  # D9
        s.points += 1  # D10
        s.cup -= 1
        digits //= BASE
    if s.cup == 0:
        s.cup = CUP  # D8
    s.rolled = 0


def end_turn(s: State) -> None:
    """D12: at the goal every other player has one last turn."""
    if s.last_turns != NONE:
        s.last_turns -= 1
    elif s.score[s.seat] >= s.goal:
        s.last_turns = s.players - 1
    if s.last_turns == 0:
        settle(s)
    if s.waiting != OVER:
        s.seat = (s.seat + 1) % s.players
        start_turn(s)


def settle(s: State) -> None:
    """D12, D13: the highest wins; a tie at the top is played on, to a goal above it."""
    best, leaders = 0, 0
    for seat in range(s.players):
        if s.score[seat] > best:
            best, leaders = s.score[seat], 0
        if s.score[seat] == best:
            leaders += 1
            s.winner = seat
    if leaders == 1:
        s.waiting = OVER
        return
    s.winner = NONE
    s.last_turns = NONE
    s.goal = goal_above(s.goal, best)


def goal_above(goal: int, score: int) -> int:
    """D13: the goal that a tie at a score is played on to."""
    while goal <= score:
        goal += TIE_STEP
    return goal
