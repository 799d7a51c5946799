"""Sends requests: headers, retries, errors."""

from __future__ import annotations

import time
import uuid
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError

from .._body_checks import check_body
from .._call import Call, wire_body, wire_query
from .._checks import headers_of, idempotency_key_of, origin_of, seconds_of, transport_timeout
from .._errors import AidError, InvalidArgumentError
from .._failures import error_of, failure_of, unreadable_of
from .._hooks import CallInfo, RequestInfo, ResponseInfo, RetryInfo
from .._http_async import AsyncHttp
from .._io_async import sleep
from .._log import logger
from .._model import Model
from .._paging import PageOf, page_of
from .._raw import capture_response
from .._retry import pause_before_retry
from .._settings import USER_AGENT, Settings
from .._tolerant import read_reply
from .hooks import begin_call, notify

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .._hooks import Hooks

T = TypeVar("T")
M = TypeVar("M", bound=Model)

MARGIN_SECONDS = 10.0
"""How much longer than the service's own wait the client waits for a response."""


class Prepared:
    """Settings in the form that a transport uses: the headers and timeout of all requests, computed once."""

    def __init__(self, settings: Settings, common: httpx.Headers) -> None:
        self.url = settings.url
        self.max_retries = settings.max_retries
        self.hooks = settings.hooks
        self.timeout = settings.timeout
        authorization = {} if settings.key is None else {"authorization": f"Bearer {settings.key.reveal()}"}
        merged = httpx.Headers(
            {**common, "user-agent": USER_AGENT, **settings.headers, **authorization}, encoding="latin-1"
        )
        self.headers = merged.raw
        self.extensions = transport_timeout(settings.timeout)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class AsyncTransport:
    """An HTTP client, and how it makes requests. Scoped clients share it."""

    def __init__(self, http_client: httpx.AsyncClient | None, proxy: str | None) -> None:
        self.http = AsyncHttp(http_client, proxy)

    def prepare(self, settings: Settings) -> Prepared:
        """What the requests of a client have in common."""
        return Prepared(settings, self.http.headers)

    async def aclose(self) -> None:
        """Closes the connections, unless the HTTP client is the caller's."""
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
            return page_of(read_reply(reply, response.content), response, call, noun, time)

        return await self._attempt(prepared, call, read)

    async def perform(self, prepared: Prepared, call: Call) -> None:
        """Sends a request that returns nothing."""

        def read(response: httpx.Response) -> None:
            # A proxy's sign-in page is no sign that the service has done it.
            if response.content.lstrip()[:1] == b"<":
                raise unreadable_of(response, call)

        await self._attempt(prepared, call, read)

    async def _attempt(self, prepared: Prepared, call: Call, read: Callable[[httpx.Response], T]) -> T:
        request = self._build(prepared, call)
        hooks = prepared.hooks
        if hooks.call is None:
            return await self._repeat(prepared, request, call, read, hooks)
        observed = await begin_call(hooks, hooks.call, CallInfo(call.method, call.route, origin_of(prepared.url)))
        try:
            _add_headers(request, observed.headers)
            result = await self._repeat(prepared, request, call, read, observed.hooks)
        except BaseException as error:
            await observed.end(error)
            raise
        await observed.end(None)
        return result

    async def _repeat(
        self, prepared: Prepared, request: httpx.Request, call: Call, read: Callable[[httpx.Response], T], hooks: Hooks
    ) -> T:
        attempt = 1
        while True:
            try:
                response = await self._send(request, call, attempt, hooks)
                return _result(response, call, read)
            except AidError as error:
                pause = pause_before_retry(error, attempt - 1) if attempt <= prepared.max_retries else None
                if pause is None:
                    raise
                logger.info("%s %s: %s; attempt %d in %.1f s", call.method, call.path, error, attempt + 1, pause)
                if hooks.retry is not None:
                    await notify(hooks.retry, RetryInfo(call.method, call.path, attempt, pause * 1000, error))
            attempt += 1
            await sleep(pause)

    async def _send(self, request: httpx.Request, call: Call, attempt: int, hooks: Hooks) -> httpx.Response:
        if hooks.request is not None:
            await notify(hooks.request, RequestInfo(call.method, call.path, attempt))
        began = time.monotonic()
        try:
            http = await self.http.client()
            # Whatever the caller's HTTP client does otherwise: the key goes to no other address.
            response = await http.send(request, follow_redirects=False)
        except AidError:
            raise
        except Exception as error:
            failure = failure_of(error, request, call)
            if failure is not None:
                raise failure from error
            if self.http.is_own:
                raise
            raise InvalidArgumentError(f"http_client: {type(error).__name__}: {error}") from error
        if hooks.response is not None:
            duration = (time.monotonic() - began) * 1000
            identifier = response.headers.get("x-request-id")
            record = ResponseInfo(call.method, call.path, attempt, response.status_code, duration, identifier)
            await notify(hooks.response, record)
        return response

    def _build(self, prepared: Prepared, call: Call) -> httpx.Request:
        """The request, which is the same for all its attempts, including its idempotency key."""
        options = call.options
        headers = list(prepared.headers)
        if call.method != "GET":
            given = options.idempotency_key
            key = str(uuid.uuid4()) if given is None else idempotency_key_of(given)
            headers.append((b"idempotency-key", key.encode()))
        content = None
        if call.body is not None:
            headers.append((b"content-type", b"application/json"))
            check_body(call.path, call.body)
            content = wire_body(call.body)
        extensions = prepared.extensions
        if options.timeout is not None or call.held_ms > 0:
            timeout = prepared.timeout if options.timeout is None else seconds_of(options.timeout)
            held = call.held_ms / 1000 + MARGIN_SECONDS if call.held_ms > 0 else 0.0
            extensions = transport_timeout(max(timeout, held))
        request = httpx.Request(
            call.method,
            prepared.url + call.path,
            params=wire_query(call.query) if call.query else None,
            content=content,
            headers=headers,
            extensions=extensions,
        )
        if options.extra_headers:
            extra = headers_of(options.extra_headers, "extra_headers")
            request.headers.update(httpx.Headers(extra, encoding="latin-1"))
        return request


def _add_headers(request: httpx.Request, given: Mapping[str, str] | None) -> None:
    """Adds the headers of a hook, but for those that the request has. One that cannot be sent is logged."""
    try:
        added = headers_of(given, "headers")
    except InvalidArgumentError:
        logger.exception("a hook has returned a header that cannot be sent")
        return
    for name, value in added.items():
        request.headers.setdefault(name, value)


def _result(response: httpx.Response, call: Call, read: Callable[[httpx.Response], T]) -> T:
    if not response.is_success:
        raise error_of(response)
    capture_response(response)
    try:
        return read(response)
    except ValidationError as error:
        raise unreadable_of(response, call) from error
