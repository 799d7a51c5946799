package aidstack

import (
	"context"
	"crypto"
	"time"
)

// VaultUseParams are the parameters of [VaultService.Use].
type VaultUseParams struct {
	// Purpose is a text for people, which the lease shows.
	Purpose string
	// PrivateKey proves the redemption, where the agent has a keypair: an ed25519.PrivateKey, what [ParsePrivateKey]
	// returns, or a signer that keeps the key elsewhere.
	PrivateKey crypto.Signer
	// IdentityID is the agent that the lease is for, with the key of an organization.
	IdentityID string
	// TTL is how long the lease may be redeemed, a minute when zero.
	TTL time.Duration
}

// Use lends the value of a secret to a function: it leases the secret for one use, proves and redeems the lease, and
// forgets the value afterwards. The function should not keep the value either. Its error is returned as it is.
//
//	err := client.Vault.Use(ctx, "sec_…", func(ctx context.Context, value aidstack.SecretValue) error {
//		password, _ := value.Text()
//		return login(ctx, password)
//	}, aidstack.VaultUseParams{Purpose: "Log in to the shop."})
func (s *VaultService) Use(
	ctx context.Context, secretID string, use func(ctx context.Context, value SecretValue) error,
	params VaultUseParams, options ...RequestOption,
) error {
	if params.TTL <= 0 {
		params.TTL = time.Minute
	}
	lease, err := s.Leases.Create(ctx, VaultLeasesCreateParams{
		SecretID:   secretID,
		IdentityID: params.IdentityID,
		Purpose:    params.Purpose,
		TTLSeconds: int(params.TTL / time.Second),
		MaxUses:    1,
	}, options...)
	if err != nil {
		return err
	}
	redeemed, err := s.redeem(ctx, lease, params.PrivateKey, options)
	if err != nil {
		// No one else has the token. The lease would only wait for its end.
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
