package aidstackotel

import (
	"context"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	aidstack "git.example/aid/aid/clients/go"
)

// traceContext reads and writes traceparent and tracestate. The service reads no other headers, so what a program has
// as baggage does not leave it.
var traceContext propagation.TraceContext

// callSpan is the span of one call.
type callSpan struct {
	*tracing
	ctx        context.Context
	span       trace.Span
	attributes []attribute.KeyValue
	// began is when the attempt began that has not ended yet; zero if there is none.
	began time.Time
}

func (t *tracing) call(ctx context.Context, record aidstack.CallRecord) (context.Context, aidstack.CallHooks) {
	attributes := requestAttributes(record)
	ctx, span := t.tracer.Start(ctx, methodOf(record.Method)+" "+record.Route,
		trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attributes...))
	header := http.Header{}
	traceContext.Inject(ctx, propagation.HeaderCarrier(header))
	c := &callSpan{tracing: t, ctx: ctx, span: span, attributes: attributes}
	return ctx, aidstack.CallHooks{Header: header, Request: c.request, Retry: c.retry, End: c.end}
}

func (c *callSpan) request(aidstack.RequestRecord) { c.began = time.Now() }

func (c *callSpan) retry(record aidstack.RetryRecord) {
	outcome := errorAttributes(record.Err.Status, record.Err)
	about := append([]attribute.KeyValue{
		attribute.Int("http.request.resend_count", record.Attempt),
		attribute.Int64("aid.retry.delay_ms", record.Delay.Milliseconds()),
	}, outcome...)
	c.span.AddEvent("retry", trace.WithAttributes(about...))
	c.measure(outcome)
}

func (c *callSpan) end(result aidstack.CallResult) {
	outcome := errorAttributes(result.Status, result.Err)
	c.span.SetAttributes(outcome...)
	if result.Attempts > 1 {
		c.span.SetAttributes(attribute.Int("http.request.resend_count", result.Attempts-1))
	}
	fail(c.span, result.Err)
	c.span.End()
	c.measure(outcome)
}

// measure adds the attempt that has ended to the histogram.
func (c *callSpan) measure(outcome []attribute.KeyValue) {
	if !c.began.IsZero() && c.durations != nil {
		all := append(append([]attribute.KeyValue{}, c.attributes...), outcome...)
		c.durations.Record(c.ctx, time.Since(c.began).Seconds(), metric.WithAttributes(all...))
	}
	c.began = time.Time{}
}
