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

NO_ANSWER = "0"

_ORIGINAL = "aid.original"
"""The metadata field with the original text of a part, if the service returns it without invisible characters."""


_PART_FIELDS = {"text", "raw", "url", "data", "media_type", "filename", "metadata"}


class EarlierMessages:
    """The messages that existed when a run of a handler started.

    A run repeats the messages of an earlier run whose worker has died. Messages found here are not sent again.
    """

    def __init__(self, messages: Sequence[TaskMessage], *, is_continued: bool) -> None:
        """Takes all messages of the task, oldest first, and whether an earlier run may have sent the same ones."""
        self._messages = list(messages)
        self._next = 0 if is_continued else len(self._messages)
        self._found: set[str] = set()

    def take(self, content: Content) -> str | None:
        """The id of the worker's message with this content: the first one after the last match."""
        wanted = [_comparable(part) for part in parts_of(content)]
        for place in range(self._next, len(self._messages)):
            message = self._messages[place]
            if message.role == "worker" and [_comparable(_plain(part)) for part in message.parts] == wanted:
                self._next = place + 1
                self._found.add(message.id)
                return message.id
        return None

    def last_answer(self) -> str:
        """The id of the newest message with which an earlier run may have ended, or `NO_ANSWER`.

        It is the worker's message to which the caller has replied, if it is not a question or update of this run. It is
        the same for all runs that repeat each other, whatever the caller has written meanwhile.
        """
        replied = False
        for message in reversed(self._messages):
            if message.role == "caller":
                replied = True
            elif replied and message.role == "worker" and message.id not in self._found:
                return message.id
        return NO_ANSWER


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
