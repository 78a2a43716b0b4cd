"""Skip-Bo for Gymnasium: a learner has one seat, and bots play the others.

import gymnasium, skipbo.envs.gym

env = gymnasium.make("skipbo/SkipBo-v0", opponents="planner", stock=10)
envs = gymnasium.make_vec("skipbo/SkipBo-v0", num_envs=4096, opponents="greedy")

Importing this module registers `skipbo/SkipBo-v0` and `skipbo/SkipBoDice-v0`; `gym_vector` has the
many games of `make_vec`. Only the legal actions, those of `action_masks()` and of
`info["action_mask"]`, are moves: any other loses the game at once, with a reward of -1.
"""

from collections.abc import Sequence
from operator import index
from typing import Any

from .needed import needed

with needed("Gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded
    from numpy.typing import NDArray

from .. import bots
from ..bots import native
from ..errors import SkipboError, shorten
from ..rules.editions import Rules, configure
from .batch import LIMIT, for_each_other_seat
from .guests import GameWithGuests
from .rendering import FPS, MODES, renderer
from .single import OneGame
from .spaces import Observations

OPPONENT = "greedy"
SELF = "self"
LOST = -1.0  # for an illegal action
SEEDS = 1 << 62


class SkipBoEnv(gymnasium.Env[Any, Any]):
    """One game after the other, seen from the learner's seat.

    edition, players, stock, partners ...  the game and its options, as `skipbo.new` has them
    opponents     any bots by name, plug-ins too: one for all the other seats, or one for each of
                  them, in order to the learner's left; or "self": the learner plays every seat, and
                  sees what the one on turn sees; a reward is that of the seat which has moved
    seat          the learner's; by itself one is drawn for each game
    rewards       win, points or stock, as `skipbo.envs.batch` has them
    observations  vector: bytes, as `skipbo.envs.batch` has them; dict: the same by name
    limit         moves, of all players together, after which a game is cut short: truncated
    on            python or cpu: the machine, by itself cpu where Numba is installed
    """

    metadata = {"render_modes": list(MODES), "render_fps": FPS}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        edition: str = "classic",
        *,
        opponents: str | Sequence[str] = OPPONENT,
        seat: int | None = None,
        rewards: str = "win",
        observations: str = "vector",
        limit: int = LIMIT,
        on: str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._renderer = renderer(render_mode)
        self.render_mode = render_mode
        rules = configure(edition, **options)
        names = opponents_of(opponents, rules)
        terms = {"limit": limit, "rewards": rewards, "on": on}
        self._game: OneGame
        if all(name in native.names(rules) for name in names):
            self._game = OneGame(rules, opponents=names, seat=seat, **terms)
        else:
            self._game = GameWithGuests(rules, names, seat, **terms)
        self._observations = Observations(rules, observations)
        self.observation_space = self._observations.space
        self.action_space = spaces.Discrete(self._game.actions)
        self._dealt = self._playing = False

    # --- Playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal. The seed decides this game, and those that are dealt without one after it."""
        refuse_options(options)
        super().reset(seed=whole(seed))
        self._game.deal(drawn(self.np_random))
        self._dealt = self._playing = True
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others make theirs."""
        if not self._playing:
            raise ResetNeeded("there is no game, or it is over: call reset() before step()")
        if not self.action_space.contains(action):
            last = self._game.actions - 1
            raise InvalidAction(f"actions are whole numbers, 0 to {last}, not {shorten(action)}")
        if not self._game.allows(int(action)):
            self._playing = False
            told = {**self._info(), "illegal": self._game.why_not(int(action))}
            return self._seen(), LOST, True, False, told
        mover = self._game.seat
        self._game.step(int(action))
        ended, cut = self._game.ended, self._game.cut
        self._playing = not (ended or cut)
        return self._seen(), self._game.rewards[mover], ended, cut, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        self._check_dealt("action_masks()")
        return self._mask().astype(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        """All 0 after every end, that by an illegal action too, of which the game knows nothing."""
        mask = self._game.mask()
        if not self._playing:
            mask.fill(0)
        return mask

    def _check_dealt(self, call: str) -> None:
        if not self._dealt:
            raise ResetNeeded(f"no game has been dealt: call reset() before {call}")

    def _seen(self) -> Any:
        if self.render_mode == "human":
            self.render()
        return self._observations.of(self._game.observation(self._game.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self._game.seat}

    # --- Showing

    def render(self) -> Any:
        """What the learner sees of the table: a text, a picture, or None if it is in a window."""
        self._check_dealt("render()")
        seat = self._game.seat
        return self._renderer.show(self._game.view(seat), bottom=seat)

    def close(self) -> None:
        self._renderer.close()
        self._game.close()
        self._dealt = self._playing = False


def opponents_of(opponents: str | Sequence[str], rules: Rules) -> tuple[str, ...]:
    """The bots for all seats but the learner's; none, if it plays them all."""
    if opponents == SELF:
        return ()
    return tuple(bots.check(name, rules) for name in for_each_other_seat(opponents, rules))


def refuse_options(options: dict[str, Any] | None) -> None:
    """`reset` takes none."""
    if options:
        known = "those of the game go to gymnasium.make"
        raise SkipboError(f"reset has no option {shorten(next(iter(options)))}; {known}")


def whole(seed: Any) -> int | None:
    """The seed as a plain number, as Gymnasium takes no other; NumPy's numbers are as good."""
    try:
        return None if seed is None else index(seed)
    except TypeError:
        told = "one seed decides everything: it must be a whole number"
        raise SkipboError(f"{told}, not {shorten(seed)}") from None


def drawn(chance: np.random.Generator) -> int:
    """A seed for the games, from Gymnasium's own chance."""
    return int(chance.integers(SEEDS))


def register() -> None:
    """Tell Gymnasium the names; once is enough, and importing this module does it."""
    for name, edition in (("SkipBo", "classic"), ("SkipBoDice", "dice")):
        gymnasium.register(
            id=f"skipbo/{name}-v0",
            entry_point="skipbo.envs.gym:SkipBoEnv",
            vector_entry_point="skipbo.envs.gym_vector:SkipBoVectorEnv",
            kwargs={"edition": edition},
        )


register()
