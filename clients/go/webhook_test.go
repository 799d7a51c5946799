package aidstack_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// readVectors reads a file of vectors that all SDKs share.
func readVectors(t *testing.T, name string, into any) {
	t.Helper()
	content, err := os.ReadFile("../vectors/" + name)
	if err == nil {
		err = json.Unmarshal(content, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestVerifyWebhookAgreesWithTheOtherSDKsOnEveryVector(t *testing.T) {
	var file struct {
		Vectors []struct {
			Name             string
			Now              int64
			ToleranceSeconds *int64 `json:"tolerance_seconds"`
			Secrets          []string
			Headers          map[string]string
			Body             []byte `json:"body_base64"`
			Outcome          string
		}
	}
	readVectors(t, "webhooks.json", &file)
	for _, vector := range file.Vectors {
		header := http.Header{}
		for name, value := range vector.Headers {
			header.Set(name, value)
		}
		options := []aidstack.WebhookOption{aidstack.WithClock(func() time.Time { return time.Unix(vector.Now, 0) })}
		if vector.ToleranceSeconds != nil {
			options = append(options, aidstack.WithTolerance(time.Duration(*vector.ToleranceSeconds)*time.Second))
		}
		event, err := aidstack.VerifyWebhook(vector.Body, header, vector.Secrets, options...)
		outcome := "valid"
		var refused *aidstack.WebhookVerificationError
		if errors.As(err, &refused) {
			outcome = string(refused.Reason)
		}
		if outcome != vector.Outcome || (event != nil) != (vector.Outcome == "valid") {
			t.Errorf("%s: %s, not %s (%v)", vector.Name, outcome, vector.Outcome, err)
		}
		if len(vector.Secrets) == 1 {
			// A program has the second secret during a rotation only.
			pair := []string{vector.Secrets[0], ""}
			if _, alone := aidstack.VerifyWebhook(vector.Body, header, pair, options...); (alone == nil) != (err == nil) {
				t.Errorf("%s: with an empty second secret: %v", vector.Name, alone)
			}
			if _, alone := aidstack.VerifyWebhook(vector.Body, header, vector.Secrets[0], options...); (alone == nil) != (err == nil) {
				t.Errorf("%s: with the secret alone: %v", vector.Name, alone)
			}
		}
	}
	if len(file.Vectors) == 0 {
		t.Error("there are no vectors")
	}
}

func TestProofsAreThoseOfTheVectorsWithKeysFromPEMAndJWK(t *testing.T) {
	var file struct {
		Vectors []struct {
			PEM       string          `json:"private_key_pem"`
			JWK       json.RawMessage `json:"private_key_jwk"`
			PublicKey []byte          `json:"public_key"`
			Proofs    []struct {
				Action     aidstack.ProofAction
				ResourceID string `json:"resource_id"`
				Timestamp  int64
				Nonce      string
				Signature  string
			}
		}
	}
	readVectors(t, "proofs.json", &file)
	for _, vector := range file.Vectors {
		for _, text := range [][]byte{[]byte(vector.PEM), vector.JWK} {
			signer, err := aidstack.ParsePrivateKey(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, proof := range vector.Proofs {
				made, err := aidstack.ProofAt(signer, proof.Action, proof.ResourceID, proof.Nonce, proof.Timestamp)
				if err != nil || made.Signature != proof.Signature {
					t.Errorf("%s %s: %+v, %v", proof.Action, proof.ResourceID, made, err)
				}
			}
		}
	}
	for _, text := range []string{"", "{}", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"} {
		if _, err := aidstack.ParsePrivateKey([]byte(text)); err == nil {
			t.Errorf("%q is no key", text)
		}
	}
}

func TestVerifyWebhookRefusesANegativeToleranceAndTakesASecretWithWhitespaceAroundIt(t *testing.T) {
	body := []byte(`{"id":"evt_1","type":"mail.received","version":1,"created_at":"2026-01-01T00:00:00.000Z",` +
		`"organization_id":"org_1","data":{"messageId":"msg_1","subject":"Soup"}}`)
	header := http.Header{}
	header.Set("x-aid-request-id", "dlv_1")
	header.Set("x-aid-timestamp", "1767225600")
	header.Set("x-aid-signature", "v1=515362221821fd4b2ca5e6f77ed24739f44d51cd78877fe28e4426b9963eac29")
	now := aidstack.WithClock(func() time.Time { return time.Unix(1767225600, 0) })
	tooMany := int64(10_000_000_000) // More seconds than a duration has.
	for secret, expected := range map[string]aidstack.WebhookFailure{
		"whsec_c2VjcmV0": "", " whsec_c2VjcmV0\r\n": "", "": aidstack.WebhookNoSecret, " \n": aidstack.WebhookNoSecret,
	} {
		_, err := aidstack.VerifyWebhook(body, header, secret, now)
		var refused *aidstack.WebhookVerificationError
		if errors.As(err, &refused) != (expected != "") || refused != nil && refused.Reason != expected {
			t.Errorf("%q: %v", secret, err)
		}
	}
	for _, tolerance := range []time.Duration{-1, time.Duration(tooMany) * time.Second} {
		_, err := aidstack.VerifyWebhook(body, header, "whsec_c2VjcmV0", now, aidstack.WithTolerance(tolerance))
		var refused *aidstack.WebhookVerificationError
		if !errors.As(err, &refused) || refused.Reason != aidstack.WebhookInvalidTolerance {
			t.Errorf("%v: %v", tolerance, err)
		}
	}
	if _, err := aidstack.VerifyWebhook(body, nil, "whsec_c2VjcmV0", now); err == nil {
		t.Error("a request without headers was accepted")
	}
}
