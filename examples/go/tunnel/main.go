package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"

	aidstack "git.example/aid/aid/clients/go"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	err := aidstack.New().Tunnels.Serve(ctx, aidstack.TunnelsServeParams{
		// Port in place of Handler serves a server on this machine.
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, "Hello from %s", r.URL.Path)
		}),
		OnReady: func(tunnel *aidstack.Tunnel) { fmt.Printf("serving %s/\n", tunnel.URL()) },
	})
	if !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}
