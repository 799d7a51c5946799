//go:build stack

package aidstack_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// followInProcess prints each event on a line of its own, and a line at its start. Its arguments are the file of the
// cursor, an identity or "", and the types.
func followInProcess(args []string) error {
	fmt.Println("started")
	params := aidstack.EventsFollowParams{Cursor: aidstack.FileCursor(args[0]), IdentityID: args[1]}
	for _, name := range args[2:] {
		params.Types = append(params.Types, aidstack.EventType(name))
	}
	for event, err := range aidstack.New().Events.Follow(context.Background(), params) {
		if err != nil {
			return err
		}
		if number := numberOf(event); number != "" {
			fmt.Println(number)
		}
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

func TestThreeFollowersLoseAndRepeatNothingWhileTheServiceAndTheyAreKilled(t *testing.T) {
	kills, events := sizeOf(t, 5, 2), sizeOf(t, 1200, 150)
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	o := newOrganization(t)
	agents := []agent{o.newAgent(t), o.newAgent(t), o.newAgent(t)}
	key := organizationKey(t, o)
	settings, rules := string(aidstack.EventTypeA2ASettingsUpdated), string(aidstack.EventTypeA2AContactRuleChanged)
	followers := []*killedFollower{
		{args: []string{"", settings}, wanted: events},
		{args: []string{"", settings, rules}, wanted: events},
		{args: []string{agents[0].id}, wanted: (events + len(agents) - 1) / len(agents)},
	}
	for _, follower := range followers {
		folder := t.TempDir()
		follower.cursor, follower.output = filepath.Join(folder, "cursor"), filepath.Join(folder, "output")
		follower.start(t, key)
		waitFor(t, "the first position", func() bool { _, err := os.Stat(follower.cursor); return err == nil })
	}

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
		for _, follower := range followers {
			kill(follower.process)
		}
		restartStack(t)
		for _, follower := range followers {
			follower.start(t, key)
		}
	}
	if err := <-writing; err != nil {
		t.Fatal(err)
	}

	for _, follower := range followers {
		waitFor(t, fmt.Sprintf("all events of %q", follower.args), func() bool {
			return len(distinct(linesOf(t, follower.output))) >= follower.wanted
		})
		kill(follower.process)
		lines := linesOf(t, follower.output)
		if got := len(distinct(lines)); got != follower.wanted {
			t.Errorf("the follower of %q got %d different events, not %d", follower.args, got, follower.wanted)
		}
		repeated := repetitions(t, lines)
		if repeated > kills {
			t.Errorf("%d events came twice, over %d crashes", repeated, kills)
		}
		t.Logf("a follower of %q: %d events, %d in hand when it was killed", follower.args, follower.wanted, repeated)
	}
}

// killedFollower is a follower in a process of its own that continues after it was killed.
type killedFollower struct {
	args           []string
	wanted         int
	cursor, output string
	process        *exec.Cmd
}

func (f *killedFollower) start(t *testing.T, key string) {
	t.Helper()
	args := append([]string{f.cursor}, f.args...)
	f.process = startRole(t, "follower", key, setting(t, "AID_TEST_PROXY"), f.output, args...)
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
