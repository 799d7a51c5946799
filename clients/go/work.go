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
	// not be claimed. Several goroutines may call it concurrently. If it is nil, [slog.Default] logs the errors.
	OnError func(err error, task *Task)
	// Lease is how long a task belongs to a silent worker; 30 s if zero. All workers of an agent need the same value.
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
	if params.Lease <= 0 {
		params.Lease = defaultLease
	}
	w := &worker{
		client: newClient(s.transport), handler: handler, params: params, options: options,
		tasks: map[string]*dueTask{}, answered: map[string]int{}, inbox: make(chan func()),
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

	tasks map[string]*dueTask
	// answered has the number of the next claim for each task that waits for its caller after a reply of this worker.
	answered map[string]int
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
	// claims is the number of the next claim.
	claims int
	// run is the handler that this worker runs for it, if any.
	run *TaskRun
	// isClaimed is whether a claim of it is known. Later news never resets this, because it may be stale.
	isClaimed bool
	// isOwn is whether its caller has replied to this worker, so that the handler starts over.
	isOwn bool
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
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go w.follow(ctx, since, cancel)
	go w.list(ctx, cancel)
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
