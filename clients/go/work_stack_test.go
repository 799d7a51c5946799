//go:build stack

package aidstack_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// workLease is short, so that the tasks of a worker that was killed are taken up soon.
const workLease = 10 * time.Second

// workInProcess does tasks until it is killed. A handler takes some time.
func workInProcess([]string) error {
	params := aidstack.TasksWorkParams{Concurrency: 4, Lease: workLease}
	return aidstack.New().Tasks.Work(context.Background(),
		func(ctx context.Context, run *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
			fmt.Println(run.Task.ID)
			if err := run.Update(ctx, aidstack.TextPart("begun")); err != nil {
				return aidstack.TasksReplyParams{}, err
			}
			time.Sleep(time.Duration(rand.IntN(200)) * time.Millisecond)
			// A run after a crash finds the same task: the newest message may be the reply to a question by then.
			text := run.Messages[0].Parts[0].Text
			if strings.HasSuffix(text, "0") {
				reply, err := run.Ask(ctx, aidstack.TextPart("ready?"))
				if err != nil {
					return aidstack.TasksReplyParams{}, err
				}
				text += " " + reply.Parts[0].Text
			}
			return aidstack.TextReply("done: " + text), nil
		}, params)
}

func TestEachTaskIsAnsweredOnceByThreeWorkersThatAreKilledAtRandom(t *testing.T) {
	const workers = 3
	tasks, kills := sizeOf(t, 500, 30), sizeOf(t, 10, 3)
	o := newOrganization(t)
	caller, worker := o.newAgent(t), o.newAgent(t)
	output := filepath.Join(t.TempDir(), "output")
	var running []*exec.Cmd
	start := func() *exec.Cmd {
		return startRole(t, "worker", worker.key, setting(t, "AID_TEST_PROXY"), output)
	}
	for range workers {
		running = append(running, start())
	}
	ids := make([]string, tasks)
	creating := make(chan error, 1)
	go func() {
		creating <- together(tasks, 4, func(i int) error {
			task, err := caller.client.Tasks.Create(t.Context(), aidstack.TasksCreateParams{
				ToHandle: worker.handle, Message: fmt.Sprintf("task %d", i),
			})
			if err == nil {
				ids[i] = task.ID
			}
			return err
		})
	}()
	go replyToQuestions(t.Context(), caller)
	for range kills {
		began := len(linesOf(t, output))
		waitFor(t, "another handler", func() bool { return len(linesOf(t, output)) > began })
		victim := rand.IntN(workers)
		kill(running[victim])
		running[victim] = start()
	}
	if err := <-creating; err != nil {
		t.Fatal(err)
	}
	for i, id := range ids {
		waitForTask(t, caller, id, i)
	}
	t.Logf("%d handlers ran for %d tasks over %d crashes", len(linesOf(t, output)), tasks, kills)
}

// replyToQuestions replies to each question about a task, until the context ends.
func replyToQuestions(ctx context.Context, caller agent) {
	open := aidstack.TasksListParams{Direction: aidstack.TaskDirectionOutbound, State: aidstack.TaskStateInputRequired}
	for ctx.Err() == nil {
		for task, err := range caller.client.Tasks.List(ctx, open) {
			if err != nil {
				break
			}
			reply := aidstack.TasksMessageParams{Message: "yes", MessageID: "yes-" + task.ID}
			_, _ = caller.client.Tasks.Message(ctx, task.ID, reply)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// waitForTask waits until a task has ended, and checks that it was answered once, with one update and, where its number
// ends in 0, one question.
func waitForTask(t *testing.T, caller agent, id string, number int) {
	t.Helper()
	var task *aidstack.Task
	waitFor(t, id, func() bool {
		var err error
		if task, err = caller.client.Tasks.Get(t.Context(), id, aidstack.TasksGetParams{}); err != nil {
			t.Fatal(err)
		}
		return task.State == aidstack.TaskStateCompleted
	})
	var said []string
	for _, message := range task.Messages {
		if message.Role == aidstack.TaskRoleWorker {
			said = append(said, message.Parts[0].Text)
		}
	}
	wanted := fmt.Sprintf("begun; done: task %d", number)
	if number%10 == 0 {
		wanted = fmt.Sprintf("begun; ready?; done: task %d yes", number)
	}
	if strings.Join(said, "; ") != wanted {
		t.Errorf("%s: the worker said %q, not %q", id, said, wanted)
	}
}

func TestAWorkerAsksItsCallerFailsWithoutTheTextOfTheErrorAndReturnsResults(t *testing.T) {
	o := newOrganization(t)
	caller, worker := o.newAgent(t), o.newAgent(t)
	ctx, cancel := context.WithCancel(t.Context())
	var reported []string
	ended := make(chan error, 1)
	go func() {
		ended <- worker.client.Tasks.Work(ctx, func(
			ctx context.Context, run *aidstack.TaskRun,
		) (aidstack.TasksReplyParams, error) {
			switch run.Text() {
			case "ask":
				reply, err := run.Ask(ctx, aidstack.TextPart("Which one?"))
				if err != nil {
					return aidstack.TasksReplyParams{}, err
				}
				return aidstack.TasksReplyParams{Result: map[string]any{"one": reply.Parts[0].Text}}, nil
			case "panic":
				panic("a secret of the worker")
			default:
				return aidstack.TasksReplyParams{}, fmt.Errorf("the database is at db.internal")
			}
		}, aidstack.TasksWorkParams{OnError: func(err error, _ *aidstack.Task) { reported = append(reported, err.Error()) }})
	}()
	create := func(text string) *aidstack.Task {
		task, err := caller.client.Tasks.Create(ctx, aidstack.TasksCreateParams{ToHandle: worker.handle, Message: text})
		if err != nil {
			t.Fatal(err)
		}
		return task
	}
	reached := func(id string, state aidstack.TaskState) (task *aidstack.Task) {
		waitFor(t, string(state), func() bool {
			var err error
			if task, err = caller.client.Tasks.Get(ctx, id, aidstack.TasksGetParams{}); err != nil {
				t.Fatal(err)
			}
			return task.State == state
		})
		return task
	}

	asked := create("ask")
	reached(asked.ID, aidstack.TaskStateInputRequired)
	for _, text := range []string{"fail", "panic"} {
		task := reached(create(text).ID, aidstack.TaskStateFailed)
		if text := task.Messages[len(task.Messages)-1].Parts[0].Text; text != "The agent could not complete the task." {
			t.Errorf("the caller reads %q", text)
		}
	}
	if _, err := caller.client.Tasks.Message(ctx, asked.ID, aidstack.TasksMessageParams{Message: "the red one"}); err != nil {
		t.Fatal(err)
	}
	var result struct{ One string }
	if err := json.Unmarshal(reached(asked.ID, aidstack.TaskStateCompleted).Result, &result); err != nil || result.One != "the red one" {
		t.Errorf("the result is %+v, %v", result, err)
	}
	cancel()
	if err := <-ended; err != context.Canceled {
		t.Errorf("Work returned %v", err)
	}
	if len(reported) != 2 || !strings.Contains(reported[0], "db.internal") {
		t.Errorf("reported: %q", reported)
	}
}
