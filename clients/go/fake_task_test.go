package aidstack_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
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

// otherClaim is the claim of a worker that is not the one of the test.
const otherClaim = "clm_other"

// taskRequest is a claim of the task, or a reply to it.
type taskRequest struct {
	isClaim bool
	key     string
	body    object
}

// isRenewal reports whether it renews a claim.
func (r taskRequest) isRenewal() bool { return r.isClaim && r.body["claim_id"] != nil }

// outcome is the response to a request that was executed.
type outcome struct {
	status  int
	content object
	// seconds is the Retry-After; none if 0.
	seconds int
}

// fakeTask is a service with one task. Its workers were last heard of so long ago that the next one takes it at once. A
// test says what the caller and earlier workers have said, and which request of a worker arrives late.
type fakeTask struct {
	// arrives runs when a request arrives, without the mutex.
	arrives func(*http.Request)
	// before runs before a claim or reply is executed, with the mutex held.
	before func(taskRequest)
	// dies reports whether a worker dies with a request: then nothing that it sends arrives.
	dies func(taskRequest) bool
	// refuses returns the code with which a request is refused, "" for none.
	refuses func(taskRequest) string
	// loses reports whether the response to a request is lost once it was executed.
	loses func(taskRequest) bool
	// hold is what a response waits for, without the mutex, once it is made.
	hold func(*http.Request)
	// changed is when the task last changed.
	changed string

	mutex    sync.Mutex
	ended    chan struct{}
	state    string
	messages []object
	events   []object
	// claimID is the claim of the task, which ends at until.
	claimID string
	until   time.Time
	// claims are the claims and renewals, and executed the replies, in the order in which they were executed. refused
	// counts the claims that were not.
	claims   []taskRequest
	executed []taskRequest
	refused  int
	records  map[string]outcome
	bodies   map[string]object
}

func newFakeTask(t *testing.T, state string, sayings ...said) *fakeTask {
	fake := &fakeTask{
		arrives: func(*http.Request) {}, before: func(taskRequest) {}, dies: func(taskRequest) bool { return false },
		refuses: func(taskRequest) string { return "" }, loses: func(taskRequest) bool { return false },
		hold: func(*http.Request) {}, ended: make(chan struct{}), changed: at(0),
		state: state, records: map[string]outcome{}, bodies: map[string]object{},
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

// claimByAnother has another worker claim the task, and not renew the claim. The mutex is held.
func (f *fakeTask) claimByAnother(lease time.Duration) {
	f.state, f.claimID, f.until = "working", otherClaim, time.Now().Add(lease)
}

// isHeld reports whether the task has a claim of the worker of the test that has not ended. The mutex is held.
func (f *fakeTask) isHeld() bool {
	return f.claimID != "" && f.claimID != otherClaim && f.until.After(time.Now())
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

// change changes the task.
func (f *fakeTask) change(do func()) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	do()
}

// expectStates compares the states of the executed replies.
func expectStates(t *testing.T, task *fakeTask, states ...string) {
	t.Helper()
	task.mutex.Lock()
	defer task.mutex.Unlock()
	var got []string
	for _, request := range task.executed {
		got = append(got, request.body["state"].(string))
	}
	if !slices.Equal(got, states) {
		t.Errorf("the replies were %q, not %q", got, states)
	}
}

// expectNumbers compares the numbers of executed and refused claims and renewals.
func expectNumbers(t *testing.T, task *fakeTask, claims, refused int) {
	t.Helper()
	task.change(func() {
		if len(task.claims) != claims || task.refused != refused {
			t.Errorf("%d claims and %d refused ones, not %d and %d", len(task.claims), task.refused, claims, refused)
		}
	})
}

// ordersAtOnce completes a task.
func ordersAtOnce(context.Context, *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
	return aidstack.TextReply("Ordered."), nil
}
