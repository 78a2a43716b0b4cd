"""Whether those who are told that they win 70 % of such games do win 70 % of them.

    python scripts/calibration.py [--positions 10000] [--plot docs/calibration.svg]

`learned` plays itself, at three tables, with stocks of any size. Of each game some ends of segments
are kept, with the share that the network told the one who played, and with the result. The first
turn's are kept apart as well: it is what people see first.
"""

import argparse
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

from skipbo.bots import native
from skipbo.bots.features import HELD_OF, MATES, OTHER, OTHERS
from skipbo.bots.network import KINDS, SHARES, WEIGHTS
from skipbo.learn.lessons import GAMES, Table, Teacher
from skipbo.learn.model import UNIT, Seen, kinds
from skipbo.learn.plot import COLOURS, GREY, INK, PALE
from skipbo.rules.state import SEATS

TABLES = {"two players": Table(2), "four players": Table(4), "partners": Table(4, True)}
BINS = 10
OF_A_LESSON = 4 * GAMES  # positions: of a game not too many, as they have the same result
TO_THE_END = 1.0  # what is to be learned of an end: nothing but the result

Floats = NDArray[np.float64]


class Bin(NamedTuple):
    """Positions of which much the same was told."""

    positions: int
    told: float
    won: float

    @property
    def error(self) -> float:
        """One standard error of the share that was won."""
        return float(np.sqrt(max(self.told * (1 - self.told), 1e-9) / self.positions))

    def __str__(self) -> str:
        told_and_won = f"told {self.told:6.1%}, won {self.won:6.1%} +- {self.error:.1%}"
        return f"{told_and_won}   ({self.positions:,})"


class Outcomes(NamedTuple):
    """What was told of some positions, and what came of them."""

    told: Floats
    won: Floats


def outcomes(table: Table, positions: int, rng: np.random.Generator) -> tuple[Outcomes, Outcomes]:
    """Of positions from whole games, and of those of the first turn."""
    teacher = Teacher("classic", [table])
    learned = native.player("learned", teacher.rules[table])
    rows = np.array([learned, learned], np.int32)  # it never errs on purpose
    weights = network(rows[0])
    anywhere: list[Outcomes] = []
    at_first: list[Outcomes] = []
    nobody_else = np.zeros((GAMES, SEATS), np.int32)
    while sum(len(some.told) for some in anywhere) < positions:
        notes = teacher.play(table, rows, nobody_else, rng, TO_THE_END)
        features = torch.from_numpy(notes.features.astype(np.int32))
        shares = Seen.of(weights[int(kinds(features[:1]))], features).shares()[:, 0]
        all_of_them = Outcomes(shares.double().numpy(), notes.targets[:, 0].astype(float))
        few = min(OF_A_LESSON, len(notes.features))
        some = rng.choice(len(notes.features), few, replace=False)
        anywhere.append(Outcomes(*(values[some] for values in all_of_them)))
        first = first_turn(notes.features, table.players)
        at_first.append(Outcomes(*(values[first] for values in all_of_them)))
    whole = Outcomes(*(values[:positions] for values in joined(anywhere)))
    return whole, joined(at_first)


def joined(parts: list[Outcomes]) -> Outcomes:
    return Outcomes(*(np.concatenate(values) for values in zip(*parts, strict=True)))


def first_turn(features: NDArray[np.uint16], players: int) -> NDArray[np.bool_]:
    """Where no other seat has drawn a card yet."""
    no_hands = [first + HELD_OF for first in range(OTHERS, MATES + 1, OTHER)]
    found: NDArray[np.bool_] = np.isin(features, no_hands).sum(1) == players - 1
    return found


def network(row: NDArray[np.int32]) -> torch.Tensor:
    """A row's weights as the model has them; a last feature is none."""
    weights = torch.from_numpy(row[WEIGHTS:] / UNIT).float().reshape(KINDS, -1, SHARES)
    return torch.cat([weights, torch.zeros(KINDS, 1, SHARES)], 1)


def bins(told: Floats, won: Floats) -> list[Bin]:
    """Positions by what was told of them."""
    which = np.minimum((told * BINS).astype(int), BINS - 1)
    found = [which == i for i in range(BINS)]
    return [
        Bin(int(some.sum()), told[some].mean(), won[some].mean()) for some in found if some.any()
    ]


def draw(tables: dict[str, list[Bin]], path: Path) -> None:
    figure = Figure(figsize=(9, 3.4), facecolor="white", layout="constrained")
    panels: Any = figure.subplots(1, len(tables), sharey=True)
    for axes, (name, some), colour in zip(panels, tables.items(), COLOURS, strict=False):
        axes.set_title(name, loc="left", color=INK, fontsize=11)
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0, colors=GREY, labelsize=9)
        axes.grid(color=PALE)
        axes.plot([0, 1], [0, 1], color=GREY, linewidth=1)
        told, won = [b.told for b in some], [b.won for b in some]
        axes.errorbar(told, won, [2 * b.error for b in some], color=colour, fmt="o", markersize=4)
        axes.set_xlabel("told", color=GREY, fontsize=9)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.yaxis.set_major_formatter(PercentFormatter(1))
    panels[0].set_ylabel("won", color=GREY, fontsize=9)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    told = "positions of each table (default %(default)s)"
    parser.add_argument("--positions", type=int, default=10_000, metavar="N", help=told)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw what was found")
    told = "of all chance (default %(default)s)"
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=told)
    args = parser.parse_args()
    tables = {}
    for name, table in TABLES.items():
        rng = np.random.default_rng([args.seed, *map(int, table)])
        anywhere, at_first = outcomes(table, args.positions, rng)
        tables[name] = bins(*anywhere)
        apart = sum(b.positions * abs(b.told - b.won) for b in tables[name]) / args.positions
        print(f"{name}: {args.positions:,} positions, on average {apart:.2%} off")
        for b in tables[name]:
            print(f"  {b}")
        first = Bin(len(at_first.told), at_first.told.mean(), at_first.won.mean())
        print(f"  {first} of the first turn", flush=True)
    if args.plot:
        draw(tables, args.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
