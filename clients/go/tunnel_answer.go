package aidstack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
)

// maxTunnelError is the maximum length of an error message for the service.
const maxTunnelError = 500

// HandlerPanic is the error of a handler that panicked.
type HandlerPanic struct {
	// Value is what it panicked with.
	Value any
	// Stack is where.
	Stack []byte
}

// Error returns the value as text, without the stack.
func (p *HandlerPanic) Error() string { return fmt.Sprintf("the handler panicked: %v", p.Value) }

// Unwrap returns the value if it is an error.
func (p *HandlerPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// serverFailure is the panic by which the handler of a port breaks a response off.
type serverFailure struct{ error }

// answer passes a request to the handler, and reports if it fails. The text of a panic stays in this process, because
// it may name what others are not to know.
func (c *tunnelConnection) answer(ctx context.Context, r *tunnelRequest) {
	response := &tunnelResponse{ctx: ctx, request: r, connection: c, header: http.Header{}, length: -1}
	request, err := r.toHTTP(ctx, c.transport.httpClient)
	if err == nil {
		if err = c.handled(response, request); err == nil {
			err = response.finish()
		}
	}
	if err == nil || ctx.Err() != nil {
		return
	}
	if request == nil {
		request = &http.Request{Method: r.Method, URL: &url.URL{Path: r.Path}} // It could not be read.
	}
	if !errors.Is(err, http.ErrAbortHandler) {
		c.onError(err, request)
	}
	message := map[string]any{"type": "error", "id": r.ID}
	if response.seq > 0 {
		message["seq"] = response.seq
	}
	if errors.Is(err, errTooLarge) {
		message["code"] = "too_large"
	}
	text := []rune(err.Error())
	var panicked *HandlerPanic
	if errors.As(err, &panicked) {
		text = []rune("the handler failed")
	}
	message["message"] = string(text[:min(len(text), maxTunnelError)])
	_ = c.send(message) // The end of a connection is reported elsewhere.
}

// handled runs the handler and returns its panic.
func (c *tunnelConnection) handled(response *tunnelResponse, request *http.Request) (err error) {
	ctx, end := c.transport.hooks.handling(request.Context(), HandlingRecord{
		Loop: "tunnels.serve", ID: c.tunnel.ID, Name: request.Method, Traceparent: request.Header.Get("traceparent"),
	})
	defer func() {
		status := response.status
		if status == 0 && err == nil {
			status = http.StatusOK // A handler that writes nothing responds with it.
		}
		end(HandlingResult{Status: status, Err: err})
	}()
	defer func() {
		switch value := recover().(type) {
		case nil:
		case serverFailure:
			err = fmt.Errorf("the server gave no complete response: %w", value.error)
		default:
			err = &HandlerPanic{Value: value, Stack: debug.Stack()}
		}
	}()
	c.handler.ServeHTTP(response, request.WithContext(ctx))
	return nil
}

// logTunnelError logs the error of a request where the program has no function for it. The query is left out, because it
// may have secrets.
func logTunnelError(err error, request *http.Request) {
	args := []any{"error", err, "method", request.Method, "path", request.URL.Path}
	var panicked *HandlerPanic
	if errors.As(err, &panicked) {
		args = append(args, "stack", string(panicked.Stack))
	}
	slog.Error("aidstack: a request of the tunnel got no complete response", args...)
}
