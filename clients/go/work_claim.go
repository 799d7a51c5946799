package aidstack

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"
)

// What the service accepts as the lease of a claim.
const (
	minLease = 10 * time.Second
	maxLease = 15 * time.Minute
)

// claimAttempt is a claim without a response so far: its idempotency key, and when it was first sent.
type claimAttempt struct {
	key  string
	sent time.Time
}

// claim claims the task. A claim has one idempotency key until there is a response, so one with a lost response is this
// worker's when it is repeated.
func (r *TaskRun) claim(ctx context.Context) error {
	if r.attempt.key == "" {
		r.attempt = claimAttempt{key: rand.Text(), sent: time.Now()}
	}
	id, err := r.worker.claim(ctx, r.id, "", WithIdempotencyKey(r.attempt.key))
	if err == nil && time.Since(r.attempt.sent) > r.worker.params.Lease/3 {
		// A late response may be that of a claim that has ended meanwhile.
		id, err = r.worker.claim(ctx, r.id, id)
	}
	if !isTransient(err) {
		r.attempt = claimAttempt{}
	}
	if err != nil {
		return err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.claimID = id
	return nil
}

// renew extends the claim, unless the handler waits for the caller.
func (r *TaskRun) renew(ctx context.Context) error {
	id, waiting := r.present()
	if waiting {
		return nil
	}
	_, err := r.worker.claim(ctx, r.id, id)
	if now, waiting := r.present(); waiting || now != id {
		return nil // A question has ended the claim meanwhile.
	}
	return err
}

// present returns the present claim, and whether the handler waits for the caller without one.
func (r *TaskRun) present() (id string, waiting bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.claimID, r.waiting
}

// claim claims a task, or renews a claim of it, and returns the claim's id.
func (w *worker) claim(ctx context.Context, id, renewed string, options ...RequestOption) (string, error) {
	seconds := int((w.params.Lease + time.Second - 1) / time.Second)
	params := TasksClaimParams{LeaseSeconds: seconds, ClaimID: renewed}
	claim, err := w.client.Tasks.Claim(ctx, id, params, append(slices.Clone(w.options), options...)...)
	var failure *Error
	switch {
	case errors.As(err, &failure) && failure.Code == ErrorCodeRouteNotFound:
		const problem = "Tasks.Work needs a newer service: this one does not know how to claim a task"
		return "", &Error{Status: failure.Status, Code: failure.Code, Message: problem, RequestID: failure.RequestID}
	case err != nil:
		return "", err
	}
	return claim.ClaimID, nil
}

// keepClaim renews the claim until its context ends.
func (r *TaskRun) keepClaim(ctx context.Context) {
	tick := time.NewTicker(r.worker.params.Lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			// After any other error, another attempt follows before the claim ends, or else the reply detects it.
			if err := r.renew(ctx); isLoss(err) && ctx.Err() == nil {
				r.end(err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// isLoss reports whether an error says that the task is no longer this worker's: it has ended, waits for its caller, or
// another worker has claimed it.
func isLoss(err error) bool {
	var failure *Error
	if !errors.As(err, &failure) {
		return false
	}
	switch failure.Code {
	case ErrorCodeA2ATaskClaimed, ErrorCodeA2ATaskWaiting, ErrorCodeA2ATaskTerminal, ErrorCodeResourceNotFound:
		return true
	}
	return false
}

// hasCode reports whether an error has a code.
func hasCode(err error, code ErrorCode) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Code == code
}
