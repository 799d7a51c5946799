"""Reads the history of the log: between event streams, and where none can be opened."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from .._call import wire_time

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from .._io_async import AsyncFlag
    from ..types import Event
    from .pages import AsyncPage
    from .resources import AsyncEventsMethods

WAIT_MS = 25_000
PAGE_LIMIT = 200

BEGINNING = "1970-01-01T00:00:00.000Z"


class AsyncHistory:
    """The events of a follower, as the service returns them on request.

    Attributes:
        only: The type to follow, if it is a single one: the service then leaves out the others.
        read_to: How far the log was read: also past events of other types, which do not move the follower's position.
    """

    def __init__(
        self,
        api: AsyncEventsMethods,
        types: Sequence[str] | None,
        identity_id: str | None,
        stop: AsyncFlag | None,
    ) -> None:
        self._api = api
        self._types = types
        self._identity_id = identity_id
        self._stop = stop
        self.only = types[0] if types is not None and len(types) == 1 else None
        self.read_to = ""

    async def end(self) -> str:
        """The position at the end of the log."""
        page = await self._api.list(limit=1, identity_id=self._identity_id).first_page()
        return wire_time(page.items[0].created_at) if page.items else page.bound or BEGINNING

    async def after(self, since: str) -> AsyncGenerator[tuple[str, Event], None]:
        """The events after a time, with their cursors, up to the end of the log."""
        self.read_to = since
        page: AsyncPage[Event] | None = await self._api.list(
            since=since, limit=PAGE_LIMIT, type=self.only, identity_id=self._identity_id
        ).first_page()
        while page is not None and not (self._stop is not None and self._stop.is_set()):
            for event in page.items:
                cursor = wire_time(event.created_at)
                if self._types is None or event.type in self._types:
                    yield cursor, event
                self.read_to = cursor
            self.read_to = page.bound or self.read_to
            page = await page.next_page()

    async def wait(self, only: str) -> tuple[str, Event] | None:
        """Waits for the next event of a type, for some time, and returns it with its cursor; None if there is none."""
        waited = await self._api.wait(type=only, since=self.read_to, timeout_ms=WAIT_MS, identity_id=self._identity_id)
        if waited.event is None:
            return None
        self.read_to = wire_time(waited.event.created_at)
        return self.read_to, waited.event

    async def find(self, cursor: str, event_id: str) -> Event | None:
        """The event at a cursor, if it has this id."""
        after = datetime.fromisoformat(cursor.replace("Z", "+00:00")) + timedelta(milliseconds=1)
        page = await self._api.list(before=after, limit=1, identity_id=self._identity_id).first_page()
        return page.items[0] if page.items and page.items[0].id == event_id else None
