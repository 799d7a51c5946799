package aidstack

import (
	"context"
	"slices"
	"time"
)

const (
	maxPageSize = 200
	// historyWait is the duration of a wait at the end of the history.
	historyWait = 25 * time.Second
	minIdle     = time.Second
	maxIdle     = 5 * time.Second
)

// readHistory polls the log for a while.
func (f *follower) readHistory(ctx context.Context, long time.Duration) error {
	since, idle := f.position, minIdle
	for end := time.Now().Add(long); time.Now().Before(end); {
		before := f.position
		var err error
		if since, err = f.catchUp(ctx, since); err != nil {
			return err
		}
		if f.position.After(before) {
			idle = minIdle
		}
		if len(f.params.Types) == 1 {
			err = f.waitForOne(ctx, since)
		} else {
			err = ctxPause(ctx, idle)
			idle = min(2*idle, maxIdle)
		}
		if err != nil {
			return err
		}
		if f.position.After(since) {
			since = f.position // The wait returned an event.
		}
	}
	return nil
}

// catchUp yields the events after a time, and returns where it stopped, which may be after events that the filter
// excludes and that do not move the position.
func (f *follower) catchUp(ctx context.Context, since time.Time) (time.Time, error) {
	params := EventsListParams{Since: since, IdentityID: f.params.IdentityID, Limit: maxPageSize}
	if len(f.params.Types) == 1 {
		params.Type = f.params.Types[0]
	}
	for event, err := range f.client.Events.List(ctx, params, f.options...) {
		if err != nil {
			return since, err
		}
		if len(f.params.Types) == 0 || slices.Contains(f.params.Types, event.Type) {
			if err := f.yield(event); err != nil {
				return since, err
			}
		}
		since = event.CreatedAt
	}
	return since, nil
}

// waitForOne waits at the end of the history for an event of the only type, and yields it.
func (f *follower) waitForOne(ctx context.Context, since time.Time) error {
	result, err := f.client.Events.Wait(ctx, EventsWaitParams{
		Type: f.params.Types[0], IdentityID: f.params.IdentityID, Since: since, Timeout: historyWait,
	}, f.options...)
	if err != nil || result.Event == nil {
		return err
	}
	return f.yield(result.Event)
}

func ctxPause(ctx context.Context, wait time.Duration) error {
	if !pause(ctx, wait) {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}
