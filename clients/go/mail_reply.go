package aidstack

import (
	"context"
	"strings"
	"time"
)

// Reply replies to a message. By default, the recipient is the author and the subject is that of the message; ReplyAll
// adds the other recipients.
func (s *MailService) Reply(
	ctx context.Context, messageID string, params MailSendParams, options ...RequestOption,
) (*SentMail, error) {
	// An empty id would send a new email.
	if problem := idMistake("id", messageID); problem != nil {
		return nil, problem
	}
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

// MailReply is the result of [MailService.WaitForReply].
type MailReply struct {
	// Message is the whole reply; nil if none arrived in time. Its Auth says whether the sender is verified, and its
	// ContentWarnings list what is suspicious about it.
	Message *FullMessage
	// HeldBack are the replies that were skipped, oldest first.
	HeldBack []HeldReply
}

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
	w := mailWait{
		mail: s, options: options, reason: reasonAgainstReply, acceptReasons: params.AcceptReasons, accept: params.Accept,
		begin: func(ctx context.Context, w *mailWait) error { return w.beginAt(ctx, threadOrMessageID) },
	}
	err := w.run(ctx, params.Timeout)
	return &MailReply{w.found, w.heldBack}, err
}

func reasonAgainstReply(message *FullMessage) HoldReason {
	switch {
	case message.Folder == MailFolderSpam:
		return HeldSpam
	case message.IsAutomated:
		return HeldAutomated
	}
	return ""
}

// beginAt finds the thread, and the message in it after which a message is a reply.
func (w *mailWait) beginAt(ctx context.Context, id string) error {
	if !strings.HasPrefix(id, "thr_") {
		message, err := w.mail.Messages.Get(ctx, id, w.options...)
		if err != nil {
			return err
		}
		w.filter.ThreadID, w.after = message.ThreadID, message.CreatedAt
		return nil
	}
	thread, err := w.mail.Threads.Get(ctx, id, MailThreadsGetParams{}, w.options...)
	if err != nil {
		return err
	}
	w.filter.ThreadID, w.after = thread.ID, placeOf(thread)
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
