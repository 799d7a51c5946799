//go:build go1.25

package aidstack_test

import (
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

func TestEachAttemptHasItsOwnTimeWhateverElseIsUnderWay(t *testing.T) {
	inTurn := map[string]time.Duration{"10s": 10 * time.Second, "1m0s": time.Minute, "5s": 5 * time.Second, "20s": 20 * time.Second}
	synctest.Test(t, func(t *testing.T) {
		client := aidstack.New(aidstack.WithMaxRetries(0), aidstack.WithHTTPClient(&http.Client{Transport: never{}}))
		var calls sync.WaitGroup
		for round := range 2 {
			for name, timeout := range inTurn {
				calls.Add(1)
				go func() {
					defer calls.Done()
					began := time.Now()
					_, err := client.Me(t.Context(), aidstack.WithTimeout(timeout))
					if took := time.Since(began); !aidstack.IsTimeout(err) || took != timeout {
						t.Errorf("%s, round %d: %v after %v", name, round, err, took)
					}
				}()
				time.Sleep(time.Second)
			}
			calls.Wait()
			time.Sleep(time.Hour)
		}
	})
}

// never is a network in which nothing arrives. It says so in words of its own.
type never struct{}

func (never) RoundTrip(request *http.Request) (*http.Response, error) {
	<-request.Context().Done()
	return nil, errors.New("the request was canceled")
}
