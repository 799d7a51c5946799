"""Followers where no stream can be opened."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from aid_stack.testing import FakeResponse, FakeService

from .records import error, event, time

UNREACHABLE = {"id": "str_1", "connect_url": "ws://127.0.0.1:1/stream", "expires_at": time(60)}

NO_STREAM = [
    UNREACHABLE,
    FakeResponse(429, error(429, "limit.exceeded", retryable=True), {"retry-after": "600"}),
    FakeResponse(503, error(503, "service.unavailable", retryable=True), {"retry-after": "600"}),
]


@pytest.mark.parametrize("refusal", NO_STREAM)
def test_the_history_is_read_at_once_where_no_stream_can_be_opened(service: FakeService, refusal: Any) -> None:
    service.on("POST", "/v1/events/streams", refusal)
    service.on("GET", "/v1/events", {"events": [event(1)]}, {"events": []})
    assert next(iter(service.client().events.follow(since=time(0)))).id == "evt_1"
    assert [sent.path for sent in service.requests] == ["/v1/events/streams", "/v1/events"]


@pytest.mark.parametrize("refusal", NO_STREAM)
def test_the_asynchronous_follower_reads_it_at_once_too(service: FakeService, refusal: Any) -> None:
    service.on("POST", "/v1/events/streams", refusal)
    service.on("GET", "/v1/events", {"events": [event(1)]}, {"events": []})

    async def run() -> str | None:
        async with service.async_client() as client:
            async for found in client.events.follow(since=time(0)):
                return found.id
        return None

    assert asyncio.run(run()) == "evt_1"
    assert [sent.path for sent in service.requests] == ["/v1/events/streams", "/v1/events"]


def test_an_event_of_the_history_comes_once_and_the_next_stream_is_asked_for_what_follows_it(
    service: FakeService,
) -> None:
    service.on("POST", "/v1/events/streams", UNREACHABLE)
    service.on("GET", "/v1/events", {"events": [event(1), event(2, "mail.sent")]}, {"events": [event(3)]})
    followed = iter(service.client().events.follow(since=time(0), types=["mail.received", "mail.failed"]))
    assert [next(followed).id, next(followed).id] == ["evt_1", "evt_3"]
    streams = [sent.json["since"] for sent in service.requests if sent.method == "POST"]
    assert streams == [time(0), time(1)]


def test_a_page_that_ends_at_an_event_that_is_still_being_written_is_read_again(service: FakeService) -> None:
    unfinished = FakeResponse(json={"events": []}, headers={"x-aid-more": "true", "x-aid-more-since": time(0)})
    service.on("POST", "/v1/events/streams", UNREACHABLE)
    service.on("GET", "/v1/events", unfinished, {"events": [event(1)]})
    assert next(iter(service.client().events.follow(since=time(0)))).id == "evt_1"
