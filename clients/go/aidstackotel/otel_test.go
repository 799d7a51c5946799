package aidstackotel_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstackotel"
	"git.example/aid/aid/clients/go/aidstacktest"
)

// spans has what a client reports.
type spans struct {
	exporter *tracetest.InMemoryExporter
	provider *sdktrace.TracerProvider
}

func newSpans(t *testing.T) spans {
	t.Helper()
	exporter := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter))
	t.Cleanup(func() { _ = provider.Shutdown(context.Background()) })
	return spans{exporter, provider}
}

// hooks returns an option that reports to the spans.
func (s spans) hooks() aidstack.ClientOption {
	return aidstack.WithHooks(aidstackotel.Hooks(aidstackotel.WithTracerProvider(s.provider)))
}

// all returns those of a name, in the order of their beginnings.
func (s spans) all(name string) tracetest.SpanStubs {
	found := slices.DeleteFunc(s.exporter.GetSpans(), func(span tracetest.SpanStub) bool { return span.Name != name })
	slices.SortStableFunc(found, func(a, b tracetest.SpanStub) int { return a.StartTime.Compare(b.StartTime) })
	return found
}

// one returns the only one of a name.
func (s spans) one(t *testing.T, name string) tracetest.SpanStub {
	t.Helper()
	found := s.all(name)
	if len(found) != 1 {
		t.Fatalf("there are %d spans %s", len(found), name)
	}
	return found[0]
}

// texts returns attributes as text, but for those of the address.
func texts(attributes []attribute.KeyValue) map[string]string {
	found := map[string]string{}
	for _, one := range attributes {
		found[string(one.Key)] = one.Value.Emit()
	}
	return found
}

const actor = `{"actor_type":"agent","actor_id":"agt_1","org_id":"org_1","org_name":"Acme"}`

func TestTheSpanOfACallIsInThatOfItsCallerAndIsThatOfTheContextOfTheRequest(t *testing.T) {
	reported := newSpans(t)
	fake := aidstacktest.New()
	var inner trace.SpanContext
	fake.Handle("GET /v1/me", func(w http.ResponseWriter, r *http.Request) {
		inner = trace.SpanContextFromContext(r.Context())
		w.Header().Set("content-type", "application/json")
		_, _ = w.Write([]byte(actor))
	})
	ctx, outer := reported.provider.Tracer("program").Start(t.Context(), "program")
	if _, err := fake.Client(reported.hooks()).Me(ctx); err != nil {
		t.Fatal(err)
	}
	outer.End()
	call := reported.one(t, "GET /v1/me")
	if call.SpanKind != trace.SpanKindClient || call.Parent.SpanID() != outer.SpanContext().SpanID() {
		t.Error(call.SpanKind, call.Parent)
	}
	if inner.SpanID() != call.SpanContext.SpanID() {
		t.Error("the request has another span:", inner)
	}
	wanted := "00-" + call.SpanContext.TraceID().String() + "-" + call.SpanContext.SpanID().String() + "-01"
	if header := fake.Requests()[0].Header; header.Get("traceparent") != wanted || header.Get("baggage") != "" {
		t.Error(header)
	}
}

func TestATraceThatIsNotSampledIsPassedOnAsSuchAndWithoutAProviderNothingIsAdded(t *testing.T) {
	unsampled := sdktrace.NewTracerProvider(sdktrace.WithSampler(sdktrace.NeverSample()))
	for wanted, hooks := range map[string]aidstack.Hooks{
		"-00": aidstackotel.Hooks(aidstackotel.WithTracerProvider(unsampled)), "": aidstackotel.Hooks(),
	} {
		fake := aidstacktest.New()
		fake.Reply("GET /v1/me", 200, actor)
		if _, err := fake.Client(aidstack.WithHooks(hooks)).Me(t.Context()); err != nil {
			t.Fatal(err)
		}
		header := fake.Requests()[0].Header.Get("traceparent")
		if header[max(0, len(header)-3):] != wanted {
			t.Errorf("%q and not %q", header, wanted)
		}
	}
}

// roundTrip is a transport that is a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestACallThatItsCallerHasEndedSaysSo(t *testing.T) {
	reported := newSpans(t)
	ctx, cancel := context.WithCancel(t.Context())
	silent := roundTrip(func(r *http.Request) (*http.Response, error) {
		cancel()
		<-r.Context().Done()
		return nil, r.Context().Err()
	})
	client := aidstack.New(aidstack.WithKey("k"), aidstack.WithHTTPClient(&http.Client{Transport: silent}), reported.hooks())
	if _, err := client.Me(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	span := reported.one(t, "GET /v1/me")
	if span.Status.Code != codes.Error || texts(span.Attributes)["error.type"] != "context.Canceled" {
		t.Error(span.Status, span.Attributes)
	}
}

// broken is an exporter and a processor that fail.
type broken struct{ export, start, end bool }

func (b broken) ExportSpans(context.Context, []sdktrace.ReadOnlySpan) error {
	if b.export {
		panic("no exporter")
	}
	return errors.New("no exporter")
}

func (b broken) OnStart(context.Context, sdktrace.ReadWriteSpan) {
	if b.start {
		panic("no processor")
	}
}

func (b broken) OnEnd(sdktrace.ReadOnlySpan) {
	if b.end {
		panic("no processor")
	}
}
func (b broken) Shutdown(context.Context) error   { return nil }
func (b broken) ForceFlush(context.Context) error { return nil }

func TestACallHasItsOutcomeWhereAnExporterOrAProcessorFails(t *testing.T) {
	for name, provider := range map[string]*sdktrace.TracerProvider{
		"the exporter returns an error": sdktrace.NewTracerProvider(sdktrace.WithSyncer(broken{})),
		"the exporter panics":           sdktrace.NewTracerProvider(sdktrace.WithSyncer(broken{export: true})),
		"the processor panics at first": sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(broken{start: true})),
		"the processor panics at last":  sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(broken{end: true})),
	} {
		fake := aidstacktest.New()
		fake.Reply("GET /v1/me", 200, actor)
		client := fake.Client(aidstack.WithHooks(aidstackotel.Hooks(aidstackotel.WithTracerProvider(provider))))
		if me, err := client.Me(t.Context()); err != nil || me.OrgName != "Acme" {
			t.Error(name, me, err)
		}
		if _, err := client.Tasks.Get(t.Context(), "tsk_1", aidstack.TasksGetParams{}); !aidstack.IsNotFound(err) {
			t.Error(name, err)
		}
	}
}

func TestTheHistogramHasEachAttemptOfACallWithTheAttributesOfItsOutcome(t *testing.T) {
	reader := metric.NewManualReader()
	meters := metric.NewMeterProvider(metric.WithReader(reader))
	fake, left := aidstacktest.New(), 1
	fake.Handle("GET /v1/me", func(w http.ResponseWriter, _ *http.Request) {
		if left--; left == 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("content-type", "application/json")
		_, _ = w.Write([]byte(actor))
	})
	hooks := aidstackotel.Hooks(aidstackotel.WithMeterProvider(meters))
	client := fake.Client(aidstack.WithHooks(hooks), aidstack.WithMaxRetries(1))
	if _, err := client.Me(t.Context()); err != nil {
		t.Fatal(err)
	}
	var data metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	found := data.ScopeMetrics[0].Metrics[0]
	points, ok := found.Data.(metricdata.Histogram[float64])
	if !ok || found.Name != "http.client.request.duration" || found.Unit != "s" || len(points.DataPoints) != 2 {
		t.Fatal(found)
	}
	outcomes := map[string]string{}
	for _, point := range points.DataPoints {
		about := texts(point.Attributes.ToSlice())
		if point.Count != 1 || about["url.template"] != "/v1/me" || point.Bounds[0] != 0.005 {
			t.Error(point)
		}
		outcomes[about["http.response.status_code"]] = about["error.type"]
	}
	if len(outcomes) != 2 || outcomes["503"] != "503" || outcomes["200"] != "" {
		t.Error(outcomes)
	}
}

func TestAHandlerRunsInATraceOfItsOwnWithALinkToTheLoop(t *testing.T) {
	reported := newSpans(t)
	hooks := aidstackotel.Hooks(aidstackotel.WithTracerProvider(reported.provider))
	ctx, outer := reported.provider.Tracer("program").Start(t.Context(), "program")
	inside, end := hooks.Handle(ctx, aidstack.HandlingRecord{Loop: "tasks.work", ID: "tsk_1"})
	end(aidstack.HandlingResult{Err: errors.New("the code is 493018")})
	span := reported.one(t, "tasks.work")
	if span.SpanKind != trace.SpanKindConsumer || span.Parent.IsValid() || span.SpanContext.TraceID() == outer.SpanContext().TraceID() {
		t.Error(span.SpanKind, span.Parent, span.SpanContext)
	}
	if len(span.Links) != 1 || span.Links[0].SpanContext.SpanID() != outer.SpanContext().SpanID() {
		t.Error(span.Links)
	}
	if trace.SpanContextFromContext(inside).SpanID() != span.SpanContext.SpanID() {
		t.Error("the context of the handler has another span")
	}
	about := texts(span.Attributes)
	if len(about) != 2 || about["aid.task.id"] != "tsk_1" || about["error.type"] != "*errors.errorString" || span.Status.Description != "" {
		t.Error(about, span.Status)
	}
}

func TestCallsForAnEventAreInItsTraceWhereTheProgramAsksForIt(t *testing.T) {
	reported := newSpans(t)
	fake := aidstacktest.New()
	fake.Handle("POST /v1/events/streams", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
	})
	fake.Reply("GET /v1/events", 200, `{"events":[{"id":"evt_1","type":"mail.received","created_at":"2026-11-21T08:00:01.000Z","payload":{}}]}`)
	fake.Reply("GET /v1/me", 200, actor)
	client := fake.Client(reported.hooks())
	var handled *aidstack.Event
	for event, err := range client.Events.Follow(t.Context(), aidstack.EventsFollowParams{Since: time.Unix(0, 0)}) {
		if err != nil {
			t.Fatal(err)
		}
		handled = event
		if _, err := client.Me(aidstackotel.ContextOf(t.Context(), event)); err != nil {
			t.Fatal(err)
		}
		break
	}
	call, handling := reported.one(t, "GET /v1/me"), reported.one(t, "events.follow mail.received")
	if call.Parent.SpanID() != handling.SpanContext.SpanID() {
		t.Error(call.Parent, handling.SpanContext)
	}
	if trace.SpanContextFromContext(aidstackotel.ContextOf(t.Context(), handled)).IsValid() {
		t.Error("an event that no loop is handling has a span")
	}
}

func TestARequestOfATunnelIsLinkedToWhatSentItUnlessItsTraceparentIsInvalid(t *testing.T) {
	for traceparent, links := range map[string]int{
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01": 1,
		"ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01": 0,
		"00-00000000000000000000000000000000-b7ad6b7169203331-01": 0,
		"00-1": 0,
		"":     0,
	} {
		reported := newSpans(t)
		hooks := aidstackotel.Hooks(aidstackotel.WithTracerProvider(reported.provider))
		_, end := hooks.Handle(t.Context(), aidstack.HandlingRecord{
			Loop: "tunnels.serve", ID: "tun_1", Name: "BREW", Traceparent: traceparent,
		})
		end(aidstack.HandlingResult{Status: http.StatusServiceUnavailable})
		span := reported.one(t, "tunnels.serve _OTHER")
		if len(span.Links) != links || texts(span.Attributes)["error.type"] != "503" || span.Status.Code != codes.Error {
			t.Error(traceparent, span.Links, span.Attributes, span.Status)
		}
	}
}
