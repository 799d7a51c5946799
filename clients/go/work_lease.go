package aidstack

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// claimDue claims a due task. If another worker has it, it returns no task, but the time at which that worker's lease
// ends; without a time, there is nothing to do.
//
// Events and lists may be stale. Only for a task without a known claim does nothing depend on its current state.
func (r *TaskRun) claimDue(ctx context.Context, isClaimed bool) (*Task, time.Time, error) {
	for ; ; isClaimed, r.isContinued = true, true {
		if isClaimed {
			task, end, err := r.read(ctx)
			if err != nil || task.State != TaskStateWorking {
				return nil, time.Time{}, err
			}
			if r.isContinued && time.Now().Before(end) {
				return nil, end, nil
			}
		}
		task, won, err := r.claim(ctx)
		if err != nil || won {
			return task, time.Time{}, err
		}
	}
}

// read reads the task, with the time at which a lease ends that was renewed when the task last changed.
func (r *TaskRun) read(ctx context.Context) (*Task, time.Time, error) {
	var response *http.Response
	options := append(slices.Clone(r.worker.options), WithResponse(&response))
	task, err := r.worker.client.Tasks.Get(ctx, r.id, TasksGetParams{}, options...)
	if err != nil {
		return nil, time.Time{}, err
	}
	return task, leaseEnd(task.UpdatedAt, response, r.worker.params.Lease), nil
}

// claim makes the next claim. The service executes one of all equal requests, so the worker that gets a reply, not a
// replay, has the task. A claim with a lost reply looks like another worker's.
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
	won = !isReplay(response)
	if won {
		r.leaseEnd = r.claimSent.Add(r.worker.params.Lease)
	}
	r.claims, r.claimSent = r.claims+1, time.Time{}
	return task, won, nil
}

// isReplay reports whether a response is a replay of an earlier request with the same idempotency key.
func isReplay(response *http.Response) bool {
	return response.Header.Get("idempotency-replayed") == "true"
}

// keepLease renews the lease until done is closed. It returns once no claim is in progress: to cancel the request of one
// would not keep the service from executing it later.
func (r *TaskRun) keepLease(ctx context.Context, done <-chan struct{}) {
	tick := time.NewTicker(r.worker.params.Lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := r.renew(ctx); err != nil && ctx.Err() == nil && !isTransient(err) {
				r.end(err)
			}
		case <-done:
			return
		case <-ctx.Done():
			return
		}
	}
}

// renew claims the task again. A replay while the lease is live is this worker's own request with a lost reply, because
// no other worker claims a live lease; afterwards, it is another worker's.
func (r *TaskRun) renew(ctx context.Context) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.waiting {
		return nil
	}
	return r.claimNext(ctx)
}

func (r *TaskRun) claimNext(ctx context.Context) error {
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

// hold makes sure that the lease is this worker's.
func (r *TaskRun) hold(ctx context.Context) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if time.Now().Before(r.leaseEnd) {
		return nil
	}
	return r.claimNext(ctx)
}
