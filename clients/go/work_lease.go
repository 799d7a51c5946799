package aidstack

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// claimDue claims a task that is due. It returns no task where another worker has it, with the time at which that
// one's lease ends; without a time, the task is not to be done.
//
// Events and lists may be late: only for a task of which no claim is known, nothing depends on what it is by now.
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
	won = !isReplay(response)
	if won {
		r.leaseEnd = r.claimSent.Add(r.worker.params.Lease)
	}
	r.claims, r.claimSent = r.claims+1, time.Time{}
	return task, won, nil
}

// isReplay reports whether a response is that to an earlier request with the same idempotency key.
func isReplay(response *http.Response) bool {
	return response.Header.Get("idempotency-replayed") == "true"
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

// hold makes sure that the lease is the own one.
func (r *TaskRun) hold(ctx context.Context) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if time.Now().Before(r.leaseEnd) {
		return nil
	}
	return r.claimNext(ctx)
}
