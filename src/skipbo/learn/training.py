"""Teaches a network: games are played with it, and it learns from what was noted in them.

Threads play lessons on the cores of the CPU. What they noted is learned on the CPU or on a GPU
(`fitting`); each kind of table has weights of its own.

It learns in three stages. In whole games, mostly against itself, what a position is worth. In
trials, against the planner, which of the ends of a decision is better: that is a small part of what
a position is worth, and the part that matters in play. In whole games again, against itself, how
often it wins: of that alone, what is the same for all ends.
"""

import math
import os
import time
from bisect import bisect
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..bots import native, strong
from ..bots.features import (
    CHANCE_OF,
    DIE_LEFT,
    FEATURES,
    HELD_OF,
    LEAD,
    MATES,
    OTHER,
    OTHERS,
    STEPS_OF,
    STOCK_OF,
    TABLE,
    UNSEEN,
)
from ..errors import SkipboError
from ..machine.runs import Player, even
from ..rules.state import SEATS
from .exam import Exam, Mark
from .fitting import BY_NOTES, BY_TRIALS, Fitting
from .lessons import MIX, Notes, Table, Teacher, Trials
from .model import as_weights, kinds, numbers
from .notes import CURIOUS as CURIOUS_ROW
from .prior import as_planner

BLEND = 0.5  # how much of what came later goes into a target, step by step
LOOKS = 256  # arrangements that are looked at while learning: with half as many it plays worse
CURIOUS = 220  # how far it errs on purpose while it learns, so that it sees what else there is
FORMER = 4  # selves that are kept
LESSONS_AHEAD = 4  # for each thread, so that none waits while the network learns
RECENT = 0.99  # how much of the loss that is told comes from before, lesson by lesson
# By kind of table: the features there are, since those of other seats come last.
USED = (OTHERS + OTHER, MATES, FEATURES)
# Features that are the same for all ends of a decision: the table, what was seen, and of the others
# their stocks, hands and discard tops.
OF_OTHERS = [*range(STOCK_OF, STEPS_OF), *range(HELD_OF, CHANCE_OF)]
SAME_FOR_ALL = [
    *range(TABLE, DIE_LEFT),
    *range(UNSEEN, LEAD),
    *(seat + feature for seat in range(OTHERS, MATES, OTHER) for feature in OF_OTHERS),
]


class Stage(IntEnum):
    GAMES, TRIALS, RESULTS = range(3)


ENDS = list(accumulate((0.6, 0.35, 0.05)))  # of stages, as shares of all the time
# In how many games of a stage one side is another. In whole games the planner or a former self; in
# trials the planner, since what is learned against its like alone is little good against others; in
# results none: what is told is how often it wins against its like.
AGAINST_OTHERS = {Stage.GAMES: 0.05, Stage.TRIALS: 1.0, Stage.RESULTS: 0.0}


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
    options: dict[str, Any] = field(default_factory=dict)
    champion: Player | None = None  # whom it meets in all games; else mostly itself
    start: Player | None = None  # a network that knows whole games already: it begins with trials

    @property
    def mix(self) -> dict[Table, int]:
        return {table: MIX[table] for table in self.tables}


@dataclass
class Progress:
    """How far it has come."""

    stage: int = Stage.GAMES
    seconds: float = 0.0
    games: int = 0
    notes: int = 0
    solutions: int = 0
    loss: float = math.nan
    marks: list[Mark] = field(default_factory=list)


class Training:
    """One network that learns. `go_on` until the time is up; `save` and `load` at any time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.progress = Progress()
        self.teacher = Teacher(plan.edition, plan.tables, **plan.options)
        self.fittings: list[Fitting] = []
        start = as_weights(plan.start) if plan.start else as_planner()
        self._first_stage = Stage.TRIALS if plan.start else Stage.GAMES
        self._begin(self._first_stage, start.to(plan.device))
        self.former: deque[NDArray[np.int32]] = deque(maxlen=FORMER)
        self.exam = Exam(plan.edition, plan.tables, plan.options, plan.champion)
        self._exam: list[Future[Mark]] = []  # the contests of one that is being sat
        self._rng = np.random.default_rng(plan.seed)
        self._planner = native.player("planner", next(iter(self.teacher.rules.values())))

    # --- Playing

    def row(self, blur: int = 0, erring: bool = False) -> Player:
        """The network as a player; or one that it might become."""
        return (strong.LEARNED, blur, LOOKS, *self.numbers(erring).tolist())

    def numbers(self, erring: bool = False) -> NDArray[np.int32]:
        """Its weights as a row holds them."""
        told = [fitting.guess() if erring else fitting.weights for fitting in self.fittings]
        return numbers(torch.stack(told))

    def rows(self) -> NDArray[np.int32]:
        """Who plays along: the learner first, as it plays and as it errs, which it does in the
        first two stages; the planner, and former selves; or a champion."""
        others = [self.plan.champion] if self.plan.champion else [self._planner, *self.former]
        stage = self.progress.stage
        erring = self.row(CURIOUS if stage == Stage.GAMES else 0, erring=stage == Stage.TRIALS)
        return np.array(even([self.row(), erring, *map(tuple, others)]), np.int32)

    def lesson(self, rows: NDArray[np.int32], stage: int, seed: int) -> Notes | Trials:
        """Some games on a core."""
        rng = np.random.default_rng([self.plan.seed, seed])
        odds = np.array(list(self.plan.mix.values()), float)
        table = self.plan.tables[rng.choice(len(odds), p=odds / odds.sum())]
        who = self._seating(table, Stage(stage), len(rows), rng)
        if stage == Stage.TRIALS:
            return self.teacher.try_out(table, rows, who, rng)
        return self.teacher.play(table, rows, who, rng, BLEND if stage == Stage.GAMES else 1.0)

    def _seating(
        self, table: Table, stage: Stage, rows: int, rng: np.random.Generator
    ) -> NDArray[np.int32]:
        """By game and seat, the number of a row: the learner's, or another's for one side."""
        who = np.zeros((table.games, SEATS), np.int32)
        sides = table.players // 2 if table.partners else table.players
        often = 1.0 if self.plan.champion else AGAINST_OTHERS[stage]
        first = CURIOUS_ROW + 1  # the planner, or the champion
        last = first if stage == Stage.TRIALS else rows - 1
        for game in range(table.games):
            if rng.random() < often:
                other = rng.integers(first, last + 1)
                who[game, rng.integers(sides) : table.players : sides] = other
        return who

    # --- Learning

    def learn(self, told: Notes | Trials) -> None:
        """Take a lesson in: each note teaches the weights of its kind of table."""
        features = torch.from_numpy(told.features.view(np.int16)).to(self.plan.device)
        right = told.targets if isinstance(told, Notes) else told.later
        targets = torch.from_numpy(right).to(self.plan.device)
        kind = kinds(features if isinstance(told, Notes) else features[:, 0])
        missed, progress = 0.0, self.progress
        for i, fitting in enumerate(self.fittings):
            take = fitting.take if isinstance(told, Notes) else fitting.compare
            solved = fitting.solutions
            missed += take(features[kind == i], targets[kind == i])
            progress.solutions += fitting.solutions - solved
        progress.games += told.games
        progress.notes += features[..., 0].numel()
        loss = missed / max(1, features[..., 0].numel())
        before = loss if math.isnan(progress.loss) else progress.loss
        progress.loss = RECENT * before + (1 - RECENT) * loss

    def _begin(self, stage: Stage, weights: Tensor) -> None:
        """Begin a stage with the weights that there are."""
        free = None
        if stage == Stage.RESULTS:
            free = torch.tensor(SAME_FOR_ALL, device=self.plan.device)
        pace = BY_TRIALS if stage == Stage.TRIALS else BY_NOTES
        self.fittings = [
            Fitting(some, used, None if free is None else free[free < used], pace)
            for some, used in zip(weights, USED, strict=True)
        ]
        self.progress.stage, self.progress.loss = int(stage), math.nan  # as it is saved

    def _finish(self) -> Tensor:
        """Leave no note of this stage out; the weights."""
        for fitting in self.fittings:
            self.progress.solutions += fitting.finish()
        return torch.stack([fitting.weights for fitting in self.fittings])

    # --- Going round

    def go_on(self, told: Callable[[Progress], None]) -> None:
        """Play and learn until the time is up; at the end there is an exam."""
        told(self.progress)
        self._compile()
        with ThreadPoolExecutor(self.plan.threads) as pool:
            try:
                self._play_and_learn(pool, told)
                self._finish()
                self._examine(pool)
                while self._exam:
                    wait(self._exam, 0.5)
                    self._take_marks()
                    told(self.progress)
            finally:
                pool.shutdown(cancel_futures=True)

    def _compile(self) -> None:
        """What is played with, before the time runs."""
        one_game, rng = np.zeros((1, SEATS), np.int32), np.random.default_rng(self.plan.seed)
        self.teacher.play(self.plan.tables[0], self.rows(), one_game, rng, BLEND)
        self.teacher.try_out(self.plan.tables[0], self.rows(), one_game, rng)

    def _play_and_learn(self, pool: ThreadPoolExecutor, told: Callable[[Progress], None]) -> None:
        before, start = self.progress.seconds, time.perf_counter()
        rows, published = self.rows(), time.perf_counter()
        lessons: set[Future[Notes | Trials]] = set()
        while self.progress.seconds < 60 * self.plan.minutes:
            if self._stage_by_time() != self.progress.stage:  # back, where there is more time now
                for lesson in lessons:
                    lesson.cancel()
                lessons = set()  # those that are being played are of the stage before
                self._begin(self._stage_by_time(), self._finish())
                rows, published = self.rows(), time.perf_counter()
            while len(lessons) < LESSONS_AHEAD * self.plan.threads:
                lessons.add(self._submit(pool, rows))
            done, lessons = wait(lessons, 0.5, FIRST_COMPLETED)
            for lesson in done:
                self.learn(lesson.result())
            self.progress.seconds = before + time.perf_counter() - start
            if time.perf_counter() - published > 2:
                rows, published = self.rows(), time.perf_counter()
            self._take_marks()
            if self._exam_is_due():
                self.former.append(np.array(self.row(), np.int32))
                self._examine(pool)
            told(self.progress)
        for lesson in lessons:
            lesson.cancel()

    # --- Exams

    def _exam_is_due(self) -> bool:
        marks = self.progress.marks
        last = marks[-1].seconds if marks else 0.0
        return not self._exam and self.progress.seconds >= last + 60 * self.plan.exam_minutes

    def _examine(self, pool: ThreadPoolExecutor) -> None:
        """Have the network, as it is now, sit the exam: some contests, each for a thread."""
        row, seconds, games = self.row(), self.progress.seconds, self.progress.games
        self._exam += [
            pool.submit(self.exam.sit, contest, row, seconds, games)
            for contest in self.exam.contests()
        ]

    def _take_marks(self) -> None:
        if self._exam and all(contest.done() for contest in self._exam):
            self.progress.marks += [contest.result() for contest in self._exam]
            self._exam = []

    def _stage_by_time(self) -> Stage:
        gone = self.progress.seconds / (60 * self.plan.minutes)
        return Stage(max(self._first_stage, min(bisect(ENDS, gone), Stage.RESULTS)))

    def _submit(self, pool: ThreadPoolExecutor, rows: NDArray[np.int32]) -> Future[Notes | Trials]:
        seed = int(self._rng.integers(1 << 62))
        return pool.submit(self.lesson, rows, self.progress.stage, seed)

    # --- Keeping

    def save(self, path: Path) -> None:
        """Write everything that is needed to go on, or nothing."""
        told = {
            **self._what_is_learned(),
            "first_stage": int(self._first_stage),
            "fittings": [fitting.state() for fitting in self.fittings],
            "former": [row.tolist() for row in self.former],
            "progress": asdict(self.progress),
        }
        beside = path.with_suffix(".new")
        try:
            torch.save(told, beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)

    def load(self, path: Path) -> None:
        """Go on from what was saved."""
        told = self._read(path)
        self.former.extend(np.array(row, np.int32) for row in told["former"])
        progress = told["progress"]
        self.progress = Progress(**progress | {"marks": [Mark(**m) for m in progress["marks"]]})
        self._first_stage = Stage(told["first_stage"])
        loss, weights = self.progress.loss, [state["weights"] for state in told["fittings"]]
        self._begin(Stage(self.progress.stage), torch.stack(weights))
        for fitting, state in zip(self.fittings, told["fittings"], strict=True):
            fitting.restore(state)
        self.progress.loss = loss
        self._rng = np.random.default_rng([self.plan.seed, self.progress.games])  # other games now

    def _what_is_learned(self) -> dict[str, Any]:
        """What must be the same to go on."""
        champion = self.plan.champion
        return {
            "edition": self.plan.edition,
            "options": self.plan.options,
            "features": FEATURES,
            "tables": [list(table) for table in self.plan.tables],
            "champion": None if champion is None else list(champion),
        }

    def _read(self, path: Path) -> dict[str, Any]:
        """What was saved, if it is whole and of the same plan."""
        here = self._what_is_learned()
        try:
            told = torch.load(path, map_location=self.plan.device, weights_only=True)
            parts = (*here, "first_stage", "fittings", "former", "progress")
            saved = {part: told[part] for part in parts}
        except Exception as error:  # of many kinds, by how it is damaged
            wrong = f"{path} is damaged, or no checkpoint of this `skipbo learn`"
            raise SkipboError(f"{wrong}; begin anew with another --out") from error
        wrong_by_part = {
            "edition": f"was taught {saved['edition']}, not {self.plan.edition}",
            "options": "was taught another deck: give it the same --edition",
            "features": f"knows {saved['features']:,} features; now there are {FEATURES:,}",
            "tables": "was taught at other tables: give it the same --players",
            "champion": "had another opponent: give it the same --against",
        }
        for part, wrong in wrong_by_part.items():
            if saved[part] != here[part]:
                raise SkipboError(f"{path} {wrong}")
        return saved
