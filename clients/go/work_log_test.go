package aidstack_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
)

func TestWithoutOnErrorTheErrorOfAHandlerIsLoggedAlsoIfTheTaskWasCanceledMeanwhile(t *testing.T) {
	var logged bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	task := newFakeTask(t, "submitted", callerSays("Lunch, please."))
	works(t, task, "failed", func(context.Context, *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
		return aidstack.TasksReplyParams{}, errors.New("no soup")
	}, aidstack.TasksWorkParams{})
	for _, isOfTheEnd := range []bool{false, true} {
		canceled := newFakeTask(t, "submitted", callerSays("Lunch, please."))
		works(t, canceled, "canceled", func(
			ctx context.Context, _ *aidstack.TaskRun,
		) (aidstack.TasksReplyParams, error) {
			canceled.mutex.Lock()
			canceled.log("a2a.task.canceled", "canceled")
			canceled.mutex.Unlock()
			<-ctx.Done()
			canceled.mutex.Lock()
			defer canceled.mutex.Unlock()
			canceled.state = "canceled"
			if isOfTheEnd {
				return aidstack.TasksReplyParams{}, fmt.Errorf("asking the cook: %w", ctx.Err())
			}
			return aidstack.TasksReplyParams{}, errors.New("no salad")
		}, aidstack.TasksWorkParams{})
	}
	for _, text := range []string{"level=ERROR", "task=tsk_1", "no soup", "no salad"} {
		if !strings.Contains(logged.String(), text) {
			t.Errorf("%q is not in the log:\n%s", text, &logged)
		}
	}
	if count := strings.Count(logged.String(), "\n"); count != 2 {
		t.Errorf("%d lines in the log, not 2:\n%s", count, &logged)
	}
}
