//go:build stack

package aidstack_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"syscall"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

func TestTheProcessorTimeOfAThousandCallsIsMeasuredAgainstThatOfABareLoop(t *testing.T) {
	const calls, rounds = 50, 20
	a := newOrganization(t).newAgent(t)
	client := http.Client{Transport: &http.Transport{}}
	bare := func() error {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, setting(t, "AID_TEST_URL")+"/v1/me", nil)
		if err != nil {
			return err
		}
		request.Header.Set("authorization", "Bearer "+a.key)
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		content, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil {
			return err
		}
		return json.Unmarshal(content, new(aidstack.Actor))
	}
	withSDK := func() error {
		_, err := a.client.Me(t.Context())
		return err
	}
	var times [2][]time.Duration
	for range rounds {
		for i, call := range []func() error{bare, withSDK} {
			before := processorTime(t)
			for range calls {
				if err := call(); err != nil {
					t.Fatal(err)
				}
			}
			times[i] = append(times[i], processorTime(t)-before)
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	plain, sdk := times[0][rounds/2], times[1][rounds/2]
	t.Logf("processor time of %d calls, median of %d rounds: %v, with the SDK %v (%+.1f %%)", calls, rounds, plain, sdk,
		100*(float64(sdk)/float64(plain)-1))
}

// processorTime returns what this process has used so far.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
