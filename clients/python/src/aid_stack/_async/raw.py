"""Methods that return the HTTP response as well."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from .._raw import RawResponse, captured_responses

if TYPE_CHECKING:
    from .pages import AsyncPage, AsyncPages

P = ParamSpec("P")
T = TypeVar("T")


def with_response(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[RawResponse[T]]]:
    """Wraps a method so that it returns its result together with the response."""

    async def call(*args: P.args, **kwargs: P.kwargs) -> RawResponse[T]:
        with captured_responses() as responses:
            data = await method(*args, **kwargs)
        return RawResponse(data, responses[-1])

    call.__doc__ = method.__doc__
    return call


def with_page_response(method: Callable[P, AsyncPages[T]]) -> Callable[P, Awaitable[RawResponse[AsyncPage[T]]]]:
    """The first page of a list, with its response."""

    async def call(*args: P.args, **kwargs: P.kwargs) -> RawResponse[AsyncPage[T]]:
        with captured_responses() as responses:
            data = await method(*args, **kwargs).first_page()
        return RawResponse(data, responses[-1])

    call.__doc__ = method.__doc__
    return call
