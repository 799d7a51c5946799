"""Works on tasks for ever. Arguments: lease in milliseconds, tasks at a time, `async` or `sync`."""

from __future__ import annotations

import asyncio
import random
import sys
import time

from aid_stack import Aid, AsyncAid, AsyncTaskContext, TaskContext, text_of
from aid_stack.types import Task


def sync_handler(task: Task, context: TaskContext) -> str:
    number = text_of(task.messages[0])
    if int(number) % 5 == 0:
        context.update(f"working on {number}")
    time.sleep(random.uniform(0, 0.05))
    if int(number) % 10 == 0:
        return f"done {number} {text_of(context.ask(f'ready for {number}?'))}"
    return f"done {number}"


async def async_handler(task: Task, context: AsyncTaskContext) -> str:
    number = text_of(task.messages[0])
    if int(number) % 5 == 0:
        await context.update(f"working on {number}")
    await asyncio.sleep(random.uniform(0, 0.05))
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
