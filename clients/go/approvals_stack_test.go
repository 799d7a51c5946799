//go:build stack

package aidstack_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
)

// decideWhenWaited decides about an approval while its agent waits for the decision, and returns what the wait returns.
func decideWhenWaited(t *testing.T, a agent, id string, decide func() error) *aidstack.Approval {
	t.Helper()
	type outcome struct {
		approval *aidstack.Approval
		err      error
	}
	waited := make(chan outcome, 1)
	go func() {
		approval, err := a.client.Approvals.Wait(t.Context(), id, aidstack.ApprovalsWaitParams{})
		waited <- outcome{approval, err}
	}()
	if err := decide(); err != nil {
		t.Fatal(err)
	}
	got := <-waited
	if got.err != nil {
		t.Fatal(got.err)
	}
	return got.approval
}

func TestAHeldEmailAndAHeldLeaseWaitForADecisionOfTheService(t *testing.T) {
	owner := newOrganization(t)
	sender := owner.newAgent(t)
	_, err := owner.client.Approvals.Settings.Update(t.Context(), aidstack.ApprovalsSettingsUpdateParams{
		Mail: aidstack.MailGateAlways, Vault: aidstack.ActionGateAlways,
	})
	if err != nil {
		t.Fatal(err)
	}
	approve := func(id string, edits *aidstack.MailEdits) func() error {
		return func() error {
			approval, err := owner.client.Approvals.Get(t.Context(), id)
			if err != nil {
				return err
			}
			params := aidstack.ApprovalsApproveParams{ContentHash: approval.ContentHash, Edits: edits}
			_, err = owner.client.Approvals.Approve(t.Context(), id, params)
			return err
		}
	}

	sent, err := sender.client.Mail.Send(t.Context(), aidstack.MailSendParams{
		To: []string{"ada@elsewhere.example"}, Subject: "Your lamp", Text: "It costs 90.",
	})
	if err != nil {
		t.Fatal(err)
	}
	if sent.Status != aidstack.SentMailStatusHeld {
		t.Fatalf("the email is %s", sent.Status)
	}
	edits := &aidstack.MailEdits{Text: "It costs 80."}
	decided := decideWhenWaited(t, sender, sent.ApprovalID, approve(sent.ApprovalID, edits))
	if decided.Status != aidstack.ApprovalStatusApproved || *decided.Preview.Mail.Text != edits.Text {
		t.Errorf("the approval is %s, with the email %v", decided.Status, decided.Preview.Mail)
	}

	secret, err := sender.client.Vault.Secrets.Create(t.Context(), aidstack.VaultSecretsCreateParams{
		Name: "Mail server", Value: aidstack.SecretText("the value"),
	})
	if err != nil {
		t.Fatal(err)
	}
	lease, err := sender.client.Vault.Leases.Create(t.Context(), aidstack.VaultLeasesCreateParams{SecretID: secret.ID})
	if err != nil {
		t.Fatal(err)
	}
	if lease.Status != aidstack.LeaseStatusHeld || lease.LeaseToken != "" {
		t.Fatalf("the lease is %s", lease.Status)
	}
	decided = decideWhenWaited(t, sender, lease.ApprovalID, approve(lease.ApprovalID, nil))
	if decided.Status != aidstack.ApprovalStatusApproved {
		t.Errorf("the approval is %s", decided.Status)
	}
	claimed, err := sender.client.Vault.Leases.Claim(t.Context(), lease.ID)
	if err != nil {
		t.Fatal(err)
	}
	token := aidstack.VaultLeasesRedeemParams{LeaseToken: string(claimed.LeaseToken)}
	if _, err := sender.client.Vault.Leases.Redeem(t.Context(), lease.ID, token); err != nil {
		t.Error(err)
	}
}

func TestADraftIsSavedChangedAndSentOnce(t *testing.T) {
	sender := newOrganization(t).newAgent(t)
	drafts := sender.client.Mail.Drafts
	draft, err := drafts.Create(t.Context(), aidstack.MailDraftsCreateParams{Subject: "Your lamp"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = drafts.Update(t.Context(), draft.ID, aidstack.MailDraftsUpdateParams{
		To: aidstack.Set([]string{"ada@elsewhere.example"}), Text: aidstack.Set("It costs 80."),
	})
	if err != nil {
		t.Fatal(err)
	}
	first, err := drafts.Send(t.Context(), draft.ID)
	if err != nil {
		t.Fatal(err)
	}
	again, err := drafts.Send(t.Context(), draft.ID)
	if err != nil || again.ID != first.ID {
		t.Errorf("sent %s, and then %s: %v", first.ID, again.ID, err)
	}
}

func TestAHeldTunnelIsServedOnceAPersonHasApprovedIt(t *testing.T) {
	owner := newOrganization(t)
	host := owner.newAgent(t)
	_, err := owner.client.Approvals.Settings.Update(t.Context(), aidstack.ApprovalsSettingsUpdateParams{
		Tunnel: aidstack.ActionGateAlways,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	held, ready, ended := make(chan string, 1), make(chan *aidstack.Tunnel, 1), make(chan error, 1)
	serve := func() {
		ended <- host.client.Tunnels.Serve(ctx, aidstack.TunnelsServeParams{
			Handler: http.HandlerFunc(localResponse),
			OnHeld:  func(approvalID string) { held <- approvalID },
			OnReady: func(tunnel *aidstack.Tunnel) { ready <- tunnel },
		})
	}

	go serve()
	approval, err := owner.client.Approvals.Get(t.Context(), <-held)
	if err != nil {
		t.Fatal(err)
	}
	params := aidstack.ApprovalsApproveParams{ContentHash: approval.ContentHash}
	if _, err := owner.client.Approvals.Approve(t.Context(), approval.ID, params); err != nil {
		t.Fatal(err)
	}
	if tunnel := <-ready; tunnel.ID != approval.SubjectID {
		t.Errorf("the tunnel is %s, and the approval is about %s", tunnel.ID, approval.SubjectID)
	}
	cancel()
	<-ended

	ctx = t.Context()
	go serve()
	if _, err := owner.client.Approvals.Deny(t.Context(), <-held, aidstack.ApprovalsDenyParams{Reason: "Not today."}); err != nil {
		t.Fatal(err)
	}
	var refused *aidstack.Error
	if err := <-ended; !errors.As(err, &refused) || refused.Code != aidstack.ErrorCodeApprovalClosed {
		t.Errorf("Serve returned %v", err)
	}
}
