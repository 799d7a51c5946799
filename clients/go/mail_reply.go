package aidstack

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
)

// Reply replies to a message. By default, the recipient is the author and the subject is that of the message; ReplyAll
// adds the other recipients.
func (s *MailService) Reply(
	ctx context.Context, messageID string, params MailSendParams, options ...RequestOption,
) (*SentMail, error) {
	params.InReplyToMessageID = messageID
	return s.Send(ctx, params, options...)
}

// MailWaitForReplyParams are the parameters of [MailService.WaitForReply].
type MailWaitForReplyParams struct {
	// Timeout is how long to wait; 5 minutes if zero. With a negative value, WaitForReply checks once.
	Timeout time.Duration
	// AcceptReasons are reasons to ignore: a reply that would be skipped for one of them is returned.
	AcceptReasons []HoldReason
	// Accept decides instead of the reasons whether to return a reply. reason is why it would be skipped, or "".
	Accept func(message *FullMessage, reason HoldReason) bool
}

// HoldReason is why a reply was skipped.
type HoldReason string

// The reasons for which [MailService.WaitForReply] skips a reply.
const (
	// HeldSpam is a reply that the service classifies as spam.
	HeldSpam HoldReason = "spam"
	// HeldAutomated is a reply from a program: an out-of-office notice, or an agent.
	HeldAutomated HoldReason = "automated"
	// HeldNotAccepted is a reply that the function Accept refused.
	HeldNotAccepted HoldReason = "not_accepted"
)

// HeldReply is a reply that was skipped.
type HeldReply struct {
	// ID is the message.
	ID string
	// Reason is why it was skipped.
	Reason HoldReason
}

// MailReply is the result of [MailService.WaitForReply].
type MailReply struct {
	// Message is the whole reply; nil if none arrived in time. Its Auth says whether the sender is verified, and its
	// ContentWarnings list what is suspicious about it.
	Message *FullMessage
	// HeldBack are the replies that were skipped, oldest first.
	HeldBack []HeldReply
}

const (
	// maxWait is the longest duration of a single wait.
	maxWait          = 25 * time.Second
	defaultReplyTime = 5 * time.Minute
	// clockSlack is how much later a message may be than the event about it, because their timestamps come from different
	// clocks.
	clockSlack = time.Minute
)

// WaitForReply waits for the reply to a message, given the id of the message or of a thread: the first message received
// in the thread after that message, or after the last one that the agent sent in the thread. The reply may have arrived
// before the call. Spam and automated replies, such as those of other agents, are skipped and listed in HeldBack. A
// reply from an unverified sender is returned, with its warnings. While the service cannot be reached, WaitForReply
// retries; it returns the last error after the timeout. An error comes with the replies skipped so far.
//
// See: docs/decisions/0053-loops-of-the-sdks.md.
func (s *MailService) WaitForReply(
	ctx context.Context, threadOrMessageID string, params MailWaitForReplyParams, options ...RequestOption,
) (*MailReply, error) {
	if params.Timeout == 0 {
		params.Timeout = defaultReplyTime
	}
	if params.Timeout > 0 {
		// The loop makes all attempts itself, so that none starts after the end.
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

	// end is the deadline, and lastLook whether the last check after it was made.
	end      time.Time
	lastLook bool

	threadID string
	// after is the time of the message that is replied to.
	after time.Time
	// since is the time of the last event that was checked.
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

// next waits for one message of the thread and checks it. The last call does not wait.
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
	// The aggregate of the event is the message, even if a newer service changes the payload.
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

// judge accepts a message as the reply, or skips it with a reason.
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
