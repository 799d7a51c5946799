"""OpenTelemetry spans and measurements of a client. It needs `aid-stack[otel]`.

    from aid_stack import Aid
    from aid_stack.otel import otel_hooks

    aid = Aid(hooks=otel_hooks())

Each call is a client span with the semantic conventions of HTTP, an event for each retry, and its `traceparent` in the
requests. Each task of `tasks.work`, event of `events.follow` and request of `tunnels.serve` is a consumer span of a new
trace, with a link to the span in which the loop runs. The histogram `http.client.request.duration` has the attempts. No
attribute has a key, an id in a path, a query or a body.
"""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from opentelemetry import context, metrics, trace
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from ._errors import AidError
from ._hooks import CallHooks, CallInfo, CallResult, HandlingHooks, HandlingInfo, HandlingResult, Hooks, RetryInfo
from ._version import __version__

if TYPE_CHECKING:
    from collections.abc import Generator
    from contextvars import Token

    from opentelemetry.context import Context
    from opentelemetry.metrics import Histogram, MeterProvider
    from opentelemetry.trace import Tracer, TracerProvider

    from .types import Event

__all__ = ["otel_hooks", "span_of"]

SCOPE = "aid-stack"
TRACE_CONTEXT = TraceContextTextMapPropagator()
"""The service reads no other headers, so what a program has as baggage does not leave it."""

BOUNDARIES = (0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10)
"""In seconds. See: Semantic conventions for HTTP metrics."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"})

CODE = re.compile(r"[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40}){1,3}")
"""The codes of errors of this package and the service. A response of another server may have any text as its code."""

ID_ATTRIBUTES = {"events.follow": "aid.event.id", "tasks.work": "aid.task.id", "tunnels.serve": "aid.tunnel.id"}

_handled_events: dict[str, Context] = {}
"""The contexts with the spans of the events that loops of `events.follow` are handling."""


def otel_hooks(*, tracer_provider: TracerProvider | None = None, meter_provider: MeterProvider | None = None) -> Hooks:
    """Hooks that make OpenTelemetry spans: `Aid(hooks=otel_hooks())`.

    For hooks of your own too: `dataclasses.replace(otel_hooks(), response=…)`.

    Args:
        tracer_provider: Makes the spans. By default, the provider that the program sets.
        meter_provider: Makes the histogram. By default, the provider that the program sets.
    """
    tracer = trace.get_tracer(SCOPE, __version__, tracer_provider)
    histogram = metrics.get_meter(SCOPE, __version__, meter_provider).create_histogram(
        "http.client.request.duration",
        unit="s",
        description="Duration of HTTP client requests.",
        explicit_bucket_boundaries_advisory=BOUNDARIES,
    )

    def call(info: CallInfo) -> CallHooks:
        return _CallSpan(tracer, histogram, info).hooks

    def handle(info: HandlingInfo) -> HandlingHooks:
        return HandlingHooks(end=_HandlingSpan(tracer, info).end)

    return Hooks(call=call, handle=handle)


@contextmanager
def span_of(event: Event) -> Generator[None, None, None]:
    """Makes the span of an event of `events.follow` the current one, so that calls are part of the event's trace.

        for event in aid.events.follow():
            with span_of(event):
                handle(event)

    An exception that leaves the block marks the span as failed.
    """
    inside = _handled_events.get(event.id)
    if inside is None:
        yield
        return
    token = context.attach(inside)
    try:
        yield
    except Exception as error:
        _set_error(trace.get_current_span(inside), None, error)
        raise
    finally:
        context.detach(token)


class _CallSpan:
    """The span of one call, which is the current one until the call ends."""

    def __init__(self, tracer: Tracer, histogram: Histogram, info: CallInfo) -> None:
        self._histogram = histogram
        self._attributes = _request_attributes(info)
        method = self._attributes["http.request.method"]
        name = method if info.route is None else f"{method} {info.route}"
        self._span = tracer.start_span(name, kind=trace.SpanKind.CLIENT, attributes=self._attributes)
        self._began: float | None = None
        inside = trace.set_span_in_context(self._span)
        headers: dict[str, str] = {}
        TRACE_CONTEXT.inject(headers, inside)
        self.hooks = CallHooks(headers=headers, request=self._request, retry=self._retry, end=self._end)
        self._token: Token[Context] = context.attach(inside)

    def _request(self, _info: object) -> None:
        self._began = time.monotonic()

    def _retry(self, info: RetryInfo) -> None:
        outcome = _error_attributes(info.error.status, info.error)
        about = {"http.request.resend_count": info.attempt, "aid.retry.delay_ms": info.delay_ms}
        self._span.add_event("retry", {**about, **outcome})
        self._measure(outcome)

    def _end(self, result: CallResult) -> None:
        # The span that was current before is current again, whatever the provider does.
        context.detach(self._token)
        outcome = _error_attributes(result.status, result.error)
        if result.attempts > 1:
            self._span.set_attribute("http.request.resend_count", result.attempts - 1)
        _set_error(self._span, result.status, result.error)
        self._span.end()
        self._measure(outcome)

    def _measure(self, outcome: dict[str, Any]) -> None:
        if self._began is not None:
            self._histogram.record(time.monotonic() - self._began, {**self._attributes, **outcome})
        self._began = None


class _HandlingSpan:
    """The span of what a handler does. It is the current one, but for an event, whose loop is the program's own."""

    def __init__(self, tracer: Tracer, info: HandlingInfo) -> None:
        is_request = info.loop == "tunnels.serve"
        kind = _method_of(info.name) if is_request and info.name is not None else info.name
        attributes = {ID_ATTRIBUTES[info.loop]: info.id}
        if kind is not None:
            attributes["http.request.method" if is_request else "aid.event.type"] = kind
        carrier = {} if info.traceparent is None else {"traceparent": info.traceparent}
        sender = TRACE_CONTEXT.extract(carrier, context.Context())
        found = [trace.get_current_span(of).get_span_context() for of in (context.get_current(), sender)]
        self._span = tracer.start_span(
            info.loop if kind is None else f"{info.loop} {kind}",
            context=context.Context(),
            kind=trace.SpanKind.CONSUMER,
            attributes=attributes,
            links=[trace.Link(one) for one in found if one.is_valid],
        )
        self._id = info.id
        self._inside = trace.set_span_in_context(self._span)
        self._token: Token[Context] | None = None
        if info.loop == "events.follow":
            _handled_events[info.id] = self._inside
        else:
            self._token = context.attach(self._inside)

    def end(self, result: HandlingResult) -> None:
        """Ends the span."""
        if self._token is not None:
            context.detach(self._token)
        if _handled_events.get(self._id) is self._inside:
            del _handled_events[self._id]
        error: object = result.error
        if error is None and result.status is not None and result.status >= 500:
            error = result.status
        _set_error(self._span, result.status, error)
        self._span.end()


def _request_attributes(info: CallInfo) -> dict[str, Any]:
    """What is known about a call at its beginning."""
    parts = urlsplit(info.origin)
    attributes = {
        "http.request.method": _method_of(info.method),
        "server.address": parts.hostname or "",
        "server.port": parts.port or (443 if parts.scheme == "https" else 80),
        "url.scheme": parts.scheme,
    }
    return attributes if info.route is None else {**attributes, "url.template": info.route}


def _method_of(method: str) -> str:
    """A method of HTTP, or what stands for any other. See: Semantic conventions for HTTP, `http.request.method`."""
    return method if method in METHODS else "_OTHER"


def _set_error(span: trace.Span, status: int | None, error: object) -> None:
    span.set_attributes(_error_attributes(status, error))
    if error is not None:
        span.set_status(trace.StatusCode.ERROR)


def _error_attributes(status: int | None, error: object) -> dict[str, Any]:
    """The status, and the kind of the error: the status too, where that says it, or else the code or the class.

    A message may have what a response said, so it is in no attribute.
    """
    attributes: dict[str, Any] = {} if status is None else {"http.response.status_code": status}
    if error is None:
        return attributes
    if status is not None and status >= 400:
        kind = str(status)
    elif isinstance(error, AidError) and CODE.fullmatch(error.code) is not None:
        kind = error.code
    else:
        kind = type(error).__name__
    return {**attributes, "error.type": kind}
