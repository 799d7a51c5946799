"""The waiting primitives of the asynchronous client. `_io_sync.py` has the same names for threads."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import AsyncIterable
from typing import TYPE_CHECKING, Any, TypeVar

from ._settings import USER_AGENT
from ._websocket import SocketClosed, load_websockets, refusal_of, without_redirects

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence

    from websockets.asyncio.client import ClientConnection

    from ._tunnel import Stream

T = TypeVar("T")

AsyncFlag = asyncio.Event

CONNECT_SECONDS = 15
CLOSE_SECONDS = 2


async def sleep(seconds: float) -> None:
    """Waits."""
    await asyncio.sleep(seconds)


async def resolve(value: T | Awaitable[T]) -> T:
    """Calls a function of the caller, which may be a coroutine function, and returns its result."""
    unknown: Any = value
    result: T = await unknown if inspect.isawaitable(unknown) else unknown
    return result


async def wait_for(flag: AsyncFlag, seconds: float) -> bool:
    """Waits until a flag is set or the timeout has passed. Returns whether the flag is set."""
    with contextlib.suppress(asyncio.TimeoutError):
        await _within(seconds, flag.wait())
    return flag.is_set()


async def _within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.wait_for`, which before Python 3.12 ignores a cancellation that arrives just as the work has ended.

    Raises:
        asyncio.TimeoutError: The work has not ended in time, and is cancelled.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task], timeout=seconds)
        if task.done():
            return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait([task])
        if not task.cancelled():
            # If nobody asks for it, asyncio logs it.
            task.exception()
    if task.cancelled():
        raise asyncio.TimeoutError
    return task.result()


async def iterate(stream: Stream) -> AsyncIterator[bytes]:
    """The chunks of a body, from a synchronous or asynchronous iterable."""
    if isinstance(stream, AsyncIterable):
        async for piece in stream:
            yield piece
    else:
        for piece in stream:
            yield piece


class AsyncSocket:
    """A WebSocket with text messages."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    async def connect(cls, url: str, headers: dict[str, str] | None = None, *, proxy: str | None = None) -> AsyncSocket:
        """Connects: through a proxy, or else that of the environment, if it has one.

        Raises:
            SocketRefused: The response to the handshake has a status other than 101.
            SocketClosed: The connection could not be opened.
            SocketUnavailable: The package `websockets` is not installed.
        """
        load_websockets()
        from websockets.asyncio.client import connect

        try:
            connection = await without_redirects(connect)(
                url,
                additional_headers=headers,
                user_agent_header=USER_AGENT,
                open_timeout=CONNECT_SECONDS,
                close_timeout=CLOSE_SECONDS,
                ping_interval=None,
                proxy=True if proxy is None else proxy,
            )
        except Exception as error:
            raise refusal_of(error) from error
        return cls(connection)

    async def receive(self, seconds: float) -> str | None:
        """The next message, or None if none arrives in time.

        Raises:
            SocketClosed: The connection has ended.
        """
        try:
            message = await _within(seconds, self._connection.recv())
        except (asyncio.TimeoutError, TimeoutError):
            return None
        except Exception as error:
            raise SocketClosed(str(error)) from error
        return message if isinstance(message, str) else message.decode(errors="replace")

    async def send(self, frames: Sequence[str]) -> None:
        """Sends one message in these frames.

        Raises:
            SocketClosed: The connection has ended.
        """
        try:
            await self._connection.send(frames[0] if len(frames) == 1 else iter(frames))
        except Exception as error:
            raise SocketClosed(str(error)) from error

    def abort(self) -> None:
        """Aborts a dead connection: pending operations on it fail."""
        self._connection.transport.abort()

    async def aclose(self) -> None:
        """Closes the connection without waiting long for the other side or the network."""
        with contextlib.suppress(Exception):
            await _within(2 * CLOSE_SECONDS, self._connection.close())
        self.abort()


class AsyncCrew:
    """Functions that run concurrently."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Callable[[], Awaitable[None]]) -> None:
        """Starts a function that handles its own errors."""
        task = asyncio.ensure_future(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def join(self) -> None:
        """Waits until everything that was started has finished."""
        await asyncio.gather(*self._tasks)

    async def aclose(self) -> None:
        """Cancels everything that is still running."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
