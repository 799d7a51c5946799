"""The messages of a tunnel's connection. No I/O, so that both clients share them."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union, cast

from ._errors import AidError, APIPermissionError, AuthError, NotFoundError

PING = {"type": "ping"}

PING_AFTER_SECONDS = 60.0
"""The service closes an idle connection after ten minutes; routers in between drop it much sooner."""

PONG_WITHIN_SECONDS = 10.0

MAX_PIECE_BYTES = 72 * 1024
MAX_INLINE_BYTES = 96 * 1024
MAX_UPLOAD_BYTES = 6 * 1024 * 1024
FRAME_CHARACTERS = 32 * 1024
"""The largest frame that the service accepts. Longer messages are split."""

MAX_ERROR_CHARACTERS = 500

FINAL_REASONS = frozenset({"superseded", "deleted", "key_revoked", "agent_suspended"})
_FINAL_STATUSES: dict[int, type[AidError]] = {401: AuthError, 403: APIPermissionError, 404: NotFoundError}

WITHOUT_BODY = frozenset({204, 205, 304})

OWN_HEADERS = frozenset({"host", "content-length", "connection", "transfer-encoding"})
"""Headers that the connection to a local server sets."""

Pairs = Sequence[tuple[str, str]]
Stream = Union[Iterable[bytes], AsyncIterable[bytes]]
"""A body in chunks, which are sent as they arrive. With `Aid`, a synchronous iterable."""


@dataclass(frozen=True)
class TunnelRequest:
    """A public request that arrived through a tunnel.

    Attributes:
        method: Such as `GET`.
        path: The path and query below the public address.
        headers: Names and values, in order; a name may occur more than once.
        body: The whole body.
    """

    method: str
    path: str
    headers: Pairs
    body: bytes = field(repr=False)


@dataclass(frozen=True)
class TunnelResponse:
    """A handler's response: status, headers and a body, whole or in chunks that are sent as they arrive."""

    status: int = 200
    headers: Mapping[str, str] | Pairs = ()
    body: bytes | str | Stream = field(default=b"", repr=False)

    @property
    def pairs(self) -> list[list[str]]:
        """The headers in the form of a message."""
        headers = self.headers
        given = headers.items() if isinstance(headers, Mapping) else headers
        return [[name, value] for name, value in given]


class ResponseTooLargeError(Exception):
    """The response has more bytes than the limit."""


class Silence:
    """Detects a connection that has died silently, as when a machine slept or a router dropped it.

    After a silence, the connection is due for a ping. If nothing arrives then, it is lost. The times are those of a
    monotonic clock.
    """

    def __init__(self, now: float) -> None:
        self.pinged(now)

    def heard(self, now: float) -> None:
        """Notes that a message has arrived."""
        self._is_pinged = False
        self._at = now + PING_AFTER_SECONDS

    def pinged(self, now: float) -> None:
        """Notes that a ping was sent, so that something must arrive soon."""
        self._is_pinged = True
        self._at = now + PONG_WITHIN_SECONDS

    def left(self, now: float) -> float:
        """How long to wait for a message before the connection is due for a ping, or lost."""
        return max(0.0, self._at - now)

    def is_due(self, now: float) -> bool:
        """Whether the connection is due for a ping."""
        return not self._is_pinged and now >= self._at

    def is_lost(self, now: float) -> bool:
        """Whether the connection has died."""
        return self._is_pinged and now >= self._at


class Arriving:
    """A public request whose body may still be arriving."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        self.id = str(message["id"])
        self.method = str(message["method"])
        self.path = str(message["path"])
        self.headers = [(str(name), str(value)) for name, value in message["headers"]]
        self.body_url = cast("str | None", message.get("body_url"))
        self.is_complete = not message.get("more", False)
        self._pieces: dict[int, bytes] = {0: base64.b64decode(message.get("body", ""))}

    def add(self, message: Mapping[str, Any]) -> None:
        """Adds another piece of the body."""
        self._pieces[int(message["seq"])] = base64.b64decode(message["body"])
        self.is_complete = not message["more"]

    def request(self, body: bytes | None) -> TunnelRequest:
        """The request, with the body from elsewhere, or else from the messages."""
        pieces = b"".join(piece for _, piece in sorted(self._pieces.items()))
        return TunnelRequest(self.method, self.path, self.headers, pieces if body is None else body)


def message_of(text: str) -> dict[str, Any]:
    """Parses a message of the service. A message in an unknown format has no type, and is ignored."""
    try:
        message: Any = json.loads(text)
    except ValueError:
        return {}
    return cast("dict[str, Any]", message) if isinstance(message, dict) else {}


def frames(message: Mapping[str, Any]) -> list[str]:
    """A message as text, in frames that the service accepts."""
    text = json.dumps(message, separators=(",", ":"))
    return [text[start : start + FRAME_CHARACTERS] for start in range(0, len(text), FRAME_CHARACTERS)]


def pieces(data: bytes) -> list[str]:
    """Bytes in the form of messages; at least one piece."""
    starts = range(0, max(1, len(data)), MAX_PIECE_BYTES)
    return [base64.b64encode(data[start : start + MAX_PIECE_BYTES]).decode() for start in starts]


def refused(status: int) -> AidError | None:
    """The error of a handshake that would fail again."""
    kind = _FINAL_STATUSES.get(status)
    return None if kind is None else kind(f"The tunnel's handshake returned {status}.", status=status)


def ended(reason: str) -> AidError:
    """The error of a connection that must not be reopened."""
    return AidError(f"The service ended the tunnel: {reason}.", code=f"tunnel.{reason}")
