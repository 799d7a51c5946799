"""Calls the hooks of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .._hooks import CallHooks, CallResult, HandlingHooks, HandlingResult, Hooks
from .._io_async import resolve
from .._log import logger

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .._hooks import CallInfo, HandlingInfo, RequestInfo, ResponseInfo, RetryInfo

T = TypeVar("T")
R = TypeVar("R")


async def notify(hook: Callable[[T], Any], record: T) -> Any:
    """Calls a hook, and returns its result. Its exceptions are logged, because they must not change the call."""
    try:
        return await resolve(hook(record))
    except Exception:
        logger.exception("a hook raised an exception for %s", record)
        return None


class AsyncObservedCall:
    """The hooks during one call: those of the client, and those that its hook `call` has returned for this one.

    Attributes:
        hooks: For the attempts.
        headers: Headers for all requests of the call.
    """

    def __init__(self, hooks: Hooks, own: CallHooks) -> None:
        self.hooks = Hooks(request=self._request, response=self._response, retry=self._retry)
        self.headers = own.headers
        self._client = hooks
        self._own = own
        self._attempts = 0
        self._status: int | None = None

    async def end(self, error: BaseException | None) -> None:
        """Notes the end of the call."""
        if self._own.end is not None:
            await notify(self._own.end, CallResult(self._attempts, self._status, error))

    async def _request(self, info: RequestInfo) -> None:
        self._attempts = info.attempt
        self._status = None
        await _notify_both(self._client.request, self._own.request, info)

    async def _response(self, info: ResponseInfo) -> None:
        self._status = info.status
        await _notify_both(self._client.response, self._own.response, info)

    async def _retry(self, info: RetryInfo) -> None:
        await _notify_both(self._client.retry, self._own.retry, info)


async def _notify_both(first: Callable[[T], Any] | None, second: Callable[[T], Any] | None, record: T) -> None:
    for hook in (first, second):
        if hook is not None:
            await notify(hook, record)


async def begin_call(hooks: Hooks, hook: Callable[[CallInfo], Any], info: CallInfo) -> AsyncObservedCall:
    """Calls the hook `call`."""
    own = await notify(hook, info)
    return AsyncObservedCall(hooks, own if isinstance(own, CallHooks) else CallHooks())


async def begin_handling(hooks: Hooks, info: HandlingInfo) -> HandlingHooks:
    """Calls the hook `handle`, if there is one."""
    own = None if hooks.handle is None else await notify(hooks.handle, info)
    return own if isinstance(own, HandlingHooks) else HandlingHooks()


async def end_handling(own: HandlingHooks, result: HandlingResult) -> None:
    """Notes the end of what `begin_handling` has begun."""
    if own.end is not None:
        await notify(own.end, result)


async def handled(
    hooks: Hooks, info: HandlingInfo, run: Callable[[], Awaitable[R]], status_of: Callable[[R], int] | None = None
) -> R:
    """Runs a handler of the program."""
    if hooks.handle is None:
        return await run()
    own = await begin_handling(hooks, info)
    try:
        value = await run()
        result = HandlingResult(None if status_of is None else status_of(value))
    except BaseException as error:
        await end_handling(own, HandlingResult(error=error))
        raise
    await end_handling(own, result)
    return value
