"""Which of the due tasks a worker claims."""

from __future__ import annotations

import threading
from datetime import datetime, timezone

import pytest

from aid_stack._open_tasks import OpenTasks
from aid_stack._work import ServiceClock
from aid_stack.testing import Answer, FakeResponse, FakeService, SentRequest

from .fake_task import FakeTask
from .records import error


@pytest.fixture(autouse=True)
def always_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those among which a worker draws, it draws the newest."""

    def last(count: int) -> int:
        return count - 1

    monkeypatch.setattr("aid_stack._open_tasks.random.randrange", last)


def due_tasks() -> OpenTasks:
    """50 tasks with the ids `tsk_10`, `tsk_11` and so on, of which the newest was heard of first."""
    tasks = OpenTasks(30_000, ServiceClock())
    for number in reversed(range(50)):
        tasks.note(f"tsk_{10 + number}", "submitted", datetime.now(timezone.utc))
    return tasks


def drawn(tasks: OpenTasks, *, is_own: bool) -> int:
    """Among how many of the tasks the worker draws, before a claim that it gets or does not get."""
    task = tasks.pick_due()
    assert task is not None
    tasks.note_claimed(is_own=is_own)
    return int(task.id.removeprefix("tsk_")) - 9


def test_a_worker_draws_among_twice_as_many_of_the_oldest_tasks_after_each_claim_that_it_loses_up_to_32() -> None:
    tasks = due_tasks()
    assert [drawn(tasks, is_own=False) for _ in range(7)] == [1, 2, 4, 8, 16, 32, 32]


def test_a_worker_draws_among_one_task_fewer_after_each_claim_that_it_wins_until_it_takes_the_oldest() -> None:
    tasks = due_tasks()
    tasks.note_claimed(is_own=False)
    tasks.note_claimed(is_own=False)
    assert [drawn(tasks, is_own=True) for _ in range(5)] == [4, 3, 2, 1, 1]


def test_no_task_is_drawn_where_none_is_due() -> None:
    assert OpenTasks(30_000, ServiceClock()).pick_due() is None


@pytest.mark.parametrize(
    ("is_taken", "order"),
    [(False, ["tsk_1", "tsk_2", "tsk_3", "tsk_4"]), (True, ["tsk_1", "tsk_3", "tsk_4", "tsk_2"])],
)
def test_a_worker_takes_the_oldest_task_and_draws_among_more_once_it_loses_claims(
    *, is_taken: bool, order: list[str]
) -> None:
    service, stop = FakeService(), threading.Event()
    record = FakeTask().record()
    claimed: list[str] = []
    submitted = [{**record, "id": f"tsk_{number}", "state": "submitted"} for number in (4, 3, 2, 1)]

    def claim_of(task_id: str) -> Answer:
        def claim(_: SentRequest) -> FakeResponse:
            claimed.append(task_id)
            if len(claimed) == len(submitted):
                stop.set()
            if is_taken:
                return FakeResponse(409, error(409, "a2a.task_claimed", retryable=True), {"retry-after": "900"})
            return FakeResponse(200, {"claimed": True, "until": record["created_at"], "claim_id": f"clm_{task_id}"})

        return claim

    refused = FakeResponse(429, error(429, "limit.exceeded", retryable=True), {"retry-after": "60"})
    service.on("POST", "/v1/events/streams", refused)
    service.on("GET", "/v1/events", {"events": []})
    service.on(
        "GET",
        "/v1/a2a/tasks",
        lambda sent: {"tasks": submitted if sent.query["state"] == "submitted" else []},
    )
    for task in submitted:
        service.on("GET", f"/v1/a2a/tasks/{task['id']}", {**task, "state": "completed"})
        service.on("POST", f"/v1/a2a/tasks/{task['id']}/claim", claim_of(task["id"]))
    service.client().tasks.work(lambda _, __: "Ordered.", stop=stop)
    assert claimed == order
