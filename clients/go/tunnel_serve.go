package aidstack

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"strconv"
	"time"
)

// TunnelsServeParams are the parameters of [TunnelsService.Serve]. It needs either Port or Handler.
type TunnelsServeParams struct {
	// Port is the port of a server on this machine, or at Host.
	Port int
	// Host is the server's host; 127.0.0.1 if empty.
	Host string
	// Handler handles the requests instead of a server.
	Handler http.Handler
	// TunnelID is an existing tunnel. If empty, Serve creates one, and deletes it at the end.
	TunnelID string
	// Name is the name of a new tunnel, for people.
	Name string
	// IdentityID is the agent of a new tunnel, with an org key.
	IdentityID string
	// OnHeld is called with the id of the approval if a new tunnel waits for a person. Serve then waits for the decision.
	OnHeld func(approvalID string)
	// OnReady is called with the tunnel and its public address once requests can arrive.
	OnReady func(tunnel *Tunnel)
	// OnError is called with the error of a request that got no complete response: a panic of the handler, or a server
	// that cannot be reached. If nil, the default logger of log/slog logs it, a panic with its stack. Several goroutines
	// may call it concurrently.
	OnError func(err error, request *http.Request)
}

// Serve gives a server on this machine, or a handler, a public address until its context ends, and returns the
// context's error. It reconnects when the connection is lost. It returns another error only if reconnecting would not
// help: the tunnel was deleted or not approved, another process serves it, or the key may not serve it.
//
//	err := client.Tunnels.Serve(ctx, aidstack.TunnelsServeParams{
//		Port: 3000, OnReady: func(tunnel *aidstack.Tunnel) { fmt.Println(tunnel.PublicURL) },
//	})
//
// A response without Content-Length is streamed as it is written; any other is sent when it is complete. The context of
// a request ends when its response is no longer needed. Serve returns after the running handlers have returned.
//
// A panic of the handler ends its request only, as in a server of net/http: the public client gets an error, OnError the
// panic, and the tunnel continues. A handler that panics with [http.ErrAbortHandler] does so on purpose; that is not
// reported. A panic of OnReady or OnError is the program's own.
//
// See: docs/contract/tunnels.md.
func (s *TunnelsService) Serve(ctx context.Context, params TunnelsServeParams, options ...RequestOption) error {
	handler, err := params.handler()
	if err != nil {
		return err
	}
	tunnel, err := s.served(ctx, params, options)
	if err != nil {
		return err
	}
	if params.TunnelID == "" {
		defer func() {
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastCallTime)
			defer cancel()
			_ = s.Delete(last, tunnel.ID, options...) // Otherwise the tunnel would be left behind.
		}()
	}
	if tunnel.Status == TunnelStatusDeleted {
		return endedTunnel(string(tunnel.Status))
	}
	server := &tunnelServer{
		transport: s.transport, tunnel: tunnel, handler: handler, onReady: params.OnReady, onError: params.OnError,
	}
	if server.onError == nil {
		server.onError = logTunnelError
	}
	return server.run(ctx)
}

// lastCallTime is the timeout of the call that deletes the tunnel.
const lastCallTime = 10 * time.Second

// served returns the tunnel to serve: the one in the parameters, or a new one.
func (s *TunnelsService) served(
	ctx context.Context, params TunnelsServeParams, options []RequestOption,
) (*Tunnel, error) {
	if params.TunnelID != "" {
		return s.Get(ctx, params.TunnelID, options...)
	}
	tunnel, err := s.Create(ctx, TunnelsCreateParams{Name: params.Name, IdentityID: params.IdentityID}, options...)
	if err != nil {
		return nil, err
	}
	return s.approved(ctx, tunnel, params.OnHeld, options)
}

func (p TunnelsServeParams) handler() (http.Handler, error) {
	if (p.Port == 0) == (p.Handler == nil) {
		return nil, mistake("port", "expected either Port or Handler")
	}
	if p.Handler != nil {
		return p.Handler, nil
	}
	if p.Port < 0 || p.Port > math.MaxUint16 {
		return nil, mistake("port", "expected 1 to 65535, not %d", p.Port)
	}
	host := p.Host
	if host == "" {
		host = "127.0.0.1"
	}
	dialer := net.Dialer{Timeout: localDialTime}
	return localServer{
		address: net.JoinHostPort(host, strconv.Itoa(p.Port)),
		// Compressed bodies are forwarded unchanged, and no proxy is used for the local machine.
		transport: &http.Transport{DialContext: dialer.DialContext, DisableCompression: true, MaxIdleConnsPerHost: 64},
	}, nil
}

const localDialTime = 10 * time.Second

// localServer forwards requests to a server on this machine.
type localServer struct {
	address   string
	transport *http.Transport
}

func (s localServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	passed := r.Clone(r.Context())
	passed.URL.Scheme, passed.URL.Host, passed.Host, passed.RequestURI = "http", s.address, s.address, ""
	if r.ContentLength == 0 {
		passed.Body = nil
	}
	if _, ok := passed.Header["User-Agent"]; !ok {
		passed.Header["User-Agent"] = nil // Otherwise Go sends its own.
	}
	response, err := s.transport.RoundTrip(passed)
	if err != nil {
		panic(serverFailure{err})
	}
	defer func() { _ = response.Body.Close() }()
	header := w.Header()
	header["Content-Type"] = nil // Otherwise one is detected.
	for name, values := range response.Header {
		header[name] = values
	}
	w.WriteHeader(response.StatusCode)
	if err := copyAsItComes(w, response.Body); err != nil {
		panic(serverFailure{err})
	}
}

// copyAsItComes forwards the available bytes without waiting for more.
func copyAsItComes(w http.ResponseWriter, body io.Reader) error {
	control, buffer := http.NewResponseController(w), make([]byte, 32<<10)
	for {
		count, err := body.Read(buffer)
		if count > 0 {
			if _, failed := w.Write(buffer[:count]); failed != nil {
				return failed
			}
			_ = control.Flush() // A response with a length is not sent in pieces.
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
