package aidstack

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// ErrAttemptTimeout is what an attempt ends with that took longer than [WithTimeout] allows. errors.Is tells it from
// the end of the caller's own context, which is [context.DeadlineExceeded] or [context.Canceled].
var ErrAttemptTimeout = errors.New("the attempt timed out")

// attemptTimeout is an [ErrAttemptTimeout] with the text of the transport. It is no [context.DeadlineExceeded], although
// the error of the transport may be.
type attemptTimeout struct{ text string }

func (e *attemptTimeout) Error() string        { return e.text }
func (e *attemptTimeout) Is(target error) bool { return target == ErrAttemptTimeout }

// connectionError is the error of an attempt without a complete response:
//   - the end of the caller's own context, which is final;
//   - a timeout of the attempt, or another failure of the network, which is retried;
//   - an error of the program's own transport, which is final and keeps its identity for errors.Is.
func (t *transport) connectionError(
	ctx, attempt context.Context, op operation, timeout time.Duration, err error,
) *Error {
	var inner *url.Error
	if errors.As(err, &inner) {
		err = inner.Err // Omits the address, which may be long.
	}
	failure := &Error{Code: ErrorCodeConnectionFailed, Retryable: true, cause: err}
	var network net.Error
	switch {
	case ctx.Err() != nil:
		failure.Code, failure.Retryable, failure.cause = "", false, ctx.Err()
		failure.timedOut = errors.Is(ctx.Err(), context.DeadlineExceeded)
	case errors.Is(context.Cause(attempt), ErrAttemptTimeout):
		err = &attemptTimeout{fmt.Sprintf("no complete response within %v", timeout)}
		failure.Code, failure.cause, failure.timedOut = ErrorCodeConnectionTimeout, err, true
	case errors.As(err, &network) && network.Timeout():
		failure.Code, failure.cause, failure.timedOut = ErrorCodeConnectionTimeout, &attemptTimeout{err.Error()}, true
	case t.hasOwnTransport && !isOfNetwork(err):
		own := mistake("httpClient", "%s %s: %v", op.method, op.path, err)
		own.cause = err
		return own
	}
	failure.Message = fmt.Sprintf("%s %s: %v", op.method, op.path, err)
	return failure
}

// isOwnTransport reports whether a client has a transport that is not the one of net/http. All errors of that one are
// errors of a network.
func isOwnTransport(client *http.Client) bool {
	if client == nil || client.Transport == nil {
		return false
	}
	_, ok := client.Transport.(*http.Transport)
	return !ok
}

// networkErrors are errors of a network that do not implement [net.Error].
var networkErrors = []error{
	io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, net.ErrClosed, os.ErrDeadlineExceeded, http.ErrSchemeMismatch,
}

// networkTexts are the beginnings of errors of net/http and crypto/tls that have no type of their own. A transport may
// pass them on from the one of net/http.
var networkTexts = []string{"http: server ", "net/http: ", "http2: ", "tls: ", "malformed HTTP ", "bad Content-Length "}

// isOfNetwork reports whether an error is one of a connection, and not one of the program's own.
func isOfNetwork(err error) bool {
	var network net.Error
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	for _, target := range []any{&network, &record, &alert, &certificate, &authority, &host} {
		if errors.As(err, target) {
			return true
		}
	}
	for _, known := range networkErrors {
		if errors.Is(err, known) {
			return true
		}
	}
	for ; err != nil; err = errors.Unwrap(err) {
		for _, text := range networkTexts {
			if strings.HasPrefix(err.Error(), text) {
				return true
			}
		}
	}
	return false
}
