"""OpenSpiel's games `python_skipbo` and `python_skipbo_dice`, registered by importing this module.

import pyspiel
import skipbo.envs.open_spiel
game = pyspiel.load_game("python_skipbo(edition=mod,players=3,stock=10)")

The parameters are `edition` (of the card games) and its options by their names; -1 stands for what
the edition has by itself. `target` and `special` are left out: they mean nothing for one card game
without slips. In addition:

- `limit`: moves after which a game is left without a winner; so many turns end it, too;
- `rewards`: `win`, +1 for the seats of the side that has won and -1 for the others, 0 if the game
  was blocked; `points`, what that side scores (C13), or in Dice everybody's score; `stock`, in card
  games, by how many cards the own stock pile is smaller than the opponents' on average (partners
  count on average as well).

Actions are those of `machine.stepping.acts_cards` and `acts_dice`. Chance decides about single
cards and dice (`reveal`); its outcomes are a card's number (0: wild), a face of MOD's die, or of a
die of Dice its place in the colour's numbers, from 0 on, or 4 for a wild and 5 for a blank. What is
seen, and when there is an information state as a tensor, is told in `spiel_observer`. A game's type
says what holds for its own parameters; the registered type what holds for all.
"""

from typing import Any

from .needed import needed

with needed("OpenSpiel"):
    import pyspiel

from ..errors import RulesError, shorten
from ..machine.stepping import sizes
from ..machine.stepping.terms import REWARDS
from ..machine.warm import LONGEST, check
from ..rules.editions import EDITIONS, Edition, Rules, configure, edition
from .reveal import Unfolding, most_chances, most_outcomes
from .spiel_observer import Observer, board_text, has_recall_tensor

AS_EDITION = -1  # a parameter that was not chosen
MEANINGLESS = ("target", "special")  # for one card game that is played strictly
LIMIT = 10_000

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

# --- Parameters


def _default(name: str, editions: list[Edition]) -> Any:
    """What an option is by itself, if that is the same in all editions."""
    if name == "short":
        return False
    values = {getattr(entry.rules, name) for entry in editions}
    return values.pop() if len(values) == 1 else AS_EDITION


def _specification(family: str) -> dict[str, Any]:
    """Every parameter of the game with its default."""
    editions = [entry for entry in EDITIONS.values() if entry.rules.family == family]
    names = [name for name in editions[0].options if family == "dice" or name not in MEANINGLESS]
    options = {name: _default(name, editions) for name in names}
    chosen = {"edition": editions[0].name} if family == "cards" else {}
    return {**chosen, **options, "limit": LIMIT, "rewards": "win"}


def _rules(family: str, params: dict[str, Any]) -> Rules:
    """The rules that these parameters ask for; a `RulesError` if there are none such."""
    options = {name: value for name, value in params.items() if value != AS_EDITION}
    name = options.pop("edition", family)
    options.pop("limit", None)
    check("limit", params["limit"], 1, LONGEST)
    _check_rewards(options.pop("rewards"), family)
    if options.get("enforcement") == "table":
        raise RulesError("enforcement must be strict here: slips and calls are for people (T1-T6)")
    if edition(name).rules.family != family:
        raise RulesError(f"the edition {name} is a game of its own here: python_skipbo_dice")
    return configure(name, **options)


def _check_rewards(rewards: str, family: str) -> None:
    known = [name for name in REWARDS if name != "stock" or family == "cards"]
    if rewards not in known:
        told = f"rewards must be {' or '.join(known)} in a game of {family}"
        raise RulesError(f"{told}, not {shorten(rewards)}")


# --- Rewards


def _range(rules: Rules, rewards: str, limit: int) -> tuple[float, float]:
    """The least and the most that a seat can get."""
    if rewards == "win":
        return -1.0, 1.0
    if rules.family == "dice":
        return 0.0, 8.0 * (limit + 1)  # two moves bring at most 11 + 5 points (D10)
    most = rules.cards if rules.die else rules.stock  # M7: a stock pile may grow
    if rewards == "stock":
        return float(-most), float(most)
    seats = rules.players - len(rules.members(0))
    return 0.0, 25.0 + 5.0 * min(most * seats, rules.cards)


def _zero_sum(rules: Rules, rewards: str) -> bool:
    return rewards == "stock" or (rewards == "win" and rules.sides == 2)


# --- OpenSpiel's classes


def _type(family: str, zero_sum: bool, recall_tensor: bool) -> Any:
    """What OpenSpiel is told of the kind of a game."""
    kind = pyspiel.GameType
    hidden = family == "cards"
    return kind(
        short_name="python_skipbo" if hidden else "python_skipbo_dice",
        long_name="Skip-Bo" if hidden else "Skip-Bo Dice",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if hidden
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=recall_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_specification(family),
    )


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game of one family."""

    family = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_specification(self.family), **(params or {})}
        self.rules = rules = _rules(self.family, given)
        self.limit, self.rewards = int(given["limit"]), given["rewards"]
        self.start = Unfolding(rules, self.limit)
        zero_sum = _zero_sum(rules, self.rewards)
        least, most = _range(rules, self.rewards, self.limit)
        info = pyspiel.GameInfo(
            num_distinct_actions=sizes(rules).actions,
            max_chance_outcomes=most_outcomes(rules),
            num_players=rules.players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=self.limit,
        )
        settled = {name: rules.options().get(name, value) for name, value in given.items()}
        recall_tensor = has_recall_tensor(rules, self.limit)
        super().__init__(_type(self.family, zero_sum, recall_tensor), info, settled)

    def new_initial_state(self) -> "SkipboState":
        return SkipboState(self)

    def max_chance_nodes_in_history(self) -> int:
        return most_chances(self.rules, self.limit)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What observes a state. (With no type OpenSpiel gives the parameters in its place.)"""
        if isinstance(iig_obs_type, dict):
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise RulesError(f"an observer has no parameters here, not {shorten(params)}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = pyspiel.PrivateInfoType
        hands = {private.NONE: "none", private.SINGLE_PLAYER: "own", private.ALL_PLAYERS: "all"}
        shown = hands[wanted.private_info]
        return Observer(self.rules, self.limit, wanted.perfect_recall, wanted.public_info, shown)

    def __reduce__(self) -> Any:
        """A pickle holds the game's text: reading it registers the games first."""
        return _load, (str(self),)


def _load(name: str) -> Any:
    return pyspiel.load_game(name)


def _restore(written: str) -> Any:
    _, state = pyspiel.deserialize_game_and_state(written)
    return state


class SkipboGame(_Game):
    """The card games: classic, deluxe, international and mod."""

    family = "cards"


class SkipboDiceGame(_Game):
    """Skip-Bo Dice."""

    family = "dice"


class SkipboState(pyspiel.State):  # type: ignore[misc]
    """A state of either. All of it is in `unfolding`, which OpenSpiel copies when it clones."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.unfolding = game.start  # all states share the beginning, until something happens
        self.rewarded = REWARDS[game.rewards]

    def current_player(self) -> int:
        game = self.unfolding
        if game.over:
            return TERMINAL
        return CHANCE if game.chance else int(game.s.seat)

    def is_terminal(self) -> bool:
        return self.unfolding.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.unfolding.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.unfolding.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(number, weight / total) for number, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        if not self.unfolding.events:
            self.unfolding = self.unfolding.copy()
        if self.unfolding.chance:
            self.unfolding.decide(action)
        else:
            self.unfolding.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return self.unfolding.outcome_text(action)
        return str(self.unfolding.move(action))

    def returns(self) -> list[float]:
        game = self.unfolding
        seats = range(game.rules.players)
        if not self.is_terminal():
            return [0.0 for _ in seats]
        return [float(game.bound.earned(game.s, seat, self.rewarded)) for seat in seats]

    def __reduce__(self) -> Any:
        return _restore, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def __str__(self) -> str:
        """All that is known of the game to anyone: not for a player."""
        game = self.unfolding
        return "\n".join(board_text(game, game.settled(), list(range(game.rules.players))))


def _register() -> None:
    for game in (SkipboGame, SkipboDiceGame):
        kind = _type(game.family, zero_sum=False, recall_tensor=False)
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, game)


_register()
