//go:build go1.25

package aidstack_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	aidstack "git.example/aid/aid/clients/go"
)

// pipeListener accepts what its method dial connects, without a network, so that a bubble knows when all wait.
type pipeListener struct {
	connections chan net.Conn
	closed      chan struct{}
	once        sync.Once
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.connections:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

func (l *pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.connections <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// fakeTunnel is a service with one tunnel. Each connection runs the next of the scripts, and the test ends after the
// last one.
type fakeTunnel struct {
	scripts []func(conn *tunnelSide)
	// refusals are the statuses of the handshakes before the first that succeeds.
	refusals []int
	status   string
	requests []string
	stored   string
	// mutex is for all of these, and running for what the requests do.
	mutex   sync.Mutex
	running sync.WaitGroup
}

// tunnelSide is the side of the service of a connection.
type tunnelSide struct {
	t    *testing.T
	ctx  context.Context
	conn *websocket.Conn
}

func (s *tunnelSide) send(message object) {
	s.t.Helper()
	data, _ := json.Marshal(message)
	if err := s.conn.Write(s.ctx, websocket.MessageText, data); err != nil {
		s.t.Errorf("%v cannot be sent: %v", message, err)
	}
}

// receive returns the next message of the client that is no ping.
func (s *tunnelSide) receive() object {
	s.t.Helper()
	for {
		_, data, err := s.conn.Read(s.ctx)
		if err != nil {
			s.t.Errorf("no message: %v", err)
			return nil
		}
		var message object
		if err := json.Unmarshal(data, &message); err != nil {
			s.t.Error(err)
		}
		if message["type"] != "ping" {
			return message
		}
	}
}

// ask sends a request and returns the first message about it.
func (s *tunnelSide) ask(method, path string, more object) object {
	request := object{"type": "request", "id": path, "method": method, "path": path, "headers": [][2]string{}, "hue": 1}
	for name, value := range more {
		request[name] = value
	}
	s.send(request)
	return s.receive()
}

func (f *fakeTunnel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.running.Add(1)
	defer f.running.Done()
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.requests = append(f.requests, r.Method+" "+r.URL.Path)
	switch {
	case r.URL.Path == "/stored" && r.Method == http.MethodGet:
		fmt.Fprint(w, strings.Repeat("stored ", 20_000))
	case r.URL.Path == "/stored":
		body, _ := io.ReadAll(r.Body)
		f.stored = fmt.Sprintf("%d bytes, x-signed %s, key %q", len(body), r.Header.Get("x-signed"), r.Header.Get("authorization"))
	case r.Method == http.MethodDelete:
		w.WriteHeader(http.StatusNoContent)
	default:
		fmt.Fprintf(w, `{"id":"tun_1","public_url":"https://public.test/t","connect_url":"ws://aid.test/connect","status":%q}`, f.status)
	}
}

// connect is the handshake, and the script of the connection.
func (f *fakeTunnel) connect(t *testing.T, w http.ResponseWriter, r *http.Request, ended func()) {
	f.running.Add(1)
	defer f.running.Done()
	f.mutex.Lock()
	unlock := sync.OnceFunc(f.mutex.Unlock)
	defer unlock()
	if r.Header.Get("authorization") != "Bearer k" {
		t.Errorf("the handshake has the headers %v", r.Header)
	}
	if len(f.refusals) > 0 {
		w.WriteHeader(f.refusals[0])
		f.refusals = f.refusals[1:]
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(128 << 10)
	script := f.scripts[0]
	f.scripts = f.scripts[1:]
	isLast := len(f.scripts) == 0
	unlock()
	script(&tunnelSide{t, r.Context(), conn})
	if isLast {
		ended()
	}
}

// servesTunnel runs Serve in a bubble until the last script has ended, and returns what it has returned.
func servesTunnel(t *testing.T, fake *fakeTunnel, params aidstack.TunnelsServeParams) (err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		listener := &pipeListener{connections: make(chan net.Conn), closed: make(chan struct{})}
		mux := http.NewServeMux()
		mux.Handle("/", fake)
		mux.HandleFunc("/connect", func(w http.ResponseWriter, r *http.Request) { fake.connect(t, w, r, cancel) })
		server := &http.Server{Handler: mux}
		served := make(chan error, 1)
		go func() { served <- server.Serve(listener) }()
		transport := &http.Transport{DialContext: listener.dial}
		client := aidstack.New(aidstack.WithURL("http://aid.test"), aidstack.WithKey("k"),
			aidstack.WithHTTPClient(&http.Client{Transport: transport}))
		err = client.Tunnels.Serve(ctx, params)
		transport.CloseIdleConnections()
		_ = server.Close()
		if failed := <-served; !errors.Is(failed, http.ErrServerClosed) {
			t.Error(failed)
		}
		fake.running.Wait()
	})
	return err
}
