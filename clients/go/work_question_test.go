//go:build go1.25

package aidstack_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// asksFirst returns a question, and completes the task when the caller has replied.
func asksFirst(runs *int) aidstack.TaskHandler {
	return func(context.Context, *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
		*runs++
		if *runs > 1 {
			return aidstack.TextReply("Ordered."), nil
		}
		return aidstack.TasksReplyParams{State: aidstack.TaskReplyStateInputRequired, Message: "Soup or salad?"}, nil
	}
}

// asksWithin asks, and completes the task with the reply.
func asksWithin(ctx context.Context, run *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
	_, err := run.Ask(ctx, aidstack.TextPart("Soup or salad?"))
	return aidstack.TextReply("Ordered."), err
}

// asking are both ways in which a handler asks its caller.
func asking() map[string]aidstack.TaskHandler {
	runs := 0
	return map[string]aidstack.TaskHandler{"returns": asksFirst(&runs), "asks": asksWithin}
}

func TestAHandlerThatAsksTakesNoTaskBackFromItsCallerAlthoughTheResponseIsLostAndTheLeaseIsOver(t *testing.T) {
	for way, handler := range asking() {
		t.Run(way, func(t *testing.T) {
			isLost := true
			inBubble(t, func(t *testing.T) *fakeTask {
				task := newTask(t)
				task.loses = func(request taskRequest) bool { return !request.isClaim && isLost }
				return task
			}, handler, func(task *fakeTask) {
				time.Sleep(2 * testLease)
				task.change(func() { isLost = false })
				time.Sleep(2 * testLease)
				synctest.Wait()
				expectStates(t, task, "input_required")
				expectTexts(t, task, "Soup or salad?")
				for _, request := range task.claims {
					if task.inState("working") || request.isRenewal() {
						t.Errorf("the task is %s, after %v", task.state, request)
					}
				}
			})
		})
	}
}

func TestARenewalThatIsExecutedAfterAQuestionChangesNothingAndLosesNoTask(t *testing.T) {
	for way, handler := range asking() {
		t.Run(way, func(t *testing.T) {
			var arrived, executes chan struct{}
			begun := 0
			inBubble(t, func(t *testing.T) *fakeTask {
				arrived, executes = make(chan struct{}), make(chan struct{})
				task := newTask(t)
				claims := 0
				task.arrives = func(r *http.Request) {
					if !strings.HasSuffix(r.URL.Path, "/claim") {
						return
					}
					claims++
					if claims == 2 {
						close(arrived)
						<-executes
					}
				}
				return task
			}, func(ctx context.Context, run *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
				begun++
				if begun == 1 {
					<-arrived
				}
				return handler(ctx, run)
			}, func(task *fakeTask) {
				time.Sleep(testLease)
				synctest.Wait()
				expectStates(t, task, "input_required")
				close(executes)
				settle()
				expectStates(t, task, "input_required")
				task.change(func() { task.replyAsCaller("Soup.") })
				settle()
				expectStates(t, task, "input_required", "completed")
				if wanted := map[string]int{"returns": 2, "asks": 1}[way]; begun != wanted {
					t.Errorf("the handler ran %d times, not %d", begun, wanted)
				}
			})
		})
	}
}

func TestAWorkerWithARefusedRenewalEndsTheContextOfItsHandlerAndDropsTheOutcome(t *testing.T) {
	ended := false
	inBubble(t, newTask, func(ctx context.Context, _ *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
		<-ctx.Done()
		ended = true
		return aidstack.TextReply("Too late."), nil
	}, func(task *fakeTask) {
		settle()
		task.change(func() { task.claimByAnother(longLease) })
		time.Sleep(testLease)
		synctest.Wait()
		if !ended {
			t.Error("the context has not ended")
		}
		expectStates(t, task)
	})
}

func TestAServiceThatDoesNotKnowClaimsEndsTheLoopWithAnErrorThatSaysSo(t *testing.T) {
	task := newTask(t)
	task.refuses = func(taskRequest) string { return "route.not_found" }
	var reported []error
	err := task.client().Tasks.Work(t.Context(), ordersAtOnce, aidstack.TasksWorkParams{
		OnError: func(err error, _ *aidstack.Task) { reported = append(reported, err) },
	})
	if !aidstack.IsNotFound(err) || !strings.Contains(err.Error(), "needs a newer service") || len(reported) > 0 {
		t.Errorf("Work returned %v, and reported %v", err, reported)
	}
	expectStates(t, task)
}

func TestALeaseThatTheServiceWouldRefuseIsAMistake(t *testing.T) {
	for _, lease := range []time.Duration{-1, testLease / 4, 15*time.Minute + 1} {
		err := newTask(t).client().Tasks.Work(t.Context(), ordersAtOnce, aidstack.TasksWorkParams{Lease: lease})
		if !aidstack.IsValidation(err) || !strings.Contains(err.Error(), "Lease: ") {
			t.Errorf("a lease of %v: %v", lease, err)
		}
	}
}
