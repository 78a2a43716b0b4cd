"""Teaches a network: threads play lessons with it, and it learns from what they noted."""

import math
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ..bots import native, network, strong
from ..bots.features import FEATURES
from ..machine.runs import Player, even
from ..rules.state import SEATS
from .exam import Exam, Mark
from .lessons import GAMES, MIX, Notes, Table, Teacher
from .model import Network, loss, numbers
from .notes import TEACHER

BATCH = 512
REUSED = 4  # how often a note is learned from, on average
KEPT = 1 << 17  # the last notes, from which batches are drawn
BLEND = 0.7  # how much of what came later goes into a target, step by step
FOLLOWED = 2500  # games of the planner to begin with: a network that knows nothing never ends one
LOOKS = 256  # arrangements that are looked at while learning
OTHERS = 0.2  # lessons against the planner and former selves
FORMER = 4  # selves that are kept
SLOWLY = 0.998  # how much the network that plays keeps of itself at each step
FASTEST, SLOWEST = 2e-3, 2e-5  # steps of learning, at the beginning and the end


@dataclass(frozen=True)
class Plan:
    """What to learn, and how long."""

    edition: str = "classic"
    minutes: float = 25.0
    seed: int = 1
    device: str = "cpu"
    threads: int = os.cpu_count() or 1
    tables: tuple[Table, ...] = tuple(MIX)
    exam_minutes: float = 2.0
    options: dict[str, Any] = field(default_factory=dict)


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
        self._features = torch.zeros((KEPT, width), dtype=torch.int16, device=device)
        self._targets = torch.zeros((KEPT, SEATS), device=device)
        self._next, self.filled = 0, 0

    def add(self, notes: Notes) -> None:
        features = torch.from_numpy(notes.features.view(np.int16))
        targets = torch.from_numpy(notes.targets)
        places = (torch.arange(len(features)) + self._next) % KEPT
        places = places.to(self._features.device)
        self._features[places] = features.to(self._features.device)
        self._targets[places] = targets.to(self._targets.device)
        self._next = (self._next + len(features)) % KEPT
        self.filled = min(KEPT, self.filled + len(features))

    def draw(self, n: int) -> tuple[torch.Tensor, torch.Tensor]:
        places = torch.randint(self.filled, (n,), device=self._features.device)
        return self._features[places].int(), self._targets[places]


class Training:
    """One network that learns. `go_on` until the time is up; `save` and `load` at any time."""

    def __init__(self, plan: Plan) -> None:
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.progress = Progress()
        self.teacher = Teacher(plan.edition, plan.tables, **plan.options)
        self.model = Network().to(plan.device)
        self.player = deepcopy(self.model)  # a slow average of the model: it plays
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=FASTEST, fused=True)
        self.former: deque[NDArray[np.int32]] = deque(maxlen=FORMER)
        self._rng = np.random.default_rng(plan.seed)
        self._ring = Ring(self.teacher.width, plan.device)
        self._owed = 0.0
        rules = next(iter(self.teacher.rules.values()))
        self._planner = native.player("planner", rules)
        self.exam = Exam(plan.edition, plan.tables, plan.options)

    # --- Playing

    def row(self) -> Player:
        """The network that plays, as a player."""
        return (strong.LEARNED, 0, LOOKS, *numbers(self.player).tolist())

    def rows(self) -> NDArray[np.int32]:
        """Who plays along: the learner first, the planner, and former selves."""
        return np.array(even([self.row(), self._planner, *map(tuple, self.former)]), np.int32)

    def lesson(self, rows: NDArray[np.int32], seed: int) -> Notes:
        rng = np.random.default_rng([self.plan.seed, seed])
        odds = np.array([MIX[table] for table in self.plan.tables], float)
        table = self.plan.tables[rng.choice(len(odds), p=odds / odds.sum())]
        if self.progress.games < FOLLOWED:
            teachers = np.full((GAMES, SEATS), TEACHER, np.int32)
            return self.teacher.play(table, rows, teachers, rng, 1.0, TEACHER)
        return self.teacher.play(table, rows, self._seating(table, len(rows), rng), rng, BLEND)

    def _seating(
        self, table: Table, rows: int, rng: np.random.Generator
    ) -> NDArray[np.int32]:
        """Mostly the learner alone; at times one side is another."""
        who = np.zeros((GAMES, SEATS), np.int32)
        sides = table.players // 2 if table.partners else table.players
        for game in range(GAMES):
            if rng.random() < OTHERS:
                other = rng.integers(1, rows)
                who[game, rng.integers(sides) : table.players : sides] = other
        return who

    # --- Learning

    def learn(self, notes: Notes) -> None:
        """Take notes in, and make as many steps as they are worth."""
        self._ring.add(notes)
        self.progress.games += notes.games
        self.progress.notes += len(notes.features)
        self._owed += len(notes.features) * REUSED / BATCH
        while self._owed >= 1 and self._ring.filled >= BATCH:
            self._owed -= 1
            self._step()

    def _step(self) -> None:
        done = min(1.0, self.progress.seconds / (60 * self.plan.minutes))
        pace = SLOWEST + (FASTEST - SLOWEST) * (1 + math.cos(math.pi * done)) / 2
        for group in self.optimizer.param_groups:
            group["lr"] = pace
        features, targets = self._ring.draw(BATCH)
        self.optimizer.zero_grad()
        missed = loss(self.model(features), targets)
        missed.backward()
        self.optimizer.step()
        self.progress.steps += 1
        keep = min(SLOWLY, 1 - 1 / (1 + self.progress.steps))
        with torch.no_grad():
            slow, fast = list(self.player.parameters()), list(self.model.parameters())
            torch._foreach_lerp_(slow, fast, 1 - keep)
        if self.progress.steps % 50 == 1:
            self.progress.loss = missed.item()

    # --- Going round

    def go_on(self, told: Callable[[Progress], None]) -> None:
        """Play and learn until the time is up."""
        before, start = self.progress.seconds, time.perf_counter()
        next_exam = before + 60 * self.plan.exam_minutes
        examined: Future[list[Mark]] | None = None
        rows, published = self.rows(), time.perf_counter()
        with ThreadPoolExecutor(self.plan.threads) as pool:
            try:
                lessons = {
                    pool.submit(self.lesson, rows, int(self._rng.integers(1 << 62)))
                    for _ in range(2 * self.plan.threads)
                }
                while self.progress.seconds < 60 * self.plan.minutes:
                    done, lessons = wait(lessons, timeout=0.5, return_when=FIRST_COMPLETED)
                    for lesson in done:
                        self.learn(lesson.result())
                        seed = int(self._rng.integers(1 << 62))
                        lessons.add(pool.submit(self.lesson, rows, seed))
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
