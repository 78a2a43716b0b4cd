"""Every numbered rule that the software plays has a test that names it."""

import re
from pathlib import Path

import pytest

PLAYED = {"C": 16, "P": 7, "M": 7, "O": 11, "D": 13, "S": 4, "T": 6}

NAMED = set()
for path in Path(__file__).parent.glob("test_*.py"):
    for name in re.findall(r"^def test_(\w+)", path.read_text(), re.MULTILINE):
        NAMED.update(re.findall(r"(?:^|_)([cpmodst]\d+)(?=_|$)", name))


@pytest.mark.parametrize(
    "number",
    [f"{letter}{n}" for letter, last in PLAYED.items() for n in range(1, last + 1)],
)
def test_a_rule_is_named_by_a_test(number: str) -> None:
    assert number.lower() in NAMED
