"""Forwards requests from a tunnel to a server on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx

from .._tunnel import OWN_HEADERS, TunnelResponse

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from .._tunnel import TunnelRequest

CONNECT_SECONDS = 10.0


class AsyncLocalServer:
    """A handler that forwards requests to a server on this machine."""

    def __init__(self, host: str, port: int) -> None:
        self._base = f"http://{host}:{port}"
        self._http = httpx.AsyncClient(timeout=CONNECT_SECONDS, trust_env=False)

    async def aclose(self) -> None:
        """Closes the connections to it."""
        await self._http.aclose()

    async def respond(self, request: TunnelRequest) -> TunnelResponse:
        """The server's response. A response without a length is streamed."""
        headers = [(name, value) for name, value in request.headers if name.lower() not in OWN_HEADERS]
        sent = httpx.Request(request.method, self._base + request.path, headers=headers, content=request.body or None)
        sent.extensions["timeout"] = httpx.Timeout(None, connect=CONNECT_SECONDS).as_dict()
        response = await self._http.send(sent, stream=True)
        pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw]
        if "content-length" not in response.headers:
            return TunnelResponse(response.status_code, pairs, self._stream(response))
        body = b"".join([chunk async for chunk in self._stream(response)])
        return TunnelResponse(response.status_code, pairs, body)

    async def _stream(self, response: httpx.Response) -> AsyncIterator[bytes]:
        try:
            async for chunk in response.aiter_raw():
                yield chunk
        finally:
            await response.aclose()
