package aidstack

import (
	"log/slog"
	"strings"
	"time"
)

// Hooks are functions that a client calls for logs and measurements. Any of them may be nil. No record has the key, a
// query or a body. A panic of a hook is logged by [slog.Default], and never changes the call. The hooks of calls that
// are made at the same time run at the same time.
type Hooks struct {
	// Request is called before each attempt.
	Request func(RequestRecord)
	// Response is called when the body of a response has been read, whatever its status.
	Response func(ResponseRecord)
	// Retry is called before the pause ahead of another attempt.
	Retry func(RetryRecord)
}

// RequestRecord describes an attempt.
type RequestRecord struct {
	Method string
	// Path begins with /v1 and has no query.
	Path string
	// Attempt counts from 1.
	Attempt int
}

// ResponseRecord describes the response to an attempt.
type ResponseRecord struct {
	RequestRecord
	Status int
	// Duration is the time from the request to the end of the response.
	Duration time.Duration
	// RequestID is the service's name of the request, or "".
	RequestID string
}

// RetryRecord describes an attempt that failed and is followed by another.
type RetryRecord struct {
	RequestRecord
	// Delay is the pause before the next attempt.
	Delay time.Duration
	Err   *Error
}

// WithHooks sets functions that are called with each attempt, response and retry.
func WithHooks(hooks Hooks) ClientOption {
	return clientOption(func(c *config) { c.hooks = hooks })
}

// record describes an attempt at an address of the service. attempt counts from 0.
func (t *transport) record(method, address string, attempt int) RequestRecord {
	path, _, _ := strings.Cut(strings.TrimPrefix(address, t.url), "?")
	return RequestRecord{Method: method, Path: path, Attempt: attempt + 1}
}

// report calls a hook with a record.
func report[T any](hook func(T), record T) {
	if hook == nil {
		return
	}
	defer func() {
		if reason := recover(); reason != nil {
			slog.Error("aidstack: a hook has panicked", "reason", reason)
		}
	}()
	hook(record)
}
