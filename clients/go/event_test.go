package aidstack_test

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

func TestAnEventOfAKnownTypeHasItsPayload(t *testing.T) {
	var event aidstack.Event
	err := json.Unmarshal([]byte(`{"id":"evt_1","type":"mail.received","version":1,"identity_id":"agt_1",
		"payload":{"messageId":"msg_1","from":"ada@example.com","later":{}},"created_at":"2026-11-21T08:33:46.649Z","later":1}`), &event)
	payload, ok := event.Payload.(*aidstack.MailReceivedPayload)
	if err != nil || !ok || payload.From != "ada@example.com" || *event.IdentityID != "agt_1" || event.AggregateID != nil {
		t.Errorf("got %+v, %v", event, err)
	}
}

func TestWhatANewerServiceSendsIsReadAsItIs(t *testing.T) {
	const unknown = `{"a":[1,2,{"b":null}]}`
	for _, text := range []string{
		`{"id":"evt_1","type":"moon.landed","version":2,"payload":` + unknown + `,"created_at":"2026-11-21T08:33:46.649Z"}`,
		// A known type with a payload that has become something else.
		`{"id":"evt_1","type":"mail.received","version":2,"payload":[` + unknown + `],"created_at":"2026-11-21T08:33:46.649Z"}`,
		`{"id":"evt_1","type":"moon.landed","version":2,"created_at":"2026-11-21T08:33:46.649Z"}`,
	} {
		var event aidstack.Event
		if err := json.Unmarshal([]byte(text), &event); err != nil || event.ID != "evt_1" {
			t.Errorf("%s: %+v, %v", text, event, err)
		}
		if _, ok := event.Payload.(*aidstack.UnknownPayload); !ok {
			t.Errorf("%s: the payload is a %T", text, event.Payload)
		}
		if encoded, err := json.Marshal(event); err != nil || !sameText(t, text, string(encoded)) {
			t.Errorf("%s became %s, %v", text, encoded, err)
		}
	}
	fake := aidstacktest.New()
	fake.Reply("GET /v1/a2a/tasks/{id}", 200, `{"id":"tsk_1","state":"dreaming","caller":{"later":true}}`)
	task, err := fake.Client().Tasks.Get(t.Context(), "tsk_1", aidstack.TasksGetParams{})
	if err != nil || task.State != "dreaming" {
		t.Errorf("got %+v, %v", task, err)
	}
}

// sameText reports whether all that the first JSON says the second one says too.
func sameText(t *testing.T, a, b string) bool {
	t.Helper()
	var first, second map[string]any
	if json.Unmarshal([]byte(a), &first) != nil || json.Unmarshal([]byte(b), &second) != nil {
		return false
	}
	for name, value := range first {
		if !reflect.DeepEqual(second[name], value) {
			return false
		}
	}
	return true
}

func TestTheCursorInAFileIsTheOneThatWasSavedLast(t *testing.T) {
	store := aidstack.FileCursor(filepath.Join(t.TempDir(), "cursor"))
	if cursor, err := store.Load(t.Context()); cursor != "" || err != nil {
		t.Errorf("without a file: %q, %v", cursor, err)
	}
	for _, saved := range []string{"2026-11-21T08:33:46.649Z", "2026-11-21T08:33:46.650Z"} {
		if err := store.Save(t.Context(), saved); err != nil {
			t.Fatal(err)
		}
		if cursor, err := store.Load(t.Context()); cursor != saved || err != nil {
			t.Errorf("%q, %v in place of %q", cursor, err, saved)
		}
	}
	if err := aidstack.FileCursor("/nowhere/cursor").Save(t.Context(), "x"); err == nil {
		t.Error("a cursor that cannot be saved is no error")
	}
}
