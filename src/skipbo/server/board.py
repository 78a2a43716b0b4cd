"""What of a game may be told: its board, a hand, and what a move brought.

A board is made from a spectator's view, field by field; a hand is told to its seat alone.
"""

import re
from collections.abc import Iterator
from typing import cast

from ..rules.editions import Rules
from ..table.game import Event, Game, Moved, Roll, Shuffle
from ..table.notation import ACTS, EXTRA, PLAY, STAND_IN
from ..table.view import BEGINS, CardView, Manners, Ruling, View
from . import wire


def board(view: View) -> wire.Board:
    """What everybody sees, from a spectator's view."""
    assert view.seat is None
    if isinstance(view, CardView):
        return wire.CardBoard(
            turn=view.turn,
            turns=view.turns,
            building=[wire.Pile(pile.number, list(pile.cards)) for pile in view.building],
            completed=len(view.completed),
            draw=view.draw,
            players=[
                wire.Player(
                    stock=player.stock,
                    stock_top=player.stock_top,
                    discards=[list(pile) for pile in player.discards],
                    held=player.held,
                )
                for player in view.players
            ],
            die=view.die,
            extra=view.extra,
            scores=list(view.scores),
            winners=list(view.winners),
            blocked=view.blocked,
            manners=_manners(view.manners),
        )
    return wire.DiceBoard(
        turn=view.turn,
        turns=view.turns,
        space=view.space,
        cup=view.cup,
        roll=list(view.roll),
        points=view.points,
        wild_last=view.wild_last,
        goal=view.goal,
        last_turns=view.last_turns,
        scores=list(view.scores),
        winners=list(view.winners),
    )


def _manners(manners: Manners | None) -> wire.Manners | None:
    if manners is None:
        return None
    return wire.Manners(
        due=manners.due,
        right=manners.right,
        talked=manners.talked,
        no_draw=list(manners.no_draw),
        wrong_calls=list(manners.wrong_calls),
        silenced=list(manners.silenced),
    )


# --- What a move brought


def deal_told(seq: int, game: Game, now: wire.Board) -> list[wire.Happened]:
    """What everybody learns from the deal, besides that there is a game."""
    return list(_rolls(seq, game.events, now, game.rules.first))


def move_told(
    seq: int, rules: Rules, bot: bool, events: list[Event], before: wire.Board, now: wire.Board
) -> list[wire.Happened]:
    """What everybody learns from a move; `events` are the move and what followed from it."""
    moved, followed = cast(Moved, events[0]), events[1:]
    rulings = [event for event in followed if isinstance(event, Ruling)]
    told: list[wire.Happened] = [_ruled(seq, ruling) for ruling in rulings if ruling.kind == BEGINS]
    if moved.move not in ACTS:
        told.append(_moved(seq, rules, bot, moved, before, now))
    told += [
        wire.Shuffled(seq, len(event.faces))
        for event in followed
        if isinstance(event, Shuffle) and event.stock is None
    ]
    if isinstance(now, wire.CardBoard) and isinstance(before, wire.CardBoard):
        told += _drew(seq, before, now, moved)
    told += [_ruled(seq, ruling) for ruling in rulings if ruling.kind != BEGINS]
    return [*told, *_rolls(seq, followed, now, _roller(moved, followed, rules))]


def _moved(
    seq: int, rules: Rules, bot: bool, moved: Moved, before: wire.Board, now: wire.Board
) -> wire.Happened:
    card, number = _card(before, moved, rules)
    stops = isinstance(before, wire.DiceBoard) and moved.move == "stop"
    return wire.Moved(
        seq=seq,
        seat=moved.seat,
        move=str(moved.move),
        bot=bot,
        card=card,
        number=number,
        completes=number == rules.ranks,
        left=_left(now, moved, rules),
        points=cast(wire.DiceBoard, before).points if stops else None,
    )


def _ruled(seq: int, ruling: Ruling) -> wire.Ruled:
    return wire.Ruled(seq, ruling.kind, ruling.seat, ruling.other, ruling.count)


def _roller(moved: Moved, followed: list[Event], rules: Rules) -> int:
    """Who rolls first of those who roll: the mover in Dice, or out of turn; else the next one."""
    begins = any(isinstance(event, Ruling) and event.kind == BEGINS for event in followed)
    return moved.seat if begins or moved.move == "roll" else (moved.seat + 1) % rules.players


def _rolls(seq: int, events: list[Event], now: wire.Board, roller: int) -> Iterator[wire.Rolled]:
    """Every roll, of one seat after the other. In Dice all but the last fitted nowhere (D6)."""
    rolls = [event for event in events if isinstance(event, Roll)]
    players = len(now.scores) if isinstance(now, wire.DiceBoard) else len(now.players)
    for i, roll in enumerate(rolls):
        lost = isinstance(now, wire.DiceBoard) and (i < len(rolls) - 1 or now.turn is None)
        yield wire.Rolled(seq, (roller + i) % players, list(roll.faces), lost)


def _drew(
    seq: int, before: wire.CardBoard, now: wire.CardBoard, moved: Moved
) -> Iterator[wire.Drew]:
    """Who drew cards, and how many: what a hand has gained besides the card that left it."""
    if moved.move == "call":
        return  # a hand may be as it was before
    from_hand = re.search(r"\bh", moved.move) is not None
    for seat, (was, player) in enumerate(zip(before.players, now.players, strict=True)):
        left = was.held - (from_hand and seat == moved.seat)
        if player.held > left:
            yield wire.Drew(seq, seat, player.held - left)


def _card(before: wire.Board, moved: Moved, rules: Rules) -> tuple[str | None, int | None]:
    """The face that was laid, and for a building pile the number that it stands for."""
    if not isinstance(before, wire.CardBoard):
        return None, None
    if found := PLAY.fullmatch(moved.move):
        source, to, pile = found.groups()
        face = _face(before, moved.seat, source, rules)
        return face, before.building[int(pile) - 1].number + 1 if to == "b" else None
    if found := STAND_IN.fullmatch(moved.move):
        wanted, _, source = found.groups()
        return _face(before, moved.seat, source, rules), int(wanted) % rules.ranks + 1
    if found := EXTRA.fullmatch(moved.move):
        return found[1], None
    return None, None


def _left(now: wire.Board, moved: Moved, rules: Rules) -> int | None:
    """What is left of a stock from which a card was played."""
    source = moved.move.partition("+")[2] or moved.move.partition(">")[0]
    if not isinstance(now, wire.CardBoard) or source not in ("s", "ps"):
        return None
    return now.players[moved.seat if source == "s" else rules.partner(moved.seat)].stock


def _face(before: wire.CardBoard, seat: int, source: str, rules: Rules) -> str | None:
    """The face of the card that lies where a move takes it from."""
    plain = source.removeprefix("p")
    owner = before.players[seat if source == plain else rules.partner(seat)]
    if plain[0] == "h":
        return plain[1:]
    return owner.stock_top if plain == "s" else owner.discards[int(plain[1:]) - 1][-1]
