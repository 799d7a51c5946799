package aidstack_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/pem"
	"io"
	"regexp"
	"strings"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

// keyVector is a text that a program may take for a key.
type keyVector struct {
	Name, Key string
	PublicKey []byte `json:"public_key"`
	Signature []byte
}

func keyVectors(t *testing.T) []keyVector {
	t.Helper()
	var file struct{ Vectors []keyVector }
	readVectors(t, "keys.json", &file)
	if len(file.Vectors) == 0 {
		t.Fatal("there are no vectors")
	}
	return file.Vectors
}

// keyParts are the parts of a text that may be those of a key.
var keyParts = regexp.MustCompile(`[A-Za-z0-9+/_]{16,}`)

// checkRefused expects a mistake of the program that names a parameter, and does not show the key.
func checkRefused(t *testing.T, vector keyVector, parameter string, err error) {
	t.Helper()
	if !aidstack.IsValidation(err) || !strings.HasPrefix(err.Error(), "aidstack: "+parameter+": ") {
		t.Errorf("%s: %v", vector.Name, err)
		return
	}
	for _, part := range keyParts.FindAllString(vector.Key, -1) {
		if strings.Contains(err.Error(), part) {
			t.Errorf("%s is shown: %v", vector.Name, err)
		}
	}
}

func TestThePublicKeyOfEachVectorIsComputedOrTheTextIsRefused(t *testing.T) {
	for _, vector := range keyVectors(t) {
		public, err := aidstack.ParsePublicKey([]byte(vector.Key))
		if vector.PublicKey == nil {
			checkRefused(t, vector, "key", err)
		} else if err != nil || !bytes.Equal(public, vector.PublicKey) {
			t.Errorf("%s: %x, %v", vector.Name, public, err)
		}
	}
}

func TestThePrivateKeyOfEachVectorSignsOrTheTextIsRefused(t *testing.T) {
	for _, vector := range keyVectors(t) {
		signer, err := aidstack.ParsePrivateKey([]byte(vector.Key))
		if vector.Signature == nil {
			checkRefused(t, vector, "privateKey", err)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", vector.Name, err)
			continue
		}
		signature, err := signer.Sign(rand.Reader, []byte("vector"), crypto.Hash(0))
		if err != nil || !bytes.Equal(signature, vector.Signature) {
			t.Errorf("%s: %x, %v", vector.Name, signature, err)
		}
	}
}

// shortSigner claims to have a key of Ed25519.
type shortSigner struct{ ed25519.PrivateKey }

func (shortSigner) Sign(io.Reader, []byte, crypto.SignerOpts) ([]byte, error) {
	return []byte("short"), nil
}

func TestASignerWithAKeyOfAnotherKindIsRefusedBeforeALeaseIsMade(t *testing.T) {
	fake := aidstacktest.New()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, signer := range []crypto.Signer{other, private[:32]} {
		params := aidstack.VaultUseParams{PrivateKey: signer}
		use := func(context.Context, aidstack.SecretValue) error { return nil }
		checkRefused(t, keyVector{}, "privateKey", fake.Client().Vault.Use(t.Context(), "sec_1", use, params))
		_, err := aidstack.NewProof(signer, aidstack.ProofReplace, "agt_1")
		checkRefused(t, keyVector{}, "privateKey", err)
	}
	_, err = aidstack.NewProof(shortSigner{private}, aidstack.ProofReplace, "agt_1")
	checkRefused(t, keyVector{}, "privateKey", err)
	if len(fake.Requests()) > 0 {
		t.Errorf("%v were sent", fake.Requests())
	}
}

func TestAKeypairIsSetWithAPublicKeyAndNeverWithAPrivateOne(t *testing.T) {
	fake := aidstacktest.New()
	fake.Reply("PUT /v1/vault/keypair", 200, "{}")
	set := func(key []byte) error {
		params := aidstack.VaultKeypairSetParams{Algorithm: aidstack.KeypairAlgorithmEd25519, PublicKey: key}
		_, err := fake.Client().Vault.Keypair.Set(t.Context(), params)
		return err
	}
	var private keyVector
	for _, vector := range keyVectors(t) {
		if vector.Name == "a private key in PEM" {
			private = vector
		}
	}
	block, _ := pem.Decode([]byte(private.Key))
	for _, key := range [][]byte{[]byte(private.Key), block.Bytes, append(block.Bytes[16:], private.PublicKey...), nil} {
		checkRefused(t, keyVector{}, "public_key", set(key))
	}
	if len(fake.Requests()) > 0 {
		t.Errorf("%v were sent", fake.Requests())
	}
	public, err := aidstack.ParsePublicKey([]byte(private.Key))
	if err == nil {
		err = set(public)
	}
	if err != nil || !strings.Contains(fake.Requests()[0].Body, `"public_key":"w3GQPjXmLPdDUCN5eY0aqcz4XDLpoQtIAcj/DkhEnwk="`) {
		t.Errorf("%v, %v", fake.Requests(), err)
	}
}
