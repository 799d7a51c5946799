"""Exceptions."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    import httpx


WebhookRefusal = Literal[
    "no_secret",
    "body_not_raw",
    "missing_header",
    "invalid_timestamp",
    "timestamp_out_of_tolerance",
    "signature_mismatch",
    "invalid_body",
]
"""Why a delivery was refused."""


class AidError(Exception):
    """A call that failed.

    Programs should check `code`, which is stable, not `message`, which is for people.

    Attributes:
        status: The HTTP status, or None if there was no response.
        code: What failed, such as `resource.not_found`. The service's documentation lists all codes.
        message: What failed, for people.
        request_id: Identifies the request to the operators of the service.
        retryable: Whether the same call may succeed later.
        retry_after_ms: How long the service asks the caller to wait before the next attempt, in milliseconds.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str = "",
        request_id: str | None = None,
        retryable: bool = False,
        retry_after_ms: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retryable = retryable
        self.retry_after_ms = retry_after_ms

    def __str__(self) -> str:
        what = " ".join(str(part) for part in (self.status, self.code) if part)
        where = f" (request {self.request_id})" if self.request_id else ""
        return f"{what}: {self.message}{where}" if what else f"{self.message}{where}"


class AuthError(AidError):
    """401: the key is missing, malformed, unknown or revoked. Retrying does not help."""


class APIPermissionError(AidError):
    """403: the key is valid, but may not do this."""


class NotFoundError(AidError):
    """404: it does not exist, or belongs to someone else."""


class ConflictError(AidError):
    """409: the state does not allow it, or an idempotency key was reused with another body."""


class ValidationError(AidError):
    """400, 413, 415 and similar: the request is invalid. The message names every invalid field."""


class RateLimitError(AidError):
    """429: a limit was reached. `retry_after_ms` says how long to wait."""


class ServerError(AidError):
    """5xx: the service failed, after all retries."""


class APIConnectionError(AidError):
    """No complete response arrived, after all retries."""


class APITimeoutError(APIConnectionError):
    """No response arrived in time, after all retries."""


class WebhookVerificationError(Exception):
    """A delivery that is not from the service, is too old, or was changed on the way.

    Attributes:
        reason: `no_secret`, `body_not_raw`, `missing_header`, `invalid_timestamp`, `timestamp_out_of_tolerance`,
            `signature_mismatch` or `invalid_body`.
        message: The reason as a sentence, for people.
    """

    def __init__(self, reason: WebhookRefusal, message: str) -> None:
        super().__init__(reason, message)
        self.reason: WebhookRefusal = reason
        self.message = message

    def __str__(self) -> str:
        return self.message


class RawBodyError(WebhookVerificationError, TypeError):
    """A body that is neither bytes nor text: a bug in the receiver, so it is also a `TypeError`."""


_BY_STATUS: dict[int, type[AidError]] = {
    401: AuthError,
    403: APIPermissionError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_of(response: httpx.Response) -> AidError:
    """The exception for an unsuccessful response. Its body has been read.

    A proxy may have sent the response, so a body in another format is not an error in itself.
    """
    status = response.status_code
    others = ServerError if status >= 500 else ValidationError if status >= 400 else AidError
    kind = _BY_STATUS.get(status, others)
    detail = _detail_of(response)
    message = detail.get("message")
    code = detail.get("code")
    request_id = detail.get("request_id")
    retryable = detail.get("retryable")
    return kind(
        message if isinstance(message, str) else f"The response has status {status} and no error body of the service.",
        status=status,
        code=code if isinstance(code, str) else "",
        request_id=request_id if isinstance(request_id, str) else response.headers.get("x-request-id"),
        retryable=retryable if isinstance(retryable, bool) else status == 429 or status >= 500,
        retry_after_ms=_retry_after_ms(response.headers.get("retry-after")),
    )


def _detail_of(response: httpx.Response) -> dict[str, Any]:
    try:
        body: Any = json.loads(response.content)
    except ValueError:
        return {}
    detail: Any = cast("dict[str, Any]", body).get("error") if isinstance(body, dict) else None
    return cast("dict[str, Any]", detail) if isinstance(detail, dict) else {}


def _retry_after_ms(header: str | None) -> int | None:
    """The header in seconds, or as a date. See: RFC 9110, section 10.2.3."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        seconds = _seconds_until(header)
    return round(seconds * 1000) if 0 <= seconds < 10**9 else None


def _seconds_until(date: str) -> float:
    try:
        at = parsedate_to_datetime(date)
    except ValueError:
        return -1.0
    return max(0.0, (at.replace(tzinfo=at.tzinfo or timezone.utc) - datetime.now(timezone.utc)).total_seconds())
