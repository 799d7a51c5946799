package aidstack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// readBody returns the body of a response, and closes it.
func readBody(response *http.Response) ([]byte, error) {
	defer func() { _ = response.Body.Close() }()
	var received bytes.Buffer
	if length := response.ContentLength; length > 0 && length <= maxAllocated {
		received.Grow(int(length) + bytes.MinRead)
	}
	_, err := received.ReadFrom(response.Body)
	return received.Bytes(), err
}

// maxAllocated is the largest body for which memory is allocated in advance.
const maxAllocated = 1 << 20

// causeOf is the error of an attempt, or a uniform one for a timeout, which transports report differently.
func causeOf(attempt context.Context, err error) error {
	if cause := context.Cause(attempt); errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	return err
}

// decodeJSON tolerates changes of a newer service: it ignores a value of an unexpected kind.
func decodeJSON(data []byte, target any) error {
	err := json.Unmarshal(data, target)
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) && mismatch.Field != "" {
		return nil
	}
	return err
}

// unreadable is the error of a success without the expected body: a truncated body is a broken connection; retrying
// cannot fix any other.
func unreadable(ctx context.Context, op operation, response *http.Response, err error) *Error {
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &mismatch) {
		return connectionError(ctx, op, fmt.Errorf("the response is unreadable: %w", err))
	}
	return &Error{
		Status: response.StatusCode, RequestID: response.Header.Get("x-request-id"), cause: err,
		Message: fmt.Sprintf("%s %s: the response is not a record of the service: %v", op.method, op.path, err),
	}
}

// connectionError is the error of an attempt without a readable response. An error of the caller's own context is
// returned; any other is retried.
func connectionError(ctx context.Context, op operation, err error) *Error {
	var inner *url.Error
	if errors.As(err, &inner) {
		err = inner.Err // Omits the address, which may be long.
	}
	failure := &Error{Message: fmt.Sprintf("%s %s: %v", op.method, op.path, err), cause: err}
	if ctx.Err() != nil {
		failure.cause = ctx.Err()
	} else {
		failure.Retryable = true
	}
	failure.timedOut = errors.Is(err, context.DeadlineExceeded)
	return failure
}
