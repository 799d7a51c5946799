package aidstack

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
)

const redacted = "[redacted]"

// SecretString is a secret that the service returned, such as an API key. It is printed, logged and encoded as
// [redacted]; string(s) returns its value.
type SecretString string

// String returns [redacted].
func (SecretString) String() string { return redacted }

// GoString returns [redacted].
func (SecretString) GoString() string { return redacted }

// Format prints [redacted] for any verb, including %x and %q.
func (SecretString) Format(state fmt.State, _ rune) { _, _ = fmt.Fprint(state, redacted) }

// LogValue logs [redacted].
func (SecretString) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText encodes [redacted], in JSON too. To store the secret, convert it to string.
func (SecretString) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// SecretValue is the value of a vault secret: a text or an object. It is printed, logged and encoded as [redacted].
// Create one with [SecretText] or [SecretObject].
type SecretValue struct{ json json.RawMessage }

// SecretText returns the value of a secret that is a text.
func SecretText(text string) SecretValue {
	encoded, _ := json.Marshal(text) // Encoding a string never fails.
	return SecretValue{encoded}
}

// SecretObject returns the value of a secret that is an object. The fields must be encodable as JSON; otherwise the
// call that sends the value fails.
func SecretObject(fields map[string]any) SecretValue {
	encoded, err := json.Marshal(fields)
	if err != nil {
		return SecretValue{}
	}
	return SecretValue{encoded}
}

// Text returns the value if it is a text.
func (v SecretValue) Text() (string, bool) {
	var text string
	if err := json.Unmarshal(v.json, &text); err != nil {
		return "", false
	}
	return text, true
}

// Object returns the value if it is an object.
func (v SecretValue) Object() (map[string]any, bool) {
	var fields map[string]any
	if err := json.Unmarshal(v.json, &fields); err != nil || fields == nil {
		return nil, false
	}
	return fields, true
}

// Decode stores the value in what target points to, as [json.Unmarshal] does.
func (v SecretValue) Decode(target any) error { return json.Unmarshal(v.json, target) }

// String returns [redacted].
func (SecretValue) String() string { return redacted }

// GoString returns [redacted].
func (SecretValue) GoString() string { return redacted }

// Format prints [redacted] for any verb.
func (SecretValue) Format(state fmt.State, _ rune) { _, _ = fmt.Fprint(state, redacted) }

// LogValue logs [redacted].
func (SecretValue) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalJSON encodes [redacted]. Only a call to the service sends the value.
func (SecretValue) MarshalJSON() ([]byte, error) { return json.Marshal(redacted) }

// UnmarshalJSON decodes a value from the service.
func (v *SecretValue) UnmarshalJSON(data []byte) error {
	v.json = append(v.json[:0:0], data...)
	return nil
}

var errNoSecretValue = errors.New("value: expected a text or an object that JSON can express")

// wire returns the value in the service's format.
func (v SecretValue) wire() (json.RawMessage, error) {
	if len(v.json) == 0 {
		return nil, errNoSecretValue
	}
	return v.json, nil
}
