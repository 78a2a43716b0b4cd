"""Write docs/the-game.md and its charts: what `skipbo stats` measures, for every kind of game.

    python scripts/the_game.py --games 2000 --threads 2

That takes a few minutes. The sentences are made of the figures, so that they say what was measured.
"""

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path

from skipbo.arena import charts
from skipbo.arena.estimates import Estimate
from skipbo.arena.stats import (
    FEWEST,
    Figures,
    Luck,
    Stats,
    number,
    percent,
    stats,
    table_cells,
    table_head,
)
from skipbo.bots import native
from skipbo.rules.editions import Rules, configure, edition

DOCS = Path(__file__).parent.parent / "docs"
TIMES = {"classic": 1, "mod": 1, "dice": 10}  # games of Dice are short

HEAD = """# The game, measured

How long is a game of Skip-Bo? Is it better to begin? How much of it is luck? This page answers by
counting: seeded games of good bots of this package, mostly `planner`, watched as they are played.
A figure in brackets is the interval that it lies in with 95 % confidence. What other players would
make of the same cards may differ.

Written by `python scripts/the_game.py --games {games}`. The command at the head of each chapter
plays the same games again; [rules.md](rules.md) tells the rules by their numbers.
Deluxe and International differ from classic only around the game, so their figures are the same.
"""

DEALS = """The **luck of the deal**: {deals:,} deals for two were played {repeats} times each by
two equal players ({bot}) who make {random:.0%} of their moves at random, so that no two games are
alike; what chance brings later differs, too. The deal, that is the first shuffle and who begins,
then explains **{share}** of the variance of who wins: as if every deal gave one of the two a
chance of {edge:.0%}. At 0 % every deal would be an open game; at 100 % the winner would be known
once the cards are dealt.
"""

ROLLS = """No cards are dealt here: all the luck is in the rolls, and it comes as the game goes.
"""

SKILL = """**Skill**: every bot played {deals:,} {deal} against {best}, once from each seat with
the same {chance}. The last column tells how long a match must be (an odd number of games, the most
wins decide) until the better of the two wins it 95 times in 100.
"""


# --- Sentences


def chapter(measured: Stats, rules: Rules, command: str) -> Iterator[str]:
    assert measured.game
    name = rules.edition
    yield f"## {edition(name).title}\n"
    yield f"`{command}`\n"
    yield length(measured.game)
    yield begins(measured.game)
    yield dice(measured.game) if rules.family == "dice" else cards(measured.game)
    yield picture(name, "game", "how long a game is, and who wins")
    yield "### More players\n"
    yield many(measured.tables, rules)
    yield picture(name, "tables", "what changes with the number of players")
    yield "### Luck and skill\n"
    yield deals(measured.luck) if measured.luck else ROLLS
    yield skill(measured, rules)
    yield picture(name, "skill", "scores against the best bot, and matches")


def length(game: Figures) -> str:
    turns, moves = game.turns, game.moves
    return (
        f"A game of two takes **{mean(turns.mean)} turns**, both players' counted, and "
        f"{mean(moves.mean)} moves. Half of the {game.games:,} games end by turn "
        f"{turns.median:g}; nine in ten take {turns.low} to {turns.high} turns.\n"
    )


def begins(game: Figures) -> str:
    assert game.wins
    first = game.wins[0]
    if first.low <= 0.5 <= first.high:
        told = "so if beginning matters, these games are too few to show it"
    else:
        told = f"so it is {'better' if first.value > 0.5 else 'worse'} to begin"
    return f"The player who begins wins **{percent(first)}** of the games, {told}.\n"


def cards(game: Figures) -> str:
    seen = game.measures
    return (
        f"The hand is emptied, and a new one is drawn (C9), in {percent(seen['hand_emptied'])} of "
        f"the turns: {mean(seen['hands_emptied'])} times a game. The draw pile runs out and the "
        f"played cards are shuffled (C10) {mean(seen['reshuffles'])} times a game. At the end "
        f"the loser has {mean(seen['stock_left'])} stock cards left. Blocked games, in which "
        f"nobody can move any more (O3): {percent(game.blocked)}.\n"
    )


def dice(game: Figures) -> str:
    seen = game.measures
    return (
        f"Dice are rolled {mean(seen['rolls'])} times a game. A roll with nothing to place ends "
        f"{percent(seen['turns_lost'])} of the turns, whose points are lost (D6); in "
        f"{percent(seen['rolled_on'])} all five dice are laid, and five more are taken (D8). The "
        f"loser ends {mean(seen['points_behind'])} points behind.\n"
    )


def many(tables: list[Figures], rules: Rules) -> str:
    told = f"{tables[0].games:,} games at each table, played by {tables[0].bots[0]}."
    if rules.family == "cards":
        told += " Paired players are partners (P1-P7): they win, and begin, as a side."
    lines = [told, ""]
    head = table_head(rules)
    lines += [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    lines += [f"| {' | '.join(table_cells(game, wide=True))} |" for game in tables]
    if rules.family == "cards":
        lines += ["", blocked(tables)]
    return "\n".join(lines) + "\n"


def blocked(tables: list[Figures]) -> str:
    """Where games are blocked, if they are."""
    worst = max(tables, key=lambda game: game.blocked.value if game.blocked else 0)
    if not worst.blocked or not worst.blocked.value:
        return "No game at any of these tables was blocked."
    where = f"at that of {worst.players} players with a stock of {worst.stock}"
    return f"Of these tables, blocked games are most common {where}: {percent(worst.blocked)}."


def deals(luck: Luck) -> str:
    return DEALS.format(
        deals=luck.deals,
        repeats=luck.repeats,
        bot=luck.bot,
        random=luck.random_moves,
        share=percent(luck.share),
        edge=0.5 + math.sqrt(max(0.0, luck.share.value)) / 2,
    )


def skill(measured: Stats, rules: Rules) -> str:
    rungs = measured.skill
    rolls = rules.family == "dice"
    told = SKILL.format(
        deals=rungs[0].deals,
        deal="pairs of games" if rolls else "deals",
        best=native.best(rules.family),
        chance="stream of chance" if rolls else "cards",
    )
    lines = [told, "| bot | wins | games of a match |", "|---|---|---|"]
    for rung in rungs:
        needed = "not told apart" if rung.games_to_tell is None else f"{rung.games_to_tell:,}"
        lines.append(f"| {rung.bot} | {percent(rung.score)} | {needed} |")
    return "\n".join(lines) + "\n"


def mean(estimate: Estimate | None) -> str:
    return number(estimate, 2 if estimate and estimate.value < 10 else 1)


def picture(name: str, part: str, told: str) -> str:
    return f"![{edition(name).title}: {told}](the-game-{name}-{part}.svg)\n"


# --- Charts


def draw(measured: Stats, rules: Rules) -> None:
    parts = {
        "game": [charts.draw_length, charts.draw_wins],
        "tables": charts.by_table(measured.tables[0]),
        "skill": [charts.draw_scores, charts.draw_matches],
    }
    for part, wanted in parts.items():
        charts.page(measured, wanted, str(DOCS / f"the-game-{rules.edition}-{part}.svg"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Write docs/the-game.md and its charts.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    page = [HEAD.format(games=args.games)]
    for name, times in TIMES.items():
        rules, games = configure(name), args.games * times
        fewer = max(FEWEST, games // 5)
        command = f"skipbo stats {name} --games {games} --tables --skill --plot game.svg"
        print(command, file=sys.stderr)
        measured = stats(rules, (), games, tables=fewer, skill=fewer, threads=args.threads)
        if measured.interrupted:
            return
        draw(measured, rules)
        page += chapter(measured, rules, command)
    (DOCS / "the-game.md").write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
