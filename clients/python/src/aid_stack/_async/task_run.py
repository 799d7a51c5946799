"""One run of a task by this worker: its lease, the handler's messages, and the outcome."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from .._errors import AidError, ConflictError, ValidationError
from .._io_async import AsyncCrew, AsyncFlag, AsyncLock, sleep, wait_for
from .._retry import is_worth_repeating, loop_pause
from .._task_messages import Content, EarlierMessages, content_of, find_reply, newest_from
from .._work import FAILURE, TaskAbandoned, is_ended, is_replay

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..types import Task, TaskMessage
    from .worker import AsyncWorker

T = TypeVar("T")
REREAD_SECONDS = 60.0


class AsyncTaskContext:
    """The context that a handler of `tasks.work` gets for its task.

    Attributes:
        task: The task as of the start of the handler.
        messages: Its messages, oldest first; with `expand="message"` all of them.
        canceled: Set when the outcome is no longer needed. A long-running handler should check it.
    """

    def __init__(self, worker: AsyncWorker, task: Task, *, sent_at: float, claims: int, is_continued: bool) -> None:
        self.task = task
        self.messages: list[TaskMessage] = list(task.messages)
        self.canceled = AsyncFlag()
        self.woken = AsyncFlag()
        self.is_asking = False
        self.claims = claims
        self.outcome_state: str | None = None
        self._worker = worker
        self._lock = AsyncLock()
        self._is_continued = is_continued
        self._lease_ends = sent_at + worker.lease_ms / 1000
        self._known: list[TaskMessage] = []
        self._earlier = EarlierMessages([], is_continued=False)
        self._newest = ""
        self._updates = 0
        self._questions = 0
        self._has_ended = AsyncFlag()

    async def update(self, content: Content) -> None:
        """Reports progress as a text or parts. The caller gets it as an event.

        A handler that runs again after a crash repeats its updates, but the caller gets each of them once.
        """
        self._require()
        self._updates += 1
        if self._earlier.take(content) is not None:
            return
        try:
            await self._reply({"state": "working", **content_of(content)}, self._key("update", self._updates))
        except ConflictError as error:
            # Another worker may have sent a different text as this update, which then counts as sent.
            if error.code != "idempotency.conflict":
                raise self._lost() from error

    async def ask(self, content: Content) -> TaskMessage:
        """Asks the caller a question, and returns the reply, however long it takes.

        After a crash, nothing is asked twice: another worker finds the question and the reply. `text_of` returns the
        reply's text.
        """
        self._require()
        self._questions += 1
        question = self._earlier.take(content)
        reply = None if question is None else find_reply(self._known, question)
        if reply is None:
            reply = await self._reply_to(question, content)
        self._newest = reply.id
        return reply

    async def _reply_to(self, question: str | None, content: Content) -> TaskMessage:
        """Waits for the caller without a lease and without a slot among the running handlers."""
        self.is_asking = True
        try:
            async with self._lock:
                # A claim in progress would take the task again after the question.
                pass
            if question is None:
                question = await self._ask(content)
            else:
                # This run's claim took the task again.
                await self._reply({"state": "input_required"}, f"{self._key('ask', self._questions)}-{self.claims}")
            self._worker.woken.set()
            reply = await self._wait_for_reply(question)
        finally:
            # It continues immediately, even if all slots are taken.
            self.is_asking = False
        if not await self._repeat(self._claim):
            raise self._lost()
        return reply

    async def _ask(self, content: Content) -> str:
        """Sends a question, and returns the id of its message."""
        try:
            task = await self._reply(
                {"state": "input_required", **content_of(content)}, self._key("ask", self._questions)
            )
            return newest_from("worker", task.messages)
        except ConflictError as error:
            if error.code != "idempotency.conflict":
                raise self._lost() from error
        # Another worker has asked in different words, and its question counts.
        return newest_from("worker", await self._read_messages())

    def _key(self, step: str, number: int) -> str:
        """The idempotency key of a message: the same in all runs that repeat each other."""
        return f"aid-work-{self.task.id}-{step}-{self._earlier.last_answer()}-{number}"

    async def _wait_for_reply(self, question: str) -> TaskMessage:
        while True:
            self.woken.clear()
            self._known = await self._read_messages()
            reply = find_reply(self._known, question)
            if reply is not None:
                return reply
            await self._until_woken()

    async def _until_woken(self) -> None:
        end = time.monotonic() + REREAD_SECONDS
        while time.monotonic() < end and not self.woken.is_set():
            if self._worker.is_stopped():
                raise TaskAbandoned
            self._require()
            await wait_for(self.woken, self._worker.slice_until(end))

    async def run(self, handler: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        """Runs the handler, keeps the lease alive meanwhile, and sends the outcome."""
        keeper = AsyncCrew()
        keeper.start(self._keep)
        # The caller may cancel, or another worker may be faster.
        with suppress(TaskAbandoned, ConflictError):
            try:
                await self._begin()
                outcome = await handler()
            finally:
                # A claim that is executed after the outcome would take the task back from a caller who was asked.
                self._has_ended.set()
                await keeper.join()
            self._require()
            try:
                await self._answer(outcome)
            except ValidationError as error:
                await self._worker.report(error, self.task)
                await self._answer(FAILURE)

    async def _begin(self) -> None:
        """Reads the messages so far."""
        self._known = await self._read_messages(self.task)
        self._earlier = EarlierMessages(self._known, is_continued=self._is_continued)
        self._newest = newest_from("caller", self._known)
        if self._worker.is_expanding:
            self.messages = list(self._known)

    async def _answer(self, outcome: dict[str, Any]) -> None:
        await self._reply(outcome, f"aid-work-{self.task.id}-answer-{self._newest}")
        self.outcome_state = outcome["state"]

    async def _keep(self) -> None:
        """Renews the claim of the task while the handler runs."""
        while not await wait_for(self._has_ended, self._worker.lease_ms / 3000):
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
        """Makes the next claim. A replay of it within the lease is this worker's own claim, with a lost response."""
        async with self._lock:
            sent_at = time.monotonic()
            try:
                task, is_new = await self._worker.claim(self.task.id, self.claims)
            except ConflictError:
                return False
            if not is_new and time.monotonic() >= self._lease_ends:
                return False
            self.claims += 1
            self._lease_ends = sent_at + self._worker.lease_ms / 1000
            return not is_ended(task)

    async def _reply(self, body: dict[str, Any], key: str) -> Task:
        """Sends a reply. Its idempotency key makes it take effect once.

        It extends the lease as a claim does, and is not sent without one: another worker may have the task.
        """

        async def send() -> Task:
            if time.monotonic() >= self._lease_ends and not await self._claim():
                raise self._lost()
            sent_at = time.monotonic()
            reply = await self._worker.api.with_raw_response.reply(self.task.id, idempotency_key=key, **body)
            if not is_replay(reply.headers):
                self._lease_ends = max(self._lease_ends, sent_at + self._worker.lease_ms / 1000)
            return reply.data

        return await self._repeat(send)

    async def _read_messages(self, record: Task | None = None) -> list[TaskMessage]:
        """All messages of the task, oldest first: a record has the newest ones."""

        async def read() -> list[TaskMessage]:
            task = await self._worker.api.get(self.task.id) if record is None else record
            if is_ended(task):
                raise self._lost()
            messages = list(task.messages)
            while messages and len(messages) < task.message_count:
                before = await self._worker.api.get(self.task.id, messages_before=messages[0].created_at)
                if not before.messages:
                    break
                messages = [*before.messages, *messages]
            return messages

        return await self._repeat(read)

    async def _repeat(self, call: Callable[[], Awaitable[T]]) -> T:
        """Repeats a call until the service can be reached, however long that takes."""
        failures = 0
        while True:
            try:
                return await call()
            except AidError as error:
                if not is_worth_repeating(error):
                    raise
                failures += 1
                await sleep(loop_pause(failures, error))
            self._require()

    def _require(self) -> None:
        if self.canceled.is_set():
            raise TaskAbandoned

    def _lost(self) -> TaskAbandoned:
        self.canceled.set()
        return TaskAbandoned()
