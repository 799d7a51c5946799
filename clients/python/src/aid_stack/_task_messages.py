"""The messages of a task, and which of them an earlier run of its handler sent. No I/O.

See: docs/decisions/0053-loops-of-the-sdks.md#taskswork in the repository of the service.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .types import NewPart, Part, TaskMessage

Content = Union[str, "Sequence[NewPart]"]
"""A text, or parts."""

_ORIGINAL = "aid.original"
"""The metadata field with the original text of a part, if the service returns it without invisible characters."""


_PART_FIELDS = {"text", "raw", "url", "data", "media_type", "filename", "metadata"}


class EarlierMessages:
    """The messages of earlier runs that a run may repeat, without those that it has repeated.

    A run repeats the messages of an earlier run whose worker has died. Messages found here are not sent again.
    """

    def __init__(self, messages: Sequence[TaskMessage]) -> None:
        """Takes messages of the task, oldest first."""
        self._messages = [message for message in messages if message.role == "worker"]

    def take(self, content: Content) -> str | None:
        """The id of the message with this content: the first one after the last match."""
        wanted = [_comparable(part) for part in parts_of(content)]
        for place, message in enumerate(self._messages):
            if [_comparable(_plain(part)) for part in message.parts] == wanted:
                self._messages = self._messages[place + 1 :]
                return message.id
        return None


def newest_from(role: str, messages: Sequence[TaskMessage]) -> str:
    """The id of the newest message of the caller or the worker."""
    return next((message.id for message in reversed(messages) if message.role == role), "")


def find_reply(messages: Sequence[TaskMessage], question: str) -> TaskMessage | None:
    """The first message of the caller after a question."""
    is_later = False
    for message in messages:
        if is_later and message.role == "caller":
            return message
        is_later = is_later or message.id == question
    return None


def parts_of(content: Content) -> list[Mapping[str, Any]]:
    """A text or parts, as parts."""
    return [{"text": content}] if isinstance(content, str) else [dict(part) for part in content]


def content_of(content: Content) -> dict[str, Any]:
    """A text or parts, in the form of a request."""
    return {"message": content} if isinstance(content, str) else {"parts": list(content)}


def text_of(message: TaskMessage) -> str:
    """The texts of a message of a task, joined by line breaks."""
    return "\n".join(part.text for part in message.parts if part.text is not None)


def _plain(part: Part) -> dict[str, Any]:
    """A part without fields that a newer service may have added."""
    return part.model_dump(by_alias=True, include=_PART_FIELDS)


def _comparable(part: Mapping[str, Any]) -> dict[str, Any]:
    """A part as it was sent, without keys that have no value."""
    metadata = dict(part.get("metadata") or {})
    original = metadata.pop(_ORIGINAL, None)
    sent = {**part, "metadata": metadata or None}
    if isinstance(original, Mapping):
        sent |= cast("Mapping[str, Any]", original)
    return {name: value for name, value in sent.items() if value is not None}
