"""A hint for the seat on turn: the move that the best bot would make, and why.

The reason is no text but a kind with what it speaks of, so that every language can tell it. It is
the truth about the choice: of the things that the planner looks at, the one in which the move is
most ahead of what else the bot could have done. How far ahead all in all, the network tells: how
many games are won with the move, and how many with the next best.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ..machine import python
from ..rules.cards import (
    EXTRA_DISCARD,
    FROM_STOCK,
    OPPONENT_DRAWS,
    PASS,
    STAND_IN,
    TARGETS,
    TO_DISCARD,
    WILD,
)
from ..rules.state import NONE
from ..table.notation import Move, number_text
from ..table.view import DiceView, View
from . import dice_plan, native
from .account import Account, Thoughts, as_discard, stock_owner
from .chance import in_a_hundred
from .imagine import imagine
from .network import WHOLE
from .planner import BEST_END, BEST_NODE, OPPONENT, WINS
from .strong import LEARNED
from .thinker import mind

HINTS = dict(native.STRONGEST)  # who is asked
MOST_WAYS = 60  # to play the cards, for the next best move to be looked for: else it takes seconds


class Why(StrEnum):
    """The kinds of reasons, and which values of a `Reason` they have."""

    WINS = "wins"  # count: cards after this one
    STOCK = "stock"  # face and seat of the stock card that is played, count: left after it
    DIE_STOCK = "die stock"  # the same, with the die for the number before it
    TO_STOCK = "to stock"  # face, seat: can be played after this and count more cards
    NEW_HAND = "new hand"  # count: more cards until the hand is empty and drawn anew
    EMPTY_HAND = "empty hand"  # the same, with nothing left to draw
    NEARER = "nearer"  # face, seat: count cards are missing for that stock card, not `before`
    CLOSER = "closer"  # face, seat: count cards come before that stock card, not `before`
    NEXT_STOCK = "next stock"  # better for the stock card that will turn over
    FARTHER = "farther"  # face, seat: an opponent misses count cards, not `before`
    FREES = "frees"  # count: fewer cards in hand, in whose place new ones will be drawn
    DRY = "dry"  # nothing can be drawn, so cards had better be played
    TIDIER = "tidier"  # the discard piles lie better
    BETTER = "better"  # in many small ways
    # Why the turn ends, and with this discard
    HOLDS_BACK = "holds back"  # face, seat: an opponent would miss `before` cards, not count
    KEEPS_WILD = "keeps wild"
    IN_REACH = "in reach"  # face, seat: the cards that lead to that stock card stay to be had
    RUN = "run"  # face: lies on the next higher number
    SAME = "same"  # lies on an equal number
    FREE_PILE = "free pile"
    HIGHER = "higher"  # face: lies on a higher number
    LEAST = "least"  # costs least
    # And else
    BURDEN = "burden"  # seat: of the opponents the one with fewest cards in the stock, count
    BURDEN_ONE = "burden one"  # the same, of a single opponent
    PASS = "pass"  # there is nothing in hand
    ONLY = "only"  # there is no other move
    STOP = "stop"  # points: are safe
    ROLL = "roll"  # count dice, points at stake
    MUST_ROLL = "must roll"  # the last die is wild
    LAY = "lay"  # count dice, points if the turn stops then
    LAY_WILD = "lay wild"  # count dice, the last one wild
    CHANCE = "chance"  # it wins `chance` of the games by best play; `other`, the next best, fewer


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is good. Which values mean something, and what, `Why` tells.

    The share of games won with the move, 0 if it is not known, and with the next best move, if that
    makes a difference, are told with any kind.
    """

    kind: Why
    face: str | None = None
    seat: int | None = None
    count: int = 0
    before: int = 0
    points: int = 0
    chance: float = 0.0
    other: Move | None = None
    other_chance: float = 0.0


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and why."""

    move: Move
    reason: Reason


def hint(view: View, legal: Sequence[Move]) -> Hint:
    """What the seat on turn had best do, from what it sees."""
    if isinstance(view, DiceView):
        return dice_hint(view, legal)
    rules, state = view.rules, imagine(view)
    row = native.player(HINTS["cards"], rules)
    player = mind(rules, row)
    move = Move.of(player.choose(state, row, [0, 0, 0]), rules.family)
    thoughts = Thoughts(rules, state, row, player.work)
    if len(legal) == 1 and move != "pass":
        found = Hint(legal[0], Reason(Why.ONLY))
    else:
        found = Hint(move, card_reason(thoughts, move.code))
    if row[0] != LEARNED:
        return found  # only a network knows chances

    def chance(move: Move) -> float:
        shares = player.weigh(state, row, move.code)[1]
        return int(shares[state.seat]) / WHOLE

    many = thoughts.ways(MOST_WAYS) == MOST_WAYS
    others = [] if many else one_of_a_kind(thoughts, found.move, legal)
    return with_chances(found, chance(found.move), {other: chance(other) for other in others})


def one_of_a_kind(thoughts: Thoughts, move: Move, legal: Sequence[Move]) -> list[Move]:
    """The moves that are not like this one, and of those that are alike one."""
    kinds = {thoughts.kind_of(other.code): other for other in reversed(legal)}
    kinds.pop(thoughts.kind_of(move.code), None)
    return list(kinds.values())


def with_chances(found: Hint, chance: float, others: dict[Move, float]) -> Hint:
    """The hint with the chances to win, by the move and by the best of those that are worse."""
    reason = replace(found.reason, chance=chance)
    worse = {other: share for other, share in others.items() if share < chance}
    best = max(worse, key=worse.__getitem__, default=None)
    if best is not None and in_a_hundred(worse[best]) < in_a_hundred(chance):
        reason = replace(reason, other=best, other_chance=worse[best])
    return Hint(found.move, reason)


def dice_hint(view: DiceView, legal: Sequence[Move]) -> Hint:
    """By the solved game: the chance to win. Where that is not known, what the move does."""
    rules, state = view.rules, imagine(view)
    row = native.player(HINTS["dice"], rules)
    player = mind(rules, row)
    move = Move.of(player.choose(state, row, [0, 0, 0]), rules.family)
    ask = python.machine(rules, *native.modules([row], rules))
    solved = row[0] == dice_plan.PLANNING and rules.players == 2
    others = [other for other in legal if other != move]
    if not solved or ask.beyond_table(state, row) or not others:
        return Hint(move, dice_reason(view, legal, move))

    def chance(move: Move) -> float:
        return int(ask.worth_of(move.code, player.work)) / (dice_plan.WIN * dice_plan.FINER)

    best = max(others, key=chance)
    return Hint(
        move, Reason(Why.CHANCE, chance=chance(move), other=best, other_chance=chance(best))
    )


def dice_reason(view: DiceView, legal: Sequence[Move], move: Move) -> Reason:
    """A modest one: what the move does. Chances are not told."""
    if view.roll and len(legal) == 1:
        return Reason(Why.ONLY)
    if move == "stop":
        return Reason(Why.STOP, points=view.points)
    if move == "roll":
        kind = Why.MUST_ROLL if view.wild_last else Why.ROLL
        return Reason(kind, count=view.cup, points=view.points)
    count = move.count(",") + 1
    kind = Why.LAY_WILD if move.endswith("W") else Why.LAY
    return Reason(kind, count=count, points=view.points + count)


# --- Cards


def card_reason(thoughts: Thoughts, move: int) -> Reason:
    """Why a move was chosen."""
    if OPPONENT_DRAWS <= move < STAND_IN:
        seat = move - OPPONENT_DRAWS
        kind = Why.BURDEN_ONE if thoughts.rules.players == 2 else Why.BURDEN
        return Reason(kind, seat=seat, count=int(thoughts.state.stock[seat]))
    node, end = thoughts.work[BEST_NODE], thoughts.work[BEST_END]
    if EXTRA_DISCARD <= move < OPPONENT_DRAWS:
        return why_extra(thoughts, as_discard(move), end)
    best = thoughts.account(node, end)
    if best.value == WINS:
        return Reason(Why.WINS, count=best.played)
    if node != 0:
        other = thoughts.account(0, thoughts.best_at_once())
        return why_better(thoughts, best, other)
    if stock_owner(end) is not None:
        return stock_card(thoughts, best)
    return why_no_more(thoughts, best) or why_end(thoughts, best)


def stock_card(thoughts: Thoughts, best: Account) -> Reason:
    """A stock card that can be played at once."""
    reason = _about(thoughts, Why.STOCK, _owner(thoughts, best))
    return Reason(
        Why.DIE_STOCK if best.end >= STAND_IN else Why.STOCK,
        reason.face,
        reason.seat,
        int(thoughts.state.stock[reason.seat]) - 1,
    )


def _owner(thoughts: Thoughts, best: Account) -> int:
    """Whose stock card ends the segment."""
    mate = thoughts.mate
    return thoughts.seat if mate is None or stock_owner(best.end) == FROM_STOCK else mate


def _about(thoughts: Thoughts, kind: Why, seat: int, **values: Any) -> Reason:
    """A reason that speaks of a seat's stock card."""
    return Reason(kind, number_text(thoughts.stock(seat)), seat, **values)


# --- Why a card is played


def why_better(thoughts: Thoughts, best: Account, other: Account) -> Reason:
    """In what an end is most ahead of another that could be had at once."""
    for _, part in best.gains(other):
        if part == "stock":
            return _about(thoughts, Why.TO_STOCK, _owner(thoughts, best), count=best.played - 1)
        if part == "new hand":
            return new_hand(thoughts, best)
        if part in ("own", "mate"):
            return nearer(thoughts, best, other, _part_seat(thoughts, part))
        if part == "opponents":
            return opponent(thoughts, Why.FARTHER, best, other)
        if part == "wilds":
            return Reason(Why.KEEPS_WILD)
        if part == "held":
            return Reason(Why.FREES, count=other.held - best.held)
        if part == "dry":
            return Reason(Why.DRY)
        if part == "piles":
            return Reason(Why.TIDIER)
    return Reason(Why.BETTER)


def new_hand(thoughts: Thoughts, best: Account) -> Reason:
    """C9; unless nothing is left to be drawn."""
    draws = best.completed or thoughts.ask.anything_to_draw(thoughts.state)
    return Reason(Why.NEW_HAND if draws else Why.EMPTY_HAND, count=best.played - 1)


def nearer(thoughts: Thoughts, best: Account, other: Account, seat: int) -> Reason:
    """An own stock card, or the partner's, comes nearer; or the unknown one under it."""
    if stock_owner(best.end) is not None:
        if stock_owner(best.end) == stock_owner(other.end):
            return Reason(Why.NEXT_STOCK)
        return _about(thoughts, Why.TO_STOCK, _owner(thoughts, best), count=best.played - 1)
    now, then = best.missing[seat], other.missing[seat]
    if now < then:
        return _about(thoughts, Why.NEARER, seat, count=now, before=then)
    now, then = best.steps[seat], other.steps[seat]
    if now < then:
        return _about(thoughts, Why.CLOSER, seat, count=now, before=then)
    return Reason(Why.BETTER)


def _part_seat(thoughts: Thoughts, part: str) -> int:
    mate = thoughts.mate
    return thoughts.seat if mate is None or part == "own" else mate


def opponent(thoughts: Thoughts, kind: Why, best: Account, other: Account) -> Reason:
    """The opponent whose stock card comes to lie farther away, or would come nearer."""
    weights, shares = thoughts.weights, thoughts.shares()

    def gain(seat: int) -> int:
        now, then = (weights[OPPONENT + end.missing[seat]] for end in (best, other))
        return (now - then) * shares[seat]

    seat = max(shares, key=gain)
    return _about(thoughts, kind, seat, count=best.missing[seat], before=other.missing[seat])


# --- Why no card is played, and a discard or the pass ends the turn


def why_no_more(thoughts: Thoughts, best: Account) -> Reason | None:
    """What it would cost to play on, where a card could be played and that is the main thing."""
    found = thoughts.best_after_a_card()
    if found is None:
        return None
    played = thoughts.account(*found)
    for _, part in best.gains(played)[:1]:
        if part == "opponents":
            return opponent(thoughts, Why.HOLDS_BACK, best, played)
        if part == "wilds":
            return Reason(Why.KEEPS_WILD)
    return None


def why_end(thoughts: Thoughts, best: Account) -> Reason:
    """The pass; or why this card goes onto this pile."""
    if best.end == PASS:
        return Reason(Why.PASS)
    worths = {end: thoughts.worth(end) for end in thoughts.discards()}
    worse = [end for end in worths if worths[end] < worths[best.end]]  # equals explain nothing
    source = best.end // TARGETS
    other_piles = [end for end in worse if end // TARGETS == source]
    other_cards = [end for end in worse if end // TARGETS != source]
    best_others = [max(ends, key=worths.__getitem__) for ends in (other_piles, other_cards) if ends]
    others = [thoughts.account(0, end) for end in best_others]
    return why_discard(thoughts, best, others, best.end)


def why_extra(thoughts: Thoughts, extra: int, end: int) -> Reason:
    """M6: with an extra discard things stand better than without."""
    best = thoughts.account(0, end, extra)
    other = thoughts.account(0, thoughts.best_at_once())
    return why_discard(thoughts, best, [other], extra)


def why_discard(
    thoughts: Thoughts, best: Account, others: Sequence[Account], discard: int
) -> Reason:
    """In what a discard is most ahead: of the best with another card, or on another pile."""
    gains = sorted(_all_gains(best, others), key=lambda gain: -gain[0])
    if others and not gains:
        return Reason(Why.BETTER)
    for _, part, other in gains[:1]:
        if part in ("own", "mate"):
            return _about(thoughts, Why.IN_REACH, _part_seat(thoughts, part))
        if part == "wilds":
            return Reason(Why.KEEPS_WILD)
        if part == "held":
            return Reason(Why.FREES, count=other.held - best.held)
    return where_it_lies(thoughts, discard)


def _all_gains(best: Account, others: Sequence[Account]) -> list[tuple[int, str, Account]]:
    return [(gain, part, other) for other in others for gain, part in best.gains(other)]


def where_it_lies(thoughts: Thoughts, discard: int) -> Reason:
    """What a discard does to its pile."""
    n, pile = divmod(discard - TO_DISCARD, TARGETS)
    under = thoughts.top(pile)
    if under == NONE:
        return Reason(Why.FREE_PILE)
    if n == WILD or under < n:
        return Reason(Why.LEAST if lies_best(thoughts, discard) else Why.BETTER)
    if under == n:
        return Reason(Why.SAME)
    return Reason(Why.RUN if under == n + 1 else Why.HIGHER, number_text(under))


def lies_best(thoughts: Thoughts, discard: int) -> bool:
    """Whether after no other discard the discard piles lie better."""
    piles = {end: thoughts.account(0, end).parts["piles"] for end in thoughts.discards()}
    return piles[discard] == max(piles.values())
