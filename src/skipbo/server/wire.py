"""Every type that travels between the server and a page or a program.

OpenAPI, AsyncAPI and the page's TypeScript are made from these (`describe`). Nothing else leaves
the server: what a seat may know of a game is a `Board`, which is what any spectator sees, and the
seat's own `hand` and `legal` moves beside it.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ..table.view import RulingKind

Value = bool | int | str  # of an edition's option
Level = Literal["easy", "medium", "hard", "master"]  # a bot of each family has the name
Pace = Literal["calm", "normal", "quick", "instant"]
Phase = Literal["lobby", "playing", "over"]
Verdict = Literal["fair", "unfair", "unknown"]

Code = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}$", description="A table's, in its link")]
Token = Annotated[str, Meta(min_length=16, max_length=64, description="A seat's secret")]
Id = Annotated[str, Meta(min_length=1, max_length=64, description="The sender's own, once each")]
Name = Annotated[str, Meta(min_length=1, max_length=20)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
MoveText = Annotated[str, Meta(min_length=1, max_length=40, description="As docs/notation.md")]
Seq = Annotated[int, Meta(ge=0, description="A number in the table's log")]


class Wire(Struct, forbid_unknown_fields=True):
    """What every type here has in common."""


# --- What a table is


class Settings(Wire):
    """What the host decides, besides the rules."""

    level: Level = "medium"  # how well bots play
    match: bool = False  # games in a row, to the points that win (C13)
    undo: bool = True  # moves may be taken back until something hidden was shown
    chat: bool = False  # free text besides the phrases
    open: bool = True  # whoever comes late may take a bot's seat
    grace: Annotated[int, Meta(ge=5, le=3600)] = 60  # seconds until a bot plays for someone away
    pace: Pace = "normal"  # how long bots pause between moves
    slips: bool = False  # in table mode bots err and call now and then


class Seat(Wire):
    """A place at the table."""

    name: str  # empty where nobody sits yet
    who: Literal["empty", "person", "bot"]
    here: bool  # whether a person is connected
    bot_plays: bool  # a person has been away for longer than the grace: a bot plays for them


class MatchInfo(Wire):
    """How a match stands. Points are by side; without partners a side is a seat."""

    target: int
    games: list[list[int]]
    totals: list[int]
    winners: list[int]  # seats; empty until the match is over


class TableInfo(Wire):
    """All that everybody at a table may know of it, besides the game."""

    edition: str
    options: dict[str, Value]
    settings: Settings
    seats: list[Seat]
    host: int
    phase: Phase
    games: int  # how many have begun
    watchers: int
    match: MatchInfo | None
    commitment: str | None  # SHA-256 of this game's seed
    lesson: bool  # a tutorial's table


# --- What a game looks like


class Pile(Wire):
    """A building pile: the number it has reached (0: a free place), and its cards, top last."""

    number: int
    cards: list[str]


class Player(Wire):
    """A player as everybody sees them."""

    stock: int
    stock_top: str | None
    discards: list[list[str]]
    held: int


class Manners(Wire):
    """Slips and calls in table mode, as everybody sees them."""

    due: int  # cards that the player who plays still has to take from the draw pile
    right: int | None  # whose turn it is, while somebody else plays out of turn
    talked: int | None  # the partner who spoke in this turn, and has not been called
    no_draw: list[int]  # seats whose next turn has no draw
    wrong_calls: list[int]  # by seat
    silenced: list[int]  # seats whose calls wait out a turn


class CardBoard(Wire, tag_field="family", tag="cards"):
    """A card game as a spectator sees it."""

    turn: int | None
    turns: int
    building: list[Pile]
    completed: int  # cards of completed piles
    draw: int
    players: list[Player]
    die: str | None  # MOD's die as long as it may be used: 1-4, 5-8, 9-12, W, discard2, draw1
    extra: int  # extra discards that Discard 2 still allows
    scores: list[int]
    winners: list[int]
    blocked: bool
    manners: Manners | None = None  # in table mode only


class DiceBoard(Wire, tag_field="family", tag="dice"):
    """A game of Dice, in which nothing is hidden."""

    turn: int | None
    turns: int
    space: int  # the first empty space, 1 to 12
    cup: int
    roll: list[str]  # to be placed: 7, Wg (a green Skip-Bo), -r (a red blank)
    points: int
    wild_last: bool
    goal: int
    last_turns: int | None
    scores: list[int]
    winners: list[int]


Board = CardBoard | DiceBoard


# --- What has happened, in the order of the log


class Happening(Wire, tag_field="kind"):
    """Something that everybody may know. `seq` is its place in the log."""

    seq: int


class Moved(Happening, tag="moved"):
    """A move. `card` is the face that was played or discarded, `number` what it stands for.

    `left`: cards in the stock that it was played from. `points`: what a stop in Dice scored.
    """

    seat: int
    move: str
    bot: bool
    card: str | None = None
    number: int | None = None
    completes: bool = False
    left: int | None = None
    points: int | None = None


class Drew(Happening, tag="drew"):
    seat: int
    cards: int


class Shuffled(Happening, tag="shuffled"):
    """Played cards became a new draw pile of so many."""

    cards: int


class Rolled(Happening, tag="rolled"):
    seat: int
    faces: list[str]
    lost: bool  # Dice: nothing fits, and the turn brings nothing


class Ruled(Happening, tag="ruled"):
    """What the referee said of a slip or a call in table mode, about `seat`.

    overdraw: `count` cards too many, shuffled into the stock. out-of-turn: begins, though it is
    `other`'s turn. undone: `other` called it. stands: nobody called it, and it was `other`'s turn.
    no-draw: the turn that begins has none. two-cards: `other` called it for talking, `count` cards
    went under the stock card. new-stock: the stock was finished, and those cards are a new one.
    wrong-call: its wrong call number `count`. late-call: it was settled.
    """

    ruling: RulingKind
    seat: int
    other: int | None = None
    count: int = 0


class Undone(Happening, tag="undone"):
    seat: int
    move: str


class Began(Happening, tag="began"):
    """A game was dealt. `cut`: what each seat drew for the deal, round by round (C14)."""

    game: int
    first: int
    names: list[str]
    commitment: str | None
    cut: list[dict[str, list[str]]]


class Ended(Happening, tag="ended"):
    """Points by side; in Dice each seat's total."""

    winners: list[int]
    points: list[int]
    blocked: bool


class Sat(Happening, tag="sat"):
    seat: int
    name: str


class Left(Happening, tag="left"):
    seat: int
    name: str


class Said(Happening, tag="said"):
    """A phrase by its key, or free text where the table has chat."""

    seat: int
    phrase: str | None
    text: str | None


Happened = Moved | Drew | Shuffled | Rolled | Ruled | Undone | Began | Ended | Sat | Left | Said


# --- The socket: what the server says


class Frame(Wire, tag_field="type"):
    """Something that is said over the socket."""


class Welcome(Frame, tag="welcome"):
    """The answer to `hello`. `code` is for the link that invites; a watcher's link has none."""

    you: int | None
    code: str | None
    watch: str
    seq: int
    table: TableInfo
    version: str


class TableChanged(Frame, tag="table"):
    """People, settings or the phase are not as they were."""

    table: TableInfo


class State(Frame, tag="state"):
    """The game as this seat sees it, and what happened since the frame before.

    `whole`: it does not follow on a frame before, so there is nothing to animate.
    `slips`: in table mode, what this seat can do besides legal moves, a call for instance.
    """

    seq: int
    board: Board | None
    hand: list[str] | None
    legal: list[str]
    slips: list[str]
    undo: bool
    happened: list[Happened]
    whole: bool
    lesson: str | None  # which step of the tutorial comes now


class Done(Frame, tag="done"):
    """What was sent with this id is in the log. Sent again for a repeated id."""

    id: str
    seq: int


Refusal = Literal[
    "bad-frame",  # not JSON, not of a known type, too long, a wrong value
    "no-table",
    "bad-token",
    "bad-seat",
    "seat-taken",
    "bad-name",
    "name-taken",
    "not-seated",
    "not-host",
    "not-your-turn",
    "no-game",  # none is being played, or it is not over
    "illegal",
    "late",  # something else happened first
    "cannot-undo",
    "no-chat",
    "no-hint",
    "no-review",  # nobody can value such a game, or it took too long
    "too-fast",
    "too-many",
    "closing",
    "bad-options",
    "bad-record",
    "foreign",  # another site's page, or an unknown host
    "not-found",
    "failed",
]


class Refused(Frame, tag="refused"):
    """What was sent with this id was not done, and nothing has changed.

    `message` is English; where there is a `kind`, it and `values` say the same for any language.
    """

    id: str | None
    code: Refusal
    message: str
    kind: str = ""
    values: dict[str, int] = {}


class Reason(Wire):
    """Why a move is good: `kind` and the values that it has (bots/hint.py tells which)."""

    kind: str
    face: str | None
    seat: int | None
    count: int
    before: int
    points: int
    chance: float
    other: str | None
    other_chance: float


class Hinted(Frame, tag="hint"):
    """What a strong bot would do, and why."""

    id: str
    seq: int
    move: str
    reason: Reason


class Chance(Frame, tag="chance"):
    """How much of the games from here this seat wins if all play on well, 0 to 1, as it sees it."""

    id: str
    seq: int
    chance: float


class Pong(Frame, tag="pong"):
    pass


ServerFrame = Welcome | TableChanged | State | Done | Refused | Hinted | Chance | Pong


# --- The socket: what a page says


class Hello(Frame, tag="hello"):
    """The first frame: which table, by its code or by its watchers' code, and whose seat."""

    table: Code
    token: Token | None = None
    seen: Seq = 0  # the last number of the log that the page knows


class Play(Frame, tag="play"):
    id: Id
    after: Seq
    move: MoveText


class Undo(Frame, tag="undo"):
    id: Id
    after: Seq


class AskHint(Frame, tag="ask"):
    id: Id


class AskChance(Frame, tag="ask-chance"):
    """On one's own turn, as a hint."""

    id: Id


class Start(Frame, tag="start"):
    """The host: deal the first game. Anyone seated, later: the next game, or a rematch."""

    id: Id


class Configure(Frame, tag="configure"):
    """The host: other settings; before the first game also another edition and options."""

    id: Id
    settings: Settings | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    options: dict[str, Value] | UnsetType = UNSET


class Leave(Frame, tag="leave"):
    """Give a seat up, one's own or (the host) another's: a bot takes it, or nobody yet."""

    id: Id
    seat: SeatNumber | UnsetType = UNSET


Phrase = Literal[
    "hello", "well-played", "good-luck", "thanks", "oops", "hurry", "wow", "smile", "sad", "bye"
]


class Say(Frame, tag="say"):
    id: Id
    phrase: Phrase | UnsetType = UNSET
    text: Annotated[str, Meta(min_length=1, max_length=200)] | UnsetType = UNSET


class Ping(Frame, tag="ping"):
    pass


ClientFrame = Hello | Play | Undo | AskHint | AskChance | Start | Configure | Leave | Say | Ping


# --- REST


class OpenTable(Wire):
    """A new table. `start`: deal at once, bots in the other seats."""

    edition: str = "classic"
    options: dict[str, Value] = {}
    settings: Settings = msgspec.field(default_factory=Settings)
    name: Name = "You"
    start: bool = False
    lesson: bool = False  # the tutorial


class TakeSeat(Wire):
    """Sit down: on a seat or (without one) the first that is free; or move here by a ticket.

    With a random `token` of one's own it can be asked again if the answer was lost.
    """

    name: Name = "Guest"
    seat: SeatNumber | None = None
    ticket: Token | None = None
    token: Annotated[str, Meta(min_length=32, max_length=64)] | None = None


class Seated(Wire):
    """Which seat it is, and the secret that proves it. `code` and `watch` are for links."""

    code: str
    watch: str
    seat: int
    token: str


class Ticket(Wire):
    """Good once, for ten minutes: moves a seat to another device."""

    ticket: str


class OptionInfo(Wire):
    """An option of an edition. `default` is the value by number of players, from two on."""

    name: str
    low: int
    high: int
    choices: list[str]
    flag: bool
    default: list[Value]


class EditionInfo(Wire):
    name: str
    title: str
    year: str
    family: Literal["cards", "dice"]
    options: list[OptionInfo]
    match: bool
    cards: int


class ReplayStep(Wire):
    """How it stood after something happened, all hands face up."""

    happened: list[Happened]
    board: Board
    hands: list[list[str]]


class Replay(Wire):
    """A game that is over, step by step."""

    edition: str
    options: dict[str, Value]
    names: list[str]
    steps: list[ReplayStep]
    commitment: str | None
    seed: str | None


LuckKind = Literal["stock", "draw", "dice", "table"]


class ReviewPoint(Wire):
    """What each side wins of the game, on average, at a step of its replay; they sum to 1."""

    step: int
    shares: list[float]


class ReviewMove(Wire):
    """A move that cost something. `step`: the replay's step in which it was decided.

    `before` is the share of the mover's side with the best move, `after` with the one made.
    """

    step: int
    seat: int
    turn: int
    move: str
    best: str
    before: float
    after: float
    cost: float


class ReviewSide(Wire):
    """Luck and skill of a side: start + own + others + luck = result.

    `own`: what its own mistakes took, `others`: what those of the others gave. `by_luck`: the luck
    kind by kind: stock cards turned, cards drawn (MOD: and the die), Dice rolled, and in table mode
    slips and calls.
    """

    seats: list[int]
    start: float
    own: float
    others: float
    luck: float
    result: float
    by_luck: dict[LuckKind, float]


class Review(Wire):
    """A game looked at afterwards: the curve, the moves that cost most first, luck and skill."""

    over: bool
    points: list[ReviewPoint]
    moves: list[ReviewMove]
    sides: list[ReviewSide]


class RecordText(Wire):
    """A game or a match as text (docs/notation.md)."""

    record: Annotated[str, Meta(max_length=400_000)]


class Checked(Wire):
    """Whether every shuffle and roll follows from the seed, and that from the commitment.

    `unknown`: the record has no seed. `line`: where it is not as it ought to be, if that is known.
    """

    verdict: Verdict
    message: str
    line: int
    commitment: str | None
    seed: str | None


class Health(Wire):
    status: Literal["ok", "closing"]
    version: str
    tables: int
    connections: int


class Problem(Wire):
    """An answer that is no success; see `Refused`."""

    code: Refusal
    message: str
    kind: str = ""
    values: dict[str, int] = {}
