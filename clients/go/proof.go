package aidstack

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"
)

// ProofAction is the action that a proof authorizes.
type ProofAction string

// The actions that need a proof.
const (
	// ProofRedeem redeems a lease.
	ProofRedeem ProofAction = "redeem"
	// ProofRotate rotates a secret.
	ProofRotate ProofAction = "rotate"
	// ProofReplace replaces the keypair of an agent.
	ProofReplace ProofAction = "replace"
)

// NewProof signs an action on a resource with the private key of an agent. A proof is valid once, for five minutes. The
// signer is an [ed25519.PrivateKey], the result of [ParsePrivateKey], or a signer with a remote key, which must sign
// the text itself, as Ed25519 does.
func NewProof(signer crypto.Signer, action ProofAction, resourceID string) (*Proof, error) {
	return newProof(signer, action, resourceID, rand.Text(), time.Now().Unix())
}

func newProof(signer crypto.Signer, action ProofAction, resourceID, nonce string, timestamp int64) (*Proof, error) {
	if problem := signerMistake(signer); problem != nil {
		return nil, problem
	}
	text := fmt.Sprintf("%s.%s.%d.%s", action, resourceID, timestamp, nonce)
	signature, err := signer.Sign(rand.Reader, []byte(text), crypto.Hash(0))
	if err != nil {
		return nil, fmt.Errorf("the proof cannot be signed: %w", err)
	}
	if len(signature) != ed25519.SignatureSize {
		return nil, mistake("privateKey", "expected a signature of %d bytes, not %d", ed25519.SignatureSize, len(signature))
	}
	return &Proof{
		Timestamp: int(timestamp), Nonce: nonce, Signature: base64.StdEncoding.EncodeToString(signature),
	}, nil
}

// signerMistake returns an error for a signer with a key of another kind.
func signerMistake(signer crypto.Signer) *Error {
	if private, ok := signer.(ed25519.PrivateKey); ok && len(private) != ed25519.PrivateKeySize {
		return mistake("privateKey", "expected %d bytes, not %d", ed25519.PrivateKeySize, len(private))
	}
	if public := signer.Public(); public != nil {
		if _, ok := public.(ed25519.PublicKey); !ok {
			return mistake("privateKey", "expected an Ed25519 key, not one with the public key %T", public)
		}
	}
	return nil
}
