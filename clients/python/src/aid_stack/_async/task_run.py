"""One run of a task by this worker: its claim, the handler's messages, and the outcome."""

from __future__ import annotations

import time
import uuid
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from .._errors import AidError, ValidationError
from .._io_async import AsyncCrew, AsyncFlag, sleep, wait_for
from .._open_tasks import ClaimAttempt
from .._retry import is_worth_repeating, loop_pause
from .._task_messages import Content, EarlierMessages, content_of, find_reply, newest_from
from .._work import FAILURE, OPEN_STATES, TaskAbandoned, is_ended, is_loss

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from .._open_tasks import OpenTask
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

    task: Task

    def __init__(self, worker: AsyncWorker, known: OpenTask) -> None:
        self.messages: list[TaskMessage] = []
        self.canceled = AsyncFlag()
        self.woken = AsyncFlag()
        self.is_asking = False
        self.is_over = False
        self.answered_at: datetime | None = None
        self._worker = worker
        self._known = known
        self._claim_id = ""
        self._all: list[TaskMessage] = []
        self._earlier = EarlierMessages([])
        self._has_ended = AsyncFlag()

    async def update(self, content: Content) -> None:
        """Reports progress as a text or parts. The caller gets it as an event.

        A handler that runs again after a crash repeats its updates, but the caller gets each of them once.
        """
        self._require()
        if self._earlier.take(content) is None:
            await self._reply({"state": "working", **content_of(content)})

    async def ask(self, content: Content) -> TaskMessage:
        """Asks the caller a question, and returns the reply, however long it takes.

        After a crash, nothing is asked twice: another worker finds the question and the reply. `text_of` returns the
        reply's text.
        """
        self._require()
        question = self._earlier.take(content)
        reply = None if question is None else find_reply(self._all, question)
        return reply or await self._reply_to(question, content)

    async def _reply_to(self, question: str | None, content: Content) -> TaskMessage:
        """Waits for the caller without a claim and without a slot among the running handlers."""
        self.is_asking = True
        try:
            # A question of an earlier run is there already: the task is only given back to the caller.
            said = content_of(content) if question is None else {}
            task = await self._reply({"state": "input_required", **said})
            self._worker.woken.set()
            reply = await self._wait_for_reply(question or newest_from("worker", task.messages))
            await self._repeat(self.claim)
            return reply
        finally:
            # It continues immediately, even if all slots are taken.
            self.is_asking = False

    async def _wait_for_reply(self, question: str) -> TaskMessage:
        while True:
            self.woken.clear()
            self._all = await self._read_messages()
            reply = find_reply(self._all, question)
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

    async def claim(self) -> None:
        """Claims the task.

        A claim has one idempotency key until there is a response, so one with a lost response is this worker's when it
        is repeated.
        """
        attempt = self._known.attempt = self._known.attempt or ClaimAttempt()
        try:
            claim_id = await self._worker.claim(self._known.id, idempotency_key=attempt.key)
            if time.monotonic() - attempt.sent_at > self._worker.lease_ms / 3000:
                # A late response may be that of a claim that has ended meanwhile.
                await self._worker.claim(self._known.id, claim_id=claim_id)
        except AidError as error:
            if not is_worth_repeating(error):
                self._known.attempt = None
            raise
        self._known.attempt = None
        self._claim_id = claim_id

    async def run(self, handler: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        """Runs the handler, renews the claim meanwhile, and sends the outcome."""
        keeper = AsyncCrew()
        keeper.start(self._keep)
        try:
            # The caller may cancel, or another worker may be faster.
            with suppress(TaskAbandoned):
                await self._begin()
                outcome = await handler()
                self._has_ended.set()
                self._require()
                try:
                    await self._answer(outcome)
                except ValidationError as error:
                    await self._worker.report(error, self.task)
                    await self._answer(FAILURE)
        finally:
            self._has_ended.set()
            await keeper.join()

    async def _begin(self) -> None:
        """Reads the task and its messages, and finds out which of them an earlier run may have sent."""
        self.task = await self._repeat(lambda: self._worker.api.get(self._known.id))
        self._all = await self._read_messages(self.task)
        after = self._known.answered_at
        self._earlier = EarlierMessages([one for one in self._all if after is None or one.created_at > after])
        self.messages = list(self._all if self._worker.is_expanding else self.task.messages)

    async def _answer(self, outcome: dict[str, Any]) -> None:
        task = await self._reply(outcome)
        self.is_over = is_ended(task)
        if not self.is_over and task.state not in OPEN_STATES:
            self.answered_at = task.updated_at

    async def _keep(self) -> None:
        """Renews the claim of the task while the handler runs."""
        while not await wait_for(self._has_ended, self._worker.lease_ms / 3000):
            if self.is_asking or self.canceled.is_set():
                continue
            claim_id = self._claim_id
            try:
                await self._worker.claim(self._known.id, claim_id=claim_id)
            except AidError as error:
                # A reply has ended the claim, or another attempt follows, or else the reply detects the loss.
                is_present = not self.is_asking and claim_id == self._claim_id and not self._has_ended.is_set()
                if is_present and not is_worth_repeating(error):
                    self.canceled.set()

    async def _reply(self, body: dict[str, Any]) -> Task:
        """Sends a reply under the claim: the service refuses it if another worker has the task."""
        key = str(uuid.uuid4())
        reply = self._worker.api.reply
        return await self._repeat(
            lambda: reply(self._known.id, claim_id=self._claim_id, idempotency_key=key, **body),
        )

    async def _read_messages(self, record: Task | None = None) -> list[TaskMessage]:
        """All messages of the task, oldest first: a record has the newest ones."""

        async def read() -> list[TaskMessage]:
            task = await self._worker.api.get(self._known.id) if record is None else record
            if is_ended(task):
                raise self._lost()
            messages = list(task.messages)
            while messages and len(messages) < task.message_count:
                before = await self._worker.api.get(self._known.id, messages_before=messages[0].created_at)
                if not before.messages:
                    break
                messages = [*before.messages, *messages]
            return messages

        return await self._repeat(read)

    async def _repeat(self, call: Callable[[], Awaitable[T]]) -> T:
        """Repeats a call until the service can be reached, however long that takes.

        Raises:
            TaskAbandoned: The task is no longer this worker's.
        """
        failures = 0
        while True:
            try:
                return await call()
            except AidError as error:
                if is_loss(error):
                    raise self._lost() from error
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
