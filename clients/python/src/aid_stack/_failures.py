"""The exceptions of calls that failed: shared by both clients."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, cast

import httpx

from ._errors import (
    AidError,
    APIConnectionError,
    APIPermissionError,
    APITimeoutError,
    AuthError,
    ConflictError,
    InvalidArgumentError,
    NotFoundError,
    RateLimitError,
    ServerError,
    ValidationError,
)

if TYPE_CHECKING:
    from ._call import Call

MAX_SHOWN_CHARACTERS = 300

_BY_STATUS: dict[int, type[AidError]] = {
    401: AuthError,
    403: APIPermissionError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_of(response: httpx.Response) -> AidError:
    """The exception for an unsuccessful response. Its body has been read.

    A gateway may have sent the response, so a body in another format is not an error in itself: then the code is
    `http.<status>`. JSON that is cut off is a lost connection, unless the status alone says to try again.
    """
    status = response.status_code
    if 400 <= status < 500 and status != 429 and _is_cut_off(response):
        return APIConnectionError(
            f"{response.request.method} {response.request.url.path}: the response is truncated",
            code="connection.failed",
            request_id=response.headers.get("x-request-id"),
            retryable=True,
        )
    if 300 <= status < 400:
        return _redirected(response)
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
        code=code if isinstance(code, str) and code else f"http.{status}",
        request_id=request_id if isinstance(request_id, str) else response.headers.get("x-request-id"),
        retryable=retryable if isinstance(retryable, bool) else status == 429 or status >= 500,
        retry_after_ms=_retry_after_ms(response.headers.get("retry-after")),
    )


def _redirected(response: httpx.Response) -> ValidationError:
    """The exception for a redirect. None is followed, because the key would go to an address that no one has set."""
    place = response.headers.get("location")
    target = f"to {place[:MAX_SHOWN_CHARACTERS]}" if place else "without saying where to"
    return ValidationError(
        f"url: {response.request.url} redirects {target}. Redirects are not followed, so that the key goes nowhere "
        "else: set url to the address of the service",
        status=response.status_code,
        code="response.redirect",
        request_id=response.headers.get("x-request-id"),
    )


def unreadable_of(response: httpx.Response, call: Call) -> AidError:
    """The exception for a success with a body that is not what the call returns.

    JSON that is cut off is a lost connection, so the call is repeated. Anything else is not from the service: a proxy's
    sign-in page, or another server at this address.
    """
    request_id = response.headers.get("x-request-id")
    if _is_cut_off(response):
        return APIConnectionError(
            f"{call.method} {call.path}: the response is truncated",
            code="connection.failed",
            request_id=request_id,
            retryable=True,
        )
    kind = response.headers.get("content-type", "no content type") if response.content else "no body"
    return invalid_response(
        response, call, f"the response is not a record of the service ({kind}); check url, which is {_origin(response)}"
    )


def _is_cut_off(response: httpx.Response) -> bool:
    return response.content.lstrip()[:1] in (b"{", b"[") and not _is_json(response.content)


def invalid_response(response: httpx.Response, call: Call, problem: str) -> ServerError:
    """The exception for a success that makes no sense. Repeating the call would not help."""
    return ServerError(
        f"{call.method} {call.path}: {problem}",
        status=response.status_code,
        code="response.invalid",
        request_id=response.headers.get("x-request-id"),
    )


def failure_of(error: Exception, request: httpx.Request, call: Call) -> AidError | None:
    """The exception for a request without a complete response; None for an exception that is not of the network.

    httpx raises its own exceptions and, as any transport of the program may, those of the operating system.
    """
    where = f"{call.method} {call.path}"
    timeout = request.extensions["timeout"]["read"]
    waited = "in time" if timeout is None else f"within {round(timeout * 1000)} ms"
    if isinstance(error, httpx.PoolTimeout):
        return APIConnectionError(
            f"{where}: no connection was free {waited}, so nothing was sent. Make fewer calls at the same time, or "
            "pass an http_client with higher limits",
            code="connection.pool_full",
            retryable=True,
        )
    if isinstance(error, httpx.TimeoutException):
        return APITimeoutError(f"{where}: no response {waited}", code="connection.timeout", retryable=True)
    if isinstance(error, httpx.UnsupportedProtocol | httpx.InvalidURL):
        return InvalidArgumentError(f"url: {error}")
    if isinstance(error, httpx.TransportError | httpx.DecodingError | OSError):
        return APIConnectionError(f"{where}: {error or type(error).__name__}", code="connection.failed", retryable=True)
    return None


def _origin(response: httpx.Response) -> str:
    return str(response.request.url.copy_with(path="/", query=None, fragment=None))


def _is_json(content: bytes) -> bool:
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True


def _detail_of(response: httpx.Response) -> dict[str, Any]:
    try:
        body: Any = json.loads(response.content)
    except (ValueError, RecursionError):
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
