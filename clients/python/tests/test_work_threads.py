"""What the log, the lists and a handler of a worker change at the same time."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from aid_stack import TaskContext
from aid_stack._sync.work_loop import WorkLoop
from aid_stack.testing import SentRequest
from aid_stack.types import Task

from .fake_task import FakeTask
from .records import event
from .workers import until, working

pytestmark = pytest.mark.usefixtures("turns")

EXECUTED = ["input_required", "completed"]


def ask(_task: Task, context: TaskContext) -> dict[str, Any] | str:
    is_first = len(context.messages) == 1
    return {"state": "input_required", "message": "Soup or salad?"} if is_first else "Ordered."


class Running(dict[str, TaskContext]):
    """The handlers that run. The log may pause after it has looked for one, in case it ends meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.pause_seconds = 0.0
        self.looked = threading.Event()
        self.ended = threading.Event()

    def get(self, key: str, default: Any = None) -> Any:
        found = super().get(key, default)
        if found is not None:
            self.looked.set()
            self.ended.wait(self.pause_seconds)
        return found

    def pop(self, key: str, default: Any = None) -> Any:
        found = super().pop(key, default)
        self.ended.set()
        return found


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Running:
    handlers, init = Running(), WorkLoop.__init__

    def init_with_these(self: WorkLoop, *given: Any, **options: Any) -> None:
        init(self, *given, **options)
        vars(self)["_running"] = handlers

    monkeypatch.setattr(WorkLoop, "__init__", init_with_these)
    return handlers


def test_a_reply_of_the_caller_that_arrives_while_a_handler_ends_is_not_missed(running: Running) -> None:
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    running.pause_seconds = 0.5

    def reply(sent: SentRequest) -> None:
        if sent.json.get("state") == "input_required":
            task.reply_as_caller("Soup.")
            assert running.looked.wait(30)

    task.after = reply
    with working(task, ask):
        until(lambda: task.state == "completed")
    assert task.executed == EXECUTED


def test_a_reply_of_the_caller_that_arrives_while_the_lists_are_read_is_not_missed(running: Running) -> None:
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    is_listed = threading.Event()

    def list_slowly(state: str) -> None:
        if state == "working" and task.state == "input_required" and not is_listed.is_set():
            is_listed.set()
            assert running.ended.wait(30)

    def reply(sent: SentRequest) -> None:
        if sent.json.get("state") == "input_required":
            # An event of an unknown form has the worker read the lists, which do not have the task now.
            task.events.append(event(99, "a2a.task.updated", aggregate_id="tsk_1", payload=["not", "an", "object"]))
            assert is_listed.wait(30)
            task.reply_as_caller("Soup.")
            read = task.read_to_end
            until(lambda: task.read_to_end > read + 1)

    task.listed, task.after = list_slowly, reply
    with working(task, ask):
        until(lambda: task.state == "completed")
    assert task.executed == EXECUTED
