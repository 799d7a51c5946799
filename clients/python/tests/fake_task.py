"""A service with one task, for the tests of `tasks.work`."""

from __future__ import annotations

import math
import threading
import time as clock
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
OTHER = "clm_other"
"""The claim of a worker that is not the one of the test."""
LONG_MS = 900_000
"""A lease that is longer than any test, so that no claim is renewed or ends because a machine is slow."""

Said = Union[str, "Sequence[Mapping[str, Any]]"]


class Killed(BaseException):
    """Ends a worker as a crash does, in the middle of a request."""


def is_claim(sent: SentRequest) -> bool:
    """Whether a request is for a new claim."""
    return sent.path.endswith("/claim") and "claim_id" not in sent.json


def is_renewal(sent: SentRequest) -> bool:
    """Whether a request renews a claim."""
    return sent.path.endswith("/claim") and "claim_id" in sent.json


class FakeTask:
    """A service with one task.

    Its workers were last heard of so long ago that the next one takes it at once. A test says what the caller and
    earlier workers have said, and which request of a worker arrives late.
    """

    def __init__(self, *said: tuple[str, Said], state: str = "working") -> None:
        self.state = state
        self.messages: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.claims: list[tuple[str, bool]] = []
        """Id of each claim that was executed, and whether it was a renewal."""
        self.refused = 0
        """How many claims and renewals were refused."""
        self.executed: list[str] = []
        """The state of each reply that was executed."""
        self.updated_at = time(0)
        self.arrives: Callable[[SentRequest], None] = lambda _: None
        """What a claim or reply that has arrived waits for, before it is executed."""
        self.before: Callable[[SentRequest], FakeResponse | None] = lambda _: None
        """What happens before a claim or reply is executed, and the response if it is refused."""
        self.after: Callable[[SentRequest], FakeResponse | None] = lambda _: None
        """What happens after it was executed, and the response in place of one that is lost."""
        self.read_to_end = 0
        """How often the log was read up to its end."""
        self.listed: Callable[[str], None] = lambda _: None
        """What the response to a list of the tasks in a state waits for."""
        self.monotonic = clock.monotonic
        """The clock by which claims end."""
        self._claim = ""
        self._claimed_until = 0.0
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
        with self._lock:
            self.say("caller", text)
            self.state = "working"
            self.log("a2a.task.message", self.state)

    def claim_by_another(self, seconds: float) -> None:
        """Another worker claims the task. It does not renew the claim."""
        self.state = "working"
        self._claim, self._claimed_until = OTHER, self.monotonic() + seconds

    def end_claim(self) -> None:
        """The claim of the task ends, and no other worker has claimed it."""
        self._claimed_until = 0.0

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
        service.on("GET", "/v1/a2a/tasks", lambda sent: dated({"tasks": self._listed(sent.query["state"])}))
        service.on("GET", PATH, lambda _: dated(self.record()))
        for verb in ("claim", "reply"):
            service.on("POST", f"{PATH}/{verb}", self._receive)
        return service

    def _receive(self, sent: SentRequest) -> FakeResponse:
        self.arrives(sent)
        response = self.execute(sent)
        return self.after(sent) or response

    def execute(self, sent: SentRequest) -> FakeResponse:
        """Executes a claim or a reply, as the service does: once for each idempotency key."""
        with self._lock:
            refusal = self.before(sent)
            if refusal is not None:
                return refusal
            key = sent.headers["idempotency-key"]
            if key in self._records:
                body, record = self._records[key]
                return dated(record) if body == sent.json else FakeResponse(409, error(409, "idempotency.conflict"))
            if self.state in ("completed", "failed"):
                return FakeResponse(409, error(409, "a2a.task_terminal"))
            made = self._execute_claim(sent) if sent.path.endswith("/claim") else self._execute_reply(sent)
            if isinstance(made, FakeResponse):
                return made
            self._records[key] = (sent.json, made)
            return dated(made)

    def _execute_claim(self, sent: SentRequest) -> FakeResponse | dict[str, Any]:
        now = self.monotonic()
        renewed: str | None = sent.json.get("claim_id")
        if self.state == "input_required":
            self.refused += 1
            return FakeResponse(409, error(409, "a2a.task_waiting"))
        if self._claimed_until > now if renewed is None else renewed != self._claim:
            self.refused += 1
            return self._claimed()
        self.state = "working"
        self._claim = f"clm_{len(self.claims) + 1}" if renewed is None else renewed
        self._claimed_until = now + sent.json["lease_seconds"]
        self.claims.append((self._claim, renewed is not None))
        return {"claimed": True, "until": time(0), "claim_id": self._claim}

    def _execute_reply(self, sent: SentRequest) -> FakeResponse | dict[str, Any]:
        if sent.json["claim_id"] != self._claim:
            return self._claimed()
        self.state = sent.json["state"]
        if self.state != "working":
            self._claim, self._claimed_until = "", 0.0
        content = sent.json.get("message") or sent.json.get("parts")
        if content is not None:
            self.say("worker", content)
        self.updated_at = max(self.updated_at, time(len(self.messages)))
        self.executed.append(self.state)
        return self.record()

    def _claimed(self) -> FakeResponse:
        seconds = math.ceil(self._claimed_until - self.monotonic())
        headers = {"retry-after": str(seconds)} if seconds > 0 else None
        return FakeResponse(409, error(409, "a2a.task_claimed", retryable=True), headers)

    def _events_after(self, since: str) -> list[dict[str, Any]]:
        events = [event for event in self.events if event["created_at"] > since]
        self.read_to_end += not events
        return events

    def _listed(self, state: str) -> list[dict[str, Any]]:
        tasks = [self.record()] if state == self.state else []
        self.listed(state)
        return tasks

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


def dated(body: Any) -> FakeResponse:
    """A response with the header `Date`."""
    return FakeResponse(200, body, {"date": format_datetime(datetime.now(timezone.utc), usegmt=True)})


def work(task: FakeTask, handler: Callable[[Task, TaskContext], Any]) -> None:
    """Works until the task has ended."""
    stop = threading.Event()

    def watch() -> None:
        while task.state not in ("completed", "failed") and not stop.wait(0.01):
            pass
        stop.set()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        task.service().client().tasks.work(handler, stop=stop, lease_ms=LONG_MS)
    finally:
        stop.set()
        watcher.join()
