// Verifies deliveries with the libraries of Standard Webhooks and of Svix. Prints how many each of them accepts and
// refuses, as JSON.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	svix "github.com/svix/svix-webhooks/go"
)

type delivery struct {
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	Secrets []string          `json:"secrets"`
}

type counts struct {
	Accepted int `json:"accepted"`
	Refused  int `json:"refused"`
}

type verifier interface {
	Verify(payload []byte, headers http.Header) error
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var deliveries []delivery
	if err := json.Unmarshal(text, &deliveries); err != nil {
		log.Fatal(err)
	}
	verifiers := map[string]func(secret string) (verifier, error){
		"standardwebhooks": func(secret string) (verifier, error) { return standardwebhooks.NewWebhook(secret) },
		"svix":             func(secret string) (verifier, error) { return svix.NewWebhook(secret) },
	}
	results := map[string]counts{}
	for name, open := range verifiers {
		results[name] = count(deliveries, open)
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		log.Fatal(err)
	}
}

// count fails if the library does not accept a secret: then it has verified nothing.
func count(deliveries []delivery, open func(secret string) (verifier, error)) (result counts) {
	for _, one := range deliveries {
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		for _, secret := range one.Secrets {
			webhook, err := open(secret)
			if err != nil {
				log.Fatal(err)
			}
			if webhook.Verify([]byte(one.Body), headers) == nil {
				result.Accepted++
			} else {
				result.Refused++
			}
		}
	}
	return result
}
