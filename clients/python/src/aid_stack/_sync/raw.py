"""Methods that return the HTTP response as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from .._raw import RawResponse, captured_responses

if TYPE_CHECKING:
    from .pages import Page, Pages

P = ParamSpec("P")
T = TypeVar("T")


def with_response(method: Callable[P, T]) -> Callable[P, RawResponse[T]]:
    """The same method, returning what it returns with the response."""

    def call(*args: P.args, **kwargs: P.kwargs) -> RawResponse[T]:
        with captured_responses() as responses:
            data = method(*args, **kwargs)
        return RawResponse(data, responses[-1])

    call.__doc__ = method.__doc__
    return call


def with_page_response(method: Callable[P, Pages[T]]) -> Callable[P, RawResponse[Page[T]]]:
    """The first page of a list, with its response."""

    def call(*args: P.args, **kwargs: P.kwargs) -> RawResponse[Page[T]]:
        with captured_responses() as responses:
            data = method(*args, **kwargs).first_page()
        return RawResponse(data, responses[-1])

    call.__doc__ = method.__doc__
    return call
