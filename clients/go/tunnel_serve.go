package aidstack

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// TunnelsServeParams are the parameters of [TunnelsService.Serve]. It needs either Port or Handler.
type TunnelsServeParams struct {
	// Port is that of a server on this machine, or at Host.
	Port int
	// Host is where that server is, 127.0.0.1 when empty.
	Host string
	// Handler responds to the requests in place of a server.
	Handler http.Handler
	// TunnelID is an existing tunnel. When empty, Serve makes one, and deletes it at the end.
	TunnelID string
	// Name is that of a new tunnel, for people.
	Name string
	// IdentityID is the agent of a new tunnel, with the key of an organization.
	IdentityID string
	// OnReady gets the tunnel, with its public address, once requests can arrive.
	OnReady func(tunnel *Tunnel)
}

// Serve gives a server on this machine, or a handler, a public address, until its context ends, and returns the error
// of that. A lost connection is made again. It ends with another error only where no connection would help: the tunnel
// was deleted, another process serves it, or the key may not.
//
//	err := client.Tunnels.Serve(ctx, aidstack.TunnelsServeParams{
//		Port: 3000, OnReady: func(tunnel *aidstack.Tunnel) { fmt.Println(tunnel.PublicURL) },
//	})
//
// A response passes as it is written if it has no Content-Length, and otherwise when all of it is there. The context of
// a request ends when its response is not needed any more. Serve returns once the handlers that run have.
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
			_ = s.Delete(last, tunnel.ID, options...) // Without this it would only be one tunnel of many.
		}()
	}
	if tunnel.Status == TunnelStatusDeleted {
		return endedTunnel(string(tunnel.Status))
	}
	server := &tunnelServer{transport: s.transport, tunnel: tunnel, handler: handler, onReady: params.OnReady}
	return server.run(ctx)
}

// lastCallTime is the time for the call that tidies up.
const lastCallTime = 10 * time.Second

// served returns the tunnel to serve: that of the parameters, or a new one.
func (s *TunnelsService) served(
	ctx context.Context, params TunnelsServeParams, options []RequestOption,
) (*Tunnel, error) {
	if params.TunnelID != "" {
		return s.Get(ctx, params.TunnelID, options...)
	}
	return s.Create(ctx, TunnelsCreateParams{Name: params.Name, IdentityID: params.IdentityID}, options...)
}

func (p TunnelsServeParams) handler() (http.Handler, error) {
	if (p.Port == 0) == (p.Handler == nil) {
		return nil, &Error{Message: "tunnels.serve: expected either Port or Handler", cause: errServed}
	}
	if p.Handler != nil {
		return p.Handler, nil
	}
	host := p.Host
	if host == "" {
		host = "127.0.0.1"
	}
	dialer := net.Dialer{Timeout: localDialTime}
	return localServer{
		address: net.JoinHostPort(host, strconv.Itoa(p.Port)),
		// Bodies pass as the server has compressed them, and no proxy is between this process and its own machine.
		transport: &http.Transport{DialContext: dialer.DialContext, DisableCompression: true, MaxIdleConnsPerHost: 64},
	}, nil
}

var errServed = errors.New("either a port or a handler")

const localDialTime = 10 * time.Second

// localServer passes requests on to a server on this machine.
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
		passed.Header["User-Agent"] = nil // Or else Go sends its own.
	}
	response, err := s.transport.RoundTrip(passed)
	if err != nil {
		panic(err)
	}
	defer func() { _ = response.Body.Close() }()
	header := w.Header()
	header["Content-Type"] = nil // Or else one is guessed.
	for name, values := range response.Header {
		header[name] = values
	}
	w.WriteHeader(response.StatusCode)
	if err := copyAsItComes(w, response.Body); err != nil {
		panic(err)
	}
}

// copyAsItComes passes on what there is, without waiting for more.
func copyAsItComes(w http.ResponseWriter, body io.Reader) error {
	control, buffer := http.NewResponseController(w), make([]byte, 32<<10)
	for {
		count, err := body.Read(buffer)
		if count > 0 {
			if _, failed := w.Write(buffer[:count]); failed != nil {
				return failed
			}
			_ = control.Flush() // A response that has a length has no pieces to send earlier.
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
