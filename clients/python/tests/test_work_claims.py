"""Whose task it is, where events, claims and responses are late."""

from __future__ import annotations

import threading
import time
from datetime import datetime, timezone
from typing import Any

import pytest

from aid_stack import TaskContext
from aid_stack.testing import FakeResponse, SentRequest
from aid_stack.types import Task

from .fake_task import FakeTask, is_claim, is_renewal
from .records import error
from .workers import Handler, StoppedClock, Turns, settle, until, working

SHORT_MS = 600
"""The fake service counts claims in whole seconds: this is a claim of one second, renewed after 0.2 s."""
LOST = FakeResponse(503, error(503, "internal.error", retryable=True))
QUESTION = {"state": "input_required", "message": "Soup or salad?"}

pytestmark = pytest.mark.usefixtures("turns")


def new_task() -> FakeTask:
    return FakeTask(("caller", "Lunch, please."), state="submitted")


def order(_task: Task, _context: TaskContext) -> str:
    return "Ordered."


def ask(_task: Task, context: TaskContext) -> dict[str, Any] | str:
    return QUESTION if len(context.messages) == 1 else "Ordered."


def ask_within(_task: Task, context: TaskContext) -> str:
    context.ask("Soup or salad?")
    return "Ordered."


@pytest.mark.parametrize("late", [("a2a.task.created", "submitted"), ("a2a.task.updated", "working")])
def test_a_late_event_takes_no_task_away_from_the_worker_that_has_it(late: tuple[str, str], turns: Turns) -> None:
    task = new_task()
    task.arrives = lambda _: None if task.refused else task.claim_by_another(900)
    with working(task, order):
        until(lambda: task.refused == 1)
        task.log(*late)
        settle(task, turns)
    assert (task.claims, task.executed, task.refused) == ([], [], 1)


def test_a_worker_claims_a_task_that_another_one_has_when_that_claim_ends_and_not_before(
    turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = StoppedClock()
    monkeypatch.setattr("aid_stack._open_tasks.time", clock)
    task = new_task()
    task.monotonic = clock.monotonic
    task.arrives = lambda _: None if task.refused else task.claim_by_another(2)
    with working(task, order):
        until(lambda: task.refused == 1)
        task.log("a2a.task.created", "submitted")
        for seconds in (0, 1.9):
            clock.now += seconds
            settle(task, turns)
            assert (task.claims, task.refused) == ([], 1)
        clock.now += 0.2
        until(lambda: task.state == "completed")
    assert (task.claims, task.refused) == ([("clm_1", False)], 1)


def test_a_reply_of_the_caller_that_arrives_while_a_claim_is_refused_is_not_missed() -> None:
    task = new_task()
    is_held, arrives = threading.Event(), threading.Event()

    def hold(sent: SentRequest) -> None:
        if is_claim(sent) and task.refused and not is_held.is_set():
            is_held.set()
            arrives.wait(60)

    task.after = hold
    with working(task, ask):
        until(lambda: task.state == "input_required")
        # The event of the claim arrives late, and has the worker claim the task once its run has ended.
        while not is_held.wait(0.1):
            task.log("a2a.task.updated", "working")
        task.reply_as_caller("Soup.")
        read = task.read_to_end
        until(lambda: task.read_to_end > read + 1)
        arrives.set()
        until(lambda: task.state == "completed")
    assert task.executed == ["input_required", "completed"]


def test_a_claim_with_a_lost_response_is_repeated_under_its_key_and_is_the_claim_of_this_worker() -> None:
    task = new_task()
    # More than the client's own attempts.
    losses = iter([LOST] * 7)

    def lose(sent: SentRequest) -> FakeResponse | None:
        # The lists, which are read again after a failure, say that a worker has just claimed the task.
        task.updated_at = datetime.now(timezone.utc).isoformat()
        return next(losses, None) if is_claim(sent) else None

    task.after = lose
    with working(task, order):
        until(lambda: task.state == "completed")
    assert (task.claims, task.executed, task.refused) == ([("clm_1", False)], ["completed"], 0)


@pytest.mark.parametrize("is_free", [True, False])
def test_a_claim_that_is_heard_of_after_its_end_counts_only_if_no_one_else_has_the_task(
    *, is_free: bool, turns: Turns
) -> None:
    task = new_task()

    def be_late(_: SentRequest) -> None:
        task.after = lambda _: None
        time.sleep(1.1)
        if not is_free:
            task.claim_by_another(900)

    task.after = be_late
    with working(task, order, SHORT_MS):
        until(lambda: task.state == "completed" if is_free else task.refused > 0)
        settle(task, turns)
    assert task.executed == (["completed"] if is_free else [])


def test_a_handler_whose_renewal_is_refused_finds_its_context_canceled_and_its_outcome_is_dropped() -> None:
    task = new_task()
    is_canceled = threading.Event()

    def handler(_task: Task, context: TaskContext) -> str:
        task.claim_by_another(900)
        assert context.canceled.wait(30)
        is_canceled.set()
        return "Too late."

    with working(task, handler, SHORT_MS):
        assert is_canceled.wait(30)
    assert (task.said, task.executed) == ([], [])


@pytest.mark.parametrize("handler", [ask, ask_within])
def test_a_handler_that_asks_takes_no_task_back_although_the_response_is_lost_and_the_lease_is_over(
    handler: Handler, turns: Turns
) -> None:
    task = new_task()
    ends = threading.Event()
    task.after = lambda sent: LOST if "state" in sent.json and not ends.is_set() else None
    with working(task, handler, SHORT_MS):
        until(lambda: task.state == "input_required")
        time.sleep(1.5)
        ends.set()
        settle(task, turns)
        time.sleep(1.5)
        assert task.state == "input_required"
    # On a slow machine, the claim was renewed before the question.
    assert ({claim for claim, _ in task.claims}, task.executed) == ({"clm_1"}, ["input_required"])


@pytest.mark.parametrize("handler", [ask, ask_within])
def test_a_renewal_that_is_executed_after_a_question_changes_nothing_and_loses_no_task(
    handler: Handler, turns: Turns
) -> None:
    task = new_task()
    arrived, executes = threading.Event(), threading.Event()
    runs: list[Handler] = []

    def hold(sent: SentRequest) -> None:
        # On a slow machine, a claim is renewed before the handler begins.
        if is_renewal(sent) and runs and not arrived.is_set():
            arrived.set()
            executes.wait(60)

    def late(of: Task, context: TaskContext) -> Any:
        runs.append(handler)
        arrived.wait(60)
        return handler(of, context)

    task.arrives = hold
    with working(task, late, SHORT_MS):
        until(lambda: task.state == "input_required")
        refused = task.refused
        executes.set()
        until(lambda: task.refused > refused)
        settle(task, turns)
        assert task.state == "input_required"
        task.reply_as_caller("Soup.")
        until(lambda: task.state == "completed")
    assert task.executed == ["input_required", "completed"]
    assert runs == ([ask, ask] if handler is ask else [ask_within])
