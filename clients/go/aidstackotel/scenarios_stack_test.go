//go:build stack

package aidstackotel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	aidstack "git.example/aid/aid/clients/go"
)

// scenario is one of those that need OpenTelemetry. See: clients/vectors/README.md#scenarios.
type scenario struct {
	ID     string
	Client struct{ Key, URL, Hooks string }
	Call   struct {
		Method string
		IDs    []string
		Params struct {
			To, Subject, Text string
			Types             []aidstack.EventType
			Since             time.Time
			Limit             int
		}
		Options struct {
			TimeoutMS  int64 `json:"timeout_ms"`
			MaxRetries *int  `json:"max_retries"`
		}
		Take    int
		Handler struct{ Returns, Throws string }
	}
}

// exchange sends JSON to the scripted service and decodes its reply.
func exchange(t *testing.T, path string, body, reply any) {
	t.Helper()
	var response *http.Response
	address := os.Getenv("AID_TEST_SCENARIOS") + path
	encoded, err := json.Marshal(body)
	if err == nil && body == nil {
		response, err = http.Get(address)
	} else if err == nil {
		response, err = http.Post(address, "application/json", bytes.NewReader(encoded))
	}
	if err == nil {
		defer func() { _ = response.Body.Close() }()
		err = json.NewDecoder(response.Body).Decode(reply)
	}
	if err != nil {
		t.Fatal(path, err)
	}
}

func TestEveryScenarioOfTracingGoesAsInTheOtherLanguages(t *testing.T) {
	var list struct {
		Scenarios []struct {
			Topic, Name string
			Client      struct{ Hooks string }
		}
	}
	exchange(t, "/scenarios", nil, &list)
	count := 0
	for _, one := range list.Scenarios {
		if one.Client.Hooks == "otel" {
			count++
			t.Run(one.Name, func(t *testing.T) { runScenario(t, one.Topic, one.Name) })
		}
	}
	if count < 10 {
		t.Errorf("there are only %d scenarios", count)
	}
}

func runScenario(t *testing.T, topic, name string) {
	var run scenario
	exchange(t, "/runs", map[string]string{"topic": topic, "name": name}, &run)
	reported := newSpans(t)
	value, err := run.make(t.Context(), reported)
	outcome := map[string]any{"language": "go", "value": value, "spans": reported.described()}
	if err != nil {
		delete(outcome, "value")
		outcome["error"] = described(err)
	}
	var result struct{ Failures []string }
	exchange(t, "/outcomes/"+run.ID, outcome, &result)
	for _, failure := range result.Failures {
		t.Error(failure)
	}
}

// make makes the call of a scenario.
func (s *scenario) make(ctx context.Context, reported spans) (any, error) {
	client := aidstack.New(aidstack.WithKey(s.Client.Key), aidstack.WithURL(s.Client.URL), reported.hooks())
	call, params := s.Call, s.Call.Params
	var options []aidstack.RequestOption
	if call.Options.TimeoutMS > 0 {
		options = append(options, aidstack.WithTimeout(time.Duration(call.Options.TimeoutMS)*time.Millisecond))
	}
	if call.Options.MaxRetries != nil {
		options = append(options, aidstack.WithMaxRetries(*call.Options.MaxRetries))
	}
	switch call.Method {
	case "me":
		return client.Me(ctx, options...)
	case "mail.send":
		return client.Mail.Send(ctx, aidstack.MailSendParams{
			To: []string{params.To}, Subject: params.Subject, Text: params.Text,
		}, options...)
	case "mail.messages.get":
		return client.Mail.Messages.Get(ctx, call.IDs[0], options...)
	case "mail.messages.list":
		return taken(client.Mail.Messages.List(ctx, aidstack.MailMessagesListParams{Limit: params.Limit}, options...), call.Take)
	case "events.follow":
		followed := aidstack.EventsFollowParams{Types: params.Types, Since: params.Since}
		return taken(client.Events.Follow(ctx, followed, options...), call.Take)
	case "tunnels.serve":
		return s.serve(ctx, client)
	}
	return nil, errors.New("the runner has no call " + call.Method)
}

// taken reads a number of rows.
func taken[T any](list iter.Seq2[*T, error], count int) (any, error) {
	return aidstack.Collect(list, count)
}

// serve serves until the number of requests of the scenario was handled.
func (s *scenario) serve(ctx context.Context, client *aidstack.Client) (any, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	handled := 0
	err := client.Tunnels.Serve(ctx, aidstack.TunnelsServeParams{
		OnError: func(error, *http.Request) {},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if handled++; handled == s.Call.Take {
				go func() {
					s.untilReceived()
					stop()
				}()
			}
			if s.Call.Handler.Throws != "" {
				panic(s.Call.Handler.Throws)
			}
			_, _ = io.WriteString(w, s.Call.Handler.Returns)
		}),
	})
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return map[string]any{"handled": handled}, err
}

// untilReceived waits until a WebSocket of the scenario has received all that its script waits for: the end of a tunnel
// cancels what was not sent.
func (s *scenario) untilReceived() {
	response, err := http.Get(os.Getenv("AID_TEST_SCENARIOS") + "/unfinished/" + s.ID)
	if err == nil {
		_ = response.Body.Close()
	} // Otherwise the outcome will say what is missing.
}

// described describes an error as the suite does.
func described(err error) map[string]any {
	outcome := map[string]any{"class": "other", "message": err.Error(), "status": nil}
	var failure *aidstack.Error
	if !errors.As(err, &failure) {
		return outcome
	}
	outcome["code"] = failure.Code
	if failure.Status != 0 {
		outcome["status"] = failure.Status
	}
	switch {
	case errors.Is(err, aidstack.ErrAttemptTimeout):
		outcome["class"] = "timeout"
	case aidstack.IsValidation(err):
		outcome["class"] = "validation"
	case aidstack.IsNotFound(err):
		outcome["class"] = "not_found"
	case aidstack.IsServer(err):
		outcome["class"] = "server"
	}
	return outcome
}

// described describes the spans as the suite does, in the order of their beginnings.
func (s spans) described() []map[string]any {
	found := s.exporter.GetSpans()
	slices.SortStableFunc(found, func(a, b tracetest.SpanStub) int { return a.StartTime.Compare(b.StartTime) })
	all := []map[string]any{}
	for _, span := range found {
		events, links := []map[string]any{}, []string{}
		for _, event := range span.Events {
			events = append(events, map[string]any{"name": event.Name, "attributes": values(event.Attributes)})
		}
		for _, link := range span.Links {
			links = append(links, link.SpanContext.SpanID().String())
		}
		status := map[codes.Code]string{codes.Error: "error", codes.Unset: "unset"}[span.Status.Code]
		all = append(all, map[string]any{
			"trace_id": span.SpanContext.TraceID().String(), "span_id": span.SpanContext.SpanID().String(),
			"name": span.Name, "kind": strings.ToLower(span.SpanKind.String()), "status": status,
			"attributes": values(span.Attributes), "events": events, "links": links,
		})
	}
	return all
}

func values(attributes []attribute.KeyValue) map[string]any {
	found := map[string]any{}
	for _, one := range attributes {
		found[string(one.Key)] = one.Value.AsInterface()
	}
	return found
}
