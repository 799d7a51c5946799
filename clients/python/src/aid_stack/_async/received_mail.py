"""What arrives in a mailbox, message by message, for the waits of `mail`."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from .._errors import AidError
from .._io_async import sleep
from .._retry import is_worth_repeating, loop_pause
from .resources import AsyncEventsMethods, AsyncMailMessagesResource

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..types import FullMessage
    from .core import AsyncCore

WAIT_MS = 25_000

CLOCK_MARGIN = timedelta(minutes=1)
"""The timestamps of messages and events come from different clocks."""


class AsyncMailPlace(NamedTuple):
    """Where a wait begins: in a thread or anywhere, with the messages later than a time."""

    thread_id: str | None
    after: datetime


class AsyncReceivedMail:
    """The messages that an agent has received after a place, oldest first, until the time of a wait is over.

    Args:
        core: The client.
        timeout: Seconds after which there is no further message. 0 reads what has arrived.
        identity_id: The agent.
        begin: Finds the place, with the client of the wait.
    """

    def __init__(
        self,
        core: AsyncCore,
        timeout: float,
        identity_id: str | None,
        begin: Callable[[AsyncCore], Awaitable[AsyncMailPlace]],
    ) -> None:
        self._end = time.monotonic() + timeout
        # With a timeout, this loop makes all attempts itself, so that none starts after the end.
        self._core = core.scoped(max_retries=0) if timeout > 0 else core
        self._identity_id = identity_id
        self._begin = begin
        self._place: AsyncMailPlace | None = None
        self._since: datetime | None = None
        self._is_read = False

    async def next(self) -> FullMessage | None:
        """The next message, or None when the time is over.

        While the service cannot be reached, it retries, and raises the last error after the timeout.
        """
        failures = 0
        while True:
            left_ms = max(0, round((self._end - time.monotonic()) * 1000))
            try:
                message = await self._look(left_ms)
            except AidError as error:
                if not is_worth_repeating(error) or left_ms == 0:
                    raise
                failures += 1
                await sleep(min(loop_pause(failures, error), left_ms / 1000))
                continue
            failures = 0
            if message is not None:
                return message
            if self._is_read and left_ms == 0:
                return None

    async def _look(self, left_ms: int) -> FullMessage | None:
        """Waits for one message. None if there is none yet, or if it is not later than the place."""
        if self._place is None:
            self._place = await self._begin(self._core)
        waited = await AsyncEventsMethods(self._core).wait(
            type="mail.received",
            thread_id=self._place.thread_id,
            since=self._since or self._place.after - CLOCK_MARGIN,
            timeout_ms=min(WAIT_MS, left_ms),
            identity_id=self._identity_id,
        )
        self._is_read = waited.event is None
        if waited.event is None:
            return None
        found, message = waited.event.aggregate_id, None
        if found is not None:
            message = await AsyncMailMessagesResource(self._core).get(found, identity_id=self._identity_id)
        self._since = waited.event.created_at
        return message if message is not None and message.created_at > self._place.after else None
