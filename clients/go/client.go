package aidstack

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"strings"
	"time"
)

const (
	defaultURL        = "http://127.0.0.1:8787"
	defaultTimeout    = 60 * time.Second
	defaultMaxRetries = 4
)

// config is what the options of a client set. It is never changed after [New].
type config struct {
	url string
	// key returns the API key. A function, because no format of fmt prints what it returns.
	key        func() string
	timeout    time.Duration
	maxRetries int
	header     http.Header
	httpClient *http.Client
	// send makes a request.
	send func(*http.Request) (*http.Response, error)
	// common returns a new header with what all requests have. A function, for the same reason as key.
	common func() http.Header
	// deadlines are those of the attempts of all calls.
	deadlines *deadlines
	// identity is the agent that the client acts for, "" for the caller's own.
	identity string
}

// New returns a client of the service.
//
// The key is that of [WithKey], or else of the environment variable AID_KEY; the address that of [WithURL], of
// AID_URL, or http://127.0.0.1:8787. A client without a key can call the operations that need none, such as
// Organizations.Create. A client is safe for concurrent use; make one and share it.
func New(options ...ClientOption) *Client {
	c := config{
		url:        defaultURL,
		key:        keyOf(os.Getenv("AID_KEY")),
		timeout:    defaultTimeout,
		maxRetries: defaultMaxRetries,
		header:     http.Header{},
		deadlines:  &deadlines{},
	}
	if url := os.Getenv("AID_URL"); url != "" {
		c.url = url
	}
	for _, option := range options {
		option.applyClient(&c)
	}
	c.url = strings.TrimRight(c.url, "/")
	if c.httpClient != nil {
		c.send = c.httpClient.Do
	} else {
		c.httpClient = newHTTPClient()
		// All that its Do would add are redirects, which it does not follow, and cookies, which it does not have.
		c.send = c.httpClient.Transport.RoundTrip
	}
	c.common = commonHeader(c)
	return newClient(&transport{config: c})
}

// commonHeader returns a function that makes a header with what all requests of a client have.
func commonHeader(c config) func() http.Header {
	header := http.Header{}
	header.Set("User-Agent", userAgent)
	header.Set("Accept", "application/json")
	if key := c.key(); key != "" {
		header.Set("Authorization", "Bearer "+key)
	}
	maps.Copy(header, c.header)
	return func() http.Header { return maps.Clone(header) }
}

func keyOf(text string) func() string {
	key := strings.TrimSpace(text)
	return func() string { return key }
}

// Identity returns a client that acts for one agent of the organization, for keys of the organization:
//
//	client.Identity("agt_…").Mail.Send(ctx, …)
//
// Operations on an agent use this one, and operations that take an identity_id pass it where the call names no other.
// It accepts the agent's id. An agent's own key needs no Identity.
func (c *Client) Identity(id string) *Client {
	scoped := *c.transport
	scoped.identity = id
	return newClient(&scoped)
}

// newHTTPClient returns a client that keeps as many connections as a busy agent uses, and follows no redirects, so
// that a key is never sent to another address.
func newHTTPClient() *http.Client {
	t := &http.Transport{Proxy: http.ProxyFromEnvironment}
	if d, ok := http.DefaultTransport.(*http.Transport); ok {
		t = d.Clone()
	}
	t.MaxIdleConnsPerHost = 64
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// String returns the address of the service, and never the key.
func (c *Client) String() string {
	return fmt.Sprintf("aidstack.Client(%s, key %s)", c.transport.url, redacted)
}

// Format prints what String returns, whatever the verb: no format shows the key.
func (c *Client) Format(state fmt.State, _ rune) { _, _ = fmt.Fprint(state, c.String()) }

// LogValue logs what String returns.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.String()) }

// MarshalText returns what String returns, so that JSON of a client has no key either.
func (c *Client) MarshalText() ([]byte, error) { return []byte(c.String()), nil }
