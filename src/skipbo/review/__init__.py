"""A game looked at afterwards: how it stood, which moves cost most, and what was luck.

`look` goes through a record and asks what every decision was worth, each as its seat saw it;
`reviewed` makes of that a curve, the mistakes, and for each side a sum of luck and skill (docs/
review.md). `plot` draws it; the terminal prints it in its own ways.
"""

from .look import Luck
from .reviewed import Decision, Review, Split, can_review, moves_in, review

__all__ = ["Decision", "Luck", "Review", "Split", "can_review", "moves_in", "review"]
