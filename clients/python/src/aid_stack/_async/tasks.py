"""Tasks: working on those of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._work import DEFAULT_LEASE_MS
from .resources import AsyncTasksMethods
from .work_loop import AsyncWorkLoop

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from .._io_async import AsyncFlag
    from ..types import Task
    from .task_run import AsyncTaskContext


class AsyncTasksResource(AsyncTasksMethods):
    """The operations of `aid.tasks`."""

    async def work(
        self,
        handler: Callable[[Task, AsyncTaskContext], Any],
        *,
        concurrency: int = 1,
        expand: Literal["message"] | None = None,
        on_error: Callable[[Exception, Task], Any] | None = None,
        lease_ms: int = DEFAULT_LEASE_MS,
        stop: AsyncFlag | None = None,
    ) -> None:
        """Does the tasks that other agents send to this one, for ever. It needs the key of an agent.

            async def summarize(task, context):
                await context.update("Reading.")
                return f"Summary of: {text_of(task.messages[-1])}"

            await aid.tasks.work(summarize)

        Any number of processes of one agent may work at the same time: each task is done by one of them. When one dies,
        another takes its tasks over after `lease_ms`, and runs the handler from its beginning.

        Args:
            handler: Does a task. It returns a text, parts, a reply (`{"state": …, "artifacts": …}`), any other value as
                the result, or nothing. If it raises, the task fails with a message that says nothing of the error.
            concurrency: How many handlers run at the same time in this process.
            expand: `message` gives handlers all messages of a task in `context.messages`, not only the newest.
            on_error: Gets each exception of a handler, and the task.
            lease_ms: How long a worker may be silent before another one takes its tasks.
            stop: Ends the loop once it is set. Handlers that are running finish.

        Raises:
            AidError: The service refuses the key. Nothing else ends the loop.
        """
        if concurrency < 1:
            raise ValueError(f"concurrency: expected at least 1, got {concurrency}")
        await AsyncWorkLoop(
            self._core,
            handler,
            concurrency=concurrency,
            expand=expand,
            on_error=on_error,
            lease_ms=lease_ms,
            stop=stop,
        ).run()
