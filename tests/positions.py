"""Positions laid out by faces, and text moves played on them by the interpreted machine.

Cards are told by their faces, `"1 2 W"`. Each card mentioned gets the next unused identity of its
face; cards that nobody mentions are out of the game, so that only `draw` can be drawn.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from skipbo.machine import constants, setting
from skipbo.machine.python import machine, new_state
from skipbo.rules import cards, dice
from skipbo.rules.editions import configure
from skipbo.rules.state import MOVE, NONE, OK, OVER, ROLL, SHUFFLE
from skipbo.table.notation import Move, card_text, dice_face_text, die_text

WAITING = {MOVE: "move", SHUFFLE: "shuffle", ROLL: "roll", OVER: "over"}
ONE_TO_TWELVE = "1 2 3 4 5 6 7 8 9 10 11 12"


class Game:
    """What cards and dice have in common: a state, its moves as text, and whose turn it is."""

    def __init__(self, edition: str, **options: object) -> None:
        self.rules = configure(edition, **options)
        self.machine = machine(self.rules)
        self.state: Any = new_state(self.rules)
        self.machine.begin(self.state, *setting(self.rules))

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    @property
    def waiting(self) -> str:
        """`move`, `shuffle`, `roll` or `over`."""
        return WAITING[self.state.waiting]

    @property
    def winner(self) -> int | None:
        return None if self.state.winner == NONE else int(self.state.winner)

    def why_not(self, move: str) -> int:
        return int(self.machine.why_not(self.state, Move.parse(move).code))

    def legal(self) -> set[str]:
        moves = [0] * self.machine.MOST_LEGAL
        n = self.machine.legal(self.state, moves)
        assert len(set(moves[:n])) == n
        return {str(Move.of(code, self.rules.family)) for code in moves[:n]}

    def make(self, move: str) -> None:
        assert self.why_not(move) == OK, f"{move} is refused for reason {self.why_not(move)}"
        assert move in self.legal()
        self.machine.play(self.state, Move.parse(move).code)


class Cards(Game):
    """A card game, with everything in it as faces. Piles read from the bottom to the top."""

    def play(self, move: str, *outcomes: str) -> None:
        """Make a move; `outcomes` tell the shuffles and rolls that follow from it, in order."""
        before = self.everything()
        self.make(move)
        for outcome in outcomes:
            self.tell(outcome)
        assert self.everything() == before

    def tell(self, outcome: str) -> None:
        """What chance brings: the die's face, or the cards that are drawn first after a shuffle."""
        order = [0] * max(self.rules.cards, 1)
        n = self.machine.ask(self.state, order)
        if self.waiting == "roll":
            order[0] = self.die_faces().index(outcome)
        else:
            assert self.waiting == "shuffle", f"nothing waits for {outcome}"
            order[:n] = self.stacked(order[:n], outcome)
        self.machine.tell(self.state, order, n)

    def stacked(self, heap: list[int], outcome: str) -> list[int]:
        """The heap with the faces of the outcome first; the others follow as they lie."""
        first: list[int] = []
        for face in outcome.split():
            found = [card for card in heap if self.face(card) == face and card not in first]
            assert found, f"too few of {face} are shuffled"
            first.append(found[0])
        return first + [card for card in heap if card not in first]

    def legal(self) -> set[str]:
        """The legal moves, after a look whether the judge says the same of every move there is."""
        found = super().legal()
        judged = [code for code in range(cards.MOVES) if not self.machine.why_not(self.state, code)]
        assert found == {str(Move.of(code, "cards")) for code in judged}
        return found

    def face(self, card: int) -> str:
        return card_text(card, self.rules)

    def faces(self, found: Sequence[int]) -> str:
        return " ".join(self.face(card) for card in found)

    def pile(self, pile: int) -> list[int]:
        found: list[int] = []
        card = self.state.top[pile]
        while card != NONE:
            assert card not in found
            found.insert(0, card)
            card = self.state.below[card]
        return found

    def everything(self) -> list[int]:
        """The identities of all the cards in the game, wherever they are."""
        s, seats = self.state, range(self.rules.players)
        found = [card for pile in range(len(s.top)) for card in self.pile(pile)]
        found += [card for seat in seats for card in s.hand[seat][: s.held[seat]]]
        assert [len(self.pile(cards.FIRST_STOCK + seat)) for seat in seats] == s.stock[: len(seats)]
        return sorted(found)

    @property
    def hands(self) -> list[str]:
        s = self.state
        return [self.faces(s.hand[seat][: s.held[seat]]) for seat in range(self.rules.players)]

    @property
    def stocks(self) -> list[str]:
        """Each stock pile; its open card stands last."""
        seats = range(self.rules.players)
        return [self.faces(self.pile(cards.FIRST_STOCK + seat)) for seat in seats]

    @property
    def discards(self) -> list[list[str]]:
        return [
            [self.faces(self.pile(self.discard_pile(seat, i))) for i in range(self.rules.discards)]
            for seat in range(self.rules.players)
        ]

    @property
    def building(self) -> list[int]:
        """The number that each building pile has reached."""
        return list(self.state.number[: self.rules.building])

    @property
    def piles(self) -> list[str]:
        """The cards that lie in each building pile."""
        places = range(self.rules.building)
        return [self.faces(self.pile(cards.FIRST_BUILDING + place)) for place in places]

    @property
    def completed(self) -> str:
        """The cards of the completed piles, in the deck's order: they are a heap."""
        return self.faces(sorted(self.pile(cards.DONE)))

    @property
    def draw(self) -> str:
        """The draw pile, the next card first."""
        return self.faces(self.pile(cards.DRAW)[::-1])

    @property
    def die(self) -> str:
        """The die's face, or nothing when it is used."""
        return self.die_faces()[self.state.die] if self.state.die < cards.DIE_FACES else ""

    @property
    def points(self) -> int:
        return int(self.machine.points(self.state))

    def die_faces(self) -> list[str]:
        return [die_text(face, self.rules) for face in range(cards.DIE_FACES)]

    def discard_pile(self, seat: int, pile: int) -> int:
        return int(self.machine.discard_pile(seat, pile))


class Deal(Cards):
    """A fresh game, dealt from a deck with these cards on top; what is not named lies beneath."""

    def __init__(self, edition: str, deck: str = "", *rolls: str, **options: object) -> None:
        super().__init__(edition, **options)
        for outcome in (deck, *rolls):
            self.tell(outcome)


class Position(Cards):
    """A position in the middle of a turn, when its draw is done and its die is rolled.

    What is left out: a hand, a discard pile or the draw pile is empty, a stock pile is one 12.
    A building pile is told by its cards, or by its number when all its cards are natural.
    """

    def __init__(
        self,
        edition: str,
        *,
        seat: int = 0,
        hands: Sequence[str] = (),
        stocks: Sequence[str] = (),
        discards: Sequence[Sequence[str]] = (),
        building: Sequence[int | str] = (),
        completed: str = "",
        draw: str = "",
        die: str = "",
        **options: object,
    ) -> None:
        super().__init__(edition, **options)
        self.used: Counter[str] = Counter()
        s = self.state
        s.seat, s.turns, s.deal, s.waiting = seat, 1, 0, MOVE
        self.lay(cards.DONE, completed)
        self.lay(cards.DRAW, " ".join(reversed(draw.split())))
        for place, pile in enumerate(building):
            text = pile if isinstance(pile, str) else " ".join(ONE_TO_TWELVE.split()[:pile])
            s.number[place] = self.lay(cards.FIRST_BUILDING + place, text)
        for owner in range(self.rules.players):
            stock = stocks[owner] if owner < len(stocks) else "12"
            s.stock[owner] = self.lay(cards.FIRST_STOCK + owner, stock)
        for owner, piles in enumerate(discards):
            for i, text in enumerate(piles):
                self.lay(self.discard_pile(owner, i), text)
        for owner, hand in enumerate(hands):
            held = [self.new_card(face) for face in hand.split()]
            s.hand[owner][: len(held)] = held
            s.held[owner] = len(held)
        if die:
            s.waiting = ROLL
            self.tell(die)

    def lay(self, pile: int, text: str) -> int:
        """Make a pile of these cards, the last one on top; how many they are."""
        self.state.top[pile] = NONE
        for face in text.split():
            self.machine.push(self.state, pile, self.new_card(face))
        return len(text.split())

    def new_card(self, face: str) -> int:
        numbers = constants(self.rules)
        first = numbers["RANKS"] * numbers["COPIES"]
        room = numbers["WILDS"]
        if face != "W":
            first, room = (int(face) - 1) * numbers["COPIES"], numbers["COPIES"]
        assert self.used[face] < room, f"the deck has no more of {face}"
        self.used[face] += 1
        return first + self.used[face] - 1


class Dice(Game):
    """A game of Dice at the beginning of a turn, before its roll or after the one that is told.

    A roll is told by its faces in any order: numbers, `Wg` for a green Skip-Bo, `-r` for a red
    blank. They must have the colours of the dice in the cup.
    """

    def __init__(
        self,
        roll: str = "",
        *,
        first_empty: int = 1,
        scores: Sequence[int] = (),
        goal: int = 50,
        **options: object,
    ) -> None:
        super().__init__("dice", **options)
        s = self.state
        s.turns, s.space, s.goal = 0, first_empty - 1, goal
        s.score[: len(scores)] = scores
        self.machine.start_turn(s)
        if roll:
            self.roll(roll)

    def play(self, move: str, roll: str = "") -> None:
        self.make(move)
        if roll:
            self.roll(roll)

    def roll(self, text: str) -> None:
        assert self.waiting == "roll"
        faces = text.split()
        assert len(faces) == self.cup
        self.tell([self.take_fall(faces, i) for i in range(self.cup)])

    def take_fall(self, faces: list[str], i: int) -> int:
        """Take the first face that the i-th die in the cup can show; how the die falls for it."""
        shown = self.die_shows(i)
        fitting = [face for face in faces if face in shown]
        assert fitting, f"none of {faces} is on a die that shows {shown}"
        faces.remove(fitting[0])
        return shown.index(fitting[0])

    def tell(self, falls: list[int]) -> None:
        assert self.machine.ask(self.state, []) == len(falls)
        self.machine.tell(self.state, falls, len(falls))

    def miss(self) -> None:
        """A roll from which nothing can be placed."""
        self.tell([self.other_number(i) for i in range(self.cup)])

    def hit(self) -> None:
        """A roll from which the natural die for the first empty space can be placed, no other."""
        needed = self.die_shows(0).index(str(self.first_empty))
        self.tell([needed, *(self.other_number(i) for i in range(1, self.cup))])

    def place_singly(self, times: int) -> None:
        """Place one natural die in each of so many rolls."""
        for _ in range(times):
            if self.waiting != "roll":
                self.play("roll")
            self.hit()
            self.play(f"place:{self.first_empty}")

    def score(self, points: int) -> None:
        """A turn of natural dice that is worth so many points (D10)."""
        self.place_singly(points - self.first_empty + 1)
        self.play("stop")

    def other_number(self, i: int) -> int:
        """How the i-th die falls to show a number that is not needed now."""
        return 1 if self.die_shows(i)[0] == str(self.first_empty) else 0

    def die_shows(self, i: int) -> list[str]:
        """The six faces of the i-th die in the cup."""
        space = self.state.space + i
        return [dice_face_text(self.machine.face(space, fall), space) for fall in range(6)]

    @property
    def first_empty(self) -> int:
        return int(self.state.space) + 1

    @property
    def cup(self) -> int:
        return int(self.state.cup)

    @property
    def colours(self) -> str:
        """The colours of the dice in the cup, as `ggggr`."""
        return "".join("grp"[dice.colour(self.state.space + i)] for i in range(self.cup))

    @property
    def goal(self) -> int:
        return int(self.state.goal)

    @property
    def scores(self) -> list[int]:
        return list(self.state.score[: self.rules.players])


# --- Looking at it


def all_faces(game: Cards) -> Counter[str]:
    return Counter(game.faces(game.everything()).split())


def moves(game: Cards, part: str) -> set[str]:
    """The legal moves whose text has that part."""
    return {move for move in game.legal() if part in move}
