"""The rules by which several workers share the tasks of one agent: no input or output, so that both clients share them.

See: docs/decisions/0053-loops-of-the-sdks.md#taskswork in the repository of the service.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Union, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel

    from .types import NewPart, Task, TaskMessage

OPEN_STATES = ("submitted", "working")
TERMINAL_STATES = frozenset({"completed", "failed", "canceled", "rejected"})

DEFAULT_LEASE_MS = 30_000
CLOCK_MARGIN_SECONDS = 2.0
"""The header `Date` has no milliseconds."""

FAILURE = "The agent could not complete the task."

Content = Union[str, "Sequence[NewPart]"]
"""A text, or parts."""

_REPLY_KEYS = frozenset({"state", "message", "parts", "result", "artifacts"})
_PART_KEYS = frozenset({"text", "raw", "url", "data"})


class TaskAbandoned(BaseException):
    """Raised inside a handler whose outcome is not wanted any more. Let it pass; to clean up, use `finally`.

    The caller canceled the task, another worker has it, or the loop was stopped.
    """


class ServiceClock:
    """The time of the service, by the own clock that never jumps."""

    def __init__(self) -> None:
        self._offset: float | None = None

    def read(self, headers: Mapping[str, str]) -> None:
        """Learns from the header `Date` of a response that has just arrived."""
        try:
            date = parsedate_to_datetime(headers["date"])
        except (KeyError, ValueError, TypeError):
            return
        self._offset = date.timestamp() - time.monotonic()

    def lease_end(self, updated_at: datetime, lease_ms: int) -> float:
        """When the lease of a task that was changed then ends, by `time.monotonic`."""
        offset = self._offset if self._offset is not None else time.time() - time.monotonic()
        return updated_at.timestamp() + lease_ms / 1000 + CLOCK_MARGIN_SECONDS - offset


def claim_key(task_id: str, number: int) -> str:
    """One for all workers: the service lets one of them have the claim, and replays it to the others."""
    return f"aid-work-{task_id}-{number}"


def newest_from(role: str, messages: Sequence[TaskMessage]) -> str:
    """The id of the newest message of the caller or worker."""
    return next((message.id for message in reversed(messages) if message.role == role), "")


def content_of(content: Content) -> dict[str, Any]:
    """A text or parts, as a request has it."""
    return {"message": content} if isinstance(content, str) else {"parts": list(content)}


def outcome_of(value: Any) -> dict[str, Any]:
    """The reply that a handler's return value means."""
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


def find_question(messages: Sequence[TaskMessage], after: str, content: Content) -> str | None:
    """The id of the message with which an earlier run asked the same, after another message."""
    wanted = [{"text": content}] if isinstance(content, str) else [dict(part) for part in content]
    for message in _later(messages, after):
        if message.role == "worker" and [_plain(part) for part in message.parts] == wanted:
            return message.id
    return None


def find_reply(messages: Sequence[TaskMessage], question: str) -> TaskMessage | None:
    """The first message of the caller after a question."""
    return next((message for message in _later(messages, question) if message.role == "caller"), None)


def _later(messages: Sequence[TaskMessage], after: str) -> Sequence[TaskMessage]:
    places = [place for place, message in enumerate(messages) if message.id == after]
    return messages[places[0] + 1 :] if places else messages


def _plain(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(by_alias=True, exclude_none=True)


def text_of(message: TaskMessage) -> str:
    """The texts of a message of a task, joined by line breaks."""
    return "\n".join(part.text for part in message.parts if part.text is not None)


def is_ended(task: Task) -> bool:
    """Whether nothing can change a task any more."""
    return task.state in TERMINAL_STATES
