"""How the log is followed: by streams, and by polling where there are none."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from .._call import wire_time
from .._errors import AidError, NotFoundError, RateLimitError
from .._io_sync import Socket, resolve, sleep, wait_for
from .._retry import is_worth_repeating, loop_pause
from .._stream import StreamPosition
from .._websocket import SocketClosed, SocketUnavailable
from ..types import parse_event
from .resources import EventsMethods, MailMessagesResource
from .stream_reader import StreamReader

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from .._io_sync import Flag
    from .._stream import Step
    from ..cursors import Cursor, Cursor
    from ..types import Event
    from .core import Core
    from .pages import Page

MAX_REFUSALS = 3
"""After that many connections in a row that could not be opened, the log is polled for a while."""

FIRST_POLL_SECONDS = 30.0
MAX_POLL_SECONDS = 300.0
POLL_WAIT_MS = 25_000
POLL_PAGE = 200
FIRST_IDLE_SECONDS = 1.0
MAX_IDLE_SECONDS = 5.0

BEGINNING = "1970-01-01T00:00:00.000Z"


class Follower:
    """One loop over the log.

    See: docs/decisions/0053-loops-of-the-sdks.md#eventsfollow in the repository of the service.
    """

    def __init__(
        self,
        core: Core,
        *,
        types: Sequence[str] | None,
        since: datetime | str | None = None,
        identity_id: str | None = None,
        cursor: Cursor | Cursor | None = None,
        expand: str | None = None,
        stop: Flag | None = None,
    ) -> None:
        self._api = EventsMethods(core)
        # The loop repeats what fails, and polls where a stream would have to wait.
        self._streams = EventsMethods(core.scoped(max_retries=0)).streams
        self._messages = MailMessagesResource(core)
        self._types = None if types is None else list(types)
        self._since = wire_time(since) if isinstance(since, datetime) else since
        self._identity_id = identity_id
        self._cursor = cursor
        self._expand = expand
        self._stop = stop
        self._position = StreamPosition("")
        self._refusals = 0
        self._failures = 0
        self._has_sockets = True
        self._poll_seconds = FIRST_POLL_SECONDS

    def events(self) -> Generator[Event, None]:
        """The events, for ever. The cursor is saved when the consumer comes back."""
        self.place()
        while not self._is_stopped():
            error: AidError | None = None
            try:
                with closing(self._source()) as source:
                    for cursor, event in source:
                        yield self._expanded(event)
                        self._failures = 0
                        self._position.take(cursor)
                        self._save(cursor)
            except SocketUnavailable:
                self._has_sockets = False
                continue
            except SocketClosed:
                pass
            except AidError as caught:
                if not is_worth_repeating(caught):
                    raise
                error = caught
            if error is not None or self._refusals < MAX_REFUSALS:
                self._pause_after(error)

    def place(self) -> None:
        """Finds the position to begin at, if it is not known: that of the cursor, `since`, or the end of the log."""
        while self._position.last == "" and not self._is_stopped():
            saved = resolve(self._cursor.load()) if self._cursor is not None else None
            if saved:
                self._position.take(saved)
                return
            try:
                place = self._since or self._end_of_log()
            except AidError as error:
                if not is_worth_repeating(error):
                    raise
                self._pause_after(error)
                continue
            self._failures = 0
            # A follower that crashes before its first event does not begin later than it did.
            self._save(place)
            self._position.take(place)

    def _end_of_log(self) -> str:
        page = self._api.list(limit=1, identity_id=self._identity_id).first_page()
        return wire_time(page.items[0].created_at) if page.items else page.bound or BEGINNING

    def _source(self) -> Generator[tuple[str, Event], None]:
        if self._has_sockets and self._refusals < MAX_REFUSALS:
            return self._streamed()
        return self._polled()

    def _streamed(self) -> Generator[tuple[str, Event], None]:
        """The events of one connection, with their cursors. Ends when it is to be replaced."""
        try:
            opened = self._streams.create(
                types=self._types, identity_id=self._identity_id, since=self._position.last
            )
        except RateLimitError as error:
            # There are as many streams as there may be, those included that could not be opened.
            self._refusals = MAX_REFUSALS
            self._poll_seconds = min(MAX_POLL_SECONDS, max(self._poll_seconds, (error.retry_after_ms or 0) / 1000))
            return
        try:
            socket = Socket.connect(opened.connect_url)
        except SocketClosed:
            self._refusals += 1
            raise
        try:
            reader = StreamReader(socket, self._position, self._stop)
            while (step := reader.next_step()) is not None:
                self._refusals = 0
                self._failures = 0
                self._poll_seconds = FIRST_POLL_SECONDS
                if step.kind == "closing":
                    return
                event = parse_event(step.event) if step.event is not None else self._large(step)
                yield step.cursor, event
        finally:
            socket.close()

    def _large(self, step: Step) -> Event:
        """An event that is too large for a message is read from the log."""
        after = datetime.fromisoformat(step.cursor.replace("Z", "+00:00")) + timedelta(milliseconds=1)
        page = self._api.list(before=after, limit=1, identity_id=self._identity_id).first_page()
        if page.items and page.items[0].id == step.event_id:
            return page.items[0]
        raise SocketClosed(f"the log has no event {step.event_id}")

    def _polled(self) -> Generator[tuple[str, Event], None]:
        """The events of a while of polling, with their cursors. Then a stream is tried once."""
        only = self._types[0] if self._types is not None and len(self._types) == 1 else None
        end = time.monotonic() + self._poll_seconds
        idle = FIRST_IDLE_SECONDS
        since = self._position.last
        while not self._is_stopped() and (not self._has_sockets or time.monotonic() < end):
            page: Page[Event] | None = self._api.list(
                since=since, limit=POLL_PAGE, type=only, identity_id=self._identity_id
            ).first_page()
            self._failures = 0
            while page is not None:
                for event in page.items:
                    if self._types is None or event.type in self._types:
                        idle = FIRST_IDLE_SECONDS
                        yield wire_time(event.created_at), event
                # What the filter left out is not read again, though it does not move the position.
                since = page.bound or (wire_time(page.items[-1].created_at) if page.items else since)
                page = page.next_page()
            if only is None or self._stop is not None:
                self._pause(idle)
                idle = min(MAX_IDLE_SECONDS, idle * 2)
                continue
            waited = self._api.wait(
                type=only, since=since, timeout_ms=POLL_WAIT_MS, identity_id=self._identity_id
            )
            if waited.event is not None:
                since = wire_time(waited.event.created_at)
                yield since, waited.event
        self._refusals = MAX_REFUSALS - 1
        self._poll_seconds = min(MAX_POLL_SECONDS, self._poll_seconds * 2)

    def _expanded(self, event: Event) -> Event:
        if self._expand == "message" and event.aggregate_type == "mail_message" and event.aggregate_id is not None:
            event.message = None
            if event.identity_id is not None:
                try:
                    event.message = self._messages.get(event.aggregate_id, identity_id=event.identity_id)
                except NotFoundError:
                    return event
        return event

    def _save(self, cursor: str) -> None:
        if self._cursor is not None:
            resolve(self._cursor.save(cursor))

    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop.is_set()

    def _pause_after(self, error: AidError | None) -> None:
        self._failures += 1
        self._pause(loop_pause(self._failures, error))

    def _pause(self, seconds: float) -> None:
        if self._stop is None:
            sleep(seconds)
        else:
            wait_for(self._stop, seconds)
