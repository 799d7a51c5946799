"""The rules by which several workers share the tasks of one agent. No I/O, so that both clients share them.

See: docs/decisions/0053-loops-of-the-sdks.md#taskswork in the repository of the service.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from .types import Task

OPEN_STATES = ("submitted", "working")
TERMINAL_STATES = frozenset({"completed", "failed", "canceled", "rejected"})

DEFAULT_LEASE_MS = 30_000
CLOCK_MARGIN_SECONDS = 2.0
"""The `Date` header has no milliseconds."""

FAILURE = {"state": "failed", "message": "The agent could not complete the task."}
"""The reply for a handler that raises. The caller may be a stranger, and must not see the error."""

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
        """When the lease of a task that was changed at that time ends, by `time.monotonic`."""
        offset = self._offset if self._offset is not None else time.time() - time.monotonic()
        return updated_at.timestamp() + lease_ms / 1000 + CLOCK_MARGIN_SECONDS - offset


def claim_key(task_id: str, number: int) -> str:
    """The same for all workers: the service executes one worker's claim, and replays it to the others."""
    return f"aid-work-{task_id}-{number}"


def is_replay(headers: Mapping[str, str]) -> bool:
    """Whether a response is a replay of an earlier request with the same idempotency key."""
    return headers.get("idempotency-replayed") == "true"


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
