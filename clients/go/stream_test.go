package aidstack_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	aidstack "git.example/aid/aid/clients/go"
)

// at returns the cursor of the event with a number.
func at(number int) string {
	return time.Date(2026, 1, 1, 0, 0, 0, number*int(time.Millisecond), time.UTC).Format("2006-01-02T15:04:05.000Z")
}

// eventJSON returns an event with a number, of a type that no one knows where the number is even.
func eventJSON(number int) string {
	eventType := []string{"moon.landed", "mail.sent"}[number%2]
	return fmt.Sprintf(`{"id":"evt_%d","type":%q,"payload":{"messageId":"msg_%d"},"created_at":%q}`,
		number, eventType, number, at(number))
}

func eventMessage(after, number int) string {
	return fmt.Sprintf(`{"type":"event","after":%q,"cursor":%q,"event":%s,"later":true}`, at(after), at(number), eventJSON(number))
}

// streamFake is a service with an event log and one script for each connection. A line that begins with "expect" waits
// for a message of the client that contains the rest; every other one is sent.
type streamFake struct {
	*httptest.Server
	mutex   sync.Mutex
	scripts [][]string
	sinces  []string
	failed  []string
	// history has the events that the service returns by since, which no connection sends.
	history string
}

func newStreamFake(t *testing.T, scripts ...[]string) *streamFake {
	fake := &streamFake{scripts: scripts}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/events/streams", func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Since string }
		_ = json.NewDecoder(r.Body).Decode(&asked)
		fake.mutex.Lock()
		defer fake.mutex.Unlock()
		fake.sinces = append(fake.sinces, asked.Since)
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, `{"id":"str_1","connect_url":%q,"expires_at":%q}`,
			strings.Replace(fake.URL, "http", "ws", 1)+"/socket", at(0))
	})
	mux.HandleFunc("GET /v1/events", func(w http.ResponseWriter, r *http.Request) {
		if before := r.URL.Query().Get("before"); before != "" {
			before, _ := time.Parse(time.RFC3339Nano, before)
			fmt.Fprintf(w, `{"events":[%s]}`, eventJSON(before.Nanosecond()/int(time.Millisecond)-1))
			return
		}
		fmt.Fprintf(w, `{"events":[%s]}`, fake.history)
	})
	mux.HandleFunc("/socket", func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer func() { _ = conn.CloseNow() }()
		fake.play(r.Context(), conn)
	})
	fake.Server = httptest.NewServer(mux)
	t.Cleanup(fake.Close)
	return fake
}

// play runs the next script, and then leaves it to the client to end the connection.
func (f *streamFake) play(ctx context.Context, conn *websocket.Conn) {
	f.mutex.Lock()
	script := f.scripts[0]
	f.scripts = f.scripts[1:]
	f.mutex.Unlock()
	for _, line := range script {
		expected, isExpected := strings.CutPrefix(line, "expect ")
		if !isExpected {
			_ = conn.Write(ctx, websocket.MessageText, []byte(line))
			continue
		}
		message, err := f.receive(ctx, conn, expected)
		if err != nil || !strings.Contains(message, expected) {
			f.mutex.Lock()
			f.failed = append(f.failed, fmt.Sprintf("%s in place of %s (%v)", message, expected, err))
			f.mutex.Unlock()
			return
		}
	}
	for ctx.Err() == nil {
		if _, err := f.receive(ctx, conn, ""); err != nil {
			return
		}
	}
}

// receive returns the next message of the client. A client that gets nothing for two seconds sends a ping, so a slow
// machine decides whether there are any. They get a response, unless the script expects one.
func (f *streamFake) receive(ctx context.Context, conn *websocket.Conn, expected string) (string, error) {
	for {
		_, message, err := conn.Read(ctx)
		if err != nil || expected == "ping" || !strings.Contains(string(message), `"ping"`) {
			return string(message), err
		}
		if err := conn.Write(ctx, websocket.MessageText, []byte(`{"type":"pong"}`)); err != nil {
			return "", err
		}
	}
}

// follow returns the ids of the events that a follower yields, up to a number of them.
func (f *streamFake) follow(t *testing.T, params aidstack.EventsFollowParams, events int) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), stalled)
	defer cancel()
	var ids []string
	client := aidstack.New(aidstack.WithURL(f.URL), aidstack.WithKey("k"))
	for event, err := range client.Events.Follow(ctx, params) {
		if err != nil {
			t.Fatalf("after %v: %v; %v", ids, err, f.failed)
		}
		if ids = append(ids, event.ID); len(ids) == events {
			break
		}
	}
	return ids
}

func (f *streamFake) check(t *testing.T, ids, expected []string) {
	t.Helper()
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if !slices.Equal(ids, expected) || len(f.failed) > 0 {
		t.Errorf("got %v; %v", ids, f.failed)
	}
}

var start = aidstack.EventsFollowParams{Since: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}

func TestAStreamYieldsEachEventOnceThoughMessagesAreLostRepeatedAndUnknown(t *testing.T) {
	fake := newStreamFake(t, []string{
		`{"type":"ready","cursor":"` + at(0) + `"}`,
		eventMessage(0, 1),
		eventMessage(0, 1),
		`{"type":"weather","forecast":"rain"}`,
		// The second event was lost. What follows is of no use until the service has gone back.
		eventMessage(2, 3),
		`expect "since":"` + at(1),
		eventMessage(3, 4),
		eventMessage(1, 2),
		eventMessage(2, 3),
		`{"type":"pointer","after":"` + at(3) + `","cursor":"` + at(4) + `","event_id":"evt_4"}`,
	})
	fake.check(t, fake.follow(t, start, 4), []string{"evt_1", "evt_2", "evt_3", "evt_4"})
}

func TestALostMessageAtTheEndIsNoticedByThePong(t *testing.T) {
	fake := newStreamFake(t, []string{
		`{"type":"ready","cursor":"` + at(0) + `"}`,
		`expect ping`,
		`{"type":"pong","cursor":"` + at(1) + `"}`,
		`expect "since":"` + at(0),
		eventMessage(0, 1),
	})
	fake.check(t, fake.follow(t, start, 1), []string{"evt_1"})
}

func TestAFollowerConnectsAgainWhereItsConsumerIs(t *testing.T) {
	fake := newStreamFake(t,
		[]string{`{"type":"ready","cursor":"` + at(0) + `"}`, eventMessage(0, 1), `{"type":"closing","reason":"later"}`},
		[]string{`not JSON`},
		[]string{`{"type":"ready","cursor":"` + at(1) + `"}`, eventMessage(1, 2)},
	)
	fake.check(t, fake.follow(t, start, 2), []string{"evt_1", "evt_2"})
	if !slices.Equal(fake.sinces, []string{"2026-01-01T00:00:00Z", at(1), at(1)}) {
		t.Errorf("the connections began at %v", fake.sinces)
	}
}

// memoryCursor keeps the cursors that were saved.
type memoryCursor []string

func (c *memoryCursor) Load(context.Context) (string, error) {
	if len(*c) == 0 {
		return "", nil
	}
	return (*c)[len(*c)-1], nil
}

func (c *memoryCursor) Save(_ context.Context, cursor string) error {
	*c = append(*c, cursor)
	return nil
}

func TestTheCursorIsSavedWhenTheLoopComesBackAndNotForTheEventAtWhichItIsLeft(t *testing.T) {
	script := []string{`{"type":"ready","cursor":"` + at(0) + `"}`, eventMessage(0, 1), eventMessage(1, 2)}
	fake := newStreamFake(t, script, []string{`{"type":"ready","cursor":"` + at(1) + `"}`, eventMessage(1, 2)})
	cursor := &memoryCursor{}
	params := start
	params.Cursor = cursor
	fake.check(t, fake.follow(t, params, 2), []string{"evt_1", "evt_2"})
	fake.check(t, fake.follow(t, params, 1), []string{"evt_2"})
	if !slices.Equal(*cursor, memoryCursor{at(0), at(1)}) {
		t.Errorf("saved %v", *cursor)
	}
}

func TestAFollowerEndsWhereTheServiceRefusesItsKey(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, errorBody("auth.unauthorized", false))
	}))
	defer server.Close()
	for event, err := range aidstack.New(aidstack.WithURL(server.URL)).Events.Follow(t.Context(), start) {
		if event != nil || !aidstack.IsAuth(err) {
			t.Errorf("got %+v, %v", event, err)
		}
	}
}
