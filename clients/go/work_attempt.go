package aidstack

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// The reasons for which a handler must not reply any more.
var (
	errLost   = errors.New("aidstack: another worker has the task")
	errOver   = errors.New("aidstack: the task has ended")
	errEnding = errors.New("aidstack: the worker is stopping; the next one continues")
)

// attempt claims a task and runs the handler for it, in its own goroutine. It has a slot among the handlers.
func (w *worker) attempt(ctx context.Context, due dueTask) {
	defer w.running.Done()
	// A handler finishes even after the worker has stopped taking tasks.
	own, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	run := &TaskRun{
		worker: w, id: due.id, claims: due.claims, end: end, wake: make(chan struct{}, 1), ending: ctx.Done(),
		hasPlace: true, isContinued: !due.isOwn,
	}
	task, again, err := run.claimDue(ctx, due.isClaimed)
	w.change(func() { w.choice.claimed(task != nil) })
	switch {
	case err != nil:
		w.change(func() { w.failed(run, err) })
	case task == nil:
		w.change(func() { w.released(run, again) })
	default:
		run.Task, run.Messages = task, task.Messages
		w.change(func() {
			known := w.tasks[run.id]
			known.run = run
			known.noteMissed()
			delete(w.answered, run.id)
		})
		isAnswered := w.handle(own, run)
		w.change(func() {
			delete(w.tasks, run.id)
			if isAnswered {
				w.answered[run.id] = run.claims
				// The caller may have replied already; the lists will show it.
				w.listAgain()
			}
		})
	}
	if run.hasPlace {
		<-w.places
	}
	w.change(func() {}) // A slot is free for another task.
}

// released records when a task of another worker is due. Without a time, it has ended or waits for its caller.
func (w *worker) released(run *TaskRun, due time.Time) {
	task := w.tasks[run.id]
	if due.IsZero() {
		delete(w.tasks, run.id)
	} else {
		w.keep(run).due = due
	}
	task.noteMissed()
}

// failed records that a task could not be claimed. It is retried, unless the service refuses it.
func (w *worker) failed(run *TaskRun, err error) {
	task := w.tasks[run.id]
	if isTransient(err) {
		w.keep(run).due = time.Now().Add(task.retry.wait(err))
	} else {
		delete(w.tasks, run.id)
		if !IsConflict(err) && !IsNotFound(err) && !errors.Is(err, context.Canceled) {
			w.report(err, nil)
		}
	}
	task.noteMissed()
}

// keep records the known claims of a task after an attempt that did not win it.
func (w *worker) keep(run *TaskRun) *dueTask {
	task := w.tasks[run.id]
	task.busy, task.isClaimed = false, task.isClaimed || run.claims > task.claims
	task.claims = run.claims
	if run.isContinued {
		task.isOwn = false
		delete(w.answered, run.id)
	}
	return task
}

// noteMissed applies news that arrived while the task was being claimed, because it may be newer than what was read.
func (t *dueTask) noteMissed() {
	if missed := t.missed; missed != nil {
		t.missed = nil
		missed()
	}
}

// handle runs the handler and sends its reply. It reports whether the task waits for its caller after the reply.
func (w *worker) handle(ctx context.Context, run *TaskRun) (isAnswered bool) {
	done, kept := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(kept)
		run.keepLease(ctx, done)
	}()
	var reply TasksReplyParams
	err := run.begin(ctx)
	if err == nil {
		reply, err = w.recovered(ctx, run)
	}
	// A claim that is executed after the reply would take the task back from a caller who was asked something.
	close(done)
	<-kept
	// From here on, news that the task has ended may be the echo of this run's own reply, which must not cancel the
	// request: the response says whether the reply counts.
	run.isReplying.Store(true)
	if ctx.Err() != nil || run.abandoned {
		if err != nil && !isDueToEnd(ctx, err) {
			w.report(err, run.Task)
		}
		return false
	}
	failure := TasksReplyParams{State: TaskReplyStateFailed, Message: failedText}
	if err != nil {
		w.report(err, run.Task)
		reply = failure
	}
	if reply.State == "" {
		reply.State = TaskReplyStateCompleted
	}
	key := fmt.Sprintf("aid-work-%s-answer-%s", run.id, run.newestOfCaller())
	if err = run.send(ctx, reply, key); IsValidation(err) {
		w.report(err, run.Task)
		err = run.send(ctx, failure, key)
	}
	if err != nil && !IsConflict(err) && !errors.Is(err, errLost) {
		w.report(err, run.Task)
	}
	return err == nil && (reply.State == TaskReplyStateInputRequired || reply.State == TaskReplyStateAuthRequired)
}

// isDueToEnd reports whether a handler returned an error because its context ended, or because the worker is stopping.
func isDueToEnd(ctx context.Context, err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(ctx)) || errors.Is(err, errEnding)
}

// recovered runs the handler; a panic is an error.
func (w *worker) recovered(ctx context.Context, run *TaskRun) (reply TasksReplyParams, err error) {
	ctx, end := w.client.transport.hooks.handling(ctx, HandlingRecord{Loop: "tasks.work", ID: run.id})
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("the handler panicked: %v", value)
		}
		end(HandlingResult{Err: err})
	}()
	return w.handler(ctx, run)
}

// send sends a reply of the worker until it arrives. Like a claim, it is a sign of life.
func (r *TaskRun) send(ctx context.Context, reply TasksReplyParams, key string) error {
	var response *http.Response
	options := append(slices.Clone(r.worker.options), WithResponse(&response), WithIdempotencyKey(key))
	var retry retrier
	for {
		sent := time.Now()
		err := r.hold(ctx)
		if err == nil {
			_, err = r.worker.client.Tasks.Reply(ctx, r.id, reply, options...)
		}
		if err == nil {
			if !isReplay(response) {
				r.mutex.Lock()
				r.leaseEnd = sent.Add(r.worker.params.Lease)
				r.mutex.Unlock()
			}
			return nil
		}
		if !retry.again(ctx, err) {
			return err
		}
	}
}

// note records a state from an event or a list.
func (r *TaskRun) note(state TaskState) {
	switch state {
	case TaskStateCanceled, TaskStateCompleted, TaskStateFailed, TaskStateRejected:
		if !r.isReplying.Load() {
			r.end(errOver)
		}
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}
