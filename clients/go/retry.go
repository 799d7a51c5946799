package aidstack

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	minBackoff = 500 * time.Millisecond
	maxBackoff = 8 * time.Second
	// maxLoopBackoff is that of loops, which go on for ever. See: docs/decisions/0053-loops-of-the-sdks.md.
	maxLoopBackoff = 30 * time.Second
	// maxRetryAfter is the longest time that a call waits because the service asks for it. The limits of requests
	// are those of a minute; one that resets tomorrow is for the caller to know at once.
	maxRetryAfter = time.Minute
)

// isWorthAnother reports whether another attempt may succeed: after a connection error or a timeout, 429, 5xx, and
// whatever the service calls retryable; never after 401, 404 and 409.
func isWorthAnother(failure *Error) bool {
	switch failure.Status {
	case http.StatusUnauthorized, http.StatusNotFound, http.StatusConflict:
		return false
	}
	if failure.RetryAfter > maxRetryAfter {
		return false
	}
	return failure.Retryable || failure.Status == http.StatusTooManyRequests || failure.Status >= 500
}

// backoff returns the time before the attempt after this one: a random part of 0.5 s doubled to 8 s, or what the
// service asked for and a little, so that not all callers return at the same moment.
func backoff(attempt int, asked time.Duration) time.Duration {
	limit := maxBackoff
	if attempt < 4 {
		limit = minBackoff << attempt
	}
	jitter := time.Duration(rand.Int64N(int64(limit) + 1))
	if asked > 0 {
		return asked + jitter/16
	}
	return jitter
}

// pause waits, and reports false without waiting any longer if the context ends before.
func pause(ctx context.Context, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// retrier decides whether a loop goes on after a failure, for as long as its context lives.
type retrier struct{ failures int }

// succeeded begins the times between attempts anew.
func (r *retrier) succeeded() { r.failures = 0 }

// again reports whether the loop goes on, after a pause. It does not where the service refuses the call itself, or
// the context has ended.
func (r *retrier) again(ctx context.Context, err error) bool {
	return r.againWithin(ctx, err, math.MaxInt64)
}

// againWithin is again, after a pause of at most the given time.
func (r *retrier) againWithin(ctx context.Context, err error, most time.Duration) bool {
	return ctx.Err() == nil && isTransient(err) && pause(ctx, min(r.wait(err), most))
}

// wait returns the time before the loop tries again: up to half a minute, or what the service asked for.
func (r *retrier) wait(err error) time.Duration {
	var failure *Error
	errors.As(err, &failure)
	limit := maxLoopBackoff
	if r.failures < 6 {
		limit = minBackoff << r.failures
	}
	r.failures++
	wait := time.Duration(rand.Int64N(int64(limit) + 1))
	if failure != nil {
		wait = max(wait, failure.RetryAfter)
	}
	return wait
}

// isTransient reports whether a loop outlasts a failure: also one that a single call does not wait for.
func isTransient(err error) bool {
	var failure *Error
	if !errors.As(err, &failure) {
		return false
	}
	switch failure.Status {
	case http.StatusUnauthorized, http.StatusNotFound, http.StatusConflict:
		return false
	}
	return failure.Retryable || failure.Status == http.StatusTooManyRequests || failure.Status >= 500
}
