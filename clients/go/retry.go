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
	// maxLoopBackoff is the maximum for loops, which run forever. See: docs/decisions/0053-loops-of-the-sdks.md.
	maxLoopBackoff = 30 * time.Second
	// maxRetryAfter is the longest that a call waits because the service asks for it. Rate limits last a minute; longer
	// ones, such as daily limits, are reported to the caller immediately.
	maxRetryAfter = time.Minute
)

// isWorthAnother reports whether another attempt may succeed: after a connection error, a timeout, 429, 5xx and errors
// marked retryable; never after 401, 404 and 409.
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

// backoff returns the pause after this attempt: a random part of 0.5 s, doubling to 8 s, or slightly more than the
// service asked for, so that callers do not all return at the same moment.
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

// hasTime reports whether a context may last longer than a pause.
func hasTime(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) >= wait
}

// pause waits, and returns false early if the context ends.
func pause(ctx context.Context, wait time.Duration) bool {
	if !hasTime(ctx, wait) {
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

// retrier decides whether a loop continues after a failure, as long as its context lives.
type retrier struct{ failures int }

// succeeded resets the pauses between attempts.
func (r *retrier) succeeded() { r.failures = 0 }

// again pauses and reports whether the loop continues. It does not if the service refuses the call itself, or the
// context has ended.
func (r *retrier) again(ctx context.Context, err error) bool {
	return r.againWithin(ctx, err, math.MaxInt64)
}

// againWithin is again, after a pause of at most the given time.
func (r *retrier) againWithin(ctx context.Context, err error, most time.Duration) bool {
	return ctx.Err() == nil && isTransient(err) && pause(ctx, min(r.wait(err), most))
}

// wait returns the pause before the loop tries again: up to half a minute, or what the service asked for.
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

// isTransient reports whether a loop survives a failure, including those that a single call does not wait for.
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
