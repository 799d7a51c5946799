"""Lists that are longer than one response."""

from __future__ import annotations

from collections.abc import Iterator, Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._call import wire_time
from .._paging import PageOf, next_query

if TYPE_CHECKING:
    from .._call import Call

T = TypeVar("T")


class Page(Generic[T]):
    """One page of a list.

    Attributes:
        items: The records of the page.
        headers: The headers of its response.
    """

    def __init__(self, items: list[T], headers: Mapping[str, str], following: Pages[T] | None) -> None:
        self.items = items
        self.headers = headers
        self._following = following

    @property
    def has_more(self) -> bool:
        """Whether there may be another page, which can be empty."""
        return self._following is not None

    def next_page(self) -> Page[T] | None:
        """The page after this one, or None where this is the last."""
        return None if self._following is None else self._following.first_page()

    @property
    def bound(self) -> str | None:
        """Where the next page begins, or None where this is the last."""
        return None if self._following is None else self._following.bound

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(items={self.items!r}, has_more={self.has_more})"


class Pages(Generic[T]):
    """A list, read page by page while it is iterated over. Nothing is requested before.

    `limit` of the call is the size of a page, and not of the list.
    """

    def __init__(self, fetch: Callable[[Call], PageOf[T]], call: Call) -> None:
        self._fetch = fetch
        self._call = call

    @property
    def bound(self) -> str | None:
        """The time at which the list begins, where the call names one."""
        query = self._call.query or {}
        place = query.get("since") or query.get("before")
        return wire_time(place) if isinstance(place, datetime) else place

    def first_page(self) -> Page[T]:
        """The first page alone, in one request."""
        query: dict[str, Any] = dict(self._call.query or {})
        page = self._fetch(self._call)
        following = next_query(query, page)
        return Page(
            page.items,
            page.headers,
            None if following is None else Pages(self._fetch, self._call.with_query(following)),
        )

    def __iter__(self) -> Iterator[T]:
        page: Page[T] | None = self.first_page()
        while page is not None:
            for item in page.items:
                yield item
            page = page.next_page()

    def all(self, *, limit: int | None = None) -> list[T]:
        """All records, or the first `limit` of them."""
        items: list[T] = []
        page: Page[T] | None = self.first_page() if limit is None or limit > 0 else None
        while page is not None:
            items.extend(page.items)
            if limit is not None and len(items) >= limit:
                return items[:limit]
            page = page.next_page()
        return items

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._call.method} {self._call.path})"
