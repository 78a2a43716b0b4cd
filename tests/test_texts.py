"""The texts of the page and the terminal: no language lacks one, and none is there for nothing."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from skipbo.bots.hint import Why
from skipbo.bots.planner import FAR
from skipbo.rules.cards import WILD
from skipbo.server import wire
from skipbo.server.describe import page_schema
from skipbo.table.notation import COLOURS, number_text
from skipbo.table.view import RULINGS
from skipbo.texts import ENGLISH, LANGUAGES, Forms, fill, find, load, text

ROOT = Path(__file__).parent.parent
OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def leaves(tree: dict[str, Any], before: str = "") -> Iterator[tuple[str, Forms]]:
    """Every text with its key."""
    for name, below in tree.items():
        if isinstance(below, dict):
            yield from leaves(below, f"{before}{name}.")
        else:
            yield f"{before}{name}", below


TEXTS = {language: dict(leaves(load(language))) for language in LANGUAGES}
KEYS = TEXTS[ENGLISH]


def forms_of(said: Forms) -> list[str]:
    return [said] if isinstance(said, str) else said


def values_in(said: Forms) -> set[str]:
    """The names of the values that a text has, in any of its forms."""
    return {name for form in forms_of(said) for name in re.findall(r"\{(\w+)\}", form)}


# --- What every language has


@pytest.mark.parametrize("language", OTHERS)
def test_no_language_lacks_a_text(language: str) -> None:
    assert list(TEXTS[language]) == list(KEYS)


@pytest.mark.parametrize("language", OTHERS)
def test_texts_have_the_same_forms_and_values_in_every_language(language: str) -> None:
    for key, said in TEXTS[language].items():
        assert isinstance(said, str) == isinstance(KEYS[key], str), key
        assert len(forms_of(said)) == len(forms_of(KEYS[key])), key
        assert values_in(said) == values_in(KEYS[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_odd(language: str) -> None:
    for key, said in TEXTS[language].items():
        assert isinstance(said, str) or len(said) in (2, 3), f"{key}: [one, more] or [none, ...]"
        for form in forms_of(said):
            assert form.strip(), key
            assert "  " not in form, key
            assert not re.search(r"[{}]", re.sub(r"\{\w+\}", "", form)), key


# --- What is told must have a text

FACES = ("W", "discard2", "draw1", *(side + colour for side in "W-" for colour in COLOURS))
LEVELS = get_args(wire.Level)
SOURCES = ("h", "s", "d", "ps", "pd")
NEEDED = {
    *(f"hint.why.{kind}" for kind in Why),
    *(f"say.{phrase}" for phrase in get_args(wire.Phrase)),
    *(f"errors.{refusal}" for refusal in get_args(wire.Refusal)),
    *(f"options.{told}.{level}" for told in ("levels", "levels_help") for level in LEVELS),
    *(f"log.card.{number_text(n)}" for n in range(1, WILD + 1)),
    *(f"log.face.{face}" for face in FACES),
    *(f"log.from.{source}.{person}" for source in SOURCES for person in ("you", "other")),
    *(f"hint.card.{source}" for source in SOURCES),
    *(f"log.ruling.{kind}.{person}" for kind in RULINGS for person in ("you", "other")),
    *(f"log.ruling.{kind}.by_you" for kind in ("out-of-turn", "undone", "stands", "two-cards")),
}


def test_whatever_can_be_told_has_a_text() -> None:
    assert NEEDED - set(KEYS) == set()


def test_reasons_name_only_values_that_they_are_given() -> None:
    given = "face stock count before distance distance_before dice points chance other other_chance"
    for kind in Why:
        assert values_in(find(f"hint.why.{kind}")) <= set(given.split()), kind


def test_the_page_knows_what_is_far() -> None:
    found = re.search(r"const FAR = (\d+);", (ROOT / "web/src/lib/hints.ts").read_text())
    assert found
    assert int(found[1]) == FAR


# --- Keys in the code, and the code's keys

SECTIONS = "|".join(load())
CODE = [
    path.read_text(encoding="utf-8")
    for path in (*(ROOT / "web/src").rglob("*"), *(ROOT / "src/skipbo").rglob("*.py"))
    if path.suffix in (".ts", ".svelte", ".py")
]
CALLED = rf"""\b(?:t|told|text|find)\(\s*["']((?:{SECTIONS})\.[^"']+)["']"""
QUOTED = rf"""["']((?:{SECTIONS})\.[^"']+)["']"""
MADE = (  # a key that is put together, and where something is put in
    (rf"`((?:{SECTIONS})\.[^`]*\$\{{[^`]*)`", r"\$\{[^{}]*\}"),
    (rf"""\bf"((?:{SECTIONS})\.[^"]*)\"""", r"\{[^{}]*\}"),
)


def keys_made() -> Iterator[re.Pattern[str]]:
    """What is put in may be anything."""
    for whole, put_in in MADE:
        for code in CODE:
            for made in re.findall(whole, code):
                yield re.compile(".+".join(map(re.escape, re.split(put_in, made))))


def test_every_key_in_the_code_has_a_text() -> None:
    called = {key for code in CODE for key in re.findall(CALLED, code)}
    assert called - set(KEYS) == set()
    for made in keys_made():
        assert any(made.fullmatch(key) for key in KEYS), made.pattern


def test_every_text_is_used() -> None:
    quoted = {key for code in CODE for key in re.findall(QUOTED, code)}
    made = list(keys_made())
    used = {key for key in KEYS if key in quoted or any(one.fullmatch(key) for one in made)}
    assert set(KEYS) - used == set()


# --- Texts with values


def test_the_form_follows_the_count() -> None:
    two, three = ["{count} card", "{count} cards"], ["none", "one", "{count} cards"]
    assert [fill(two, n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [fill(three, n) for n in (0, 1, 2, 9)] == ["none", "one", "2 cards", "9 cards"]


def test_values_are_put_in_once_and_what_is_unknown_is_empty() -> None:
    assert fill("{name} and {other}.", name="{other}") == "{other} and ."
    assert text("log.pass.other", name=r"\1 $& {x}") == r"\1 $& {x} passes."
    assert text("log.no.such", name="Ana") == ""
    assert text("log.pass") == ""


# --- The page's types


def test_the_page_has_the_types_of_the_wire() -> None:
    kept = json.loads((ROOT / "web/wire.schema.json").read_text())
    assert kept == page_schema(), "make schema"
