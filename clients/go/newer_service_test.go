package aidstack_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

// Types, states, values and fields that no one here knows pass through every loop. For streams, see stream_test.go.

func TestFollowYieldsEventsOfUnknownTypesAndFormsFromTheHistoryAtOnceWhereNoMoreStreamsMayBeOpened(t *testing.T) {
	fake := aidstacktest.New()
	fake.Handle("POST /v1/events/streams", sequence(func(w http.ResponseWriter) {
		w.Header().Set("retry-after", "60")
		body(http.StatusTooManyRequests, errorBody("limit.unheard_of", true))(w)
	}))
	odd := fmt.Sprintf(`{"id":"evt_2","type":"mail.received","payload":"a text by now","created_at":%q,"hue":1}`, at(2))
	fake.Reply("GET /v1/events", 200, `{"events":[`+strings.Join([]string{eventJSON(0), eventJSON(1), odd}, ",")+`],"hue":[]}`)
	var types []aidstack.EventType
	for event, err := range fake.Client().Events.Follow(t.Context(), start) {
		if err != nil {
			t.Fatal(err)
		}
		if types = append(types, event.Type); len(types) == 3 {
			break
		}
	}
	if !slices.Equal(types, []aidstack.EventType{"moon.landed", "mail.sent", "mail.received"}) {
		t.Errorf("got %v", types)
	}
	if requests := fake.Requests(); len(requests) != 2 {
		t.Errorf("%d requests were made", len(requests))
	}
}

func TestWorkPassesOverUnknownStatesRolesAndFormsOfEvents(t *testing.T) {
	task := newFakeTask(t, "dreaming", callerSays("Lunch, please."), said{"observer", "I look on."})
	tell := func(number int, payload any) {
		task.events = append(task.events, object{
			"id": fmt.Sprintf("evt_%d", number), "type": taskEventTypes[number%3], "aggregate_id": fakeTaskID,
			"payload": payload, "created_at": at(number + 1), "hue": "of a newer service",
		})
	}
	for number, payload := range []any{object{"taskId": fakeTaskID, "state": "dreaming", "hue": 1}, []int{1}, nil} {
		tell(number, payload)
	}
	time.AfterFunc(200*time.Millisecond, func() {
		task.change(func() {
			task.say(callerSays("Wake up."))
			task.state = "working"
			tell(3, nil) // It has no state: the lists have it.
		})
	})
	var texts []string
	works(t, task, "completed", func(
		_ context.Context, run *aidstack.TaskRun,
	) (aidstack.TasksReplyParams, error) {
		for _, message := range run.Messages {
			texts = append(texts, message.Parts[0].Text)
		}
		return aidstack.TextReply("Ordered."), nil
	}, aidstack.TasksWorkParams{})
	if !slices.Equal(texts, []string{"Lunch, please.", "I look on.", "Wake up."}) {
		t.Errorf("the handler read %q", texts)
	}
	expectTexts(t, task, "Ordered.")
}

var taskEventTypes = []string{"a2a.task.created", "a2a.task.message", "a2a.task.updated"}

func TestWaitForReplyReturnsAMessageWithUnknownValues(t *testing.T) {
	fake := aidstacktest.New()
	fake.Reply("GET /v1/identities/me/mail/messages/msg_0", 200,
		fmt.Sprintf(`{"id":"msg_0","thread_id":"thr_1","created_at":%q}`, at(0)))
	fake.Reply("GET /v1/identities/me/mail/messages/msg_1", 200, fmt.Sprintf(`{"id":"msg_1","thread_id":"thr_1",
		"folder":"quantum","direction":"sideways","content_warnings":["smells_odd"],"text":"Soup.","created_at":%q,"hue":1}`, at(1)))
	fake.Reply("GET /v1/events/wait", 200, fmt.Sprintf(`{"event":{"id":"evt_1","type":"mail.received",
		"aggregate_id":"msg_1","payload":"a text by now","created_at":%q,"hue":{}},"hue":null}`, at(1)))
	found, err := fake.Client().Mail.WaitForReply(t.Context(), "msg_0", aidstack.MailWaitForReplyParams{})
	if err != nil || found.Message == nil || found.Message.Folder != "quantum" || len(found.HeldBack) != 0 {
		t.Errorf("got %+v, %v", found, err)
	}
}
