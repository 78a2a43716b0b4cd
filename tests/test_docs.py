"""What the documents show is true: examples run, rules have their numbers, records replay."""

import doctest
import re
from pathlib import Path

import pytest
from scripts import actions

import skipbo

ROOT = Path(__file__).parent.parent
NUMBERS = {"C": 16, "P": 7, "S": 4, "M": 7, "O": 11, "D": 13, "T": 6}


@pytest.mark.parametrize(
    "page", ["README.md", "docs/learning.md", "docs/notation.md", "docs/rules.md"]
)
def test_examples_run(page: str) -> None:
    failed, _ = doctest.testfile(str(ROOT / page), module_relative=False)
    assert failed == 0


def test_every_action_is_told() -> None:
    told = (ROOT / "docs/actions.md").read_text()
    assert told == actions.page(), "python scripts/actions.py writes it anew"


@pytest.mark.parametrize("letter", NUMBERS)
def test_rules_page_tells_every_number_once(letter: str) -> None:
    page = (ROOT / "docs/rules.md").read_text()
    told = re.findall(rf"\*\*({letter}\d+)[:*]", page)
    assert sorted(told) == sorted(f"{letter}{n}" for n in range(1, NUMBERS[letter] + 1))


def test_the_record_shown_replays_and_verifies() -> None:
    page = (ROOT / "docs/notation.md").read_text()
    found = re.search(r"```\n(skipbo record 1\n.*?)```", page, re.DOTALL)
    assert found
    assert skipbo.replay(found[1]).winners == [0]
    skipbo.verify(found[1])


def test_readme_names_every_edition() -> None:
    page = (ROOT / "README.md").read_text()
    assert all(f"| `{edition.name}` |" in page for edition in skipbo.editions())


def test_links_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
