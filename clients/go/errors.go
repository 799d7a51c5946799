package aidstack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Error is the error of a call that the service refused, or that did not reach it. Programs should check Code; Message
// is for people.
//
//	var failure *aidstack.Error
//	if errors.As(err, &failure) && failure.Code == aidstack.ErrorCodeUsageEmailLimit { … }
type Error struct {
	// Status is the HTTP status of the response; 0 if there was none.
	Status int
	// Code says what went wrong; "" if the service did not respond.
	Code ErrorCode
	// Message is for people.
	Message string
	// RequestID identifies the request in the service's logs.
	RequestID string
	// Retryable is whether the same call may succeed later. This package has retried it already.
	Retryable bool
	// RetryAfter is how long the service asked the caller to wait; 0 if it did not.
	RetryAfter time.Duration

	// cause is the error of the HTTP client if there was no response.
	cause error
	// timedOut is whether the attempt timed out.
	timedOut bool
}

// Error returns the message with the code and the id of the request.
func (e *Error) Error() string {
	switch {
	case e.RequestID != "":
		return fmt.Sprintf("aidstack: %s: %s (%d, request %s)", e.Code, e.Message, e.Status, e.RequestID)
	case e.Status != 0:
		return fmt.Sprintf("aidstack: %s (%d)", e.Message, e.Status)
	default:
		return "aidstack: " + e.Message
	}
}

// Unwrap returns the error of the HTTP client if there was no response.
func (e *Error) Unwrap() error { return e.cause }

// IsAuth reports whether the key, code or password was not accepted (401). Retrying does not help.
func IsAuth(err error) bool { return hasStatus(err, http.StatusUnauthorized) }

// IsPermission reports whether the key may not do this (403).
func IsPermission(err error) bool { return hasStatus(err, http.StatusForbidden) }

// IsNotFound reports whether the record does not exist, or is not the caller's (404).
func IsNotFound(err error) bool { return hasStatus(err, http.StatusNotFound) }

// IsConflict reports whether the state does not allow the call (409).
func IsConflict(err error) bool { return hasStatus(err, http.StatusConflict) }

// IsValidation reports whether the request is invalid: 400, 413, 415, and every other status from 400 to 499 without a
// function of its own. The message names each invalid field.
func IsValidation(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Status >= 400 && failure.Status < 500 &&
		!IsAuth(err) && !IsPermission(err) && !IsNotFound(err) && !IsConflict(err) && !IsRateLimit(err)
}

// IsRateLimit reports whether a limit was reached (429). The RetryAfter of the [*Error] says how long to wait.
func IsRateLimit(err error) bool { return hasStatus(err, http.StatusTooManyRequests) }

// IsServer reports whether the service failed (5xx).
func IsServer(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Status >= 500
}

// IsConnection reports whether the service could not be reached or its response could not be read, including timeouts.
func IsConnection(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Status == 0 && failure.cause != nil
}

// IsTimeout reports whether the call timed out, because of [WithTimeout] or the deadline of its context.
func IsTimeout(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.timedOut || errors.Is(err, context.DeadlineExceeded)
}

func hasStatus(err error, status int) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Status == status
}

// errorBody is the body of an error of the service. See: docs/contract/errors.md#error-body.
type errorBody struct {
	Error struct {
		Code      ErrorCode `json:"code"`
		Message   string    `json:"message"`
		RequestID string    `json:"request_id"`
		Retryable bool      `json:"retryable"`
	} `json:"error"`
}

// refusal is the error of an unsuccessful response. A proxy may respond with a different body, in which case only the
// status counts.
func refusal(response *http.Response, body []byte) *Error {
	failure := &Error{
		Status:     response.StatusCode,
		RequestID:  response.Header.Get("x-request-id"),
		RetryAfter: retryAfter(response.Header, time.Now()),
	}
	var parsed errorBody
	if err := json.Unmarshal(body, &parsed); err == nil && parsed.Error.Code != "" {
		failure.Code = parsed.Error.Code
		failure.Message = parsed.Error.Message
		failure.Retryable = parsed.Error.Retryable
		if parsed.Error.RequestID != "" {
			failure.RequestID = parsed.Error.RequestID
		}
	} else {
		failure.Message = "unexpected response: " + http.StatusText(response.StatusCode)
	}
	return failure
}

// retryAfter parses the Retry-After header, in either of its formats. See: RFC 9110, section 10.2.3.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := header.Get("retry-after")
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 && seconds < 1e9 {
		return time.Duration(seconds * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}
