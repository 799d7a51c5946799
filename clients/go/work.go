package aidstack

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"
)

// TaskHandler handles a task and returns the reply. A reply without a State completes the task. An error fails it,
// without revealing the error, which may be internal.
//
// The context ends when the task is canceled, or when another worker has it.
type TaskHandler func(ctx context.Context, run *TaskRun) (TasksReplyParams, error)

// TasksWorkParams are the parameters of [TasksService.Work].
type TasksWorkParams struct {
	// Concurrency is how many handlers run at once; 1 if zero.
	Concurrency int
	// OnError is called with the error of a handler, or of a reply that the service refused; the task is nil if it could
	// not be claimed or read. Several goroutines may call it concurrently. If it is nil, [slog.Default] logs the errors.
	OnError func(err error, task *Task)
	// Lease is how long a task belongs to a silent worker: 10 s to 15 min, or zero for 30 s.
	Lease time.Duration
}

const (
	defaultLease = 30 * time.Second
	// relistTime is how often the open tasks are listed again, in addition to the events.
	relistTime = time.Minute
	// failedText is the caller's message for a handler that failed.
	failedText = "The agent could not complete the task."
)

// TextReply returns a reply that completes a task with a text.
func TextReply(text string) TasksReplyParams { return TasksReplyParams{Message: text} }

// TextPart returns a part that is a text.
func TextPart(text string) NewPart { return NewPart{Text: text} }

// Work handles the tasks that other agents send to this one, until its context ends: new ones, and those that a worker
// has left unfinished. It needs an agent key. Any number of processes may work for one agent: a task gets one reply,
// and a handler runs again only if its worker has died, or has been silent for the duration of the lease.
//
//	err := client.Tasks.Work(ctx, func(ctx context.Context, run *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
//		answer, err := think(ctx, run.Text())
//		return aidstack.TextReply(answer), err
//	}, aidstack.TasksWorkParams{Concurrency: 4})
//
// When the context ends, Work takes no more tasks, and returns the context's error once the running handlers have
// returned.
//
// See: docs/decisions/0053-loops-of-the-sdks.md.
func (s *TasksService) Work(
	ctx context.Context, handler TaskHandler, params TasksWorkParams, options ...RequestOption,
) error {
	if params.Concurrency <= 0 {
		params.Concurrency = 1
	}
	if params.Lease == 0 {
		params.Lease = defaultLease
	}
	if params.Lease < minLease || params.Lease > maxLease {
		return mistake("Lease", "expected %v to %v, not %v", minLease, maxLease, params.Lease)
	}
	w := &worker{
		client: newClient(s.transport), handler: handler, params: params, options: options,
		tasks: map[string]*dueTask{}, answered: map[string]time.Time{}, inbox: make(chan func()),
		relist: make(chan struct{}, 1), places: make(chan struct{}, params.Concurrency),
	}
	return w.run(ctx)
}

// worker is one loop over tasks. Only the goroutine of run changes its tasks; others send it requests through the
// inbox.
type worker struct {
	client  *Client
	handler TaskHandler
	params  TasksWorkParams
	options []RequestOption

	// end ends the loop with an error.
	end context.CancelCauseFunc

	tasks map[string]*dueTask
	// answered has the time of this worker's reply to each task that waits for its caller after it.
	answered map[string]time.Time
	choice   dueChoice
	inbox    chan func()
	places   chan struct{}
	running  sync.WaitGroup
	relist   chan struct{}
}

// dueTask is an open task that this worker knows about.
type dueTask struct {
	id string
	// due is when it may be claimed.
	due time.Time
	// held is when the claim of another worker ends, as far as it is known.
	held time.Time
	// answered is when this worker's reply left it waiting for its caller, by the service's clock; zero if none did.
	answered time.Time
	// attempt is a claim of it without a response so far.
	attempt claimAttempt
	// run is the handler that this worker runs for it, if any.
	run *TaskRun
	// busy is whether it is being claimed or run here.
	busy bool
	// missed holds news that arrived while it was being claimed, if any.
	missed func()
	// retry counts failed attempts to claim it.
	retry retrier
}

func (w *worker) run(ctx context.Context) error {
	since, err := w.position(ctx)
	if err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	ctx, w.end = context.WithCancelCause(ctx)
	defer w.end(nil)
	go w.follow(ctx, since)
	go w.list(ctx)
	for ctx.Err() == nil {
		next := w.startDue(ctx)
		timer := time.NewTimer(next)
		select {
		case change := <-w.inbox:
			change()
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
	}
	finished := make(chan struct{})
	go func() {
		w.running.Wait()
		close(finished)
	}()
	for {
		select {
		case change := <-w.inbox:
			change()
		case <-finished:
			return context.Cause(ctx)
		}
	}
}

// position returns the time of the newest event, from which to follow the events. Everything before it is in the lists.
func (w *worker) position(ctx context.Context) (time.Time, error) {
	f := &follower{client: w.client, options: w.options}
	var retry retrier
	for {
		err := f.begin(ctx)
		if err == nil || !retry.again(ctx, err) {
			return f.position, err
		}
	}
}

// change runs a function in the goroutine that owns the tasks.
func (w *worker) change(do func()) {
	w.inbox <- do
}

// changeUnless does the same, unless the context ends first.
func (w *worker) changeUnless(ctx context.Context, do func()) {
	select {
	case w.inbox <- do:
	case <-ctx.Done():
	}
}

// report passes an error to OnError, or logs it.
func (w *worker) report(err error, task *Task) {
	switch {
	case w.params.OnError != nil:
		w.params.OnError(err, task)
	case task == nil:
		slog.Error("aidstack: a task could not be claimed", "error", err)
	default:
		slog.Error("aidstack: error while working on a task", "task", task.ID, "error", err)
	}
}
