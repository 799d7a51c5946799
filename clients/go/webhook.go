package aidstack

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// WebhookFailure is why a delivery was not accepted.
type WebhookFailure string

// The reasons of a [WebhookVerificationError].
const (
	// WebhookNoSecret is a verification without a secret: a bug in the receiver.
	WebhookNoSecret WebhookFailure = "no_secret"
	// WebhookInvalidTolerance is a verification with a negative tolerance: a bug in the receiver.
	WebhookInvalidTolerance WebhookFailure = "invalid_tolerance"
	// WebhookMissingHeader is a request without the headers of a delivery.
	WebhookMissingHeader WebhookFailure = "missing_header"
	// WebhookInvalidTimestamp is a timestamp that is not a number.
	WebhookInvalidTimestamp WebhookFailure = "invalid_timestamp"
	// WebhookTimestampOutOfTolerance is a timestamp too far from the current time: a replayed delivery, or a wrong clock.
	WebhookTimestampOutOfTolerance WebhookFailure = "timestamp_out_of_tolerance"
	// WebhookSignatureMismatch is a signature that does not match the body, the headers or the secret.
	WebhookSignatureMismatch WebhookFailure = "signature_mismatch"
	// WebhookInvalidBody is a signed body that is not an event.
	WebhookInvalidBody WebhookFailure = "invalid_body"
)

// WebhookVerificationError is the error for a delivery that was not accepted. Respond with 400 or 401.
type WebhookVerificationError struct {
	// Reason is for programs.
	Reason WebhookFailure
	// Message is for people.
	Message string
}

// Error returns the message.
func (e *WebhookVerificationError) Error() string { return "aidstack: webhook: " + e.Message }

// WebhookOption is an option of [VerifyWebhook].
type WebhookOption func(*webhookOptions)

type webhookOptions struct {
	tolerance time.Duration
	now       func() time.Time
}

const defaultTolerance = 300 * time.Second

// WithTolerance sets how far the timestamp of a delivery may be from the current time, 300 s by default. With a negative
// one, which is also what too many seconds become in a [time.Duration], every verification is an error that names it.
func WithTolerance(tolerance time.Duration) WebhookOption {
	return func(o *webhookOptions) { o.tolerance = tolerance }
}

// WithClock sets the clock that timestamps are compared with, for tests.
func WithClock(now func() time.Time) WebhookOption { return func(o *webhookOptions) { o.now = now } }

// VerifyWebhook verifies a delivery and returns its event, or a [*WebhookVerificationError]. It needs neither a client
// nor a network. secrets is the endpoint's secret, or several during a rotation.
//
//	body, err := io.ReadAll(request.Body)
//	event, err := aidstack.VerifyWebhook(body, request.Header, os.Getenv("WEBHOOK_SECRET"))
//
// The body must be the raw bytes: encoding a parsed body again changes them. The signature may be in the headers
// x-aid-request-id, x-aid-timestamp and x-aid-signature, or in those of Standard Webhooks. A delivery may arrive more
// than once; use the event's ID to deduplicate.
func VerifyWebhook[S string | []string](
	body []byte, header http.Header, secrets S, options ...WebhookOption,
) (*WebhookEvent, error) {
	o := webhookOptions{tolerance: defaultTolerance, now: time.Now}
	for _, option := range options {
		option(&o)
	}
	var keys []string
	switch given := any(secrets).(type) {
	case string:
		keys = []string{given}
	case []string:
		keys = given
	}
	if err := verifyDelivery(body, header, keys, o); err != nil {
		return nil, err
	}
	event := &WebhookEvent{}
	trimmed := bytes.TrimSpace(body)
	isObject := len(trimmed) > 0 && trimmed[0] == '{' && utf8.Valid(body)
	if err := json.Unmarshal(body, event); err != nil || !isObject {
		return nil, &WebhookVerificationError{WebhookInvalidBody, "the body is not an event"}
	}
	return event, nil
}

// deliveryForm is one of the two signature schemes of a delivery.
type deliveryForm struct {
	id, timestamp, signature string
	// matches reports whether any of the signatures is that of a text under a secret.
	matches func(signatures, text, secret string) bool
}

var deliveryForms = []deliveryForm{
	{"x-aid-request-id", "x-aid-timestamp", "x-aid-signature", matchesHex},
	{"webhook-id", "webhook-timestamp", "webhook-signature", matchesStandard},
}

// verifyDelivery returns nil if one of the schemes matches, and otherwise the error of the first one whose headers are
// present. See: clients/vectors/README.md.
func verifyDelivery(body []byte, header http.Header, secrets []string, o webhookOptions) *WebhookVerificationError {
	if o.tolerance < 0 {
		return &WebhookVerificationError{
			WebhookInvalidTolerance, fmt.Sprintf("tolerance: expected 0 or more, not %v", o.tolerance),
		}
	}
	trimmed := make([]string, 0, len(secrets))
	for _, secret := range secrets {
		// A file or a variable often ends with a line break; no secret does.
		if secret = strings.TrimSpace(secret); secret != "" {
			trimmed = append(trimmed, secret)
		}
	}
	if secrets = trimmed; len(secrets) == 0 {
		return &WebhookVerificationError{WebhookNoSecret, "no secret was given, or an empty one"}
	}
	var first *WebhookVerificationError
	for _, form := range deliveryForms {
		if form.missing(header) != "" {
			continue
		}
		failure := form.verify(body, header, secrets, o)
		if failure == nil {
			return nil
		}
		if first == nil {
			first = failure
		}
	}
	if first == nil {
		missing := "the header " + deliveryForms[0].missing(header) + " is missing"
		first = &WebhookVerificationError{WebhookMissingHeader, missing}
	}
	return first
}

// missing returns the name of a header that is missing or empty.
func (f deliveryForm) missing(header http.Header) string {
	for _, name := range []string{f.id, f.timestamp, f.signature} {
		if header.Get(name) == "" {
			return name
		}
	}
	return ""
}

var digits = regexp.MustCompile(`^[0-9]+$`)

func (f deliveryForm) verify(
	body []byte, header http.Header, secrets []string, o webhookOptions,
) *WebhookVerificationError {
	timestamp := header.Get(f.timestamp)
	if !digits.MatchString(timestamp) {
		return &WebhookVerificationError{WebhookInvalidTimestamp, f.timestamp + ": expected Unix seconds"}
	}
	// A number too large for a time becomes the largest one.
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	if age := o.now().Sub(time.Unix(seconds, 0)).Abs(); age > o.tolerance {
		return &WebhookVerificationError{
			WebhookTimestampOutOfTolerance, fmt.Sprintf("%s: more than %v from now", f.timestamp, o.tolerance),
		}
	}
	text := header.Get(f.id) + "." + timestamp + "." + string(body)
	matched := false
	for _, secret := range secrets {
		matched = f.matches(header.Get(f.signature), text, secret) || matched
	}
	if !matched {
		return &WebhookVerificationError{
			WebhookSignatureMismatch,
			f.signature + ": no signature of this body with this secret; pass the raw bytes of the body",
		}
	}
	return nil
}

const secretPrefix = "whsec_"

// matchesHex reads v1=<hex>,v1=<hex>; the key is the whole secret. See: docs/contract/webhooks.md#verifying-deliveries.
func matchesHex(signatures, text, secret string) bool {
	expected := []byte("v1=" + hex.EncodeToString(mac(text, []byte(secret))))
	matched := false
	for _, signature := range strings.Split(signatures, ",") {
		matched = hmac.Equal([]byte(strings.TrimSpace(signature)), expected) || matched
	}
	return matched
}

// matchesStandard reads "v1,<base64> v1,<base64>"; the key is the decoded part after whsec_. Secrets made before the
// service signed this way are base64url. See: the specification of Standard Webhooks.
func matchesStandard(signatures, text, secret string) bool {
	key, ok := decodeSecret(strings.TrimPrefix(secret, secretPrefix))
	if !ok {
		return false
	}
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac(text, key)))
	matched := false
	for _, signature := range strings.Fields(signatures) {
		matched = hmac.Equal([]byte(signature), expected) || matched
	}
	return matched
}

func decodeSecret(encoded string) ([]byte, bool) {
	// The decoder ignores line breaks.
	if strings.ContainsAny(encoded, "\r\n") {
		return nil, false
	}
	encoded = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(encoded, "="))
	key, err := base64.RawStdEncoding.DecodeString(encoded)
	return key, err == nil && len(key) > 0
}

func mac(text string, key []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}
