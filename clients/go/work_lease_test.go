//go:build go1.25

package aidstack_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// longLease is longer than any test of this file in the time of its bubble.
const longLease = time.Hour

// inBubble runs a worker for the task in a time that passes at once. `steps` says what happens meanwhile.
func inBubble(t *testing.T, task func(*testing.T) *fakeTask, handler aidstack.TaskHandler, steps func(*fakeTask)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		fake := task(t)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- fake.client().Tasks.Work(ctx, handler, aidstack.TasksWorkParams{Lease: longLease}) }()
		steps(fake)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Work returned %v", err)
		}
	})
}

// settle waits until the worker has learned what the log has, and has done what it does because of it.
func settle() {
	time.Sleep(20 * time.Second)
	synctest.Wait()
}

// ordersAtOnce completes a task.
func ordersAtOnce(context.Context, *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
	return aidstack.TextReply("Ordered."), nil
}

// takenTask is a new task that another worker claims before the one of the test does.
func takenTask(t *testing.T) *fakeTask {
	task := newFakeTask(t, "submitted", callerSays("Lunch, please."))
	task.isTaken = func(claim int) bool { return claim == 0 }
	task.before = func(request taskRequest) {
		if request.key == "aid-work-tsk_1-0" {
			task.claimedAt(time.Now())
		}
	}
	return task
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
	var got []string
	for _, request := range task.executed {
		got = append(got, request.body["state"].(string))
	}
	if !slices.Equal(got, states) {
		t.Errorf("the replies were %q, not %q", got, states)
	}
}

func TestALateEventTakesNoTaskAwayFromTheWorkerThatHasIt(t *testing.T) {
	for _, late := range [][2]string{{"a2a.task.created", "submitted"}, {"a2a.task.updated", "working"}} {
		inBubble(t, takenTask, ordersAtOnce, func(task *fakeTask) {
			settle()
			task.change(func() { task.log(late[0], late[1]) })
			settle()
			expectStates(t, task)
		})
	}
}

func TestALateListTakesNoTaskAwayFromTheWorkerThatHasIt(t *testing.T) {
	for _, state := range []string{"submitted", "working"} {
		arrives := make(chan struct{})
		inBubble(t, func(t *testing.T) *fakeTask {
			arrives = make(chan struct{})
			task := takenTask(t)
			if state == "working" {
				task.claimedAt(time.Now().Add(-2 * longLease)) // Its worker has died.
			}
			task.hold = func(r *http.Request) {
				if r.URL.Path == "/v1/a2a/tasks" && r.URL.Query().Get("state") == state {
					<-arrives
				}
			}
			return task
		}, ordersAtOnce, func(task *fakeTask) {
			settle()
			task.change(func() { task.log("a2a.task.created", "submitted") })
			settle()
			close(arrives)
			settle()
			expectStates(t, task)
		})
	}
}

func TestAClaimOfAnotherWorkerStaysKnownAlthoughTheTaskCouldNotBeReadAfterIt(t *testing.T) {
	reads := 0
	inBubble(t, func(t *testing.T) *fakeTask {
		task := takenTask(t)
		task.unreadable = func() bool {
			reads++
			return reads == 1
		}
		return task
	}, ordersAtOnce, func(task *fakeTask) {
		settle()
		expectStates(t, task)
	})
	if reads != 2 {
		t.Errorf("the task was read %d times", reads)
	}
}

// asksFirst asks, and completes the task when the caller has replied.
func asksFirst(runs *int) aidstack.TaskHandler {
	return func(context.Context, *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
		*runs++
		if *runs > 1 {
			return aidstack.TextReply("Ordered."), nil
		}
		return aidstack.TasksReplyParams{State: aidstack.TaskReplyStateInputRequired, Message: "Soup or salad?"}, nil
	}
}

func TestATaskThatAnotherWorkerHasSinceItsCallerRepliedStaysWithThatOneAlthoughItCouldNotBeRead(t *testing.T) {
	runs := 0
	isUnreadable := false
	inBubble(t, func(t *testing.T) *fakeTask {
		task := newFakeTask(t, "submitted", callerSays("Lunch, please."))
		task.isTaken = func(claim int) bool { return claim == 1 }
		task.before = func(request taskRequest) { isUnreadable = request.key == "aid-work-tsk_1-1" }
		task.unreadable = func() bool {
			was := isUnreadable
			isUnreadable = false
			return was
		}
		return task
	}, asksFirst(&runs), func(task *fakeTask) {
		settle()
		task.change(func() {
			task.replyAsCaller("Soup.")
			task.claimedAt(time.Now())
		})
		settle()
		expectStates(t, task, "working", "input_required")
	})
}

func TestAReplyOfTheCallerThatArrivesWhileTheWorkerReadsTheTaskIsNotMissed(t *testing.T) {
	runs := 0
	arrives := make(chan struct{})
	inBubble(t, func(t *testing.T) *fakeTask {
		arrives = make(chan struct{})
		task := newFakeTask(t, "submitted", callerSays("Lunch, please."))
		task.hold = func(r *http.Request) {
			switch {
			case r.Method != http.MethodGet || !task.inState("input_required"):
			case strings.HasSuffix(r.URL.Path, "/tsk_1"):
				<-arrives
			case r.URL.Path == "/v1/a2a/tasks":
				<-task.ended // From here on, only events bring news.
			}
		}
		return task
	}, asksFirst(&runs), func(task *fakeTask) {
		settle()
		// The event of the claim arrives late, and has the worker read the task.
		task.change(func() { task.log("a2a.task.updated", "working") })
		settle()
		task.change(func() { task.replyAsCaller("Soup.") })
		settle()
		close(arrives)
		settle()
		expectStates(t, task, "working", "input_required", "working", "completed")
	})
}

func TestAWorkerKeepsTheLeaseForAsLongAsItsHandlerRunsAndGivesItUpWhenTheTaskIsCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		task := newFakeTask(t, "submitted", callerSays("Lunch, please."))
		task.before = func(taskRequest) { task.claimedAt(time.Now()) }
		runs, canceled := 0, false
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 2)
		for range 2 {
			go func() {
				ended <- task.client().Tasks.Work(ctx, func(
					ctx context.Context, _ *aidstack.TaskRun,
				) (aidstack.TasksReplyParams, error) {
					runs++
					<-ctx.Done()
					canceled = true
					return aidstack.TasksReplyParams{}, ctx.Err()
				}, aidstack.TasksWorkParams{Lease: 30 * time.Second})
			}()
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		task.change(func() {
			for number, request := range task.executed {
				if request.key != fmt.Sprintf("aid-work-tsk_1-%d", number) {
					t.Errorf("claim %d has the key %s", number, request.key)
				}
			}
			if len(task.executed) < 25 || runs != 1 || canceled {
				t.Errorf("%d claims, %d runs, canceled %v", len(task.executed), runs, canceled)
			}
			task.state = "canceled"
			task.log("a2a.task.canceled", "canceled")
		})
		settle()
		if runs != 1 || !canceled {
			t.Errorf("%d runs, canceled %v", runs, canceled)
		}
		cancel()
		<-ended
		<-ended
	})
}
