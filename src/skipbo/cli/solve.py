"""`skipbo solve`: a game solved exactly."""

import argparse
from pathlib import Path
from typing import Any

from ..errors import SkipboError
from ..rules.editions import OPTIONS, Rules
from .common import Subparsers, add_command, add_json, console, print_json, progress_bar

SOLVED = ("dice", "tiny")
DICE_ONLY = ("wild_faces", "target", "plot", "write")
TINY_ONLY = ("stock", "limit", "bots")
DICE_DEFAULTS = {"wild_faces": 2, "target": 50}
BOTS = "learned,planner,s1-advanced,h13,s1-old,hinton,greedy,random"


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "solve",
        run,
        "solve Dice for two players, or a tiny card game, exactly",
        """
        skipbo solve dice
        skipbo solve dice --wild-faces 1 --json
        skipbo solve dice --target 30
        skipbo solve dice --plot when-to-stop.svg
        skipbo solve dice --write src/skipbo/bots      the table of the bot `optimal`
        skipbo solve tiny                              and what each bot loses in it
        skipbo solve tiny --bots planner --stock 1 --json
        skipbo solve tiny --bots tiny/weights.bin      what `skipbo learn` taught
        """,
    )
    command.add_argument("game", metavar="GAME", help=", ".join(SOLVED))
    dice = command.add_argument_group("dice")
    for name, default in DICE_DEFAULTS.items():
        told = f"{OPTIONS[name].help} (default {default})"
        option = f"--{name.replace('_', '-')}"
        dice.add_argument(option, type=int, metavar="N", help=told)
    dice.add_argument("--plot", type=Path, metavar="FILE", help="draw when to stop: svg or png")
    told = "write the table that the bot `optimal` plays from"
    dice.add_argument("--write", type=Path, metavar="FOLDER", help=told)
    tiny = command.add_argument_group("tiny: numbers 1 to 3 twice, one wild, a hand of two")
    told = f"{OPTIONS['stock'].help} (default 2)"
    tiny.add_argument("--stock", type=int, metavar="N", help=told)
    told = "moves after which a game counts half for each (default 10; beyond 12 it takes long)"
    tiny.add_argument("--limit", type=int, metavar="N", help=told)
    tiny.add_argument("--bots", metavar="A,B", help=f"whom to judge (default {BOTS})")
    add_json(command)


def run(args: argparse.Namespace) -> int:
    check(args)
    if args.game == "tiny":
        return run_tiny(args)
    return run_dice(args)


def run_dice(args: argparse.Namespace) -> int:
    for name, default in DICE_DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, default)
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
        raise SkipboError(f"only {' and '.join(SOLVED)} are solved, not {args.game}")
    for name in DICE_ONLY if args.game == "tiny" else TINY_ONLY:
        if getattr(args, name) is not None:
            option = f"--{name.replace('_', '-')}"
            raise SkipboError(f"{args.game} has no {option}: see skipbo solve --help")
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


# --- The tiny card game


def run_tiny(args: argparse.Namespace) -> int:
    from ..bots import native
    from ..solve.tiny import LIMIT, tiny_rules

    rules = tiny_rules(**({} if args.stock is None else {"stock": args.stock}))
    limit = LIMIT if args.limit is None else args.limit
    if limit < 1:
        raise SkipboError(f"limit must be 1 or more moves, not {limit}")
    bots = list(dict.fromkeys((BOTS if args.bots is None else args.bots).split(",")))
    for bot in bots:
        native.required(bot, rules)  # is there one of that name?
    solution = solved_tiny(rules, limit)
    told = {
        "stock": rules.stock,
        "limit": limit,
        "nodes": solution.tree.nodes,
        "information_sets": solution.tree.sets,
        "rounds": solution.rounds,
        "seconds": solution.seconds,
        "exploitability": solution.exploitability,
        "left_off": solution.left_off,
        "first_player_wins": solution.value,
        "bots": judged(solution, bots),
    }
    if args.json:
        print_json(told)
    else:
        show_tiny(told)
    return 0


def solved_tiny(rules: Rules, limit: int) -> Any:
    from ..solve.tiny import solve_tree
    from ..solve.tree import PARTS, grow

    with progress_bar(PARTS, "growing the tree") as progress:
        tree = grow(rules, limit, progress)
    with progress_bar(PARTS, "learning") as progress:
        return solve_tree(tree, progress=progress)


def judged(solution: Any, bots: list[str]) -> dict[str, dict[str, float]]:
    found = {}
    with progress_bar(len(bots), "asking the bots") as progress:
        for done, bot in enumerate(bots, 1):
            judged = solution.judge(bot)
            found[bot] = {
                "share": judged.share,
                "loss": judged.loss,
                "exploitability": judged.exploitability,
            }
            progress(done)
    return found


def show_tiny(told: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table("bot", "share", "loss", "exploitability", title="against perfect play")
    for column in table.columns[1:]:
        column.justify = "right"
    for bot, numbers in told["bots"].items():
        table.add_row(bot, *(f"{max(number, 0):.2%}" for number in numbers.values()))
    out = console()
    out.print(f"a tiny game for two: stock {told['stock']}, left off after {told['limit']} moves")
    out.print(f"the first player wins {told['first_player_wins']:.2%}")
    out.print(f"{told['left_off']:.2%} of the games are left off, and count half")
    out.print(table)
    out.print("loss: to perfect play; exploitability: to whoever knows the bot's every move")
    out.print(
        f"{told['nodes']:,} nodes, {told['information_sets']:,} information sets, "
        f"{told['rounds']:,} rounds in {told['seconds']:.1f} s, "
        f"exploitability {told['exploitability']:.1e}"
    )
