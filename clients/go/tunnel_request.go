package aidstack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
)

// connectionHeaders are those that a request has by its connection.
var connectionHeaders = []string{"Host", "Content-Length", "Connection", "Transfer-Encoding", "Expect"}

// tunnelRequest is a public request. What the service says of it later arrives while it is being answered.
type tunnelRequest struct {
	tunnelMessage
	// pieces are those of the body in their order; more is whether the last one is still to come.
	pieces [][]byte
	more   bool
	// complete is closed when the body is there.
	complete chan struct{}
	// uploads gets the place for a large response.
	uploads chan tunnelMessage
	// cancel says that the response is not needed any more.
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

// receive takes what the service says of the request later.
func (r *tunnelRequest) receive(message tunnelMessage) {
	switch message.Type {
	case "cancel":
		r.cancel()
	case "upload":
		select {
		case r.uploads <- message:
		default: // There is a place already.
		}
	case "body":
		// The connection keeps the order of messages.
		if r.more && message.Seq == len(r.pieces) {
			r.pieces = append(r.pieces, message.Body)
			if r.more = message.More; !r.more {
				close(r.complete)
			}
		}
	}
}

// toHTTP returns the request as a handler gets it.
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
		return nil, fmt.Errorf("the request is not valid: %w", err)
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

// read returns the body: that of the messages, or the file that the first one names.
func (r *tunnelRequest) read(ctx context.Context, client *http.Client) ([]byte, error) {
	if r.BodyURL == "" {
		select {
		case <-r.complete:
			return bytes.Join(r.pieces, nil), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	// The address is all that is needed: the key is for the service alone.
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.BodyURL, nil)
	if err != nil {
		return nil, err
	}
	return fetched(client.Do(request))
}

// fetched returns the body of a response that is a success.
func fetched(response *http.Response, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, fmt.Errorf("the body cannot be passed: %s", response.Status)
	}
	return io.ReadAll(response.Body)
}

// maxTunnelError is the number of characters of an error that the service gets.
const maxTunnelError = 500

// answer has the handler respond to a request, and says if it cannot.
func (c *tunnelConnection) answer(ctx context.Context, r *tunnelRequest) {
	response := &tunnelResponse{ctx: ctx, request: r, connection: c, header: http.Header{}, length: -1}
	err := func() (err error) {
		defer func() {
			switch failed := recover().(type) {
			case nil:
			case error:
				err = failed
			default:
				err = fmt.Errorf("the handler failed: %v", failed)
			}
		}()
		request, err := r.toHTTP(ctx, c.transport.httpClient)
		if err != nil {
			return err
		}
		c.handler.ServeHTTP(response, request)
		return response.finish()
	}()
	if err == nil || ctx.Err() != nil {
		return
	}
	message := map[string]any{"type": "error", "id": r.ID}
	if response.seq > 0 {
		message["seq"] = response.seq
	}
	if errors.Is(err, errTooLarge) {
		message["code"] = "too_large"
	}
	text := []rune(err.Error())
	message["message"] = string(text[:min(len(text), maxTunnelError)])
	_ = c.send(message) // A connection that has ended reports it elsewhere.
}
