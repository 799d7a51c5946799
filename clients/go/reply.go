package aidstack

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
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
// cannot fix any other, such as the page of a proxy.
func unreadable(op operation, response *http.Response, body []byte, err error) *Error {
	var syntax *json.SyntaxError
	kind := response.Header.Get("content-type")
	isJSON := strings.Contains(kind, "json") || (kind == "" && len(body) > 0)
	if errors.As(err, &syntax) && isJSON && int(syntax.Offset) >= len(body) {
		return truncated(op, err)
	}
	message := fmt.Sprintf("%s %s: the response is not a record of the service: %v", op.method, op.path, err)
	if syntax != nil {
		message += fmt.Sprintf(" (content type %q; is url the address of the service?)", kind)
	}
	return &Error{
		Status: response.StatusCode, Code: ErrorCodeResponseInvalid, RequestID: response.Header.Get("x-request-id"),
		Message: message, cause: err,
	}
}

// isTruncated reports whether a body is the beginning of JSON: the rest was lost on the way.
func isTruncated(body []byte) bool {
	body = bytes.TrimLeft(body, " \t\r\n")
	return len(body) > 0 && (body[0] == '{' || body[0] == '[') && !json.Valid(body)
}

// truncated is the error of a response with a lost rest. What it says is not known, so the call is repeated as if there
// were none.
func truncated(op operation, err error) *Error {
	message := fmt.Sprintf("%s %s: the response is truncated", op.method, op.path)
	if err != nil {
		message += ": " + err.Error()
	}
	return &Error{Code: ErrorCodeConnectionFailed, Retryable: true, cause: err, Message: message}
}
