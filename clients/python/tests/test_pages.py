from __future__ import annotations

import asyncio
from typing import Any

from aid_stack.testing import FakeResponse, FakeService, SentRequest

from .records import event, time


def log(count: int, *, holes: frozenset[int] = frozenset(), look: int = 10**9) -> Any:
    """A log of events as the service pages it: it looks at so many, and passes over the holes."""

    def respond(request: SentRequest) -> FakeResponse:
        limit = int(request.query["limit"])
        forwards = "since" in request.query
        numbers = list(range(1, count + 1)) if forwards else list(range(count, 0, -1))
        if forwards:
            numbers = [number for number in numbers if time(number) > request.query["since"]]
        if "before" in request.query:
            numbers = [number for number in numbers if time(number) < request.query["before"]]
        seen: list[int] = []
        page: list[int] = []
        for number in numbers:
            if len(page) == limit or len(seen) == look:
                break
            seen.append(number)
            if number not in holes:
                page.append(number)
        headers = {}
        if len(page) < limit and len(seen) < len(numbers):
            headers = {"x-aid-more": "true", f"x-aid-more-{'since' if forwards else 'before'}": time(seen[-1])}
        return FakeResponse(json={"events": [event(number) for number in page]}, headers=headers)

    return respond


def test_a_list_is_read_to_its_end_and_nothing_comes_twice(service: FakeService) -> None:
    for count in (0, 1, 49, 50, 51, 120):
        service.on("GET", "/v1/events", log(count))
        ids = [one.id for one in service.client().events.list()]
        assert ids == [f"evt_{number}" for number in range(count, 0, -1)]


def test_a_list_with_since_is_read_forwards(service: FakeService) -> None:
    service.on("GET", "/v1/events", log(120))
    ids = [one.id for one in service.client().events.list(since=time(20), before=time(100), limit=7)]
    assert ids == [f"evt_{number}" for number in range(21, 100)]


def test_pages_that_ended_early_and_empty_ones_are_not_the_end(service: FakeService) -> None:
    holes = frozenset(range(5, 90))
    for query in ({}, {"since": "2020-01-01T00:00:00.000Z"}):
        service.on("GET", "/v1/events", log(120, holes=holes, look=9))
        client = service.client()
        found = {one.id for one in client.events.list(limit=4, **query)}  # type: ignore[arg-type]
        assert found == {f"evt_{number}" for number in range(1, 121) if number not in holes}


def test_nothing_is_requested_before_it_is_needed(service: FakeService) -> None:
    service.on("GET", "/v1/events", log(120))
    pages = service.client().events.list(limit=10)
    assert service.requests == []
    for index, _ in enumerate(pages):
        if index == 14:
            break
    assert len(service.requests) == 2


def test_first_page_next_page_and_all(service: FakeService) -> None:
    service.on("GET", "/v1/events", log(25))
    pages = service.client().events.list(limit=10)
    first = pages.first_page()
    assert (len(first), first.has_more) == (10, True)
    second = first.next_page()
    assert second is not None
    assert second.items[0].id == "evt_15"
    assert [one.id for one in pages.all(limit=12)] == [f"evt_{number}" for number in range(25, 13, -1)]
    assert pages.all(limit=0) == []
    assert len(pages.all()) == 25


def test_a_list_without_pages_has_one(service: FakeService) -> None:
    service.on("GET", "/v1/events/streams", {"streams": [{"id": "str_1"}]})
    assert [stream.id for stream in service.client().events.streams.list()] == ["str_1"]
    assert service.requests[0].query == {}


def test_the_asynchronous_list(service: FakeService) -> None:
    service.on("GET", "/v1/events", log(120))

    async def run() -> list[str]:
        async with service.async_client() as client:
            return [one.id async for one in client.events.list()]

    assert asyncio.run(run()) == [f"evt_{number}" for number in range(120, 0, -1)]
