"""The HTTP connections of the synchronous client. `_http_async.py` has the same names for coroutines."""

from __future__ import annotations

import os

import httpx

LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=100, keepalive_expiry=55)


class Http:
    """The HTTP client of a transport: the caller's, or else one for each process.

    Two processes that share a connection would read each other's responses. So after a fork, the new process opens
    connections of its own.

    Attributes:
        is_own: Whether the connections are this client's, and not those of the caller's `http_client`.
        headers: The headers that the HTTP client adds to every request.
    """

    def __init__(self, given: httpx.Client | None, proxy: str | None = None) -> None:
        self.is_own = given is None
        self.headers = _DEFAULT_HEADERS if given is None else given.headers
        self._given = given
        self._proxy = proxy
        self._tls = httpx.create_ssl_context() if given is None else None
        self._by_process: dict[int, httpx.Client] = {}

    def client(self) -> httpx.Client:
        """The HTTP client for requests of this process."""
        if self._given is not None:
            return self._given
        process = os.getpid()
        found = self._by_process.get(process)
        return found if found is not None else self._open(process)

    def _open(self, process: int) -> httpx.Client:
        # Two threads may get here at the same time. Then both use the same one of the two new clients.
        verify = True if self._tls is None else self._tls
        http = self._by_process.setdefault(process, httpx.Client(limits=LIMITS, verify=verify, proxy=self._proxy))
        for other in [other for other in self._by_process if other != process]:
            # Closing them here only releases this process's copies of the sockets.
            self._by_process.pop(other, None)
        return http

    def close(self) -> None:
        """Closes the connections of this process, unless they are the caller's. The next call opens new ones."""
        found = self._by_process.pop(os.getpid(), None)
        if found is not None:
            found.close()


_DEFAULT_HEADERS = httpx.Client(transport=httpx.BaseTransport(), trust_env=False).headers
