"""What every resource is made of: the settings of a client, and the way to the service."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from .._call import OMIT
from .._model import Model
from .._paging import DEFAULT_LIMIT
from .pages import Pages

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from .._call import Call
    from .._paging import PageOf
    from .._settings import Settings
    from .transport import Transport

T = TypeVar("T")
M = TypeVar("M", bound=Model)


class Core:
    """Settings and transport of a client. Clients that are made of it share the transport."""

    def __init__(self, settings: Settings, transport: Transport) -> None:
        self.settings = settings
        self.transport = transport
        self._prepared = transport.prepare(settings)

    def scoped(self, **changes: Any) -> Core:
        """The same with other settings."""
        return Core(replace(self.settings, **changes), self.transport)

    def own(self, identity_id: T) -> T | str:
        """The agent that a query or body names: that of the call, else that of `identity(…)`, else none."""
        scope = self.settings.identity_id
        return scope if scope is not None and (identity_id is None or identity_id is OMIT) else identity_id

    def fetch(self, call: Call, reply: type[M]) -> M:
        """The record that the service returns."""
        return self.transport.fetch(self._prepared, call, reply)

    def fetch_any(self, call: Call, reply: TypeAdapter[T]) -> T:
        """The value that the service returns, of one of several kinds."""
        return self.transport.fetch_any(self._prepared, call, reply)

    def perform(self, call: Call) -> None:
        """Makes a call that returns nothing."""
        self.transport.perform(self._prepared, call)

    def pages(self, call: Call, reply: type[Model], noun: str, time: str = "created_at") -> Pages[Any]:
        """A list. Nothing is requested yet."""

        def fetch(page: Call) -> PageOf[Any]:
            return self.transport.fetch_page(self._prepared, page, reply, noun, time)

        return Pages(fetch, call.with_query({"limit": DEFAULT_LIMIT, **(call.query or {})}))

    def single_page(self, call: Call, reply: type[Model], noun: str) -> Pages[Any]:
        """A list that has one page only, however long it is."""

        def fetch(page: Call) -> PageOf[Any]:
            return self.transport.fetch_page(self._prepared, page, reply, noun, None)

        return Pages(fetch, call)


class Resource:
    """A group of operations."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"
