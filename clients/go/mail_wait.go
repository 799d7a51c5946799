package aidstack

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// HoldReason is why an email was skipped.
type HoldReason string

// The reasons for which [MailService.WaitForReply] and [MailService.WaitForCode] skip an email.
const (
	// HeldSpam is an email that the service classifies as spam.
	HeldSpam HoldReason = "spam"
	// HeldBlocked is an email that was moved to the folder of blocked mail.
	HeldBlocked HoldReason = "blocked"
	// HeldAutomated is a reply from a program: an out-of-office notice, or an agent.
	HeldAutomated HoldReason = "automated"
	// HeldOtherSender is an email that is not from the sender that a code is expected from.
	HeldOtherSender HoldReason = "other_sender"
	// HeldNoCode is an email without a code, and without a confirming link.
	HeldNoCode HoldReason = "no_code"
	// HeldNotAccepted is an email that the function Accept refused.
	HeldNotAccepted HoldReason = "not_accepted"
)

// HeldReply is an email that was skipped.
type HeldReply struct {
	// ID is the message.
	ID string
	// Reason is why it was skipped.
	Reason HoldReason
}

const (
	// maxWait is the longest duration of a single wait.
	maxWait         = 25 * time.Second
	defaultMailTime = 5 * time.Minute
	// clockSlack is how much later a message may be than the event about it, because their timestamps come from different
	// clocks.
	clockSlack = time.Minute
)

// mailWait is one wait for a received message, which may have arrived already. While the service cannot be reached, it
// retries until its time is over.
type mailWait struct {
	mail    *MailService
	options []RequestOption
	// begin finds where the wait begins: filter and after.
	begin func(ctx context.Context, w *mailWait) error
	// reason is why a message would be skipped, or "".
	reason func(message *FullMessage) HoldReason
	// acceptReasons are reasons to ignore, and accept decides instead of them, unless it is nil.
	acceptReasons []HoldReason
	accept        func(message *FullMessage, reason HoldReason) bool

	found    *FullMessage
	heldBack []HeldReply

	// end is the deadline, and lastLook whether the last check after it was made.
	end      time.Time
	lastLook bool

	// filter selects the events. Its Since is the time of the last event that was checked.
	filter EventsWaitParams
	// after is the time after which a message counts.
	after time.Time
}

// run waits for timeout; 5 minutes if zero. With a negative timeout, it checks once.
func (w *mailWait) run(ctx context.Context, timeout time.Duration) error {
	timeout = cmp.Or(timeout, defaultMailTime)
	if timeout > 0 {
		// The loop makes all attempts itself, so that none starts after the end.
		w.options = append([]RequestOption{WithMaxRetries(0)}, w.options...)
	}
	w.end = time.Now().Add(timeout)
	var retry retrier
	for hasBegun := false; w.found == nil && !w.lastLook; {
		var err error
		if hasBegun {
			err = w.next(ctx)
		} else if err = w.begin(ctx, w); err == nil {
			hasBegun = true
			w.filter.Type, w.filter.Since = EventTypeMailReceived, w.after.Add(-clockSlack)
		}
		if err == nil {
			retry.succeeded()
		} else if left := time.Until(w.end); left <= 0 || !retry.againWithin(ctx, err, left) {
			return err
		}
	}
	return nil
}

// next waits for one message and checks it. The last call does not wait.
func (w *mailWait) next(ctx context.Context) error {
	w.filter.Timeout = min(time.Until(w.end), maxWait).Truncate(time.Millisecond)
	if w.filter.Timeout <= 0 {
		w.filter.Timeout = -1
	}
	result, err := newClient(w.mail.transport).Events.Wait(ctx, w.filter, w.options...)
	if err != nil {
		return err
	}
	if result.Event == nil {
		w.lastLook = w.filter.Timeout < 0
		return nil
	}
	// The aggregate of the event is the message, even if a newer service changes the payload.
	if id := result.Event.AggregateID; id != nil {
		options := w.options
		if owner := result.Event.IdentityID; owner != nil {
			options = append(slices.Clone(options), WithIdentity(*owner))
		}
		message, err := w.mail.Messages.Get(ctx, *id, options...)
		if err != nil {
			return err
		}
		if message.CreatedAt.After(w.after) {
			w.judge(message)
		}
	}
	w.filter.Since = result.Event.CreatedAt
	return nil
}

// judge accepts a message, or skips it with a reason.
func (w *mailWait) judge(message *FullMessage) {
	reason := w.reason(message)
	accepted := reason == "" || slices.Contains(w.acceptReasons, reason)
	if w.accept != nil {
		accepted = w.accept(message, reason)
	}
	if accepted {
		w.found = message
		return
	}
	w.heldBack = append(w.heldBack, HeldReply{message.ID, cmp.Or(reason, HeldNotAccepted)})
}
