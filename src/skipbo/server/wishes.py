"""What somebody wishes at a table, and what it comes to: an event for the log, or a refusal.

Nothing is changed here. What is decided goes into the log first and is applied then.
"""

import random

from msgspec import UNSET

from ..errors import RulesError, SkipboError
from ..rules.editions import Rules, configure
from ..table.chance import seed_from
from ..table.game import Game
from ..table.match import Match
from ..table.notation import Move
from . import lesson, log, wire
from .names import bot_name, checked_name, checked_text
from .refusal import Refused
from .table import Table

EXCLAMATIONS: tuple[wire.Phrase, ...] = ("oops", "wow", "hurry")  # a bot's slips of the tongue


def opening(asked: wire.OpenTable, key: str) -> list[log.AnyEvent]:
    """The first entries of a new table, whose opener sits on the first seat."""
    name = checked_name(asked.name)
    if asked.lesson:
        edition, options = lesson.RULES.edition, _plain(lesson.RULES)
        settings = wire.Settings(undo=False, open=False, pace=asked.settings.pace)
    else:
        edition, options, settings = asked.edition, asked.options, asked.settings
    rules = _checked(edition, options, settings)
    return [
        log.Opened(rules.edition, _plain(rules), settings, asked.lesson),
        log.Sat(0, name, key),
    ]


def sitting(table: Table, asked: wire.TakeSeat, key: str) -> log.Sat:
    """Somebody sits down where no person sits."""
    name = checked_name(asked.name)
    started = table.phase != "lobby"
    if started and (not table.settings.open or table.lesson):
        raise Refused("seat-taken", "this table is closed to newcomers")
    busy = table.on_turn if table.out_of_turn else None
    free = [i for i, chair in enumerate(table.chairs) if not chair.keys and i != busy]
    if asked.seat == busy is not None and not table.chairs[busy].keys:  # its hand would be seen
        raise Refused("seat-taken", "this seat plays out of turn: wait until that is over")
    if not free:
        raise Refused("seat-taken", "all seats are taken")
    seat = free[0] if asked.seat is None else asked.seat
    if seat >= len(table.chairs):
        raise Refused("bad-seat", f"there is no seat {seat} at this table")
    if seat not in free:
        raise Refused("seat-taken", "somebody sits there")
    others = [chair.name for i, chair in enumerate(table.chairs) if i != seat]
    if name.casefold() in map(str.casefold, others):
        raise Refused("name-taken", f"somebody here is called {name}: take another name")
    return log.Sat(seat, name, key)


def moving_here(table: Table, owner: str, key: str) -> log.Keyed:
    """The person who has one key gets another, unless the seat was given up meanwhile."""
    seat = table.seat_with(owner)
    if seat is None:
        raise Refused("bad-token", "whoever made this ticket has left the seat")
    return log.Keyed(seat, key)


def decide(table: Table, seat: int, frame: wire.ClientFrame) -> log.AnyEvent:
    """What a wish of a person on that seat comes to, or why it cannot be."""
    if isinstance(frame, wire.Play):
        return moving(table, seat, frame.move, frame.after, bot=False)
    if isinstance(frame, wire.Undo):
        _in_time(table, frame.after)
        if not table.can_undo(seat):
            raise Refused("cannot-undo", "there is nothing that you could take back now")
        return log.Undone(seat)
    if isinstance(frame, wire.Start):
        return _starting(table, seat)
    if isinstance(frame, wire.Configure):
        return _configuring(table, seat, frame)
    if isinstance(frame, wire.Leave):
        return _leaving(table, seat, seat if frame.seat is UNSET else frame.seat)
    if isinstance(frame, wire.Say):
        return _saying(table, seat, frame)
    raise Refused("bad-frame", "this cannot be asked now")


def for_bot(table: Table, seat: int, act: str, after: int) -> log.AnyEvent:
    """What a bot does: a move, or what only people should do (`mischief`)."""
    if act == "talk":
        _in_time(table, after)
        return log.Said(seat, random.choice(EXCLAMATIONS), None)
    return moving(table, seat, act, after, bot=True)


def moving(table: Table, seat: int, move: str, after: int, *, bot: bool) -> log.Moved:
    game = _game(table)
    try:
        parsed = Move.parse(move)
    except SkipboError as error:
        raise Refused("illegal", str(error)) from None
    if parsed != "call":  # whether a call comes too late is for the referee to say, for all to hear
        _in_time(table, after)
    if game.seat != seat and table.rules.enforcement == "strict":
        raise Refused("not-your-turn", "it is not your turn")
    if table.chairs[seat].blind and parsed != "call":  # going from seat to seat to see hands
        raise Refused("not-your-turn", "you sat down in mid-game: wait for your turn")
    if parsed == "talk":
        raise Refused("illegal", "talk: this is noted when you say something")
    if why := game.why_not(parsed, seat):
        raise Refused("illegal", why)
    if table.lesson and parsed not in table.legal():
        raise Refused("illegal", "the lesson goes another way")
    return log.Moved(seat, str(parsed), bot)


def _game(table: Table) -> Game:
    if table.game is None or table.game.over:
        raise Refused("no-game", "no game is being played")
    return table.game


def _in_time(table: Table, after: int) -> None:
    if after < table.game_seq:
        raise Refused("late", "something else happened first")


def _starting(table: Table, seat: int) -> log.Began:
    if table.phase == "playing":
        raise Refused("no-game", "this game is not over yet")
    if table.phase == "lobby" and seat != table.host:
        raise Refused("not-host", "only the host deals the first game")
    return beginning(table)


def beginning(table: Table) -> log.Began:
    """The next game; bots sit down where nobody sits. Each rematch begins one seat on."""
    names: list[str] = []
    for chair in table.chairs:
        people = [other.name for other in table.chairs if other.keys]
        names.append(chair.name or bot_name([*names, *people]))
    first = (table.rules.first + table.games) % table.rules.players
    seed, past = seed_from(None), None
    if table.settings.match:
        past = []
        if table.match and not table.match.over:
            assert table.match.seed
            seed, past = table.match.seed, table.match.points
        first = table.rules.first
    return log.Began(seed.hex(), names, first, past)


def _configuring(table: Table, seat: int, frame: wire.Configure) -> log.Configured:
    if seat != table.host:
        raise Refused("not-host", "only the host changes the table")
    settings = table.settings if frame.settings is UNSET else frame.settings
    edition = table.rules.edition if frame.edition is UNSET else frame.edition
    options = _plain(table.rules) if frame.options is UNSET else frame.options
    rules = _checked(edition, options, settings)
    if table.phase != "lobby":
        if rules != table.rules:
            raise Refused("bad-options", "the rules stay as they were when the first game began")
        if settings.match != table.settings.match:
            raise Refused("bad-options", "whether it is a match was settled before the first game")
    if any(chair.keys for chair in table.chairs[rules.players :]):
        raise Refused("bad-options", "somebody sits on a seat that would go")
    return log.Configured(rules.edition, _plain(rules), settings)


def _checked(edition: str, options: dict[str, wire.Value], settings: wire.Settings) -> Rules:
    try:
        rules = configure(edition, **options)
        if settings.match:
            Match(rules, games=())
    except RulesError as error:
        raise Refused("bad-options", str(error), error.kind, **error.values) from None
    return rules


def _leaving(table: Table, seat: int, who: int) -> log.Left:
    if who != seat and seat != table.host:
        raise Refused("not-host", "only the host can give another's seat up")
    if who >= len(table.chairs) or not table.chairs[who].keys:
        raise Refused("bad-seat", "nobody sits there")
    return log.Left(who)


def _saying(table: Table, seat: int, frame: wire.Say) -> log.Said:
    if frame.phrase is not UNSET and frame.text is not UNSET:
        raise Refused("bad-frame", "say a phrase or a text, not both")
    if frame.phrase is not UNSET:
        return log.Said(seat, frame.phrase, None)
    if frame.text is UNSET:
        raise Refused("bad-frame", "say a phrase or a text")
    if not table.settings.chat:
        raise Refused("no-chat", "at this table only phrases are said")
    return log.Said(seat, None, checked_text(frame.text))


def _plain(rules: Rules) -> dict[str, wire.Value]:
    """The options that were chosen."""
    return {"players": rules.players, **rules.changed()}
