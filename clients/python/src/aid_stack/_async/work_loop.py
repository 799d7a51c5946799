"""Finds the due tasks, and passes them to the handler."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from .._errors import AidError
from .._hooks import HandlingInfo
from .._io_async import AsyncCrew, AsyncFlag, resolve, sleep, wait_for
from .._open_tasks import NOT_DUE, OpenTasks
from .._retry import is_worth_repeating, loop_pause
from .._work import FAILURE, OPEN_STATES, TaskAbandoned, outcome_of
from .follower import AsyncFollower
from .hooks import handled
from .task_run import AsyncTaskContext
from .worker import AsyncWorker

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._open_tasks import OpenTask
    from ..types import Event, Task
    from .core import AsyncCore
    from .pages import AsyncPage

TYPES = ("a2a.task.created", "a2a.task.message", "a2a.task.updated", "a2a.task.canceled")
SCAN_SECONDS = 60.0


class AsyncWorkLoop:
    """The loop of `tasks.work`.

    See: docs/decisions/0053-loops-of-the-sdks.md#taskswork in the repository of the service.
    """

    def __init__(
        self,
        core: AsyncCore,
        handler: Callable[[Task, AsyncTaskContext], Any],
        *,
        concurrency: int,
        expand: str | None,
        on_error: Callable[[Exception, Task], Any] | None,
        lease_ms: int,
        stop: AsyncFlag | None,
    ) -> None:
        self._core = core
        self._worker = AsyncWorker(core, expand=expand, on_error=on_error, lease_ms=lease_ms, stop=stop)
        self._handler = handler
        self._concurrency = concurrency
        self._tasks = OpenTasks(lease_ms, self._worker.clock)
        self._running: dict[str, AsyncTaskContext] = {}
        self._is_over = AsyncFlag()
        self._failure: BaseException | None = None
        self._scan_at = 0.0
        # The handlers and the log of the synchronous client are threads, which change the tasks, too.
        self._lock = threading.Lock()
        self._failures = 0
        self._crew = AsyncCrew()

    async def run(self) -> None:
        """Works until it is stopped. Running handlers then finish."""
        follower = AsyncFollower(self._core, types=TYPES, stop=self._is_over)
        await follower.place()
        feed = AsyncCrew()
        feed.start(lambda: self._feed(follower))
        try:
            while not self._worker.is_stopped():
                if self._failure is not None:
                    raise self._failure
                self._worker.woken.clear()
                await self._turn()
                await wait_for(self._worker.woken, self._worker.slice_until(self._next_time()))
            await self._crew.join()
            # A handler that was still running when it was stopped may have failed.
            if self._failure is not None:
                raise self._failure
        finally:
            self._is_over.set()
            await self._crew.aclose()
            await feed.aclose()

    async def _turn(self) -> None:
        """Lists the open tasks from time to time, and claims the due ones while there are free slots."""
        try:
            if time.monotonic() >= self._scan_at:
                await self._scan()
            while self._places() < self._concurrency and not self._worker.is_stopped():
                with self._lock:
                    known = self._tasks.pick_due()
                if known is None:
                    break
                await self._take(known)
            self._failures = 0
        except AidError as error:
            if not is_worth_repeating(error):
                raise
            self._scan_by(0.0)
            self._failures += 1
            await sleep(loop_pause(self._failures, error))

    async def _scan(self) -> None:
        # If another scan is needed meanwhile, because this one may have read too early, that one follows.
        self._scan_at = time.monotonic() + SCAN_SECONDS
        for state in OPEN_STATES:
            listed = self._worker.api.list(direction="inbound", state=state, limit=200)
            page: AsyncPage[Task] | None = await listed.first_page()
            while page is not None:
                self._worker.clock.read(page.headers)
                for task in page.items:
                    with self._lock:
                        if task.id not in self._running:
                            self._tasks.note(task.id, task.state, task.updated_at)
                page = await page.next_page()

    def _scan_by(self, at: float) -> None:
        """Scans at a time at the latest."""
        with self._lock:
            self._scan_at = min(self._scan_at, at)

    def _places(self) -> int:
        """How many handlers are running. Those that wait for their callers do not count."""
        return sum(not context.is_asking for context in list(self._running.values()))

    def _next_time(self) -> float:
        """When the next action is due if nothing happens before."""
        with self._lock:
            return min(self._scan_at, self._tasks.next_time() if self._places() < self._concurrency else NOT_DUE)

    async def _take(self, known: OpenTask) -> None:
        """Claims a task and starts the handler, unless another worker has it."""
        context = AsyncTaskContext(self._worker, known)
        news, is_own = known.news, False
        try:
            await context.claim()
            is_own = True
        except AidError as error:
            with self._lock:
                is_noted = self._tasks.note_refused(known, error, news)
            if not is_noted:
                raise
        finally:
            self._tasks.note_claimed(is_own=is_own)
        if is_own:
            with self._lock:
                known.due = NOT_DUE
                self._running[known.id] = context
            self._crew.start(lambda: self._run(context, known))

    async def _run(self, context: AsyncTaskContext, known: OpenTask) -> None:
        try:
            await context.run(lambda: self._outcome(context))
        except BaseException as error:
            if isinstance(error, AidError) and hasattr(context, "task"):
                await self._worker.report(error, context.task)
            else:
                # The loop raises it.
                self._failure = error
        finally:
            with self._lock:
                known.answered_at = context.answered_at
                self._running.pop(known.id, None)
                if context.is_over:
                    self._tasks.forget(known.id)
            # The caller may have replied already; the lists will show it.
            has_news = context.woken.is_set() and not context.is_over
            self._scan_by(0.0 if has_news else time.monotonic() + self._worker.lease_ms / 1000)
            self._worker.woken.set()

    async def _outcome(self, context: AsyncTaskContext) -> dict[str, Any]:
        """The handler's result as a reply."""
        hooks, info = self._core.settings.hooks, HandlingInfo("tasks.work", context.task.id)
        try:
            return outcome_of(await handled(hooks, info, lambda: resolve(self._handler(context.task, context))))
        except TaskAbandoned:
            raise
        except Exception as error:
            await self._worker.report(error, context.task)
            return FAILURE

    async def _feed(self, follower: AsyncFollower) -> None:
        """Follows the log for changes to tasks."""
        try:
            async for event in follower.events():
                self._learn(event)
                self._worker.woken.set()
        except Exception as error:
            self._failure = error
            self._worker.woken.set()

    def _learn(self, event: Event) -> None:
        task_id = event.aggregate_id
        if task_id is None:
            return
        state = getattr(event.payload, "state", None)
        if not isinstance(state, str):
            # A newer service may report it differently; the lists have the state.
            self._scan_by(0.0)
        with self._lock:
            context = self._running.get(task_id)
            if context is None and isinstance(state, str):
                self._tasks.note(task_id, state, event.created_at)
            if context is not None and event.type == "a2a.task.canceled":
                context.canceled.set()
                context.woken.set()
            elif context is not None and event.type == "a2a.task.message":
                context.woken.set()
