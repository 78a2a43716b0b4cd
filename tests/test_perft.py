"""Every count in tests/perft, by the engine and by the oracle."""

import pytest
from tests.perft import Line, all_lines

from skipbo.rules.editions import EDITIONS

LINES = all_lines()


def name(line: Line) -> str:
    return f"{line.edition} {line.options} seed={line.seed} depth={line.depth}"


@pytest.mark.parametrize("line", LINES, ids=name)
def test_by_engine(line: Line) -> None:
    assert line.by_engine() == line.count


@pytest.mark.parametrize("line", LINES, ids=name)
def test_by_oracle(line: Line) -> None:
    assert line.by_oracle() == line.count


def test_every_edition_with_every_number_of_players() -> None:
    there = {(line.edition, line.rules().players) for line in LINES}
    assert there == {(edition, players) for edition in EDITIONS for players in range(2, 7)}
