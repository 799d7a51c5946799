"""Lists in pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._call import wire_time
from .._paging import NO_PLACES, PageOf, Places, bound_of, next_query

if TYPE_CHECKING:
    from .._call import Call

T = TypeVar("T")


class AsyncPage(Generic[T]):
    """One page of a list.

    Attributes:
        items: The records of the page.
        headers: The headers of its response.
    """

    def __init__(self, items: list[T], headers: Mapping[str, str], following: AsyncPages[T] | None) -> None:
        self.items = items
        self.headers = headers
        self._following = following

    @property
    def has_more(self) -> bool:
        """Whether there may be another page, which can be empty."""
        return self._following is not None

    async def next_page(self) -> AsyncPage[T] | None:
        """The next page, or None if this is the last."""
        return None if self._following is None else await self._following.first_page()

    @property
    def bound(self) -> str | None:
        """Where the next page starts, or None if this is the last."""
        return None if self._following is None else self._following.bound

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(items={self.items!r}, has_more={self.has_more})"


class AsyncPages(Generic[T]):
    """A list that loads page by page while it is iterated over. It makes no request before that.

    The call's `limit` is the size of a page, not of the list.
    """

    def __init__(
        self,
        fetch: Callable[[Call], Awaitable[PageOf[T]]],
        call: Call,
        forwards: str | None = None,
        places: Places = NO_PLACES,
    ) -> None:
        self._fetch = fetch
        self._call = call
        self._forwards = forwards
        self._places = places

    @property
    def bound(self) -> str | None:
        """The time at which the list starts, if the call names one."""
        query = self._call.query or {}
        place = query.get(bound_of(query, self._forwards))
        return wire_time(place) if isinstance(place, datetime) else place

    async def first_page(self) -> AsyncPage[T]:
        """The first page only, in one request."""
        query: dict[str, Any] = dict(self._call.query or {})
        page = await self._fetch(self._call)
        following = next_query(query, page, self._forwards, self._places)
        if following is None:
            return AsyncPage(page.items, page.headers, None)
        next_call = self._call.with_query(following[0])
        return AsyncPage(page.items, page.headers, AsyncPages(self._fetch, next_call, self._forwards, following[1]))

    async def __aiter__(self) -> AsyncIterator[T]:
        page: AsyncPage[T] | None = await self.first_page()
        while page is not None:
            for item in page.items:
                yield item
            page = await page.next_page()

    async def all(self, *, limit: int | None = None) -> list[T]:
        """All records, or the first `limit` of them."""
        items: list[T] = []
        page: AsyncPage[T] | None = await self.first_page() if limit is None or limit > 0 else None
        while page is not None:
            items.extend(page.items)
            if limit is not None and len(items) >= limit:
                return items[:limit]
            page = await page.next_page()
        return items

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._call.method} {self._call.path})"
