package aidstack

import "encoding/json"

// Nullable is a request field that can be left unchanged, set, or cleared. The zero value leaves it unchanged, [Set]
// sets it, and [Null] clears it.
type Nullable[T any] struct {
	value   T
	present bool
	null    bool
}

// Set returns a field that sets a value.
func Set[T any](value T) Nullable[T] { return Nullable[T]{value: value, present: true} }

// Null returns a field that clears the value.
func Null[T any]() Nullable[T] { return Nullable[T]{present: true, null: true} }

// IsZero reports whether the field is left unchanged. encoding/json then omits it.
func (n Nullable[T]) IsZero() bool { return !n.present }

// MarshalJSON encodes the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if !n.present || n.null {
		return []byte("null"), nil
	}
	return json.Marshal(n.value)
}

// Ptr returns a pointer to a value, for optional fields: aidstack.Ptr(true).
func Ptr[T any](value T) *T { return &value }
