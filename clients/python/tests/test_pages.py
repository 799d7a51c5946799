from __future__ import annotations

import asyncio
from typing import Any

import pytest

from aid_stack import ServerError
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


@pytest.mark.parametrize(("tail", "circle"), [(0, 1), (0, 2), (1, 2), (0, 3), (5, 4), (9, 16)])
def test_pages_that_name_each_other_in_a_circle_end_with_an_error(service: FakeService, tail: int, circle: int) -> None:
    def respond(request: SentRequest) -> FakeResponse:
        asked = request.query.get("before")
        number = 0 if asked is None else int(asked.removeprefix("place-")) + 1
        named = number if number < tail + circle else tail
        headers = {"x-aid-more": "true", "x-aid-more-before": f"place-{named}"}
        return FakeResponse(json={"events": [event(number)]}, headers=headers)

    service.on("GET", "/v1/events", respond)
    with pytest.raises(ServerError, match="comes twice") as caught:
        service.client().events.list().all()
    assert (caught.value.code, caught.value.retryable) == ("response.invalid", False)
    assert len(service.requests) <= 3 * (tail + circle + 1)


@pytest.mark.parametrize(
    ("bound", "items", "is_retryable"),
    [("since", [], True), ("since", [event(1)], False), ("before", [], False)],
)
def test_a_page_that_ends_where_it_began_may_be_read_later_only_where_an_event_is_being_written(
    service: FakeService, bound: str, items: list[Any], *, is_retryable: bool
) -> None:
    headers = {"x-aid-more": "true", f"x-aid-more-{bound}": time(1)}
    service.on("GET", "/v1/events", FakeResponse(json={"events": items}, headers=headers))
    with pytest.raises(ServerError, match="comes twice") as caught:
        service.client().events.list(**{bound: time(1)}).all()  # type: ignore[arg-type]
    assert caught.value.retryable is is_retryable
