"""The rules by which several workers share the tasks of one agent. No I/O, so that both clients share them.

See: docs/decisions/0053-loops-of-the-sdks.md#taskswork in the repository of the service.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, cast

from ._errors import InvalidArgumentError, NotFoundError

if TYPE_CHECKING:
    from ._errors import AidError
    from .types import Task

OPEN_STATES = ("submitted", "working")
TERMINAL_STATES = frozenset({"completed", "failed", "canceled", "rejected"})

DEFAULT_LEASE_MS = 30_000
MIN_LEASE_MS = 10_000
MAX_LEASE_MS = 900_000
CLOCK_MARGIN_SECONDS = 2.0
"""The `Date` header has no milliseconds."""

FAILURE = {"state": "failed", "message": "The agent could not complete the task."}
"""The reply for a handler that raises. The caller may be a stranger, and must not see the error."""

TASK_CLAIMED = "a2a.task_claimed"
"""Another worker has claimed the task, or the claim has ended."""
TASK_WAITING = "a2a.task_waiting"
"""The task waits for its caller."""
_LOSSES = frozenset({TASK_CLAIMED, TASK_WAITING, "a2a.task_terminal", "resource.not_found"})

_REPLY_KEYS = frozenset({"state", "message", "parts", "result", "artifacts"})
_PART_KEYS = frozenset({"text", "raw", "url", "data"})


class TaskAbandoned(BaseException):
    """Raised inside a handler when its outcome is no longer needed. Do not catch it; use `finally` to clean up.

    The caller canceled the task, another worker has it, or the loop was stopped.
    """


class ServiceClock:
    """The service's time, tracked with the local monotonic clock."""

    def __init__(self) -> None:
        self._offset: float | None = None

    def read(self, headers: Mapping[str, str]) -> None:
        """Synchronizes with the `Date` header of a response that has just arrived."""
        try:
            date = parsedate_to_datetime(headers["date"])
        except (KeyError, ValueError, TypeError):
            return
        self._offset = date.timestamp() - time.monotonic()

    def lease_end(self, updated_at: datetime, lease_ms: int) -> float:
        """When a worker that changed a task at that time was silent for a lease, by `time.monotonic`.

        So one that has asked the caller has the time to continue.
        """
        offset = self._offset if self._offset is not None else time.time() - time.monotonic()
        return updated_at.timestamp() + lease_ms / 1000 + CLOCK_MARGIN_SECONDS - offset


def lease_of(value: object) -> int:
    """The lease of a worker, in milliseconds.

    Raises:
        InvalidArgumentError: The service would refuse it.
    """
    if isinstance(value, int) and MIN_LEASE_MS <= value <= MAX_LEASE_MS:
        return value
    raise InvalidArgumentError(f"lease_ms: expected {MIN_LEASE_MS} to {MAX_LEASE_MS} milliseconds, got {value!r}")


def is_loss(error: AidError) -> bool:
    """Whether an error says that the task is no longer this worker's."""
    return error.code in _LOSSES


def too_old(error: NotFoundError) -> NotFoundError:
    """The error of a claim that was not found. A service without the operation is no missing task."""
    if error.code != "route.not_found":
        return error
    message = "tasks.work needs a newer service: this one does not know how to claim a task"
    return NotFoundError(message, status=error.status, code=error.code, request_id=error.request_id)


def outcome_of(value: Any) -> dict[str, Any]:
    """The reply for a handler's return value."""
    if value is None:
        return {"state": "completed"}
    if isinstance(value, str):
        return {"state": "completed", "message": value}
    if isinstance(value, Mapping) and value and _REPLY_KEYS.issuperset(cast("Mapping[str, Any]", value)):
        return {"state": "completed", **value}
    if isinstance(value, list | tuple) and value and all(_is_part(part) for part in cast("list[Any]", value)):
        return {"state": "completed", "parts": list(cast("list[Any]", value))}
    return {"state": "completed", "result": value}


def _is_part(value: Any) -> bool:
    return isinstance(value, Mapping) and len(_PART_KEYS.intersection(cast("Mapping[str, Any]", value))) == 1


def is_ended(task: Task) -> bool:
    """Whether a task has ended and can no longer change."""
    return task.state in TERMINAL_STATES
