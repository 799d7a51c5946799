package aidstack

import (
	"context"
	"slices"
	"time"
)

// ApprovalsWaitParams are the parameters of [ApprovalsService.Wait].
type ApprovalsWaitParams struct {
	// Timeout is how long to wait; as long as the approval lasts if zero. With a negative value, Wait checks once.
	Timeout time.Duration
}

// Wait waits until a person has decided about a held action, and returns its approval: approved, denied, or how it has
// ended otherwise. A decision before the call is found too. After the timeout the approval is still pending. While the
// service cannot be reached, Wait retries; it returns the last error after the timeout.
//
//	sent, err := client.Mail.Send(ctx, email)
//	if err == nil && sent.Status == aidstack.SentMailStatusHeld {
//		approval, err := client.Approvals.Wait(ctx, sent.ApprovalID, aidstack.ApprovalsWaitParams{})
//		…
//	}
//
// See: docs/decisions/0053-loops-of-the-sdks.md.
func (s *ApprovalsService) Wait(
	ctx context.Context, approvalID string, params ApprovalsWaitParams, options ...RequestOption,
) (*Approval, error) {
	if problem := idMistake("id", approvalID); problem != nil {
		return nil, problem
	}
	w := decisionWait{client: newClient(s.transport), id: approvalID, options: options}
	if params.Timeout >= 0 {
		// The loop makes all attempts itself, so that none starts after the end.
		w.options = append([]RequestOption{WithMaxRetries(0)}, options...)
	}
	w.end = time.Now().Add(params.Timeout)
	if params.Timeout == 0 {
		w.end = time.Now().Add(endless)
	}
	var retry retrier
	for {
		err := w.look(ctx)
		switch {
		case err != nil:
			if left := time.Until(w.end); left <= 0 || !retry.againWithin(ctx, err, left) {
				return nil, err
			}
		case w.found != nil:
			return w.found, nil
		default:
			retry.succeeded()
		}
	}
}

// endless is longer than any approval lasts.
const endless = 100 * 365 * 24 * time.Hour

// decisionWait is one wait for the decision about an approval, which may have been made already.
type decisionWait struct {
	client  *Client
	id      string
	options []RequestOption
	end     time.Time
	// since is the place in the log, zero until it is found.
	since time.Time
	// pending is the approval as it was last read, unless there is news of it.
	pending *Approval
	found   *Approval
}

// look makes the next request.
func (w *decisionWait) look(ctx context.Context) error {
	switch {
	case w.since.IsZero():
		return w.begin(ctx)
	case w.pending == nil:
		approval, err := w.client.Approvals.Get(ctx, w.id, w.options...)
		if err != nil {
			return err
		}
		if approval.Status != ApprovalStatusPending || !time.Now().Before(w.end) {
			w.found = approval
		} else {
			w.pending = approval
		}
		return nil
	}
	return w.wait(ctx)
}

// begin finds the place in the log. It is older than the first look at the approval, so no decision is between the two.
func (w *decisionWait) begin(ctx context.Context) error {
	params := EventsListParams{Type: EventTypeApprovalDecided, Limit: 1}
	page, err := w.client.Events.ListPage(ctx, params, w.options...)
	if err != nil {
		return err
	}
	w.since = time.Unix(0, 0)
	if len(page.Items) > 0 {
		w.since = page.Items[0].CreatedAt
	}
	return nil
}

// wait waits for a decision. The end of an approval that expires or is canceled is in the record before it is in the
// log, so the approval is also read again where none arrives.
func (w *decisionWait) wait(ctx context.Context) error {
	timeout := min(time.Until(w.end), maxWait).Truncate(time.Millisecond)
	if timeout <= 0 {
		timeout = -1
	}
	filter := EventsWaitParams{Type: EventTypeApprovalDecided, Since: w.since, Timeout: timeout}
	options := append(slices.Clone(w.options), WithIdentity(w.pending.IdentityID))
	result, err := w.client.Events.Wait(ctx, filter, options...)
	if err != nil {
		return err
	}
	event := result.Event
	if event != nil {
		w.since = event.CreatedAt
	}
	if event == nil || event.AggregateID == nil || *event.AggregateID == w.id {
		w.pending = nil
	}
	return nil
}
