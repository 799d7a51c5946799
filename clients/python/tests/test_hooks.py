from __future__ import annotations

import asyncio
import logging
from typing import Any

import httpx
import pytest

from aid_stack import Hooks, NotFoundError, RequestInfo, ResponseInfo, RetryInfo
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
