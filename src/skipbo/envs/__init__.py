"""Games as learners want them; docs/learning.md shows how.

import skipbo.envs
games = skipbo.envs.batch("classic", players=2, stock=10, seed=7)
seen = games.reset(4096)
seen = games.step(games.sample())

`batch` has many games as arrays, `single` one game, `fields` and `spaces` what their numbers mean.
Frameworks: `skipbo_v0` is PettingZoo's, `gym` and `gym_vector` Gymnasium's (`guests` are bots that
want views), `open_spiel` OpenSpiel's (`reveal` decides its chance card by card, `spiel_observer`
tells what is seen), and `needed` says what to install. `rendering` shows a game; `picture` paints
it, with `pieces`.
"""

from ..machine.stepping import Seen
from .batch import Batch, batch

__all__ = ["Batch", "Seen", "batch"]
