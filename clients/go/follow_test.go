package aidstack_test

import (
	"net/http"
	"testing"

	"git.example/aid/aid/clients/go/aidstacktest"
)

func TestAFollowerReadsTheHistoryAtOnceWhereNoStreamCanBeOpened(t *testing.T) {
	refusal := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("retry-after", "600")
			w.WriteHeader(status)
		}
	}
	for name, streams := range map[string]http.HandlerFunc{
		"the limit of streams is reached": refusal(http.StatusTooManyRequests),
		"the service can open none":       refusal(http.StatusServiceUnavailable),
		"the WebSocket cannot be connected": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte(`{"id":"str_1","connect_url":"ws://aid.test/none","expires_at":"2026-01-01T00:01:00Z"}`))
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake := aidstacktest.New()
			fake.Handle("POST /v1/events/streams", streams)
			fake.Reply("GET /v1/events", http.StatusOK, `{"events":[`+eventJSON(1)+`]}`)
			for event, err := range fake.Client().Events.Follow(t.Context(), start) {
				if err != nil || event.ID != "evt_1" {
					t.Fatalf("got %+v, %v", event, err)
				}
				break
			}
			asked := 0
			for _, request := range fake.Requests() {
				if request.Method == http.MethodPost {
					asked++
				}
			}
			if asked != 1 {
				t.Errorf("a stream was asked for %d times", asked)
			}
		})
	}
}

func TestAFollowerReadsTheHistoryWhenAStreamHasEnded(t *testing.T) {
	closing := []string{`{"type":"ready","cursor":"` + at(0) + `"}`, `{"type":"closing","reason":"later"}`}
	fake := newStreamFake(t, closing, closing)
	fake.history = eventJSON(1)
	fake.check(t, fake.follow(t, start, 1), []string{"evt_1"})
	if len(fake.sinces) != 1 {
		t.Errorf("the connections began at %v", fake.sinces)
	}
}
