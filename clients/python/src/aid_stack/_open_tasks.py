"""What a worker knows about the tasks that have not ended. No I/O, so that both clients share it.

See: docs/decisions/0053-loops-of-the-sdks.md#taskswork in the repository of the service.
"""

from __future__ import annotations

import heapq
import math
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._work import OPEN_STATES, TERMINAL_STATES

if TYPE_CHECKING:
    from datetime import datetime

    from ._work import ServiceClock
    from .types import Task

NOT_DUE = math.inf
MAX_OLDEST = 32


@dataclass
class OpenTask:
    """A task that has not ended.

    Attributes:
        due: When it may be claimed, by `time.monotonic`.
        claims: The number of the next claim.
        is_claimed: Whether a claim of it is known. Later news never resets this, because it may be stale.
        is_own: Whether the last reply was this worker's, and did not end the task.
        news: How many updates about it have arrived.
    """

    id: str
    due: float = NOT_DUE
    claims: int = 0
    is_claimed: bool = False
    is_own: bool = False
    news: int = 0

    def note_claim(self) -> None:
        """Notes that this worker or another one has claimed it."""
        self.claims += 1
        self.is_claimed = True
        self.is_own = False


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
        known.is_claimed = known.is_claimed or state != "submitted"
        known.news += 1
        known.due = self._due(known, state, updated_at)

    def note_read(self, known: OpenTask, task: Task, news: int) -> bool:
        """Records the service's state of a task. Returns whether the task is due.

        `news` is the number of updates before the request: any that have arrived since may be newer.
        """
        if task.state in TERMINAL_STATES:
            self.forget(known.id)
            return False
        due = self._due(known, task.state, task.updated_at)
        if known.news == news:
            known.due = due
        return due <= time.monotonic()

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
        # The caller has replied to this worker, so no other one takes the task until a lease has ended.
        is_free = not known.is_claimed or (known.is_own and state == "working")
        return 0.0 if is_free else self._clock.lease_end(updated_at, self._lease_ms)
