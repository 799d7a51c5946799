"""Hooks: functions of the program that are called with what a client does, for logs and metrics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._errors import AidError


@dataclass(frozen=True)
class RequestInfo:
    """An attempt of a call that is about to be sent.

    Attributes:
        method: The HTTP method.
        path: The path below the service's address, without a query.
        attempt: 1 for the first attempt of a call.
    """

    method: str
    path: str
    attempt: int


@dataclass(frozen=True)
class ResponseInfo:
    """A response, of whatever status. An attempt without a response has none.

    Attributes:
        method: The HTTP method.
        path: The path below the service's address, without a query.
        attempt: 1 for the first attempt of a call.
        status: The HTTP status.
        duration_ms: How long the attempt took, in milliseconds.
        request_id: Identifies the request to the operators of the service.
    """

    method: str
    path: str
    attempt: int
    status: int
    duration_ms: float
    request_id: str | None


@dataclass(frozen=True)
class RetryInfo:
    """A failed attempt that will be repeated.

    Attributes:
        method: The HTTP method.
        path: The path below the service's address, without a query.
        attempt: The attempt that failed; 1 for the first one.
        delay_ms: The pause before the next attempt, in milliseconds.
        error: Why it failed.
    """

    method: str
    path: str
    attempt: int
    delay_ms: float
    error: AidError


@dataclass(frozen=True)
class Hooks:
    """Functions that a client calls: `Aid(hooks=Hooks(retry=lambda retry: print(retry.path, retry.error)))`.

    The client waits for them, so they should be quick. With `AsyncAid` they may be coroutine functions. An exception of
    a hook is logged by the logger `aid_stack`, and does not change the call.

    Attributes:
        request: Called before each attempt.
        response: Called after each response.
        retry: Called before the pause after a failed attempt, if there will be another one.
    """

    request: Callable[[RequestInfo], Any] | None = None
    response: Callable[[ResponseInfo], Any] | None = None
    retry: Callable[[RetryInfo], Any] | None = None


NO_HOOKS = Hooks()
