package aidstack

import (
	"context"
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

// config holds the settings of a client. It never changes after [New].
type config struct {
	url string
	// urlName and keyName are the options that they are from: "url" or "AID_URL", "key" or "AID_KEY"; "" without a key.
	urlName, keyName string
	// key returns the API key. It is a function, so that no fmt verb prints the key.
	key        func() string
	timeout    time.Duration
	maxRetries int
	header     http.Header
	httpClient *http.Client
	// hasOwnTransport is whether the program brought its own transport, which may fail for reasons of its own.
	hasOwnTransport bool
	// send makes a request.
	send func(*http.Request) (*http.Response, error)
	// common returns a new header with the fields of all requests. It is a function for the same reason as key.
	common func() http.Header
	hooks  Hooks
	// deadlines tracks the deadlines of all attempts.
	deadlines *deadlines
	// identity is the agent that the client acts for, if hasIdentity; otherwise it is the key's own.
	identity    string
	hasIdentity bool
	// problem is the error of every call if an option of New is wrong.
	problem *Error
}

// New returns a client of the service.
//
// The key comes from [WithKey] or else from the environment variable AID_KEY; the address from [WithURL], AID_URL or
// else http://127.0.0.1:8787. A client without a key can call the operations that need none, such as
// Organizations.Create. A client is safe for concurrent use; create one and share it.
//
// If an option is wrong, such as an empty key, every call returns an error that names it, for which [IsValidation] is
// true, and makes no request.
func New(options ...ClientOption) *Client {
	c := config{
		url:        defaultURL,
		urlName:    "url",
		key:        keyOf(""),
		timeout:    defaultTimeout,
		maxRetries: defaultMaxRetries,
		header:     http.Header{},
		deadlines:  &deadlines{},
	}
	if url := os.Getenv("AID_URL"); url != "" {
		c.url, c.urlName = url, "AID_URL"
	}
	if key := os.Getenv("AID_KEY"); key != "" {
		c.key, c.keyName = keyOf(key), "AID_KEY"
	}
	for _, option := range options {
		option.applyClient(&c)
	}
	c.url = strings.TrimRight(c.url, "/")
	c.problem = c.mistake()
	if c.httpClient != nil {
		c.hasOwnTransport = isOwnTransport(c.httpClient)
		c.httpClient = withoutRedirects(c.httpClient)
		c.send = c.httpClient.Do
	} else {
		c.httpClient = newHTTPClient()
		// Its Do would add only redirects, which it does not follow, and cookies, which it does not have.
		c.send = c.httpClient.Transport.RoundTrip
	}
	c.common = commonHeader(c)
	return newClient(&transport{config: c})
}

// commonHeader returns a function that creates a header with the fields of all requests of a client.
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

// Identity returns a client that acts for one agent of the organization, for use with an org key:
//
//	client.Identity("agt_…").Mail.Send(ctx, …)
//
// Operations on an agent use this agent, and operations with an optional identity_id pass it unless the call names
// another. The argument is the agent's id. An agent key does not need Identity.
func (c *Client) Identity(id string) *Client {
	scoped := *c.transport
	scoped.identity, scoped.hasIdentity = id, true
	return newClient(&scoped)
}

// IdentityToken returns a token with which the agent proves to another service which agent it is: the agent of the key,
// or that of [Client.Identity]. It is what IdentityTokens.Create returns.
func (c *Client) IdentityToken(ctx context.Context, params IdentityTokensCreateParams, options ...RequestOption) (*IdentityToken, error) {
	return c.IdentityTokens.Create(ctx, params, options...)
}

// newHTTPClient returns a client that keeps enough connections open for a busy agent, and does not follow redirects.
func newHTTPClient() *http.Client {
	t := &http.Transport{Proxy: http.ProxyFromEnvironment}
	if d, ok := http.DefaultTransport.(*http.Transport); ok {
		t = d.Clone()
	}
	t.MaxIdleConnsPerHost = 64
	return withoutRedirects(&http.Client{Transport: t})
}

// String returns the address of the service, but not the key.
func (c *Client) String() string {
	return fmt.Sprintf("aidstack.Client(%s, key %s)", c.transport.url, redacted)
}

// Format prints the result of String for any verb, so that no format reveals the key.
func (c *Client) Format(state fmt.State, _ rune) { _, _ = fmt.Fprint(state, c.String()) }

// LogValue logs the result of String.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.String()) }

// MarshalText returns the result of String, so that the JSON of a client does not contain the key either.
func (c *Client) MarshalText() ([]byte, error) { return []byte(c.String()), nil }
