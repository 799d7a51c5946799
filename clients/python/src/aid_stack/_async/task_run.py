"""One task in the hands of this worker: its lease, what the handler says meanwhile, and how it ends."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from .._errors import AidError, ConflictError
from .._io_async import AsyncCrew, AsyncFlag, AsyncLock, sleep, wait_for
from .._retry import is_worth_repeating, loop_pause
from .._work import (
    Content,
    TaskAbandoned,
    content_of,
    find_question,
    find_reply,
    is_ended,
    newest_from,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..types import Task, TaskMessage
    from .work_loop import AsyncWorkLoop

REREAD_SECONDS = 60.0


class AsyncTaskContext:
    """What a handler of `tasks.work` can do with its task.

    Attributes:
        task: The task as it was when the handler began.
        messages: Its messages, oldest first; with `expand="message"` all of them.
        canceled: Set when the outcome is not wanted any more: a handler that takes long looks at it.
    """

    def __init__(self, loop: AsyncWorkLoop, task: Task, *, sent_at: float, claims: int) -> None:
        self.task = task
        self.messages: list[TaskMessage] = list(task.messages)
        self.canceled = AsyncFlag()
        self.woken = AsyncFlag()
        self.is_asking = False
        self._loop = loop
        self._lock = AsyncLock()
        self._claims = claims
        self._lease_ends = sent_at + loop.lease_ms / 1000
        self._began_with = newest_from("caller", task.messages)
        self._newest = self._began_with
        self._updates = 0
        self._question = ""
        self._has_ended = AsyncFlag()

    async def update(self, content: Content) -> None:
        """Says how far the work is: a text, or parts. The caller gets it as an event.

        A handler that runs again after a crash repeats its updates, and the caller gets none of them twice.
        """
        self._require()
        self._updates += 1
        key = f"aid-work-{self.task.id}-update-{self._began_with}-{self._updates}"
        sent_at = time.monotonic()
        try:
            await self._reply({"state": "working", **content_of(content)}, key)
        except ConflictError as error:
            if error.code != "idempotency.conflict":
                raise self._lost() from error
        self._lease_ends = max(self._lease_ends, sent_at + self._loop.lease_ms / 1000)

    async def ask(self, content: Content) -> TaskMessage:
        """Asks the caller, and returns the message that replies, however long that takes.

        After a crash it asks nothing twice: another worker finds question and reply. `text_of` reads the reply.
        """
        self._require()
        messages = await self._read_messages()
        question = find_question(messages, self._question, content)
        if question is None:
            key = f"aid-work-{self.task.id}-ask-{self._newest}"
            try:
                task = await self._reply({"state": "input_required", **content_of(content)}, key)
            except ConflictError as error:
                raise self._lost() from error
            messages = list(task.messages)
            question = find_question(messages, self._question, content) or newest_from("worker", messages)
        self._question = question
        reply = find_reply(messages, question) or await self._wait_for_reply()
        self._newest = reply.id
        return reply

    async def _wait_for_reply(self) -> TaskMessage:
        """Waits without a place among the running handlers, and without a lease: the task is the caller's meanwhile."""
        self.is_asking = True
        self._loop.wake()
        try:
            while True:
                self.woken.clear()
                reply = find_reply(await self._read_messages(), self._question)
                if reply is not None:
                    break
                await self._until_woken()
        finally:
            # It continues at once, even if all places are taken.
            self.is_asking = False
        if not await self._claim():
            raise self._lost()
        return reply

    async def _until_woken(self) -> None:
        end = time.monotonic() + REREAD_SECONDS
        while time.monotonic() < end and not self.woken.is_set():
            if self._loop.is_stopped():
                raise TaskAbandoned
            self._require()
            await wait_for(self.woken, self._loop.slice_until(end))

    async def run(self, handler: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        """Runs the handler, keeps the lease meanwhile, and sends the outcome."""
        keeper = AsyncCrew()
        keeper.start(self._keep)
        try:
            outcome = await handler()
            self._require()
            if time.monotonic() >= self._lease_ends and not await self._claim():
                return
            await self._reply(outcome, f"aid-work-{self.task.id}-answer-{self._newest}")
        except (TaskAbandoned, ConflictError):
            # The caller canceled, or another worker was faster.
            return
        finally:
            self._has_ended.set()
            await keeper.join()

    async def _keep(self) -> None:
        """Claims the task again and again while the handler runs."""
        while not await wait_for(self._has_ended, self._loop.lease_ms / 3000):
            if self.is_asking or self.canceled.is_set():
                continue
            try:
                if not await self._claim():
                    self.canceled.set()
            except AidError as error:
                # The next claim may succeed; without one the lease ends, and another worker has the task.
                if not is_worth_repeating(error):
                    self.canceled.set()

    async def _claim(self) -> bool:
        """Makes the next claim. A replay of it within the lease is the own one, whose response was lost."""
        async with self._lock:
            sent_at = time.monotonic()
            try:
                task, is_new = await self._loop.claim(self.task.id, self._claims)
            except ConflictError:
                return False
            if not is_new and time.monotonic() >= self._lease_ends:
                return False
            self._claims += 1
            self._lease_ends = sent_at + self._loop.lease_ms / 1000
            return not is_ended(task)

    async def _reply(self, body: dict[str, Any], key: str) -> Task:
        """Sends a reply, however long the service is away: its key makes it count once."""
        failures = 0
        while True:
            try:
                return await self._loop.api.reply(self.task.id, idempotency_key=key, **body)
            except AidError as error:
                if not is_worth_repeating(error):
                    raise
                failures += 1
                await sleep(loop_pause(failures, error))
            self._require()

    async def _read_messages(self) -> list[TaskMessage]:
        """All messages of the task, oldest first."""
        failures = 0
        while True:
            try:
                task = await self._loop.api.get(self.task.id)
                if is_ended(task):
                    raise self._lost()
                return await self._loop.all_messages(task)
            except AidError as error:
                if not is_worth_repeating(error):
                    raise
                failures += 1
                await sleep(loop_pause(failures, error))

    def _require(self) -> None:
        if self.canceled.is_set():
            raise TaskAbandoned

    def _lost(self) -> TaskAbandoned:
        self.canceled.set()
        return TaskAbandoned()
