"""Events: following the log."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from .follower import AsyncFollower
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
        """Yields each matching event once, in the order of the log, for ever.

            async for event in aid.events.follow(types=["mail.received"], cursor=FileCursor("cursor")):
                if isinstance(event, MailReceivedEvent):
                    print(event.payload.from_, event.payload.subject)

        It lasts through lost connections, restarts of the service and limits. It uses an event stream, and polls where
        none can be opened; install `aid-stack[streams]` for it.

        Args:
            types: The types to follow. All when left out, later ones included.
            since: Where to begin when the cursor is empty: after this time. From now on where it is left out.
            identity_id: The agent whose events to follow.
            cursor: Where to keep how far you have come: a `FileCursor`, or your own `load()` and `save(cursor)`. It is
                saved when you ask for the next event, so after a crash only the event in hand comes again.
            expand: `message` gives the events of mail the whole message as `event.message`, not only its ids.
            stop: Ends the loop once it is set, before the next event.

        Raises:
            AidError: The service refuses the key or the filter. Nothing else ends the loop.
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
                yield event
