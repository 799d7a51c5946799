package aidstack

import (
	"cmp"
	"context"
	"crypto"
	"time"
)

// VaultUseParams are the parameters of [VaultService.Use].
type VaultUseParams struct {
	// Purpose is what the value is for. It is recorded in the lease.
	Purpose string
	// PrivateKey signs the proof of the redemption, if the agent has a keypair: an ed25519.PrivateKey, the result of
	// [ParsePrivateKey], or a signer with a remote key.
	PrivateKey crypto.Signer
	// IdentityID is the agent that the lease is for, with an org key.
	IdentityID string
	// TTL is how long the lease can be redeemed, rounded up to seconds; a minute if zero.
	TTL time.Duration
}

// Use passes the value of a secret to a function: it leases the secret for one use, redeems the lease with a proof, and
// discards the value afterwards. The function should not store the value either. Its error is returned unchanged.
//
//	err := client.Vault.Use(ctx, "sec_…", func(ctx context.Context, value aidstack.SecretValue) error {
//		password, _ := value.Text()
//		return login(ctx, password)
//	}, aidstack.VaultUseParams{Purpose: "Log in to the shop."})
func (s *VaultService) Use(
	ctx context.Context, secretID string, use func(ctx context.Context, value SecretValue) error,
	params VaultUseParams, options ...RequestOption,
) error {
	if problem := idMistake("secretID", secretID); problem != nil {
		return problem
	}
	if params.TTL < 0 {
		return mistake("ttl", "expected 0 or more, not %v", params.TTL)
	}
	if params.PrivateKey != nil {
		if problem := signerMistake(params.PrivateKey); problem != nil {
			return problem
		}
	}
	ttl := (cmp.Or(params.TTL, time.Minute)-1)/time.Second + 1
	lease, err := s.Leases.Create(ctx, VaultLeasesCreateParams{
		SecretID:   secretID,
		IdentityID: params.IdentityID,
		Purpose:    params.Purpose,
		TTLSeconds: int(ttl),
		MaxUses:    1,
	}, options...)
	if err != nil {
		return err
	}
	if lease.Status == "held" {
		return &Error{
			Code:    ErrorCodeApprovalPending,
			Message: "the lease waits for a person to decide about the approval " + lease.ApprovalID,
		}
	}
	redeemed, err := s.redeem(ctx, lease, params.PrivateKey, options)
	if err != nil {
		// No one else has the token, so the lease would only expire.
		_, _ = s.Leases.Revoke(context.WithoutCancel(ctx), lease.ID, append(options, WithMaxRetries(0))...)
		return err
	}
	defer clear(redeemed.Value.json)
	return use(ctx, redeemed.Value)
}

func (s *VaultService) redeem(
	ctx context.Context, lease *NewLease, signer crypto.Signer, options []RequestOption,
) (*RedeemedLease, error) {
	params := VaultLeasesRedeemParams{LeaseToken: string(lease.LeaseToken)}
	if signer != nil {
		proof, err := NewProof(signer, ProofRedeem, lease.ID)
		if err != nil {
			return nil, err
		}
		params.Proof = proof
	}
	return s.Leases.Redeem(ctx, lease.ID, params, options...)
}
