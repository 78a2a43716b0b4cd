"""Many games at once for Gymnasium's `make_vec`, all in one call to the batched machine."""

from collections.abc import Sequence
from typing import Any

from .needed import needed

with needed("Gymnasium"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

from ..bots import native
from ..errors import SkipboError, shorten
from ..machine.stepping import Seen
from ..machine.warm import check
from ..rules.editions import Rules, configure
from .batch import LIMIT, Batch
from .gym import OPPONENT, drawn, opponents_of, refuse_options, whole
from .rendering import FPS, MODES, renderer
from .spaces import Observations

SHOWN = tuple(mode for mode in MODES if mode != "human")
MOST = 2**31 - 1


class SkipBoVectorEnv(VectorEnv[Any, Any, Any]):
    """Games side by side, each seen from its learner's seat; the options are those of `SkipBoEnv`.

    The opponents have to be of this package, as they are compiled in: for others there is
    `make_vec(..., vectorization_mode="sync")`. `threads` share the games of a step.

    A game that ends is followed by the next one in the same step; `infos["final_obs"]` has what was
    last to be seen of it, as Gymnasium tells of `AutoresetMode.SAME_STEP`.
    """

    metadata = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(SHOWN),
        "render_fps": FPS,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        edition: str = "classic",
        *,
        opponents: str | Sequence[str] = OPPONENT,
        seat: int | None = None,
        rewards: str = "win",
        observations: str = "vector",
        limit: int = LIMIT,
        on: str | None = None,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check("num_envs", num_envs, 1, MOST)
        self._renderer = renderer(render_mode, SHOWN)
        self.render_mode = render_mode
        self.num_envs = num_envs
        rules = configure(edition, **options)
        self._games = Batch(
            rules,
            on=on,
            limit=limit,
            threads=threads,
            rewards=rewards,
            opponents=compiled_in(opponents, rules),
            seat=seat,
            reuse=False,
            illegal="lose",
        )
        self._observations = Observations(rules, observations)
        self.single_observation_space = self._observations.space
        self.single_action_space = spaces.Discrete(self._games.actions)
        try:
            self.observation_space = batch_space(self.single_observation_space, num_envs)
            self.action_space = batch_space(self.single_action_space, num_envs)
            self._firsts = np.arange(num_envs) * rules.players  # where each game's rewards begin
            self._all = np.ones(num_envs, np.bool_)
        except MemoryError:
            told = f"there is not enough memory for {num_envs:,} games at once"
            raise SkipboError(f"{told}: choose a smaller num_envs") from None
        self._seen: Seen | None = None

    # --- Playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games. The seed decides them, and all that follow."""
        refuse_options(options)
        super().reset(seed=whole(seed))
        self._seen = self._games.reset(self.num_envs, seed=drawn(self.np_random))
        return self._observations.of(self._seen.observations), self._infos(self._seen)

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """A move of each learner, and those of the others that follow."""
        if self._seen is None:
            raise ResetNeeded("no games have been dealt: call reset() before step()")
        before, given = self._seen, np.asarray(actions)
        try:
            self._seen = seen = self._games.step(given)
        except SkipboError as error:
            raise InvalidAction(str(error)) from None
        rewards = seen.rewards.ravel().take(self._firsts + before.seats).astype(np.float64)
        infos = self._infos(seen)
        over = np.flatnonzero(seen.ends | seen.cuts)
        if len(over):
            infos |= self._last(over, seen, before, given)
        return self._observations.of(seen.observations), rewards, seen.ends, seen.cuts, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal in each game."""
        if self._seen is None:
            raise ResetNeeded("no games have been dealt: call reset() before action_masks()")
        masks: NDArray[np.bool_] = self._seen.masks.copy()
        return masks

    def _infos(self, seen: Seen) -> dict[str, Any]:
        told = {"action_mask": seen.masks.view(np.int8), "seat": seen.seats}
        return told | {f"_{name}": self._all.copy() for name in told}

    def _last(
        self, over: NDArray[np.intp], seen: Seen, before: Seen, actions: NDArray[Any]
    ) -> dict[str, Any]:
        """What there is to say of the games that have ended, or were cut short."""
        which = np.zeros(self.num_envs, np.bool_)
        which[over] = True
        final = np.full(self.num_envs, None, dtype=object)
        illegal = np.zeros(self.num_envs, np.bool_)
        seats = np.where(which, before.seats, 0)
        for i, row in zip(over.tolist(), seen.finals[over], strict=True):
            final[i] = self._observations.of(row)
        chosen = actions[over]
        known = (chosen >= 0) & (chosen < self._games.actions)
        illegal[over] = ~known | ~before.masks[over, np.where(known, chosen, 0)]
        return {
            "final_obs": final,
            "_final_obs": which,
            "final_info": {
                "illegal": illegal,
                "_illegal": which.copy(),
                "seat": seats,
                "_seat": which.copy(),
            },
            "_final_info": which.copy(),
        }

    # --- Showing

    def render(self) -> tuple[Any, ...] | None:
        """What every learner sees of its table, as texts or as pictures."""
        if self._seen is None or self.render_mode is None:
            return None
        shown = enumerate(self._seen.seats.tolist())
        return tuple(self._renderer.show(self._games.view(i, seat), seat) for i, seat in shown)

    def close_extras(self, **kwargs: Any) -> None:
        self._renderer.close()
        self._games.close()
        self._seen = None


def compiled_in(opponents: str | Sequence[str], rules: Rules) -> tuple[str, ...]:
    """The name of each opponent, if all of them are of this package."""
    names = opponents_of(opponents, rules)
    for name in names:
        if name not in native.names(rules):
            told = f"{shorten(name)} is a plug-in, and those cannot be compiled in"
            raise SkipboError(f'{told}: use make_vec(..., vectorization_mode="sync")')
    return names
