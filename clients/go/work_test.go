package aidstack_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// works has a task done by a worker until the task is in a state.
func works(t *testing.T, task *fakeTask, until string, handler aidstack.TaskHandler, params aidstack.TasksWorkParams) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 25*time.Second)
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

func TestAnUpdateOfADeadWorkerThatArrivesLateIsSaidOnceAlthoughTheCallerHasWrittenMeanwhile(t *testing.T) {
	task := newFakeTask(t, "working", callerSays("Lunch, please."))
	late := make(chan taskRequest, 1)
	task.dies = func(request taskRequest) bool {
		if request.body["parts"] != nil {
			late <- request
		}
		return request.body["parts"] != nil
	}
	dying, end := context.WithCancel(t.Context())
	defer end()
	go func() { _ = task.client().Tasks.Work(dying, order, aidstack.TasksWorkParams{}) }()
	arriving := <-late

	task.mutex.Lock()
	task.dies = func(taskRequest) bool { return false }
	task.say(callerSays("And quickly."))
	isLate := true
	task.before = func(request taskRequest) {
		if request.body["parts"] != nil && isLate {
			isLate = false
			task.execute(arriving)
		}
	}
	task.mutex.Unlock()
	works(t, task, "completed", func(
		ctx context.Context, run *aidstack.TaskRun,
	) (aidstack.TasksReplyParams, error) {
		return aidstack.TextReply("Ordered."), run.Update(ctx, aidstack.TextPart("Looking at the menu."))
	}, aidstack.TasksWorkParams{})
	expectTexts(t, task, "Looking at the menu.", "Ordered.")
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
	var keys []string
	for _, request := range task.executed {
		if strings.Contains(request.key, "-update-") {
			keys = append(keys, request.key)
		}
	}
	if wanted := []string{"aid-work-tsk_1-update-0-1", "aid-work-tsk_1-update-tmsg_3-1"}; !slices.Equal(keys, wanted) {
		t.Errorf("the keys are %q", keys)
	}
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

func TestAWorkerSaysNothingMoreOnceItsLeaseHasEndedAndAnotherWorkerHasTheTask(t *testing.T) {
	task := newFakeTask(t, "working", callerSays("Lunch, please."))
	task.isTaken = func(claim int) bool { return claim > 0 }
	// The response to a claim arrives when the lease has ended.
	task.before = func(taskRequest) { time.Sleep(50 * time.Millisecond) }
	works(t, task, "canceled", func(
		ctx context.Context, run *aidstack.TaskRun,
	) (aidstack.TasksReplyParams, error) {
		err := run.Update(ctx, aidstack.TextPart("Too late."))
		if err == nil {
			t.Error("the update was sent")
		}
		task.mutex.Lock()
		defer task.mutex.Unlock()
		task.state = "canceled"
		return aidstack.TextReply("Too late."), err
	}, aidstack.TasksWorkParams{Lease: 10 * time.Millisecond})
	expectTexts(t, task)
}

func TestAQuestionOfAnEarlierRunThatHasNoReplyYetGivesTheTaskBackToTheCaller(t *testing.T) {
	task := newFakeTask(t, "working", callerSays("Lunch, please."), workerSays("Which soup?"))
	task.before = func(request taskRequest) {
		if request.body["state"] == "input_required" {
			task.say(callerSays("the red one"))
		}
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
	var states []any
	for _, request := range task.executed {
		states = append(states, request.body["state"])
	}
	if wanted := []any{"working", "input_required", "working", "completed"}; !slices.Equal(states, wanted) {
		t.Errorf("the states are %v", states)
	}
	expectTexts(t, task, "Which soup?", "Ordered the red one.")
}

func TestAnOutcomeThatTheServiceRefusesFailsTheTask(t *testing.T) {
	task := newFakeTask(t, "working", callerSays("Lunch, please."))
	var reported []error
	task.refuses = func(request taskRequest) bool { return request.body["state"] == "completed" }
	works(t, task, "failed", func(context.Context, *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
		return aidstack.TextReply("Ordered."), nil
	}, aidstack.TasksWorkParams{OnError: func(err error, _ *aidstack.Task) { reported = append(reported, err) }})
	if len(reported) != 1 || !aidstack.IsValidation(reported[0]) {
		t.Errorf("reported: %v", reported)
	}
}
