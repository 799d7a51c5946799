"""What the hooks of a scenario were called with, or the spans that they have made."""

from __future__ import annotations

from typing import Any

from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode, format_span_id, format_trace_id

from aid_stack import CallHooks, CallInfo, HandlingHooks, HandlingInfo, Hooks
from aid_stack.otel import otel_hooks

TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
"""The header that hooks which are recorded add to a call. See: clients/vectors/README.md."""


class Recording:
    """Hooks of the kind that a scenario asks for, and what they were called with or have made."""

    def __init__(self) -> None:
        self._called: list[dict[str, Any]] = []
        self._spans: InMemorySpanExporter | None = None

    def hooks(self, kind: str | None) -> Hooks | None:
        """`record`, `otel`, or none."""
        if kind == "otel":
            self._spans = InMemorySpanExporter()
            provider = TracerProvider(shutdown_on_exit=False)
            provider.add_span_processor(SimpleSpanProcessor(self._spans))
            return otel_hooks(tracer_provider=provider)
        return self._recording_hooks() if kind == "record" else None

    def outcome(self) -> dict[str, Any]:
        """The part of an outcome that is about hooks."""
        if self._spans is None:
            return {"hooks": self._called}
        spans = sorted(self._spans.get_finished_spans(), key=lambda span: span.start_time or 0)
        return {"spans": [_reported(span) for span in spans]}

    def _recording_hooks(self) -> Hooks:
        def call(info: CallInfo) -> CallHooks:
            self._note("call", info)
            return CallHooks(headers={"traceparent": TRACEPARENT}, end=lambda result: self._note("end", result))

        def handle(info: HandlingInfo) -> HandlingHooks:
            self._note("handle", info)
            return HandlingHooks(end=lambda result: self._note("handled", result))

        return Hooks(
            request=lambda info: self._note("request", info),
            response=lambda info: self._note("response", info),
            retry=lambda info: self._note("retry", info),
            call=call,
            handle=handle,
        )

    def _note(self, hook: str, info: Any) -> None:
        names: list[str] = list(info.__dataclass_fields__)
        fields = {name: getattr(getattr(info, name), "code", getattr(info, name)) for name in names}
        self._called.append({"hook": hook, **fields})


def _reported(span: ReadableSpan) -> dict[str, Any]:
    of = span.get_span_context()
    assert of is not None
    return {
        "trace_id": format_trace_id(of.trace_id),
        "span_id": format_span_id(of.span_id),
        "name": span.name,
        "kind": span.kind.name.lower(),
        "status": "error" if span.status.status_code is StatusCode.ERROR else "unset",
        "attributes": dict(span.attributes or {}),
        "events": [{"name": event.name, "attributes": dict(event.attributes or {})} for event in span.events],
        "links": [format_span_id(link.context.span_id) for link in span.links],
    }
