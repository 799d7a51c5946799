// Package aidstackotel makes OpenTelemetry spans and measurements of what a client of aidstack does.
//
//	client := aidstack.New(aidstack.WithHooks(aidstackotel.Hooks()))
//
// Each call is a client span with the semantic conventions of HTTP, an event for each retry, and its traceparent in the
// requests. Each task of Tasks.Work, event of Events.Follow and request of Tunnels.Serve is a consumer span of a new
// trace, with a link to the span in which the loop runs. The histogram http.client.request.duration has the attempts. No
// attribute has a key, an id in a path, a query or a body.
package aidstackotel

import (
	"context"
	"sync"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	aidstack "git.example/aid/aid/clients/go"
)

const scope = "git.example/aid/aid/clients/go/aidstackotel"

// Option is an option of [Hooks].
type Option func(*config)

type config struct {
	tracers trace.TracerProvider
	meters  metric.MeterProvider
}

// WithTracerProvider sets what makes the spans. The default is the global provider.
func WithTracerProvider(provider trace.TracerProvider) Option {
	return func(c *config) { c.tracers = provider }
}

// WithMeterProvider sets what makes the histogram. The default is the global provider.
func WithMeterProvider(provider metric.MeterProvider) Option {
	return func(c *config) { c.meters = provider }
}

// Hooks returns hooks for [aidstack.WithHooks]. A program that has hooks of its own sets the other fields.
func Hooks(options ...Option) aidstack.Hooks {
	c := config{tracers: otel.GetTracerProvider(), meters: otel.GetMeterProvider()}
	for _, option := range options {
		option(&c)
	}
	tracer := c.tracers.Tracer(scope, trace.WithInstrumentationVersion(aidstack.Version))
	durations, err := c.meters.Meter(scope, metric.WithInstrumentationVersion(aidstack.Version)).Float64Histogram(
		"http.client.request.duration", metric.WithUnit("s"), metric.WithDescription("Duration of HTTP client requests."),
		metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10),
	)
	if err != nil {
		otel.Handle(err)
	}
	t := &tracing{tracer: tracer, durations: durations}
	return aidstack.Hooks{Call: t.call, Handle: t.handle}
}

// tracing makes the spans of a client.
type tracing struct {
	tracer    trace.Tracer
	durations metric.Float64Histogram
}

// handledEvents has the spans of the events that loops of Events.Follow are handling, by the id of the event. They are
// pointers, because spans of some providers cannot be compared.
var handledEvents sync.Map

// ContextOf returns a context with the span of an event of Events.Follow, so that calls are part of the event's trace.
//
//	for event, err := range client.Events.Follow(ctx, params) {
//		…
//		handle(aidstackotel.ContextOf(ctx, event), event)
//	}
//
// It returns the context itself for an event that no loop is handling.
func ContextOf(ctx context.Context, event *aidstack.Event) context.Context {
	found, _ := handledEvents.Load(event.ID)
	if span, ok := found.(*trace.Span); ok {
		return trace.ContextWithSpan(ctx, *span)
	}
	return ctx
}

// fail marks a span as failed. A message may have what a response said, so the span has none.
func fail(span trace.Span, err error) {
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
}
