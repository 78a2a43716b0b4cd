"""Every sentence that more than one part of skipbo says, once in each language.

A language is a file. The page takes all of its texts from there, the terminal what it says of
moves, hints and reviews; `text` here is what `t` is in web/src/lib/texts.svelte.ts. It speaks
English, or within `speaking` another language.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

ENGLISH = "en"
LANGUAGES = (ENGLISH, "es")
_spoken = ContextVar("language", default=ENGLISH)

Forms = str | list[str]  # a text, or its forms: for one and all else, or for none, one and more


@cache
def load(language: str = ENGLISH) -> dict[str, Any]:
    """All texts of a language, a tree by the parts of their names."""
    found = files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    return dict(json.loads(found))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within this, texts are of that language."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def branch(key: str) -> dict[str, Forms]:
    """The texts whose keys go on from there."""
    tree: Any = load(_spoken.get())
    for part in key.split("."):
        tree = tree[part]
    return dict(tree)


def find(key: str) -> Forms:
    """A text by its key, such as `log.pass.you`. Unknown: an empty one."""
    tree: Any = load(_spoken.get())
    for part in key.split("."):
        tree = tree.get(part, "") if isinstance(tree, dict) else ""
    return tree if isinstance(tree, str | list) else ""


def text(key: str, count: int | None = None, /, **values: object) -> str:
    """A text with its values put in, in the form that `count` asks for."""
    return fill(find(key), count, **values)


def fill(forms: Forms, count: int | None = None, /, **values: object) -> str:
    """The right form of a text, with its values; `count` can be used as {count} by itself."""
    known = values if count is None else {"count": count} | values
    form = forms if isinstance(forms, str) else form_of(forms, count or 0)
    return re.sub(r"\{(\w+)\}", lambda found: str(known.get(found[1], "")), form)


def form_of(forms: list[str], count: int) -> str:
    """Two forms are for one and for all else; three for none, one, and more."""
    if len(forms) == 2:
        return forms[0 if count == 1 else 1]
    return forms[min(count, len(forms) - 1)]
