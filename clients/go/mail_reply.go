package aidstack

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
)

// Reply replies to a message. The subject and the recipients are those of a reply where params names none; ReplyAll
// adds everyone else.
func (s *MailService) Reply(
	ctx context.Context, messageID string, params MailSendParams, options ...RequestOption,
) (*SentMail, error) {
	params.InReplyToMessageID = messageID
	return s.Send(ctx, params, options...)
}

// MailWaitForReplyParams are the parameters of [MailService.WaitForReply].
type MailWaitForReplyParams struct {
	// Timeout is how long to wait, 5 minutes when zero. With a negative time, WaitForReply looks once.
	Timeout time.Duration
	// AcceptReasons are reasons that do not count: a reply that would be held back for one of them is returned.
	AcceptReasons []HoldReason
	// Accept decides in place of the reasons whether a reply is the one. reason is why it would be held back, or "".
	Accept func(message *FullMessage, reason HoldReason) bool
}

// HoldReason is why a reply was passed over.
type HoldReason string

// The reasons for which [MailService.WaitForReply] passes over a reply.
const (
	// HeldSpam is a reply that the service takes for spam.
	HeldSpam HoldReason = "spam"
	// HeldAutomated is a reply that a program wrote: an absence notice, or an agent.
	HeldAutomated HoldReason = "automated"
	// HeldNotAccepted is a reply that the function Accept refused.
	HeldNotAccepted HoldReason = "not_accepted"
)

// HeldReply is a reply that was passed over.
type HeldReply struct {
	// ID is the message.
	ID string
	// Reason is why it was passed over.
	Reason HoldReason
}

// MailReply is what [MailService.WaitForReply] has found.
type MailReply struct {
	// Message is the reply, whole; nil if none came in time. Whether its sender is verified, and what is odd about it,
	// is in Auth and ContentWarnings.
	Message *FullMessage
	// HeldBack are the replies that were passed over, oldest first.
	HeldBack []HeldReply
}

const (
	// maxWait is the longest time of a single wait of the service.
	maxWait          = 25 * time.Second
	defaultReplyTime = 5 * time.Minute
	// clockSlack is how much later a message may be than the event about it: their times are of different clocks.
	clockSlack = time.Minute
)

// WaitForReply waits for the reply to a message, by the id of a message or of a thread: for the first one received in
// the thread after that message, or after the last that the agent sent in the thread, also before the call. Spam and
// automated replies are passed over and named in HeldBack; those of other agents are automated. The reply of a sender
// who is not verified is returned, with its warnings. While the service cannot be reached, WaitForReply tries again; it
// returns the last error once the time is over. An error is returned with what was held back so far.
//
// See: docs/decisions/0053-loops-of-the-sdks.md.
func (s *MailService) WaitForReply(
	ctx context.Context, threadOrMessageID string, params MailWaitForReplyParams, options ...RequestOption,
) (*MailReply, error) {
	if params.Timeout == 0 {
		params.Timeout = defaultReplyTime
	}
	if params.Timeout > 0 {
		// The loop makes all attempts, so that none begins after the end.
		options = append([]RequestOption{WithMaxRetries(0)}, options...)
	}
	w := replyWait{
		mail: s, params: params, options: options, found: &MailReply{}, end: time.Now().Add(params.Timeout),
	}
	return w.found, w.run(ctx, threadOrMessageID)
}

// replyWait is one wait for a reply.
type replyWait struct {
	mail    *MailService
	params  MailWaitForReplyParams
	options []RequestOption
	found   *MailReply

	// end is when the time is over, and lastLook whether the wait after it is done.
	end      time.Time
	lastLook bool

	threadID string
	// after is the time of the message that is replied to.
	after time.Time
	// since is the time of the last event that was looked at.
	since time.Time
}

func (w *replyWait) run(ctx context.Context, id string) error {
	var retry retrier
	for w.found.Message == nil && !w.lastLook {
		var err error
		if w.threadID == "" {
			err = w.begin(ctx, id)
		} else {
			err = w.next(ctx)
		}
		if err == nil {
			retry.succeeded()
		} else if left := time.Until(w.end); left <= 0 || !retry.againWithin(ctx, err, left) {
			return err
		}
	}
	return nil
}

// begin finds the thread, and the message in it after which a message is a reply.
func (w *replyWait) begin(ctx context.Context, id string) error {
	if !strings.HasPrefix(id, "thr_") {
		message, err := w.mail.Messages.Get(ctx, id, w.options...)
		if err != nil {
			return err
		}
		w.threadID, w.after = message.ThreadID, message.CreatedAt
	} else {
		thread, err := w.mail.Threads.Get(ctx, id, MailThreadsGetParams{}, w.options...)
		if err != nil {
			return err
		}
		w.threadID, w.after = thread.ID, placeOf(thread)
	}
	w.since = w.after.Add(-clockSlack)
	return nil
}

// placeOf returns the time of the newest message that the agent sent in a thread, or else of its newest message.
func placeOf(thread *FullThread) time.Time {
	place := thread.CreatedAt
	for _, message := range thread.Messages {
		place = message.CreatedAt
	}
	for _, message := range thread.Messages {
		if message.Direction == MailDirectionOutbound {
			place = message.CreatedAt
		}
	}
	return place
}

// next waits for one message of the thread and looks at it. The last wait is one that does not wait.
func (w *replyWait) next(ctx context.Context) error {
	wait := min(time.Until(w.end), maxWait).Truncate(time.Millisecond)
	if wait <= 0 {
		wait = -1
	}
	result, err := newClient(w.mail.transport).Events.Wait(ctx, EventsWaitParams{
		Type: EventTypeMailReceived, ThreadID: w.threadID, Since: w.since, Timeout: wait,
	}, w.options...)
	if err != nil {
		return err
	}
	if result.Event == nil {
		w.lastLook = wait < 0
		return nil
	}
	// The aggregate of the event is the message, whatever form a newer service gives the payload.
	if id := result.Event.AggregateID; id != nil {
		message, err := w.mail.Messages.Get(ctx, *id, w.options...)
		if err != nil {
			return err
		}
		if message.CreatedAt.After(w.after) {
			w.judge(message)
		}
	}
	w.since = result.Event.CreatedAt
	return nil
}

// judge takes a message as the reply, or holds it back with the reason.
func (w *replyWait) judge(message *FullMessage) {
	var reason HoldReason
	switch {
	case message.Folder == MailFolderSpam:
		reason = HeldSpam
	case message.IsAutomated:
		reason = HeldAutomated
	}
	accepted := reason == "" || slices.Contains(w.params.AcceptReasons, reason)
	if w.params.Accept != nil {
		accepted = w.params.Accept(message, reason)
	}
	if accepted {
		w.found.Message = message
		return
	}
	w.found.HeldBack = append(w.found.HeldBack, HeldReply{message.ID, cmp.Or(reason, HeldNotAccepted)})
}
