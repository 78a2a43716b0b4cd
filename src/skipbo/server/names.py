"""Names and words of people: plain text, one line, nothing that could pass for something else."""

import re
import unicodedata
from collections.abc import Iterable

from .refusal import Refused

LONGEST_NAME = 20
LONGEST_TEXT = 200
ALLOWED = frozenset(" '\u2019.,-_&!?()+")
JOINER = "\u200d"  # makes one picture of several; elsewhere it could not be seen
JOINED = re.compile(rf"(?<=[^\w\s]){JOINER}(?=[^\w\s])")
BOT_NAMES = ("Ada", "Bruno", "Celia", "Dante", "Elena", "Félix", "Greta")


def checked_name(name: str) -> str:
    """A name as it is shown: letters, digits, emoji and a few signs."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(tidy) <= LONGEST_NAME:
        raise Refused("bad-name", f"a name has 1 to {LONGEST_NAME} characters")
    if strange := next((sign for sign in JOINED.sub("", tidy) if not _in_a_name(sign)), None):
        raise Refused("bad-name", f"a name has letters, digits and spaces, not {_told(strange)}")
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in tidy):
        raise Refused("bad-name", "a name needs a letter")
    if re.search(r"[\u0300-\u036f]{3}", tidy):
        raise Refused("bad-name", "a name has letters, not piles of accents")
    return tidy


def _in_a_name(sign: str) -> bool:
    return sign in ALLOWED or unicodedata.category(sign)[:2] in (
        *("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd", "So", "Sk"),
    )


def checked_text(text: str) -> str:
    """What somebody writes to the others: one line, without signs that cannot be seen."""
    tidy = " ".join(text.split())
    if not 1 <= len(tidy) <= LONGEST_TEXT:
        raise Refused("bad-frame", f"a text has 1 to {LONGEST_TEXT} characters")
    hidden = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")
    if strange := next(
        (s for s in tidy if unicodedata.category(s) in hidden and s != "\u200d"), None
    ):
        raise Refused("bad-frame", f"a text has no {_told(strange)}")
    return tidy


def _told(sign: str) -> str:
    return f"{unicodedata.name(sign, 'sign')} (U+{ord(sign):04X})"


def bot_name(taken: Iterable[str]) -> str:
    """A name for a bot that nobody at the table has."""
    used = set(taken)
    return next(name for name in BOT_NAMES if name not in used)
