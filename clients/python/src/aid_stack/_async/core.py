"""What every resource is made of: the settings of a client, and the way to the service."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from .._call import OMIT
from .._model import Model
from .._paging import DEFAULT_LIMIT
from .pages import AsyncPages

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from .._call import Call
    from .._paging import PageOf
    from .._settings import Settings
    from .transport import AsyncTransport

T = TypeVar("T")
M = TypeVar("M", bound=Model)


class AsyncCore:
    """Settings and transport of a client. Clients that are made of it share the transport."""

    def __init__(self, settings: Settings, transport: AsyncTransport) -> None:
        self.settings = settings
        self.transport = transport
        self._prepared = transport.prepare(settings)

    def scoped(self, **changes: Any) -> AsyncCore:
        """The same with other settings."""
        return AsyncCore(replace(self.settings, **changes), self.transport)

    def own(self, identity_id: T) -> T | str:
        """The agent that a query or body names: that of the call, else that of `identity(…)`, else none."""
        scope = self.settings.identity_id
        return scope if scope is not None and (identity_id is None or identity_id is OMIT) else identity_id

    async def fetch(self, call: Call, reply: type[M]) -> M:
        """The record that the service returns."""
        return await self.transport.fetch(self._prepared, call, reply)

    async def fetch_any(self, call: Call, reply: TypeAdapter[T]) -> T:
        """The value that the service returns, of one of several kinds."""
        return await self.transport.fetch_any(self._prepared, call, reply)

    async def perform(self, call: Call) -> None:
        """Makes a call that returns nothing."""
        await self.transport.perform(self._prepared, call)

    def pages(self, call: Call, reply: type[Model], noun: str, time: str = "created_at") -> AsyncPages[Any]:
        """A list. Nothing is requested yet."""

        async def fetch(page: Call) -> PageOf[Any]:
            return await self.transport.fetch_page(self._prepared, page, reply, noun, time)

        return AsyncPages(fetch, call.with_query({"limit": DEFAULT_LIMIT, **(call.query or {})}))

    def single_page(self, call: Call, reply: type[Model], noun: str) -> AsyncPages[Any]:
        """A list that has one page only, however long it is."""

        async def fetch(page: Call) -> PageOf[Any]:
            return await self.transport.fetch_page(self._prepared, page, reply, noun, None)

        return AsyncPages(fetch, call)


class AsyncResource:
    """A group of operations."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"
