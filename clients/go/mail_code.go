package aidstack

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
)

// MailWaitForCodeParams are the parameters of [MailService.WaitForCode].
type MailWaitForCodeParams struct {
	// From is who sends it: an address (no-reply@shop.example), or a domain with its subdomains (shop.example). An email
	// that names several authors counts only if each of them is meant. Anyone if empty.
	From string
	// Since limits the wait to later emails: the time before the request for the code, or the CreatedAt of the message
	// with the last one. Two minutes ago if zero.
	Since time.Time
	// Timeout is how long to wait; 5 minutes if zero. With a negative value, WaitForCode checks once.
	Timeout time.Duration
	// CodesOnly skips an email with a confirming link and without a code.
	CodesOnly bool
	// AcceptReasons are reasons to ignore: an email that would be skipped for one of them is returned.
	AcceptReasons []HoldReason
	// Accept decides instead of the reasons whether to return an email. reason is why it would be skipped, or "".
	Accept func(message *FullMessage, reason HoldReason) bool
}

// MailFoundCode is the result of [MailService.WaitForCode].
type MailFoundCode struct {
	// Code is the first code, as it is to be entered. It is empty if the email has only a link, and if none arrived in
	// time.
	Code string
	// Codes are all codes of the email; seldom more than one.
	Codes []MailCode
	// Link is the link by which its reader confirms something, or nil. The service never opens it.
	Link *MailLink
	// Message is the whole email; nil if none arrived in time. Its Auth says whether the sender is verified, and its
	// ContentWarnings list what is suspicious about it.
	Message *FullMessage
	// HeldBack are the emails that were skipped, oldest first.
	HeldBack []HeldReply
}

// lookBack is how far a wait without Since looks back: the email may arrive before the call that waits for it.
const lookBack = 2 * time.Minute

// sender is an address or a domain, without a name.
var sender = regexp.MustCompile(`^@?[^\s<>,@]+(?:@[^\s<>,@]+)?$`)

// WaitForCode waits for an email with a one-time code, or with a link that confirms an address, an account or a login,
// and returns the first one, oldest first. Automated mail counts. Spam, blocked mail, other senders and emails with
// neither are skipped and listed in HeldBack. From is what the email says: check the Auth and the ContentWarnings of
// its message. While the service cannot be reached, WaitForCode retries; it returns the last error after the timeout. An
// error comes with the emails skipped so far.
//
// See: docs/decisions/0053-loops-of-the-sdks.md.
func (s *MailService) WaitForCode(
	ctx context.Context, params MailWaitForCodeParams, options ...RequestOption,
) (*MailFoundCode, error) {
	if params.From != "" && !sender.MatchString(params.From) {
		return nil, mistake("from", "%q: expected an address or a domain", params.From)
	}
	after := params.Since
	if after.IsZero() {
		after = time.Now().Add(-lookBack)
	}
	w := mailWait{
		mail: s, options: options, reason: params.reason, acceptReasons: params.AcceptReasons, accept: params.Accept,
		begin: func(_ context.Context, w *mailWait) error {
			// An org key has no agent of its own, so the service refuses the name.
			w.filter.IdentityID, w.after = cmp.Or(s.transport.scope(options), "me"), after
			return nil
		},
	}
	err := w.run(ctx, params.Timeout)
	found := &MailFoundCode{Message: w.found, HeldBack: w.heldBack}
	if w.found != nil {
		found.Codes, found.Link = w.found.Codes, confirmingLink(w.found)
	}
	if len(found.Codes) > 0 {
		found.Code = found.Codes[0].Value
	}
	return found, err
}

// reason is why an email is skipped, or "".
func (p MailWaitForCodeParams) reason(message *FullMessage) HoldReason {
	switch {
	case p.From != "" && !isFrom(message, strings.ToLower(strings.TrimPrefix(p.From, "@"))):
		return HeldOtherSender
	case len(message.Codes) == 0 && (p.CodesOnly || confirmingLink(message) == nil):
		return HeldNoCode
	case message.Folder == MailFolderSpam:
		return HeldSpam
	case message.Folder == MailFolderBlocked:
		return HeldBlocked
	}
	return ""
}

// isFrom reports whether all authors of a message have this address, or one of this domain.
func isFrom(message *FullMessage, sender string) bool {
	isOther := func(author MailAddress) bool {
		address := strings.ToLower(author.Address)
		if strings.Contains(sender, "@") {
			return address != sender
		}
		return !strings.HasSuffix("."+address[strings.LastIndex(address, "@")+1:], "."+sender)
	}
	return len(message.From) > 0 && !slices.ContainsFunc(message.From, isOther)
}

// confirmingLink returns the first of the confirming links of a message, which all have one target, or nil.
func confirmingLink(message *FullMessage) *MailLink {
	for i, link := range message.Links {
		if link.Confirms != nil && *link.Confirms {
			return &message.Links[i]
		}
	}
	return nil
}
