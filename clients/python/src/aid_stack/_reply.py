"""Which emails count as replies: shared by both clients.

See: docs/decisions/0053-loops-of-the-sdks.md#mailwaitforreply in the repository of the service.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .types import FullMessage

Accept = Collection[str]
"""Reasons to skip an email that are ignored."""


@dataclass(frozen=True)
class HeldBack:
    """An email that was skipped.

    Attributes:
        id: The message.
        reason: `spam`, `automated`, or `not_accepted` by the caller's own function.
    """

    id: str
    reason: str


@dataclass(frozen=True)
class Reply:
    """The result of waiting for a reply.

    Attributes:
        message: The reply with its texts, or None if none arrived in time.
        held_back: The emails in the thread that were skipped, in order.
    """

    message: FullMessage | None
    held_back: list[HeldBack] = field(default_factory=list["HeldBack"])


def held_back_reason(message: FullMessage) -> str | None:
    """Why an email is skipped, or None. An unverified sender is not a reason, because the email has warnings."""
    if message.folder == "spam":
        return "spam"
    return "automated" if message.is_automated else None


def is_accepted(accept: Accept | Callable[..., Any] | None, message: FullMessage, reason: str | None) -> Any:
    """Whether an email is accepted, or the result of the caller's function that decides."""
    if callable(accept):
        return accept(message, reason)
    return reason is None or (accept is not None and reason in accept)
