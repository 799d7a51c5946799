// Package aidstacktest is a fake service for tests without a network.
//
//	fake := aidstacktest.New()
//	fake.Reply("POST /v1/identities/{id}/mail/send", 202, map[string]any{"id": "msg_1", "status": "queued"})
//	client := fake.Client()
//	… // The code under test uses the client.
//	fmt.Println(fake.Requests()[0].Body)
package aidstacktest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"

	aidstack "git.example/aid/aid/clients/go"
)

// Transport is an [http.RoundTripper] with prepared responses. It responds to any other request with 404.
type Transport struct {
	mux      *http.ServeMux
	mutex    sync.Mutex
	handlers map[string]http.HandlerFunc
	requests []Request
}

// Request is a request that a client made.
type Request struct {
	// Method and Path are those of the request.
	Method, Path string
	// Query is the query, parsed.
	Query url.Values
	// Header has the header fields of the request.
	Header http.Header
	// Body is the body as it was sent.
	Body string
}

// New returns a transport without any responses yet.
func New() *Transport {
	t := &Transport{mux: http.NewServeMux(), handlers: map[string]http.HandlerFunc{}}
	t.Fail("/", http.StatusNotFound, aidstack.ErrorCodeRouteNotFound)
	return t
}

// Client returns a client that uses the transport and does not retry, unless the options say otherwise.
func (t *Transport) Client(options ...aidstack.ClientOption) *aidstack.Client {
	own := []aidstack.ClientOption{
		aidstack.WithKey("aid_agt_fake"), aidstack.WithURL("http://aid.test"),
		aidstack.WithHTTPClient(&http.Client{Transport: t}), aidstack.WithMaxRetries(0),
	}
	return aidstack.New(append(own, options...)...)
}

// Handle responds to the requests of a pattern of [http.ServeMux], such as "GET /v1/contacts/{id}", with a handler,
// which replaces an earlier one.
func (t *Transport) Handle(pattern string, handler http.HandlerFunc) {
	t.mutex.Lock()
	_, known := t.handlers[pattern]
	t.handlers[pattern] = handler
	t.mutex.Unlock()
	if known {
		return
	}
	t.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		t.mutex.Lock()
		current := t.handlers[pattern]
		t.mutex.Unlock()
		current(w, r)
	})
}

// Reply responds to the requests of a pattern with a status and a body: a value to encode as JSON, or the JSON itself
// as []byte or string.
func (t *Transport) Reply(pattern string, status int, body any) {
	content, err := encode(body)
	if err != nil {
		panic("aidstacktest: " + err.Error())
	}
	t.Handle(pattern, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("content-type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(content)
	})
}

// Fail responds to the requests of a pattern with an error of the service.
func (t *Transport) Fail(pattern string, status int, code aidstack.ErrorCode) {
	t.Reply(pattern, status, map[string]any{"error": map[string]any{
		"code": code, "message": http.StatusText(status), "request_id": "req_fake",
		"retryable": status == http.StatusTooManyRequests || status >= 500,
	}})
}

// Requests returns the requests so far, in order.
func (t *Transport) Requests() []Request {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return append([]Request(nil), t.requests...)
}

// RoundTrip responds to a request.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	var body []byte
	if request.Body != nil {
		var err error
		if body, err = io.ReadAll(request.Body); err != nil {
			return nil, err
		}
		_ = request.Body.Close()
	}
	t.mutex.Lock()
	t.requests = append(t.requests, Request{
		request.Method, request.URL.Path, request.URL.Query(), request.Header.Clone(), string(body),
	})
	t.mutex.Unlock()

	arriving := request.Clone(request.Context())
	arriving.Body = io.NopCloser(bytes.NewReader(body))
	recorder := httptest.NewRecorder()
	t.mux.ServeHTTP(recorder, arriving)
	response := recorder.Result()
	response.Request = request
	return response, nil
}

func encode(body any) ([]byte, error) {
	switch given := body.(type) {
	case nil:
		return nil, nil
	case []byte:
		return given, nil
	case string:
		return []byte(given), nil
	default:
		return json.Marshal(given)
	}
}
