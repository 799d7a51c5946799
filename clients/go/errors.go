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
	// Code says what went wrong. It is that of the service; "http.502" and the like for a response that is not the
	// service's own, such as that of a proxy; one of [ErrorCodeConnectionFailed] and those after it; or "" if the caller's
	// context ended the call.
	Code ErrorCode
	// Message is for people.
	Message string
	// RequestID identifies the request in the service's logs.
	RequestID string
	// Retryable is whether the same call may succeed later. This package has retried it already.
	Retryable bool
	// RetryAfter is how long the service asked the caller to wait; 0 if it did not.
	RetryAfter time.Duration

	// cause is the error of the HTTP client or of the context if there was no response.
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

// The codes of errors that this package finds itself, and of a request that is invalid, see
// [ErrorCodeValidationFailed].
const (
	// ErrorCodeConnectionFailed is a service that could not be reached, or a response that broke off.
	ErrorCodeConnectionFailed ErrorCode = "connection.failed"
	// ErrorCodeConnectionTimeout is an attempt that took longer than [WithTimeout] allows.
	ErrorCodeConnectionTimeout ErrorCode = "connection.timeout"
	// ErrorCodeResponseInvalid is a response that the service does not send, such as the page of a proxy.
	ErrorCodeResponseInvalid ErrorCode = "response.invalid"
	// ErrorCodeResponseRedirect is a redirect, which is not followed: the key is for one address only.
	ErrorCodeResponseRedirect ErrorCode = "response.redirect"
)

// Unwrap returns the error of the HTTP client, or of the context, if there was no response.
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
// function of its own. The message names each invalid field. It is also true, with the status 0 and without a request,
// for a mistake in an option or parameter, such as an empty id, and for an error of the program's own transport; and for
// a redirect, which is a wrong address.
func IsValidation(err error) bool {
	var failure *Error
	if !errors.As(err, &failure) {
		return false
	}
	if failure.Status == 0 || failure.Code == ErrorCodeResponseRedirect {
		return failure.Code == ErrorCodeValidationFailed || failure.Code == ErrorCodeResponseRedirect
	}
	return failure.Status >= 400 && failure.Status < 500 &&
		!IsAuth(err) && !IsPermission(err) && !IsNotFound(err) && !IsConflict(err) && !IsRateLimit(err)
}

// IsRateLimit reports whether a limit was reached (429). The RetryAfter of the [*Error] says how long to wait.
func IsRateLimit(err error) bool { return hasStatus(err, http.StatusTooManyRequests) }

// IsServer reports whether the service failed: 5xx, or a response that the service does not send.
func IsServer(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && (failure.Status >= 500 || failure.Code == ErrorCodeResponseInvalid)
}

// IsConnection reports whether the service could not be reached or its response broke off, including timeouts of
// attempts, but not the end of the caller's own context.
func IsConnection(err error) bool {
	var failure *Error
	return errors.As(err, &failure) &&
		(failure.Code == ErrorCodeConnectionFailed || failure.Code == ErrorCodeConnectionTimeout)
}

// IsTimeout reports whether the call timed out, because of [WithTimeout] or the deadline of its context. errors.Is tells
// them apart: [ErrAttemptTimeout] or [context.DeadlineExceeded].
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
// status counts: the code is http.<status>, and 429 and 5xx may pass.
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
		failure.Code = ErrorCode("http." + strconv.Itoa(response.StatusCode))
		failure.Message = fmt.Sprintf("unexpected response: %d %s", response.StatusCode, http.StatusText(response.StatusCode))
		failure.Retryable = response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= 500
	}
	if response.StatusCode >= 300 && response.StatusCode < 400 {
		failure.Code, failure.Retryable = ErrorCodeResponseRedirect, false
		failure.Message = "url: a redirect without a place"
		if to, err := response.Location(); err == nil {
			to.RawQuery, to.Fragment = "", ""
			failure.Message = "url: a redirect to " + to.Redacted() + ", which is not followed; use the address of the service"
		}
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
