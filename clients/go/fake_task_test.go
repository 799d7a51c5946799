package aidstack_test

import (
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

const fakeTaskID = "tsk_1"

// object is an object of JSON.
type object = map[string]any

// said is what one side of a task has said: a text or parts.
type said struct {
	role    aidstack.TaskRole
	content any
}

func callerSays(text string) said { return said{aidstack.TaskRoleCaller, text} }

func workerSays(content any) said { return said{aidstack.TaskRoleWorker, content} }

// taskRequest is a request for a reply to the task.
type taskRequest struct {
	key  string
	body object
}

// fakeTask is a service with one task. Its workers were last heard of so long ago that the next one takes it at once. A
// test says what the caller and earlier workers have said, and which request of a worker arrives late.
type fakeTask struct {
	// arrives runs when a request arrives, without the mutex.
	arrives func(*http.Request)
	// before runs before a reply is executed, with the mutex held.
	before func(taskRequest)
	// dies reports whether a worker dies with a request: then nothing that it sends arrives.
	dies func(taskRequest) bool
	// refuses reports whether a reply is no valid one.
	refuses func(taskRequest) bool
	// isTaken reports whether a claim is that of another worker.
	isTaken func(claim int) bool
	// hold is what a response waits for, without the mutex, once it is made.
	hold func(*http.Request)
	// unreadable reports whether the task cannot be read for the moment.
	unreadable func() bool
	// changed is when the task last changed.
	changed string

	mutex    sync.Mutex
	ended    chan struct{}
	state    string
	messages []object
	events   []object
	executed []taskRequest
	records  map[string]object
	bodies   map[string]object
}

func newFakeTask(t *testing.T, state string, sayings ...said) *fakeTask {
	fake := &fakeTask{
		arrives: func(*http.Request) {}, before: func(taskRequest) {}, dies: func(taskRequest) bool { return false },
		refuses: func(taskRequest) bool { return false }, isTaken: func(int) bool { return false },
		hold: func(*http.Request) {}, unreadable: func() bool { return false }, ended: make(chan struct{}), changed: at(0),
		state: state, records: map[string]object{}, bodies: map[string]object{},
	}
	for _, saying := range sayings {
		fake.say(saying)
	}
	t.Cleanup(func() { close(fake.ended) })
	return fake
}

func (f *fakeTask) say(saying said) {
	parts := saying.content
	if text, ok := parts.(string); ok {
		parts = []object{{"text": text}}
	}
	number := len(f.messages) + 1
	id := "tmsg_" + strconv.Itoa(number)
	f.messages = append(f.messages, object{
		"id": id, "message_id": id, "role": saying.role, "parts": parts, "created_at": at(number),
	})
}

// replyAsCaller has the caller reply, and the log say so. The mutex is held.
func (f *fakeTask) replyAsCaller(text string) {
	f.say(callerSays(text))
	f.state = "working"
	f.log("a2a.task.message", f.state)
}

// claimedAt has another worker claim the task at a time. The mutex is held.
func (f *fakeTask) claimedAt(moment time.Time) {
	f.state, f.changed = "working", moment.UTC().Format("2006-01-02T15:04:05.000Z")
}

// log appends an event about the task. The mutex is held.
func (f *fakeTask) log(kind, state string) {
	number := len(f.events) + 100
	f.events = append(f.events, object{
		"id": "evt_" + strconv.Itoa(number), "type": kind, "aggregate_id": fakeTaskID,
		"payload": object{"taskId": fakeTaskID, "state": state}, "created_at": at(number),
	})
}

// texts returns what the worker has said.
func (f *fakeTask) texts() []string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	var texts []string
	for _, message := range f.messages {
		if message["role"] == aidstack.TaskRoleWorker {
			text, _ := message["parts"].([]object)[0]["text"].(string)
			texts = append(texts, text)
		}
	}
	return texts
}

// inState reports whether the task has a state.
func (f *fakeTask) inState(state string) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.state == state
}

// client returns the client of a worker.
func (f *fakeTask) client() *aidstack.Client {
	fake := aidstacktest.New()
	dead := false // A worker of its own for each client.
	handle := func(pattern string, respond func(*http.Request) (int, object, bool)) {
		fake.Handle(pattern, func(w http.ResponseWriter, r *http.Request) {
			f.arrives(r)
			f.mutex.Lock()
			status, content, isReplay := 0, object(nil), false
			if !dead {
				status, content, isReplay = respond(r)
			}
			encoded, _ := json.Marshal(content)
			isDead := dead
			f.mutex.Unlock()
			f.hold(r)
			if isDead {
				<-f.ended
				status = http.StatusUnauthorized
			}
			w.Header().Set("date", time.Now().UTC().Format(http.TimeFormat))
			w.Header().Set("idempotency-replayed", strconv.FormatBool(isReplay))
			if status == http.StatusTooManyRequests {
				w.Header().Set("retry-after", "60")
			}
			w.WriteHeader(status)
			_, _ = w.Write(encoded)
		})
	}
	handle("POST /v1/events/streams", func(*http.Request) (int, object, bool) {
		return http.StatusTooManyRequests, failureOf("limit.exceeded"), false
	})
	handle("GET /v1/events", func(r *http.Request) (int, object, bool) {
		events := []object{}
		for _, event := range f.events {
			if since := r.URL.Query().Get("since"); since != "" && event["created_at"].(string) > since {
				events = append(events, event)
			}
		}
		return http.StatusOK, object{"events": events}, false
	})
	handle("GET /v1/a2a/tasks", func(r *http.Request) (int, object, bool) {
		tasks := []object{}
		if r.URL.Query().Get("state") == f.state {
			tasks = append(tasks, f.record())
		}
		return http.StatusOK, object{"tasks": tasks}, false
	})
	handle("GET /v1/a2a/tasks/{id}", func(*http.Request) (int, object, bool) {
		if f.unreadable() {
			return http.StatusServiceUnavailable, failureOf("internal.error"), false
		}
		return http.StatusOK, f.record(), false
	})
	handle("POST /v1/a2a/tasks/{id}/reply", func(r *http.Request) (int, object, bool) {
		request := taskRequest{key: r.Header.Get("idempotency-key")}
		content, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(content, &request.body)
		if dead = f.dies(request); dead {
			return 0, nil, false
		}
		return f.execute(request)
	})
	return fake.Client()
}

var claimKey = regexp.MustCompile(`^aid-work-tsk_1-(\d+)$`)

// execute executes a reply as the service does: once for each idempotency key.
func (f *fakeTask) execute(request taskRequest) (status int, content object, isReplay bool) {
	f.before(request)
	if f.refuses(request) {
		return http.StatusBadRequest, failureOf("request.invalid"), false
	}
	if claim := claimKey.FindStringSubmatch(request.key); claim != nil {
		if number, _ := strconv.Atoi(claim[1]); f.isTaken(number) {
			return http.StatusOK, f.record(), true
		}
	}
	if earlier, ok := f.bodies[request.key]; ok {
		if !reflect.DeepEqual(earlier, request.body) {
			return http.StatusConflict, failureOf("idempotency.conflict"), false
		}
		return http.StatusOK, f.records[request.key], true
	}
	if slices.Contains([]string{"completed", "failed", "canceled"}, f.state) {
		return http.StatusConflict, failureOf("a2a.task_terminal"), false
	}
	f.state = request.body["state"].(string)
	if text, ok := request.body["message"]; ok {
		f.say(workerSays(text))
	} else if parts, ok := request.body["parts"].([]any); ok {
		var sent []object
		for _, part := range parts {
			sent = append(sent, part.(object))
		}
		f.say(workerSays(sent))
	}
	f.executed = append(f.executed, request)
	f.bodies[request.key], f.records[request.key] = request.body, f.record()
	return http.StatusOK, f.record(), false
}

func (f *fakeTask) record() object {
	return object{
		"id": fakeTaskID, "state": f.state, "messages": append([]object(nil), f.messages...),
		"message_count": len(f.messages), "created_at": at(0), "updated_at": f.changed,
	}
}

func failureOf(code string) object {
	return object{"error": object{"code": code, "message": code, "request_id": "req_1", "retryable": code == "limit.exceeded" || code == "internal.error"}}
}
