"""Events: following the log."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from .._hooks import HandlingInfo, HandlingResult
from .follower import AsyncFollower
from .hooks import begin_handling, end_handling
from .resources import AsyncEventsMethods

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from datetime import datetime
    from typing import Literal

    from .._io_async import AsyncFlag
    from ..cursors import AsyncCursor, Cursor
    from ..types import Event, EventType


class AsyncEventsResource(AsyncEventsMethods):
    """The operations of `aid.events`."""

    async def follow(
        self,
        *,
        types: Sequence[EventType | str] | None = None,
        since: datetime | str | None = None,
        identity_id: str | None = None,
        cursor: Cursor | AsyncCursor | None = None,
        expand: Literal["message"] | None = None,
        stop: AsyncFlag | None = None,
    ) -> AsyncIterator[Event]:
        """Yields each matching event once, in the order of the log, forever.

            async for event in aid.events.follow(types=["mail.received"], cursor=FileCursor("cursor")):
                if isinstance(event, MailReceivedEvent):
                    print(event.payload.from_, event.payload.subject)

        It survives lost connections, restarts of the service and rate limits. It uses an event stream, which needs
        `aid-stack[streams]`, and polls if none can be opened.

        Args:
            types: The types to follow; by default all, including types added later.
            since: Where to start if the cursor is empty: after this time. By default, now.
            identity_id: The agent whose events to follow.
            cursor: Where to save the position: a `FileCursor`, or your own `load()` and `save(cursor)`. It is saved
                when you ask for the next event, so after a crash, only the event that was being handled comes again.
            expand: `message` adds the whole message to mail events as `event.message`.
            stop: Stops the loop once it is set, before the next event.

        Raises:
            AidError: The service refuses the key or the filter. No other error ends the loop.
        """
        follower = AsyncFollower(
            self._core,
            types=types,
            since=since,
            identity_id=self._core.own(identity_id),
            cursor=cursor,
            expand=expand,
            stop=stop,
        )
        async with aclosing(follower.events()) as events:
            async for event in events:
                info = HandlingInfo("events.follow", event.id, event.type)
                handling = await begin_handling(self._core.settings.hooks, info)
                try:
                    yield event
                finally:
                    await end_handling(handling, HandlingResult())
