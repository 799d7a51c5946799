"""Checks of what a program passes. They fail before anything is sent, with the name of the argument."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

import httpx

from ._errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_TIMEOUT_SECONDS = 2_000_000.0
"""Operating systems count timeouts in milliseconds of 31 bits. A longer one, 23 days and more, is none."""

FOREVER_SECONDS = 1e12

_KEY = re.compile(r"[\x21-\x7e]+")
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\xa0-\xff]*")
_KEY_OF_CALL = re.compile(r"[\x20-\x7e]+")
_SET_BY_CLIENT = frozenset({"content-length", "transfer-encoding"})
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)")


def key_of(value: object, name: str = "key") -> str:
    """An API key without surrounding white space, such as the line break at the end of a file.

    Raises:
        InvalidArgumentError: It is empty, or could not be sent. The message does not contain the key.
    """
    if not isinstance(value, str):
        raise InvalidArgumentError(f"{name}: expected a text, got {type(value).__name__}")
    key = value.strip()
    if not key:
        raise InvalidArgumentError(f"{name}: it is empty; leave it out only for calls that need no key")
    if _KEY.fullmatch(key) is None:
        raise InvalidArgumentError(f"{name}: a key is one line of ASCII characters without spaces")
    return key


def url_of(value: object, name: str = "url") -> str:
    """The address of a service, without a slash at its end.

    Raises:
        InvalidArgumentError: It is no http or https address, or has a part that no request keeps.
    """
    expected = f"{name}: expected an address that begins with https:// or http://, got {value!r}"
    if not isinstance(value, str):
        raise InvalidArgumentError(expected)
    try:
        url = httpx.URL(value.strip())
    except httpx.InvalidURL as error:
        raise InvalidArgumentError(f"{expected} ({error})") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise InvalidArgumentError(expected)
    if url.userinfo:
        raise InvalidArgumentError(f"{name}: expected an address without a user name and a password; use key")
    if "?" in value or "#" in value:
        raise InvalidArgumentError(f"{name}: expected an address without a query and a fragment, got {value!r}")
    return value.strip().rstrip("/")


def origin_of(url: str) -> str:
    """The scheme, host and port of an address."""
    parts = httpx.URL(url)
    return f"{parts.scheme}://{parts.netloc.decode('ascii')}"


def proxy_of(value: object, name: str = "proxy") -> str:
    """The address of a proxy. It may have a user name and a password, so no error contains it.

    Raises:
        InvalidArgumentError: It is no address of a kind of proxy that httpx knows.
    """
    expected = f"{name}: expected an address such as http://proxy.example:3128, of the scheme http, https or socks5"
    try:
        url = httpx.URL(value.strip()) if isinstance(value, str) else None
    except httpx.InvalidURL:
        raise InvalidArgumentError(expected) from None
    if url is None or url.scheme not in ("http", "https", "socks5", "socks5h") or not url.host:
        raise InvalidArgumentError(expected)
    return str(url)


def seconds_of(value: object, name: str = "timeout") -> float:
    """The timeout of an attempt, in seconds. It may be infinite.

    Raises:
        InvalidArgumentError: It is no number above 0.
    """
    seconds = wait_of(value, name)
    if seconds == 0:
        raise InvalidArgumentError(f"{name}: expected more than 0 seconds, got {value!r}")
    return seconds


def wait_of(value: object, name: str = "timeout") -> float:
    """How long to wait, in seconds; 0 does not wait, and it may be infinite.

    Raises:
        InvalidArgumentError: It is no number, or below 0.
    """
    if not isinstance(value, int | float) or isinstance(value, bool) or not value >= 0:
        raise InvalidArgumentError(f"{name}: expected a number of seconds, got {value!r}")
    return float(min(value, FOREVER_SECONDS))


def transport_timeout(seconds: float) -> dict[str, Any]:
    """A timeout as httpx expects it in a request."""
    return {"timeout": httpx.Timeout(None if seconds > MAX_TIMEOUT_SECONDS else seconds).as_dict()}


def retries_of(value: object) -> int:
    """A number of retries.

    Raises:
        InvalidArgumentError: It is no whole number, or below 0.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InvalidArgumentError(f"max_retries: expected a whole number of 0 or more, got {value!r}")
    return value


def headers_of(given: Mapping[str, str] | None, name: str) -> dict[str, str]:
    """Headers with names in small letters and values without surrounding spaces.

    Raises:
        InvalidArgumentError: One of them cannot be sent. See: RFC 9110, sections 5.1 and 5.5.
    """
    headers: dict[str, str] = {}
    for header, value in cast("Mapping[Any, Any]", given or {}).items():
        if not isinstance(header, str) or _HEADER_NAME.fullmatch(header) is None:
            raise InvalidArgumentError(f"{name}: {header!r} is not the name of a header")
        if header.lower() in _SET_BY_CLIENT:
            raise InvalidArgumentError(f"{name}: {header} follows from the body, and cannot be set")
        if not isinstance(value, str) or _HEADER_VALUE.fullmatch(value) is None:
            raise InvalidArgumentError(f"{name}: {header} needs a text of one line with characters of Latin-1")
        headers[header.lower()] = value.strip("\t ")
    return headers


def idempotency_key_of(value: object) -> str:
    """An idempotency key.

    Raises:
        InvalidArgumentError: It is empty, or could not be sent.
    """
    if not isinstance(value, str) or _KEY_OF_CALL.fullmatch(value) is None or not value.strip():
        raise InvalidArgumentError("idempotency_key: expected a text of one line with characters of ASCII")
    return value.strip()


def id_of(value: object, name: str) -> str:
    """An id.

    Raises:
        InvalidArgumentError: It is missing or empty, or would change the path, so that another call would be made.
    """
    if not isinstance(value, str) or value.strip() in ("", ".", ".."):
        raise InvalidArgumentError(f"{name}: expected an id, got {value!r}")
    return value


def time_of(value: object, name: str) -> datetime:
    """A time with a time zone, from a `datetime` or a text as in RFC 3339.

    Raises:
        InvalidArgumentError: It is no time, or has no time zone.
    """
    if isinstance(value, str):
        parts = _TIME.fullmatch(value)
        if parts is not None:
            date, clock, fraction, offset = parts.groups()
            # Python 3.10 reads neither the letter nor other fractions.
            text = f"{date}T{clock}.{(fraction or '')[:6]:0<6}{'+00:00' if offset in 'zZ' else offset}"
            try:
                return datetime.fromisoformat(text)
            except ValueError as error:
                raise InvalidArgumentError(f"{name}: {value!r} is not a time: {error}") from error
    elif isinstance(value, datetime) and value.tzinfo is not None:
        return value
    raise InvalidArgumentError(
        f"{name}: expected a time with a time zone, such as datetime.now(timezone.utc) or '2026-11-21T08:00:00Z', "
        f"got {value!r}"
    )
