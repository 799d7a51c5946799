package aidstack

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
)

// observedCall has the hooks during one call: those of the client, and those that its hook Call has returned.
type observedCall struct {
	client   Hooks
	own      CallHooks
	attempts int
	status   int
}

// begin calls the hook Call. It returns the context and the hooks of the attempts, and a function to call at the end.
func (t *transport) begin(ctx context.Context, op operation, header http.Header) (context.Context, Hooks, func(error)) {
	if t.hooks.Call == nil {
		return ctx, t.hooks, func(error) {}
	}
	c := &observedCall{client: t.hooks}
	guard(func() {
		inside, own := t.hooks.Call(ctx, CallRecord{Method: op.method, Route: op.route(), Origin: originOf(t.url)})
		if inside != nil {
			ctx = inside
		}
		c.own = own
	})
	for name, values := range c.own.Header {
		name = http.CanonicalHeaderKey(name)
		if problem := headerMistake(name, values); problem != nil {
			slog.Error("aidstack: a hook has returned a header that cannot be sent", "reason", problem)
		} else if header[name] == nil {
			header[name] = values
		}
	}
	return ctx, Hooks{Request: c.request, Response: c.response, Retry: c.retry}, c.end
}

func (c *observedCall) request(record RequestRecord) {
	c.attempts, c.status = record.Attempt, 0
	report(c.client.Request, record)
	report(c.own.Request, record)
}

func (c *observedCall) response(record ResponseRecord) {
	c.status = record.Status
	report(c.client.Response, record)
	report(c.own.Response, record)
}

func (c *observedCall) retry(record RetryRecord) {
	report(c.client.Retry, record)
	report(c.own.Retry, record)
}

func (c *observedCall) end(err error) {
	report(c.own.End, CallResult{Attempts: c.attempts, Status: c.status, Err: err})
}

// handling calls the hook Handle. It returns the context of the handler, and a function to call at the end.
func (h Hooks) handling(ctx context.Context, record HandlingRecord) (context.Context, func(HandlingResult)) {
	var end func(HandlingResult)
	if h.Handle != nil {
		guard(func() {
			inside, own := h.Handle(ctx, record)
			if inside != nil {
				ctx = inside
			}
			end = own
		})
	}
	return ctx, func(result HandlingResult) { report(end, result) }
}

// route returns the path with {id} for each id.
func (op operation) route() string {
	return strings.NewReplacer("{identity}", "{id}", "{}", "{id}").Replace(op.path)
}

// originOf returns the scheme, host and port of an address.
func originOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}
