"""Exceptions."""

from __future__ import annotations

from typing import Literal

WebhookRefusal = Literal[
    "no_secret",
    "body_not_raw",
    "invalid_tolerance",
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


def held(approval_id: str | None) -> ConflictError:
    """The error for a lease that waits for a person: it has no token before its approval."""
    message = f"The lease waits for a person to decide about the approval {approval_id}."
    return ConflictError(message, code="approval.pending")


class ValidationError(AidError):
    """400, 413, 415 and similar: the request is invalid. The message names every invalid field.

    Without a status, the client refused an argument before it sent anything.
    """


class InvalidArgumentError(ValidationError, ValueError):
    """An argument or option that cannot work: a bug in the program, so it is also a `ValueError`.

    It is raised before anything is sent, and never retried. The message begins with the name of the argument.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message, code="validation.failed")


class RateLimitError(AidError):
    """429: a limit was reached. `retry_after_ms` says how long to wait."""


class ServerError(AidError):
    """5xx: the service failed, after all retries. Or its response makes no sense, with the code `response.invalid`."""


class APIConnectionError(AidError):
    """No complete response arrived, after all retries."""


class APITimeoutError(APIConnectionError):
    """No response arrived within the timeout of an attempt, after all retries.

    A deadline of the program's own, such as that of `asyncio.timeout`, raises what the program's own tools raise.
    """


class WebhookVerificationError(Exception):
    """A delivery that is not from the service, is too old, or was changed on the way.

    Attributes:
        reason: `no_secret`, `body_not_raw`, `invalid_tolerance`, `missing_header`, `invalid_timestamp`,
            `timestamp_out_of_tolerance`, `signature_mismatch` or `invalid_body`.
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


class InvalidToleranceError(WebhookVerificationError, ValueError):
    """A tolerance that is no number of seconds: a bug in the receiver, so it is also a `ValueError`."""
