package aidstack

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

// Hooks are functions that a client calls for logs, measurements and traces. Any of them may be nil. No record has the
// key, a query or a body. A panic of a hook is logged by [slog.Default], and never changes the call. The hooks of calls
// that are made at the same time run at the same time.
type Hooks struct {
	// Request is called before each attempt.
	Request func(RequestRecord)
	// Response is called when the body of a response has been read, whatever its status.
	Response func(ResponseRecord)
	// Retry is called before the pause ahead of another attempt.
	Retry func(RetryRecord)
	// Call is called at the beginning of each call. It returns the context of the attempts, which is derived from the
	// given one, and what it does about this call.
	Call func(context.Context, CallRecord) (context.Context, CallHooks)
	// Handle is called at the beginning of each task of [TasksService.Work], event of [EventsService.Follow] and request
	// of [TunnelsService.Serve]. It returns the context of the handler, which is derived from the given one, and a function
	// that is called at the end. An event ends when its loop asks for the next one; its context is not used.
	Handle func(context.Context, HandlingRecord) (context.Context, func(HandlingResult))
}

// CallHooks are what the hook Call does about one call. Any part may be empty. Request, Response and Retry are called
// for this call alone.
type CallHooks struct {
	// Header has fields for all requests of the call. They replace none of the SDK, the client or the call.
	Header   http.Header
	Request  func(RequestRecord)
	Response func(ResponseRecord)
	Retry    func(RetryRecord)
	// End is called once, at the end of the call.
	End func(CallResult)
}

// CallRecord describes a call, with all of its attempts.
type CallRecord struct {
	Method string
	// Route is the path with {id} for each id, such as /v1/identities/{id}/mail/send.
	Route string
	// Origin is the scheme, host and port of the service, such as https://aid.example.
	Origin string
}

// CallResult describes how a call has ended.
type CallResult struct {
	// Attempts is how many attempts were made.
	Attempts int
	// Status is that of the last attempt, or 0 if it got no response.
	Status int
	// Err is the error of the call, or nil.
	Err error
}

// HandlingRecord describes something that the program handles: a task, an event, or a request of a tunnel.
type HandlingRecord struct {
	// Loop is "tasks.work", "events.follow" or "tunnels.serve".
	Loop string
	// ID is the id of the task, of the event, or of the tunnel.
	ID string
	// Name is the type of the event, or the method of the request. A task has none.
	Name string
	// Traceparent is that header of the request, which any sender can have chosen. See: W3C Trace Context.
	Traceparent string
}

// HandlingResult describes how the handling has ended.
type HandlingResult struct {
	// Status is that of the response to a request of a tunnel, or 0.
	Status int
	// Err is the error of the handler, or nil: always nil for an event, because its loop does not tell.
	Err error
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
	if hook != nil {
		guard(func() { hook(record) })
	}
}

// guard calls a function of the program. A panic is logged.
func guard(call func()) {
	defer func() {
		if reason := recover(); reason != nil {
			slog.Error("aidstack: a hook has panicked", "reason", reason)
		}
	}()
	call()
}
