"""What a handler that runs again after a crash says, and what it finds already said."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from aid_stack import TaskContext, text_of
from aid_stack._async.task_run import AsyncTaskContext
from aid_stack.testing import SentRequest
from aid_stack.types import Task

from .fake_task import FakeTask, Killed, is_claim, work

pytestmark = pytest.mark.usefixtures("quick_log")

SAID = ["Looking at the menu.", "Which soup?", "Ordering the red one.", "Ordered."]


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


@pytest.mark.parametrize("is_before", [True, False])
def test_an_update_of_a_dead_worker_counts_before_the_next_claim_and_is_refused_after_it(*, is_before: bool) -> None:
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
    statuses: list[int] = []

    def arrive(sent: SentRequest) -> None:
        if is_claim(sent) == is_before and late:
            statuses.append(task.execute(late.pop()).status)
            task.end_claim()

    task.before = arrive
    task.end_claim()
    task.say("caller", "And quickly.")

    def hurry(_task: Task, context: TaskContext) -> str:
        context.update("Looking at the menu.")
        return "Ordered."

    work(task, hurry)
    assert task.said == ["Looking at the menu.", "Ordered."]
    assert statuses == [200 if is_before else 409]


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


def test_a_question_of_an_earlier_run_that_has_no_reply_yet_gives_the_task_back_to_the_caller() -> None:
    task = FakeTask(("caller", "Lunch, please."), ("worker", "Which soup?"))

    def reply(sent: SentRequest) -> None:
        if sent.json.get("state") == "input_required":
            task.reply_as_caller("the red one")

    task.after = reply
    work(task, lambda _, context: f"Ordered {text_of(context.ask('Which soup?'))}.")
    assert task.executed == ["input_required", "completed"]
    assert task.claims == [("clm_1", False), ("clm_2", False)]
    assert task.said == ["Which soup?", "Ordered the red one."]
