"""Verification of deliveries to a webhook endpoint. It needs no client and no network."""

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
"""The headers of a request, as any framework has them: a mapping, or pairs, of text or bytes."""

PREFIX = "whsec_"


def verify_webhook(
    raw_body: bytes | str,
    headers: RequestHeaders,
    secret: str | Iterable[str],
    *,
    tolerance_seconds: float = 300,
) -> WebhookBody:
    """Verifies a delivery and returns its event.

    A delivery is signed twice: in the service's own headers and in those of Standard Webhooks. Either is enough.

        event = verify_webhook(request.get_data(), request.headers, os.environ["WEBHOOK_SECRET"])

    The same event may arrive more than once: its `id` tells.

    Args:
        raw_body: The body exactly as it arrived. A parsed and serialized one has other bytes, and fails.
        headers: The headers of the request, in upper or lower case.
        secret: The endpoint's secret, or several, of which one has to match.
        tolerance_seconds: How far the time of the signature may be from now.

    Raises:
        WebhookVerificationError: The delivery is not genuine, too old or not readable. Its `reason` says which. One
            whose body is neither bytes nor text is a `TypeError` too.
    """
    body = _bytes_of(raw_body)
    secrets = [one for one in ([secret] if isinstance(secret, str) else secret) if one]
    if not secrets:
        raise WebhookVerificationError("no_secret", "There is no secret to verify with.")
    _verify(body, _lower_case(headers), secrets, tolerance_seconds)
    return _parsed(body)


def _bytes_of(raw_body: object) -> bytes:
    if isinstance(raw_body, bytes | bytearray):
        return bytes(raw_body)
    if isinstance(raw_body, str):
        return raw_body.encode()
    raise RawBodyError(
        "body_not_raw",
        f"raw_body: expected the bytes of the body as they arrived, got {type(raw_body).__name__}. The signature is of "
        "those bytes, and parsed JSON that is serialized again has others: read the raw body before a framework "
        "parses it (Flask: request.get_data(), Django: request.body, FastAPI: await request.body())",
    )


def _lower_case(headers: RequestHeaders) -> dict[str, str]:
    pairs: Iterable[tuple[Any, Any]] = (
        cast("Mapping[Any, Any]", headers).items() if hasattr(headers, "items") else cast("Any", headers)
    )
    return {_text(name).lower(): _text(value) for name, value in pairs}


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("latin-1")
    # Some servers have a list of the values of each name.
    if isinstance(value, list | tuple):
        return ",".join(_text(one) for one in cast("list[object]", value))
    return str(value)


def _verify(body: bytes, headers: Mapping[str, str], secrets: list[str], tolerance: float) -> None:
    """Tries each form that the delivery has. What is wrong with the first of them is the error."""
    forms = [form for form in _FORMS if all(headers.get(name) for name in form.names)]
    if not forms:
        raise WebhookVerificationError(
            "missing_header",
            f"The headers {', '.join(_FORMS[0].names)} are not all there, nor those of the other form.",
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
        return WebhookVerificationError("invalid_timestamp", f"The header {form.names[1]} is no number of seconds.")
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
    """`v1=<hex>`, several with commas between. The key is the whole secret."""
    expected = b"v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    return any(hmac.compare_digest(expected, _ascii(given)) for given in header.split(","))


def _matches_standard(signed: bytes, header: str, secret: str) -> bool:
    """`v1,<base64>`, several with spaces between. The key is what the secret encodes, in either alphabet."""
    encoded = secret.removeprefix(PREFIX).replace("-", "+").replace("_", "/").rstrip("=")
    try:
        key = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except ValueError:
        return False
    # Anyone can sign with an empty key.
    if not key:
        return False
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(expected, _ascii(given)) for given in header.split(" "))


@dataclass(frozen=True)
class _Form:
    """One of the two ways in which a delivery is signed: its headers, and how its signatures are compared."""

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
        raise WebhookVerificationError("invalid_body", "The body is no JSON.") from error
    if not isinstance(value, dict):
        raise WebhookVerificationError("invalid_body", "The body is no JSON object.")
    return parse_webhook_body(cast("dict[str, Any]", value))
