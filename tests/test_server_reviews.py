"""Reviews as the server makes them: once for each game, by a worker, in few words."""

import asyncio
import json
from typing import Any

import pytest
from tests.judges import Fickle
from tests.strategies import new_game, play_on

import skipbo
from skipbo.review import review
from skipbo.rules.editions import configure
from skipbo.server import replays, wire
from skipbo.server.refusal import Refused
from skipbo.server.reviews import MOST_WAITING, Reviews
from skipbo.server.workers import Failed
from skipbo.table.game import Game


def finished(edition: str = "classic", **options: Any) -> Game:
    game = new_game(configure(edition, **options), 5)
    play_on(game, 10_000, 1, ("greedy",))
    assert game.over
    return game


REVIEW = wire.Review(True, [wire.ReviewPoint(0, [0.0, 1.0])], [], [])


class Counted:
    """Takes the worker's place: every answer is the same, and every question is counted."""

    def __init__(self, answer: dict[str, Any] | Failed) -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def ask(self, line: str, seconds: float) -> dict[str, Any]:
        self.asked.append(json.loads(line)["review"])
        await asyncio.sleep(0)
        if isinstance(self.answer, Failed):
            raise self.answer
        return self.answer

    async def close(self) -> None:
        pass


def reviews(worker: Counted) -> Reviews:
    made = Reviews()
    vars(made)["_worker"] = worker
    return made


ANSWER = {"over": True, "points": [{"step": 0, "shares": [0, 1]}], "moves": [], "sides": []}


def test_a_game_is_reviewed_once() -> None:
    async def ask() -> None:
        made = reviews(worker)
        together = await asyncio.gather(made.of("one"), made.of("one"), made.of("two"))
        assert [*together, await made.of("one")] == [REVIEW] * 4
        await made.close()

    worker = Counted(ANSWER)
    asyncio.run(ask())
    assert worker.asked == ["one", "two"]


def test_what_failed_is_tried_again() -> None:
    async def ask() -> None:
        made = reviews(worker)
        with pytest.raises(Refused, match="no review just now") as refused:
            await made.of("one")
        assert refused.value.code == "no-review"
        worker.answer = ANSWER
        assert await made.of("one") == REVIEW

    worker = Counted(Failed("too slow"))
    asyncio.run(ask())
    assert worker.asked == ["one", "one"]


def test_no_more_wait_than_can_be_answered() -> None:
    async def ask() -> None:
        made = reviews(Counted(ANSWER))
        names = [str(i) for i in range(MOST_WAITING + 1)]
        told = await asyncio.gather(*map(made.of, names), return_exceptions=True)
        assert told[:-1] == [REVIEW] * MOST_WAITING
        assert isinstance(told[-1], Refused)
        assert told[-1].code == "too-many"
        assert await made.of(names[-1]) == REVIEW

    asyncio.run(ask())


def test_a_review_is_told_in_few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skipbo.review.reviewed._judge", Fickle)
    game = finished(stock=3)
    text = game.record().dumps()
    told = replays.review_text(text)
    steps = replays.replay_text(text).steps
    assert [point["step"] for point in told["points"]] == list(range(len(steps)))
    whole = review(game, Fickle(game.rules))
    assert told["moves"][0]["move"] == whole.costliest(1)[0].move
    assert told["moves"][0]["cost"] == round(whole.costliest(1)[0].cost, 4)
    for side in told["sides"]:
        parts = side["start"] + side["own"] + side["others"] + side["luck"]
        assert parts == pytest.approx(side["result"], abs=0.0003)
    assert len(json.dumps(told)) < 60 * len(steps) + 10_000


def code_of(text: str) -> str:
    return str(replays.review_text(text)["problem"]["code"])


def test_why_there_is_no_review() -> None:
    assert code_of("nonsense") == "bad-record"
    dice = skipbo.new("dice", players=3, seed=1)
    play_on(dice, 4, 1, ("greedy",))
    assert code_of(dice.record().dumps()) == "no-review"
