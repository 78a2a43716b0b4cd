"""OpenSpiel's playthroughs of our games, as they were when last looked at.

`python -m tests.playthroughs` writes them anew.
"""

from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

import skipbo.envs.open_spiel

FOLDER = Path(__file__).parent
SEED = 8

TINY = "ranks=3,copies=2,wilds=1,hand=2,building=2,discards=1"

GAMES = {
    "classic": f"python_skipbo({TINY},stock=2,limit=2)",
    "mod": f"python_skipbo(edition=mod,{TINY},stock=1,rewards=stock)",
    "dice": "python_skipbo_dice(players=2,target=3,wild_faces=1)",
}


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def told(name: str) -> str:
    """A game as OpenSpiel tells it today, with random moves."""
    assert skipbo.envs.open_spiel, "the games are registered"
    return str(playthrough(GAMES[name], None, seed=SEED))
