"""Hooks: functions of the program that are called with what a client does, for logs and metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

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
class CallInfo:
    """A call, with all of its attempts.

    Attributes:
        method: The HTTP method.
        route: The path with `{id}` for each id, such as `/v1/identities/{id}/mail/send`. `aid.request` has none.
        origin: The scheme, host and port of the service, such as `https://aid.example`.
    """

    method: str
    route: str | None
    origin: str


@dataclass(frozen=True)
class CallResult:
    """How a call has ended.

    Attributes:
        attempts: How many attempts were made.
        status: The HTTP status of the last attempt; None if it got no response.
        error: What the call raises; None if it has succeeded.
    """

    attempts: int
    status: int | None
    error: BaseException | None


@dataclass(frozen=True)
class CallHooks:
    """What the hook `call` does about one call.

    Attributes:
        headers: Headers for all requests of the call. They replace no header of the SDK, the client or the call.
        request: Called before each attempt of this call.
        response: Called after each response of this call.
        retry: Called before the pause after a failed attempt of this call.
        end: Called once, at the end, by the thread or task that has called `call`.
    """

    headers: Mapping[str, str] | None = None
    request: Callable[[RequestInfo], Any] | None = None
    response: Callable[[ResponseInfo], Any] | None = None
    retry: Callable[[RetryInfo], Any] | None = None
    end: Callable[[CallResult], Any] | None = None


@dataclass(frozen=True)
class HandlingInfo:
    """Something that the program handles: a task, an event, or a request of a tunnel.

    Attributes:
        loop: The method that has got it.
        id: The id of the event, of the task, or of the tunnel.
        name: The type of the event, or the method of the request. A task has none.
        traceparent: The header of the request, which any sender can have chosen. See: W3C Trace Context.
    """

    loop: Literal["events.follow", "tasks.work", "tunnels.serve"]
    id: str
    name: str | None = None
    traceparent: str | None = None


@dataclass(frozen=True)
class HandlingResult:
    """How the handling has ended.

    Attributes:
        status: The HTTP status of the response to a request of a tunnel.
        error: What the handler raised; always None for an event, because its loop does not tell.
    """

    status: int | None = None
    error: BaseException | None = None


@dataclass(frozen=True)
class HandlingHooks:
    """What the hook `handle` does about a task, an event, or a request of a tunnel.

    Attributes:
        end: Called once, at the end. For a task and a request, by the thread or task that has called `handle`.
    """

    end: Callable[[HandlingResult], Any] | None = None


@dataclass(frozen=True)
class Hooks:
    """Functions that a client calls: `Aid(hooks=Hooks(retry=lambda retry: print(retry.path, retry.error)))`.

    The client waits for them, so they should be quick. With `AsyncAid` they may be coroutine functions. An exception of
    a hook is logged by the logger `aid_stack`, and does not change the call.

    Attributes:
        request: Called before each attempt.
        response: Called after each response.
        retry: Called before the pause after a failed attempt, if there will be another one.
        call: Called at the beginning of each call. It returns a `CallHooks`, or None.
        handle: Called at the beginning of each task of `tasks.work`, event of `events.follow`, and request of
            `tunnels.serve`. It returns a `HandlingHooks`, or None. An event ends when its loop asks for the next one.
    """

    request: Callable[[RequestInfo], Any] | None = None
    response: Callable[[ResponseInfo], Any] | None = None
    retry: Callable[[RetryInfo], Any] | None = None
    call: Callable[[CallInfo], Any] | None = None
    handle: Callable[[HandlingInfo], Any] | None = None


NO_HOOKS = Hooks()
