"""A match: games in a row, the deal moving on, until a side has the points (C13-C15)."""

import hashlib
import re
from collections.abc import Iterator, Sequence

from ..errors import RecordError, RulesError, SkipboError, Unverifiable, shorten
from ..rules.editions import Rules, edition
from .chance import Chance, Seeded, seed_from
from .game import Game, check_names
from .notation import card_text, number_value
from .record import (
    HEADER,
    Head,
    Record,
    at_line,
    check_header,
    lines_of,
    read_digits,
    write_head,
)
from .replay import replay_record, verify_record

MATCH_HEADER = "skipbo match 1"

DRAWN = re.compile(r"([0-5])=((?:W,)*(?:[1-9]|1[0-2]))")  # 1=W,3

CutRound = dict[int, tuple[str, ...]]  # what each seat drew; a wild is drawn again


class Match:
    """Games in a row between the same seats. `game` is the one being played."""

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int | bytes | None = None,
        names: Sequence[str] = (),
        cut: Sequence[CutRound] | None = None,
        cut_seed: bytes | None = None,
        games: Sequence[Game] | None = None,
        past: Sequence[Sequence[int]] = (),
    ) -> None:
        """A match, with its next game dealt unless the games so far are given.

        `past`: the points of games that are over and need not be kept.
        """
        if rules.family == "dice":
            raise RulesError("dice has no match: target is the score that one game is played to")
        if rules.first and cuts_for_dealer(rules):
            raise RulesError(f"first is not chosen in {rules.edition}: the cut decides who begins")
        self.rules = rules
        self.names = check_names(names, rules.players)
        self.seed = None if seed is None else seed_from(seed)
        self.cut = list(cut or ())
        self.cut_seed = cut_seed
        if cuts_for_dealer(rules) and not cut:
            self.cut_seed = self._seed("cut")
            self.cut = cut_for_dealer(rules, Seeded(self.cut_seed))
        self.past = [list(points) for points in past]
        self.games = list(games or ())
        if games is None:
            self._deal()

    @property
    def dealer(self) -> int:
        """Who deals this game: the one on the right of the seat that begins (C14)."""
        return (self.game.rules.first - 1) % self.rules.players

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def first_of_all(self) -> int:
        """Who begins the first game: left of the dealer (C14), or the youngest (C15)."""
        return (winner_of_cut(self.cut) + 1) % self.rules.players if self.cut else self.rules.first

    @property
    def scores(self) -> list[int]:
        """Each side's points, from the games that are over."""
        return [sum(points) for points in zip(*self.points, strict=True)]

    @property
    def points(self) -> list[list[int]]:
        """What each side scored, game by game."""
        return [*self.past, *(game.scores for game in self.games)]

    @property
    def over(self) -> bool:
        return self.game.over and max(self.scores) >= self.rules.target

    @property
    def winners(self) -> list[int]:
        """The seats that have won the match."""
        return self.game.winners if self.over else []  # O9: only a game's winner scores

    def next(self) -> Game:
        """Deal the next game; the seat to the left begins, also after a blocked game (O3)."""
        if not self.game.over:
            raise SkipboError("this game is not over yet")
        if self.over:
            raise SkipboError("the match is over")
        self._deal()
        return self.game

    def record(self, secret: bool = False) -> "MatchRecord":
        """All games, to be kept or replayed; as a game's record, not to be shown before the end."""
        return MatchRecord(self, secret)

    def _deal(self) -> None:
        number = len(self.past) + len(self.games)
        first = (self.first_of_all + number) % self.rules.players
        chance = Seeded(self._seed(f"game {number + 1}"))
        self.games.append(Game(self.rules.but(first=first), chance, self.names))

    def _seed(self, part: str) -> bytes:
        """Each game has a seed of its own: revealing one tells nothing of the next."""
        if self.seed is None:
            return seed_from(None)
        return hashlib.sha256(self.seed + part.encode()).digest()


# --- The cut for dealer


def cuts_for_dealer(rules: Rules) -> bool:
    """C14, C15: whether the dealer is cut for, or the youngest begins."""
    return not edition(rules.edition).youngest_begins


def cut_for_dealer(rules: Rules, chance: Chance) -> list[CutRound]:
    """C14, O4: everyone draws a card, wilds again; those tied for the highest draw again."""
    deck = _deck(rules, chance)
    rounds: list[CutRound] = []
    seats = list(range(rules.players))
    while len(seats) > 1:
        rounds.append({seat: _draw_number(deck) for seat in seats})
        seats = _highest(rounds[-1])
    return rounds


def _deck(rules: Rules, chance: Chance) -> Iterator[str]:
    """The shuffled deck, card by card, and shuffled again should it run out."""
    faces = [card_text(card, rules) for card in range(rules.cards)]
    event = 0
    while True:
        yield from chance.shuffle(event, faces)
        event += 1


def _draw_number(deck: Iterator[str]) -> tuple[str, ...]:
    drawn = [next(deck)]
    while drawn[-1] == "W":
        drawn.append(next(deck))
    return tuple(drawn)


def _highest(cut: CutRound) -> list[int]:
    best = max(number_value(drawn[-1]) for drawn in cut.values())
    return [seat for seat, drawn in cut.items() if number_value(drawn[-1]) == best]


def winner_of_cut(rounds: Sequence[CutRound]) -> int:
    return _highest(rounds[-1])[0]


# --- As text


class MatchRecord:
    """A match as text: its head, the cut, and each game's record."""

    def __init__(self, match: Match, secret: bool = False) -> None:
        self.match = match
        self.secret = secret

    def dumps(self) -> str:
        match = self.match
        lines = [MATCH_HEADER, *write_head(match.rules, match.names)]
        for cut in match.cut:
            drawn = (f"{seat}={','.join(faces)}" for seat, faces in cut.items())
            lines.append(f"cut: {' '.join(drawn)}")
        if match.cut_seed:
            lines.append(f"cut-seed: {match.cut_seed.hex()}")
        games = [game.record(self.secret).dumps() for game in match.games]
        return "\n".join(lines) + "\n\n" + "\n".join(games)


def is_match(text: str) -> bool:
    """Whether a text is a match's record and not a game's."""
    return next(lines_of(text), (0, ""))[1] == MATCH_HEADER


def verify_match(text: str) -> None:
    """Check the cut and the chance of every game of a match."""
    match = replay_match(text)
    if match.cut:
        if not match.cut_seed:
            raise Unverifiable("this match cannot be checked: it has no cut-seed")
        if cut_for_dealer(match.rules, Seeded(match.cut_seed)) != match.cut:
            raise RecordError("the cut for dealer is not what its seed gives")
    for first_line, part in _split(text)[1]:
        verify_record(Record.loads(part, first_line))


def replay_match(text: str) -> Match:
    """Play a match again from its record, every move checked by the rules."""
    head, parts = _split(text)
    match = _read_head(head)
    if not parts:
        raise RecordError("the match has no game")
    for first_line, part in parts:
        _add_game(match, part, first_line)
    return match


def _split(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The head of a match's record, and its games with the line that each begins on."""
    lines = text.splitlines()
    starts = [i for i, line in enumerate(lines) if line.strip() == HEADER]
    ends = [*starts[1:], len(lines)]
    parts = [(i + 1, "\n".join(lines[i:end])) for i, end in zip(starts, ends, strict=False)]
    return "\n".join(lines[: starts[0]] if starts else lines), parts


def _read_head(text: str) -> Match:
    lines = lines_of(text)
    check_header(lines, MATCH_HEADER)
    head, cuts, cut_seed = Head(), list[tuple[int, CutRound]](), None
    for number, line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise RecordError(f"expected 'name: value', found {shorten(line)}", number)
        if key == "cut":
            cuts.append((number, _read_cut(number, value)))
        elif key == "cut-seed":
            cut_seed = read_digits(key, value, number)
        else:
            head.line(number, key, value)
    rules, names = head.finish()
    with at_line(head.numbers["edition"]):
        rounds = [cut for _, cut in cuts]
        match = Match(rules, names=names, cut=rounds, cut_seed=cut_seed, games=())
    _check_cuts(rules, cuts)
    return match


def _read_cut(number: int, text: str) -> CutRound:
    cut: CutRound = {}
    for word in text.split():
        found = DRAWN.fullmatch(word)
        if not found or int(found[1]) in cut:
            raise RecordError(f"a cut reads like 0=7 1=W,3, not {shorten(word)}", number)
        cut[int(found[1])] = tuple(found[2].split(","))
    return cut


def _check_cuts(rules: Rules, cuts: Sequence[tuple[int, CutRound]]) -> None:
    """The right seats drew, again and again until one of them is the dealer (O4)."""
    due = list(range(rules.players)) if cuts_for_dealer(rules) else []
    for number, cut in cuts:
        if len(due) < 2 or list(cut) != due:
            who = f"the seats {due} cut here" if len(due) > 1 else "there is nothing to cut for"
            raise RecordError(f"{who}, not {list(cut)}", number)
        if any(number_value(drawn[-1]) > rules.ranks for drawn in cut.values()):
            raise RecordError(f"the cut has a number above {rules.ranks}", number)
        due = _highest(cut)
    if len(due) > 1:
        what = f"not decided among the seats {due}" if cuts else "missing"
        raise RecordError(f"the cut for dealer is {what}", cuts[-1][0] if cuts else 0)


def _add_game(match: Match, text: str, first_line: int) -> None:
    number = len(match.games)
    if match.games and (not match.game.over or match.over):
        why = "the match is over" if match.over else "the game before is not over"
        raise RecordError(f"there can be no game {number + 1}: {why}", first_line)
    record = Record.loads(text, first_line)
    first = (match.first_of_all + number) % match.rules.players
    if record.rules != match.rules.but(first=first) or record.names != match.names:
        raise RecordError(
            f"game {number + 1} has other options or names than the match, or another seat "
            f"begins than seat {first}",
            first_line,
        )
    match.games.append(replay_record(record))
