"""Where the next page of a list starts.

If a page ended early, the service names the position; otherwise it is the time of the last record. No two records
of a list have the same time, so nothing is skipped or repeated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._call import wire_time

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    import httpx

    from ._model import Model

T = TypeVar("T")

DEFAULT_LIMIT = 50
"""Sent with each request, because a page with fewer records than this is the last."""


@dataclass(frozen=True)
class PageOf(Generic[T]):
    """The records of a response, the time of the last of them, and the headers."""

    items: list[T]
    last_at: datetime | None
    headers: Mapping[str, str]


def page_of(reply: Model, response: httpx.Response, noun: str, time: str | None) -> PageOf[Any]:
    """The records of a list's response: under its noun, each with its position in the list in the field `time`."""
    items: list[Any] = getattr(reply, noun)
    return PageOf(items, getattr(items[-1], time) if items and time is not None else None, response.headers)


def next_query(query: Mapping[str, Any], page: PageOf[Any]) -> dict[str, Any] | None:
    """The query for the next page, or None after the last.

    A list with `since` is oldest first, and continues with the `since` of its last record; any other is newest first,
    and continues with `before`.
    """
    bound = "since" if query.get("since") is not None else "before"
    if page.headers.get("x-aid-more") == "true":
        place = page.headers.get(f"x-aid-more-{bound}")
        if place is not None:
            return {**query, bound: place}
    elif len(page.items) < int(query.get("limit", 0)):
        return None
    return None if page.last_at is None else {**query, bound: wire_time(page.last_at)}
