"""Sends requests: headers, retries, errors."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError

from .._call import Call, wire_body, wire_query
from .._errors import AidError, APIConnectionError, APITimeoutError, error_of
from .._io_sync import sleep
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
"""How much longer than the service holds a response back the client waits for it."""


class Prepared:
    """Settings as a transport uses them: headers and timeout of all requests, made once."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.url = settings.url
        self.max_retries = settings.max_retries
        self.timeout = settings.timeout
        authorization = {} if settings.key is None else {"authorization": f"Bearer {settings.key.reveal()}"}
        merged = httpx.Headers({**http.headers, "user-agent": USER_AGENT, **settings.headers, **authorization})
        self.headers = merged.raw
        self.extensions = {"timeout": httpx.Timeout(settings.timeout).as_dict()}

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Transport:
    """One HTTP client, and how its requests are made. Scoped clients share it."""

    def __init__(self, http_client: httpx.Client | None) -> None:
        self.is_own = http_client is None
        self.http = httpx.Client(limits=_LIMITS) if http_client is None else http_client

    def prepare(self, settings: Settings) -> Prepared:
        """What the requests of a client have in common."""
        return Prepared(settings, self.http)

    def close(self) -> None:
        """Closes the connections, unless the HTTP client is the caller's."""
        if self.is_own:
            self.http.close()

    def fetch(self, prepared: Prepared, call: Call, reply: type[M]) -> M:
        """Sends a request and returns the record in the response."""
        return self._attempt(prepared, call, lambda response: read_reply(reply, response.content))

    def fetch_any(self, prepared: Prepared, call: Call, reply: TypeAdapter[T]) -> T:
        """Sends a request and returns the value in the response, which is one of several kinds."""
        return self._attempt(prepared, call, lambda response: reply.validate_json(response.content))

    def fetch_page(
        self, prepared: Prepared, call: Call, reply: type[M], noun: str, time: str | None
    ) -> PageOf[Any]:
        """Sends a request for a page of a list. `noun` and `time` name the list and the place of a record in it.

        Without `time` the list has one page.
        """

        def read(response: httpx.Response) -> PageOf[Any]:
            return page_of(read_reply(reply, response.content), response, noun, time)

        return self._attempt(prepared, call, read)

    def perform(self, prepared: Prepared, call: Call) -> None:
        """Sends a request whose response has nothing to return."""
        self._attempt(prepared, call, lambda _: None)

    def _attempt(self, prepared: Prepared, call: Call, read: Callable[[httpx.Response], T]) -> T:
        request = self._build(prepared, call)
        retries = 0
        while True:
            try:
                return self._once(request, call, read)
            except AidError as error:
                pause = pause_before_retry(error, retries) if retries < prepared.max_retries else None
                if pause is None:
                    raise
            retries += 1
            sleep(pause)

    def _once(self, request: httpx.Request, call: Call, read: Callable[[httpx.Response], T]) -> T:
        try:
            response = self.http.send(request)
        except httpx.TimeoutException as error:
            raise APITimeoutError(
                f"{call.method} {call.path}: no response in time", code="connection.timeout", retryable=True
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
        """The request, the same for all its attempts: so is its idempotency key."""
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
    """A success that is no JSON was cut off on the way, and is asked for again. Any other is not of the service."""
    is_cut = any(problem["type"] == "json_invalid" for problem in error.errors(include_url=False))
    kind = APIConnectionError if is_cut else AidError
    return kind(
        f"{call.method} {call.path}: the response is {'cut off' if is_cut else 'no record of the service'}",
        status=None if is_cut else response.status_code,
        code="connection.failed" if is_cut else "response.unreadable",
        request_id=response.headers.get("x-request-id"),
        retryable=is_cut,
    )
