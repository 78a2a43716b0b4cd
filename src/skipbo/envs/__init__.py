"""Games as learners want them: many at once, actions and observations as arrays.

import skipbo.envs
games = skipbo.envs.batch("classic", players=2, stock=10, seed=7)
seen = games.reset(4096)
seen = games.step(games.sample())

`batch` has the games, `fields` tells what each number of an observation and each action means.
"""

from ..machine.stepping import Seen
from .batch import Batch, batch

__all__ = ["Batch", "Seen", "batch"]
