"""A service with one task, for the tests of `tasks.work`."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timezone
from email.utils import format_datetime
from typing import Any, Union

from aid_stack import TaskContext
from aid_stack.testing import FakeResponse, FakeService, SentRequest
from aid_stack.types import Task

from .records import error, time

ID = "tsk_1"
PATH = f"/v1/a2a/tasks/{ID}"

Said = Union[str, "Sequence[Mapping[str, Any]]"]


class Killed(BaseException):
    """Ends a worker as a crash does, in the middle of a request."""


class FakeTask:
    """A service with one task.

    Its workers were last heard of so long ago that the next one takes it at once. A test says what the caller and
    earlier workers have said, and which request of a worker arrives late.
    """

    def __init__(self, *said: tuple[str, Said], state: str = "working") -> None:
        self.state = state
        self.messages: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.executed: list[tuple[str, str]] = []
        """State and idempotency key of each reply that was executed."""
        self.is_taken: Callable[[int], bool] = lambda _: False
        """Whether a claim is that of another worker."""
        self.updated_at = time(0)
        self.hold: Callable[[SentRequest], None] = lambda _: None
        """What the response with the task, once it is made, waits for. It may fail instead."""
        self.read_to_end = 0
        """How often the log was read up to its end."""
        self.before: Callable[[SentRequest], None] = lambda _: None
        """What happens before a reply is executed."""
        self._records: dict[str, tuple[Any, dict[str, Any]]] = {}
        self._lock = threading.RLock()
        for role, content in said:
            self.say(role, content)

    def say(self, role: str, content: Said) -> None:
        number = len(self.messages) + 1
        parts = [{"text": content}] if isinstance(content, str) else list(content)
        message = {"id": f"tmsg_{number}", "message_id": f"tmsg_{number}", "role": role, "parts": parts}
        self.messages.append({**message, "created_at": time(number)})

    def reply_as_caller(self, text: str) -> None:
        """The caller replies, and the log has it."""
        self.say("caller", text)
        self.state = "working"
        self.log("a2a.task.message", self.state)

    def log(self, kind: str, state: str) -> None:
        """Appends an event about the task."""
        number = len(self.events) + 100
        payload = {"taskId": ID, "state": state}
        event = {"id": f"evt_{number}", "type": kind, "version": 1, "identity_id": "agt_1"}
        more = {"aggregate_type": "task", "aggregate_id": ID, "payload": payload, "created_at": time(number)}
        self.events.append({**event, **more})

    @property
    def said(self) -> list[str | None]:
        """The texts of the worker."""
        return [message["parts"][0].get("text") for message in self.messages if message["role"] == "worker"]

    def service(self) -> FakeService:
        service = FakeService()
        refused = FakeResponse(429, error(429, "limit.exceeded", retryable=True), {"retry-after": "60"})
        service.on("POST", "/v1/events/streams", refused)
        service.on("GET", "/v1/events", lambda sent: {"events": self._events_after(sent.query.get("since", "~"))})
        service.on("GET", "/v1/a2a/tasks", lambda sent: self._dated({"tasks": self._listed(sent.query["state"])}))
        service.on("GET", PATH, self._read)
        service.on("POST", f"{PATH}/reply", self.execute)
        return service

    def execute(self, sent: SentRequest) -> FakeResponse:
        """Executes a reply, as the service does: once for each idempotency key."""
        with self._lock:
            self.before(sent)
            key = sent.headers["idempotency-key"]
            claim = re.fullmatch(rf"aid-work-{ID}-(\d+)", key)
            if claim is not None and self.is_taken(int(claim[1])):
                return self._dated(self.record(), replayed="true")
            if key in self._records:
                body, task = self._records[key]
                if body != sent.json:
                    return FakeResponse(409, error(409, "idempotency.conflict"))
                return self._dated(task, replayed="true")
            if self.state in ("completed", "failed"):
                return FakeResponse(409, error(409, "a2a.task_terminal"))
            self.state = sent.json["state"]
            content = sent.json.get("message") or sent.json.get("parts")
            if content is not None:
                self.say("worker", content)
            self.executed.append((self.state, key))
            self._records[key] = (sent.json, self.record())
            return self._dated(self.record())

    def claimed_now(self) -> None:
        """Another worker claims the task."""
        self.state = "working"
        self.updated_at = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _read(self, sent: SentRequest) -> FakeResponse:
        response = self._dated(self.record())
        self.hold(sent)
        return response

    def _events_after(self, since: str) -> list[dict[str, Any]]:
        events = [event for event in self.events if event["created_at"] > since]
        self.read_to_end += not events
        return events

    def _listed(self, state: str) -> list[dict[str, Any]]:
        return [self.record()] if state == self.state else []

    def record(self) -> dict[str, Any]:
        agent = {"identity_id": "agt_1", "handle": "ada", "display_name": "Ada"}
        return {
            "id": ID,
            "context_id": "ctx_1",
            "state": self.state,
            "caller": agent,
            "worker": agent,
            "messages": list(self.messages),
            "message_count": len(self.messages),
            "artifact_count": 0,
            "artifacts": [],
            "result": None,
            "metadata": {},
            "created_at": time(0),
            "updated_at": self.updated_at,
        }

    def _dated(self, body: Any, *, replayed: str = "false") -> FakeResponse:
        date = format_datetime(datetime.now(timezone.utc), usegmt=True)
        return FakeResponse(200, body, {"date": date, "idempotency-replayed": replayed})


def work(task: FakeTask, handler: Callable[[Task, TaskContext], Any], **options: Any) -> None:
    """Works until the task has ended."""
    stop = threading.Event()

    def watch() -> None:
        while task.state not in ("completed", "failed") and not stop.wait(0.01):
            pass
        stop.set()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        task.service().client().tasks.work(handler, stop=stop, **options)
    finally:
        stop.set()
        watcher.join()
