package aidstackotel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"

	"go.opentelemetry.io/otel/attribute"

	aidstack "git.example/aid/aid/clients/go"
)

// methods are those that the semantic conventions know.
var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodConnect,
	http.MethodOptions, http.MethodTrace, http.MethodPatch,
}

// code is the form of the codes of the SDK and the service. A response of another server may have any text as its code.
var code = regexp.MustCompile(`^[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40}){1,3}$`)

// methodOf returns a method of HTTP, or what stands for any other.
func methodOf(method string) string {
	if slices.Contains(methods, method) {
		return method
	}
	return "_OTHER"
}

// requestAttributes returns what is known about a call at its beginning.
func requestAttributes(record aidstack.CallRecord) []attribute.KeyValue {
	attributes := []attribute.KeyValue{
		attribute.String("http.request.method", methodOf(record.Method)),
		attribute.String("url.template", record.Route),
	}
	origin, err := url.Parse(record.Origin)
	if err != nil {
		return attributes
	}
	port, err := strconv.Atoi(origin.Port())
	if err != nil {
		port = map[string]int{"http": 80, "https": 443}[origin.Scheme]
	}
	return append(attributes, attribute.String("server.address", origin.Hostname()),
		attribute.Int("server.port", port), attribute.String("url.scheme", origin.Scheme))
}

// errorAttributes returns the status, and the kind of the error: the status too, where that says it, or else the code of
// the SDK or the type. A message may have what a response said, so it is in no attribute.
func errorAttributes(status int, err error) []attribute.KeyValue {
	var attributes []attribute.KeyValue
	if status != 0 {
		attributes = append(attributes, attribute.Int("http.response.status_code", status))
	}
	if err != nil {
		attributes = append(attributes, attribute.String("error.type", errorType(status, err)))
	}
	return attributes
}

func errorType(status int, err error) string {
	if status >= http.StatusBadRequest {
		return strconv.Itoa(status)
	}
	var failure *aidstack.Error
	if errors.As(err, &failure) && code.MatchString(string(failure.Code)) {
		return string(failure.Code)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "context.Canceled"
	case errors.Is(err, context.DeadlineExceeded):
		return "context.DeadlineExceeded"
	}
	return fmt.Sprintf("%T", err)
}
