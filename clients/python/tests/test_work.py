from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from aid_stack import TaskAbandoned, TaskContext, text_of
from aid_stack._async.task_run import AsyncTaskContext
from aid_stack.testing import FakeResponse, SentRequest
from aid_stack.types import Task

from .fake_task import FakeTask, Killed
from .records import error

SAID = ["Looking at the menu.", "Which soup?", "Ordering the red one.", "Ordered."]


@pytest.fixture(autouse=True)
def quick_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is read again at once where there is nothing new."""
    for half in ("_sync", "_async"):
        monkeypatch.setattr(f"aid_stack.{half}.follower.FIRST_IDLE_SECONDS", 0.01)
        monkeypatch.setattr(f"aid_stack.{half}.follower.MAX_IDLE_SECONDS", 0.01)


def work(task: FakeTask, handler: Callable[[Task, TaskContext], Any], **options: Any) -> None:
    """Works until the task has ended."""
    stop = threading.Event()

    def watch() -> None:
        while task.state not in ("completed", "failed") and not stop.wait(0.01):
            pass
        stop.set()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        task.service().client().tasks.work(handler, stop=stop, **options)
    finally:
        stop.set()
        watcher.join()


def order(_task: Task, context: TaskContext) -> str:
    context.update("Looking at the menu.")
    reply = text_of(context.ask("Which soup?"))
    context.update(f"Ordering {reply}.")
    return "Ordered."


async def order_async(_task: Task, context: AsyncTaskContext) -> str:
    await context.update("Looking at the menu.")
    reply = text_of(await context.ask("Which soup?"))
    await context.update(f"Ordering {reply}.")
    return "Ordered."


def crashed_after_the_reply() -> FakeTask:
    return FakeTask(
        ("caller", "Lunch, please."),
        ("worker", "Looking at the menu."),
        ("worker", "Which soup?"),
        ("caller", "the red one"),
    )


def test_a_run_after_a_crash_says_nothing_twice_although_the_caller_has_replied_meanwhile() -> None:
    task = crashed_after_the_reply()
    work(task, order)
    assert task.said == SAID


def test_the_same_with_coroutines() -> None:
    task = crashed_after_the_reply()

    async def run() -> None:
        stop = asyncio.Event()

        async def watch() -> None:
            while task.state != "completed":  # noqa: ASYNC110 - the fake has threads
                await asyncio.sleep(0.01)
            stop.set()

        watching = asyncio.ensure_future(watch())
        async with task.service().async_client() as aid:
            await aid.tasks.work(order_async, stop=stop)
        await watching

    asyncio.run(run())
    assert task.said == SAID


def test_an_update_of_a_dead_worker_that_arrives_late_is_said_once_although_the_caller_has_written_meanwhile() -> None:
    task = FakeTask(("caller", "Lunch, please."))
    late: list[SentRequest] = []

    def die(sent: SentRequest) -> None:
        if "message" in sent.json:
            late.append(sent)
            raise Killed

    task.before = die
    with pytest.raises(Killed):
        work(task, order)
    assert [sent.json["message"] for sent in late] == ["Looking at the menu."]

    def arrive(sent: SentRequest) -> None:
        if "message" in sent.json and late:
            task.execute(late.pop())

    task.before = arrive
    task.say("caller", "And quickly.")

    def hurry(_task: Task, context: TaskContext) -> str:
        context.update("Looking at the menu.")
        return "Ordered."

    work(task, hurry)
    assert task.said == ["Looking at the menu.", "Ordered."]


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


def test_a_handler_begins_anew_at_once_when_the_caller_replies_to_its_outcome() -> None:
    task = FakeTask(("caller", "Lunch, please."), state="submitted")
    runs: list[str] = []

    def turn(found: Task, context: TaskContext) -> dict[str, Any] | str:
        context.update("One moment.")
        runs.append(text_of(found.messages[-1]))
        return "Ordered." if len(runs) == 2 else {"state": "input_required", "message": "Soup or salad?"}

    def reply(sent: SentRequest) -> None:
        if sent.json == {"state": "input_required", "message": "Soup or salad?"}:
            # The event of the claim arrives after the outcome, and takes nothing back.
            threading.Timer(0.05, task.log, ["a2a.task.updated", "working"]).start()
            threading.Timer(0.3, task.reply_as_caller, ["Soup."]).start()

    task.before = reply
    began = time.monotonic()
    work(task, turn)
    assert time.monotonic() - began < 20, "it waited for the end of the lease"
    assert runs == ["Lunch, please.", "Soup."]
    assert [state for state, _ in task.executed].count("input_required") == 1
    assert task.said == ["One moment.", "Soup or salad?", "One moment.", "Ordered."]
    assert [key.rsplit("-", 2)[1:] for _, key in task.executed if "-update-" in key] == [["0", "1"], ["tmsg_3", "1"]]


def test_a_message_that_is_shown_without_its_invisible_characters_or_with_more_fields_is_found_again() -> None:
    sent: list[Any] = [
        {"text": "Looking\u200b at the menu.", "metadata": {"step": 1}},
        {"data": {"a": None, "b": [1]}},
    ]
    original = {"text": "Looking\u200b at the menu."}
    shown: list[dict[str, Any]] = [
        {
            "text": "Looking at the menu.",
            "metadata": {"step": 1, "aid.original": original},
            "hue": "of a newer service",
        },
        {"data": {"b": [1], "a": None}},
    ]
    question: list[dict[str, Any]] = [
        {"text": "Which soup?", "metadata": {"aid.original": {"text": "Which\u2060 soup?"}}}
    ]
    task = FakeTask(("caller", "Lunch, please."), ("worker", shown), ("worker", question), ("caller", "red"))

    def handler(_task: Task, context: TaskContext) -> str:
        context.update(sent)
        context.ask("Which\u2060 soup?")
        return "Ordered."

    work(task, handler)
    assert task.said == ["Looking at the menu.", "Which soup?", "Ordered."]


def test_a_worker_says_nothing_more_once_its_lease_has_ended_and_another_worker_has_the_task() -> None:
    task = FakeTask(("caller", "Lunch, please."))
    task.is_taken = lambda claim: claim > 0

    def be_slow(_: SentRequest) -> None:
        # The response to a claim arrives when the lease has ended.
        time.sleep(0.05)

    task.before = be_slow
    outcomes: list[type[BaseException]] = []

    def handler(_task: Task, context: TaskContext) -> str:
        time.sleep(0.02)
        try:
            context.update("Too late.")
        except BaseException as error:
            outcomes.append(type(error))
            task.state = "completed"
            raise
        return "Too late."

    work(task, handler, lease_ms=10)
    assert outcomes == [TaskAbandoned]
    assert task.said == []


def test_a_question_of_an_earlier_run_that_has_no_reply_yet_gives_the_task_back_to_the_caller() -> None:
    task = FakeTask(("caller", "Lunch, please."), ("worker", "Which soup?"))

    def reply(sent: SentRequest) -> None:
        if sent.json["state"] == "input_required":
            task.say("caller", "the red one")

    task.before = reply
    work(task, lambda _, context: f"Ordered {text_of(context.ask('Which soup?'))}.")
    assert [state for state, _ in task.executed] == ["working", "input_required", "working", "completed"]
    assert task.said == ["Which soup?", "Ordered the red one."]


def test_a_question_of_another_worker_in_other_words_counts() -> None:
    task = FakeTask(("caller", "Lunch, please."))

    def be_slower(sent: SentRequest) -> None:
        if sent.json.get("message") == "Which soup?":
            task.before = lambda _: None
            other = SentRequest(sent.method, sent.path, {}, sent.headers, {**sent.json, "message": "Soup: which one?"})
            task.execute(other)
            task.reply_as_caller("the red one")

    task.before = be_slower
    work(task, lambda _, context: f"Ordered {text_of(context.ask('Which soup?'))}.")
    assert task.said == ["Soup: which one?", "Ordered the red one."]


def test_an_outcome_that_the_service_refuses_fails_the_task() -> None:
    task = FakeTask(("caller", "Lunch, please."))
    reported: list[str] = []
    service = task.service()

    def refuse(sent: SentRequest) -> FakeResponse:
        if sent.json["state"] == "completed":
            return FakeResponse(400, error(400, "request.invalid"))
        return task.execute(sent)

    service.on("POST", "/v1/a2a/tasks/tsk_1/reply", refuse)
    stop = threading.Event()

    def note(problem: Exception, _task: Task) -> None:
        reported.append(type(problem).__name__)
        threading.Timer(0.2, stop.set).start()

    service.client().tasks.work(lambda _, __: "Ordered.", on_error=note, stop=stop)
    assert reported == ["ValidationError"]
    assert task.state == "failed"


def test_the_log_is_read_at_once_where_no_more_streams_may_be_opened(no_pauses: list[float]) -> None:
    task = FakeTask(("caller", "Lunch, please."))
    task.reply_as_caller("Soup.")
    service = task.service()
    for event in service.client().events.follow(since="2020-01-01T00:00:00.000Z"):
        assert event.type == "a2a.task.message"
        break
    assert [sent.path for sent in service.requests] == ["/v1/events/streams", "/v1/events"]
    assert no_pauses == []
