"""Verification of webhook deliveries. Needs no client and no network."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union, cast

from ._errors import RawBodyError, WebhookVerificationError
from .types import parse_webhook_body

if TYPE_CHECKING:
    from .types import WebhookBody

__all__ = ["WebhookVerificationError", "verify_webhook"]

RequestHeaders = Union[Mapping[str, Any], Iterable["tuple[Any, Any]"]]
"""The headers of a request, in the form of any framework: a mapping or pairs, of text or bytes."""

PREFIX = "whsec_"


def verify_webhook(
    raw_body: bytes | str,
    headers: RequestHeaders,
    secret: str | Iterable[str],
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
        secret: The endpoint's secret, or several, one of which must match.
        tolerance_seconds: How far the timestamp may be from the current time.

    Raises:
        WebhookVerificationError: The delivery is not genuine, too old or unreadable. Its `reason` says which. If the
            body is neither bytes nor text, the error is also a `TypeError`.
    """
    body = _bytes_of(raw_body)
    secrets = [one for one in ([secret] if isinstance(secret, str) else secret) if one]
    if not secrets:
        raise WebhookVerificationError("no_secret", "No secret was passed.")
    _verify(body, _lower_case(headers), secrets, tolerance_seconds)
    return _parsed(body)


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
    pairs: Iterable[tuple[Any, Any]] = (
        cast("Mapping[Any, Any]", headers).items() if hasattr(headers, "items") else cast("Any", headers)
    )
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
    distance = time.time() - int(timestamp)
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
