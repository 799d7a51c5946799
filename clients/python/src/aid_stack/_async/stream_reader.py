"""Reads the messages of one connection of an event stream, and notices when it is dead or has lost something."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from .._stream import PING
from .._websocket import SocketClosed

if TYPE_CHECKING:
    from .._io_async import AsyncFlag, AsyncSocket
    from .._stream import Step, StreamPosition

FIRST_PING_SECONDS = 2.0
MAX_PING_SECONDS = 60.0
PONG_SECONDS = 10.0

SEND_SECONDS = 1.1
"""A client may send 60 messages per minute."""

STOP_SECONDS = 0.25
"""How often a loop checks `stop`."""


class AsyncStreamReader:
    """The messages of one connection, in the order of arrival."""

    def __init__(self, socket: AsyncSocket, position: StreamPosition, stop: AsyncFlag | None) -> None:
        position.connected()
        self._socket = socket
        self._position = position
        self._stop = stop
        now = time.monotonic()
        self._ping_pause = FIRST_PING_SECONDS
        self._ping_at = now + self._ping_pause
        self._dead_at: float | None = None
        self._may_send_at = now
        self._must_resume = False

    async def next_step(self) -> Step | None:
        """The next event, or the notice that the connection will close; None once the loop is stopped.

        Raises:
            SocketClosed: The connection has ended, or no longer responds.
        """
        while self._stop is None or not self._stop.is_set():
            now = time.monotonic()
            if self._dead_at is not None and now >= self._dead_at:
                raise SocketClosed("the service did not respond to a ping")
            if now >= self._may_send_at:
                await self._send_what_is_due(now)
            text = await self._socket.receive(max(0.0, self._next_time() - time.monotonic()))
            if text is None:
                continue
            self._dead_at = None
            step = self._position.read(text)
            if step.kind == "resume":
                self._must_resume = True
            if step.kind in ("event", "fetch", "closing"):
                self._ping_pause = FIRST_PING_SECONDS
                self._ping_at = time.monotonic() + self._ping_pause
                return step
        return None

    async def _send_what_is_due(self, now: float) -> None:
        if self._must_resume:
            self._must_resume = False
            await self._socket.send([self._position.resume_message()])
        elif now >= self._ping_at and self._dead_at is None:
            await self._socket.send([PING])
            self._dead_at = now + PONG_SECONDS
            self._ping_pause = min(MAX_PING_SECONDS, self._ping_pause * 2)
            self._ping_at = now + self._ping_pause
        else:
            return
        self._may_send_at = now + SEND_SECONDS

    def _next_time(self) -> float:
        """When the next action is due if no message arrives."""
        due = self._ping_at if self._dead_at is None else self._dead_at
        due = self._may_send_at if self._must_resume else max(due, self._may_send_at)
        return due if self._stop is None else min(due, time.monotonic() + STOP_SECONDS)
