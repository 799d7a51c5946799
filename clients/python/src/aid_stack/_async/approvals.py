"""Approvals: waiting for the decision about a held action."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from .._checks import id_of, wait_of
from .._errors import AidError
from .._io_async import sleep
from .._retry import is_worth_repeating, loop_pause
from .history import BEGINNING
from .resources import AsyncApprovalsMethods, AsyncEventsMethods

if TYPE_CHECKING:
    from datetime import datetime

    from ..types import Approval
    from .core import AsyncCore

WAIT_MS = 25_000


class AsyncApprovalsResource(AsyncApprovalsMethods):
    """The operations of `aid.approvals`."""

    async def wait(self, approval_id: str, *, timeout: float = math.inf, identity_id: str | None = None) -> Approval:
        """Waits until a person has decided about a held action, and returns its approval.

            sent = await aid.mail.send(to="ada@example.com", subject="Offer", text="For 300 euros.")
            if sent.approval_id is not None:
                approval = await aid.approvals.wait(sent.approval_id)
                print(approval.status, approval.reason)

        Its status is then `approved`, `denied`, or how it has ended otherwise. A decision before the call is found
        too. While the service cannot be reached, it retries, and raises the last error after the timeout.

        Args:
            approval_id: The approval, as in `approval_id` of what is held.
            timeout: Seconds after which the approval is returned as it is, still `pending`. 0 checks once. By default,
                as long as the approval lasts.
            identity_id: The agent. By default, that of `identity(…)` or the agent key's own.
        """
        approval_id = id_of(approval_id, "approval_id")
        waiting = _Waiting(self._core, approval_id, wait_of(timeout), self._core.own(identity_id))
        failures = 0
        while True:
            try:
                found = await waiting.look()
            except AidError as error:
                left = waiting.left()
                if not is_worth_repeating(error) or left == 0:
                    raise
                failures += 1
                await sleep(min(loop_pause(failures, error), left))
                continue
            failures = 0
            if found is not None:
                return found


class _Waiting:
    """One wait: where it is in the log, and until when it lasts."""

    def __init__(self, core: AsyncCore, approval_id: str, timeout: float, identity_id: str | None) -> None:
        self._end = time.monotonic() + timeout
        # With a timeout, this loop makes all attempts itself, so that none starts after the end.
        self._core = core.scoped(max_retries=0) if timeout > 0 else core
        self._approval_id = approval_id
        self._identity_id = identity_id
        self._since: datetime | str | None = None
        self._pending: Approval | None = None

    def left(self) -> float:
        """The seconds until the end."""
        return max(0.0, self._end - time.monotonic())

    async def look(self) -> Approval | None:
        """Makes the next request. Returns the approval once it is decided, or the time is over."""
        events = AsyncEventsMethods(self._core)
        if self._since is None:
            # The place is older than the first look at the approval, so no decision is between the two.
            page = await events.list(type="approval.decided", limit=1, identity_id=self._identity_id).first_page()
            self._since = page.items[0].created_at if page.items else BEGINNING
        elif self._pending is None:
            approval = await AsyncApprovalsMethods(self._core).get(self._approval_id)
            if approval.status != "pending" or self.left() == 0:
                return approval
            self._pending = approval
        else:
            waited = await events.wait(
                type="approval.decided",
                since=self._since,
                timeout_ms=min(WAIT_MS, round(self.left() * 1000)),
                identity_id=self._pending.identity_id,
            )
            if waited.event is not None:
                self._since = waited.event.created_at
            # The end of one that expires or is canceled is in the record before it is in the log, so each wait ends
            # with a look.
            if waited.event is None or waited.event.aggregate_id == self._approval_id:
                self._pending = None
        return None
