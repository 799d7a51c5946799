package aidstack

import (
	"net/http"
	"time"
)

// ClientOption is an option of [New].
type ClientOption interface{ applyClient(*config) }

// RequestOption is an option of a single call.
type RequestOption interface{ applyRequest(*callOptions) }

// Option is an option of [New] for all calls, and of a call for it alone.
type Option interface {
	ClientOption
	RequestOption
}

// callOptions is what the options of a call set.
type callOptions struct {
	timeout        time.Duration
	maxRetries     int
	header         http.Header
	idempotencyKey string
	identity       string
	response       **http.Response
}

type clientOption func(*config)

func (f clientOption) applyClient(c *config) { f(c) }

type requestOption func(*callOptions)

func (f requestOption) applyRequest(o *callOptions) { f(o) }

type bothOption struct {
	clientOption
	requestOption
}

// WithKey sets the API key. The default is the environment variable AID_KEY.
func WithKey(key string) ClientOption {
	return clientOption(func(c *config) { c.key = keyOf(key) })
}

// WithURL sets the address of the service. The default is the environment variable AID_URL, or
// http://127.0.0.1:8787.
func WithURL(url string) ClientOption { return clientOption(func(c *config) { c.url = url }) }

// WithHTTPClient sets the HTTP client, for a proxy, certificates, or a fake transport in tests. Its Timeout should be
// 0: that of [WithTimeout] knows which calls wait.
func WithHTTPClient(client *http.Client) ClientOption {
	return clientOption(func(c *config) { c.httpClient = client })
}

// WithTimeout sets the time of each attempt, 60 s by default. A call that waits for something has its waiting time in
// addition. The time of a call with all its attempts is that of its context.
func WithTimeout(timeout time.Duration) Option {
	return bothOption{
		func(c *config) { c.timeout = timeout },
		func(o *callOptions) { o.timeout = timeout },
	}
}

// WithMaxRetries sets how often a failed attempt is repeated, 4 times by default.
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

// WithIdempotencyKey sets the idempotency key of a call that changes something. Without it, each call has one of its
// own. For 24 hours, the service responds to the same call under the same key with its first reply: a program that
// may run twice derives the key from what it does.
func WithIdempotencyKey(key string) RequestOption {
	return requestOption(func(o *callOptions) { o.idempotencyKey = key })
}

// WithIdentity names the agent that a call is for, as [Client.Identity] does for all calls of a client.
func WithIdentity(id string) RequestOption {
	return requestOption(func(o *callOptions) { o.identity = id })
}

// WithResponse stores the HTTP response of the call, for its status and headers. Its body has been read.
//
//	var response *http.Response
//	me, err := client.Me(ctx, aidstack.WithResponse(&response))
func WithResponse(response **http.Response) RequestOption {
	return requestOption(func(o *callOptions) { o.response = response })
}
