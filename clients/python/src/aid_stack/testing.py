"""A fake service, for tests of your programs without a network.

from aid_stack import Aid
from aid_stack.testing import FakeService

service = FakeService()
service.on("POST", "/v1/identities/me/mail/send", {"id": "msg_1", "status": "queued"})
aid = service.client()
aid.mail.send(to="ada@example.com", subject="Hello", text="Hi.")
assert service.requests[0].json["subject"] == "Hello"
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

import httpx

from ._async.client import AsyncAid
from ._settings import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_SECONDS
from ._sync.client import Aid

if TYPE_CHECKING:
    from ._hooks import Hooks
    from ._proof import PrivateKey

__all__ = ["FakeResponse", "FakeService", "SentRequest"]

KEY = "aid_agt_of_a_test"
URL = "https://aid.test"


@dataclass(frozen=True)
class SentRequest:
    """A request that the client sent.

    Attributes:
        method: The method, such as `POST`.
        path: The path, without the query.
        query: The query, decoded.
        headers: The headers.
        json: The body; None if there is none.
    """

    method: str
    path: str
    query: Mapping[str, str]
    headers: httpx.Headers
    json: Any


@dataclass(frozen=True)
class FakeResponse:
    """A response with a status other than 200, or with headers."""

    status: int = 200
    json: Any = None
    headers: Mapping[str, str] | None = None


Answer = Union[Mapping[str, Any], FakeResponse, Exception, Callable[[SentRequest], Any]]
"""A response: JSON, a `FakeResponse`, an httpx exception to raise, or a function that returns one of these."""


class FakeService:
    """Sends prepared responses, and records the requests. A request without a response gets the service's 404.

    Attributes:
        requests: The requests in order, including retries.
    """

    def __init__(self) -> None:
        self.requests: list[SentRequest] = []
        self._answers: dict[tuple[str, str], list[Answer]] = {}

    def on(self, method: str, path: str, *answers: Answer) -> None:
        """Sets the responses to a request: one after another, and then the last one repeatedly."""
        self._answers[(method, path)] = list(answers)

    def client(
        self,
        *,
        key: str = KEY,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        max_retries: int = DEFAULT_MAX_RETRIES,
        headers: Mapping[str, str] | None = None,
        private_key: PrivateKey | None = None,
        hooks: Hooks | None = None,
    ) -> Aid:
        """A client of this fake service, with the key of a fictitious agent."""
        return Aid(
            key=key,
            url=URL,
            timeout=timeout,
            max_retries=max_retries,
            http_client=httpx.Client(transport=httpx.MockTransport(self._respond)),
            headers=headers,
            private_key=private_key,
            hooks=hooks,
        )

    def async_client(
        self,
        *,
        key: str = KEY,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        max_retries: int = DEFAULT_MAX_RETRIES,
        headers: Mapping[str, str] | None = None,
        private_key: PrivateKey | None = None,
        hooks: Hooks | None = None,
    ) -> AsyncAid:
        """An asynchronous client of this fake service."""
        return AsyncAid(
            key=key,
            url=URL,
            timeout=timeout,
            max_retries=max_retries,
            http_client=httpx.AsyncClient(transport=httpx.MockTransport(self._respond)),
            headers=headers,
            private_key=private_key,
            hooks=hooks,
        )

    def _respond(self, request: httpx.Request) -> httpx.Response:
        content = request.content
        sent = SentRequest(
            method=request.method,
            path=request.url.path,
            query=dict(request.url.params),
            headers=request.headers,
            json=json.loads(content) if content else None,
        )
        self.requests.append(sent)
        answers = self._answers.get((sent.method, sent.path))
        if not answers:
            return _response(sent, _not_found())
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        return _response(sent, answer)


def _response(sent: SentRequest, answer: Any) -> httpx.Response:
    if isinstance(answer, Exception):
        raise answer
    if callable(answer):
        return _response(sent, answer(sent))
    given = answer if isinstance(answer, FakeResponse) else FakeResponse(json=answer)
    if given.status == 204 or isinstance(given.json, bytes):
        return httpx.Response(given.status, content=given.json, headers=given.headers)
    return httpx.Response(given.status, json=given.json, headers=given.headers)


def _not_found() -> FakeResponse:
    error = {
        "code": "resource.not_found",
        "message": "No such resource.",
        "request_id": "request-of-a-test",
        "retryable": False,
    }
    return FakeResponse(404, {"error": error})
