"""Follows the log: with streams, and by polling if there are none."""

from __future__ import annotations

import time
from contextlib import aclosing
from typing import TYPE_CHECKING

from .._call import wire_time
from .._checks import time_of
from .._errors import AidError, NotFoundError, RateLimitError
from .._io_async import AsyncSocket, resolve, sleep, wait_for
from .._retry import is_worth_repeating, loop_pause
from .._stream import StreamPosition
from .._websocket import SocketClosed, SocketUnavailable
from ..cursors import position_of
from ..types import parse_event
from .history import AsyncHistory
from .resources import AsyncEventsMethods, AsyncMailMessagesResource
from .stream_reader import AsyncStreamReader

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator, Sequence
    from datetime import datetime

    from .._io_async import AsyncFlag
    from .._stream import Step
    from ..cursors import AsyncCursor, Cursor
    from ..types import Event
    from .core import AsyncCore

MAX_REFUSALS = 3
"""After this many failed connections in a row, the log is polled for a while."""

LONG_CONNECTION_SECONDS = 10.0
"""After a connection of this length, the pauses start over."""

FIRST_POLL_SECONDS = 30.0
MAX_POLL_SECONDS = 300.0
FIRST_IDLE_SECONDS = 1.0
MAX_IDLE_SECONDS = 5.0


class AsyncFollower:
    """One loop over the log.

    See: docs/decisions/0053-loops-of-the-sdks.md#eventsfollow in the repository of the service.
    """

    def __init__(
        self,
        core: AsyncCore,
        *,
        types: Sequence[str] | None,
        since: datetime | str | None = None,
        identity_id: str | None = None,
        cursor: Cursor | AsyncCursor | None = None,
        expand: str | None = None,
        stop: AsyncFlag | None = None,
    ) -> None:
        self._proxy = core.settings.proxy
        # The loop retries failures, and polls if a stream would have to wait.
        self._streams = AsyncEventsMethods(core.scoped(max_retries=0)).streams
        self._messages = AsyncMailMessagesResource(core)
        self._types = None if types is None else list(types)
        self._since = None if since is None else wire_time(time_of(since, "since"))
        self._identity_id = identity_id
        self._cursor = cursor
        self._expand = expand
        self._stop = stop
        self._position = StreamPosition("")
        self._refusals = 0
        self._failures = 0
        self._has_sockets = True
        self._poll_seconds = FIRST_POLL_SECONDS
        self._history = AsyncHistory(AsyncEventsMethods(core), self._types, identity_id, stop)

    async def events(self) -> AsyncGenerator[Event, None]:
        """The events, forever. The cursor is saved when the consumer asks for the next one."""
        await self.place()
        while not self._is_stopped():
            error: AidError | None = None
            try:
                for source in self._sources():
                    async with aclosing(source) as events:
                        async for cursor, event in events:
                            # Several events may be there at once, and the program has stopped while it handled one.
                            if self._is_stopped():
                                return
                            yield await self._expanded(event)
                            self._failures = 0
                            self._position.take(cursor)
                            await self._save(cursor)
            except SocketUnavailable:
                self._has_sockets = False
                continue
            except AidError as caught:
                if not is_worth_repeating(caught):
                    raise
                error = caught
            if error is not None or self._refusals < MAX_REFUSALS:
                await self._pause_after(error)

    async def place(self) -> None:
        """Finds the position to start at, unless it is known: the cursor's, `since`, or the end of the log."""
        while self._position.last == "" and not self._is_stopped():
            saved = await resolve(self._cursor.load()) if self._cursor is not None else None
            if saved:
                self._position.take(position_of(saved, self._cursor))
                return
            try:
                place = self._since or await self._history.end()
            except AidError as error:
                if not is_worth_repeating(error):
                    raise
                await self._pause_after(error)
                continue
            self._failures = 0
            # A follower that crashes before its first event must not start later next time.
            await self._save(place)
            self._position.take(place)

    def _sources(self) -> Iterator[AsyncGenerator[tuple[str, Event], None]]:
        """What to read: a connection and then the history, so that no event waits for the next connection.

        Where no connection can be opened, the log is polled instead, for a while.
        """
        if self._has_sockets and self._refusals < MAX_REFUSALS:
            yield self._streamed()
        if self._is_stopped():
            return
        if self._has_sockets and self._refusals < MAX_REFUSALS:
            yield self._history.after(self._position.last)
        else:
            yield self._polled()

    async def _streamed(self) -> AsyncGenerator[tuple[str, Event], None]:
        """The events of one connection, with their cursors. Ends when the connection must be replaced."""
        try:
            opened = await self._streams.create(
                types=self._types, identity_id=self._identity_id, since=self._position.last
            )
        except RateLimitError as error:
            # The limit of streams is reached. Streams that could not be opened count too.
            self._refusals = MAX_REFUSALS
            self._poll_seconds = min(MAX_POLL_SECONDS, max(self._poll_seconds, (error.retry_after_ms or 0) / 1000))
            return
        except AidError as error:
            if not is_worth_repeating(error):
                raise
            self._refusals += 1
            return
        try:
            socket = await AsyncSocket.connect(opened.connect_url, proxy=self._proxy)
        except SocketUnavailable:
            raise
        except SocketClosed:
            self._refusals += 1
            return
        connected_at = time.monotonic()
        self._refusals = 0
        self._poll_seconds = FIRST_POLL_SECONDS
        try:
            reader = AsyncStreamReader(socket, self._position, self._stop)
            while (step := await reader.next_step()) is not None and step.kind != "closing":
                event = parse_event(step.event) if step.event is not None else await self._large(step)
                yield step.cursor, event
        except SocketClosed:
            return
        finally:
            await socket.aclose()
            if time.monotonic() - connected_at > LONG_CONNECTION_SECONDS:
                self._failures = 0

    async def _large(self, step: Step) -> Event:
        """Reads an event from the log that is too large for a message."""
        event = await self._history.find(step.cursor, step.event_id)
        if event is None:
            raise SocketClosed(f"the log has no event {step.event_id}")
        return event

    async def _polled(self) -> AsyncGenerator[tuple[str, Event], None]:
        """Polls for a while and yields the events with their cursors. Then a stream is tried again."""
        history = self._history
        history.read_to = self._position.last
        end = time.monotonic() + self._poll_seconds
        idle = FIRST_IDLE_SECONDS
        while not self._is_stopped() and (not self._has_sockets or time.monotonic() < end):
            async with aclosing(history.after(history.read_to)) as events:
                async for cursor, event in events:
                    idle = FIRST_IDLE_SECONDS
                    yield cursor, event
            self._failures = 0
            # A wait would not notice that the program has stopped.
            if history.only is None or self._stop is not None:
                await self._pause(idle)
                idle = min(MAX_IDLE_SECONDS, idle * 2)
                continue
            waited = await history.wait(history.only)
            if waited is not None:
                yield waited
        self._refusals = MAX_REFUSALS - 1
        self._poll_seconds = min(MAX_POLL_SECONDS, self._poll_seconds * 2)

    async def _expanded(self, event: Event) -> Event:
        if self._expand == "message" and event.aggregate_type == "mail_message" and event.aggregate_id is not None:
            event.message = None
            if event.identity_id is not None:
                try:
                    event.message = await self._messages.get(event.aggregate_id, identity_id=event.identity_id)
                except NotFoundError:
                    return event
        return event

    async def _save(self, cursor: str) -> None:
        if self._cursor is not None:
            await resolve(self._cursor.save(cursor))

    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop.is_set()

    async def _pause_after(self, error: AidError | None) -> None:
        self._failures += 1
        await self._pause(loop_pause(self._failures, error))

    async def _pause(self, seconds: float) -> None:
        if self._stop is None:
            await sleep(seconds)
        else:
            await wait_for(self._stop, seconds)
