package aidstack

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// operation is an API call, as the generated methods describe it.
type operation struct {
	method string
	// path has {identity} for the agent that the call is for, and {} for each of args.
	path  string
	args  []string
	query url.Values
	// body is encoded as JSON; nil for none.
	body any
	// mutating is whether the call carries an idempotency key.
	mutating bool
	// problem is the error of a parameter that cannot be sent.
	problem *Error
	// waits is how long the service may wait before it responds; it is added to the timeout of an attempt.
	waits time.Duration
}

// transport sends operations with the settings of a client.
type transport struct{ config }

// wireBody is a body with secrets, which its ordinary JSON encoding redacts.
type wireBody interface{ wire() (any, error) }

// call sends an operation and returns the decoded reply.
func call[T any](ctx context.Context, t *transport, op operation, options []RequestOption) (*T, error) {
	var reply *T
	err := t.do(ctx, op, options, func(_ http.Header, body []byte) error {
		reply = new(T)
		return decodeJSON(body, reply)
	})
	if err != nil {
		return nil, err
	}
	return reply, nil
}

// exec sends an operation that has a reply without a body.
func exec(ctx context.Context, t *transport, op operation, options []RequestOption) error {
	return t.do(ctx, op, options, func(http.Header, []byte) error { return nil })
}

// scope returns the agent that a call is for, or "" for the caller's own.
func (t *transport) scope(options []RequestOption) string {
	return t.callOptions(options).identity
}

func (t *transport) callOptions(options []RequestOption) callOptions {
	o := callOptions{timeout: t.timeout, maxRetries: t.maxRetries, identity: t.identity, hasIdentity: t.hasIdentity}
	for _, option := range options {
		option.applyRequest(&o)
	}
	return o
}

// do sends an operation until an attempt succeeds or retrying would not help. decode reads the body of a success; if it
// cannot, the body was truncated and the call is retried.
func (t *transport) do(
	ctx context.Context, op operation, options []RequestOption, decode func(http.Header, []byte) error,
) error {
	o := t.callOptions(options)
	for _, problem := range []*Error{t.problem, o.mistake(), op.mistake()} {
		if problem != nil {
			return problem
		}
	}
	address := t.address(op, o.identity)
	body, err := encodeBody(op.body)
	if err != nil {
		return bodyMistake(op.body, err)
	}
	header := t.requestHeader(op, o, body != nil)
	ctx, hooks, end := t.begin(ctx, op, header)
	s := sending{
		transport: t, op: op, options: o, observer: hooks, address: address, header: header, body: body, decode: decode,
	}
	if failure := s.repeat(ctx); failure != nil {
		end(failure)
		return failure
	}
	end(nil)
	return nil
}

// sending is an operation that is being sent, with what its attempts have in common.
type sending struct {
	*transport
	op      operation
	options callOptions
	// observer has the hooks of the attempts.
	observer Hooks
	address  string
	header   http.Header
	body     []byte
	decode   func(http.Header, []byte) error
}

// repeat makes attempts until one succeeds or another would not help.
func (s *sending) repeat(ctx context.Context) *Error {
	for attempt := 0; ; attempt++ {
		record := s.record(s.op.method, s.address, attempt)
		failure := s.attempt(ctx, record)
		if failure == nil {
			return nil
		}
		if ctx.Err() != nil || attempt >= s.options.maxRetries || !isWorthAnother(failure) {
			return failure
		}
		wait := backoff(attempt, failure.RetryAfter)
		if hasTime(ctx, wait) {
			report(s.observer.Retry, RetryRecord{record, wait, failure})
		}
		if !pause(ctx, wait) {
			// Both hold: the service failed, and the caller's context leaves no time for another attempt.
			failure.cause = cmp.Or(ctx.Err(), context.DeadlineExceeded)
			return failure
		}
	}
}

// attempt sends the request once.
func (s *sending) attempt(ctx context.Context, record RequestRecord) *Error {
	attemptCtx, timeout := ctx, added(s.options.timeout, s.op.waits)
	if s.options.timeout > 0 {
		var release func()
		attemptCtx, release = s.deadlines.within(ctx, timeout)
		defer release()
	}
	var reader io.Reader
	if s.body != nil {
		reader = bytes.NewReader(s.body)
	}
	request, err := http.NewRequestWithContext(attemptCtx, s.op.method, s.address, reader)
	if err != nil {
		return mistake(s.urlName, "%v", err)
	}
	request.Header = s.header
	report(s.observer.Request, record)
	began := time.Now()
	response, err := s.send(request)
	if err != nil {
		return s.connectionError(ctx, attemptCtx, s.op, timeout, err)
	}
	received, err := readBody(response)
	if s.options.response != nil {
		response.Body = io.NopCloser(bytes.NewReader(received))
		*s.options.response = response
	}
	if err != nil {
		return s.connectionError(ctx, attemptCtx, s.op, timeout, err)
	}
	requestID := response.Header.Get("X-Request-Id")
	report(s.observer.Response, ResponseRecord{record, response.StatusCode, time.Since(began), requestID})
	if response.StatusCode < 200 || response.StatusCode > 299 {
		failure := refusal(response, received)
		if !failure.Retryable && isTruncated(received) {
			return truncated(s.op, nil)
		}
		return failure
	}
	if err := s.decode(response.Header, received); err != nil {
		return unreadable(s.op, response, received, err)
	}
	return nil
}

// added returns the sum of two durations, or the longest one.
func added(timeout, waits time.Duration) time.Duration {
	return timeout + min(waits, math.MaxInt64-timeout)
}

// mistake returns the error of a parameter that cannot be sent, or nil.
func (op operation) mistake() *Error {
	for _, arg := range op.args {
		if problem := idMistake("id", arg); problem != nil {
			problem.Message += " (" + op.method + " " + strings.ReplaceAll(op.path, "{}", "{id}") + ")"
			return problem
		}
	}
	if body, ok := op.body.(checkedBody); ok && op.problem == nil {
		return body.mistake()
	}
	return op.problem
}

// address returns the URL of an operation.
func (t *transport) address(op operation, identity string) string {
	path := strings.Replace(op.path, "{identity}", url.PathEscape(cmp.Or(identity, "me")), 1)
	for _, arg := range op.args {
		path = strings.Replace(path, "{}", url.PathEscape(arg), 1)
	}
	if len(op.query) == 0 {
		return t.url + path
	}
	return t.url + path + "?" + op.query.Encode()
}

func encodeBody(body any) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	if secret, ok := body.(wireBody); ok {
		wire, err := secret.wire()
		if err != nil {
			return nil, err
		}
		body = wire
	}
	return json.Marshal(body)
}

func (t *transport) requestHeader(op operation, o callOptions, hasBody bool) http.Header {
	header := t.common()
	if hasBody && header["Content-Type"] == nil {
		header["Content-Type"] = contentTypeJSON
	}
	maps.Copy(header, o.header)
	if op.mutating {
		if !o.hasIdempotencyKey {
			o.idempotencyKey = rand.Text()
		}
		header["Idempotency-Key"] = []string{o.idempotencyKey}
	}
	return header
}

var contentTypeJSON = []string{"application/json"}
