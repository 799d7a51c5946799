"""Where the next page of a list starts.

If a page ended early, the service names the position; otherwise it is the time of the last record. No two records
of a list have the same time, so nothing is skipped or repeated.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._call import wire_time
from ._errors import ServerError
from ._failures import invalid_response

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

    from ._call import Call
    from ._model import Model

T = TypeVar("T")

DEFAULT_LIMIT = 50
"""Sent with each request, because a page with fewer records than this is the last."""


@dataclass(frozen=True)
class PageOf(Generic[T]):
    """The records of a response, the time of the last of them (None if there is none), and the headers."""

    items: list[T]
    last_at: object
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Places:
    """The places that the pages of a list have named.

    Only one of them is remembered: the first, then the third, the seventh, the fifteenth, and so on. So pages that name
    each other in a circle, however large, are noticed (Brent's algorithm).

    Attributes:
        mark: The place that is remembered.
        count: How many were named.
    """

    mark: str | None = None
    count: int = 0

    def after(self, place: str) -> Places:
        """The places with one more."""
        count = self.count + 1
        return Places(self.mark if count & (count + 1) else place, count)


NO_PLACES = Places()


def page_of(reply: Model, response: httpx.Response, call: Call, noun: str, time: str | None) -> PageOf[Any]:
    """The records of a list's response: under its noun, each with its position in the list in the field `time`.

    Raises:
        ServerError: The response has no list.
    """
    items: Any = getattr(reply, noun, None)
    if not _is_list(items):
        raise invalid_response(response, call, f"the response has no list {noun}")
    return PageOf(items, getattr(items[-1], time) if items and time is not None else None, response.headers)


def bound_of(query: Mapping[str, Any], forwards: str | None) -> str:
    """The parameter that names where a page starts.

    A list is newest first and continues with `before`. With the parameter `forwards`, if it has one, it is oldest first
    and continues with that.
    """
    return "before" if forwards is None or query.get(forwards) is None else forwards


def next_query(
    query: Mapping[str, Any], page: PageOf[Any], forwards: str | None, places: Places
) -> tuple[dict[str, Any], Places] | None:
    """The query for the next page and the places until then, or None after the last.

    Raises:
        ServerError: The place of the next page comes twice, so the list would never end. It is retryable where the log
            cannot be read past an event that is still being written.
    """
    bound = bound_of(query, forwards)
    place = page.headers.get(f"x-aid-more-{bound}") if page.headers.get("x-aid-more") == "true" else None
    if place is None:
        is_last = page.headers.get("x-aid-more") != "true" and len(page.items) < int(query.get("limit", 0))
        if is_last or page.last_at is None:
            return None
        # A newer service may write times in another form, which then stay texts.
        place = wire_time(page.last_at) if isinstance(page.last_at, datetime) else str(page.last_at)
    asked = query.get(bound)
    is_asked = place == (wire_time(asked) if isinstance(asked, datetime) else asked)
    if is_asked or place == places.mark:
        raise ServerError(
            f"the place {bound}={place} comes twice, so the list would never end",
            status=200,
            code="response.invalid",
            request_id=page.headers.get("x-request-id"),
            retryable=is_asked and bound == forwards and not page.items,
        )
    return {**query, bound: place}, places.after(place)


def _is_list(value: object) -> bool:
    return isinstance(value, list)
