//go:build stack

package aidstack_test

import (
	"context"
	"errors"
	"net/http"

	aidstack "git.example/aid/aid/clients/go"
)

// called returns what the hooks were called with so far.
func (r *scenarioRun) called() []map[string]any {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return append([]map[string]any{}, r.hooks...)
}

// recordingHooks returns hooks that keep what they are called with, as the suite describes it.
func (r *scenarioRun) recordingHooks() aidstack.Hooks {
	keep := func(hook string, kept map[string]any) {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		kept["hook"] = hook
		r.hooks = append(r.hooks, kept)
	}
	attempt := func(record aidstack.RequestRecord) map[string]any {
		return map[string]any{"method": record.Method, "path": record.Path, "attempt": record.Attempt}
	}
	return aidstack.Hooks{
		Request: func(record aidstack.RequestRecord) { keep("request", attempt(record)) },
		Response: func(record aidstack.ResponseRecord) {
			kept := attempt(record.RequestRecord)
			kept["status"] = record.Status
			keep("response", kept)
		},
		Retry: func(record aidstack.RetryRecord) {
			kept := attempt(record.RequestRecord)
			kept["error"] = record.Err.Code
			keep("retry", kept)
		},
		Call: func(ctx context.Context, call aidstack.CallRecord) (context.Context, aidstack.CallHooks) {
			keep("call", map[string]any{"method": call.Method, "route": call.Route})
			header := http.Header{}
			header.Set("traceparent", scenarioTraceparent)
			return ctx, aidstack.CallHooks{Header: header, End: func(result aidstack.CallResult) {
				ended := map[string]any{"attempts": result.Attempts, "status": orNull(result.Status), "error": nil}
				var failure *aidstack.Error
				if errors.As(result.Err, &failure) {
					ended["error"] = failure.Code
				}
				keep("end", ended)
			}}
		},
		Handle: func(ctx context.Context, handling aidstack.HandlingRecord) (context.Context, func(aidstack.HandlingResult)) {
			keep("handle", map[string]any{
				"loop": handling.Loop, "id": handling.ID, "name": handling.Name, "traceparent": handling.Traceparent,
			})
			return ctx, func(result aidstack.HandlingResult) {
				keep("handled", map[string]any{"status": orNull(result.Status), "error": nil})
			}
		},
	}
}

// scenarioTraceparent is the header that hooks which are recorded add to a call. See: clients/vectors/README.md.
const scenarioTraceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

// orNull returns a number, or null for none.
func orNull(number int) any {
	if number == 0 {
		return nil
	}
	return number
}
