"""`skipbo solve`: a game solved exactly."""

import argparse
from pathlib import Path
from typing import Any

from ..errors import SkipboError
from ..rules.editions import OPTIONS
from .common import Subparsers, add_command, add_json, console, print_json, progress_bar

SOLVED = ("dice",)


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "solve",
        run,
        "solve Dice for two players exactly",
        """
        skipbo solve dice
        skipbo solve dice --wild-faces 1 --json
        skipbo solve dice --target 30
        skipbo solve dice --plot when-to-stop.svg
        skipbo solve dice --write src/skipbo/bots      the table of the bot `optimal`
        """,
    )
    command.add_argument("game", metavar="GAME", help=", ".join(SOLVED))
    for name, default in (("wild_faces", 2), ("target", 50)):
        told = f"{OPTIONS[name].help} (default {default})"
        option = f"--{name.replace('_', '-')}"
        command.add_argument(option, type=int, default=default, metavar="N", help=told)
    command.add_argument("--plot", type=Path, metavar="FILE", help="draw when to stop: svg or png")
    told = "write the table that the bot `optimal` plays from"
    command.add_argument("--write", type=Path, metavar="FOLDER", help=told)
    add_json(command)


def run(args: argparse.Namespace) -> int:
    check(args)
    solution = solved(args)
    if args.write:
        from ..bots.dice_table import file_name

        (args.write / file_name(args.wild_faces)).write_bytes(solution.file())
    if args.plot:
        from ..solve.plot import draw

        draw(solution, args.plot)
    told = {
        "wild_faces": solution.wild_faces,
        "target": solution.target,
        "states": solution.states,
        "seconds": solution.seconds,
        "residual": solution.residual,
        "first_player_wins": solution.first_player_wins,
        "expected_turn_points": solution.turn_points,
    }
    if args.json:
        print_json(told)
    else:
        show(told)
    return 0


def check(args: argparse.Namespace) -> None:
    """What would be a pity to find out after solving."""
    if args.game not in SOLVED:
        raise SkipboError(f"only {', '.join(SOLVED)} is solved, not {args.game}")
    if args.write and not args.write.is_dir():
        raise SkipboError(f"there is no folder {args.write}")
    if args.plot:
        need("matplotlib", "plots")
        if args.plot.suffix not in (".svg", ".png"):
            raise SkipboError(f"a plot's name must end in .svg or .png, not {args.plot.name}")
        if not args.plot.absolute().parent.is_dir():
            raise SkipboError(f"there is no folder {args.plot.parent}")
    need("numba", "fast")


def need(package: str, extra: str) -> None:
    from importlib.util import find_spec

    if not find_spec(package):
        raise SkipboError(f"this needs {package}: pip install 'skipbo[{extra}]'")


def solved(args: argparse.Namespace) -> Any:
    from ..bots.dice_table import NEEDS
    from ..solve.dice import pairs_to_solve, solve

    needs = NEEDS if args.write else args.target
    with progress_bar(pairs_to_solve(needs), "solving") as progress:
        return solve(args.wild_faces, args.target, needs=needs, progress=progress)


def show(told: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table("turn from space", "points", title="expected points of the best single turn")
    table.columns[1].justify = "right"
    for space, points in enumerate(told["expected_turn_points"], 1):
        table.add_row(str(space), f"{points:.3f}")
    out = console()
    out.print(f"Skip-Bo Dice for two, to {told['target']}, {told['wild_faces']} wild faces")
    out.print(f"the first player wins {told['first_player_wins']:.4%}")
    out.print(table)
    out.print(
        f"{told['states']:,} states, {told['seconds']:.1f} s, residual {told['residual']:.1e}"
    )
