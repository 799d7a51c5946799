package aidstack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
)

// connectionHeaders are the headers that belong to a connection.
var connectionHeaders = []string{"Host", "Content-Length", "Connection", "Transfer-Encoding", "Expect"}

// tunnelRequest is a public request. Later messages about it arrive while it is being handled.
type tunnelRequest struct {
	tunnelMessage
	// pieces are the pieces of the body in order; more is whether the last one has yet to arrive.
	pieces [][]byte
	more   bool
	// complete is closed when the body has arrived.
	complete chan struct{}
	// uploads receives the upload address for a large response.
	uploads chan tunnelMessage
	// cancel is called when the response is no longer needed.
	cancel context.CancelFunc
}

func newTunnelRequest(message tunnelMessage, cancel context.CancelFunc) *tunnelRequest {
	r := &tunnelRequest{
		tunnelMessage: message, pieces: [][]byte{message.Body}, more: message.More,
		complete: make(chan struct{}), uploads: make(chan tunnelMessage, 1), cancel: cancel,
	}
	if !r.more {
		close(r.complete)
	}
	return r
}

// receive handles a later message about the request.
func (r *tunnelRequest) receive(message tunnelMessage) {
	switch message.Type {
	case "cancel":
		r.cancel()
	case "upload":
		select {
		case r.uploads <- message:
		default: // An address has already arrived.
		}
	case "body":
		// The connection preserves the order of messages.
		if r.more && message.Seq == len(r.pieces) {
			r.pieces = append(r.pieces, message.Body)
			if r.more = message.More; !r.more {
				close(r.complete)
			}
		}
	}
}

// toHTTP returns the request in the form of a handler.
func (r *tunnelRequest) toHTTP(ctx context.Context, client *http.Client) (*http.Request, error) {
	body, err := r.read(ctx, client)
	if err != nil {
		return nil, err
	}
	path := r.Path
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, "http://localhost"+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("the request is invalid: %w", err)
	}
	request.RequestURI = path
	var pairs [][2]string
	if err := json.Unmarshal(r.Headers, &pairs); err != nil {
		return nil, fmt.Errorf("the headers of the request cannot be read: %w", err)
	}
	for _, pair := range pairs {
		if !slices.Contains(connectionHeaders, http.CanonicalHeaderKey(pair[0])) {
			request.Header.Add(pair[0], pair[1])
		}
	}
	request.RemoteAddr = net.JoinHostPort(request.Header.Get("X-Forwarded-For"), "0")
	return request, nil
}

// read returns the body: from the messages, or from the file that the first one names.
func (r *tunnelRequest) read(ctx context.Context, client *http.Client) ([]byte, error) {
	if r.BodyURL == "" {
		select {
		case <-r.complete:
			return bytes.Join(r.pieces, nil), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	// The address is sufficient; the key is sent only to the service.
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.BodyURL, nil)
	if err != nil {
		return nil, err
	}
	return fetched(client.Do(request))
}

// fetched returns the body of a successful response.
func fetched(response *http.Response, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, fmt.Errorf("the body cannot be forwarded: %s", response.Status)
	}
	return io.ReadAll(response.Body)
}
