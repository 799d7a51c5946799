"""What a worker knows about the tasks that have not ended. No I/O, so that both clients share it.

See: docs/decisions/0053-loops-of-the-sdks.md#taskswork in the repository of the service.
"""

from __future__ import annotations

import heapq
import math
import random
import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ._work import OPEN_STATES, TASK_CLAIMED, TASK_WAITING, TERMINAL_STATES, is_loss

if TYPE_CHECKING:
    from datetime import datetime

    from ._errors import AidError
    from ._work import ServiceClock

NOT_DUE = math.inf
MAX_OLDEST = 32


@dataclass(frozen=True)
class ClaimAttempt:
    """A claim without a response so far: its idempotency key, and when it was first sent, by `time.monotonic`."""

    key: str = field(default_factory=lambda: str(uuid.uuid4()))
    sent_at: float = field(default_factory=time.monotonic)


@dataclass
class OpenTask:
    """A task that has not ended. Times without a date are by `time.monotonic`.

    Attributes:
        due: When it may be claimed.
        held_until: When the claim of another worker ends, as far as it is known.
        answered_at: When this worker's reply left it waiting for its caller, if one did, by the service's clock.
        attempt: A claim of it without a response so far.
        news: How many updates about it have arrived.
    """

    id: str
    due: float = NOT_DUE
    held_until: float = 0.0
    answered_at: datetime | None = None
    attempt: ClaimAttempt | None = None
    news: int = 0


class OpenTasks:
    """The tasks that have not ended, and when each of them is due."""

    def __init__(self, lease_ms: int, clock: ServiceClock) -> None:
        self._clock = clock
        self._lease_ms = lease_ms
        self._tasks: dict[str, OpenTask] = {}
        self._oldest = 1

    def note(self, task_id: str, state: str, updated_at: datetime) -> None:
        """Updates what is known about a task, from an event or a list."""
        if state in TERMINAL_STATES:
            self.forget(task_id)
            return
        known = self._tasks.get(task_id)
        if known is None:
            if state not in OPEN_STATES:
                return
            known = self._tasks[task_id] = OpenTask(task_id)
        known.news += 1
        known.due = max(self._due(known, state, updated_at), known.held_until)

    def note_refused(self, known: OpenTask, error: AidError, news: int) -> bool:
        """Notes why a task could not be claimed. Returns False if it may still be claimed.

        `news` is the number of updates before the claim: any that have arrived since may be newer than the refusal.
        """
        if error.code == TASK_CLAIMED:
            lease_ms = self._lease_ms if error.retry_after_ms is None else error.retry_after_ms
            known.held_until = time.monotonic() + lease_ms / 1000
            known.due = max(known.due, known.held_until)
        elif error.code == TASK_WAITING:
            if known.news == news:
                known.due = NOT_DUE
        elif is_loss(error):
            self.forget(known.id)
        else:
            return False
        return True

    def forget(self, task_id: str) -> None:
        """Removes a task that has ended."""
        self._tasks.pop(task_id, None)

    def pick_due(self) -> OpenTask | None:
        """The task to claim next: the oldest one, as long as no other worker competes for it."""
        now = time.monotonic()
        due = [task for task in list(self._tasks.values()) if task.due <= now]
        # Ids start with a timestamp, so they sort by age.
        oldest = heapq.nsmallest(self._oldest, due, key=lambda task: task.id)
        return oldest[random.randrange(len(oldest))] if oldest else None

    def note_claimed(self, *, is_own: bool) -> None:
        """Notes the result of a claim. `is_own` is whether this worker won it.

        After each claim that it loses, the next task is picked randomly among twice as many of the oldest ones, so that
        workers of one agent soon claim different tasks; after each claim that it wins, among one fewer.
        """
        self._oldest = max(self._oldest - 1, 1) if is_own else min(self._oldest * 2, MAX_OLDEST)

    def next_time(self) -> float:
        """When a task is due."""
        return min((task.due for task in list(self._tasks.values())), default=NOT_DUE)

    def _due(self, known: OpenTask, state: str, updated_at: datetime) -> float:
        if state not in OPEN_STATES:
            return NOT_DUE
        # The state may be stale: then the service refuses the claim, and says until when. If the caller has replied to
        # this worker, no other one takes the task until a lease has ended. The state after a claim with a lost response
        # may come from this worker's own claim.
        is_free = state == "submitted" or known.answered_at is not None or known.attempt is not None
        return 0.0 if is_free else self._clock.lease_end(updated_at, self._lease_ms)
