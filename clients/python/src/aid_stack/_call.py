"""Requests before they are sent: shared by both clients."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timezone
from typing import Any, Final, cast
from urllib.parse import quote

from pydantic import BaseModel

from ._checks import id_of
from ._errors import InvalidArgumentError

Headers = Mapping[str, str]
"""Names and values of HTTP headers."""


class Omit:
    """The type of `OMIT`."""

    def __repr__(self) -> str:
        return "OMIT"

    def __bool__(self) -> bool:
        return False


OMIT: Final = Omit()
"""Omits a field from a request if None means null."""


@dataclass(frozen=True)
class Options:
    """The options of one call."""

    idempotency_key: str | None = None
    timeout: float | None = None
    extra_headers: Headers | None = None


@dataclass(frozen=True)
class Call:
    """A request: method, path below the service's address, query, body and options."""

    method: str
    path: str
    query: Mapping[str, Any] | None = None
    body: Mapping[str, Any] | None = None
    options: Options = Options()
    held_ms: int = 0
    """How long the service may intentionally hold the response, which is added to the timeout."""
    route: str | None = None
    """The path with `{id}` for each id, for hooks; None for a path that the program names."""

    def with_query(self, query: Mapping[str, Any]) -> Call:
        """A copy of the request with another query."""
        return replace(self, query=query)


def segment(name: str, value: str) -> str:
    """A value as one path segment.

    Raises:
        InvalidArgumentError: The value is empty or would change the path, so that another request would be made.
    """
    return quote(id_of(value, name), safe="")


def fields(values: Mapping[str, Any], optional: Mapping[str, Any]) -> dict[str, Any]:
    """A query or body without omitted fields: `OMIT`, and None for optional fields that cannot be null."""
    chosen = {name: value for name, value in values.items() if value is not OMIT}
    chosen.update((name, value) for name, value in optional.items() if value is not None)
    return chosen


def wire_query(query: Mapping[str, Any]) -> dict[str, str]:
    """A query as text.

    Raises:
        InvalidArgumentError: A value cannot be sent. The message names it.
    """
    return {name: _parameter(name, value) for name, value in query.items()}


def wire_body(body: Mapping[str, Any]) -> bytes:
    """A body as JSON. Times become RFC 3339, and bytes base64.

    Raises:
        InvalidArgumentError: JSON cannot carry a field. The message names it.
    """
    try:
        return _json(body)
    except (TypeError, ValueError, RecursionError) as error:
        for name, value in body.items():
            try:
                _json(value)
            except (TypeError, ValueError, RecursionError) as reason:
                raise InvalidArgumentError(f"{name}: {reason}") from reason
        raise InvalidArgumentError(f"the body cannot be sent as JSON: {error}") from error


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_jsonable).encode()


def wire_time(value: datetime) -> str:
    """A time as the service writes it: UTC, with milliseconds.

    Raises:
        ValueError: It has no time zone, or is out of the range of times.
    """
    if value.tzinfo is None:
        raise ValueError("expected a time with a time zone; datetime.now(timezone.utc) has one")
    precision = "milliseconds" if value.microsecond % 1000 == 0 else "microseconds"
    try:
        return value.astimezone(timezone.utc).replace(tzinfo=None).isoformat(timespec=precision) + "Z"
    except OverflowError as error:
        raise ValueError(f"{value!r} is out of the range of times") from error


def _parameter(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, date):
        return str(value)
    if not isinstance(value, datetime):
        raise InvalidArgumentError(f"{name}: expected a datetime with a time zone, got the date {value}")
    try:
        return wire_time(value)
    except ValueError as error:
        raise InvalidArgumentError(f"{name}: {error}") from error


def _jsonable(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, datetime):
        return wire_time(value)
    if isinstance(value, bytes | bytearray):
        return base64.b64encode(value).decode()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, Any]", value))
    if isinstance(value, tuple | set | frozenset):
        return list(cast("tuple[Any, ...]", value))
    raise TypeError(f"{type(value).__name__} is not a JSON value")
