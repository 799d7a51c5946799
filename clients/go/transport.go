package aidstack

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
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
	if o := t.callOptions(options); o.identity != "" {
		return o.identity
	}
	return t.identity
}

func (t *transport) callOptions(options []RequestOption) callOptions {
	o := callOptions{timeout: t.timeout, maxRetries: t.maxRetries}
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
	address, err := t.address(op, options)
	if err != nil {
		return err
	}
	body, err := encodeBody(op.body)
	if err != nil {
		return &Error{Message: fmt.Sprintf("the request cannot be encoded: %v", err), cause: err}
	}
	header := t.requestHeader(op, o, body != nil)
	for attempt := 0; ; attempt++ {
		failure := t.attempt(ctx, op, o, address, header, body, decode)
		if failure == nil {
			return nil
		}
		if ctx.Err() != nil || attempt >= o.maxRetries || !isWorthAnother(failure) {
			return failure
		}
		if !pause(ctx, backoff(attempt, failure.RetryAfter)) {
			return failure
		}
	}
}

// attempt sends a request once.
func (t *transport) attempt(
	ctx context.Context, op operation, o callOptions, address string, header http.Header, body []byte,
	decode func(http.Header, []byte) error,
) *Error {
	attemptCtx := ctx
	if o.timeout > 0 {
		var release func()
		attemptCtx, release = t.deadlines.within(ctx, o.timeout+op.waits)
		defer release()
	}
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	request, err := http.NewRequestWithContext(attemptCtx, op.method, address, reader)
	if err != nil {
		return &Error{Message: err.Error(), cause: err}
	}
	request.Header = header
	response, err := t.send(request)
	if err != nil {
		return connectionError(ctx, op, causeOf(attemptCtx, err))
	}
	received, err := readBody(response)
	if o.response != nil {
		response.Body = io.NopCloser(bytes.NewReader(received))
		*o.response = response
	}
	if err != nil {
		return connectionError(ctx, op, causeOf(attemptCtx, err))
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return refusal(response, received)
	}
	if err := decode(response.Header, received); err != nil {
		return unreadable(ctx, op, response, err)
	}
	return nil
}

var errNoPathValue = errors.New("expected an id")

// address returns the URL of an operation. An empty id is an error, because the URL would be that of a list.
func (t *transport) address(op operation, options []RequestOption) (string, error) {
	path := op.path
	if strings.Contains(path, "{identity}") {
		identity := t.scope(options)
		if identity == "" {
			identity = "me"
		}
		path = strings.Replace(path, "{identity}", url.PathEscape(identity), 1)
	}
	for _, arg := range op.args {
		if arg == "" || arg == "." || arg == ".." {
			return "", &Error{Message: fmt.Sprintf("%s %s: %q: expected an id", op.method, op.path, arg), cause: errNoPathValue}
		}
		path = strings.Replace(path, "{}", url.PathEscape(arg), 1)
	}
	if len(op.query) == 0 {
		return t.url + path, nil
	}
	return t.url + path + "?" + op.query.Encode(), nil
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
		if o.idempotencyKey == "" {
			o.idempotencyKey = rand.Text()
		}
		header["Idempotency-Key"] = []string{o.idempotencyKey}
	}
	return header
}

var contentTypeJSON = []string{"application/json"}
