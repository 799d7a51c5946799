package aidstack_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
)

// endsBeforeItsResponse has the event of a task's end arrive at the worker before the response to the reply that ended
// it. The channel is closed when the worker has the event.
func endsBeforeItsResponse(task *fakeTask) <-chan struct{} {
	isHeard := make(chan struct{})
	var heard, logged sync.Once
	task.hold = func(r *http.Request) {
		task.mutex.Lock()
		hasEnded := task.state == "completed" || task.state == "failed"
		if hasEnded {
			logged.Do(func() { task.log("a2a.task.updated", task.state) })
		}
		task.mutex.Unlock()
		switch {
		case hasEnded && strings.HasSuffix(r.URL.Path, "/reply"):
			<-isHeard
		case r.URL.Path == "/v1/events" && r.URL.Query().Get("since") >= at(100):
			// The worker reads on in the log only when it has dealt with the event.
			heard.Do(func() { close(isHeard) })
		}
	}
	return isHeard
}

func TestAWorkerReportsNoErrorIfTheEventOfItsOwnReplyArrivesBeforeTheResponse(t *testing.T) {
	for _, err := range []error{nil, errors.New("no soup")} {
		task := newFakeTask(t, "submitted", callerSays("Lunch, please."))
		isHeard := endsBeforeItsResponse(task)
		said := "Ordered."
		var wanted, reported []error
		if err != nil {
			said, wanted = "The agent could not complete the task.", []error{err}
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- task.client().Tasks.Work(ctx, func(
				context.Context, *aidstack.TaskRun,
			) (aidstack.TasksReplyParams, error) {
				return aidstack.TextReply("Ordered."), err
			}, aidstack.TasksWorkParams{OnError: func(err error, _ *aidstack.Task) { reported = append(reported, err) }})
		}()
		<-isHeard
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Work returned %v", err)
		}
		if !slices.Equal(reported, wanted) {
			t.Errorf("reported: %v, not %v", reported, wanted)
		}
		expectTexts(t, task, said)
	}
}
