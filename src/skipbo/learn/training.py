"""Teaches a network: games are played with it, and it learns from what was noted in them.

Threads play lessons on the CPU. With a GPU, that plays most of the games, all against itself, and
the threads those against the planner and against former selves. Each kind of table has weights of
its own (`fitting`).
"""

import math
import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..bots import native, strong
from ..bots.features import FEATURES, MATES, OTHER, OTHERS
from ..errors import SkipboError
from ..machine.runs import Player, even
from ..rules.state import SEATS
from .exam import Exam, Mark
from .fitting import Fitting
from .lessons import GAMES, MIX, Notes, Table, Teacher, rules_at
from .model import kinds, numbers
from .prior import as_planner

BLEND = 0.5  # how much of what came later goes into a target, step by step
LOOKS = 128  # arrangements that are looked at while learning
AGAINST_OTHERS = 0.05  # of lessons, where the CPU plays all: the planner and former selves
CURIOUS = 220  # how far it errs on purpose while it learns, so that it sees what else there is
FORMER = 4  # selves that are kept
LESSONS_AHEAD = 4  # for each thread, so that none waits while the GPU plays
ROUNDS = 8  # of a GPU's games, before the network learns from them
GPU_GAMES = 1 << 16
RECENT = 0.99  # how much of the loss that is told comes from before, lesson by lesson
# By kind of table: the features there are, since those of other seats come last.
USED = (OTHERS + OTHER, MATES, FEATURES)


@dataclass(frozen=True)
class Plan:
    """What to learn, and how long."""

    edition: str = "classic"
    minutes: float = 25.0
    seed: int = 1
    device: str = "cpu"
    threads: int = os.cpu_count() or 1
    tables: tuple[Table, ...] = tuple(MIX)
    exam_minutes: float = 3.0
    gpu_games: int = GPU_GAMES
    options: dict[str, Any] = field(default_factory=dict)
    champion: Player | None = None  # whom it meets in all games; else mostly itself

    @property
    def mix(self) -> dict[Table, int]:
        return {table: MIX[table] for table in self.tables}


@dataclass
class Progress:
    """How far it has come."""

    seconds: float = 0.0
    games: int = 0
    notes: int = 0
    solutions: int = 0
    loss: float = math.nan
    marks: list[Mark] = field(default_factory=list)


class Training:
    """One network that learns. `go_on` until the time is up; `save` and `load` at any time."""

    def __init__(self, plan: Plan) -> None:
        torch.backends.cuda.matmul.allow_tf32 = True  # sums over millions need no more
        self.plan = plan
        self.progress = Progress()
        self.teacher = Teacher(plan.edition, plan.tables, **plan.options)
        start = as_planner().to(plan.device)
        self.fittings = [Fitting(*told) for told in zip(start, USED, strict=True)]
        self.former: deque[NDArray[np.int32]] = deque(maxlen=FORMER)
        self.exam = Exam(plan.edition, plan.tables, plan.options, plan.champion)
        self._rng = np.random.default_rng(plan.seed)
        self._planner = native.player("planner", next(iter(self.teacher.rules.values())))
        self._gpu: Any = None

    # --- Playing

    def row(self, blur: int = 0) -> Player:
        """The network as a player."""
        return (strong.LEARNED, blur, LOOKS, *self.numbers().tolist())

    def numbers(self) -> NDArray[np.int32]:
        return numbers(torch.stack([fitting.weights for fitting in self.fittings]))

    def rows(self) -> NDArray[np.int32]:
        """Who plays along: the learner first, the planner, and former selves; or a champion."""
        others = [self.plan.champion] if self.plan.champion else [self._planner, *self.former]
        return np.array(even([self.row(CURIOUS), *map(tuple, others)]), np.int32)

    def lesson(self, rows: NDArray[np.int32], seed: int) -> Notes:
        """Some games on the CPU."""
        rng = np.random.default_rng([self.plan.seed, seed])
        odds = np.array(list(self.plan.mix.values()), float)
        table = self.plan.tables[rng.choice(len(odds), p=odds / odds.sum())]
        return self.teacher.play(table, rows, self._seating(table, len(rows), rng), rng, BLEND)

    def _seating(self, table: Table, rows: int, rng: np.random.Generator) -> NDArray[np.int32]:
        """Mostly the learner alone; at times, or where a GPU plays those, one side is another."""
        who = np.zeros((GAMES, SEATS), np.int32)
        sides = table.players // 2 if table.partners else table.players
        alone = 0 if self._gpu is not None or self.plan.champion else 1 - AGAINST_OTHERS
        for game in range(GAMES):
            if rng.random() >= alone:
                other = rng.integers(1, rows)
                who[game, rng.integers(sides) : table.players : sides] = other
        return who

    # --- Learning

    def learn(self, features: Tensor, targets: Tensor, games: int) -> None:
        """Take notes in: each teaches the weights of its kind of table."""
        missed, kind = 0.0, kinds(features)
        for i, fitting in enumerate(self.fittings):
            missed += fitting.take(features[kind == i], targets[kind == i])
        progress = self.progress
        progress.games += games
        progress.notes += len(features)
        progress.solutions = sum(fitting.solutions for fitting in self.fittings)
        loss = missed / max(1, len(features))
        before = loss if math.isnan(progress.loss) else progress.loss
        progress.loss = RECENT * before + (1 - RECENT) * loss

    # --- Going round

    def go_on(self, told: Callable[[Progress], None]) -> None:
        """Play and learn until the time is up."""
        if self.plan.device != "cpu" and self.plan.champion is None:
            self._gpu = _gpu_lessons(self.plan)
        before, start = self.progress.seconds, time.perf_counter()
        next_exam = before + 60 * self.plan.exam_minutes
        examined: Future[list[Mark]] | None = None
        rows, published = self.rows(), time.perf_counter()
        with ThreadPoolExecutor(self.plan.threads) as pool:
            try:
                ahead = LESSONS_AHEAD * self.plan.threads
                lessons = {self._submit(pool, rows) for _ in range(ahead)}
                while self.progress.seconds < 60 * self.plan.minutes:
                    if self._gpu is not None:
                        self._gpu_lesson()
                    patience = 0.5 if self._gpu is None else 0
                    done, lessons = wait(lessons, patience, FIRST_COMPLETED)
                    for lesson in done:
                        self._learn_from(lesson.result())
                        lessons.add(self._submit(pool, rows))
                    self.progress.seconds = before + time.perf_counter() - start
                    if time.perf_counter() - published > 2:
                        rows, published = self.rows(), time.perf_counter()
                    if examined and examined.done():
                        self.progress.marks += examined.result()
                        examined = None
                    if self.progress.seconds >= next_exam and examined is None:
                        self.former.append(np.array(self.row(), np.int32))
                        next_exam += 60 * self.plan.exam_minutes
                        examined = pool.submit(
                            self.exam.sit, self.row(), self.progress.seconds, self.progress.games
                        )
                    told(self.progress)
            finally:
                pool.shutdown(cancel_futures=True)
        if examined is not None and not examined.cancelled():
            self.progress.marks += examined.result()
        for fitting in self.fittings:
            fitting.finish()

    def _submit(self, pool: ThreadPoolExecutor, rows: NDArray[np.int32]) -> "Future[Notes]":
        return pool.submit(self.lesson, rows, int(self._rng.integers(1 << 62)))

    def _learn_from(self, notes: Notes) -> None:
        features = torch.from_numpy(notes.features.view(np.int16)).to(self.plan.device)
        self.learn(features, torch.from_numpy(notes.targets).to(self.plan.device), notes.games)

    def _gpu_lesson(self) -> None:
        row = np.array(self.row(CURIOUS), np.int32)
        features, targets, games = self._gpu.play(row, ROUNDS, BLEND)
        if games:
            told = torch.as_tensor(features, device=self.plan.device).view(torch.int16)
            self.learn(told, torch.as_tensor(targets, device=self.plan.device), games)

    # --- Keeping

    def save(self, path: Path) -> None:
        """Write everything that is needed to go on, or nothing."""
        told = {
            "edition": self.plan.edition,
            "features": FEATURES,
            "fittings": [fitting.state() for fitting in self.fittings],
            "former": [row.tolist() for row in self.former],
            "progress": asdict(self.progress),
        }
        beside = path.with_suffix(".new")
        torch.save(told, beside)
        beside.replace(path)

    def load(self, path: Path) -> None:
        """Go on from what was saved."""
        told = torch.load(path, map_location=self.plan.device, weights_only=True)
        known = told.get("edition"), told.get("features")
        if known != (self.plan.edition, FEATURES):
            raise SkipboError(
                f"{path} is of a network for {known[0]} with {known[1]} features; "
                f"this one is for {self.plan.edition} with {FEATURES}"
            )
        for fitting, state in zip(self.fittings, told["fittings"], strict=True):
            fitting.restore(state)
        self.former.extend(np.array(row, np.int32) for row in told["former"])
        progress = told["progress"]
        self.progress = Progress(**progress | {"marks": [Mark(**m) for m in progress["marks"]]})


def _gpu_lessons(plan: Plan) -> Any:
    """Lessons on the GPU, where the edition's search runs there."""
    from .lessons_gpu import GpuLessons

    rules = {table: rules_at(plan.edition, table, plan.options) for table in plan.tables}
    return GpuLessons(rules, plan.mix, plan.gpu_games, plan.seed)
