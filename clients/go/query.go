package aidstack

import (
	"net/url"
	"strconv"
	"time"
)

// set adds a parameter to the query.
func (op *operation) set(name, value string) {
	if op.query == nil {
		op.query = url.Values{}
	}
	op.query.Set(name, value)
}

// setString adds a parameter that is not empty.
func (op *operation) setString(name, value string) {
	if value != "" {
		op.set(name, value)
	}
}

// setInt adds a parameter that is not zero.
func (op *operation) setInt(name string, value int) {
	if value != 0 {
		op.set(name, strconv.Itoa(value))
	}
}

// setBool adds a parameter that is not nil.
func (op *operation) setBool(name string, value *bool) {
	if value != nil {
		op.set(name, strconv.FormatBool(*value))
	}
}

// setTime adds a time that is not the zero time.
func (op *operation) setTime(name string, value time.Time) {
	if !value.IsZero() {
		if !isSendable(value) {
			op.problem = mistake(name, "the year %d is outside of 0 to 9999", value.UTC().Year())
		}
		op.set(name, formatTime(value))
	}
}

// setMilliseconds adds a duration: none for zero, and 0 for a negative one.
func (op *operation) setMilliseconds(name string, value time.Duration) {
	switch {
	case value < 0:
		op.set(name, "0")
	case value > 0:
		op.set(name, strconv.FormatInt(value.Milliseconds(), 10))
	}
}
