"""Serves the requests of a tunnel."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

import httpx

from .._io_async import AsyncCrew, AsyncFlag, AsyncSocket, iterate, resolve, sleep, wait_for
from .._retry import loop_pause
from .._tunnel import (
    FINAL_REASONS,
    MAX_ERROR_CHARACTERS,
    MAX_INLINE_BYTES,
    MAX_UPLOAD_BYTES,
    PING,
    WITHOUT_BODY,
    Arriving,
    ResponseTooLargeError,
    Silence,
    TunnelResponse,
    ended,
    frames,
    message_of,
    pieces,
    refused,
)
from .._websocket import SocketClosed, SocketRefused, SocketUnavailable
from .handler_errors import report

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._tunnel import Stream, TunnelRequest
    from ..types import Tunnel

STOP_SECONDS = 0.25
READ_SECONDS = 0.05
"""The minimum wait for a message, so that a program that was busy first reads what has arrived meanwhile."""

UPLOAD_SECONDS = 30.0


class AsyncTunnelServer:
    """Keeps the connection of one tunnel open, reconnects when it is lost, and passes each request to a handler.

    See: docs/contract/tunnels.md in the repository of the service.
    """

    def __init__(
        self,
        tunnel: Tunnel,
        key: str,
        handler: Callable[[TunnelRequest], Any],
        *,
        on_ready: Callable[[Tunnel], Any] | None,
        on_error: Callable[[Exception, TunnelRequest], Any] | None = None,
        stop: AsyncFlag | None,
        proxy: str | None = None,
    ) -> None:
        self._tunnel = tunnel
        self._key = key
        self._handler = handler
        self._on_ready = on_ready
        self._on_error = on_error
        self._stop = stop
        self._proxy = proxy
        self._crew = AsyncCrew()
        self._socket: AsyncSocket | None = None
        self._open: dict[str, Arriving] = {}
        self._canceled: set[str] = set()
        self._uploads: dict[str, dict[str, Any]] = {}
        self._uploaded = AsyncFlag()
        self._failures = 0
        self._is_ready = False

    async def run(self) -> None:
        """Serves until it is stopped.

        Raises:
            AidError: The service ended the tunnel, or refuses the key.
            ImportError: The package websockets is missing.
        """
        try:
            while not self._is_stopped():
                try:
                    await self._connection()
                except SocketUnavailable as error:
                    raise ImportError(str(error)) from error
                except SocketRefused as error:
                    final = refused(error.status)
                    if final is not None:
                        raise final from error
                except SocketClosed:
                    pass
                if self._is_stopped():
                    break
                self._failures += 1
                await self._pause(loop_pause(self._failures, None))
        finally:
            await self._crew.aclose()

    async def _connection(self) -> None:
        headers = {"authorization": f"Bearer {self._key}"}
        socket = await AsyncSocket.connect(self._tunnel.connect_url, headers, proxy=self._proxy)
        self._socket = socket
        try:
            silence = Silence(time.monotonic())
            self._ping(socket)
            while not self._is_stopped():
                left = silence.left(time.monotonic())
                text = await socket.receive(max(READ_SECONDS, left if self._stop is None else min(left, STOP_SECONDS)))
                now = time.monotonic()
                if text is not None:
                    silence.heard(now)
                    await self._read(message_of(text))
                elif silence.is_lost(now):
                    socket.abort()
                    raise SocketClosed("the service did not respond to a ping")
                elif silence.is_due(now):
                    silence.pinged(now)
                    self._ping(socket)
        finally:
            self._socket = None
            self._canceled.update(self._open)
            self._open.clear()
            await socket.aclose()

    def _ping(self, socket: AsyncSocket) -> None:
        """Sends a ping without waiting until it is sent, which may never happen."""

        async def ping() -> None:
            with contextlib.suppress(SocketClosed):
                await socket.send(frames(PING))

        self._crew.start(ping)

    async def _read(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        request_id = str(message.get("id", ""))
        if kind == "pong":
            self._failures = 0
            if not self._is_ready and self._on_ready is not None:
                await resolve(self._on_ready(self._tunnel))
            self._is_ready = True
        elif kind == "closing":
            reason = str(message.get("reason"))
            if reason in FINAL_REASONS:
                raise ended(reason)
        elif kind == "request":
            arriving = Arriving(message)
            self._open[arriving.id] = arriving
            self._start_if_complete(arriving)
        elif kind == "body" and request_id in self._open:
            arriving = self._open[request_id]
            arriving.add(message)
            self._start_if_complete(arriving)
        elif kind == "upload":
            self._uploads[request_id] = message
            self._uploaded.set()
        elif kind == "cancel":
            self._canceled.add(request_id)

    def _start_if_complete(self, arriving: Arriving) -> None:
        if arriving.is_complete:
            self._crew.start(lambda: self._respond(arriving))

    async def _respond(self, arriving: Arriving) -> None:
        place: dict[str, Any] = {}
        try:
            stored = None if arriving.body_url is None else await self._download(arriving.body_url)
            response: TunnelResponse = await resolve(self._handler(arriving.request(stored)))
            await self._send_response(arriving, response, place)
        except SocketClosed:
            return
        except Exception as error:
            await report(error, arriving.request(b""), self._on_error)
            code = {"code": "too_large"} if isinstance(error, ResponseTooLargeError) else {}
            text = str(error)[:MAX_ERROR_CHARACTERS]
            try:
                await self._send({"type": "error", "id": arriving.id, **place, **code, "message": text})
            except SocketClosed:
                return
        finally:
            self._open.pop(arriving.id, None)
            self._canceled.discard(arriving.id)

    async def _send_response(self, arriving: Arriving, response: TunnelResponse, place: dict[str, Any]) -> None:
        """Sends a response in one message, by upload, or in pieces as they arrive."""
        head = {"type": "response", "id": arriving.id, "status": response.status, "headers": response.pairs}
        body = response.body.encode() if isinstance(response.body, str) else response.body
        if arriving.method == "HEAD" or response.status in WITHOUT_BODY:
            await self._send(head)
        elif not isinstance(body, bytes):
            await self._send_stream(arriving, head, body, place)
        elif len(body) > MAX_INLINE_BYTES:
            await self._upload(arriving, body)
            await self._send({**head, "stored": True})
        else:
            first, *rest = pieces(body)
            await self._send({**head, "body": first, "more": len(rest) > 0})
            for seq, data in enumerate(rest, 1):
                await self._send({"type": "body", "id": arriving.id, "seq": seq, "body": data, "more": seq < len(rest)})

    async def _send_stream(self, arriving: Arriving, head: dict[str, Any], body: Stream, place: dict[str, Any]) -> None:
        """Sends the head immediately, and each piece as it arrives. `place` is where the response breaks off."""
        await self._send({**head, "more": True})
        seq = place["seq"] = 1
        async for chunk in iterate(body):
            for data in pieces(chunk):
                if arriving.id in self._canceled:
                    return
                await self._send({"type": "body", "id": arriving.id, "seq": seq, "body": data, "more": True})
                seq = place["seq"] = seq + 1
        await self._send({"type": "body", "id": arriving.id, "seq": seq, "body": "", "more": False})

    async def _upload(self, arriving: Arriving, body: bytes) -> None:
        if len(body) > MAX_UPLOAD_BYTES:
            raise ResponseTooLargeError(f"the response has {len(body)} bytes; the limit is {MAX_UPLOAD_BYTES}")
        await self._send({"type": "upload", "id": arriving.id, "size": len(body)})
        end = time.monotonic() + UPLOAD_SECONDS
        while arriving.id not in self._uploads:
            if arriving.id in self._canceled or time.monotonic() > end:
                raise SocketClosed("no address for the upload")
            self._uploaded.clear()
            await wait_for(self._uploaded, STOP_SECONDS)
        place = self._uploads.pop(arriving.id)
        async with httpx.AsyncClient(proxy=self._proxy) as http:
            (await http.put(place["url"], headers=place["headers"], content=body, timeout=60)).raise_for_status()

    async def _download(self, url: str) -> bytes:
        async with httpx.AsyncClient(proxy=self._proxy) as http:
            return (await http.get(url, timeout=60)).raise_for_status().content

    async def _send(self, message: dict[str, Any]) -> None:
        if self._socket is None:
            raise SocketClosed("the connection was lost")
        await self._socket.send(frames(message))

    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop.is_set()

    async def _pause(self, seconds: float) -> None:
        if self._stop is None:
            await sleep(seconds)
        else:
            await wait_for(self._stop, seconds)
