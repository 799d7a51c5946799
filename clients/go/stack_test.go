//go:build stack

package aidstack_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// The tests with the tag "stack" need a running service. test/sdk-go starts it, and says where it is:
//
//	AID_TEST_URL      the service
//	AID_TEST_PROXY    the service behind a hostile network
//	AID_TEST_BLOCKED  the service behind a network without WebSockets
//	AID_TEST_SCENARIOS the scripted service of clients/vectors/README.md#scenarios
//	AID_TEST_CONTROL  a POST there kills the service with kill -9 and starts it again
//	AID_TEST_SIZE     "full" for as many emails, events and tasks as were promised, as before a release

func setting(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		t.Fatalf("%s is not set; npm test -- test/sdk-go sets it", name)
	}
	return value
}

// sizeOf returns how many there are of something in a test of guarantees.
func sizeOf(t *testing.T, full, usual int) int {
	t.Helper()
	if setting(t, "AID_TEST_SIZE") == "full" {
		return full
	}
	return usual
}

// longAgo is before every event.
var longAgo = time.Unix(0, 0)

// organization is an organization that one test uses.
type organization struct{ client *aidstack.Client }

func newOrganization(t *testing.T) organization {
	t.Helper()
	url := setting(t, "AID_TEST_URL")
	name := freshName()
	created, err := aidstack.New(aidstack.WithURL(url), aidstack.WithoutKey()).Organizations.Create(t.Context(),
		aidstack.OrganizationsCreateParams{Name: "Works of " + name, Slug: name})
	if err != nil {
		t.Fatal(err)
	}
	key := string(created.AdminAPIKey)
	return organization{aidstack.New(aidstack.WithURL(url), aidstack.WithKey(key))}
}

// agent is an agent with its own key.
type agent struct {
	id, handle, address, key string
	client                   *aidstack.Client
}

func (o organization) newAgent(t *testing.T) agent {
	t.Helper()
	identity, err := o.client.Identities.Create(t.Context(), aidstack.IdentitiesCreateParams{Handle: freshName()})
	if err != nil {
		t.Fatal(err)
	}
	key, err := o.client.APIKeys.Create(t.Context(), aidstack.APIKeysCreateParams{
		Name: identity.Handle, IdentityID: identity.ID,
	})
	if err != nil {
		t.Fatal(err)
	}
	a := agent{id: identity.ID, handle: identity.Handle, address: *identity.EmailAddress, key: string(key.Key)}
	a.client = a.at(setting(t, "AID_TEST_URL"))
	return a
}

// at returns a client of the agent for another address of the service.
func (a agent) at(url string, options ...aidstack.ClientOption) *aidstack.Client {
	own := []aidstack.ClientOption{aidstack.WithURL(url), aidstack.WithKey(a.key)}
	return aidstack.New(append(own, options...)...)
}

func freshName() string { return "x-" + strings.ToLower(rand.Text())[:16] }

// restartStack kills the service and returns when it is there again.
func restartStack(t *testing.T) {
	t.Helper()
	response, err := http.Post(setting(t, "AID_TEST_CONTROL"), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		t.Fatalf("the service was not started again: %s", response.Status)
	}
}

// untilDone calls a function until it succeeds: a service that starts again takes longer than a call retries.
func untilDone(ctx context.Context, call func() error) error {
	for {
		err := call()
		if err == nil || ctx.Err() != nil || !(aidstack.IsConnection(err) || aidstack.IsServer(err)) {
			return err
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// together runs a function for the numbers below a limit, several at once, and returns the first error.
func together(limit, atOnce int, do func(i int) error) error {
	numbers, errs := make(chan int), make(chan error, atOnce)
	for range atOnce {
		go func() {
			var failed error
			for i := range numbers {
				if failed == nil {
					failed = do(i)
				}
			}
			errs <- failed
		}()
	}
	for i := range limit {
		numbers <- i
	}
	close(numbers)
	var first error
	for range atOnce {
		if err := <-errs; err != nil && first == nil {
			first = err
		}
	}
	return first
}
