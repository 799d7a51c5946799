package aidstack

import (
	"context"
	"sync"
	"time"
)

// deadlines cancels attempts that have timed out. All calls share one timer: starting one per attempt would wake the
// thread that waits for the network, which costs a tenth of a call.
type deadlines struct {
	mutex sync.Mutex
	// attempts maps the cancel function of each running attempt to its deadline.
	attempts map[*context.CancelCauseFunc]time.Time
	// timer fires at next, unless that is the zero time. It is not stopped when an attempt finishes in time.
	timer *time.Timer
	next  time.Time
}

// within returns a context for an attempt with a timeout, and a function that releases it. Its cause is
// [ErrAttemptTimeout] after the timeout.
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

// fire cancels the attempts that have timed out.
func (d *deadlines) fire() {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.next = time.Time{}
	now := time.Now()
	var next time.Time
	for cancel, end := range d.attempts {
		switch {
		case !end.After(now):
			(*cancel)(ErrAttemptTimeout)
			delete(d.attempts, cancel)
		case next.IsZero() || end.Before(next):
			next = end
		}
	}
	if !next.IsZero() {
		d.fireAt(next)
	}
}
