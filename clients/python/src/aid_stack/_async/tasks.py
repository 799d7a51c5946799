"""Tasks: working on tasks from other agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._work import DEFAULT_LEASE_MS, lease_of
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
        """Handles the tasks that other agents send to this one, forever. Needs an agent key.

            async def summarize(task, context):
                await context.update("Reading.")
                return f"Summary of: {text_of(task.messages[-1])}"

            await aid.tasks.work(summarize)

        Any number of processes may work for one agent at the same time: each task is handled by one of them. When one
        dies, another takes over its tasks after `lease_ms`, and runs the handler from the start.

        Args:
            handler: Handles a task. It returns a text, parts, a reply (`{"state": …, "artifacts": …}`), any other
                value as the result, or nothing. If it raises, the task fails with a message that does not reveal the
                error.
            concurrency: How many handlers run at the same time in this process.
            expand: `message` gives handlers all messages of a task in `context.messages`, not only the newest.
            on_error: Called with each exception of a handler, and the task. Without it, they are logged by the logger
                `aid_stack`.
            lease_ms: How long a worker may be silent before another one takes over its tasks: 10,000 to 900,000.
            stop: Stops the loop once it is set. Running handlers finish.

        Raises:
            AidError: The service refuses the key. No other error ends the loop.
        """
        if concurrency < 1:
            raise ValueError(f"concurrency: expected at least 1, got {concurrency}")
        await AsyncWorkLoop(
            self._core,
            handler,
            concurrency=concurrency,
            expand=expand,
            on_error=on_error,
            lease_ms=lease_of(lease_ms),
            stop=stop,
        ).run()
