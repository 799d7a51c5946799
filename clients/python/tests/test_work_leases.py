"""Whose task it is, where events, lists and responses are late."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from aid_stack import TaskContext
from aid_stack._io_sync import wait_for
from aid_stack.testing import FakeResponse, SentRequest
from aid_stack.types import Task

from .fake_task import FakeTask

LEASE_MS = 3_600_000
ATTEMPTS = 5
"""A request and its retries."""


class Turns:
    """Counts the turns of the loop of a worker: after each one it waits for news."""

    def __init__(self, wait_for: Callable[[threading.Event, float], bool]) -> None:
        self.count = 0
        self._wait_for = wait_for

    def __call__(self, flag: threading.Event, seconds: float) -> bool:
        self.count += 1
        return self._wait_for(flag, seconds)


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Turns:
    counted = Turns(wait_for)
    monkeypatch.setattr("aid_stack._sync.work_loop.wait_for", counted)
    monkeypatch.setattr("aid_stack._sync.worker.STOP_SECONDS", 0.01)

    def short_pause(_failures: int, _error: Exception | None) -> float:
        return 0.01

    monkeypatch.setattr("aid_stack._sync.work_loop.loop_pause", short_pause)
    monkeypatch.setattr("aid_stack._sync.follower.FIRST_IDLE_SECONDS", 0.01)
    monkeypatch.setattr("aid_stack._sync.follower.MAX_IDLE_SECONDS", 0.01)
    return counted


@contextmanager
def working(task: FakeTask, handler: Callable[[Task, TaskContext], Any]) -> Generator[None, None, None]:
    """A worker that works on a task meanwhile."""
    stop = threading.Event()
    client = task.service().client()
    worker = threading.Thread(target=lambda: client.tasks.work(handler, stop=stop, lease_ms=LEASE_MS))
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


def taken_by_another() -> FakeTask:
    """A new task that another worker claims before the one of the test does."""
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    task.is_taken = lambda claim: claim == 0
    task.before = lambda sent: task.claimed_now() if is_claim(sent, 0) else None
    return task


def is_claim(sent: SentRequest, number: int) -> bool:
    return sent.headers["idempotency-key"] == f"aid-work-tsk_1-{number}"


def order(_task: Task, _context: TaskContext) -> str:
    return "Ordered."


@pytest.mark.parametrize("late", [("a2a.task.created", "submitted"), ("a2a.task.updated", "working")])
def test_a_late_event_takes_no_task_away_from_the_worker_that_has_it(late: tuple[str, str], turns: Turns) -> None:
    task = taken_by_another()
    with working(task, order):
        settle(task, turns)
        assert task.state == "working"
        task.log(*late)
        settle(task, turns)
    assert task.executed == []


def test_a_claim_of_another_worker_stays_known_although_the_task_could_not_be_read_after_it(turns: Turns) -> None:
    task = taken_by_another()
    reads = 0

    def fail(_: SentRequest) -> None:
        nonlocal reads
        reads += 1
        if reads <= ATTEMPTS:
            raise httpx.ConnectError("not now")

    task.hold = fail
    with working(task, order):
        until(lambda: reads >= ATTEMPTS)
        settle(task, turns)
    assert task.executed == []


def ask(_task: Task, context: TaskContext) -> dict[str, Any] | str:
    is_first = len(context.messages) == 1
    return {"state": "input_required", "message": "Soup or salad?"} if is_first else "Ordered."


def test_a_task_that_another_worker_has_since_its_caller_replied_stays_with_that_one(turns: Turns) -> None:
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    task.is_taken = lambda claim: claim == 1
    failures = 0

    def fail_after_the_claim(sent: SentRequest) -> None:
        nonlocal failures
        failures = ATTEMPTS if is_claim(sent, 1) else failures

    def fail(_: SentRequest) -> None:
        nonlocal failures
        if failures > 0:
            failures -= 1
            raise httpx.ConnectError("not now")

    task.before = fail_after_the_claim
    task.hold = fail
    with working(task, ask):
        until(lambda: task.state == "input_required")
        settle(task, turns)
        task.claimed_now()
        task.reply_as_caller("Soup.")
        settle(task, turns)
        until(lambda: failures == 0)
        settle(task, turns)
    assert [state for state, _ in task.executed] == ["working", "input_required"]


def test_a_reply_of_the_caller_that_arrives_while_the_worker_reads_the_task_is_not_missed(turns: Turns) -> None:
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    is_held, arrives = threading.Event(), threading.Event()

    def hold(_: SentRequest) -> None:
        if task.state == "input_required":
            is_held.set()
            arrives.wait()

    with working(task, ask):
        until(lambda: task.state == "input_required")
        settle(task, turns)
        task.hold = hold
        # The event of the claim arrives late, and has the worker read the task.
        task.log("a2a.task.updated", "working")
        assert is_held.wait(30)
        task.reply_as_caller("Soup.")
        read = task.read_to_end
        until(lambda: task.read_to_end > read + 1)
        arrives.set()
        until(lambda: task.state == "completed")
    assert [state for state, _ in task.executed] == ["working", "input_required", "working", "completed"]


def test_a_worker_makes_no_claim_once_it_replies_which_would_take_the_task_back_from_its_caller() -> None:
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    service = task.service()
    stop = threading.Event()

    def execute(sent: SentRequest) -> FakeResponse:
        response = task.execute(sent)
        if sent.json["state"] == "input_required":
            # The response takes longer than the time after which a claim is due.
            time.sleep(0.5)
            stop.set()
        return response

    service.on("POST", "/v1/a2a/tasks/tsk_1/reply", execute)
    service.client().tasks.work(
        lambda _, __: {"state": "input_required", "message": "Soup or salad?"}, stop=stop, lease_ms=600
    )
    assert task.executed[-1][0] == "input_required"


def test_a_worker_replies_only_after_a_claim_that_is_under_way() -> None:
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    service = task.service()
    arrived, is_asked, stop = threading.Event(), threading.Event(), threading.Event()

    def execute(sent: SentRequest) -> FakeResponse:
        if sent.headers["idempotency-key"] == "aid-work-tsk_1-1":
            arrived.set()
            is_asked.wait(0.5)
        response = task.execute(sent)
        if sent.json["state"] == "input_required":
            is_asked.set()
            stop.set()
        return response

    def ask_late(_task: Task, _context: TaskContext) -> dict[str, str]:
        arrived.wait()
        return {"state": "input_required", "message": "Soup or salad?"}

    service.on("POST", "/v1/a2a/tasks/tsk_1/reply", execute)
    service.client().tasks.work(ask_late, stop=stop, lease_ms=3000)
    assert task.executed[-1][0] == "input_required"
