"""How games of every edition end: a table of the shares that are blocked or left unfinished.

    python scripts/census.py --games 100000 --threads 2 > docs/census.md

Random and greedy players, 2, 4 and 6 of them, with both ways to refill an empty draw pile (O1).
"""

import argparse
import sys
from collections.abc import Iterator

from skipbo.arena.simulate import BOTS, Summary, simulate
from skipbo.rules.editions import EDITIONS, Rules, configure

HEAD = """# How games end

Written by `python scripts/census.py --games {games}`: seeded games of players who need no search,
with the shares of games that ended blocked (O3) or were stopped after {limit:,} moves.
Deluxe and international differ from classic only around the game, so their rows are the same.

| edition | players | bots | refill | games | moves a game | blocked | unfinished | digest |
|---|---|---|---|---|---|---|---|---|"""


def tables() -> Iterator[Rules]:
    for name, edition in EDITIONS.items():
        for players in (2, 4, 6):
            refills = ("beneath", "none") if "refill" in edition.options else (None,)
            for refill in refills:
                options = {"refill": refill} if refill else {}
                yield configure(name, players=players, **options)


def row(rules: Rules, bot: str, summary: Summary) -> str:
    games = summary.games
    cells = [
        rules.edition,
        str(rules.players),
        bot,
        rules.refill if rules.family == "cards" else "",
        f"{games:,}",
        f"{summary.moves / games:,.0f}",
        f"{summary.blocked / games:.2%}",
        f"{summary.unfinished / games:.2%}",
        f"`{summary.digest[:12]}`",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="How games of every edition end.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=int, default=100_000)
    args = parser.parse_args()
    print(HEAD.format(games=args.games, limit=args.limit))
    for rules in tables():
        for bot in BOTS:
            summary = simulate(rules, [bot], args.games, threads=args.threads, limit=args.limit)
            print(row(rules, bot, summary), flush=True)
            print(
                f"{rules.edition} {rules.players} {bot}: {summary.seconds:.1f} s", file=sys.stderr
            )
            if summary.interrupted:
                return


if __name__ == "__main__":
    main()
