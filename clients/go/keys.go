package aidstack

import (
	"crypto"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"strings"
)

// ParsePrivateKey parses an Ed25519 private key from PEM (PKCS #8) or JWK, for [VaultUseParams] and [NewProof]. Anything
// else is an [IsValidation] error, which does not contain the key.
func ParsePrivateKey(pemOrJWK []byte) (crypto.Signer, error) {
	if block, _ := pem.Decode(pemOrJWK); block != nil {
		private, problem := privateKeyIn("privateKey", block)
		if problem != nil {
			return nil, problem
		}
		return private, nil
	}
	seed, problem := jwkMember("privateKey", pemOrJWK, "d", ed25519.SeedSize)
	if problem != nil {
		return nil, problem
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// ParsePublicKey parses the Ed25519 public key in a PEM (SPKI, or PKCS #8) or JWK, for [VaultKeypairSetParams]:
//
//	public, err := aidstack.ParsePublicKey(pemOrJWK)
//	_, err = client.Vault.Keypair.Set(ctx, aidstack.VaultKeypairSetParams{
//		Algorithm: aidstack.KeypairAlgorithmEd25519, PublicKey: public,
//	})
//
// A private key works too, and stays in this process. Anything else is an [IsValidation] error, which does not contain
// the key. Of a [crypto.Signer], the method Public has the key.
func ParsePublicKey(pemOrJWK []byte) (ed25519.PublicKey, error) {
	block, _ := pem.Decode(pemOrJWK)
	switch {
	case block == nil:
		public, problem := jwkMember("key", pemOrJWK, "x", ed25519.PublicKeySize)
		if problem != nil {
			return nil, problem
		}
		return public, nil
	case block.Type == "PUBLIC KEY":
		key, err := x509.ParsePKIXPublicKey(block.Bytes)
		if public, ok := key.(ed25519.PublicKey); err == nil && ok {
			return public, nil
		}
		return nil, mistake("key", "expected an Ed25519 key; this %s is none", block.Type)
	default:
		private, problem := privateKeyIn("key", block)
		if problem != nil {
			return nil, problem
		}
		public, _ := private.Public().(ed25519.PublicKey)
		return public, nil
	}
}

func privateKeyIn(parameter string, block *pem.Block) (ed25519.PrivateKey, *Error) {
	if block.Type == "PUBLIC KEY" {
		return nil, mistake(parameter, "expected a private key, not a public one")
	}
	if block.Type == "PRIVATE KEY" {
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if private, ok := key.(ed25519.PrivateKey); err == nil && ok {
			return private, nil
		}
	}
	return nil, mistake(parameter, "expected an Ed25519 key without a password; this %s is none", block.Type)
}

// jwkMember returns the bytes of a member of a JWK. See: RFC 8037, section 2.
func jwkMember(parameter string, text []byte, member string, size int) ([]byte, *Error) {
	var jwk struct {
		KeyType string `json:"kty"`
		Curve   string `json:"crv"`
		Public  string `json:"x"`
		Private string `json:"d"`
	}
	err := json.Unmarshal(text, &jwk)
	value := map[string]string{"x": jwk.Public, "d": jwk.Private}[member]
	if err != nil || jwk.KeyType != "OKP" || jwk.Curve != "Ed25519" || value == "" {
		return nil, mistake(parameter, `expected a PEM, or a JWK with "kty": "OKP", "crv": "Ed25519" and %q`, member)
	}
	// Some programs pad it, or use the alphabet of ordinary base64.
	value = strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(value)
	decoded, err := base64.RawURLEncoding.DecodeString(value)
	switch {
	case err != nil:
		return nil, mistake(parameter, "%q is not base64", member)
	case len(decoded) != size:
		return nil, mistake(parameter, "expected %d bytes in %q, not %d", size, member, len(decoded))
	}
	return decoded, nil
}
