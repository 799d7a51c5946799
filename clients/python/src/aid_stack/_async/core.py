"""The base of every resource: the settings of a client, and the transport to the service."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from .._call import OMIT
from .._checks import id_of
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
    """The settings and transport of a client. Clients derived from it share the transport."""

    def __init__(self, settings: Settings, transport: AsyncTransport) -> None:
        self.settings = settings
        self.transport = transport
        self._prepared = transport.prepare(settings)

    def scoped(self, **changes: Any) -> AsyncCore:
        """A core with other settings and the same transport."""
        return AsyncCore(replace(self.settings, **changes), self.transport)

    def own(self, identity_id: T) -> T | str:
        """The agent for a query or body: that of the call, or else that of `identity(…)`, or else none."""
        scope = self.settings.identity_id
        if identity_id is None or identity_id is OMIT:
            return identity_id if scope is None else scope
        return id_of(identity_id, "identity_id")

    async def fetch(self, call: Call, reply: type[M]) -> M:
        """Makes a call that returns a record."""
        return await self.transport.fetch(self._prepared, call, reply)

    async def fetch_any(self, call: Call, reply: TypeAdapter[T]) -> T:
        """Makes a call that returns one of several kinds of values."""
        return await self.transport.fetch_any(self._prepared, call, reply)

    async def perform(self, call: Call) -> None:
        """Makes a call that returns nothing."""
        await self.transport.perform(self._prepared, call)

    def pages(
        self, call: Call, reply: type[Model], noun: str, time: str = "created_at", *, forwards: str | None = None
    ) -> AsyncPages[Any]:
        """A paged list. Makes no request yet.

        Args:
            call: The request for the first page.
            reply: The record of a response.
            noun: Its field with the records of the list.
            time: Their field that orders the list.
            forwards: The parameter with which the list is oldest first, and continues.
        """

        async def fetch(page: Call) -> PageOf[Any]:
            return await self.transport.fetch_page(self._prepared, page, reply, noun, time)

        return AsyncPages(fetch, call.with_query({"limit": DEFAULT_LIMIT, **(call.query or {})}), forwards)

    def single_page(self, call: Call, reply: type[Model], noun: str) -> AsyncPages[Any]:
        """A list that always has a single page."""

        async def fetch(page: Call) -> PageOf[Any]:
            return await self.transport.fetch_page(self._prepared, page, reply, noun, None)

        return AsyncPages(fetch, call)


class AsyncResource:
    """A group of operations."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"
