"""Every fixed text of the terminal alone, in one place. What it shares with the page: `..texts`."""

from pathlib import Path

from ..rules.editions import Rules, edition
from ..texts import branch, find, text

# --- The table

YOU = "You"  # what a person who gives no name is called in records, in every language
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


def to_take(count: int) -> list[str]:
    """What stands in the row of the draw pile."""
    how = "type take" if count == 1 else "take for one, draw for all"
    return [f"Take {count} from the draw pile:", how]


def take_first(count: int) -> str:
    if count == 1:
        return "Take 1 card from the draw pile: type take."
    return f"Take {count} cards from the draw pile: type take for one, or draw for all."


def extra_left(count: int) -> str:
    return f"{count} left" if count else ""


def in_cup(count: int) -> str:
    return text("hint.dice", count)


def turn_points(points: int, wild_last: bool, rolled: bool) -> str:
    if rolled:
        return "Place one die or more, in order from the marked space on."
    if wild_last:
        return f"{points} so far; the last die is a Skip-Bo, so roll on."
    return f"{worth(points)} if the turn stops here."


def placed(points: int, wild_last: bool) -> str:
    return f"{worth(points)}, but you must roll on" if wild_last else f"{worth(points)}, or roll on"


def worth(points: int) -> str:
    return text("hint.points", points)


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
WATCH_PROMPT = "Enter goes on, or call> "
NEXT_PROMPT = "Enter deals the next game> "
HOW_TO = "Type a move such as {example}, or moves, hint or help."
HOW_TO_TABLE = (
    "As at a kitchen table: you take your cards by hand. After everything that others do, Enter "
    "lets them go on; if something is not right, type call."
)
WATCH_HOW = (
    "It is not your turn. Enter lets the others go on. If something is not right, type call. You "
    "can also take cards or play, but that is out of turn, and may be called."
)
NOT_YOUR_TURN = "It is not your turn: there is no hint for that."
NO_SLIPS = "--slips is for table mode: add --enforcement table (classic: --special as well)"
BOTS_OR_LEVEL = "--level is for all bots at once, --bots names each: give one of the two"
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
REVIEW = "Look at it once more: skipbo review {path}"
NO_RECORD = "The record could not be kept ({why})."
UNCLEAR = "{text} is not clear: it could be {moves}."
NUMBER_UNCLEAR = "{n} could be the move {move} of the list or {other}; type #{n} or {other}."
NO_LIST = "Type moves first; then a number picks one of them."
OR_A_CARD = " For a card, name its pile: {n} b1."
NO_SUCH_NUMBER = "The list has the numbers 1 to {count}."
FITS_NOWHERE = " fits on no building pile now."
NOT_A_MOVE = "{text} is not a move. Moves look like {examples}; help explains more."
BY_HAND = (
    "It cannot be taken back: a new card was seen, or it was taken, said or played out of turn."
)
UNDONE = "Taken back: {move}"
NOTHING_TO_UNDO = "There is no move of yours in this turn to take back."
CANNOT_UNDO = "It cannot be taken back: the last move showed a new card or a roll."
NO_LOG = "Nothing has been played yet."
TURN_OF = "{name}'s turn"
PLAYS_OUT_OF_TURN, YOU_PLAY_OUT_OF_TURN = "{name} plays in {turn}", "you play in {turn}"
LISTED = {
    "draw": "From the draw pile",
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
CUT = str(find("log.cut"))
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

HINT, BARE_HINT = "Hint: {move}, {told}", "Hint: {move} - {why}."
REASONS = branch("hint.why")

# --- Who has won

WINS = ("You win!", "{names} wins.", "{names} win.")
WON_WITH = "25 + 5 x {left} left in the stocks = {points} points"
BLOCKED = text("log.blocked")
DICE_WON = "{scores}"
MATCH_WON = ("You win the match!", "{names} wins the match.", "{names} win the match.")

# --- Help

COMMANDS = {
    "moves": "list the legal moves; then a number such as 3 or #3 picks one (m, ?)",
    "table": "show the table again (t)",
    "hint": "the move that a strong bot would make, why, and your chance to win (i)",
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
TABLE_HELP = {
    "take": "take one card from the draw pile; one too many goes into your stock pile",
    "draw": "take all the cards that are due",
    "call": "say that something is not right: someone plays out of turn, or speaks",
}
TALK_HELP = {"talk": "say something, though your partner is on turn and you should be quiet"}
HELP_MOVES = "Moves"
HELP_COMMANDS = "Commands (Tab completes both)"


def help_moves(rules: Rules) -> dict[str, str]:
    if rules.family == "dice":
        return DICE_HELP
    partners = PARTNER_HELP if rules.partners else {}
    die = DIE_HELP if rules.die else {}
    return CARD_HELP | partners | die | table_help(rules)


def table_help(rules: Rules) -> dict[str, str]:
    """What is done by hand, in table mode only."""
    if rules.enforcement != "table":
        return {}
    return TABLE_HELP | (TALK_HELP if rules.partners else {})


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
    if rules.enforcement == "table":
        lines.append(_table_rules(rules))
    lines.append(
        "The winner scores 25, and 5 for each card in the opponents' stocks; "
        f"a match goes to {rules.target}."
    )
    return lines


def _table_rules(rules: Rules) -> str:
    told = (
        "At this table slips can happen. Take a card too many, and it is shuffled into your stock. "
        "Play out of turn, and anybody may call it until you discard: all of it is undone, and you "
        "do not draw in your next turn. If nobody calls, it counts."
    )
    if rules.partners:
        told += " Speak during your partner's turn, and an opponent's call costs you two cards."
    return told


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
