"""Teaches a network: games are played with it, and it learns from what was noted in them.

Threads play lessons on the CPU. With a GPU, that plays most of the games, all against itself, and
the threads those against the planner and against former selves.
"""

import math
import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from ..bots import native, strong
from ..bots.features import FEATURES
from ..errors import SkipboError
from ..machine.runs import Player, even
from ..rules.state import SEATS
from .exam import Exam, Mark
from .lessons import GAMES, MIX, Notes, Table, Teacher
from .model import Network, loss, numbers
from .prior import begin_as_planner

REUSED = 2  # how often a note is learned from, on average
SECONDS_KEPT = 15  # batches are drawn from the notes of so long, and no older ones
FEWEST_KEPT, MOST_KEPT = 1 << 16, 1 << 21
BLEND = 0.5  # how much of what came later goes into a target, step by step
LOOKS = 128  # arrangements that are looked at while learning
OTHERS = 0.2  # lessons against the planner and former selves, where the CPU plays all
CURIOUS = 220  # how far it errs on purpose while it learns, so that it sees what else there is
FORMER = 4  # selves that are kept
FASTEST, SLOWEST = 1e-3, 1e-5  # steps of learning, at the beginning and the end
SLOWLY = 0.999  # how much the average that plays keeps of itself at each step
LESSONS_AHEAD = 4  # for each thread, so that none waits while the GPU plays
ROUNDS = 4  # of a GPU's games, before the network learns from them
GPU_GAMES = 1 << 16


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

    @property
    def mix(self) -> dict[Table, int]:
        return {table: MIX[table] for table in self.tables}

    @property
    def batch(self) -> int:
        """Notes to learn from at a time: many where there are many."""
        return 1024 if self.device == "cpu" else 4096


@dataclass
class Progress:
    """How far it has come."""

    seconds: float = 0.0
    games: int = 0
    notes: int = 0
    steps: int = 0
    loss: float = math.nan
    marks: list[Mark] = field(default_factory=list)


class Ring:
    """The last notes, on the device that learns."""

    def __init__(self, width: int, device: str) -> None:
        self._features = torch.zeros((MOST_KEPT, width), dtype=torch.int16, device=device)
        self._targets = torch.zeros((MOST_KEPT, SEATS), device=device)
        self._next, self.filled = 0, 0

    def add(self, features: Tensor, targets: Tensor) -> None:
        places = (torch.arange(len(features)) + self._next) % MOST_KEPT
        places = places.to(self._features.device)
        width = features.shape[1]
        self._features[places, :width] = features.to(self._features.device)
        self._features[places, width:] = FEATURES
        self._targets[places] = targets.to(self._targets.device)
        self._next = (self._next + len(features)) % MOST_KEPT
        self.filled = min(MOST_KEPT, self.filled + len(features))

    def draw(self, n: int, youngest: int) -> tuple[Tensor, Tensor]:
        """Any `n` of the youngest notes."""
        back = torch.randint(min(self.filled, youngest), (n,), device=self._features.device)
        places = (self._next - 1 - back) % MOST_KEPT
        return self._features[places].int(), self._targets[places]


class Training:
    """One network that learns. `go_on` until the time is up; `save` and `load` at any time."""

    def __init__(self, plan: Plan) -> None:
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.progress = Progress()
        self.teacher = Teacher(plan.edition, plan.tables, **plan.options)
        self.model = Network()
        begin_as_planner(self.model)
        self.model.to(plan.device)
        slowly = get_ema_multi_avg_fn(SLOWLY)  # type: ignore[no-untyped-call]
        self.player = AveragedModel(self.model, multi_avg_fn=slowly)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=FASTEST)
        self.former: deque[NDArray[np.int32]] = deque(maxlen=FORMER)
        self.exam = Exam(plan.edition, plan.tables, plan.options)
        self._rng = np.random.default_rng(plan.seed)
        self._ring = Ring(self.teacher.width, plan.device)
        self._owed = 0.0
        self._planner = native.player("planner", next(iter(self.teacher.rules.values())))
        self._gpu: Any = None

    # --- Playing

    def row(self, blur: int = 0) -> Player:
        """The network that plays, as a player."""
        return (strong.LEARNED, blur, LOOKS, *self.numbers().tolist())

    def numbers(self) -> NDArray[np.int32]:
        """The network that plays: a slow average of the one that learns."""
        return numbers(cast(Network, self.player.module))

    def rows(self) -> NDArray[np.int32]:
        """Who plays along: the learner first, the planner, and former selves."""
        return np.array(
            even([self.row(CURIOUS), self._planner, *map(tuple, self.former)]), np.int32
        )

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
        for game in range(GAMES):
            if self._gpu is not None or rng.random() < OTHERS:
                other = rng.integers(1, rows)
                who[game, rng.integers(sides) : table.players : sides] = other
        return who

    # --- Learning

    def learn(self, features: Tensor, targets: Tensor, games: int) -> None:
        """Take notes in, and make as many steps as they are worth."""
        self._ring.add(features, targets)
        self.progress.games += games
        self.progress.notes += len(features)
        self._owed += len(features) * REUSED / self.plan.batch
        while self._owed >= 1 and self._ring.filled >= self.plan.batch:
            self._owed -= 1
            self._step()

    def _youngest(self) -> int:
        """How many notes are not too old to learn from."""
        a_second = self.progress.notes / max(1.0, self.progress.seconds)
        return int(min(MOST_KEPT, max(FEWEST_KEPT, a_second * SECONDS_KEPT)))

    def _step(self) -> None:
        done = min(1.0, self.progress.seconds / (60 * self.plan.minutes))
        pace = SLOWEST + (FASTEST - SLOWEST) * (1 + math.cos(math.pi * done)) / 2
        for group in self.optimizer.param_groups:
            group["lr"] = pace
        features, targets = self._ring.draw(self.plan.batch, self._youngest())
        self.optimizer.zero_grad()
        missed = loss(self.model(features), targets)
        torch.autograd.backward(missed)
        self.optimizer.step()
        self.progress.steps += 1
        self.player.update_parameters(self.model)
        if self.progress.steps % 50 == 1:
            self.progress.loss = missed.item()

    # --- Going round

    def go_on(self, told: Callable[[Progress], None]) -> None:
        """Play and learn until the time is up."""
        if self.plan.device != "cpu":
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

    def _submit(self, pool: ThreadPoolExecutor, rows: NDArray[np.int32]) -> "Future[Notes]":
        return pool.submit(self.lesson, rows, int(self._rng.integers(1 << 62)))

    def _learn_from(self, notes: Notes) -> None:
        features = torch.from_numpy(notes.features.view(np.int16))
        self.learn(features, torch.from_numpy(notes.targets), notes.games)

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
            "model": self.model.state_dict(),
            "player": self.player.state_dict(),
            "optimizer": self.optimizer.state_dict(),
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
        self.model.load_state_dict(told["model"])
        self.player.load_state_dict(told["player"])
        self.optimizer.load_state_dict(told["optimizer"])
        self.former.extend(np.array(row, np.int32) for row in told["former"])
        progress = told["progress"]
        self.progress = Progress(**progress | {"marks": [Mark(**m) for m in progress["marks"]]})


def _gpu_lessons(plan: Plan) -> Any:
    """Lessons on the GPU, where the edition's search runs there."""
    from .lessons_gpu import GpuLessons

    return GpuLessons(plan.edition, plan.mix, plan.gpu_games, plan.seed)
