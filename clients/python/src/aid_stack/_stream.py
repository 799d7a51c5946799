"""The messages of an event stream, and what to do with each: no input or output, so that both clients share it.

The service numbers its messages by time: `cursor` is that of the event, `after` that of the message before. So a lost,
repeated or late message shows.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, cast

PING = '{"type":"ping"}'


@dataclass(frozen=True)
class Step:
    """What a message asks the client to do.

    - `event`: to deliver `event`.
    - `fetch`: to read the event `event_id` at `cursor` from the log, since it is too large for a message.
    - `resume`: to have the service send again what came after the position.
    - `closing`: to expect the end of the connection.
    - `nothing`: to wait for the next message.
    """

    kind: Literal["event", "fetch", "resume", "closing", "nothing"]
    cursor: str = ""
    event: dict[str, Any] | None = None
    event_id: str = ""


NOTHING = Step("nothing")


class StreamPosition:
    """How far a client has come in the log, over all its connections.

    Attributes:
        last: The cursor of the last event that was taken. Cursors are times of one form, so they sort as text.
    """

    def __init__(self, last: str) -> None:
        self.last = last
        self._received = ""
        self._resumed_at: str | None = None

    def connected(self) -> None:
        """Begins a connection: what was asked for on the one before does not count."""
        self._received = ""
        self._resumed_at = None

    def read(self, text: str) -> Step:
        """What a message asks for. Messages of kinds that this version does not know ask for nothing."""
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
        """The message that has the service go back to the position."""
        self._resumed_at = self.last
        return json.dumps({"type": "resume", "since": self.last})

    def _event(self, message: dict[str, Any], cursor: str) -> Step:
        if cursor <= self._received:
            # The service has gone back, as it was asked to: a gap from here on is a new one.
            self._resumed_at = None
        self._received = cursor
        if cursor <= self.last:
            return NOTHING
        after = message.get("after")
        if isinstance(after, str) and after > self.last:
            # Once for each gap; a pong that still shows it asks again.
            return NOTHING if self._resumed_at == self.last else Step("resume")
        if message["type"] == "pointer":
            return Step("fetch", cursor, event_id=str(message.get("event_id")))
        event = message.get("event")
        return Step("event", cursor, event=cast("dict[str, Any]", event)) if isinstance(event, dict) else NOTHING
