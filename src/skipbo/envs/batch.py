"""Many games side by side, one move in each at a time.

What an action means is told in `machine.stepping.acts_cards` and `acts_dice`, what an observation
holds in `sees_cards` and `sees_dice` there; `Batch.names` and `Batch.fields` tell it for the rules
at hand.
"""

from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

from ..bots import native
from ..errors import SkipboError, shorten
from ..machine import python
from ..machine.runs import Player
from ..machine.stepping import Seen, Slots, modules, sizes
from ..machine.stepping.terms import ANY_SEAT, REWARDS, Terms
from ..machine.warm import LARGEST, LONGEST, check, chosen_machine, warm
from ..rules.editions import Rules, configure
from ..rules.state import OK, OVER
from ..table.notation import Move
from ..table.reasons import explain
from ..table.view import Played, View, view_of
from .fields import Field, action_names, observation_fields

MOST_SLOTS = 2**31 - 1
LIMIT = 100_000  # moves after which a game is left, as in a simulation


def batch(
    edition: str = "classic",
    *,
    seed: int = 0,
    on: str | None = None,
    limit: int = LIMIT,
    threads: int = 1,
    rewards: str = "win",
    opponents: str | Sequence[str] = (),
    seat: int | None = None,
    restart: bool = True,
    reuse: bool = True,
    illegal: str = "refuse",
    **options: object,
) -> "Batch":
    """Games of an edition with these options, such as `players=4` or `stock=10`.

    The seed decides the cards and dice, and what `sample` draws. `on` is python, cpu or gpu; by
    itself it is cpu where Numba is installed. A game is left after `limit` moves: random players
    may never end one. `threads` share the games of a step, on the cpu.

    Rewards are what these change by in a step: `win`, +1 for the seats of the side that has won and
    -1 for all others; `points`, of the winning side (C13), or in Dice a seat's score; `stock`, how
    many stock cards a side has less than the others, a seat on average.

    With `opponents`, bots of this package by name, one for all or one for each of the other seats
    to the left, every step is the learner's. It plays the `seat` that is named, or in each game one
    that is drawn for it.

    Without `restart` a slot whose game has ended stays as it is until `deal`: its mask is empty,
    and its action is not looked at. Without `reuse` every step writes into new arrays. An `illegal`
    action is refused, with an error and for the whole batch, or who chose it is made to `lose` that
    game, with a reward of -1.
    """
    return Batch(
        configure(edition, **options),
        seed=seed,
        on=on,
        limit=limit,
        threads=threads,
        rewards=rewards,
        opponents=opponents,
        seat=seat,
        restart=restart,
        reuse=reuse,
        illegal=illegal,
    )


class Batch:
    """Games of one set of rules, each in a slot; a slot takes the next game when its one ends.

    `step` returns the arrays of `reset` every time, written anew: copy what is to be kept, or say
    `reuse=False`; and do not write into them, as `step` asks the masks what is legal. They are
    NumPy's, or on the GPU such as other libraries take without a copy. (If another library works on
    them in a CUDA stream of its own, wait for it before the next step.)

    When a step ends a game, or cuts it short at the limit, its rewards are those of that game, and
    all else is the next one's; `finals` show what was last to be seen of the old one. Rewards are
    by seat: by themselves +1 for the seats of the winning side, -1 for all others, 0 if the game
    was blocked (O3) or cut short. Random players block most games of classic. The seat that the
    rules call `first`, by itself seat 0, begins every game.

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
        rewards: str = "win",
        opponents: str | Sequence[str] = (),
        seat: int | None = None,
        restart: bool = True,
        reuse: bool = True,
        illegal: str = "refuse",
    ) -> None:
        check("seed", seed, 0, LARGEST)
        check("limit", limit, 1, LONGEST)
        check("threads", threads, 1, 1024)
        one_of("illegal", illegal, ("refuse", "lose"))
        for name, switch in (("restart", restart), ("reuse", reuse)):
            if not isinstance(switch, bool):
                raise SkipboError(f"{name} must be True or False, not {shorten(switch)}")
        if rules.enforcement != "strict":
            raise SkipboError("enforcement must be strict: learners have no slips to make or call")
        self.rules = rules
        self.on = chosen_machine(on)
        self.threads = threads
        self.actions, self.width, _ = sizes(rules)
        names = [] if opponents == () else for_each_other_seat(opponents, rules)
        players = tuple(native.player(name, rules) for name in names)
        self._check_seat(seat, players)
        self._terms = Terms(
            rules,
            seed,
            limit,
            rewards=kind_of(rewards, rules),
            restarts=restart,
            opponents=players,
            learner=ANY_SEAT if seat is None else seat,
        )
        self._reuses, self._loses = reuse, illegal == "lose"
        if self._loses and not restart:
            raise SkipboError("illegal='lose' ends games, so that the next ones must be dealt")
        if players and self.on == "gpu":
            raise SkipboError("opponents play on the cpu or on python, not on the gpu")
        self._make_ready()

    def _make_ready(self) -> None:
        rules, players = self.rules, self._terms.opponents
        bots = native.modules(players, rules) if players else ()
        self._stepper = warm("Stepper", rules, self.on, modules(rules, *bots))
        self._slots: Slots | None = None

    def _check_seat(self, seat: int | None, players: tuple[Player, ...]) -> None:
        if seat is not None:
            check("seat", seat, 0, self.rules.players - 1)
            if not players:
                raise SkipboError("seat is for games with opponents: name some, or leave it out")

    # --- Stepping

    def reset(self, n: int, *, seed: int | None = None) -> Seen:
        """Deal `n` games, those of the seed from number 0 on."""
        check("games", n, 1, MOST_SLOTS)
        if seed is not None:
            check("seed", seed, 0, LARGEST)
            self._terms = replace(self._terms, seed=seed)
        self.close()
        self._start(n)
        return self.slots.seen

    def _start(self, n: int) -> None:
        try:
            self._slots = self._stepper.start(self._terms, n, min(self.threads, n))
        except MemoryError:
            raise SkipboError(f"there is not enough memory for {n:,} games at once") from None

    def step(self, actions: Any) -> Seen:
        """Take an action in each slot. If one is refused, an error says why; nothing changes."""
        slots = self.slots
        slots.take(actions)
        if self._loses:
            slots.forfeit()
        elif (wrong := slots.illegal()) < len(slots.seen.seats):
            raise SkipboError(f"slot {wrong}: {self.why_not(wrong, slots.chosen(wrong))}")
        if not self._reuses:
            slots.renew()
        slots.step()
        return slots.seen

    def deal(self) -> Seen:
        """The next game in every slot, wherever the one before has come to."""
        slots = self.slots
        slots.deal()
        return slots.seen

    def sample(self) -> Any:
        """Any legal action for each slot, each as likely as the others; the seed decides."""
        return self.slots.sample()

    def wait(self) -> None:
        """Until the step is done: a GPU works while Python goes on."""
        self.slots.wait()

    def close(self) -> None:
        """Let go of the threads and the games."""
        if self._slots is not None:
            self._slots.close()
            self._slots = None

    def __getstate__(self) -> dict[str, Any]:
        """A copy goes on where this one is; compiled functions and threads are not copied."""
        kept = {k: v for k, v in vars(self).items() if k not in ("_stepper", "_slots")}
        saved = (len(self.slots.seen.seats), self.slots.save()) if self.dealt else None
        return {**kept, "saved": saved}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        saved = kept.pop("saved")
        vars(self).update(kept)
        self._make_ready()
        if saved:
            self._start(saved[0])
            self.slots.load(saved[1])

    def __enter__(self) -> "Batch":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def slots(self) -> Slots:
        """The games themselves, on their machine."""
        if self._slots is None:
            raise SkipboError("no games have been dealt: call reset first")
        return self._slots

    # --- Telling

    @property
    def dealt(self) -> bool:
        """Whether there are games: `reset` deals them."""
        return self._slots is not None

    @property
    def games(self) -> list[int]:
        """The number of the game that each slot plays."""
        return self.slots.games()

    def observation(self, slot: int, seat: int) -> Any:
        """What any seat sees of a slot's game, as a new row."""
        self._check_slot(slot)
        check("seat", seat, 0, self.rules.players - 1)
        return self.slots.observe(slot, seat)

    def view(self, slot: int, seat: int | None, played: tuple[Played, ...] = ()) -> View:
        """A slot's game as a seat sees it, or (None) a spectator. What was played is not kept."""
        if seat is not None:
            check("seat", seat, 0, self.rules.players - 1)
        return view_of(self._state(slot), self.rules, seat, played)

    def legal(self, slot: int) -> list[Move]:
        """Every legal move in a slot's game."""
        state = self._state(slot)
        legal = self.slots.seen.masks[slot]
        return [self._move(state, action) for action in range(self.actions) if legal[action]]

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
        self._check_slot(slot)
        return self.slots.state(slot)

    def _check_slot(self, slot: int) -> None:
        check("slot", slot, 0, len(self.slots.seen.seats) - 1)

    def _move(self, state: Any, action: int) -> Move:
        return Move.of(int(self._bound().move_of(state, action)), self.rules.family)

    def why_not(self, slot: int, action: int) -> str:
        """Why an action is not legal in a slot's game."""
        if not 0 <= action < self.actions:
            return f"there is no action {action}; the actions are 0 to {self.actions - 1}"
        state = self._state(slot)
        if state.waiting == OVER:
            return "the game is over"
        move = self._move(state, action)
        reason = self._bound().why_not(state, move.code)
        why = "its mask says no" if reason == OK else explain(state, self.rules, move, reason)
        return f"action {action} is not legal: {why}"


# --- What is asked for


def one_of(name: str, given: str, known: Sequence[str]) -> None:
    if given not in known:
        raise SkipboError(f"{name} must be {' or '.join(known)}, not {shorten(given)}")


def kind_of(rewards: str, rules: Rules) -> int:
    """The number of a kind of rewards."""
    known = [name for name in REWARDS if name != "stock" or rules.family == "cards"]
    one_of("rewards", rewards, known)
    return REWARDS[rewards]


def for_each_other_seat(opponents: str | Sequence[str], rules: Rules) -> list[str]:
    """Their names in order to the learner's left; one name may stand for all."""
    names = [opponents] if isinstance(opponents, str) else opponents
    if not isinstance(names, Sequence):
        raise SkipboError(f"opponents must be names of bots, not {shorten(opponents)}")
    names = list(names)
    others = rules.players - 1
    if len(names) not in (1, others):
        told = "1 for all" if others == 1 else f"1 for all or {others}, one for each other seat"
        raise SkipboError(f"opponents must be {told}, not {len(names)}")
    return names * (others // len(names))
