"""A game looked at afterwards: how it stood, which moves cost most, and what was luck.

`look` goes through a record and asks what every decision was worth, each as its seat saw it;
`review` makes of that a curve, the mistakes, and for each side a sum of luck and skill (docs/
review.md). `chart` draws the curve in a terminal, `plot` with Matplotlib.
"""

from .look import Luck
from .review import Decision, Review, Split, review

__all__ = ["Decision", "Luck", "Review", "Split", "review"]
