//go:build go1.25

package aidstack_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

const (
	// testLease is the lease of the workers of this file.
	testLease = 30 * time.Second
	// longLease is longer than any test of this file in the time of its bubble.
	longLease = time.Hour
)

// inBubble runs a worker for the task in a time that passes at once. `steps` says what happens meanwhile.
func inBubble(t *testing.T, task func(*testing.T) *fakeTask, handler aidstack.TaskHandler, steps func(*fakeTask)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		fake := task(t)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- fake.client().Tasks.Work(ctx, handler, aidstack.TasksWorkParams{Lease: testLease}) }()
		steps(fake)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Work returned %v", err)
		}
	})
}

// settle waits until the worker has learned what the log has, and has done what it does because of it.
func settle() {
	time.Sleep(10 * time.Second)
	synctest.Wait()
}

// newTask is a task that was created now.
func newTask(t *testing.T) *fakeTask {
	task := newFakeTask(t, "submitted", callerSays("Lunch, please."))
	task.changed = time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	return task
}

// takenTask is a new task that another worker claims before the one of the test does.
func takenTask(t *testing.T) *fakeTask {
	task := newTask(t)
	task.before = func(taskRequest) {
		if task.claimID == "" {
			task.claimByAnother(longLease)
		}
	}
	return task
}

func TestALateEventTakesNoTaskAwayFromTheWorkerThatHasIt(t *testing.T) {
	for _, late := range [][2]string{{"a2a.task.created", "submitted"}, {"a2a.task.updated", "working"}} {
		inBubble(t, takenTask, ordersAtOnce, func(task *fakeTask) {
			settle()
			task.change(func() { task.log(late[0], late[1]) })
			settle()
			expectStates(t, task)
			expectNumbers(t, task, 0, 1)
		})
	}
}

func TestALateListTakesNoTaskAwayFromTheWorkerThatHasIt(t *testing.T) {
	arrives := make(chan struct{})
	inBubble(t, func(t *testing.T) *fakeTask {
		arrives = make(chan struct{})
		task := newTask(t)
		task.hold = func(r *http.Request) {
			if r.URL.Path == "/v1/a2a/tasks" && r.URL.Query().Get("state") == "submitted" {
				<-arrives
			}
		}
		return task
	}, ordersAtOnce, func(task *fakeTask) {
		settle()
		task.change(func() { task.claimByAnother(longLease) })
		close(arrives)
		settle()
		expectStates(t, task)
		expectNumbers(t, task, 0, 1)
	})
}

func TestAWorkerTriesATaskThatAnotherOneHasWhenThatClaimEndsAndNotBeforeWhateverItHearsOfIt(t *testing.T) {
	inBubble(t, func(t *testing.T) *fakeTask {
		task := newTask(t)
		task.before = func(taskRequest) {
			if task.refused == 0 {
				// It ends when the worker does nothing else, so that one attempt follows.
				task.claimByAnother(113 * time.Second)
			}
		}
		return task
	}, ordersAtOnce, func(task *fakeTask) {
		settle()
		task.change(func() { task.log("a2a.task.created", "submitted") })
		time.Sleep(90 * time.Second)
		synctest.Wait()
		expectStates(t, task)
		expectNumbers(t, task, 0, 1)
		time.Sleep(30 * time.Second)
		synctest.Wait()
		expectStates(t, task, "completed")
		expectNumbers(t, task, 1, 1)
	})
}

func TestAReplyOfTheCallerThatArrivesWhileAClaimIsRefusedIsNotMissed(t *testing.T) {
	runs := 0
	arrives := make(chan struct{})
	inBubble(t, func(t *testing.T) *fakeTask {
		arrives = make(chan struct{})
		task := newTask(t)
		isHeld := false
		task.hold = func(r *http.Request) {
			switch {
			case !task.inState("input_required"):
			case r.URL.Path == "/v1/a2a/tasks":
				<-task.ended // From here on, only events bring news.
			case strings.HasSuffix(r.URL.Path, "/claim") && !isHeld:
				isHeld = true
				<-arrives
			}
		}
		return task
	}, asksFirst(&runs), func(task *fakeTask) {
		settle()
		// The event of the claim arrives late, and has the worker claim the task.
		task.change(func() { task.log("a2a.task.updated", "working") })
		settle()
		task.change(func() { task.replyAsCaller("Soup.") })
		settle()
		close(arrives)
		settle()
		expectStates(t, task, "input_required", "completed")
	})
}

func TestAWorkerKeepsTheClaimForAsLongAsItsHandlerRunsAndGivesItUpWhenTheTaskIsCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		task := newTask(t)
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
				}, aidstack.TasksWorkParams{Lease: testLease})
			}()
		}
		settle()
		for range 300 {
			time.Sleep(time.Second)
			task.change(func() {
				if !task.isHeld() {
					t.Error("no worker has a claim")
				}
			})
		}
		synctest.Wait()
		task.change(func() {
			for _, request := range task.claims[1:] {
				if !request.isRenewal() {
					t.Errorf("another claim: %v", request)
				}
			}
			if runs != 1 || canceled {
				t.Errorf("%d runs, canceled %v", runs, canceled)
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
