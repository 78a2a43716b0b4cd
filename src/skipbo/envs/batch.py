"""Many games side by side, one move in each at a time.

What an action means is told in `machine.stepping.acts_cards` and `acts_dice`, what an observation
holds in `sees_cards` and `sees_dice` there; `Batch.names` and `Batch.fields` tell it for the rules
at hand.
"""

from types import TracebackType
from typing import Any

from ..errors import SkipboError, shorten
from ..machine import python
from ..machine.stepping import Seen, Slots, modules, sizes
from ..machine.warm import LARGEST, LONGEST, check, chosen_machine, warm
from ..rules.editions import Rules, configure
from ..rules.state import OK
from ..table.notation import Move
from ..table.reasons import explain
from .fields import Field, action_names, observation_fields

MOST_SLOTS = 2**31 - 1
LIMIT = 100_000  # moves after which a game is left, as in a simulation


def batch(
    edition: str = "classic",
    /,
    *,
    seed: int = 0,
    on: str | None = None,
    limit: int = LIMIT,
    threads: int = 1,
    **options: object,
) -> "Batch":
    """Games of an edition with these options, such as `players=4` or `stock=10`.

    The seed decides the cards and dice, and what `sample` draws. `on` is python, cpu or gpu; by
    itself it is cpu where Numba is installed. A game is left after `limit` moves: random players
    may never end one. `threads` share the games of a step, on the cpu.
    """
    return Batch(configure(edition, **options), seed=seed, on=on, limit=limit, threads=threads)


class Batch:
    """Games of one set of rules, each in a slot; a slot takes the next game when its one ends.

    `step` returns the arrays of `reset` every time, written anew: copy what is to be kept, and do
    not write into them, as `step` asks the masks what is legal. They are NumPy's, or on the GPU
    such as other libraries take without a copy. (If another library works on them in a CUDA stream
    of its own, wait for it before the next step.)

    When a step ends a game, or cuts it short at the limit, its rewards are those of that game, and
    all else is the next one's: what was last to be seen of the old one is not shown. Rewards are by
    seat: +1 for the seats of the winning side, -1 for all others, 0 if the game was blocked (O3) or
    cut short. Random players block most games of classic. The seat that the rules call `first`, by
    itself seat 0, begins every game.

    Slot `i` of `n` plays the games `i`, `i + n`, `i + 2 n` and so on of the seed: the same seed and
    the same actions give the same arrays on every machine, however many threads there are, and game
    `k` is dealt as game `k` of `skipbo simulate` with that seed.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int = 0,
        on: str | None = None,
        limit: int = LIMIT,
        threads: int = 1,
    ) -> None:
        check("seed", seed, 0, LARGEST)
        check("limit", limit, 1, LONGEST)
        check("threads", threads, 1, 1024)
        self.rules = rules
        self.on = chosen_machine(on)
        self.seed = seed
        self.limit = limit
        self.threads = threads
        self.actions, self.width, _ = sizes(rules)
        self._stepper = warm("Stepper", rules, self.on, modules(rules))
        self._slots: Slots | None = None

    # --- Stepping

    def reset(self, n: int, *, seed: int | None = None) -> Seen:
        """Deal `n` games, those of the seed from number 0 on."""
        check("games", n, 1, MOST_SLOTS)
        if seed is not None:
            check("seed", seed, 0, LARGEST)
            self.seed = seed
        self.close()
        threads = min(self.threads, n)
        try:
            slots: Slots = self._stepper.start(self.rules, n, self.seed, self.limit, threads)
        except MemoryError:
            raise SkipboError(f"there is not enough memory for {n:,} games at once") from None
        self._slots = slots
        return slots.seen

    def step(self, actions: Any) -> Seen:
        """Take an action in each slot. If one is not legal, an error says why; nothing changes."""
        slots = self._dealt()
        wrong = slots.illegal(actions)
        if wrong < len(slots.seen.seats):
            raise self._refusal(wrong, slots.chosen(wrong))
        slots.step()
        return slots.seen

    def sample(self) -> Any:
        """Any legal action for each slot, each as likely as the others; the seed decides."""
        return self._dealt().sample()

    def wait(self) -> None:
        """Until the step is done: a GPU works while Python goes on."""
        self._dealt().wait()

    def close(self) -> None:
        """Let go of the threads and the games."""
        if self._slots is not None:
            self._slots.close()
            self._slots = None

    def __enter__(self) -> "Batch":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _dealt(self) -> Slots:
        if self._slots is None:
            raise SkipboError("no games have been dealt: call reset first")
        return self._slots

    # --- Telling

    @property
    def games(self) -> list[int]:
        """The number of the game that each slot plays."""
        return self._dealt().games()

    def move(self, slot: int, action: int) -> Move:
        """What an action is in a slot's game, legal or not, as it is written in records."""
        check("action", action, 0, self.actions - 1)
        return self._move(self._state(slot), action)

    def action(self, slot: int, move: str) -> int:
        """The action that a legal move is."""
        state, bound = self._state(slot), self._bound()
        parsed = Move.parse(move)
        if parsed.family != self.rules.family or bound.why_not(state, parsed.code) != OK:
            raise SkipboError(f"{shorten(move)} is not legal in slot {slot}")
        return int(bound.action_of(state, parsed.code))

    def names(self) -> list[str]:
        """What each action is, in the notation of moves."""
        return action_names(self.rules)

    def fields(self) -> list[Field]:
        """What each number of an observation is."""
        return observation_fields(self.rules)

    def _bound(self) -> Any:
        return python.machine(self.rules, *modules(self.rules))

    def _state(self, slot: int) -> Any:
        slots = self._dealt()
        check("slot", slot, 0, len(slots.seen.seats) - 1)
        return slots.state(slot)

    def _move(self, state: Any, action: int) -> Move:
        return Move.of(int(self._bound().move_of(state, action)), self.rules.family)

    def _refusal(self, slot: int, action: int) -> SkipboError:
        if not 0 <= action < self.actions:
            known = f"the actions are 0 to {self.actions - 1}"
            return SkipboError(f"slot {slot}: there is no action {action}; {known}")
        state = self._state(slot)
        move = self._move(state, action)
        reason = self._bound().why_not(state, move.code)
        why = "its mask says no" if reason == OK else explain(state, self.rules, move, reason)
        return SkipboError(f"slot {slot}: action {action} is not legal: {why}")
