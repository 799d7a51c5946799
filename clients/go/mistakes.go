package aidstack

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// mistake is the error of a call that the program makes wrongly: no request is made, and no attempt is repeated. name is
// the option or parameter. The value is not in the text where it may be a secret.
func mistake(name, problem string, args ...any) *Error {
	return &Error{Code: ErrorCodeValidationFailed, Message: name + ": " + fmt.Sprintf(problem, args...)}
}

// mistake returns the first mistake in the options of [New], or nil.
func (c *config) mistake() *Error {
	if c.keyName != "" {
		if problem := keyMistake(c.keyName, c.key()); problem != nil {
			return problem
		}
	}
	if problem := urlMistake(c.urlName, c.url); problem != nil {
		return problem
	}
	return callOptions{timeout: c.timeout, maxRetries: c.maxRetries, header: c.header}.mistake()
}

// mistake returns the first mistake in the options of a call, or nil.
func (o callOptions) mistake() *Error {
	switch {
	case o.timeout < 0:
		return mistake("timeout", "expected 0 or more, not %v", o.timeout)
	case o.maxRetries < 0:
		return mistake("maxRetries", "expected 0 or more, not %d", o.maxRetries)
	case o.hasIdempotencyKey && (o.idempotencyKey == "" || !isHeaderValue(o.idempotencyKey)):
		return mistake("idempotencyKey", "expected a line of ASCII characters, not %q", o.idempotencyKey)
	}
	if o.hasIdentity {
		if problem := idMistake("identity", o.identity); problem != nil {
			return problem
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.header)) {
		if problem := headerMistake(name, o.header[name]); problem != nil {
			return problem
		}
	}
	return nil
}

// keyCharacters are those of keys. Any other would break the header that carries the key.
var keyCharacters = regexp.MustCompile(`^[!-~]+$`)

func keyMistake(name, key string) *Error {
	switch {
	case key == "":
		return mistake(name, "expected a key, not an empty text; use WithoutKey for a client without one")
	case !keyCharacters.MatchString(key):
		return mistake(name, "expected one line of ASCII characters without spaces")
	}
	return nil
}

func urlMistake(name, text string) *Error {
	address, err := url.Parse(text)
	switch {
	case err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https":
		return mistake(name, "%q: expected an address that begins with https:// or http://", text)
	case address.User != nil || address.RawQuery != "" || address.Fragment != "":
		return mistake(name, "expected an address without a user name, a query and a fragment")
	}
	return nil
}

// idMistake returns an error for a text that would make the path that of another operation, or is no id. A slash is sent
// as %2F, and stays in its segment.
func idMistake(name, id string) *Error {
	isNone := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	if id == "" || id == "." || id == ".." || strings.ContainsFunc(id, isNone) {
		return mistake(name, "%q: expected an id", id)
	}
	return nil
}

// headerName is the name of a field. See: RFC 9110, section 5.1.
var headerName = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// isHeaderValue reports whether a text can be sent as the value of a field everywhere: in visible ASCII characters,
// spaces and tabs. See: RFC 9110, section 5.5.
func isHeaderValue(value string) bool {
	return !strings.ContainsFunc(value, func(r rune) bool { return (r < ' ' && r != '\t') || r > '~' })
}

func headerMistake(name string, values []string) *Error {
	if !headerName.MatchString(name) {
		return mistake("header", "%q cannot be the name of a header", name)
	}
	if slices.ContainsFunc(values, func(value string) bool { return !isHeaderValue(value) }) {
		return mistake("header", "%s: expected a line of ASCII characters", name)
	}
	return nil
}

// isSendable reports whether the service's format can express a time. See: RFC 3339, section 5.6.
func isSendable(at time.Time) bool { return at.UTC().Year() >= 0 && at.UTC().Year() <= 9999 }

// bodyMistake is the error for a body that cannot be encoded. It names the first field that cannot be.
func bodyMistake(body any, err error) *Error {
	name := "the request"
	if value := reflect.Indirect(reflect.ValueOf(body)); value.Kind() == reflect.Struct {
		for i := range value.NumField() {
			field := value.Type().Field(i)
			if !field.IsExported() {
				continue
			}
			if _, failed := json.Marshal(value.Field(i).Interface()); failed != nil {
				name, _, _ = strings.Cut(field.Tag.Get("json"), ",")
				err = failed
				break
			}
		}
	}
	failure := mistake(name, "it cannot be encoded: %v", err)
	failure.cause = err
	return failure
}

// withoutRedirects returns the client, except that it returns a redirect instead of following it: Go would send the key
// along to another port, and to every subdomain.
func withoutRedirects(client *http.Client) *http.Client {
	own := *client
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}
