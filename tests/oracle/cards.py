"""The card games (rules C, P, M, O), written to be read: lists of faces and small functions.

A face is a string: "1" to "12" (up to `ranks`), or "W" for a Skip-Bo card.
"""

from collections.abc import Callable
from typing import Any

WILD = "W"
DISCARD_TWO = "discard2"
DRAW_ONE = "draw1"


def face_order(face: str) -> tuple[bool, int]:
    """Numbers ascending, wilds last."""
    if face == WILD:
        return (True, 0)
    return (False, int(face))


def in_order(faces: list[str]) -> list[str]:
    return sorted(faces, key=face_order)


def full_deck(ranks: int, copies: int, wilds: int) -> list[str]:
    """C1, O5: the deck, sorted."""
    deck: list[str] = []
    for number in range(1, ranks + 1):
        deck += [str(number)] * copies
    return deck + [WILD] * wilds


def die_faces(ranks: int) -> list[str]:
    """M3: three thirds of the numbers, wild, Discard 2, Opponent Draws 1."""
    faces = []
    for third in range(3):
        low = third * ranks // 3 + 1
        high = (third + 1) * ranks // 3
        faces.append(f"{low}-{high}")
    return [*faces, WILD, DISCARD_TWO, DRAW_ONE]


class CardOracle:
    def __init__(
        self,
        players: int,
        stock: int,
        *,
        ranks: int = 12,
        copies: int = 12,
        wilds: int = 18,
        hand: int = 5,
        building: int = 4,
        discards: int = 4,
        partners: bool = False,
        die: bool = False,
        refill: str = "beneath",
        first: int = 0,
        shuffle: Callable[[int, list[str]], list[str]],
        roll: Callable[[int], str],
    ) -> None:
        assert refill in ("beneath", "none")
        assert not partners or players % 2 == 0
        self.players = players
        self.ranks = ranks
        self.hand_size = hand
        self.partners = partners
        self.has_die = die
        self.refill = refill
        self.shuffle = shuffle
        self.roll = roll

        self.events = 0  # chance events so far
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.stocks: list[list[str]] = [[] for _ in range(players)]  # bottom first
        self.discards: list[list[list[str]]] = [
            [[] for _ in range(discards)] for _ in range(players)
        ]
        self.numbers = [0] * building  # what each building pile shows; 0: an empty place
        self.piles: list[list[str]] = [[] for _ in range(building)]  # its real cards
        self.draw: list[str] = []  # next to draw first
        self.completed: list[str] = []

        self.seat = first
        self.die: str | None = None  # the face rolled this turn, while a use of it is left
        self.die_discards_left = 0
        self.moved_this_turn = False  # something other than `pass`
        self.empty_turns = 0  # turns in a row of nothing but `pass`
        self.over = False
        self.blocked = False
        self.winners: list[int] = []

        self._deal(stock, full_deck(ranks, copies, wilds))
        self._start_turn()

    def copy(self) -> "CardOracle":
        new = CardOracle.__new__(CardOracle)
        new.__dict__.update(self.__dict__)
        new.hands = [list(cards) for cards in self.hands]
        new.stocks = [list(cards) for cards in self.stocks]
        new.discards = [[list(cards) for cards in piles] for piles in self.discards]
        new.numbers = list(self.numbers)
        new.piles = [list(cards) for cards in self.piles]
        new.draw = list(self.draw)
        new.completed = list(self.completed)
        new.winners = list(self.winners)
        return new

    def snapshot(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "hands": [list(cards) for cards in self.hands],
            "stocks": [list(cards) for cards in self.stocks],
            "discards": [[list(cards) for cards in piles] for piles in self.discards],
            "building": [
                [self.numbers[place], list(self.piles[place])] for place in range(len(self.piles))
            ],
            "draw": list(self.draw),
            "completed": in_order(self.completed),
            "die": self.die,
            "over": self.over,
            "blocked": self.blocked,
            "winners": list(self.winners),
        }

    # ---- chance -------------------------------------------------------------------------

    def _shuffled(self, faces: list[str]) -> list[str]:
        new = list(self.shuffle(self.events, in_order(faces)))
        self.events += 1
        assert in_order(new) == in_order(faces), "a shuffle must keep the cards"
        return new

    def _roll_die(self) -> None:
        """M1, M3."""
        face = self.roll(self.events)
        self.events += 1
        assert face in die_faces(self.ranks), face
        self.die = face
        self.die_discards_left = 2 if face == DISCARD_TWO else 0

    # ---- setting up, drawing, turns -----------------------------------------------------

    def _deal(self, stock: int, deck: list[str]) -> None:
        """C3, C4: one card at a time round the table; the last one dealt lies open on top."""
        self.draw = self._shuffled(deck)
        for _ in range(stock):
            for step in range(self.players):
                self.stocks[(self.seat + step) % self.players].append(self.draw.pop(0))

    def _beneath(self) -> list[str]:
        """O1: the cards under the top card of each building pile."""
        faces: list[str] = []
        for pile in self.piles:
            faces += pile[:-1]
        return faces

    def _can_get_a_card(self) -> bool:
        if self.draw or self.completed:
            return True
        return self.refill == "beneath" and bool(self._beneath())

    def _get_a_card(self) -> str | None:
        """The next card of the draw pile, which is filled again first if it is empty."""
        if not self.draw and self.completed:  # C10
            self.draw = self._shuffled(self.completed)
            self.completed = []
        if not self.draw and self.refill == "beneath" and self._beneath():  # O1
            self.draw = self._shuffled(self._beneath())
            self.piles = [pile[-1:] for pile in self.piles]  # the numbers stay
        if not self.draw:  # O2
            return None
        return self.draw.pop(0)

    def _fill_hand(self) -> None:
        """C8, C9, O2."""
        hand = self.hands[self.seat]
        while len(hand) < self.hand_size:
            card = self._get_a_card()
            if card is None:
                return
            hand.append(card)

    def _start_turn(self) -> None:
        """C8, M1: draw, then roll."""
        self.moved_this_turn = False
        self._fill_hand()
        if self.has_die:
            self._roll_die()

    def _drop_die(self) -> None:
        """M2: used up, or lapsed."""
        self.die = None
        self.die_discards_left = 0

    def _end_turn(self) -> None:
        self._drop_die()
        if self.moved_this_turn:
            self.empty_turns = 0
        else:
            self.empty_turns += 1
        if self.empty_turns == self.players:  # O3
            self.over = True
            self.blocked = True
            return
        self.seat = (self.seat + 1) % self.players
        self._start_turn()

    # ---- sides --------------------------------------------------------------------------

    def _side(self, seat: int) -> list[int]:
        """P7: the seats that win together with this one."""
        if not self.partners:
            return [seat]
        return sorted([seat, self._partner(seat)])

    def _partner(self, seat: int) -> int:
        return (seat + self.players // 2) % self.players

    def _check_win(self) -> None:
        """C11; P3: with partners both stock piles must be finished."""
        side = self._side(self.seat)
        if all(not self.stocks[seat] for seat in side):
            self.over = True
            self.winners = side
            self._drop_die()

    # ---- where cards come from ----------------------------------------------------------

    def _sources(self) -> dict[str, str]:
        """C8, P1: every place to play from, by its text, with the face that lies there."""
        sources: dict[str, str] = {}
        for face in self.hands[self.seat]:
            sources["h" + face] = face
        self._add_table_sources(sources, "", self.seat)
        if self.partners:
            self._add_table_sources(sources, "p", self._partner(self.seat))
        return sources

    def _add_table_sources(self, sources: dict[str, str], prefix: str, owner: int) -> None:
        if self.stocks[owner]:
            sources[prefix + "s"] = self.stocks[owner][-1]
        for place, pile in enumerate(self.discards[owner]):
            if pile:  # C7: only the top card
                sources[f"{prefix}d{place + 1}"] = pile[-1]

    def _take(self, source: str) -> str:
        """Take the card away from the place it is played from."""
        if source.startswith("h"):
            face = source[1:]
            self.hands[self.seat].remove(face)  # the first of equal ones
            return face
        owner = self.seat
        if source.startswith("p"):
            owner = self._partner(self.seat)
            source = source[1:]
        if source == "s":
            return self.stocks[owner].pop()
        assert source.startswith("d"), source
        return self.discards[owner][int(source[1:]) - 1].pop()

    # ---- building piles -----------------------------------------------------------------

    def _needs(self, place: int) -> int:
        """C5: the number that goes on this building pile next."""
        return self.numbers[place] + 1

    def _step_up(self, place: int) -> None:
        """C5: the pile shows the next number; when complete it goes away at once."""
        self.numbers[place] += 1
        if self.numbers[place] == self.ranks:
            self.completed += self.piles[place]  # M5: the real cards only
            self.piles[place] = []
            self.numbers[place] = 0

    def _build(self, source: str, place: int) -> None:
        """Play one card onto a building pile, and what follows from it."""
        self.piles[place].append(self._take(source))
        self._step_up(place)
        self._check_win()
        if source.startswith("h") and not self.hands[self.seat] and not self.over:
            self._fill_hand()  # C9

    # ---- legal moves --------------------------------------------------------------------

    def legal(self) -> set[str]:
        if self.over:
            return set()
        moves = self._legal_builds() | self._legal_discards("") | self._legal_die_moves()
        if not self.hands[self.seat]:  # O2, O7
            moves.add("pass")
        return moves

    def _legal_builds(self) -> set[str]:
        moves = set()
        for source, face in self._sources().items():
            for place in range(len(self.piles)):
                if face in (WILD, str(self._needs(place))):  # C5, C6
                    moves.add(f"{source}>b{place + 1}")
        return moves

    def _legal_discards(self, prefix: str) -> set[str]:
        """C7, P2: own hand, own piles."""
        moves = set()
        for face in self.hands[self.seat]:
            for place in range(len(self.discards[self.seat])):
                moves.add(f"{prefix}h{face}>d{place + 1}")
        return moves

    def _legal_die_moves(self) -> set[str]:
        if self.die is None:
            return set()
        if self.die == DISCARD_TWO:  # M6
            return self._legal_discards("die-discard:")
        if self.die == DRAW_ONE:
            return self._legal_die_draws()
        return self._legal_stand_ins()

    def _legal_die_draws(self) -> set[str]:
        """M7, O8."""
        moves = set()
        if self._can_get_a_card():
            for other in range(self.players):
                if other not in self._side(self.seat) and self.stocks[other]:
                    moves.add(f"die-draw:{other}")
        return moves

    def _legal_stand_ins(self) -> set[str]:
        """M4."""
        moves = set()
        for place in range(len(self.piles)):
            number = self._needs(place)
            if not self._die_can_be(number):
                continue
            following = 1 if number == self.ranks else number + 1
            for source, face in self._sources().items():
                if face in (WILD, str(following)):
                    moves.add(f"die={number}>b{place + 1}+{source}")
        return moves

    def _die_can_be(self, number: int) -> bool:
        """M3, M4."""
        assert self.die is not None
        if self.die == WILD:
            return True
        low, high = self.die.split("-")
        return int(low) <= number <= int(high)

    # ---- playing ------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Play a move, which must be one of legal()."""
        if move == "pass":
            self._end_turn()
            return
        self.moved_this_turn = True
        if move.startswith("die="):
            self._play_stand_in(move.removeprefix("die="))
        elif move.startswith("die-discard:"):
            self._play_die_discard(move.removeprefix("die-discard:"))
        elif move.startswith("die-draw:"):
            self._play_die_draw(int(move.removeprefix("die-draw:")))
        else:
            self._play_card(move)

    def _play_card(self, move: str) -> None:
        source, target = move.split(">")
        if target.startswith("b"):
            self._build(source, int(target[1:]) - 1)
        else:
            self._discard(move)
            self._end_turn()  # C8, C9

    def _discard(self, move: str) -> None:
        source, target = move.split(">")
        assert source[0] + target[0] == "hd", move
        self.discards[self.seat][int(target[1:]) - 1].append(self._take(source))

    def _play_stand_in(self, rest: str) -> None:
        """M4: for example "4>b2+h5"."""
        target, source = rest.split(">")[1].split("+")
        place = int(target[1:]) - 1
        self._drop_die()  # M2
        self._step_up(place)  # M5: no card is laid
        self._build(source, place)

    def _play_die_discard(self, rest: str) -> None:
        """M6; O7: nothing is drawn, even when the hand is empty now."""
        self._discard(rest)
        self.die_discards_left -= 1
        if self.die_discards_left == 0:
            self._drop_die()

    def _play_die_draw(self, other: int) -> None:
        """M7: to the bottom of the stock pile."""
        self._drop_die()
        card = self._get_a_card()
        assert card is not None
        self.stocks[other].insert(0, card)
