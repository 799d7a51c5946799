package aidstack

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// The reasons for which a handler is not to answer any more.
var (
	errLost   = errors.New("aidstack: another worker has the task")
	errOver   = errors.New("aidstack: the task has ended")
	errEnding = errors.New("aidstack: the worker ends; the next one continues")
)

// attempt claims a task and runs the handler for it, in a goroutine of its own. It has a place among the handlers.
func (w *worker) attempt(ctx context.Context, id string, claims int) {
	defer w.running.Done()
	// A handler finishes although the worker takes no more tasks.
	own, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	run := &TaskRun{
		worker: w, id: id, claims: claims, end: end, wake: make(chan struct{}, 1), ending: ctx.Done(), hasPlace: true,
	}
	task, due, err := run.claimDue(ctx)
	switch {
	case err != nil:
		w.change(func() { w.failed(id, run.claims, err) })
	case task == nil:
		w.change(func() { w.released(id, run.claims, due) })
	default:
		run.Task, run.Messages = task, task.Messages
		w.change(func() { w.tasks[id].run = run })
		w.handle(own, run)
		w.change(func() { delete(w.tasks, id) })
	}
	if run.hasPlace {
		<-w.places
	}
	w.change(func() {}) // There is room for another task.
}

// released takes down when a task that another worker has is due. Without a time it has ended, or waits for its caller.
func (w *worker) released(id string, claims int, due time.Time) {
	if due.IsZero() {
		delete(w.tasks, id)
		return
	}
	task := w.tasks[id]
	task.busy, task.claims, task.due = false, claims, due
}

// failed takes down that a task could not be claimed: it is tried again, unless the service refuses it.
func (w *worker) failed(id string, claims int, err error) {
	task := w.tasks[id]
	if isTransient(err) {
		task.busy, task.claims, task.due = false, claims, time.Now().Add(task.retry.wait(err))
		return
	}
	delete(w.tasks, id)
	if !IsConflict(err) && !IsNotFound(err) && !errors.Is(err, context.Canceled) {
		w.report(err, nil)
	}
}

// handle runs the handler and sends its reply.
func (w *worker) handle(ctx context.Context, run *TaskRun) {
	keeping, stop := context.WithCancel(ctx)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		run.keepLease(keeping)
	}()
	var reply TasksReplyParams
	err := run.begin(ctx)
	if err == nil {
		reply, err = w.recovered(ctx, run)
	}
	stop()
	<-kept
	if ctx.Err() != nil || run.abandoned {
		return
	}
	if err != nil {
		w.report(err, run.Task)
		reply = TasksReplyParams{State: TaskReplyStateFailed, Message: failedText}
	}
	if reply.State == "" {
		reply.State = TaskReplyStateCompleted
	}
	err = run.send(ctx, reply, fmt.Sprintf("aid-work-%s-answer-%s", run.id, run.newestOfCaller()))
	if err != nil && !IsConflict(err) && !errors.Is(err, errLost) {
		w.report(err, run.Task)
	}
}

// recovered runs the handler; a panic is an error.
func (w *worker) recovered(ctx context.Context, run *TaskRun) (reply TasksReplyParams, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("the handler panicked: %v", value)
		}
	}()
	return w.handler(ctx, run)
}

// claimDue claims a task that is due. It returns no task where another worker has it, with the time at which that
// one's lease ends; without a time, the task is not to be done.
func (r *TaskRun) claimDue(ctx context.Context) (*Task, time.Time, error) {
	for {
		task, won, err := r.claim(ctx)
		if err != nil || won {
			return task, time.Time{}, err
		}
		var end time.Time
		if task, end, err = r.read(ctx); err != nil {
			return nil, time.Time{}, err
		}
		if task.State != TaskStateSubmitted && task.State != TaskStateWorking {
			return nil, time.Time{}, nil
		}
		if task.State == TaskStateWorking && time.Now().Before(end) {
			return nil, end, nil
		}
	}
}

// read reads the task, with the time at which a lease ends that was last kept when the task last changed.
func (r *TaskRun) read(ctx context.Context) (*Task, time.Time, error) {
	var response *http.Response
	options := append(slices.Clone(r.worker.options), WithResponse(&response))
	task, err := r.worker.client.Tasks.Get(ctx, r.id, TasksGetParams{}, options...)
	if err != nil {
		return nil, time.Time{}, err
	}
	return task, leaseEnd(task.UpdatedAt, response, r.worker.params.Lease), nil
}

// claim makes the next claim. Of all equal requests the service executes one, so the worker that gets a reply and no
// replay has the task. A claim with a lost reply looks like one of another worker.
func (r *TaskRun) claim(ctx context.Context) (task *Task, won bool, err error) {
	if r.claimSent.IsZero() {
		r.claimSent = time.Now()
	}
	var response *http.Response
	options := append(slices.Clone(r.worker.options), WithResponse(&response),
		WithIdempotencyKey(fmt.Sprintf("aid-work-%s-%d", r.id, r.claims)))
	task, err = r.worker.client.Tasks.Reply(ctx, r.id, TasksReplyParams{State: TaskReplyStateWorking}, options...)
	if err != nil {
		return nil, false, err
	}
	won = response.Header.Get("idempotency-replayed") != "true"
	if won {
		r.leaseEnd = r.claimSent.Add(r.worker.params.Lease)
	}
	r.claims, r.claimSent = r.claims+1, time.Time{}
	return task, won, nil
}

// keepLease claims the task again and again while the handler runs.
func (r *TaskRun) keepLease(ctx context.Context) {
	tick := time.NewTicker(r.worker.params.Lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := r.renew(ctx); err != nil && ctx.Err() == nil && !isTransient(err) {
				r.end(err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// renew makes another claim of the own task. A replay while the lease lives is the own request with a lost reply,
// because no other worker claims a live lease; afterwards it is another worker's.
func (r *TaskRun) renew(ctx context.Context) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.waiting {
		return nil
	}
	sent := r.claimSent
	if sent.IsZero() {
		sent = time.Now()
	}
	_, won, err := r.claim(ctx)
	if err != nil || won {
		return err
	}
	if time.Now().After(r.leaseEnd) {
		return errLost
	}
	r.leaseEnd = sent.Add(r.worker.params.Lease)
	return nil
}

// hold makes sure that the lease is the own one.
func (r *TaskRun) hold(ctx context.Context) error {
	r.mutex.Lock()
	lives := time.Now().Before(r.leaseEnd)
	r.mutex.Unlock()
	if lives {
		return nil
	}
	return r.renew(ctx)
}

// send sends a reply of the worker until it arrives. It is a sign of life as a claim is.
func (r *TaskRun) send(ctx context.Context, reply TasksReplyParams, key string) error {
	options := append(slices.Clone(r.worker.options), WithIdempotencyKey(key))
	var retry retrier
	for {
		sent := time.Now()
		err := r.hold(ctx)
		if err == nil {
			_, err = r.worker.client.Tasks.Reply(ctx, r.id, reply, options...)
		}
		if err == nil {
			r.mutex.Lock()
			r.leaseEnd = sent.Add(r.worker.params.Lease)
			r.mutex.Unlock()
			return nil
		}
		if !retry.again(ctx, err) {
			return err
		}
	}
}

// note takes down a state that an event or a list has brought.
func (r *TaskRun) note(state TaskState) {
	switch state {
	case TaskStateCanceled, TaskStateCompleted, TaskStateFailed, TaskStateRejected:
		r.end(errOver)
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}
