//go:build stack

package aidstack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// scenarioRun is a scenario with its places filled in. See: clients/vectors/README.md#scenarios.
type scenarioRun struct {
	// hooks has what hooks were called with, guarded by mutex.
	hooks  []map[string]any
	mutex  sync.Mutex
	ID     string
	Client struct {
		Key, URL   *string
		TimeoutMS  *int64 `json:"timeout_ms"`
		MaxRetries *int   `json:"max_retries"`
		Headers    map[string]string
		Transport  *struct{ Throws string }
		Hooks      string
	}
	Call struct {
		Method   string
		Identity *string
		IDs      []string
		Params   struct {
			To, Subject, Text, From, Type, Q string
			Types                            []aidstack.EventType
			Since                            time.Time
			Limit                            int
			TimeoutMS                        int64  `json:"timeout_ms"`
			PublicKey                        []byte `json:"public_key"`
			LeaseMS                          *int64 `json:"lease_ms"`
		}
		Options struct {
			IdempotencyKey *string `json:"idempotency_key"`
			TimeoutMS      *int64  `json:"timeout_ms"`
			MaxRetries     *int    `json:"max_retries"`
			Headers        map[string]string
			CancelAfterMS  int64 `json:"cancel_after_ms"`
			DeadlineMS     int64 `json:"deadline_ms"`
		}
		Take    any
		Handler struct {
			Returns, Throws, Updates, Asks string
			OnError                        bool  `json:"on_error"`
			LastsMS                        int64 `json:"lasts_ms"`
		}
		Delivery struct {
			Body             string
			Headers          map[string]string
			Secrets          any
			ToleranceSeconds *int64 `json:"tolerance_seconds"`
		}
	}
}

func milliseconds(count int64) time.Duration { return time.Duration(count) * time.Millisecond }

func (r *scenarioRun) newClient() *aidstack.Client {
	given := r.Client
	options := []aidstack.ClientOption{}
	if given.Key != nil {
		options = append(options, aidstack.WithKey(*given.Key))
	}
	if given.URL != nil {
		options = append(options, aidstack.WithURL(*given.URL))
	}
	if given.TimeoutMS != nil {
		options = append(options, aidstack.WithTimeout(milliseconds(*given.TimeoutMS)))
	}
	if given.MaxRetries != nil {
		options = append(options, aidstack.WithMaxRetries(*given.MaxRetries))
	}
	for name, value := range given.Headers {
		options = append(options, aidstack.WithHeader(name, value))
	}
	if given.Transport != nil {
		options = append(options, aidstack.WithHTTPClient(&http.Client{
			Transport: transportFunc(func(*http.Request) (*http.Response, error) { return nil, errors.New(given.Transport.Throws) }),
		}))
	}
	if given.Hooks == "record" {
		options = append(options, aidstack.WithHooks(r.recordingHooks()))
	}
	client := aidstack.New(options...)
	if r.Call.Identity != nil {
		client = client.Identity(*r.Call.Identity)
	}
	return client
}

func (r *scenarioRun) options() []aidstack.RequestOption {
	given := r.Call.Options
	options := []aidstack.RequestOption{}
	if given.IdempotencyKey != nil {
		options = append(options, aidstack.WithIdempotencyKey(*given.IdempotencyKey))
	}
	if given.TimeoutMS != nil {
		options = append(options, aidstack.WithTimeout(milliseconds(*given.TimeoutMS)))
	}
	if given.MaxRetries != nil {
		options = append(options, aidstack.WithMaxRetries(*given.MaxRetries))
	}
	for name, value := range given.Headers {
		options = append(options, aidstack.WithHeader(name, value))
	}
	return options
}

// errorOutcome describes an error as the suite does.
func errorOutcome(err error) map[string]any {
	outcome := map[string]any{"class": classOf(err), "message": err.Error(), "status": nil}
	var failure *aidstack.Error
	if errors.As(err, &failure) {
		outcome["code"], outcome["retryable"] = failure.Code, failure.Retryable
		outcome["retry_after_ms"] = failure.RetryAfter.Milliseconds()
		if failure.Status != 0 {
			outcome["status"] = failure.Status
		}
	}
	var refused *aidstack.WebhookVerificationError
	if errors.As(err, &refused) {
		outcome["reason"] = refused.Reason
	}
	return outcome
}

func classOf(err error) string {
	var refused *aidstack.WebhookVerificationError
	switch {
	case errors.As(err, &refused):
		return "webhook"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "caller"
	case errors.Is(err, aidstack.ErrAttemptTimeout):
		return "timeout"
	}
	for class, is := range map[string]func(error) bool{
		"validation": aidstack.IsValidation, "auth": aidstack.IsAuth, "permission": aidstack.IsPermission,
		"not_found": aidstack.IsNotFound, "conflict": aidstack.IsConflict, "rate_limit": aidstack.IsRateLimit,
		"server": aidstack.IsServer, "connection": aidstack.IsConnection,
	} {
		if is(err) {
			return class
		}
	}
	return "other"
}

// post sends JSON to the scripted service and decodes its reply.
func post(t *testing.T, path string, body, reply any) {
	t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(setting(t, "AID_TEST_SCENARIOS")+path, "application/json", bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err == nil {
		err = json.Unmarshal(content, reply)
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", path, err, content)
	}
}

// logLines collects the lines of the default logger.
type logLines struct{ bytes.Buffer }

func runScenario(t *testing.T, topic, name string, logged *logLines) {
	var run scenarioRun
	post(t, "/runs", map[string]string{"topic": topic, "name": name}, &run)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if after := run.Call.Options.CancelAfterMS; after > 0 {
		time.AfterFunc(milliseconds(after), cancel)
	}
	if after := run.Call.Options.DeadlineMS; after > 0 {
		var release context.CancelFunc
		ctx, release = context.WithTimeout(ctx, milliseconds(after))
		defer release()
	}
	value, err := run.do(ctx, cancel)
	outcome := map[string]any{"language": "go", "value": value}
	if err != nil {
		delete(outcome, "value")
		outcome["error"] = errorOutcome(err)
	}
	if run.Client.Hooks != "" {
		outcome["hooks"] = run.called()
	}
	if logged != nil {
		outcome["logged"] = strings.Split(logged.String(), "\n")
	}
	var result struct{ Failures []string }
	post(t, "/outcomes/"+run.ID, outcome, &result)
	for _, failure := range result.Failures {
		t.Error(failure)
	}
}

func TestEveryScenarioOfTheSuiteGoesAsInTheOtherLanguages(t *testing.T) {
	response, err := http.Get(setting(t, "AID_TEST_SCENARIOS") + "/scenarios")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var list struct {
		Scenarios []struct {
			Topic, Name string
			NotIn       map[string]string `json:"not_in"`
			// Those of OpenTelemetry are run by aidstackotel.
			Client struct{ Hooks string }
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil || len(list.Scenarios) == 0 {
		t.Fatal("no scenarios: ", err)
	}
	own := slog.Default()
	defer slog.SetDefault(own)
	for _, isLogging := range []bool{true, false} {
		// A scenario that looks at the log has it alone; all others run at the same time.
		t.Run(fmt.Sprintf("logging=%v", isLogging), func(t *testing.T) {
			for _, scenario := range list.Scenarios {
				if scenario.NotIn["go"] != "" || scenario.Client.Hooks == "otel" || (scenario.Topic == "tunnels") != isLogging {
					continue
				}
				t.Run(scenario.Topic+"/"+scenario.Name, func(t *testing.T) {
					if !isLogging {
						t.Parallel()
						runScenario(t, scenario.Topic, scenario.Name, nil)
						return
					}
					logged := &logLines{}
					slog.SetDefault(slog.New(slog.NewTextHandler(logged, nil)))
					runScenario(t, scenario.Topic, scenario.Name, logged)
				})
			}
		})
	}
}
