"""Work cut into slices, each a fraction of a second long, that threads do and that come in order.

So memory stays the same however much there is to do, and Ctrl-C acts at once.
"""

import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar

SLICE_SECONDS = 0.1

T = TypeVar("T")


class Sizes(Protocol):
    """How many pieces of work suit somebody at a time: to begin with, and at most."""

    fewest: int
    most: int


def in_order(
    work: Callable[[int, int], T], sizes: Sizes, first: int, last: int, threads: int
) -> Generator[T, None, None]:
    """What `work(first, count)` gives for all that is to be done, while threads do what follows."""
    pool = ThreadPoolExecutor(threads)
    under_way: deque[Future[tuple[T, int, float]]] = deque()
    size = sizes.fewest
    try:
        while first < last or under_way:
            while first < last and len(under_way) < 2 * threads:
                count = min(size, last - first)
                under_way.append(pool.submit(_timed, work, first, count))
                first += count
            done, count, seconds = under_way.popleft().result()
            yield done
            size = next_size(sizes, count, seconds)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _timed(work: Callable[[int, int], T], first: int, count: int) -> tuple[T, int, float]:
    start = time.perf_counter()
    done = work(first, count)
    return done, count, time.perf_counter() - start


def next_size(sizes: Sizes, count: int, seconds: float) -> int:
    """How much takes as long as a slice should, going by how long this took."""
    wanted = int(count * SLICE_SECONDS / seconds)
    return max(sizes.fewest, min(wanted, 8 * count, sizes.most))  # the first few may mislead
