"""`skipbo learn`: teach a network by letting it play itself."""

import argparse
import os
from pathlib import Path
from typing import Any

from ..bots import native, network, strong
from ..errors import SkipboError, shorten
from ..machine.runs import Player
from ..rules.editions import Rules
from .common import INTERRUPTED, Subparsers, add_command, console, needing

CHECKPOINT, WEIGHTS, CURVES, MARKS = "checkpoint.pt", "weights.bin", "curves.svg", "marks.json"
SAVED_EVERY = 60  # seconds
STAGES = "whole games", "trials", "results"
EDITIONS = ("classic", "mod", "tiny")
DESCRIPTION = """\
Teach a network by letting it play itself.

Every few minutes, and at the end, it sits an exam against players that stay the
same. The scores are printed, and drawn over time to curves.svg."""


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "learn",
        run,
        "teach a network by letting it play itself",
        """
        skipbo learn --edition classic --device cuda --minutes 25
        skipbo learn --edition mod --minutes 60 --threads 8 --out mod
        skipbo learn --players 2 --minutes 5      a game of two alone
        skipbo learn --resume --minutes 90        go on, up to 90 minutes in all
        skipbo learn --edition mod --start learned/weights.bin --out mod
        skipbo learn --against learned --out rival      to beat one player
        skipbo learn --edition tiny --out tiny          a game that is solved
        """,
    )
    command.description = DESCRIPTION
    option = command.add_argument
    told = "classic (deluxe and international play by it), mod or tiny (default %(default)s)"
    option("--edition", default="classic", metavar="E", help=told)
    option("--players", type=int, metavar="N", help="2 to 6 (default: every table there is)")
    told = "how long to learn in all, besides compiling and the exam (default %(default)s)"
    option("--minutes", type=float, default=25.0, metavar="M", help=told)
    told = "cpu or cuda: what works the weights out (default %(default)s)"
    option("--device", default="cpu", metavar="D", help=told)
    told = "cores that play (default: all)"
    option("--threads", type=int, default=os.cpu_count() or 1, metavar="N", help=told)
    option("--seed", type=int, default=1, metavar="N", help="of all chance (default %(default)s)")
    told = "from one exam to the next; one takes a minute of two cores (default %(default)s)"
    option("--exam", type=float, default=3.0, metavar="M", help=told)
    told = "play all games against this bot, or these weights (default: mostly against itself)"
    option("--against", metavar="BOT", help=told)
    told = "weights that know whole games already, or learned: begin with trials"
    option("--start", metavar="FILE", help=told)
    told = "where all is kept, 400 MB of it to go on from (default %(default)s)"
    option("--out", type=Path, default=Path("learned"), metavar="DIR", help=told)
    option("--resume", action="store_true", help="go on from the checkpoint that is there")


def run(args: argparse.Namespace) -> int:
    with needing("learn"):
        import torch

        from ..learn.training import Training
    check(args, torch)
    training = Training(plan_from(args))
    if args.resume:
        training.load(args.out / CHECKPOINT)
        learned_for = training.progress.seconds / 60
        if learned_for >= args.minutes:
            told = f"it has learned for {learned_for:.1f} minutes already"
            raise SkipboError(f"{told}: to go on, give it more --minutes than that in all")
    make_folder(args.out)
    with Line(args.out, training) as line:
        training.go_on(line.show)
    from ..learn.exam import last

    out = console()
    games, solutions = training.progress.games, training.progress.solutions
    out.print(f"{games:,} games, weights worked out {solutions:,} times")
    if not solutions:
        out.print("That was too short to learn anything: the weights are as they were.")
    if line.interrupted:
        out.print("Interrupted; the same command with --resume goes on.")
    for mark in last(training.progress.marks):
        out.print(f"{mark.table} players against {mark.opponent}: {mark.score:.1%}")
    for name in (WEIGHTS, CURVES, CHECKPOINT):
        if (args.out / name).exists():
            out.print(args.out / name)
    return INTERRUPTED if line.interrupted else 0


def check(args: argparse.Namespace, torch: Any) -> None:
    """Refuse what cannot be done, before anything is begun."""
    if args.edition not in EDITIONS:
        told = f"a network learns classic, mod or tiny, not {shorten(args.edition)}"
        raise SkipboError(f"{told}; deluxe and international play by classic")
    if args.device not in ("cpu", "cuda"):
        raise SkipboError(f"a device is cpu or cuda, not {args.device}")
    if args.device == "cuda" and not torch.cuda.is_available():
        raise SkipboError("no GPU that PyTorch can use was found; learn with --device cpu")
    if not args.minutes > 0:
        raise SkipboError(f"minutes must be above 0, not {args.minutes:g}")
    if not args.exam > 0:
        raise SkipboError(f"minutes from one exam to the next must be above 0, not {args.exam:g}")
    if args.threads < 1:
        raise SkipboError(f"threads must be at least 1, not {args.threads}")
    if args.seed < 0:
        raise SkipboError(f"a seed must not be negative, as {args.seed} is")
    if args.resume and args.start:
        raise SkipboError("--resume goes on with its own weights: leave --start out")
    there = (args.out / CHECKPOINT).exists()
    if args.resume and not there:
        raise SkipboError(f"there is no {args.out / CHECKPOINT} to resume from")
    if there and not args.resume:
        told = f"{args.out / CHECKPOINT} is there already: go on with --resume"
        raise SkipboError(f"{told}, or choose another --out")


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SkipboError(f"{folder} cannot be made a folder: {error.strerror}") from error


def plan_from(args: argparse.Namespace) -> Any:
    from ..learn.lessons import MIX, rules_at
    from ..learn.training import Plan

    tables = tuple(t for t in MIX if args.players in (None, t.players))
    if not tables:
        raise SkipboError(f"players must be 2 to 6, not {args.players}")
    edition, options = args.edition, {}
    if edition == "tiny":
        edition, options, tables = "classic", tiny_deck(), tables[:1]
        if args.players not in (None, 2):
            raise SkipboError(f"the tiny game is for 2 players, not {args.players}")
    rules = rules_at(edition, tables[0], options)
    return Plan(
        edition,
        args.minutes,
        args.seed,
        args.device,
        args.threads,
        tables,
        args.exam,
        options,
        champion_from(args.against, rules),
        start_from(args.start, rules),
    )


def start_from(spec: str | None, rules: Rules) -> Player | None:
    """The weights to begin with, without how they are used."""
    if spec is None:
        return None
    row = native.required(spec, rules)
    if row[0] != strong.LEARNED:
        raise SkipboError(f"start with learned, or a file of weights, not {shorten(spec)}")
    return row[network.WEIGHTS :]


def champion_from(bot: str | None, rules: Rules) -> Player | None:
    """Whom to learn against: of the players that games are learned from, there are two kinds."""
    if bot is None:
        return None
    champion = native.required(bot, rules)
    if champion[0] not in (strong.LEARNED, strong.PLANNER):
        raise SkipboError(f"learn against planner, learned, a level or weights, not {shorten(bot)}")
    return champion


def tiny_deck() -> dict[str, Any]:
    """The tiny game that is solved, but for its stock: all are learned."""
    from ..solve.tiny import DECK

    return {option: value for option, value in DECK.items() if option != "stock"}


class Line:
    """The progress line, and what is written to the disk now and then, and at the end."""

    def __init__(self, out: Path, training: Any) -> None:
        self.interrupted = False
        self._out, self._training = out, training
        self._saved = training.progress.seconds

    def __enter__(self) -> "Line":
        from rich.live import Live

        self._live = Live(console=_errors(), refresh_per_second=2, transient=True)
        self._live.start()
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        self._live.stop()
        self.interrupted = kind is KeyboardInterrupt
        if error is None or self.interrupted:
            self.save()
        return self.interrupted

    def show(self, progress: Any) -> None:
        self._live.update(self._told(progress))
        if progress.seconds - self._saved > SAVED_EVERY:
            self._saved = progress.seconds
            self.save()
            if not self._live.console.is_terminal:  # a log keeps a line each time
                self._live.console.print(self._told(progress), soft_wrap=True)

    def _told(self, progress: Any) -> str:
        from ..learn.exam import last

        told = f"{progress.seconds / 60:.1f} of {self._training.plan.minutes:g} minutes"
        if not progress.games:
            return f"{told}: compiling"
        if progress.seconds >= 60 * self._training.plan.minutes:
            return f"{told}: the exam"
        told += f", {STAGES[progress.stage]}: {progress.games:,} games, loss {progress.loss:.4f}"
        marks = last(progress.marks)[:3]
        return told + "".join(f", {m.score:.0%} against {m.opponent}" for m in marks)

    def save(self) -> None:
        """All that is needed to go on, the weights as a bot wants them, and the curves."""
        import json
        from dataclasses import asdict

        from ..bots import weights

        training = self._training
        training.save(self._out / CHECKPOINT)
        (self._out / WEIGHTS).write_bytes(weights.pack(training.numbers().tolist()))
        marks = training.progress.marks
        (self._out / MARKS).write_text(json.dumps([asdict(mark) for mark in marks]))
        if marks:
            from ..learn.plot import draw

            draw(marks, self._out / CURVES)


def _errors() -> Any:
    from rich.console import Console

    return Console(stderr=True)
