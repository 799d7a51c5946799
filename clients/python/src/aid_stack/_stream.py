"""The messages of an event stream, and what to do with each. No I/O, so that both clients share it.

The service numbers its messages by time: `cursor` is that of the event, `after` that of the previous message. This
reveals lost, repeated and late messages.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, cast

PING = '{"type":"ping"}'


@dataclass(frozen=True)
class Step:
    """The action that a message requires of the client.

    - `event`: deliver `event`.
    - `fetch`: read the event `event_id` at `cursor` from the log, because it is too large for a message.
    - `resume`: ask the service to resend everything after the position.
    - `closing`: expect the connection to close.
    - `nothing`: wait for the next message.
    """

    kind: Literal["event", "fetch", "resume", "closing", "nothing"]
    cursor: str = ""
    event: dict[str, Any] | None = None
    event_id: str = ""


NOTHING = Step("nothing")


class StreamPosition:
    """A client's position in the log, across all its connections.

    Attributes:
        last: The cursor of the last delivered event. Cursors are timestamps in one format, so they sort as text.
    """

    def __init__(self, last: str) -> None:
        self.last = last
        self._received = ""
        self._resumed_at: str | None = None

    def connected(self) -> None:
        """Starts a connection: requests on the previous one no longer count."""
        self._received = ""
        self._resumed_at = None

    def read(self, text: str) -> Step:
        """The action for a message. Messages of unknown kinds require none."""
        try:
            message: Any = json.loads(text)
        except ValueError:
            return NOTHING
        if not isinstance(message, dict):
            return NOTHING
        fields = cast("dict[str, Any]", message)
        kind = fields.get("type")
        if kind == "closing":
            return Step("closing")
        cursor = fields.get("cursor")
        if not isinstance(cursor, str):
            return NOTHING
        if kind in ("ready", "pong"):
            return Step("resume") if cursor > self.last else NOTHING
        return self._event(fields, cursor) if kind in ("event", "pointer") else NOTHING

    def take(self, cursor: str) -> None:
        """Moves the position to an event that was delivered."""
        self.last = cursor

    def resume_message(self) -> str:
        """The message that asks the service to go back to the position."""
        self._resumed_at = self.last
        return json.dumps({"type": "resume", "since": self.last})

    def _event(self, message: dict[str, Any], cursor: str) -> Step:
        if cursor <= self._received:
            # The service has gone back as requested, so another gap is a new one.
            self._resumed_at = None
        self._received = cursor
        if cursor <= self.last:
            return NOTHING
        after = message.get("after")
        if isinstance(after, str) and after > self.last:
            # Once per gap; a pong that still shows the gap asks again.
            return NOTHING if self._resumed_at == self.last else Step("resume")
        if message["type"] == "pointer":
            return Step("fetch", cursor, event_id=str(message.get("event_id")))
        event = message.get("event")
        return Step("event", cursor, event=cast("dict[str, Any]", event)) if isinstance(event, dict) else NOTHING
