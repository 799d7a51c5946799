//go:build stack

package aidstack_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// followInProcess prints each event on a line of its own, and a line at its start.
func followInProcess(args []string) error {
	fmt.Println("started")
	params := aidstack.EventsFollowParams{
		Types: []aidstack.EventType{aidstack.EventTypeA2ASettingsUpdated}, Cursor: aidstack.FileCursor(args[0]),
	}
	for event, err := range aidstack.New().Events.Follow(context.Background(), params) {
		if err != nil {
			return err
		}
		fmt.Println(numberOf(event))
	}
	return nil
}

// numberOf returns the text that a change of settings has set.
func numberOf(event *aidstack.Event) string {
	var text string
	if payload, ok := event.Payload.(*aidstack.A2ASettingsUpdatedPayload); ok {
		_ = json.Unmarshal(payload.Changes["description"].To, &text)
	}
	return text
}

func TestFollowersLoseAndRepeatNothingWhileTheServiceAndTheyThemselvesAreKilled(t *testing.T) {
	const events, kills = 600, 3
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	o := newOrganization(t)
	agents := []agent{o.newAgent(t), o.newAgent(t), o.newAgent(t)}
	folder := t.TempDir()
	output, cursor := filepath.Join(folder, "output"), filepath.Join(folder, "cursor")
	key := organizationKey(t, o)
	follower := startRole(t, "follower", key, setting(t, "AID_TEST_PROXY"), output, cursor)
	waitFor(t, "the first position", func() bool { _, err := os.Stat(cursor); return err == nil })

	// Another follower in this process has another filter and is not killed.
	others := make(chan string, events)
	go func() {
		params := aidstack.EventsFollowParams{Since: longAgo, IdentityID: agents[0].id}
		hostile := aidstack.New(aidstack.WithURL(setting(t, "AID_TEST_PROXY")), aidstack.WithKey(key))
		for event, err := range hostile.Events.Follow(ctx, params) {
			if err != nil {
				return
			}
			if number := numberOf(event); number != "" {
				others <- number
			}
		}
	}()

	var written atomic.Int64
	writing := make(chan error, 1)
	go func() {
		writing <- together(events, len(agents)*2, func(i int) error {
			defer written.Add(1)
			text, of := fmt.Sprintf("number %d", i), agents[i%len(agents)]
			return untilDone(ctx, func() error {
				_, err := o.client.A2A.Settings.Update(ctx, aidstack.A2ASettingsUpdateParams{
					Description: aidstack.Set(text),
				}, aidstack.WithIdentity(of.id), aidstack.WithIdempotencyKey("settings "+text))
				return err
			})
		})
	}()
	for i := range kills {
		share := int64(events * (i + 1) / (kills + 1))
		waitFor(t, "events", func() bool { return written.Load() >= share })
		kill(follower)
		restartStack(t)
		follower = startRole(t, "follower", key, setting(t, "AID_TEST_PROXY"), output, cursor)
	}
	if err := <-writing; err != nil {
		t.Fatal(err)
	}

	waitFor(t, "all events", func() bool { return len(distinct(linesOf(t, output))) == events })
	kill(follower)
	repeated := repetitions(t, linesOf(t, output))
	if repeated > kills {
		t.Errorf("%d events came twice, over %d crashes", repeated, kills)
	}
	seen := map[string]int{}
	for range events / len(agents) {
		select {
		case number := <-others:
			seen[number]++
		case <-ctx.Done():
			t.Fatalf("the second follower got %d events", len(seen))
		}
	}
	if len(seen) != events/len(agents) {
		t.Errorf("the second follower got %d different events, not %d", len(seen), events/len(agents))
	}
}

func organizationKey(t *testing.T, o organization) string {
	t.Helper()
	key, err := o.client.APIKeys.Create(t.Context(), aidstack.APIKeysCreateParams{Name: "followers"})
	if err != nil {
		t.Fatal(err)
	}
	return string(key.Key)
}

// distinct returns the different events of an output.
func distinct(lines []string) map[string]int {
	found := map[string]int{}
	for _, line := range lines {
		if strings.HasPrefix(line, "number ") {
			found[line]++
		}
	}
	return found
}

// repetitions counts events that came twice. Only the last one before a start may come again, as the first after it.
func repetitions(t *testing.T, lines []string) int {
	t.Helper()
	count, started := 0, false
	seen, last := map[string]bool{}, ""
	for _, line := range lines {
		if line == "started" {
			started = true
			continue
		}
		if seen[line] {
			count++
			if !started || line != last {
				t.Errorf("%s came again, and was not the event in hand", line)
			}
		}
		seen[line], last, started = true, line, false
	}
	return count
}

func TestFollowReadsTheHistoryWhereNoWebSocketCanBeOpened(t *testing.T) {
	const before, events = 10, 16
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	o := newOrganization(t)
	for _, types := range [][]aidstack.EventType{nil, {aidstack.EventTypeA2ASettingsUpdated}} {
		a := o.newAgent(t)
		for number := range before {
			if err := describeAgent(ctx, a, number); err != nil {
				t.Fatal(err)
			}
		}
		next := 0
		params := aidstack.EventsFollowParams{Since: longAgo, Types: types}
		for event, err := range a.at(setting(t, "AID_TEST_BLOCKED")).Events.Follow(ctx, params) {
			if err != nil {
				t.Fatal(err)
			}
			if number := numberOf(event); number != fmt.Sprintf("number %d", next) {
				t.Fatalf("%q came in place of number %d", number, next)
			}
			if next++; next == events {
				break
			}
			if next >= before {
				// While it tries to connect at first, and then while it waits.
				number := next
				time.AfterFunc(time.Second, func() { _ = describeAgent(ctx, a, number) })
			}
		}
	}
}

func describeAgent(ctx context.Context, a agent, i int) error {
	_, err := a.client.A2A.Settings.Update(ctx, aidstack.A2ASettingsUpdateParams{
		Description: aidstack.Set(fmt.Sprintf("number %d", i)),
	})
	return err
}
