from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any, cast

import httpx
import pytest
from opentelemetry import trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import HistogramDataPoint, InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF
from opentelemetry.trace import SpanKind, StatusCode, format_span_id, format_trace_id

from aid_stack import Aid, AsyncAid, AsyncTaskContext, Hooks, NotFoundError, TaskContext
from aid_stack.otel import otel_hooks, span_of
from aid_stack.testing import FakeResponse, FakeService
from aid_stack.types import Event, Task

from .fake_task import FakeTask
from .records import ACTOR, error, event

ME = ("GET", "/v1/me")


class Spans:
    """The spans of a client."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        self.provider = TracerProvider(shutdown_on_exit=False)
        self.provider.add_span_processor(SimpleSpanProcessor(self._exporter))
        self.hooks = otel_hooks(tracer_provider=self.provider)
        self.tracer = self.provider.get_tracer("program")

    def all(self, name: str) -> list[ReadableSpan]:
        """Those of a name, in the order of their beginnings."""
        found = [span for span in self._exporter.get_finished_spans() if span.name == name]
        return sorted(found, key=lambda span: span.start_time or 0)

    def one(self, name: str) -> ReadableSpan:
        """The only one of a name."""
        [span] = self.all(name)
        return span


def ids(span: ReadableSpan | trace.Span) -> tuple[str, str]:
    """The ids of the trace and of the span."""
    of = span.get_span_context()
    assert of is not None
    return format_trace_id(of.trace_id), format_span_id(of.span_id)


def is_sampled(traceparent: str) -> bool:
    """Whether the first of its flags is set. Newer SDKs set the second one, of a random id, too."""
    return int(traceparent[-2:], 16) & 1 == 1


@pytest.fixture
def spans() -> Spans:
    return Spans()


@pytest.fixture(autouse=True)
def no_span_is_left() -> Iterator[None]:
    """After each test, as before, no span is the current one."""
    yield
    assert trace.get_current_span() is trace.INVALID_SPAN


def test_the_span_of_a_call_is_in_that_of_its_caller_and_is_the_current_one_until_it_ends(
    service: FakeService, spans: Spans
) -> None:
    seen: list[tuple[str, str]] = []

    def reply(_request: object) -> Any:
        seen.append(ids(trace.get_current_span()))
        return ACTOR

    service.on(*ME, reply)
    with spans.tracer.start_as_current_span("program") as outer:
        service.client(hooks=spans.hooks).me()
        assert trace.get_current_span() is outer
    call = spans.one("GET /v1/me")
    assert call.kind is SpanKind.CLIENT
    assert call.parent is not None
    assert format_span_id(call.parent.span_id) == ids(outer)[1]
    assert seen == [ids(call)]
    traceparent = service.requests[0].headers["traceparent"]
    assert traceparent.startswith("00-{}-{}-0".format(*ids(call)))
    assert is_sampled(traceparent)
    assert "baggage" not in service.requests[0].headers


def test_calls_of_several_coroutines_have_spans_of_their_own(service: FakeService, spans: Spans) -> None:
    async def main() -> None:
        async with service.async_client(hooks=spans.hooks) as aid:
            with spans.tracer.start_as_current_span("program") as outer:
                await asyncio.gather(*(aid.me() for _ in range(5)))
                assert trace.get_current_span() is outer

    service.on(*ME, ACTOR)
    asyncio.run(main())
    calls = spans.all("GET /v1/me")
    assert len({ids(call) for call in calls}) == 5
    assert {ids(call)[0] for call in calls} == {ids(spans.one("program"))[0]}


def test_a_call_that_is_cancelled_ends_its_span(spans: Spans) -> None:
    async def wait(_request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(60)
        raise AssertionError

    async def main() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(wait))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(AsyncAid(key="k", http_client=http, hooks=spans.hooks).me(), 0.05)

    asyncio.run(main())
    span = spans.one("GET /v1/me")
    assert span.status.status_code is StatusCode.ERROR
    assert dict(span.attributes or {})["error.type"] == "CancelledError"


def test_a_trace_that_is_not_sampled_is_passed_on_as_such_and_without_a_provider_nothing_is_added(
    service: FakeService,
) -> None:
    service.on(*ME, ACTOR)
    service.client(hooks=otel_hooks(tracer_provider=TracerProvider(sampler=ALWAYS_OFF, shutdown_on_exit=False))).me()
    service.client(hooks=otel_hooks()).me()
    assert not is_sampled(service.requests[0].headers["traceparent"])
    assert "traceparent" not in service.requests[1].headers


class Broken(SpanExporter, SpanProcessor):
    """An exporter and a processor that fail."""

    def __init__(self, fails: str) -> None:
        self._fails = fails

    def export(self, spans: Any) -> Any:
        self._fail("export")

    def on_start(self, span: Any, parent_context: Any = None) -> None:
        self._fail("on_start")

    def on_end(self, span: Any) -> None:
        self._fail("on_end")

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return True

    def shutdown(self) -> None:
        pass

    def _fail(self, method: str) -> None:
        if method == self._fails:
            raise RuntimeError("no exporter")


@pytest.mark.parametrize("fails", ["export", "on_start", "on_end"])
def test_a_call_has_its_outcome_where_an_exporter_or_a_processor_fails(
    service: FakeService, spans: Spans, fails: str
) -> None:
    provider = TracerProvider(shutdown_on_exit=False)
    broken = Broken(fails)
    provider.add_span_processor(SimpleSpanProcessor(broken) if fails == "export" else broken)
    service.on(*ME, ACTOR)
    aid = service.client(hooks=otel_hooks(tracer_provider=provider))
    with spans.tracer.start_as_current_span("program") as outer:
        assert aid.me().org_slug == "works"
        with pytest.raises(NotFoundError):
            aid.tasks.get("tsk_1")
        assert trace.get_current_span() is outer


def test_the_histogram_has_each_attempt_of_a_call_with_the_attributes_of_its_outcome(service: FakeService) -> None:
    reader = InMemoryMetricReader()
    provider = MeterProvider([reader], shutdown_on_exit=False)
    service.on(*ME, FakeResponse(503, error(503, "service.unavailable", retryable=True)), ACTOR)
    service.client(hooks=otel_hooks(meter_provider=provider)).me()
    data = reader.get_metrics_data()
    assert data is not None
    [metric] = data.resource_metrics[0].scope_metrics[0].metrics
    assert (metric.name, metric.unit) == ("http.client.request.duration", "s")
    request = {
        "http.request.method": "GET",
        "server.address": "aid.test",
        "server.port": 443,
        "url.scheme": "https",
        "url.template": "/v1/me",
    }
    points = [cast("HistogramDataPoint", point) for point in metric.data.data_points]
    assert [(dict(point.attributes or {}), point.count) for point in points] == [
        ({**request, "http.response.status_code": 503, "error.type": "503"}, 1),
        ({**request, "http.response.status_code": 200}, 1),
    ]
    assert list(points[0].explicit_bounds)[:2] == [0.005, 0.01]


@pytest.mark.usefixtures("quick_log")
@pytest.mark.parametrize("fails", [False, True])
def test_the_handler_of_a_task_runs_in_a_trace_of_its_own_with_a_link_to_the_loop(spans: Spans, *, fails: bool) -> None:
    task = FakeTask(("caller", "Lunch, please."))
    stop = threading.Event()

    def handler(_task: Task, context: TaskContext) -> str:
        context.update("Looking at the menu.")
        stop.set()
        if fails:
            raise KeyError("493018")
        return "Ordered."

    def ignore(_error: Exception, _task: Task) -> None:
        pass

    with spans.tracer.start_as_current_span("program"):
        task.service().client(hooks=spans.hooks).tasks.work(handler, stop=stop, on_error=ignore)
    check_task(spans, "KeyError" if fails else None)


@pytest.mark.usefixtures("quick_log")
def test_the_handler_of_a_task_with_coroutines_runs_in_a_trace_of_its_own(spans: Spans) -> None:
    task = FakeTask(("caller", "Lunch, please."))

    async def main() -> None:
        stop = asyncio.Event()

        async def handler(_task: Task, context: AsyncTaskContext) -> str:
            await context.update("Looking at the menu.")
            stop.set()
            return "Ordered."

        with spans.tracer.start_as_current_span("program"):
            async with task.service().async_client(hooks=spans.hooks) as aid:
                await aid.tasks.work(handler, stop=stop)

    asyncio.run(main())
    check_task(spans, None)


def check_task(spans: Spans, failure: str | None) -> None:
    handling = spans.one("tasks.work")
    about = {"aid.task.id": "tsk_1"}
    assert handling.kind is SpanKind.CONSUMER
    assert handling.parent is None
    assert dict(handling.attributes or {}) == (about if failure is None else {**about, "error.type": failure})
    assert [format_span_id(link.context.span_id) for link in handling.links] == [ids(spans.one("program"))[1]]
    replies = spans.all("POST /v1/a2a/tasks/{id}/reply")
    # The claim and the outcome are those of the loop.
    assert [ids(span)[0] for span in replies].count(ids(handling)[0]) == 1


EVENTS = [event(1), event(2)]


def followed(service: FakeService) -> None:
    service.on("POST", "/v1/events/streams", FakeResponse(429, error(429, "limit.exceeded"), {"retry-after": "60"}))
    service.on("GET", "/v1/events", {"events": EVENTS})
    service.on(*ME, ACTOR)


@pytest.mark.usefixtures("quick_log")
def test_calls_for_an_event_are_in_its_trace_where_the_program_asks_for_it(service: FakeService, spans: Spans) -> None:
    followed(service)
    aid: Aid = service.client(hooks=spans.hooks)
    handled: list[Event] = []
    for found in aid.events.follow(since="2026-01-01T00:00:00.000Z"):
        assert trace.get_current_span() is trace.INVALID_SPAN
        handled.append(found)
        if len(handled) == 1:
            with span_of(found):
                aid.me()
            continue
        with pytest.raises(ValueError, match="no disk"), span_of(found):
            raise ValueError("no disk")
        break
    first, last = spans.all("events.follow mail.received")
    call = spans.one("GET /v1/me")
    assert call.parent is not None
    assert (ids(call)[0], format_span_id(call.parent.span_id)) == ids(first)
    assert ids(first)[0] != ids(last)[0]
    assert dict(last.attributes or {})["error.type"] == "ValueError"
    # An event that no loop is handling has no span.
    with span_of(handled[0]):
        assert trace.get_current_span() is trace.INVALID_SPAN


@pytest.mark.usefixtures("quick_log")
def test_calls_for_an_event_of_a_coroutine_are_in_its_trace(service: FakeService, spans: Spans) -> None:
    async def main() -> None:
        async with service.async_client(hooks=spans.hooks) as aid:
            async for found in aid.events.follow(since="2026-01-01T00:00:00.000Z"):
                with span_of(found):
                    await aid.me()
                assert trace.get_current_span() is trace.INVALID_SPAN
                break

    followed(service)
    asyncio.run(main())
    assert ids(spans.one("GET /v1/me"))[0] == ids(spans.one("events.follow mail.received"))[0]


@pytest.mark.parametrize(
    ("traceparent", "is_linked"),
    [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", True),
        ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", False),
        ("00-00000000000000000000000000000000-b7ad6b7169203331-01", False),
        ("00-1", False),
        (None, False),
    ],
)
def test_a_request_of_a_tunnel_is_linked_to_what_sent_it(
    spans: Spans, traceparent: str | None, *, is_linked: bool
) -> None:
    from aid_stack import HandlingInfo, HandlingResult

    hooks: Hooks = spans.hooks
    assert hooks.handle is not None
    handling = hooks.handle(HandlingInfo("tunnels.serve", "tun_1", "BREW", traceparent))
    handling.end(HandlingResult(503))
    span = spans.one("tunnels.serve _OTHER")
    assert len(span.links) == int(is_linked)
    assert dict(span.attributes or {})["error.type"] == "503"
    assert span.status.status_code is StatusCode.ERROR
