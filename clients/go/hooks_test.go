package aidstack_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

func TestAHookThatPanicsIsLoggedAndTheCallContinues(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"org_name":"Acme"}`))
	}))
	defer service.Close()
	own := slog.Default()
	defer slog.SetDefault(own)
	var logged bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))

	hooks := aidstack.Hooks{
		Request:  func(aidstack.RequestRecord) { panic("no disk") },
		Response: func(aidstack.ResponseRecord) { panic("no network") },
	}
	client := aidstack.New(aidstack.WithURL(service.URL), aidstack.WithoutKey(), aidstack.WithHooks(hooks))
	me, err := client.Me(t.Context())
	if err != nil || me.OrgName != "Acme" {
		t.Fatal(me, err)
	}
	for _, reason := range []string{"no disk", "no network"} {
		if !strings.Contains(logged.String(), reason) {
			t.Errorf("%q is not in the log: %s", reason, logged.String())
		}
	}
}

func TestACallHasItsOutcomeWhateverTheHookOfCallsDoes(t *testing.T) {
	own := slog.Default()
	defer slog.SetDefault(own)
	slog.SetDefault(slog.New(slog.DiscardHandler))
	begins := func(hooks aidstack.CallHooks) func(context.Context, aidstack.CallRecord) (context.Context, aidstack.CallHooks) {
		return func(context.Context, aidstack.CallRecord) (context.Context, aidstack.CallHooks) { return nil, hooks }
	}
	for name, hooks := range map[string]aidstack.Hooks{
		"a panic at the beginning": {
			Call: func(context.Context, aidstack.CallRecord) (context.Context, aidstack.CallHooks) { panic("no disk") },
		},
		"a panic at the end": {Call: begins(aidstack.CallHooks{End: func(aidstack.CallResult) { panic("no disk") }})},
		"a panic in attempts": {Call: begins(aidstack.CallHooks{
			Request:  func(aidstack.RequestRecord) { panic("no disk") },
			Response: func(aidstack.ResponseRecord) { panic("no disk") },
			Retry:    func(aidstack.RetryRecord) { panic("no disk") },
		})},
		"a header that cannot be sent": {Call: begins(aidstack.CallHooks{Header: http.Header{"X-Trace": {"a\nb"}}})},
		"headers of the SDK": {Call: begins(aidstack.CallHooks{
			Header: http.Header{"authorization": {"Bearer other"}, "User-Agent": {"other"}},
		})},
	} {
		fake, left := aidstacktest.New(), 1
		fake.Handle("GET /v1/me", func(w http.ResponseWriter, _ *http.Request) {
			if left--; left == 0 {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"org_name":"Acme"}`))
		})
		client := fake.Client(aidstack.WithHooks(hooks), aidstack.WithMaxRetries(1))
		if me, err := client.Me(t.Context()); err != nil || me.OrgName != "Acme" {
			t.Error(name, me, err)
		}
		if _, err := client.Tasks.Get(t.Context(), "tsk_1", aidstack.TasksGetParams{}); !aidstack.IsNotFound(err) {
			t.Error(name, err)
		}
		for _, request := range fake.Requests() {
			if request.Header.Get("Authorization") != "Bearer aid_agt_fake" || request.Header.Get("User-Agent") == "other" {
				t.Error(name, request.Header)
			}
		}
	}
}

func TestTheEndOfACallHasItsAttemptsAndTheStatusAndErrorOfTheLastOne(t *testing.T) {
	fake := aidstacktest.New()
	var calls []aidstack.CallRecord
	var ends []aidstack.CallResult
	type mark struct{}
	hooks := aidstack.Hooks{
		Call: func(ctx context.Context, call aidstack.CallRecord) (context.Context, aidstack.CallHooks) {
			calls = append(calls, call)
			end := func(result aidstack.CallResult) { ends = append(ends, result) }
			return context.WithValue(ctx, mark{}, true), aidstack.CallHooks{End: end}
		},
	}
	client := fake.Client(aidstack.WithHooks(hooks), aidstack.WithMaxRetries(1), aidstack.WithURL("https://aid.test:8443/base"))
	fake.Fail("GET /base/v1/me", http.StatusServiceUnavailable, "service.unavailable")
	hasMark := false
	fake.Handle("GET /base/v1/identities/{id}/mail/messages/{message}", func(w http.ResponseWriter, r *http.Request) {
		hasMark = r.Context().Value(mark{}) != nil
		w.WriteHeader(http.StatusNotFound)
	})
	_, unavailable := client.Me(t.Context())
	_, missing := client.Identity("agt_1").Mail.Messages.Get(t.Context(), "msg_1")
	if !hasMark {
		t.Error("the requests have not the context of the hook")
	}
	wanted := []aidstack.CallRecord{
		{Method: "GET", Route: "/v1/me", Origin: "https://aid.test:8443"},
		{Method: "GET", Route: "/v1/identities/{id}/mail/messages/{id}", Origin: "https://aid.test:8443"},
	}
	if !slices.Equal(calls, wanted) {
		t.Error(calls)
	}
	if len(ends) != 2 || ends[0].Attempts != 2 || ends[0].Status != 503 || !errors.Is(ends[0].Err, unavailable) ||
		ends[1].Attempts != 1 || ends[1].Status != 404 || !errors.Is(ends[1].Err, missing) {
		t.Error(ends)
	}
}
