"""Every fixed text of the terminal game, in one place. Moves become sentences in `words`."""

from pathlib import Path

from ..rules.editions import Rules, edition
from ..table.notation import COLOURS
from ..table.reasons import COLOUR_NAMES

# --- The table

DRAW_PILE = "Draw"
DIE = "Die"
DIE_FACES = {"W": "wild", "discard2": "discard 2", "draw1": "opp. +1"}
COLUMNS = "Stock     Hand"
DISCARD_PILES = "Discard piles"
PARTNER = "(partner)"
FINISHED = "finished"
OWN_HAND = "Your hand"
OWN_DISCARDS = "Your discard piles"
ROLL, CUP, BOARD = "Roll", "Cup", "Board"
NEXT = "next"
WAITS = "waiting to be rolled"


def needs(number: int) -> str:
    return f"next {number}"


def own_stock(count: int) -> str:
    return f"Your stock: {count}"


def extra_left(count: int) -> str:
    return f"{count} left" if count else ""


def die_name(face: str) -> str:
    """A face of Skip-Bo Dice in words: `7`, `W (green)`, `blank (red)`."""
    if face[-1] not in COLOURS:
        return face
    return f"{'W' if face[0] == 'W' else 'blank'} ({COLOUR_NAMES[face[-1]]})"


def in_cup(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def turn_points(points: int, wild_last: bool, rolled: bool) -> str:
    if rolled:
        return "Place one die or more, in order from the marked space on."
    if wild_last:
        return f"{points} so far; the last die is a Skip-Bo, so roll on."
    return f"{worth(points)} if the turn stops here."


def placed(points: int, wild_last: bool) -> str:
    return f"{worth(points)}, but you must roll on" if wild_last else f"{worth(points)}, or roll on"


def worth(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


def again(cup: int) -> str:
    return f"{in_cup(cup)}; if nothing fits, the turn scores nothing"


def stopped(points: int) -> str:
    return f"score {points}"


def last_turns(left: int) -> str:
    return f"Last turns: {left} to go."


# --- Around a game

YOUR_TURN = "your turn"
GAME_OVER = "game over"
PROMPT = "Your move> "
NEXT_PROMPT = "Enter deals the next game> "
HOW_TO = "Type a move such as {example}, or moves, hint or help."
EXAMPLE = {"cards": "7 b2 or h7>b2", "dice": "place 3 4, roll or stop"}
WAITING = "An unfinished game is waiting: skipbo play --resume"
RESUMED = "Resumed from {path}"
KEPT = "From now on it is kept in {path}"
NO_FILE = "{text} cannot be a file ({why})."
NO_SAVE = "There is no saved game in {path}"
NOT_RESUMABLE = "{path} cannot be resumed: it is damaged, or no saved game of skipbo{line}"
CANNOT_SAVE = "This game cannot be saved ({why}); it can be played on all the same."
NOT_SAVED = "The game is not saved ({why}). Use save FILE, or quit once more to leave it."
SAVED = "Saved to {path}"
RESUME_LAST = "Go on later with: skipbo play --resume"
RESUME_WITH = "Go on later with: skipbo play --resume {path}"
EXISTS = "{path} exists and is no save of this game; choose another name."
BOT_FAILED = "{why}. From now on {best} plays for {name}."
PLAYED_ELSEWHERE = (
    "This game was played on, or finished, in another terminal ({theirs}): quit here and resume "
    "there. What is played here is kept in {path}"
)
CRASHED = "Something went wrong. The game is saved."
COMMITMENT = "The seed is fixed; its SHA-256 is {short} (type fair for more)."
FAIR = (
    "The seed of this game was fixed before the deal. Its SHA-256 is",
    "  {commitment}",
    "After the game the seed is shown, and skipbo replay FILE --verify checks every shuffle and "
    "roll against it.",
)
NO_COMMITMENT = "This game has no seed that was committed to."
SEED = "Seed    {seed}"
RECORD = "Record  {path}"
VERIFY = "Check the deal: skipbo replay {path} --verify"
NO_RECORD = "The record could not be kept ({why})."
UNCLEAR = "{text} is not clear: it could be {moves}."
NUMBER_UNCLEAR = "{n} could be the move {move} of the list or {other}; type #{n} or {other}."
NO_LIST = "Type moves first; then a number picks one of them."
OR_A_CARD = " For a card, name its pile: {n} b1."
NO_SUCH_NUMBER = "The list has the numbers 1 to {count}."
FITS_NOWHERE = " fits on no building pile now."
NOT_A_MOVE = "{text} is not a move. Moves look like {examples}; help explains more."
UNDONE = "Taken back: {move}"
NOTHING_TO_UNDO = "There is no move of yours in this turn to take back."
CANNOT_UNDO = "It cannot be taken back: the last move showed a new card or a roll."
NO_LOG = "Nothing has been played yet."
TURN_OF = "{name}'s turn"
LISTED = {
    "stock": "From a stock pile",
    "hand": "From your hand",
    "discard": "From a discard pile",
    "die": "With the die",
    "end": "Discard, which ends your turn",
    "pass": "Nothing in hand",
    "place": "Place dice",
    "go": "Then",
}
MATCH = "match to {target}: {scores}"
CUT = "Cut for dealer: {cards}."
DEALER = "Dealer: {dealer}. First to play: {first}."
POINTS_TITLE = "Points"
TOTAL = "total"
GAME_NUMBER = "game {number}"

OPENING = "{title}: {names}"
AGAINST, COMMA, AND = " against ", ", ", " and "


def more_saves(count: int, directory: Path) -> str:
    return f"{count} more saved game{'' if count == 1 else 's'} in {directory}"


def too_many_bots(named: int, seats: int) -> str:
    to_fill = "there is 1 seat to fill" if seats == 1 else f"there are {seats} seats to fill"
    names = "one name" if seats == 1 else f"one name for all, or up to {seats}"
    return f"--bots names {named} bots, but {to_fill}: give {names}"


# --- Hints

HINT, BARE_HINT = "Hint: {move}, {told}: {why}.", "Hint: {move} - {why}."
SUGGESTED = {
    "play": "{card} onto building pile {pile}",
    "discard": "{card} onto discard pile {pile}",
    "extra": "{card} onto discard pile {pile} for the die",
    "stand in": "the die as {wanted} on building pile {pile}, then {card}",
    "opponent draws": "a card under {name}'s stock",
}
FROM = {
    "h": "your {face}",
    "s": "your stock card, the {face},",
    "d": "the {face} from your discard pile {pile}",
    "ps": "{name}'s stock card, the {face},",
    "pd": "the {face} from {name}'s discard pile {pile}",
}
SKIPBO = "Skip-Bo"
STOCK_CARD = ("your stock card, the {face}", "{name}'s stock card, the {face}")

# By the kind of reason: with a count of none, of one, of more, where that makes a difference.
REASONS: dict[str, tuple[str, ...]] = {
    "wins": (
        "it wins the game",
        "you win the game with one more card",
        "you win the game with {count} more cards",
    ),
    "stock": ("it is the last one", "that leaves one", "that leaves {count} in the stock"),
    "die stock": (
        "the die fills the gap, and no card is left in the stock",
        "the die fills the gap, and one card is left in the stock",
        "the die fills the gap, and {count} cards are left in the stock",
    ),
    "to stock": (
        "{stock}, can be played then",
        "with one more card {stock}, can be played",
        "with {count} more cards {stock}, can be played",
    ),
    "new hand": (
        "your hand is empty then, and you draw a new one in the same turn",
        "with one more card your hand is empty, and you draw a new one in the same turn",
        "with {count} more cards your hand is empty, and you draw a new one in the same turn",
    ),
    "empty hand": (
        "your hand is empty then",
        "with one more card your hand is empty",
        "with {count} more cards your hand is empty",
    ),
    "nearer": (
        "you have all the cards then that lead to {stock}",
        "{stock}, is {distance} then, instead of {distance_before}",
    ),
    "closer": (
        "{stock}, fits then",
        "{stock}, fits after one more card then, instead of {before}",
        "{stock}, fits after {count} more cards then, instead of {before}",
    ),
    "next stock": ("the building piles suit the stock card that turns up next better then",),
    "farther": ("{stock}, is {distance} then, instead of {distance_before}",),
    "frees": (
        "you can draw more cards in your next turn",
        "you can draw one more card in your next turn",
        "you can draw {count} more cards in your next turn",
    ),
    "dry": ("no card can be drawn, so it is time to play what there is",),
    "tidier": ("your discard piles lie better then",),
    "better": ("all in all it leaves you better off",),
    "holds back": ("if you played on, {stock}, would be {distance_before}, not {distance}",),
    "keeps wild": ("your Skip-Bo stays in your hand",),
    "in reach": ("the cards that lead to {stock}, stay within your reach",),
    "run": ("it lies on the {face} there, so both can be played one after the other",),
    "same": ("it lies on its like there and hides no other number",),
    "free pile": ("that pile is free, so no card is covered",),
    "higher": ("it lies on a higher card there, the {face}, which can wait",),
    "least": ("it does the least harm there",),
    "burden": (
        "no opponent's stock is smaller",
        "no opponent has fewer cards left, just one",
        "no opponent has fewer cards left, {count}",
    ),
    "burden one": (
        "so it takes longer",
        "so the one card there is not the last",
        "so there are more than the {count} cards to play",
    ),
    "pass": ("there is no card in your hand",),
    "only": ("there is no other move",),
    "stop": ("{points} are safe", "{points} is safe", "{points} are safe"),
    "roll": ("{dice} may bring more, which is worth the risk of losing {points}",),
    "must roll": ("the last die is a Skip-Bo, so the turn cannot stop here",),
    "lay": ("that places {dice}, and you may stop with {points}",),
    "chance": ("it wins {chance} of the games by best play, {other} {other_chance}",),
    "lay wild": ("that places {dice}; the last one is a Skip-Bo, so you roll on",),
}


def reason(kind: str, count: int) -> str:
    """What is said for a kind of reason, in the form that a count asks for."""
    forms = REASONS[kind]
    return forms[min(count, len(forms) - 1)]


def distance(missing: int, far: int) -> str:
    """How far away a stock card is; from some number on nobody counts."""
    near = {0: "within reach", 1: "one card away", far: "far away"}
    return near.get(missing, f"{missing} cards away")


# --- Who has won

WINS = ("You win!", "{names} wins.", "{names} win.")
WON_WITH = "25 + 5 x {left} left in the stocks = {points} points"
BLOCKED = "Nobody can go on: the game is blocked. No winner, no points."
DICE_WON = "{scores}"
MATCH_WON = ("You win the match!", "{names} wins the match.", "{names} win the match.")

# --- Help

COMMANDS = {
    "moves": "list the legal moves; then a number such as 3 or #3 picks one (m, ?)",
    "table": "show the table again (t)",
    "hint": "the move that a strong bot would make, and why (i)",
    "undo": "take your last move back, while nothing new has been seen (u)",
    "log": "the last moves in words (l)",
    "rules": "the rules of this game in short",
    "fair": "how to check that the deal was fair",
    "save": "save FILE keeps a copy; every move is saved anyway",
    "quit": "leave; the game can be resumed (q)",
    "help": "this text (h)",
}

CARD_HELP = {
    "7 b2": "a 7 from your hand onto building pile 2; in full h7>b2",
    "h7": "without a pile: the one building pile where the 7 fits",
    "w b1": "a Skip-Bo; in full hW>b1",
    "s b1": "your stock card; s alone if it fits on one pile only",
    "d3 b4": "the top of your discard pile 3; d3 alone likewise",
    "9 d2": "discard a 9 on your discard pile 2, which ends your turn; in full h9>d2",
    "pass": "with no card in hand",
}
PARTNER_HELP = {
    "ps b1": "your partner's stock card",
    "pd3 b4": "the top of your partner's discard pile 3",
}
DIE_HELP = {
    "die=4>b2+h5": "the die is a 4 on building pile 2, and your 5 follows at once",
    "die-discard:h9>d2": "an extra discard (Discard 2)",
    "die-draw:1": "seat 1 puts a card under its stock (Opponent Draws 1); also draw 1",
}
DICE_HELP = {
    "place 3 4 w": "lay a 3, a 4 and a Skip-Bo, in order; in full place:3,4,W; also 3 4 w",
    "roll": "roll the remaining dice (r)",
    "stop": "take the points of the turn (s)",
}
HELP_MOVES = "Moves"
HELP_COMMANDS = "Commands (Tab completes both)"


def help_moves(rules: Rules) -> dict[str, str]:
    if rules.family == "dice":
        return DICE_HELP
    return CARD_HELP | (PARTNER_HELP if rules.partners else {}) | (DIE_HELP if rules.die else {})


# --- The rules in short


def rules_summary(rules: Rules) -> list[str]:
    return _dice_rules(rules) if rules.family == "dice" else _card_rules(rules)


def _card_rules(rules: Rules) -> list[str]:
    goal = "Play your stock pile empty"
    lines = [
        f"{goal}, and you win. Its top card lies open.",
        f"The {rules.building} building piles are everyone's: each counts from 1 to {rules.ranks} "
        "and is then taken away. A Skip-Bo (W) stands for any number.",
        f"Your turn: you draw up to {rules.hand} cards. Play as many as you like onto the building "
        "piles, from your hand, your stock and the tops of your discard piles. A hand played out "
        f"is filled again at once. End by discarding one card from your hand on one of your "
        f"{rules.discards} discard piles.",
    ]
    if rules.partners:
        lines[0] = f"{goal}, and your partner's as well, and your side wins."
        lines.append("You may also play your partner's stock card and discard tops, not the hand.")
    if rules.die:
        lines.append(
            "The die is rolled in each turn and may be used once: a number face stands in for one "
            "card that a pile needs, if the card after it follows at once; Discard 2 allows two "
            "extra discards; Opponent Draws 1 puts a card under an opponent's stock."
        )
    lines.append(
        "The winner scores 25, and 5 for each card in the opponents' stocks; "
        f"a match goes to {rules.target}."
    )
    return lines


def _dice_rules(rules: Rules) -> list[str]:
    return [
        "Twelve dice, green 1-4, red 5-8, purple 9-12, and a board with twelve spaces. Five dice "
        "are in the cup. Each roll, place at least one die on the first empty space, and more in "
        "order if you like. W, the Skip-Bo, is any number of its own colour.",
        "Then roll the rest, or stop and score the number placed last, plus 12 for each 12 passed. "
        "You may not stop when the last die is a Skip-Bo. If nothing of a roll fits, the turn is "
        "over and scores nothing. All five placed: five more may be rolled.",
        f"At {rules.target} points every other player has one last turn; then the highest wins. "
        "A tie is played on.",
    ]


def title(rules: Rules) -> str:
    return edition(rules.edition).title
