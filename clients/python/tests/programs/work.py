"""Works on tasks for ever, and prints a line for each. Arguments: lease in milliseconds, how many at once, and how."""

from __future__ import annotations

import asyncio
import sys
import time

from aid_stack import Aid, AsyncAid, AsyncTaskContext, TaskContext, text_of
from aid_stack.types import Task


def begin(task: Task) -> str:
    number = text_of(task.messages[0])
    print(f"begun {number}")
    return number


def seconds_for(number: str) -> float:
    return int(number) % 50 / 1000


def sync_handler(task: Task, context: TaskContext) -> str:
    number = begin(task)
    if int(number) % 5 == 0:
        context.update(f"working on {number}")
    time.sleep(seconds_for(number))
    if int(number) % 10 == 0:
        return f"done {number} {text_of(context.ask(f'ready for {number}?'))}"
    return f"done {number}"


async def async_handler(task: Task, context: AsyncTaskContext) -> str:
    number = begin(task)
    if int(number) % 5 == 0:
        await context.update(f"working on {number}")
    await asyncio.sleep(seconds_for(number))
    if int(number) % 10 == 0:
        return f"done {number} {text_of(await context.ask(f'ready for {number}?'))}"
    return f"done {number}"


async def work_async(lease_ms: int, concurrency: int) -> None:
    async with AsyncAid() as aid:
        await aid.tasks.work(async_handler, lease_ms=lease_ms, concurrency=concurrency)


def main(lease_ms: int, concurrency: int, mode: str) -> None:
    if mode == "async":
        asyncio.run(work_async(lease_ms, concurrency))
    else:
        Aid().tasks.work(sync_handler, lease_ms=lease_ms, concurrency=concurrency)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
