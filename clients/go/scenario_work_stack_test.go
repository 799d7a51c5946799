//go:build stack

package aidstack_test

import (
	"context"
	"errors"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// work works until the handler of the scenario has run as often as it is to, or the context ends.
func (r *scenarioRun) work(
	ctx context.Context, stop context.CancelFunc, client *aidstack.Client, options []aidstack.RequestOption,
) (any, error) {
	take, isCounted := r.Call.Take.(float64)
	outcome := struct {
		Handled int      `json:"handled"`
		Lost    int      `json:"lost"`
		Errors  []string `json:"errors"`
	}{Errors: []string{}}
	params := aidstack.TasksWorkParams{
		OnError: func(err error, _ *aidstack.Task) { outcome.Errors = append(outcome.Errors, err.Error()) },
	}
	if r.Call.Params.LeaseMS != nil {
		params.Lease = milliseconds(*r.Call.Params.LeaseMS)
	}
	err := client.Tasks.Work(ctx, func(
		ctx context.Context, run *aidstack.TaskRun,
	) (aidstack.TasksReplyParams, error) {
		outcome.Handled++
		err := r.handle(ctx, run)
		if err != nil {
			outcome.Lost++
		}
		if isCounted && outcome.Handled >= int(take) {
			stop()
		}
		return aidstack.TextReply(r.Call.Handler.Returns), err
	}, params, options...)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return outcome, err
}

// handle does what the handler of the scenario does, unless its task is lost before.
func (r *scenarioRun) handle(ctx context.Context, run *aidstack.TaskRun) error {
	given := r.Call.Handler
	if given.Updates != "" {
		if err := run.Update(ctx, aidstack.TextPart(given.Updates)); err != nil {
			return err
		}
	}
	if given.Asks != "" {
		if _, err := run.Ask(ctx, aidstack.TextPart(given.Asks)); err != nil {
			return err
		}
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(milliseconds(given.LastsMS)):
		return nil
	}
}
