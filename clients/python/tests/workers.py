"""Workers that a test watches while they work."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from aid_stack import TaskContext
from aid_stack.types import Task

from .fake_task import LONG_MS, FakeTask

Handler = Callable[[Task, TaskContext], Any]


class Turns:
    """Counts the turns of the loop of a worker: after each one it waits for news."""

    def __init__(self, wait_for: Callable[[threading.Event, float], bool]) -> None:
        self.count = 0
        self._wait_for = wait_for

    def __call__(self, flag: threading.Event, seconds: float) -> bool:
        self.count += 1
        return self._wait_for(flag, seconds)


class StoppedClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def monotonic(self) -> float:
        return self.now


@contextmanager
def working(task: FakeTask, handler: Handler, lease_ms: int = LONG_MS) -> Generator[None, None, None]:
    """A worker that works on a task meanwhile."""
    stop = threading.Event()
    client = task.service().client()
    worker = threading.Thread(target=lambda: client.tasks.work(handler, stop=stop, lease_ms=lease_ms))
    worker.start()
    try:
        yield
    finally:
        stop.set()
        worker.join()


def until(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not is_true():
        assert time.monotonic() < end, "not in time"
        time.sleep(0.005)


def settle(task: FakeTask, turns: Turns) -> None:
    """Waits until a worker has learned what the log has, and has done what it does because of it."""
    read = task.read_to_end
    until(lambda: task.read_to_end > read + 1)
    turned = turns.count
    until(lambda: turns.count > turned + 1)
