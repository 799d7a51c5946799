//go:build go1.25

package aidstack_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// encoded is bytes as messages have them.
func encoded(data string) string { return base64.StdEncoding.EncodeToString([]byte(data)) }

// respond is a handler with responses of all kinds.
func respond(w http.ResponseWriter, r *http.Request) {
	large := bytes.Repeat([]byte("z"), 100_000)
	switch r.URL.Path {
	case "/echo":
		body, _ := io.ReadAll(r.Body)
		w.Header()["X-Twice"] = []string{"1", "2"}
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprintf(w, "%s %s %s %s %s", r.Method, r.RequestURI, r.Header.Get("x-a"), r.RemoteAddr, body)
	case "/count":
		body, _ := io.ReadAll(r.Body)
		fmt.Fprint(w, len(body))
	case "/nothing":
		w.WriteHeader(http.StatusNoContent)
	case "/stream":
		for number := range 2 {
			fmt.Fprintf(w, "data: %d\n", number)
			w.(http.Flusher).Flush()
		}
	case "/large":
		w.Header().Set("Content-Length", fmt.Sprint(len(large)))
		_, _ = w.Write(large)
	case "/pieces":
		_, _ = w.Write(large)
	case "/short":
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, "the beginning")
	case "/too-large":
		w.Header().Set("Content-Length", "7000000")
	case "/panic":
		panic("out of order")
	case "/broken":
		fmt.Fprint(w, "the beginning")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	case "/waits":
		<-r.Context().Done()
	}
}

func expectMessage(t *testing.T, got object, wanted object) {
	t.Helper()
	for name, value := range wanted {
		if fmt.Sprint(got[name]) != fmt.Sprint(value) {
			t.Errorf("%s is %.100v and not %.100v", name, got[name], value)
		}
	}
}

func TestServePassesRequestsAndResponsesOfAllKinds(t *testing.T) {
	text := []any{"Content-Type", "text/plain; charset=utf-8"}
	fake := &fakeTunnel{scripts: []func(*tunnelSide){func(s *tunnelSide) {
		s.send(object{"type": "pong", "public_url": "https://public.test/t"})
		s.send(object{"type": "weather", "forecast": 1})
		s.send(object{"type": 1})
		echo := s.ask("POST", "/echo", object{
			"path": "/echo?b=c", "body": encoded("please"),
			"headers": [][2]string{{"x-a", "1"}, {"host", "public.test"}, {"x-forwarded-for", "192.0.2.1"}},
		})
		expectMessage(t, echo, object{
			"type": "response", "status": 418, "body": encoded("POST /echo?b=c 1 192.0.2.1:0 please"), "more": false,
		})
		headers := fmt.Sprint(echo["headers"])
		for _, pair := range []any{text, []any{"X-Twice", "1"}, []any{"X-Twice", "2"}, []any{"Content-Length", "35"}} {
			if !strings.Contains(headers, fmt.Sprint(pair)) {
				t.Errorf("the headers are %s, without %v", headers, pair)
			}
		}
		s.send(object{"type": "request", "id": "r", "method": "PUT", "path": "/count", "headers": [][2]string{}, "body": encoded("one "), "more": true})
		s.send(object{"type": "body", "id": "r", "seq": 1, "body": encoded("two "), "more": true})
		expectMessage(t, s.ask("GET", "/nothing", nil), object{"status": 204, "body": nil})
		s.send(object{"type": "body", "id": "r", "seq": 2, "body": encoded("three"), "more": false})
		expectMessage(t, s.receive(), object{"id": "r", "body": encoded("13")})
		expectMessage(t, s.ask("PUT", "/count", object{"body_url": "http://aid.test/stored"}), object{"body": encoded("140000")})
		expectMessage(t, s.ask("HEAD", "/large", nil), object{"status": 200, "headers": [][]string{{"Content-Length", "100000"}}, "body": nil})

		expectMessage(t, s.ask("GET", "/stream", nil), object{"status": 200, "body": encoded("data: 0\n"), "more": true})
		expectMessage(t, s.receive(), object{"type": "body", "seq": 1, "body": encoded("data: 1\n"), "more": true})
		expectMessage(t, s.receive(), object{"type": "body", "seq": 2, "body": "", "more": false})
		expectMessage(t, s.ask("GET", "/pieces", nil), object{"body": encoded(strings.Repeat("z", 72<<10)), "more": true})
		expectMessage(t, s.receive(), object{"seq": 1, "body": encoded(strings.Repeat("z", 100_000-72<<10)), "more": false})

		expectMessage(t, s.ask("GET", "/large", nil), object{"type": "upload", "id": "/large", "size": 100_000})
		s.send(object{"type": "upload", "id": "/large", "url": "http://aid.test/stored", "headers": object{"x-signed": "yes"}})
		expectMessage(t, s.receive(), object{"type": "response", "status": 200, "stored": true, "body": nil})

		expectMessage(t, s.ask("GET", "/short", nil), object{"type": "error", "seq": nil, "message": "the response has 13 of 1000 bytes"})
		expectMessage(t, s.ask("GET", "/too-large", nil), object{"type": "error", "seq": nil, "code": "too_large"})
		expectMessage(t, s.ask("GET", "/panic", nil), object{"type": "error", "seq": nil, "message": "the handler failed"})
		expectMessage(t, s.ask("GET", "/broken", nil), object{"type": "response", "more": true})
		expectMessage(t, s.receive(), object{"type": "error", "id": "/broken", "seq": 1})
		expectMessage(t, s.ask("GET", "/%zz", nil), object{"type": "error", "id": "/%zz"})

		s.send(object{"type": "request", "id": "w", "method": "GET", "path": "/waits", "headers": [][2]string{}})
		s.send(object{"type": "cancel", "id": "w"})
		expectMessage(t, s.ask("GET", "/nothing", nil), object{"id": "/nothing"})
	}}}
	var ready []string
	var logged bytes.Buffer
	own := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	defer slog.SetDefault(own)
	err := servesTunnel(t, fake, aidstack.TunnelsServeParams{
		Handler: http.HandlerFunc(respond), OnReady: func(tunnel *aidstack.Tunnel) { ready = append(ready, tunnel.PublicURL) },
	})
	for _, failure := range []string{"13 of 1000 bytes", "too large", "the handler panicked: out of order", "tunnel_serve_test.go", "path=/short"} {
		if !strings.Contains(logged.String(), failure) {
			t.Errorf("%q is not in the log:\n%s", failure, &logged)
		}
	}
	if strings.Contains(logged.String(), "path=/broken") {
		t.Errorf("what was broken off on purpose is in the log:\n%s", &logged)
	}
	if !errors.Is(err, context.Canceled) || !slices.Equal(ready, []string{"https://public.test/t"}) {
		t.Errorf("%v; ready %v", err, ready)
	}
	if fake.stored != `100000 bytes, x-signed yes, key ""` {
		t.Errorf("the upload was %s", fake.stored)
	}
	expectRequests(t, fake, "POST /v1/tunnels", "GET /stored", "PUT /stored", "DELETE /v1/tunnels/tun_1")
}

func expectRequests(t *testing.T, fake *fakeTunnel, requests ...string) {
	t.Helper()
	if !slices.Equal(fake.requests, requests) {
		t.Errorf("the requests were %q", fake.requests)
	}
}

func TestServeMakesALostOrSilentConnectionAgainAndAHandshakeThatFailsForATime(t *testing.T) {
	var silent time.Duration
	fake := &fakeTunnel{refusals: []int{500, 429}, scripts: []func(*tunnelSide){
		func(s *tunnelSide) { s.send(object{"type": "closing", "reason": "too_much"}) },
		func(s *tunnelSide) {
			s.send(object{"type": "pong"})
			began := time.Now()
			for {
				if _, _, err := s.conn.Read(s.ctx); err != nil {
					break
				}
			}
			silent = time.Since(began)
		},
		func(s *tunnelSide) { expectMessage(t, s.ask("GET", "/nothing", nil), object{"status": 204}) },
	}}
	err := servesTunnel(t, fake, aidstack.TunnelsServeParams{TunnelID: "tun_1", Handler: http.HandlerFunc(respond)})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if silent != 70*time.Second {
		t.Errorf("a silent connection was given up after %v", silent)
	}
	// A tunnel that was there before is there afterwards.
	expectRequests(t, fake, "GET /v1/tunnels/tun_1")
}

func TestServeEndsWhereNoOtherConnectionWouldHelp(t *testing.T) {
	params := aidstack.TunnelsServeParams{TunnelID: "tun_1", Handler: http.HandlerFunc(respond)}
	for _, reason := range []string{"superseded", "deleted", "key_revoked", "agent_suspended"} {
		closes := func(s *tunnelSide) {
			s.send(object{"type": "closing", "reason": reason})
		}
		err := servesTunnel(t, &fakeTunnel{scripts: []func(*tunnelSide){closes, nil}}, params)
		var failure *aidstack.Error
		if !errors.As(err, &failure) || failure.Code != aidstack.ErrorCode("tunnel."+reason) {
			t.Errorf("%s: %v", reason, err)
		}
	}
	for status, is := range map[int]func(error) bool{401: aidstack.IsAuth, 403: aidstack.IsPermission, 404: aidstack.IsNotFound} {
		if err := servesTunnel(t, &fakeTunnel{refusals: []int{status}}, params); !is(err) {
			t.Errorf("%d: %v", status, err)
		}
	}
	if err := servesTunnel(t, &fakeTunnel{status: "deleted"}, params); err == nil || !strings.Contains(err.Error(), "deleted") {
		t.Errorf("a deleted tunnel: %v", err)
	}
	for _, params := range []aidstack.TunnelsServeParams{{}, {Port: 1, Handler: http.NotFoundHandler()}} {
		if err := aidstack.New().Tunnels.Serve(t.Context(), params); err == nil {
			t.Errorf("%+v was served", params)
		}
	}
}

func TestAServerThatCannotBeReachedIsReportedToTheFunctionForErrors(t *testing.T) {
	fake := &fakeTunnel{scripts: []func(*tunnelSide){func(s *tunnelSide) {
		expectMessage(t, s.ask("GET", "/a?b=c", nil), object{"type": "error", "id": "/a?b=c"})
	}}}
	var reported []string
	err := servesTunnel(t, fake, aidstack.TunnelsServeParams{Port: 1, OnError: func(err error, r *http.Request) {
		reported = append(reported, r.URL.Path+" "+err.Error())
	}})
	if !errors.Is(err, context.Canceled) || len(reported) != 1 || !strings.HasPrefix(reported[0], "/a the server gave no complete response") {
		t.Errorf("%v; reported %q", err, reported)
	}
}
