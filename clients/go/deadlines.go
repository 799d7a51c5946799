package aidstack

import (
	"context"
	"sync"
	"time"
)

// deadlines ends the attempts that have had their time. One timer serves those of all calls: starting one for each
// attempt wakes the thread that waits for the network, which costs a tenth of a call.
type deadlines struct {
	mutex sync.Mutex
	// attempts has the end of each attempt that is under way, by what ends it.
	attempts map[*context.CancelCauseFunc]time.Time
	// timer fires at next, if that is not the zero time. It is not stopped when an attempt ends in time.
	timer *time.Timer
	next  time.Time
}

// within returns a context for an attempt that may last for a time, and what releases it. Its cause is
// [context.DeadlineExceeded] once the time is up.
func (d *deadlines) within(ctx context.Context, timeout time.Duration) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	end := time.Now().Add(timeout)
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.attempts == nil {
		d.attempts = map[*context.CancelCauseFunc]time.Time{}
	}
	d.attempts[&cancel] = end
	if d.next.IsZero() || end.Before(d.next) {
		d.fireAt(end)
	}
	return ctx, func() {
		d.mutex.Lock()
		delete(d.attempts, &cancel)
		d.mutex.Unlock()
		cancel(nil)
	}
}

// fireAt starts the timer.
func (d *deadlines) fireAt(next time.Time) {
	d.next = next
	if d.timer == nil {
		d.timer = time.AfterFunc(time.Until(next), d.fire)
	} else {
		d.timer.Reset(time.Until(next))
	}
}

// fire ends the attempts that have had their time.
func (d *deadlines) fire() {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.next = time.Time{}
	now := time.Now()
	var next time.Time
	for cancel, end := range d.attempts {
		switch {
		case !end.After(now):
			(*cancel)(context.DeadlineExceeded)
			delete(d.attempts, cancel)
		case next.IsZero() || end.Before(next):
			next = end
		}
	}
	if !next.IsZero() {
		d.fireAt(next)
	}
}
