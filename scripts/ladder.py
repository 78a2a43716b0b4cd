"""How strong the bots are: runs the contests of docs/bots.md and writes their tables into it.

    python scripts/ladder.py [--scale 0.1] [--only mod]

What stands between two marks in the page is replaced, `<!-- contest: NAME -->` and `<!-- end -->`;
each table comes with the command that made it. `--scale` plays a part of the blocks, for a look.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"

BASELINES = "s1-advanced h13 s1-old hinton greedy"
CONTESTS = {
    "order": (f"{BASELINES} random", 2000, ""),
    "s1-advanced": ("planner s1-advanced", 2000, ""),
    "h13": ("planner h13", 2000, ""),
    "classic": (f"planner {BASELINES}", 1000, "--plot docs/league.svg"),
    "short": (f"planner {BASELINES}", 1000, "--short"),
    "four": (f"planner {BASELINES}", 500, "--players 4"),
    "partners": (f"planner {BASELINES}", 500, "--players 4 --partners"),
    "six": (f"planner {BASELINES}", 300, "--players 6"),
    "mod": (f"planner {BASELINES}", 1000, "--edition mod"),
    "mod-four": (f"planner {BASELINES}", 500, "--edition mod --players 4"),
    "learned": ("learned planner", 2000, ""),
    "learned-short": ("learned planner", 2000, "--stock 10"),
    "learned-best": ("learned s1-advanced", 2000, ""),
    "learned-four": ("learned planner", 400, "--players 4"),
    "learned-partners": ("learned planner", 400, "--players 4 --partners"),
    "learned-mod": ("learned planner", 300, "--edition mod"),
    "levels": ("master hard medium easy", 500, ""),
    "dice": ("optimal myopic greedy random", 20000, "--edition dice"),
    "dice-four": ("optimal myopic greedy random", 20000, "--edition dice --players 4"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the tables of docs/bots.md.")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", nargs="*", default=list(CONTESTS), choices=list(CONTESTS))
    args = parser.parse_args()
    for name in args.only:
        bots, blocks, options = CONTESTS[name]
        told = f"{bots} {options}".strip()
        command = f"skipbo arena {told} --blocks {max(1, round(blocks * args.scale))}"
        print(command, flush=True)
        put(name, f"`{command}`\n\n{table(play(command))}")


def play(command: str) -> dict[str, Any]:
    arguments = [sys.executable, "-m", *shlex.split(command), "--json"]
    done = subprocess.run(arguments, stdout=subprocess.PIPE, check=True, cwd=PAGE.parent.parent)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def table(result: dict[str, Any]) -> str:
    """Two bots in a sentence, more as a ranking with the score of each against each."""
    games = f"{result['games']:,} games in {result['blocks']:,} blocks"
    ending = f"{games}, {result['blocked'] / result['games']:.2%} blocked."
    if len(result["bots"]) == 2:
        return f"**{shares(result)}** of the points, {elos(result)}. {ending}"
    ranked = sorted(range(len(result["bots"])), key=lambda bot: -result["elo"][bot])
    names = [result["bots"][bot] for bot in ranked]
    lines = [
        f"| bot | Elo | 95 % interval | {' | '.join(names)} |",
        f"|---|---|---|{'---|' * len(names)}",
    ]
    for bot in ranked:
        low, high = result["interval"][bot]
        cells = [f"{result['matrix'][bot][other]:.1%}" if other != bot else "" for other in ranked]
        elo = f"{result['elo'][bot]:+.0f} | {low:+.0f} to {high:+.0f}"
        lines.append(f"| {result['bots'][bot]} | {elo} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", ending])


def shares(result: dict[str, Any]) -> str:
    low, high = result["score_interval"]
    return f"{result['score']:.1%} ({low:.1%} to {high:.1%})"


def elos(result: dict[str, Any]) -> str:
    low, high = result["interval"]
    return f"{result['elo']:+.0f} Elo ({low:+.0f} to {high:+.0f})"


def put(name: str, text: str) -> None:
    """Replace what stands at a mark of the page."""
    page = PAGE.read_text(encoding="utf-8")
    mark = f"<!-- contest: {name} -->\n"
    pattern = re.compile(f"{re.escape(mark)}.*?<!-- end -->", re.DOTALL)
    assert pattern.search(page), f"{PAGE.name} has no place for {name}"
    PAGE.write_text(pattern.sub(lambda _: f"{mark}{text}\n<!-- end -->", page), encoding="utf-8")


if __name__ == "__main__":
    main()
