"""Sends requests: headers, retries, errors."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError

from .._call import Call, wire_body, wire_query
from .._errors import AidError, APIConnectionError, APITimeoutError, error_of
from .._io_async import sleep
from .._model import Model
from .._paging import PageOf, page_of
from .._raw import capture_response
from .._retry import pause_before_retry
from .._settings import USER_AGENT, Settings
from .._tolerant import read_reply

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
M = TypeVar("M", bound=Model)

MARGIN_SECONDS = 10.0
"""How much longer than the service's own wait the client waits for a response."""


class Prepared:
    """Settings in the form that a transport uses: the headers and timeout of all requests, computed once."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.url = settings.url
        self.max_retries = settings.max_retries
        self.timeout = settings.timeout
        authorization = {} if settings.key is None else {"authorization": f"Bearer {settings.key.reveal()}"}
        merged = httpx.Headers({**http.headers, "user-agent": USER_AGENT, **settings.headers, **authorization})
        self.headers = merged.raw
        self.extensions = {"timeout": httpx.Timeout(settings.timeout).as_dict()}

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class AsyncTransport:
    """An HTTP client, and how it makes requests. Scoped clients share it."""

    def __init__(self, http_client: httpx.AsyncClient | None) -> None:
        self.is_own = http_client is None
        self.http = httpx.AsyncClient(limits=_LIMITS) if http_client is None else http_client

    def prepare(self, settings: Settings) -> Prepared:
        """What the requests of a client have in common."""
        return Prepared(settings, self.http)

    async def aclose(self) -> None:
        """Closes the connections, unless the HTTP client is the caller's."""
        if self.is_own:
            await self.http.aclose()

    async def fetch(self, prepared: Prepared, call: Call, reply: type[M]) -> M:
        """Sends a request and returns the record in the response."""
        return await self._attempt(prepared, call, lambda response: read_reply(reply, response.content))

    async def fetch_any(self, prepared: Prepared, call: Call, reply: TypeAdapter[T]) -> T:
        """Sends a request and returns the value in the response, which is one of several kinds."""
        return await self._attempt(prepared, call, lambda response: reply.validate_json(response.content))

    async def fetch_page(
        self, prepared: Prepared, call: Call, reply: type[M], noun: str, time: str | None
    ) -> PageOf[Any]:
        """Sends a request for a page of a list. `noun` names the list, and `time` the field with a record's position.

        Without `time`, the list has one page.
        """

        def read(response: httpx.Response) -> PageOf[Any]:
            return page_of(read_reply(reply, response.content), response, noun, time)

        return await self._attempt(prepared, call, read)

    async def perform(self, prepared: Prepared, call: Call) -> None:
        """Sends a request that returns nothing."""
        await self._attempt(prepared, call, lambda _: None)

    async def _attempt(self, prepared: Prepared, call: Call, read: Callable[[httpx.Response], T]) -> T:
        request = self._build(prepared, call)
        retries = 0
        while True:
            try:
                return await self._once(request, call, read)
            except AidError as error:
                pause = pause_before_retry(error, retries) if retries < prepared.max_retries else None
                if pause is None:
                    raise
            retries += 1
            await sleep(pause)

    async def _once(self, request: httpx.Request, call: Call, read: Callable[[httpx.Response], T]) -> T:
        try:
            response = await self.http.send(request)
        except httpx.TimeoutException as error:
            raise APITimeoutError(
                f"{call.method} {call.path}: timed out", code="connection.timeout", retryable=True
            ) from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise APIConnectionError(
                f"{call.method} {call.path}: {error or type(error).__name__}", code="connection.failed", retryable=True
            ) from error
        if not response.is_success:
            raise error_of(response)
        capture_response(response)
        try:
            return read(response)
        except ValidationError as error:
            raise _unreadable(response, call, error) from error

    def _build(self, prepared: Prepared, call: Call) -> httpx.Request:
        """The request, which is the same for all its attempts, including its idempotency key."""
        options = call.options
        headers = list(prepared.headers)
        if call.method != "GET":
            headers.append((b"idempotency-key", (options.idempotency_key or str(uuid.uuid4())).encode()))
        content = None
        if call.body is not None:
            headers.append((b"content-type", b"application/json"))
            content = wire_body(call.body)
        extensions = prepared.extensions
        if options.timeout is not None or call.held_ms > 0:
            timeout = prepared.timeout if options.timeout is None else options.timeout
            held = call.held_ms / 1000 + MARGIN_SECONDS if call.held_ms > 0 else 0.0
            extensions = {"timeout": httpx.Timeout(max(timeout, held)).as_dict()}
        request = httpx.Request(
            call.method,
            prepared.url + call.path,
            params=wire_query(call.query) if call.query else None,
            content=content,
            headers=headers,
            extensions=extensions,
        )
        if options.extra_headers:
            request.headers.update(options.extra_headers)
        return request


_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=100, keepalive_expiry=55)


def _unreadable(response: httpx.Response, call: Call, error: ValidationError) -> AidError:
    """The error for a success without valid JSON: retryable if it was cut off, else not from the service."""
    is_cut = any(problem["type"] == "json_invalid" for problem in error.errors(include_url=False))
    kind = APIConnectionError if is_cut else AidError
    return kind(
        f"{call.method} {call.path}: the response is {'truncated' if is_cut else 'not a record of the service'}",
        status=None if is_cut else response.status_code,
        code="connection.failed" if is_cut else "response.unreadable",
        request_id=response.headers.get("x-request-id"),
        retryable=is_cut,
    )
