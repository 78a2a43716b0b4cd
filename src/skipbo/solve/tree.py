"""A small card game for two as a tree, in arrays: all that can happen, and what each seat knows.

Chance decides only what comes to be seen, as in `envs.reveal`, and all of it that comes between two
moves is one node. Hands drawn are told apart by their cards, not by the order they came in.

Two things keep the tree small. A move that wins is made: whoever has one has won, so that no player
can be seen to overlook it. And of moves that leave the same but for the order of the piles only the
first is in the tree; it stands for the others.

Nodes are numbered level by level, a parent before its children. What leads to a node from its
parent is a move, which has a slot, or chance. A slot belongs to an information set: to all nodes
that look alike to the seat on turn, which remembers everything that it has seen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots.imagine import imagine
from ..envs.reveal import TURNED_UP, Unfolding
from ..errors import SkipboError
from ..rules import cards
from ..rules.editions import Rules
from ..rules.state import NONE, OVER
from ..table.view import pile_faces, view_of

NO_SLOT = -1  # chance leads there
CHANCE, END = 2, 3  # instead of a seat on turn
PARTS = 1000  # in which the growth of a tree is told
MOST_NODES = 20_000_000

Seen = tuple[Any, ...]
Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Spot:
    """What a player is asked: a state as its seat may imagine it, and where each move leads."""

    state: Any
    places: dict[int, int]  # by the code of a legal move: which of the set's slots it takes

    @property
    def slots(self) -> int:
        return max(self.places.values()) + 1


@dataclass(frozen=True)
class Tree:
    """The arrays that `regrets` reads. Shares are those of the first seat, which begins."""

    rules: Rules
    parent: Ints  # by node, as are the next ones
    slot: Ints  # of the move that leads here, or NO_SLOT
    chance: Floats  # how likely chance leads here; 1 for a move
    turn: Ints  # a seat, or CHANCE, or END
    share: Floats  # of an END
    levels: Ints  # the first node of each level, and at last the number of nodes
    begins: Ints  # the first slot of each information set, and at last the number of slots
    owner: Ints  # by slot: the seat whose move it is
    spots: list[Spot]
    spot: Ints  # by information set
    left_off: Floats  # by node: 1 where the limit of moves was reached, else 0

    @property
    def nodes(self) -> int:
        return len(self.parent)

    @property
    def sets(self) -> int:
        return len(self.begins) - 1


def grow(rules: Rules, limit: int, progress: Callable[[int], None] = lambda done: None) -> Tree:
    """The tree of a game that is left off, and counts half for each, after `limit` moves.

    `progress` is told how many of PARTS are done.
    """
    if rules.family != "cards" or rules.players != 2 or rules.die:
        raise SkipboError("only card games for two without the die have such a tree")
    return _Growth(rules, limit).grow(progress)


@dataclass(slots=True)
class _Twig:
    """A node that is still to be looked at."""

    game: Unfolding
    parent: int
    slot: int
    chance: float
    level: int
    known: tuple[int, int]  # what each seat has seen, by number
    part: float  # of the whole tree, if all branches were alike


class _Growth:
    def __init__(self, rules: Rules, limit: int) -> None:
        self.rules = rules
        self.numbers: dict[Seen, int] = {}  # of what a seat has seen
        self.nodes: list[tuple[int, int, float, int, float, float, int]] = []
        self.sets: dict[int, int] = {}  # by what the seat has seen
        self.begins = [0]
        self.owner: list[int] = []
        self.spots: list[Spot] = []
        self.spot: list[int] = []
        self.known_spots: dict[Seen, int] = {}
        root = Unfolding(rules, limit)
        self.twigs = [_Twig(root, 0, NO_SLOT, 1.0, 0, (self.number((0,)), self.number((1,))), 1.0)]

    def grow(self, progress: Callable[[int], None]) -> Tree:
        done = 0.0
        while self.twigs:
            twig = self.twigs.pop()
            before = len(self.twigs)
            self.look_at(twig)
            if len(self.nodes) > MOST_NODES:
                raise SkipboError(
                    f"this game has more than {MOST_NODES:,} nodes: try a lower limit"
                )
            if len(self.twigs) == before:
                done += twig.part
            if len(self.nodes) % 1000 == 0:
                progress(int(done * PARTS))
        progress(PARTS)
        return self.arranged()

    def number(self, seen: Seen) -> int:
        return self.numbers.setdefault(seen, len(self.numbers))

    def look_at(self, twig: _Twig) -> None:
        game = twig.game
        if game.over:
            self.add(twig, END, share_of(game), float(game.s.waiting != OVER))
        elif game.chance:
            self.add(twig, CHANCE)
            self.branch(twig, list(self.falls(twig)))
        else:
            self.decide(twig)

    def add(self, twig: _Twig, turn: int, share: float = 0.0, left_off: float = 0.0) -> None:
        told = twig.parent, twig.slot, twig.chance, turn, share, left_off, twig.level
        self.nodes.append(told)

    def branch(self, twig: _Twig, told: list[tuple[Unfolding, int, float, Seen, Seen]]) -> None:
        node, part = len(self.nodes) - 1, twig.part / len(told)
        first, second = twig.known
        for game, slot, chance, one, other in told:
            known = self.number((first, *one)), self.number((second, *other))
            game.events.clear()
            self.twigs.append(_Twig(game, node, slot, chance, twig.level + 1, known, part))

    # --- Chance

    def falls(self, twig: _Twig) -> Iterator[tuple[Unfolding, int, float, Seen, Seen]]:
        """What chance may bring before the next move, each with what the seats see of it."""
        merged: dict[Seen, tuple[Unfolding, float]] = {}
        for game, chance, came in dealt(twig.game, 1.0, ()):
            came = tuple(sorted(came))
            first, so_far = merged.get(came, (game, 0.0))
            merged[came] = first, so_far + chance
        for came, (game, chance) in merged.items():
            yield game, NO_SLOT, chance, seen_by(0, came), seen_by(1, came)

    # --- Moves

    def decide(self, twig: _Twig) -> None:
        game, seat = twig.game, int(twig.game.s.seat)
        after = {int(game.bound.move_of(game.s, a)): played(game, a) for a in game.legal()}
        if any(later.s.winner == seat for later in after.values()):
            self.add(twig, END, float(seat == 0))
            return
        different: dict[Seen, int] = {}  # by what is left: the first move that leaves it
        places = {
            move: different.setdefault(left(later), len(different)) for move, later in after.items()
        }
        self.add(twig, seat)
        first = self.slots(twig.known[seat], seat, game, places)
        firsts = {place: move for move, place in reversed(places.items())}
        self.branch(
            twig,
            [
                (after[firsts[place]], first + place, 1.0, (firsts[place],), (firsts[place],))
                for place in range(len(different))
            ],
        )

    def slots(self, known: int, seat: int, game: Unfolding, places: dict[int, int]) -> int:
        """The first slot of the information set, which is made if it is new."""
        if known not in self.sets:
            self.sets[known] = len(self.sets)
            self.spot.append(self.spot_of(game, places))
            self.owner += [seat] * (max(places.values()) + 1)
            self.begins.append(len(self.owner))
        return self.begins[self.sets[known]]

    def spot_of(self, game: Unfolding, places: dict[int, int]) -> int:
        s = game.s
        seen = view_of(s, self.rules, int(s.seat)), s.acted, s.passes
        if seen not in self.known_spots:
            state = imagine(seen[0])
            state.acted, state.passes = s.acted, s.passes  # the view tells it by the moves before
            self.known_spots[seen] = len(self.spots)
            self.spots.append(Spot(state, places))
        return self.known_spots[seen]

    # --- The arrays

    def arranged(self) -> Tree:
        """Nodes in the order of their levels."""
        parent, slot, chance, turn, share, left_off, level = map(
            np.array, zip(*self.nodes, strict=True)
        )
        order = np.argsort(level, kind="stable")
        place = np.empty(len(order), np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        levels = np.searchsorted(level[order], np.arange(level.max() + 2))
        return Tree(
            rules=self.rules,
            parent=place[parent[order]],
            slot=slot[order].astype(np.int32),
            chance=chance[order],
            turn=turn[order].astype(np.int32),
            share=share[order],
            levels=levels.astype(np.int32),
            begins=np.array(self.begins, np.int32),
            owner=np.array(self.owner, np.int32),
            spots=self.spots,
            spot=np.array(self.spot, np.int32),
            left_off=left_off[order],
        )


def share_of(game: Unfolding) -> float:
    """What the first seat has of a game that is over: blocked (O3) or left off, half of it."""
    return 0.5 if game.s.winner == NONE else float(game.s.winner == 0)


def dealt(game: Unfolding, chance: float, came: Seen) -> Iterator[tuple[Unfolding, float, Seen]]:
    """Every way in which chance may go on until somebody is to move.

    Cards of one pool that are drawn together mean the same in any order. From two pools they do
    not: who draws knows that the shuffle came in between (C10).
    """
    if not game.chance or game.place is None:
        yield game, chance, came
        return
    outcomes = game.outcomes()
    total, place = sum(weight for _, weight in outcomes), game.place
    for number, weight in outcomes:
        later = game.copy()
        later.decide(number)
        event = place.kind, place.seat, game.pool[place.card], number
        yield from dealt(later, chance * weight / total, (*came, event))


def seen_by(seat: int, came: Seen) -> Seen:
    """What a seat sees of the cards that came: stock cards, and those in its own hand."""
    return tuple(e for e in came if e[0] == TURNED_UP or e[1] == seat)


def played(game: Unfolding, action: int) -> Unfolding:
    later = game.copy()
    later.play(action)
    return later


def left(game: Unfolding) -> Seen:
    """All that a move has left, with equal piles in any order."""
    s, rules = game.s, game.rules
    building = sorted(
        (s.number[i], pile_faces(s, rules, cards.FIRST_BUILDING + i)) for i in range(rules.building)
    )
    discards = [
        sorted(
            pile_faces(s, rules, cards.FIRST_DISCARD + seat * rules.discards + i)
            for i in range(rules.discards)
        )
        for seat in range(rules.players)
    ]
    hands = [
        sorted(map(game.bound.number, hand[:held]))
        for hand, held in zip(s.hand, s.held, strict=True)
    ]
    return (
        *(s.seat, s.waiting, s.acted, s.passes, *s.stock, *s.held),
        *(tuple(building), *map(tuple, discards), *map(tuple, hands)),
    )
