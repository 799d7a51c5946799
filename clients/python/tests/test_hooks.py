from __future__ import annotations

import asyncio
import logging
from typing import Any

import httpx
import pytest

from aid_stack import (
    Aid,
    CallHooks,
    CallInfo,
    CallResult,
    HandlingHooks,
    HandlingInfo,
    HandlingResult,
    Hooks,
    NotFoundError,
    RequestInfo,
    ResponseInfo,
    RetryInfo,
)
from aid_stack.testing import FakeResponse, FakeService

from .records import ACTOR, error

REPLIES: list[Any] = [
    httpx.ConnectError("refused"),
    FakeResponse(503, error(503, "service.unavailable", retryable=True), {"x-request-id": "r-2"}),
    FakeResponse(200, ACTOR, {"x-request-id": "r-3"}),
]


def seen(records: list[Any]) -> list[tuple[object, ...]]:
    """What the hooks were called with, without times."""
    found: list[tuple[object, ...]] = []
    for record in records:
        assert (record.method, record.path) == ("GET", "/v1/me")
        if isinstance(record, RequestInfo):
            found.append(("request", record.attempt))
        elif isinstance(record, ResponseInfo):
            assert record.duration_ms >= 0
            found.append(("response", record.attempt, record.status, record.request_id))
        elif isinstance(record, RetryInfo):
            assert record.delay_ms >= 0
            found.append(("retry", record.attempt, record.error.code))
    return found


EXPECTED = [
    ("request", 1),
    ("retry", 1, "connection.failed"),
    ("request", 2),
    ("response", 2, 503, "r-2"),
    ("retry", 2, "service.unavailable"),
    ("request", 3),
    ("response", 3, 200, "r-3"),
]


def test_hooks_are_called_with_each_request_response_and_retry(service: FakeService) -> None:
    records: list[object] = []
    hooks = Hooks(request=records.append, response=records.append, retry=records.append)
    service.on("GET", "/v1/me", *REPLIES)
    service.client(hooks=hooks).with_options(timeout=5).me()
    assert seen(records) == EXPECTED


def test_hooks_of_the_asynchronous_client_may_be_coroutine_functions(service: FakeService) -> None:
    records: list[object] = []

    async def note(record: object) -> None:
        records.append(record)

    async def main() -> None:
        await service.async_client(hooks=Hooks(request=note, response=note, retry=note)).me()

    service.on("GET", "/v1/me", *REPLIES)
    asyncio.run(main())
    assert seen(records) == EXPECTED


def test_an_exception_of_a_hook_is_logged_and_changes_nothing(
    service: FakeService, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_record: object) -> None:
        raise RuntimeError("no metrics")

    service.on("GET", "/v1/me", ACTOR)
    assert service.client(hooks=Hooks(request=broken, response=broken)).me().org_slug == "works"
    assert [record.levelno for record in caplog.records if record.name == "aid_stack"] == [logging.ERROR] * 2
    assert "no metrics" in caplog.text


def test_an_error_that_stays_is_no_retry(service: FakeService) -> None:
    records: list[object] = []
    with pytest.raises(NotFoundError):
        service.client(hooks=Hooks(retry=records.append)).me()
    assert records == []


def test_retries_are_logged_without_the_key(service: FakeService, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "aid_stack")
    service.on("GET", "/v1/me", *REPLIES)
    service.client(key="aid_agt_SECRET").me()
    assert "GET /v1/me: 503 service.unavailable" in caplog.text
    assert "SECRET" not in caplog.text


def failing(_record: object) -> Any:
    raise RuntimeError("no disk")


async def failing_later(_record: object) -> Any:
    raise RuntimeError("no disk")


BROKEN: dict[str, Hooks] = {
    "beginning": Hooks(call=failing),
    "result": Hooks(call=lambda _: {"headers": {"x": "y"}}),
    "end": Hooks(call=lambda _: CallHooks(end=failing)),
    "attempts": Hooks(call=lambda _: CallHooks(request=failing, response=failing, retry=failing)),
    "header": Hooks(call=lambda _: CallHooks(headers={"x-trace": "a\nb"})),
    "own header": Hooks(call=lambda _: CallHooks(headers={"Authorization": "Bearer other"})),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_call_has_its_outcome_whatever_the_hook_of_calls_does(service: FakeService, name: str) -> None:
    service.on("GET", "/v1/me", *REPLIES)
    aid = service.client(key="aid_agt_own", hooks=BROKEN[name])
    assert aid.me().org_slug == "works"
    assert {request.headers["authorization"] for request in service.requests} == {"Bearer aid_agt_own"}
    with pytest.raises(NotFoundError):
        aid.tasks.get("tsk_1")


def test_a_call_with_coroutines_has_its_outcome_whatever_the_hook_of_calls_does(service: FakeService) -> None:
    def begin(_info: CallInfo) -> CallHooks:
        return CallHooks(end=failing_later, retry=failing_later)

    async def main() -> None:
        for hooks in (Hooks(call=failing_later), Hooks(call=begin)):
            service.on("GET", "/v1/me", *REPLIES)
            assert (await service.async_client(hooks=hooks).me()).org_slug == "works"

    asyncio.run(main())


def test_the_end_of_a_call_has_its_attempts_and_the_status_and_error_of_the_last_one(service: FakeService) -> None:
    ends: list[CallResult] = []
    calls: list[CallInfo] = []
    attempts: list[int] = []

    def begin(info: CallInfo) -> CallHooks:
        calls.append(info)
        return CallHooks(end=ends.append, request=lambda request: attempts.append(request.attempt))

    service.on("GET", "/v1/me", *REPLIES)
    aid = service.client(hooks=Hooks(call=begin))
    aid.me()
    with pytest.raises(NotFoundError) as caught:
        aid.identity("agt_1").mail.messages.get("msg_1")
    assert ends == [CallResult(3, 200, None), CallResult(1, 404, caught.value)]
    assert attempts == [1, 2, 3, 1]
    origin = "https://aid.test"
    route = "/v1/identities/{id}/mail/messages/{id}"
    assert calls == [CallInfo("GET", "/v1/me", origin), CallInfo("GET", route, origin)]


def test_a_call_that_is_cancelled_has_an_end() -> None:
    ends: list[CallResult] = []

    async def wait(_request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(60)
        raise AssertionError

    async def main() -> None:
        from aid_stack import AsyncAid

        http = httpx.AsyncClient(transport=httpx.MockTransport(wait))
        hooks = Hooks(call=lambda _: CallHooks(end=ends.append))
        aid = AsyncAid(key="k", url="https://aid.test:8443/base", http_client=http, hooks=hooks)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(aid.me(), 0.05)

    asyncio.run(main())
    [end] = ends
    assert (end.attempts, end.status) == (1, None)
    assert isinstance(end.error, asyncio.CancelledError)


def test_the_origin_has_a_port_only_where_the_address_has_one() -> None:
    origins: list[str] = []
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=ACTOR))
    for url in ("https://aid.test:8443/base", "http://aid.test", "http://[::1]:8787"):
        hooks = Hooks(call=lambda info: origins.append(info.origin))
        Aid(key="k", url=url, http_client=httpx.Client(transport=transport), hooks=hooks).me()
    assert origins == ["https://aid.test:8443", "http://aid.test", "http://[::1]:8787"]


def test_a_handler_has_its_outcome_whatever_the_hook_of_handlers_does() -> None:
    from aid_stack._sync.hooks import handled

    info = HandlingInfo("tasks.work", "tsk_1")
    ends: list[HandlingResult] = []

    def refuse() -> str:
        raise ValueError("no soup")

    for hooks in (
        Hooks(handle=failing),
        Hooks(handle=lambda _: None),
        Hooks(handle=lambda _: HandlingHooks(end=failing)),
    ):
        assert handled(hooks, info, lambda: "done") == "done"
        with pytest.raises(ValueError, match="no soup"):
            handled(hooks, info, refuse)
    noting = Hooks(handle=lambda _: HandlingHooks(end=ends.append))
    assert handled(noting, info, lambda: "done", lambda _: 204) == "done"
    assert ends == [HandlingResult(204)]
