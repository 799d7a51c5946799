package aidstack

import (
	"context"
	"fmt"
)

// approved returns a tunnel that exists: one that is held exists once a person has approved it.
func (s *TunnelsService) approved(
	ctx context.Context, tunnel *NewTunnel, onHeld func(approvalID string), options []RequestOption,
) (*Tunnel, error) {
	if tunnel.Status != TunnelStatusHeld || tunnel.ApprovalID == "" {
		return &tunnel.Tunnel, nil
	}
	if onHeld != nil {
		onHeld(tunnel.ApprovalID)
	}
	approvals := newClient(s.transport).Approvals
	approval, err := approvals.Wait(ctx, tunnel.ApprovalID, ApprovalsWaitParams{}, options...)
	switch {
	case err != nil:
		return nil, err
	case approval.Status == ApprovalStatusApproved:
		return s.Get(ctx, tunnel.ID, options...)
	}
	message := fmt.Sprintf("the tunnel was not approved (%s)", approval.Status)
	if approval.Reason != nil {
		message += ": " + *approval.Reason
	}
	return nil, &Error{Code: ErrorCodeApprovalClosed, Message: message}
}
