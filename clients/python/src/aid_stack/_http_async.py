"""The HTTP connections of the asynchronous client. `_http_sync.py` has the same names for threads."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=100, keepalive_expiry=55)


class AsyncHttp:
    """The HTTP client of a transport: the caller's, or else one for each event loop.

    A connection belongs to the event loop that opened it. So a program may call `asyncio.run` several times with one
    client: each loop has connections of its own, which are closed when it ends.

    Attributes:
        is_own: Whether the connections are this client's, and not those of the caller's `http_client`.
        headers: The headers that the HTTP client adds to every request.
    """

    def __init__(self, given: httpx.AsyncClient | None, proxy: str | None = None) -> None:
        self.is_own = given is None
        self.headers = _DEFAULT_HEADERS if given is None else given.headers
        self._given = given
        self._proxy = proxy
        self._tls = httpx.create_ssl_context() if given is None else None
        self._by_loop: dict[asyncio.AbstractEventLoop, tuple[httpx.AsyncClient, AsyncGenerator[None, None]]] = {}

    async def client(self) -> httpx.AsyncClient:
        """The HTTP client for requests of the running event loop."""
        if self._given is not None:
            return self._given
        loop = asyncio.get_running_loop()
        found = self._by_loop.get(loop)
        return found[0] if found is not None else await self._open(loop)

    async def _open(self, loop: asyncio.AbstractEventLoop) -> httpx.AsyncClient:
        for other in [other for other in self._by_loop if other.is_closed()]:
            # Its connections ended with it, or cannot be closed any more.
            del self._by_loop[other]
        verify = True if self._tls is None else self._tls
        http = httpx.AsyncClient(limits=LIMITS, verify=verify, proxy=self._proxy)
        guard = self._until_loop_ends(loop, http)
        self._by_loop[loop] = (http, guard)
        await guard.__anext__()
        return http

    async def _until_loop_ends(
        self, loop: asyncio.AbstractEventLoop, http: httpx.AsyncClient
    ) -> AsyncGenerator[None, None]:
        """Closes the connections of a loop. `asyncio.run` ends suspended generators before it closes its loop."""
        try:
            yield
        finally:
            self._by_loop.pop(loop, None)
            await http.aclose()

    async def aclose(self) -> None:
        """Closes the connections of the running event loop, unless they are the caller's.

        The next call opens others. Those of other event loops are closed when these end.
        """
        found = self._by_loop.get(asyncio.get_running_loop())
        if found is not None:
            await found[1].aclose()


_DEFAULT_HEADERS = httpx.AsyncClient(transport=httpx.AsyncBaseTransport(), trust_env=False).headers
