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

func TestTheProcessorTimeOfSixThousandCallsIsAtMostFivePercentAboveThatOfABareLoop(t *testing.T) {
	const calls, pairs, maxOverhead = 10, 600, 1.05
	// Of 600 values, the median of what they are drawn from lies between the 275th and the 326th with a probability of
	// 96 %.
	const lowerRank = 274
	a := newOrganization(t).newAgent(t)
	client := http.Client{} // With the transport of net/http, which has the settings that a program needs.
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
	// Whatever else the machine does changes both times of a pair, so the ratios of the pairs count, and of them the
	// median. Which call is first changes from pair to pair.
	var ratios []float64
	var total [2]time.Duration
	for pair := range pairs {
		var times [2]time.Duration
		for turn := range 2 {
			i := (pair + turn) % 2
			before := processorTime(t)
			for range calls {
				if err := []func() error{bare, withSDK}[i](); err != nil {
					t.Fatal(err)
				}
			}
			times[i] = processorTime(t) - before
			total[i] += times[i]
		}
		ratios = append(ratios, float64(times[1])/float64(times[0]))
	}
	slices.Sort(ratios)
	median, from, to := (ratios[pairs/2-1]+ratios[pairs/2])/2, ratios[lowerRank], ratios[pairs-1-lowerRank]
	percent := func(ratio float64) float64 { return 100 * (ratio - 1) }
	t.Logf("processor time of %d calls: %v, with the SDK %v; median of %d pairs %+.1f %% (96 %% confidence: %+.1f to %+.1f %%)",
		pairs*calls, total[0], total[1], pairs, percent(median), percent(from), percent(to))
	if to > maxOverhead {
		t.Errorf("that the SDK adds at most %.0f %% is not sure with a confidence of 98 %%", percent(maxOverhead))
	}
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
