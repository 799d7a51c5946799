//go:build stack

package aidstack_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
)

func TestServeGivesAServerAndAHandlerAPublicAddressThatEndsWithTheContext(t *testing.T) {
	a := newOrganization(t).newAgent(t)
	local := httptest.NewServer(http.HandlerFunc(localResponse))
	defer local.Close()
	address, err := url.Parse(local.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(address.Port())
	if err != nil {
		t.Fatal(err)
	}
	for name, params := range map[string]aidstack.TunnelsServeParams{
		"a server": {Port: port}, "a handler": {Handler: http.HandlerFunc(localResponse)},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		ready, ended := make(chan string, 1), make(chan error, 1)
		params.OnReady = func(tunnel *aidstack.Tunnel) { ready <- strings.TrimRight(tunnel.PublicURL, "/") }
		go func() { ended <- a.client.Tunnels.Serve(ctx, params) }()
		select {
		case public := <-ready:
			checkPublicSide(t, public)
		case err := <-ended:
			t.Fatalf("%s: %v", name, err)
		}
		cancel()
		if err := <-ended; err != context.Canceled {
			t.Errorf("%s: Serve returned %v", name, err)
		}
	}
	left, err := aidstack.Collect(a.client.Tunnels.List(t.Context(), aidstack.TunnelsListParams{}), 0)
	if err != nil || len(left) > 0 {
		t.Errorf("%d tunnels are left, %v", len(left), err)
	}
}

// localResponse is what the public side gets: an echo, so many bytes with or without a length, or a broken response.
func localResponse(w http.ResponseWriter, r *http.Request) {
	size, _ := strconv.Atoi(r.URL.Query().Get("size"))
	switch r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:] {
	case "echo":
		body, _ := io.ReadAll(r.Body) // The server of net/http does not read on once it writes.
		w.Header()["X-Twice"] = []string{"1", "2"}
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write(body)
	case "length":
		w.Header().Set("Content-Length", strconv.Itoa(size))
		_, _ = w.Write(bytes.Repeat([]byte("z"), size))
	case "pieces":
		for range 10 {
			_, _ = w.Write(bytes.Repeat([]byte("z"), size/10))
			w.(http.Flusher).Flush()
		}
	case "gzip":
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		fmt.Fprint(packed, "unpacked")
		_ = packed.Close()
	default:
		panic(http.ErrAbortHandler)
	}
}

func checkPublicSide(t *testing.T, public string) {
	t.Helper()
	expect := func(method, path, body string, status int, received string) http.Header {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, public+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		got, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != status || string(got) != received {
			t.Errorf("%s: %d with %d bytes, %v", path, response.StatusCode, len(got), err)
		}
		return response.Header
	}
	for _, size := range []int{0, 10, 80_000, 1_000_000} {
		body := strings.Repeat("y", size)
		if header := expect("PUT", "/echo", body, 201, body); !slices.Equal(header["X-Twice"], []string{"1", "2"}) {
			t.Errorf("the headers are %v", header)
		}
		wanted := strings.Repeat("z", size)
		expect("GET", fmt.Sprintf("/length?size=%d", size), "", 200, wanted)
		expect("GET", fmt.Sprintf("/pieces?size=%d", size), "", 200, wanted)
	}
	expect("HEAD", "/length?size=80000", "", 200, "")
	expect("GET", "/gzip", "", 200, "unpacked")
	for path, reason := range map[string]string{
		"/length?size=7000000": "response_too_large", "/broken": "server_unreachable",
	} {
		response, err := http.Get(public + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if got := response.Header.Get("x-aid-tunnel-error"); response.StatusCode != 502 || got != reason {
			t.Errorf("%s: %d %s", path, response.StatusCode, got)
		}
	}
}
