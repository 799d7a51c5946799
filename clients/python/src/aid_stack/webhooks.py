"""Verification of webhook deliveries. Needs no client and no network."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Union, cast

from ._errors import InvalidToleranceError, RawBodyError, WebhookVerificationError
from .types import parse_webhook_body

if TYPE_CHECKING:
    from .types import WebhookBody

__all__ = ["WebhookVerificationError", "verify_webhook"]


class HasItems(Protocol):
    """A mapping, or what is like one: `email.message.Message`, in which `http.server` has the headers of a request."""

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Names and values."""
        ...


RequestHeaders = Union[HasItems, Iterable["tuple[Any, Any]"]]
"""The headers of a request, in the form of any framework: names with values, or pairs, of text or bytes."""

PREFIX = "whsec_"

MAX_TIMESTAMP_DIGITS = 20


def verify_webhook(
    raw_body: bytes | str,
    headers: RequestHeaders,
    secret: str | Iterable[str | None] | None,
    *,
    tolerance_seconds: float = 300,
) -> WebhookBody:
    """Verifies a delivery and returns its event.

    A delivery is signed twice: in the service's own headers and in those of Standard Webhooks. Either one is enough.

        event = verify_webhook(request.get_data(), request.headers, os.environ["WEBHOOK_SECRET"])

    The same event may arrive more than once: use its `id` to deduplicate.

    Args:
        raw_body: The body exactly as it arrived. A body that was parsed and serialized again fails.
        headers: The headers of the request. Names are case-insensitive.
        secret: The endpoint's secret, or several, one of which must match. White space around a secret is removed, and
            one that is None or empty, such as a variable that is not set, matches nothing.
        tolerance_seconds: How far the timestamp may be from the current time.

    Raises:
        WebhookVerificationError: The delivery is not genuine, too old or unreadable. Its `reason` says which. If the
            body is neither bytes nor text, the error is also a `TypeError`.
    """
    body = _bytes_of(raw_body)
    secrets = _secrets_of(secret)
    if not secrets:
        raise WebhookVerificationError("no_secret", "secret: no secret was passed, or only empty ones")
    _require_number(tolerance_seconds)
    _verify(body, _lower_case(headers), secrets, tolerance_seconds)
    return _parsed(body)


def _require_number(tolerance: object) -> None:
    # Every comparison with NaN is false, so a check of the distance alone would accept any age.
    if not isinstance(tolerance, int | float) or not tolerance >= 0:
        raise InvalidToleranceError(
            "invalid_tolerance", f"tolerance_seconds: expected a number of 0 or more, got {tolerance!r}"
        )


def _secrets_of(secret: str | Iterable[str | None] | None) -> list[str]:
    """The secrets that are set, without surrounding white space, such as the line break at the end of a file."""
    given = [secret] if isinstance(secret, str) or secret is None else secret
    stripped = [one.strip() for one in given if one is not None]
    return [one for one in stripped if one]


def _bytes_of(raw_body: object) -> bytes:
    if isinstance(raw_body, bytes | bytearray):
        return bytes(raw_body)
    if isinstance(raw_body, str):
        return raw_body.encode()
    raise RawBodyError(
        "body_not_raw",
        f"raw_body: expected the raw bytes of the body, got {type(raw_body).__name__}. The signature covers those "
        "bytes, which parsing and serializing again would change: read the raw body before a framework parses it "
        "(Flask: request.get_data(), Django: request.body, FastAPI: await request.body())",
    )


def _lower_case(headers: RequestHeaders) -> dict[str, str]:
    given: Any = headers
    pairs: Iterable[tuple[Any, Any]] = given.items() if hasattr(given, "items") else given or ()
    return {_text(name).lower(): _text(value) for name, value in pairs}


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("latin-1")
    # Some servers pass a list of values for each name.
    if isinstance(value, list | tuple):
        return ",".join(_text(one) for one in cast("list[object]", value))
    return str(value)


def _verify(body: bytes, headers: Mapping[str, str], secrets: list[str], tolerance: float) -> None:
    """Tries each signature scheme that the delivery has. The error is that of the first one."""
    forms = [form for form in _FORMS if all(headers.get(name) for name in form.names)]
    if not forms:
        raise WebhookVerificationError(
            "missing_header",
            f"The headers {', '.join(_FORMS[0].names)} are incomplete, and so are those of Standard Webhooks.",
        )
    problems = [_problem(form, body, headers, secrets, tolerance) for form in forms]
    if None in problems:
        return
    raise next(problem for problem in problems if problem is not None)


def _problem(
    form: _Form, body: bytes, headers: Mapping[str, str], secrets: list[str], tolerance: float
) -> WebhookVerificationError | None:
    delivery, timestamp, signature = (headers[name] for name in form.names)
    if not (timestamp.isascii() and timestamp.isdigit()):
        return WebhookVerificationError("invalid_timestamp", f"The header {form.names[1]} is not a number of seconds.")
    # Python refuses to read thousands of digits, which anyone may send. The first ones say that it is too far.
    distance = time.time() - int(timestamp[:MAX_TIMESTAMP_DIGITS])
    if abs(distance) > tolerance:
        return WebhookVerificationError(
            "timestamp_out_of_tolerance",
            f"The timestamp is {abs(round(distance))} seconds in the {'past' if distance > 0 else 'future'}.",
        )
    signed = f"{delivery}.{timestamp}.".encode() + body
    if any(form.matches(signed, signature, secret) for secret in secrets):
        return None
    return WebhookVerificationError(
        "signature_mismatch", "The signature does not match: it was made with another secret, or the body was changed."
    )


def _matches_own(signed: bytes, header: str, secret: str) -> bool:
    """`v1=<hex>`, separated by commas. The key is the whole secret."""
    expected = b"v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    return any(hmac.compare_digest(expected, _ascii(given)) for given in header.split(","))


def _matches_standard(signed: bytes, header: str, secret: str) -> bool:
    """`v1,<base64>`, separated by spaces. The key is the decoded secret, in either base64 alphabet."""
    encoded = secret.removeprefix(PREFIX).replace("-", "+").replace("_", "/").rstrip("=")
    try:
        key = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except ValueError:
        return False
    # An empty key would let anyone sign.
    if not key:
        return False
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(expected, _ascii(given)) for given in header.split(" "))


@dataclass(frozen=True)
class _Form:
    """One of the two signature schemes of a delivery: its headers, and how signatures are compared."""

    names: tuple[str, str, str]
    matches: Callable[[bytes, str, str], bool]


_FORMS = (
    _Form(("x-aid-request-id", "x-aid-timestamp", "x-aid-signature"), _matches_own),
    _Form(("webhook-id", "webhook-timestamp", "webhook-signature"), _matches_standard),
)


def _ascii(text: str) -> bytes:
    return text.strip().encode("ascii", "replace")


def _parsed(body: bytes) -> WebhookBody:
    try:
        value: Any = json.loads(body.decode())
    except ValueError as error:
        raise WebhookVerificationError("invalid_body", "The body is not JSON.") from error
    if not isinstance(value, dict):
        raise WebhookVerificationError("invalid_body", "The body is not a JSON object.")
    return parse_webhook_body(cast("dict[str, Any]", value))
