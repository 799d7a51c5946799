package main

import (
	"cmp"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"

	aidstack "git.example/aid/aid/clients/go"
)

// seen has the ids of the events so far, because the same event may arrive twice. A program that runs for long keeps the
// newest ones only.
var seen sync.Map

func main() {
	address := "127.0.0.1:" + cmp.Or(os.Getenv("PORT"), "9090")
	fmt.Printf("listening on http://%s/\n", address)
	log.Fatal(http.ListenAndServe(address, http.HandlerFunc(receive)))
}

func receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		http.Error(w, "the body cannot be read", http.StatusBadRequest)
		return
	}
	event, err := aidstack.VerifyWebhook(body, r.Header, os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		fmt.Println("refused:", err)
		http.Error(w, "refused", http.StatusUnauthorized)
		return
	}
	w.WriteHeader(http.StatusNoContent)
	if _, isRepeated := seen.LoadOrStore(event.ID, true); !isRepeated {
		fmt.Println(event.Type, event.ID)
	}
}
