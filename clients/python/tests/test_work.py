from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import pytest

from aid_stack import ConflictError, NotFoundError, TaskAbandoned, TaskContext, ValidationError, text_of
from aid_stack._async.task_run import AsyncTaskContext
from aid_stack.testing import FakeResponse, FakeService, SentRequest
from aid_stack.types import Task

from .fake_task import FakeTask, Killed, work
from .records import error
from .workers import Turns, settle, until, working

pytestmark = pytest.mark.usefixtures("quick_log")


@pytest.mark.parametrize("is_stopped", [False, True])
def test_what_a_handler_cannot_handle_is_raised_by_work_also_after_a_stop(*, is_stopped: bool) -> None:
    task = FakeTask(("caller", "Lunch, please."))
    stop = threading.Event()

    def handler(_task: Task, _context: TaskContext) -> str:
        if is_stopped:
            stop.set()
        raise Killed

    with pytest.raises(Killed):
        task.service().client().tasks.work(handler, stop=stop)


def test_what_a_handler_with_coroutines_cannot_handle_is_raised_after_a_stop() -> None:
    task = FakeTask(("caller", "Lunch, please."))

    async def run() -> None:
        stop = asyncio.Event()

        async def handler(_task: Task, _context: AsyncTaskContext) -> str:
            stop.set()
            await asyncio.sleep(0)
            raise Killed

        async with task.service().async_client() as aid:
            await aid.tasks.work(handler, stop=stop)

    with pytest.raises(Killed):
        asyncio.run(run())


def test_a_handler_begins_anew_at_once_when_the_caller_replies_to_its_outcome(turns: Turns) -> None:
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    runs: list[str] = []

    def turn(found: Task, context: TaskContext) -> dict[str, Any] | str:
        context.update("One moment.")
        runs.append(text_of(found.messages[-1]))
        return "Ordered." if len(runs) == 2 else {"state": "input_required", "message": "Soup or salad?"}

    with working(task, turn):
        until(lambda: task.state == "input_required")
        # The event of the claim arrives after the outcome, and takes nothing back.
        while not task.refused:
            task.log("a2a.task.updated", "working")
            settle(task, turns)
        task.reply_as_caller("Soup.")
        until(lambda: task.state == "completed")
    assert runs == ["Lunch, please.", "Soup."]
    assert task.executed == ["working", "input_required", "working", "completed"]
    assert task.said == ["One moment.", "Soup or salad?", "One moment.", "Ordered."]


def test_a_worker_says_nothing_more_once_another_worker_has_the_task_and_its_handler_gets_an_exception() -> None:
    task = FakeTask(("caller", "Lunch, please."))
    outcomes: list[type[BaseException]] = []

    def handler(_task: Task, context: TaskContext) -> str:
        task.claim_by_another(900)
        for say in (context.update, context.ask):
            with pytest.raises(TaskAbandoned) as caught:
                say("Too late.")
            outcomes.append(caught.type)
        task.state = "completed"
        return "Too late."

    work(task, handler)
    assert outcomes == [TaskAbandoned, TaskAbandoned]
    assert (task.said, task.executed) == ([], [])


def test_an_outcome_that_the_service_refuses_fails_the_task() -> None:
    task = FakeTask(("caller", "Lunch, please."))
    reported: list[str] = []
    service = task.service()

    def refuse(sent: SentRequest) -> FakeResponse | None:
        is_outcome = sent.json.get("state") == "completed"
        return FakeResponse(400, error(400, "request.invalid")) if is_outcome else None

    task.before = refuse
    stop = threading.Event()

    def note(problem: Exception, _task: Task) -> None:
        reported.append(type(problem).__name__)
        stop.set()

    service.client().tasks.work(lambda _, __: "Ordered.", on_error=note, stop=stop)
    assert reported == ["ValidationError"]
    assert task.state == "failed"


def test_an_outcome_that_the_organization_has_no_storage_for_is_reported() -> None:
    task = FakeTask(("caller", "Lunch, please."))
    reported: list[str] = []
    stop = threading.Event()

    def refuse(sent: SentRequest) -> FakeResponse | None:
        return FakeResponse(409, error(409, "usage.storage_limit")) if "state" in sent.json else None

    def note(problem: Exception, _task: Task) -> None:
        assert isinstance(problem, ConflictError)
        reported.append(problem.code)
        stop.set()

    task.before = refuse
    task.service().client().tasks.work(lambda _, __: "Ordered.", on_error=note, stop=stop)
    assert reported == ["usage.storage_limit"]
    assert task.executed == []


def test_the_log_is_read_at_once_where_no_more_streams_may_be_opened(no_pauses: list[float]) -> None:
    task = FakeTask(("caller", "Lunch, please."))
    task.reply_as_caller("Soup.")
    service = task.service()
    for event in service.client().events.follow(since="2020-01-01T00:00:00.000Z"):
        assert event.type == "a2a.task.message"
        break
    assert [sent.path for sent in service.requests] == ["/v1/events/streams", "/v1/events"]
    assert no_pauses == []


def test_an_exception_of_a_handler_is_logged_where_nothing_else_gets_it(caplog: pytest.LogCaptureFixture) -> None:
    problem = ValueError("no soup")

    def handler(_task: Task, _context: TaskContext) -> str:
        task.state = "failed"
        raise problem

    task = FakeTask(("caller", "Lunch, please."))
    work(task, handler)
    records = [record for record in caplog.records if record.name == "aid_stack"]
    assert [(record.levelno, record.getMessage(), record.exc_info and record.exc_info[1]) for record in records] == [
        (logging.ERROR, "Error while working on task tsk_1", problem)
    ]


def test_a_service_that_does_not_know_claims_ends_the_loop_with_an_error_that_says_so() -> None:
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    task.before = lambda _: FakeResponse(404, error(404, "route.not_found"))
    with pytest.raises(NotFoundError, match="needs a newer service") as caught:
        task.service().client().tasks.work(lambda _, __: "Ordered.")
    assert caught.value.code == "route.not_found"
    assert task.state == "submitted"


@pytest.mark.parametrize("lease_ms", [9_999, 900_001, 0, 30_000.5, "30000"])
def test_a_lease_that_the_service_would_refuse_is_refused_before_anything_is_sent(
    lease_ms: Any, service: FakeService
) -> None:
    with pytest.raises(ValidationError, match="lease_ms: "):
        service.client().tasks.work(lambda _, __: "Ordered.", lease_ms=lease_ms)
    assert service.requests == []
