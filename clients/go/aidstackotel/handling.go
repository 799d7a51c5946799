package aidstackotel

import (
	"context"
	"errors"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	aidstack "git.example/aid/aid/clients/go"
)

// errStatus is the error of a request of a tunnel to which the handler has responded with 5xx.
var errStatus = errors.New("the handler has failed")

func (t *tracing) handle(
	ctx context.Context, record aidstack.HandlingRecord,
) (context.Context, func(aidstack.HandlingResult)) {
	name, attributes := record.Loop, []attribute.KeyValue{}
	switch record.Loop {
	case "tasks.work":
		attributes = append(attributes, attribute.String("aid.task.id", record.ID))
	case "events.follow":
		name += " " + record.Name
		attributes = append(attributes,
			attribute.String("aid.event.id", record.ID), attribute.String("aid.event.type", record.Name))
	case "tunnels.serve":
		name += " " + methodOf(record.Name)
		attributes = append(attributes,
			attribute.String("aid.tunnel.id", record.ID), attribute.String("http.request.method", methodOf(record.Name)))
	}
	sender := traceContext.Extract(context.Background(), propagation.MapCarrier{"traceparent": record.Traceparent})
	var links []trace.Link
	for _, of := range []context.Context{ctx, sender} {
		if found := trace.SpanContextFromContext(of); found.IsValid() {
			links = append(links, trace.Link{SpanContext: found})
		}
	}
	ctx, span := t.tracer.Start(ctx, name, trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attributes...), trace.WithLinks(links...))
	isEvent := record.Loop == "events.follow"
	if isEvent {
		handledEvents.Store(record.ID, &span)
	}
	return ctx, func(result aidstack.HandlingResult) {
		if isEvent {
			handledEvents.CompareAndDelete(record.ID, &span)
		}
		err := result.Err
		if err == nil && result.Status >= http.StatusInternalServerError {
			err = errStatus
		}
		span.SetAttributes(errorAttributes(result.Status, err)...)
		fail(span, err)
		span.End()
	}
}
