package aidstack

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"
)

// The reasons for which a handler must not reply any more.
var (
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
		worker: w, id: due.id, attempt: due.attempt, answered: due.answered, end: end, wake: make(chan struct{}, 1),
		ending: ctx.Done(), hasPlace: true,
	}
	err := run.claim(ctx)
	w.change(func() { w.choice.claimed(err == nil) })
	if err != nil {
		w.change(func() { w.refused(run, err) })
	} else {
		w.change(func() {
			known := w.tasks[run.id]
			known.run = run
			known.noteMissed()
			delete(w.answered, run.id)
		})
		answered := w.handle(own, run)
		w.change(func() {
			delete(w.tasks, run.id)
			if !answered.IsZero() {
				w.answered[run.id] = answered
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

// refused records that a task could not be claimed: when it is due again, or that there is nothing to do.
func (w *worker) refused(run *TaskRun, err error) {
	task := w.tasks[run.id]
	switch {
	case hasCode(err, ErrorCodeA2ATaskClaimed):
		task.busy = false
		task.held = time.Now().Add(w.leaseOf(err))
		task.due = task.held
	case isTransient(err):
		task.busy, task.attempt = false, run.attempt
		task.due = time.Now().Add(task.retry.wait(err))
	default:
		delete(w.tasks, run.id)
		switch {
		case hasCode(err, ErrorCodeRouteNotFound):
			w.end(err)
		case !isLoss(err) && !errors.Is(err, context.Canceled):
			w.report(err, nil)
		}
	}
	task.noteMissed()
}

// leaseOf returns how long the claim of another worker lasts that refused this one's.
func (w *worker) leaseOf(err error) time.Duration {
	var failure *Error
	if errors.As(err, &failure) && failure.RetryAfter > 0 {
		return failure.RetryAfter
	}
	return w.params.Lease
}

// noteMissed applies news that arrived while the task was being claimed, because it may be newer than the refusal.
func (t *dueTask) noteMissed() {
	if missed := t.missed; missed != nil {
		t.missed = nil
		missed()
	}
}

// handle runs the handler and sends its reply. If the task waits for its caller after the reply, it returns the time of
// the reply by the service's clock.
func (w *worker) handle(ctx context.Context, run *TaskRun) (answered time.Time) {
	keeping, stop := context.WithCancel(ctx)
	defer stop()
	w.running.Add(1)
	go func() {
		defer w.running.Done()
		run.keepClaim(keeping)
	}()
	if err := run.begin(ctx); err != nil {
		if ctx.Err() == nil && !isLoss(err) {
			w.report(err, run.Task)
		}
		return time.Time{}
	}
	reply, err := w.recovered(ctx, run)
	stop()
	// From here on, news that the task has ended may be the echo of this run's own reply, which must not cancel the
	// request: the response says whether the reply counts.
	run.isReplying.Store(true)
	if ctx.Err() != nil || run.abandoned {
		if err != nil && !isDueToEnd(ctx, err) {
			w.report(err, run.Task)
		}
		return time.Time{}
	}
	failure := TasksReplyParams{State: TaskReplyStateFailed, Message: failedText}
	if err != nil {
		w.report(err, run.Task)
		reply = failure
	}
	if reply.State == "" {
		reply.State = TaskReplyStateCompleted
	}
	task, err := run.send(ctx, reply)
	if IsValidation(err) {
		w.report(err, run.Task)
		task, err = run.send(ctx, failure)
	}
	switch {
	case err != nil && !isLoss(err):
		w.report(err, run.Task)
	case err == nil && (task.State == TaskStateInputRequired || task.State == TaskStateAuthRequired):
		return task.UpdatedAt
	}
	return time.Time{}
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

// send sends a reply under the claim until it arrives. The service refuses it if another worker has the task.
func (r *TaskRun) send(ctx context.Context, reply TasksReplyParams) (*Task, error) {
	reply.ClaimID, _ = r.present()
	options := append(slices.Clone(r.worker.options), WithIdempotencyKey(rand.Text()))
	var retry retrier
	for {
		task, err := r.worker.client.Tasks.Reply(ctx, r.id, reply, options...)
		if err == nil || !retry.again(ctx, err) {
			return task, err
		}
	}
}

// note records a state from an event or a list.
func (r *TaskRun) note(state TaskState) {
	if isOver(state) && !r.isReplying.Load() {
		r.end(errOver)
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// isOver reports whether a state ends a task.
func isOver(state TaskState) bool {
	switch state {
	case TaskStateCanceled, TaskStateCompleted, TaskStateFailed, TaskStateRejected:
		return true
	}
	return false
}
