"""The waiting primitives of the synchronous client. `_io_async.py` has the same names for coroutines."""

from __future__ import annotations

import contextlib
import contextvars
import socket
import threading
import time
from typing import TYPE_CHECKING, TypeVar, cast

from ._settings import USER_AGENT
from ._websocket import SocketClosed, load_websockets, refusal_of, without_redirects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from websockets.sync.client import ClientConnection

    from ._tunnel import Stream

T = TypeVar("T")

Flag = threading.Event

CONNECT_SECONDS = 15
CLOSE_SECONDS = 2


def sleep(seconds: float) -> None:
    """Waits."""
    time.sleep(seconds)


def resolve(value: T) -> T:
    """Calls a function of the caller and returns its result."""
    return value


def wait_for(flag: Flag, seconds: float) -> bool:
    """Waits until a flag is set or the timeout has passed. Returns whether the flag is set."""
    return flag.wait(seconds)


def iterate(stream: Stream) -> Iterator[bytes]:
    """The chunks of a body. Asynchronous iterables need `AsyncAid`."""
    yield from cast("Iterable[bytes]", stream)


class Socket:
    """A WebSocket with text messages."""

    def __init__(self, connection: ClientConnection, closing: contextlib.ExitStack) -> None:
        self._connection = connection
        self._closing = closing
        self._sending = threading.Lock()

    @classmethod
    def connect(cls, url: str, headers: dict[str, str] | None = None, *, proxy: str | None = None) -> Socket:
        """Connects: through a proxy, or else that of the environment, if it has one.

        Raises:
            SocketRefused: The response to the handshake has a status other than 101.
            SocketClosed: The connection could not be opened.
            SocketUnavailable: The package `websockets` is not installed.
        """
        load_websockets()
        from websockets.sync.client import connect

        # Newer versions of websockets support connections only in a `with` statement.
        closing = contextlib.ExitStack()
        try:
            connection = closing.enter_context(
                without_redirects(connect)(
                    url,
                    additional_headers=headers,
                    user_agent_header=USER_AGENT,
                    open_timeout=CONNECT_SECONDS,
                    close_timeout=CLOSE_SECONDS,
                    ping_interval=None,
                    proxy=True if proxy is None else proxy,
                )
            )
        except Exception as error:
            raise refusal_of(error) from error
        return cls(connection, closing)

    def receive(self, seconds: float) -> str | None:
        """The next message, or None if none arrives in time.

        Raises:
            SocketClosed: The connection has ended.
        """
        try:
            message = self._connection.recv(seconds)
        except TimeoutError:
            return None
        except Exception as error:
            raise SocketClosed(str(error)) from error
        return message if isinstance(message, str) else message.decode(errors="replace")

    def send(self, frames: Sequence[str]) -> None:
        """Sends one message in these frames. Messages from other threads wait until it is complete.

        Raises:
            SocketClosed: The connection has ended.
        """
        try:
            with self._sending:
                self._connection.send(frames[0] if len(frames) == 1 else iter(frames))
        except Exception as error:
            raise SocketClosed(str(error)) from error

    def abort(self) -> None:
        """Aborts a dead connection: pending operations on it fail."""
        with contextlib.suppress(OSError):
            self._connection.socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Closes the connection without waiting long for the other side or the network."""
        is_free = self._sending.acquire(timeout=CLOSE_SECONDS)
        if not is_free:
            self.abort()
        with contextlib.suppress(Exception):
            self._closing.close()
        if is_free:
            self._sending.release()


class Crew:
    """Functions that run concurrently, in threads."""

    def __init__(self) -> None:
        self._threads: set[threading.Thread] = set()

    def start(self, work: Callable[[], None]) -> None:
        """Starts a function that handles its own errors."""
        # With the context variables of the program, as a task of asyncio has them.
        run = contextvars.copy_context().run
        # A daemon, so that an interrupted program can exit.
        thread = threading.Thread(target=run, args=(self._run, work), daemon=True)
        self._threads.add(thread)
        thread.start()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            self._threads.discard(threading.current_thread())

    def join(self) -> None:
        """Waits until everything that was started has finished."""
        for thread in list(self._threads):
            thread.join()

    def close(self) -> None:
        """Abandons everything that is still running: threads cannot be cancelled, and these end with the program."""
        self._threads.clear()
