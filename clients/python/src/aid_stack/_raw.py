"""Raw responses together with their results."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator

    import httpx

T = TypeVar("T")


@dataclass(frozen=True)
class RawResponse(Generic[T]):
    """The result of a call, with its HTTP response.

    Attributes:
        data: The result that the call returns without `with_raw_response`.
        response: The response of the last attempt.
    """

    data: T
    response: httpx.Response = field(repr=False)

    @property
    def headers(self) -> httpx.Headers:
        """The headers of the response."""
        return self.response.headers

    @property
    def status_code(self) -> int:
        """The HTTP status."""
        return self.response.status_code

    @property
    def request_id(self) -> str | None:
        """Identifies the request to the operators of the service."""
        value: str | None = self.response.headers.get("x-request-id")
        return value


_responses: ContextVar[list[httpx.Response] | None] = ContextVar("aid_stack_responses", default=None)


@contextmanager
def captured_responses() -> Generator[list[httpx.Response], None, None]:
    """Collects the responses of the calls made inside the block by this thread or task."""
    responses: list[httpx.Response] = []
    token = _responses.set(responses)
    try:
        yield responses
    finally:
        _responses.reset(token)


def capture_response(response: httpx.Response) -> None:
    """Keeps a response if the caller asked for it."""
    responses = _responses.get()
    if responses is not None:
        responses.append(response)
