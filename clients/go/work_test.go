package aidstack_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// stalled is how long a test waits for something to happen before it fails.
const stalled = 5 * time.Minute

// works has a task done by a worker until the task is in a state.
func works(t *testing.T, task *fakeTask, until string, handler aidstack.TaskHandler, params aidstack.TasksWorkParams) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), stalled)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- task.client().Tasks.Work(ctx, handler, params) }()
	for !task.inState(until) {
		select {
		case err := <-ended:
			t.Fatalf("Work ended with %v; the worker said %q", err, task.texts())
		case <-time.After(5 * time.Millisecond):
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Work returned %v", err)
	}
}

func order(ctx context.Context, run *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
	if err := run.Update(ctx, aidstack.TextPart("Looking at the menu.")); err != nil {
		return aidstack.TasksReplyParams{}, err
	}
	reply, err := run.Ask(ctx, aidstack.TextPart("Which soup?"))
	if err != nil {
		return aidstack.TasksReplyParams{}, err
	}
	err = run.Update(ctx, aidstack.TextPart("Ordering "+reply.Parts[0].Text+"."))
	return aidstack.TextReply("Ordered."), err
}

func expectTexts(t *testing.T, task *fakeTask, texts ...string) {
	t.Helper()
	if got := task.texts(); !slices.Equal(got, texts) {
		t.Errorf("the worker said %q, not %q", got, texts)
	}
}

func TestARunAfterACrashSaysNothingTwiceAlthoughTheCallerHasRepliedMeanwhile(t *testing.T) {
	task := newFakeTask(t, "working", callerSays("Lunch, please."), workerSays("Looking at the menu."),
		workerSays("Which soup?"), callerSays("the red one"))
	works(t, task, "completed", order, aidstack.TasksWorkParams{})
	expectTexts(t, task, "Looking at the menu.", "Which soup?", "Ordering the red one.", "Ordered.")
}

func TestAnUpdateOfADeadWorkerCountsBeforeTheNextClaimAndIsRefusedAfterIt(t *testing.T) {
	for _, isBefore := range []bool{true, false} {
		task := newFakeTask(t, "working", callerSays("Lunch, please."))
		late := make(chan taskRequest, 1)
		task.dies = func(request taskRequest) bool {
			if request.body["parts"] != nil {
				late <- request
			}
			return request.body["parts"] != nil
		}
		dying, end := context.WithCancel(t.Context())
		go func() { _ = task.client().Tasks.Work(dying, order, aidstack.TasksWorkParams{}) }()
		arriving := <-late

		task.mutex.Lock()
		task.dies = func(taskRequest) bool { return false }
		task.say(callerSays("And quickly."))
		task.claimByAnother(0)
		isLate, status := true, 0
		task.before = func(request taskRequest) {
			if isLate && request.isClaim == isBefore {
				isLate = false
				if isBefore {
					task.claimID = arriving.body["claim_id"].(string) // No other worker has claimed the task so far.
				}
				status = task.execute(arriving).status
				task.until = time.Now()
			}
		}
		task.mutex.Unlock()
		works(t, task, "completed", func(
			ctx context.Context, run *aidstack.TaskRun,
		) (aidstack.TasksReplyParams, error) {
			return aidstack.TextReply("Ordered."), run.Update(ctx, aidstack.TextPart("Looking at the menu."))
		}, aidstack.TasksWorkParams{})
		expectTexts(t, task, "Looking at the menu.", "Ordered.")
		if wanted := map[bool]int{true: http.StatusOK, false: http.StatusConflict}[isBefore]; status != wanted {
			t.Errorf("the late update got %d, not %d", status, wanted)
		}
		end()
	}
}

func TestAHandlerBeginsAnewAtOnceWhenTheCallerRepliesToItsOutcome(t *testing.T) {
	task := newFakeTask(t, "submitted", callerSays("Lunch, please."))
	task.before = func(request taskRequest) {
		if request.body["message"] == "Soup or salad?" {
			later := func(wait time.Duration, do func()) {
				time.AfterFunc(wait, func() {
					task.mutex.Lock()
					defer task.mutex.Unlock()
					do()
				})
			}
			// The event of the claim arrives after the outcome, and takes nothing back.
			later(50*time.Millisecond, func() { task.log("a2a.task.updated", "working") })
			later(1500*time.Millisecond, func() { task.replyAsCaller("Soup.") })
		}
	}
	runs := 0
	works(t, task, "completed", func(
		ctx context.Context, run *aidstack.TaskRun,
	) (aidstack.TasksReplyParams, error) {
		runs++
		reply := aidstack.TextReply("Ordered.")
		if runs == 1 {
			reply = aidstack.TasksReplyParams{State: aidstack.TaskReplyStateInputRequired, Message: "Soup or salad?"}
		}
		return reply, run.Update(ctx, aidstack.TextPart("One moment."))
	}, aidstack.TasksWorkParams{})
	expectTexts(t, task, "One moment.", "Soup or salad?", "One moment.", "Ordered.")
}

func TestAMessageThatIsShownWithoutItsInvisibleCharactersOrWithMoreFieldsIsFoundAgain(t *testing.T) {
	shown := []object{
		{
			"text": "Looking at the menu.", "hue": "of a newer service",
			"metadata": object{"step": 1, "aid.original": object{"text": "Looking\u200b at the menu."}},
		},
		{"data": object{"b": []int{1}, "a": nil}},
	}
	question := []object{{"text": "Which soup?", "metadata": object{"aid.original": object{"text": "Which\u2060 soup?"}}}}
	task := newFakeTask(t, "working", callerSays("Lunch, please."), workerSays(shown), workerSays(question),
		callerSays("red"))
	works(t, task, "completed", func(
		ctx context.Context, run *aidstack.TaskRun,
	) (aidstack.TasksReplyParams, error) {
		err := run.Update(ctx,
			aidstack.NewPart{Text: "Looking\u200b at the menu.", Metadata: object{"step": 1}},
			aidstack.NewPart{Data: object{"a": nil, "b": []int{1}}})
		if err != nil {
			return aidstack.TasksReplyParams{}, err
		}
		_, err = run.Ask(ctx, aidstack.TextPart("Which\u2060 soup?"))
		return aidstack.TextReply("Ordered."), err
	}, aidstack.TasksWorkParams{})
	expectTexts(t, task, "Looking at the menu.", "Which soup?", "Ordered.")
}

func TestAWorkerSaysNothingMoreOnceAnotherWorkerHasTheTaskAndItsHandlerGetsAnError(t *testing.T) {
	task := newFakeTask(t, "working", callerSays("Lunch, please."))
	works(t, task, "canceled", func(
		ctx context.Context, run *aidstack.TaskRun,
	) (aidstack.TasksReplyParams, error) {
		task.change(func() { task.claimByAnother(time.Hour) })
		if err := run.Update(ctx, aidstack.TextPart("Too late.")); !aidstack.IsConflict(err) || ctx.Err() == nil {
			t.Errorf("the update returned %v, and the context %v", err, ctx.Err())
		}
		if _, err := run.Ask(context.WithoutCancel(ctx), aidstack.TextPart("Too late?")); !aidstack.IsConflict(err) {
			t.Errorf("the question returned %v", err)
		}
		task.change(func() { task.state = "canceled" })
		return aidstack.TextReply("Too late."), nil
	}, aidstack.TasksWorkParams{})
	expectTexts(t, task)
	expectStates(t, task)
}

func TestAQuestionOfAnEarlierRunThatHasNoReplyYetGivesTheTaskBackToTheCaller(t *testing.T) {
	task := newFakeTask(t, "working", callerSays("Lunch, please."), workerSays("Which soup?"))
	task.hold = func(r *http.Request) {
		task.change(func() {
			if strings.HasSuffix(r.URL.Path, "/reply") && task.state == "input_required" {
				task.replyAsCaller("the red one")
			}
		})
	}
	works(t, task, "completed", func(
		ctx context.Context, run *aidstack.TaskRun,
	) (aidstack.TasksReplyParams, error) {
		reply, err := run.Ask(ctx, aidstack.TextPart("Which soup?"))
		if err != nil {
			return aidstack.TasksReplyParams{}, err
		}
		return aidstack.TextReply("Ordered " + reply.Parts[0].Text + "."), nil
	}, aidstack.TasksWorkParams{})
	expectStates(t, task, "input_required", "completed")
	// A handler that takes longer than a third of its lease renews its claim.
	if claims := slices.DeleteFunc(task.claims, taskRequest.isRenewal); len(claims) != 2 {
		t.Errorf("the claims are %v", claims)
	}
	expectTexts(t, task, "Which soup?", "Ordered the red one.")
}

func TestAnOutcomeThatTheServiceRefusesFailsTheTask(t *testing.T) {
	task := newFakeTask(t, "working", callerSays("Lunch, please."))
	var reported []error
	task.refuses = func(request taskRequest) string {
		if request.body["state"] == "completed" {
			return "request.invalid"
		}
		return ""
	}
	works(t, task, "failed", func(context.Context, *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
		return aidstack.TextReply("Ordered."), nil
	}, aidstack.TasksWorkParams{OnError: func(err error, _ *aidstack.Task) { reported = append(reported, err) }})
	if len(reported) != 1 || !aidstack.IsValidation(reported[0]) {
		t.Errorf("reported: %v", reported)
	}
}

func TestAnOutcomeThatTheOrganizationHasNoStorageForIsReported(t *testing.T) {
	task := newFakeTask(t, "working", callerSays("Lunch, please."))
	reported := make(chan error, 1)
	task.refuses = func(request taskRequest) string {
		if request.body["state"] == "completed" {
			return "usage.storage_limit"
		}
		return ""
	}
	go func() {
		err := <-reported
		if !aidstack.IsConflict(err) || !strings.Contains(err.Error(), "usage.storage_limit") {
			t.Errorf("reported: %v", err)
		}
		task.change(func() { task.state = "canceled" })
	}()
	works(t, task, "canceled", func(context.Context, *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
		return aidstack.TextReply("Ordered."), nil
	}, aidstack.TasksWorkParams{OnError: func(err error, _ *aidstack.Task) { reported <- err }})
	expectTexts(t, task)
}
