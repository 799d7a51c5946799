package aidstack

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
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
	text := fmt.Sprintf("%s.%s.%d.%s", action, resourceID, timestamp, nonce)
	signature, err := signer.Sign(rand.Reader, []byte(text), crypto.Hash(0))
	if err != nil {
		return nil, fmt.Errorf("the proof cannot be signed: %w", err)
	}
	return &Proof{
		Timestamp: int(timestamp), Nonce: nonce, Signature: base64.StdEncoding.EncodeToString(signature),
	}, nil
}

var errNoPrivateKey = errors.New("expected an Ed25519 private key as PEM (PKCS #8) or JWK")

// ParsePrivateKey parses an Ed25519 private key from PEM or JWK.
func ParsePrivateKey(text []byte) (crypto.Signer, error) {
	if block, _ := pem.Decode(text); block != nil {
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if private, ok := key.(ed25519.PrivateKey); err == nil && ok {
			return private, nil
		}
		return nil, errNoPrivateKey
	}
	var jwk struct {
		KeyType string `json:"kty"`
		Curve   string `json:"crv"`
		Private string `json:"d"`
	}
	if err := json.Unmarshal(text, &jwk); err != nil || jwk.KeyType != "OKP" || jwk.Curve != "Ed25519" {
		return nil, errNoPrivateKey
	}
	seed, err := base64.RawURLEncoding.DecodeString(jwk.Private)
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, errNoPrivateKey
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// PublicKeyText returns the public key of a signer in the format of Vault.Keypair.Set.
func PublicKeyText(signer crypto.Signer) (string, error) {
	public, ok := signer.Public().(ed25519.PublicKey)
	if !ok {
		return "", errNoPrivateKey
	}
	return base64.StdEncoding.EncodeToString(public), nil
}
