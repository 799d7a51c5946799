from __future__ import annotations

import asyncio
import pickle
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import httpx
import pytest

from aid_stack import (
    AidError,
    APIConnectionError,
    APIPermissionError,
    APITimeoutError,
    AuthError,
    ConflictError,
    NotFoundError,
    RateLimitError,
    ServerError,
    ValidationError,
)
from aid_stack.testing import FakeResponse, FakeService

from .records import ACTOR, SENT, error

SEND = ("POST", "/v1/identities/me/mail/send")


def test_all_attempts_of_a_call_have_one_idempotency_key_and_two_calls_have_two(service: FakeService) -> None:
    service.on(*SEND, httpx.ConnectError("refused"), FakeResponse(500, error(500, "internal.error")), SENT)
    client = service.client()
    client.mail.send(to="ada@example.com", subject="1", text="x")
    client.mail.send(to="ada@example.com", subject="2", text="x")
    keys = [request.headers["idempotency-key"] for request in service.requests]
    assert len(keys) == 4
    assert keys[0] == keys[1] == keys[2] != keys[3]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (FakeResponse(400, error(400, "validation.failed")), ValidationError),
        (FakeResponse(401, error(401, "auth.unauthorized", retryable=True)), AuthError),
        (FakeResponse(403, error(403, "auth.forbidden")), APIPermissionError),
        (FakeResponse(404, error(404, "resource.not_found", retryable=True)), NotFoundError),
        (FakeResponse(409, error(409, "idempotency.conflict", retryable=True)), ConflictError),
        (FakeResponse(413, error(413, "payload.too_large")), ValidationError),
        (FakeResponse(422, b"<h1>Unprocessable Content</h1>"), ValidationError),
        (FakeResponse(302, None), ValidationError),
        (FakeResponse(200, b""), ServerError),
        (FakeResponse(200, b"<!doctype html><title>Sign in</title>"), ServerError),
    ],
)
def test_errors_that_stay_are_raised_at_once(service: FakeService, answer: FakeResponse, kind: type[AidError]) -> None:
    service.on("GET", "/v1/me", answer)
    with pytest.raises(kind) as caught:
        service.client().me()
    assert len(service.requests) == 1
    assert type(caught.value) is kind
    assert caught.value.status == answer.status


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (FakeResponse(429, error(429, "rate_limit.exceeded", retryable=True)), RateLimitError),
        (FakeResponse(500, error(500, "internal.error", retryable=True)), ServerError),
        (FakeResponse(502, b"<h1>Bad Gateway</h1>"), ServerError),
        (FakeResponse(418, error(418, "tea.pot", retryable=True)), ValidationError),
        (FakeResponse(200, b'{"actor_type": "ag'), APIConnectionError),
        (httpx.RemoteProtocolError("peer closed connection"), APIConnectionError),
        (httpx.ReadTimeout("late"), APITimeoutError),
    ],
)
def test_errors_that_may_pass_are_raised_after_four_retries(
    service: FakeService, answer: Any, kind: type[AidError], no_pauses: list[float]
) -> None:
    service.on("GET", "/v1/me", answer)
    with pytest.raises(kind) as caught:
        service.client().me()
    assert type(caught.value) is kind
    assert len(service.requests) == 5
    assert caught.value.retryable
    assert len(no_pauses) == 4
    assert all(0 <= pause <= 0.5 * 2**number for number, pause in enumerate(no_pauses))


def test_a_pause_is_never_shorter_than_retry_after(service: FakeService, no_pauses: list[float]) -> None:
    limited = FakeResponse(429, error(429, "rate_limit.exceeded", retryable=True), {"retry-after": "7"})
    service.on("GET", "/v1/me", limited, ACTOR)
    service.client().me()
    assert no_pauses[0] >= 7


def test_retry_after_may_be_a_date(service: FakeService, no_pauses: list[float]) -> None:
    began = datetime.now(timezone.utc)
    soon = format_datetime(began + timedelta(seconds=50), usegmt=True)
    limited = [FakeResponse(429, error(429, "rate_limit.exceeded"), {"retry-after": at}) for at in (soon, "tomorrow")]
    service.on("GET", "/v1/me", *limited, ACTOR)
    service.client().me()
    # A slow machine asks when less of the time is left.
    passed = (datetime.now(timezone.utc) - began).total_seconds()
    assert 49 - passed <= no_pauses[0] <= 51
    assert no_pauses[1] <= 1


def test_a_limit_that_lasts_longer_than_a_minute_is_raised_at_once(service: FakeService) -> None:
    limited = FakeResponse(429, error(429, "usage.email_limit", retryable=True), {"retry-after": "40000"})
    service.on(*SEND, limited)
    with pytest.raises(RateLimitError) as caught:
        service.client().mail.send(to="ada@example.com", text="x")
    assert caught.value.retry_after_ms == 40_000_000
    assert len(service.requests) == 1


def test_max_retries_of_a_client_and_of_its_copies(service: FakeService) -> None:
    service.on("GET", "/v1/me", FakeResponse(500, error(500, "internal.error", retryable=True)))
    client = service.client(max_retries=2)
    for copy, attempts in ((client, 3), (client.with_options(max_retries=0), 1), (client.identity("agt_2"), 3)):
        service.requests.clear()
        with pytest.raises(ServerError):
            copy.me()
        assert len(service.requests) == attempts


def test_an_error_says_what_failed_and_can_be_pickled(service: FakeService) -> None:
    with pytest.raises(NotFoundError) as caught:
        service.client().tasks.get("tsk_1")
    text = str(caught.value)
    assert text == "404 resource.not_found: No such resource. (request request-of-a-test)"
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.code, copy.status, str(copy)) == ("resource.not_found", 404, text)


def test_the_asynchronous_client_retries_too(service: FakeService, no_pauses: list[float]) -> None:
    service.on("GET", "/v1/me", httpx.ReadError("reset"), FakeResponse(200, b"{"), ACTOR)

    async def run() -> str:
        async with service.async_client() as client:
            return (await client.me()).org_slug

    assert asyncio.run(run()) == "works"
    assert len(no_pauses) == 2
