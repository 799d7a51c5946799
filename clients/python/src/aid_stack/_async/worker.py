"""What the loop of a worker and each of its tasks need: the operations, the lease, and when to stop."""

from __future__ import annotations

import logging
import math
import time
from typing import TYPE_CHECKING, Any

from .._errors import NotFoundError
from .._io_async import AsyncFlag, resolve
from .._work import ServiceClock, too_old
from .resources import AsyncTasksMethods

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..types import Task
    from .core import AsyncCore

STOP_SECONDS = 0.25

_logger = logging.getLogger("aid_stack")


class AsyncWorker:
    """A worker of one agent.

    Attributes:
        api: The operations of tasks.
        lease_ms: How long it may be silent before another worker takes its tasks.
        is_expanding: Whether handlers get all messages of a task.
        clock: The time of the service.
        woken: Set when there may be something to do.
    """

    def __init__(
        self,
        core: AsyncCore,
        *,
        expand: str | None,
        on_error: Callable[[Exception, Task], Any] | None,
        lease_ms: int,
        stop: AsyncFlag | None,
    ) -> None:
        self.api = AsyncTasksMethods(core)
        self.lease_ms = lease_ms
        self.is_expanding = expand == "message"
        self.clock = ServiceClock()
        self.woken = AsyncFlag()
        self._on_error = on_error
        self._stop = stop

    async def claim(self, task_id: str, *, claim_id: str | None = None, idempotency_key: str | None = None) -> str:
        """Claims a task, or renews a claim of it. Returns the id of the claim."""
        seconds = math.ceil(self.lease_ms / 1000)
        try:
            claim = await self.api.claim(
                task_id, lease_seconds=seconds, claim_id=claim_id, idempotency_key=idempotency_key
            )
        except NotFoundError as error:
            raise too_old(error) from error
        return claim.claim_id

    async def report(self, error: Exception, task: Task) -> None:
        """Passes an error to `on_error`, or logs it."""
        if self._on_error is not None:
            await resolve(self._on_error(error, task))
        else:
            _logger.error("Error while working on task %s", task.id, exc_info=error)

    def is_stopped(self) -> bool:
        """Whether the loop should stop."""
        return self._stop is not None and self._stop.is_set()

    def slice_until(self, end: float) -> float:
        """How long to wait until a time, at most until `stop` is checked next."""
        seconds = max(0.0, end - time.monotonic())
        return seconds if self._stop is None else min(seconds, STOP_SECONDS)
