package aidstack

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/coder/websocket"
)

// finalReasons are the close reasons for which another connection would be closed too.
var finalReasons = []string{"superseded", "deleted", "key_revoked", "agent_suspended"}

// tunnelServer serves a tunnel over one connection after another.
type tunnelServer struct {
	transport *transport
	tunnel    *Tunnel
	handler   http.Handler
	onReady   func(*Tunnel)
	onError   func(error, *http.Request)
	isReady   bool
	retry     retrier
	handlers  sync.WaitGroup
}

// run serves until the context ends, or reconnecting would not help.
func (s *tunnelServer) run(ctx context.Context) error {
	defer s.handlers.Wait()
	for {
		err := s.connect(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !isTransient(err) {
			return err
		}
		if err := ctxPause(ctx, s.retry.wait(err)); err != nil {
			return err
		}
	}
}

// connect serves over one connection, and returns why it ended.
func (s *tunnelServer) connect(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // Responses in progress are no longer needed.
	conn, err := s.dial(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(maxTunnelMessage)
	c := &tunnelConnection{tunnelServer: s, ctx: ctx, conn: conn, requests: map[string]*tunnelRequest{}}
	messages := make(chan tunnelMessage)
	go c.read(messages)
	return c.serve(messages)
}

func (s *tunnelServer) dial(ctx context.Context) (*websocket.Conn, error) {
	limited, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	header := http.Header{}
	header.Set("User-Agent", userAgent)
	header.Set("Authorization", "Bearer "+s.transport.key())
	conn, response, err := websocket.Dial(limited, s.tunnel.ConnectURL, &websocket.DialOptions{
		HTTPClient: s.transport.httpClient, HTTPHeader: header,
	})
	if err == nil {
		return conn, nil
	}
	if response == nil && s.transport.hasOwnTransport && !isOfNetwork(err) {
		own := mistake("httpClient", "%v", err)
		own.cause = err
		return nil, own
	}
	if response == nil || response.StatusCode == http.StatusSwitchingProtocols {
		return nil, lostTunnel(err)
	}
	body, _ := io.ReadAll(response.Body)
	failure := refusal(response, body)
	switch failure.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound:
	default:
		// A redirect is not followed, because the handshake carries the key, and would lead to the same place again.
		failure.Retryable = failure.Status >= 400
	}
	return nil, failure
}

// lostTunnel is the end of a connection that can be reopened.
func lostTunnel(err error) error {
	return &Error{
		Code: ErrorCodeConnectionFailed, Message: fmt.Sprintf("the tunnel's connection ended: %v", err),
		cause: err, Retryable: true,
	}
}

// endedTunnel is the end of a tunnel for which reconnecting would not help.
func endedTunnel(reason string) error {
	return &Error{Code: ErrorCode("tunnel." + reason), Message: "the tunnel has ended: " + reason}
}
