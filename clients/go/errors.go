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

// Error is a call that failed: one that the service refused, or one that did not reach it. Programs read Code, and
// people Message.
//
//	var failure *aidstack.Error
//	if errors.As(err, &failure) && failure.Code == aidstack.ErrorCodeUsageEmailLimit { … }
type Error struct {
	// Status is the status of the response, 0 without one.
	Status int
	// Code says what went wrong; "" without a response of the service.
	Code ErrorCode
	// Message is for people.
	Message string
	// RequestID names the request in the logs of the service.
	RequestID string
	// Retryable is whether the same call may succeed later. This package has retried it already.
	Retryable bool
	// RetryAfter is the time that the service asked to wait, 0 if it did not.
	RetryAfter time.Duration

	// cause is what the HTTP client returned where there is no response.
	cause error
	// timedOut is whether the time of an attempt was up.
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

// Unwrap returns the error of the HTTP client where there was no response.
func (e *Error) Unwrap() error { return e.cause }

// IsAuth reports whether the key, the code or the password was not accepted (401). Another attempt does not help.
func IsAuth(err error) bool { return hasStatus(err, http.StatusUnauthorized) }

// IsPermission reports whether the key may not do this (403).
func IsPermission(err error) bool { return hasStatus(err, http.StatusForbidden) }

// IsNotFound reports whether the record is missing, or is not the caller's (404).
func IsNotFound(err error) bool { return hasStatus(err, http.StatusNotFound) }

// IsConflict reports whether the state does not allow the call (409).
func IsConflict(err error) bool { return hasStatus(err, http.StatusConflict) }

// IsValidation reports whether the request is not valid: 400, 413, 415, and every other status from 400 to 499 that has
// no function of its own. The message names each field.
func IsValidation(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Status >= 400 && failure.Status < 500 &&
		!IsAuth(err) && !IsPermission(err) && !IsNotFound(err) && !IsConflict(err) && !IsRateLimit(err)
}

// IsRateLimit reports whether a limit was reached (429). RetryAfter of the [*Error] is the time to wait.
func IsRateLimit(err error) bool { return hasStatus(err, http.StatusTooManyRequests) }

// IsServer reports whether the service failed (5xx).
func IsServer(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Status >= 500
}

// IsConnection reports whether the service could not be reached or its response could not be read, timeouts included.
func IsConnection(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Status == 0 && failure.cause != nil
}

// IsTimeout reports whether the time of the call was up: that of [WithTimeout], or the deadline of its context.
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

// refusal is the error of a response that is not a success. What stands between the client and the service may
// respond with another body, of which the status is all that counts.
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

// retryAfter reads the header Retry-After in both of its forms. See: RFC 9110, section 10.2.3.
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
