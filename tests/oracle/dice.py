"""The dice game (rules D), written to be read.

A face is a string: a number "1" to "12", "W" for the Skip-Bo symbol, "-" for a blank.
"""

from collections.abc import Callable
from typing import Any

WILD = "W"
BLANK = "-"
SPACES = 12
CUP = 5


def colour_of(space: int) -> str:
    """D1: green 1-4, red 5-8, purple 9-12."""
    if space <= 4:
        return "g"
    if space <= 8:
        return "r"
    return "p"


def next_space(space: int) -> int:
    """D9: after 12 comes 1."""
    return 1 if space == SPACES else space + 1


class DiceOracle:
    def __init__(
        self,
        players: int,
        *,
        wild_faces: int = 2,
        target: int = 50,
        first: int = 0,
        roll: Callable[[int, list[str]], list[str]],
    ) -> None:
        assert wild_faces in (1, 2)
        self.players = players
        self.wild_faces = wild_faces
        self.target = target
        self.roll_dice = roll

        self.events = 0  # chance events so far
        self.seat = first
        self.scores = [0] * players
        self.space = 1  # the first empty space (D3)
        self.cup = CUP  # dice in the cup: those of the empty spaces, `space` and on
        self.roll: list[str] = []  # what the dice in the cup show; [] when not just rolled
        self.points = 0  # of the turn so far
        self.twelves = 0  # times the space 12 was filled in this turn
        self.last_face = ""  # of the die placed last in this turn
        self.last_turns_left: int | None = None  # D12: None until someone is there
        self.over = False
        self.blocked = False
        self.winners: list[int] = []

        self._run_chance()

    def copy(self) -> "DiceOracle":
        new = DiceOracle.__new__(DiceOracle)
        new.__dict__.update(self.__dict__)
        new.scores = list(self.scores)
        new.roll = list(self.roll)
        new.winners = list(self.winners)
        return new

    def snapshot(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "space": self.space,
            "cup": self.cup,
            "roll": list(self.roll),
            "points": self.points,
            "scores": list(self.scores),
            "target": self.target,
            "over": self.over,
            "winners": list(self.winners),
        }

    # ---- rolling ------------------------------------------------------------------------

    def _cup_colours(self) -> list[str]:
        """The dice in the cup have the colours of the empty spaces."""
        colours = []
        space = self.space
        for _ in range(self.cup):
            colours.append(colour_of(space))
            space = next_space(space)
        return colours

    def _roll_once(self) -> None:
        colours = self._cup_colours()
        faces = list(self.roll_dice(self.events, list(colours)))
        self.events += 1
        assert len(faces) == len(colours)
        for face, colour in zip(faces, colours, strict=True):
            assert self._die_may_show(face, colour), (face, colour)
        self.roll = faces

    def _die_may_show(self, face: str, colour: str) -> bool:
        """D1, D2."""
        if face == WILD:
            return True
        if face == BLANK:
            return self.wild_faces == 1
        return colour_of(int(face)) == colour

    def _run_chance(self) -> None:
        """Roll; while nothing can be placed the turn is lost (D6) and the next player rolls."""
        self._roll_once()
        while not self._placements():
            self._end_turn()
            if self.over:
                return
            self._roll_once()

    # ---- legal moves --------------------------------------------------------------------

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.roll:
            return {"place:" + ",".join(faces) for faces in self._placements()}
        moves = {"roll"}
        if self.last_face != WILD:  # D7
            moves.add("stop")
        return moves

    def _placements(self) -> list[list[str]]:
        """D4, D5: every sequence of at least one die that can be laid from the roll."""
        dice = list(zip(self.roll, self._cup_colours(), strict=True))
        return self._sequences(self.space, dice)

    def _sequences(self, space: int, dice: list[tuple[str, str]]) -> list[list[str]]:
        """All sequences that begin on this space with these dice (face, colour)."""
        found = []
        for face in (str(space), WILD):
            die = (face, colour_of(space))
            if die in dice:
                rest = list(dice)
                rest.remove(die)
                found.append([face])
                for longer in self._sequences(next_space(space), rest):
                    found.append([face, *longer])
        return found

    # ---- playing ------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Play a move, which must be one of legal()."""
        if move.startswith("place:"):
            for face in move.removeprefix("place:").split(","):
                self._place(face)
            self.roll = []
            if self.cup == 0:  # D8
                self.cup = CUP
        elif move == "roll":
            self._run_chance()
        else:
            assert move == "stop", move
            self._stop()

    def _place(self, face: str) -> None:
        """D4, D10."""
        self.last_face = face
        self.points = self.space + 12 * self.twelves  # the twelves passed before this die
        if self.space == SPACES:
            self.twelves += 1
        self.space = next_space(self.space)
        self.cup -= 1

    def _stop(self) -> None:
        """D6, D10."""
        self.scores[self.seat] += self.points
        self._end_turn()
        if not self.over:
            self._run_chance()

    def _end_turn(self) -> None:
        """The turn is over, scored or lost; the next one is set up, but not yet rolled."""
        self.roll = []
        self.points = 0
        self.twelves = 0
        self.last_face = ""
        self._count_last_turns()
        if self.over:
            return
        self.seat = (self.seat + 1) % self.players
        self.cup = CUP  # D11: the dice left over, filled up to five

    def _count_last_turns(self) -> None:
        """D12: after the turn that reaches the target every other player has one turn."""
        if self.last_turns_left is not None:
            self.last_turns_left -= 1
        elif self.scores[self.seat] >= self.target:
            self.last_turns_left = self.players - 1
        if self.last_turns_left == 0:
            self._finish()

    def _finish(self) -> None:
        """D12, D13: the highest wins; a tie at the top is played on."""
        best = max(self.scores)
        top = [seat for seat in range(self.players) if self.scores[seat] == best]
        if len(top) == 1:
            self.over = True
            self.winners = top
            return
        self.last_turns_left = None
        while self.target <= best:
            self.target += 25
