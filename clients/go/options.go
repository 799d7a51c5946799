package aidstack

import (
	"net/http"
	"time"
)

// ClientOption is an option of [New].
type ClientOption interface{ applyClient(*config) }

// RequestOption is an option of a single call.
type RequestOption interface{ applyRequest(*callOptions) }

// Option is an option for all calls, as an argument of [New], or for a single call.
type Option interface {
	ClientOption
	RequestOption
}

// callOptions holds the options of a call.
type callOptions struct {
	timeout    time.Duration
	maxRetries int
	header     http.Header
	response   **http.Response
	// The texts may be empty only if the call does not set them.
	idempotencyKey    string
	hasIdempotencyKey bool
	identity          string
	hasIdentity       bool
}

type clientOption func(*config)

func (f clientOption) applyClient(c *config) { f(c) }

type requestOption func(*callOptions)

func (f requestOption) applyRequest(o *callOptions) { f(o) }

type bothOption struct {
	clientOption
	requestOption
}

// WithKey sets the API key. The default is the environment variable AID_KEY. Surrounding whitespace does not count. An
// empty key is an error of every call.
func WithKey(key string) ClientOption {
	return clientOption(func(c *config) { c.key, c.keyName = keyOf(key), "key" })
}

// WithoutKey creates a client without a key, even if AID_KEY is set.
func WithoutKey() ClientOption {
	return clientOption(func(c *config) { c.key, c.keyName = keyOf(""), "" })
}

// WithURL sets the address of the service. The default is the environment variable AID_URL, or
// http://127.0.0.1:8787.
func WithURL(url string) ClientOption {
	return clientOption(func(c *config) { c.url, c.urlName = url, "url" })
}

// WithHTTPClient sets the HTTP client, for a proxy, certificates, or a fake transport in tests. Its Timeout should be
// 0, because only [WithTimeout] allows for calls that wait. Its CheckRedirect is not used: a redirect is an error that
// says where it leads. An error of its transport that is not one of a network is returned at once, for errors.Is.
func WithHTTPClient(client *http.Client) ClientOption {
	return clientOption(func(c *config) { c.httpClient = client })
}

// WithTimeout sets the timeout of each attempt, 60 s by default. For a call that waits for something, the waiting time
// is added. 0 is no timeout, and a negative one is an error. The context limits a call with all its attempts.
func WithTimeout(timeout time.Duration) Option {
	return bothOption{
		func(c *config) { c.timeout = timeout },
		func(o *callOptions) { o.timeout = timeout },
	}
}

// WithMaxRetries sets how many times a failed attempt is retried, 4 by default.
func WithMaxRetries(retries int) Option {
	return bothOption{
		func(c *config) { c.maxRetries = retries },
		func(o *callOptions) { o.maxRetries = retries },
	}
}

// WithHeader adds a header to the requests.
func WithHeader(name, value string) Option {
	return bothOption{
		func(c *config) { c.header.Set(name, value) },
		func(o *callOptions) {
			if o.header == nil {
				o.header = http.Header{}
			}
			o.header.Set(name, value)
		},
	}
}

// WithIdempotencyKey sets the idempotency key of a call that changes something. By default, each call has a new one.
// For 24 hours, the service returns the first reply to every repetition of the call with the same key. A program that
// may run twice should derive the key from what the call does.
func WithIdempotencyKey(key string) RequestOption {
	return requestOption(func(o *callOptions) { o.idempotencyKey, o.hasIdempotencyKey = key, true })
}

// WithIdentity names the agent that a call is for. [Client.Identity] does so for all calls of a client.
func WithIdentity(id string) RequestOption {
	return requestOption(func(o *callOptions) { o.identity, o.hasIdentity = id, true })
}

// WithResponse stores the HTTP response of the call, for its status and headers. Its body has been read.
//
//	var response *http.Response
//	me, err := client.Me(ctx, aidstack.WithResponse(&response))
func WithResponse(response **http.Response) RequestOption {
	return requestOption(func(o *callOptions) { o.response = response })
}
