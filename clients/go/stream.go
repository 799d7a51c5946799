package aidstack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/coder/websocket"
)

// streamMessage is a message of an event stream. See: docs/contract/event-streams.md#messages.
type streamMessage struct {
	Type    string          `json:"type"`
	After   string          `json:"after"`
	Cursor  string          `json:"cursor"`
	Event   json.RawMessage `json:"event"`
	EventID string          `json:"event_id"`
	Reason  string          `json:"reason"`
}

const (
	// maxStreamMessage is far above what the service sends, which is 32 KB; larger events are sent by reference.
	maxStreamMessage = 1 << 20
	// maxStreamBuffer is how many messages are buffered for a slow consumer.
	maxStreamBuffer = 1000
	// dialTimeout is shorter than the lifetime of a ticket.
	dialTimeout  = 30 * time.Second
	writeTimeout = 10 * time.Second
	// A client may send 60 messages per minute.
	minSendTime = 1100 * time.Millisecond
	// A quiet connection is pinged after 2 s, then after 4 s, up to a minute.
	minPing = 2 * time.Second
	maxPing = time.Minute
	// maxPong is how long to wait for a message after a ping.
	maxPong = 10 * time.Second
)

// stream opens a connection and yields its events until it breaks. It returns errors of the service, of the consumer,
// or errDisconnected.
func (f *follower) stream(ctx context.Context) error {
	// The loop retries failures, and reads the history if a stream would have to wait.
	options := append(slices.Clone(f.options), WithMaxRetries(0))
	ticket, err := f.client.Events.Streams.Create(ctx, EventsStreamsCreateParams{
		Types: f.params.Types, IdentityID: f.params.IdentityID, Since: f.position,
	}, options...)
	var refusal *Error
	if IsRateLimit(err) && errors.As(err, &refusal) {
		// The limit of streams is reached. Streams that could not be opened count too.
		f.refused = maxRefused
		f.rest = max(f.rest, refusal.RetryAfter/2)
		return nil
	}
	if isTransient(err) {
		// The history can be read meanwhile, so the loop does not wait as long as a stream would have to.
		f.refused++
		return disconnected(err)
	}
	if err != nil {
		return err
	}
	conn, err := f.dial(ctx, string(ticket.ConnectURL))
	if err != nil {
		f.refused++
		return err
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(maxStreamMessage)

	c := &connection{follower: f, conn: conn, messages: make(chan streamMessage, maxStreamBuffer)}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	go c.read(reading)
	return c.run(ctx)
}

// disconnected is the end of a connection, after which the loop opens another.
func disconnected(err error) error {
	return &Error{
		Code: ErrorCodeConnectionFailed, Message: fmt.Sprintf("the event stream ended: %v", err), cause: err, Retryable: true,
	}
}

func (f *follower) dial(ctx context.Context, address string) (*websocket.Conn, error) {
	limited, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, _, err := websocket.Dial(limited, address, &websocket.DialOptions{HTTPClient: f.client.transport.httpClient})
	if err != nil {
		// The error may contain the address, which contains the ticket.
		return nil, disconnected(errors.New("no connection could be opened"))
	}
	return conn, nil
}

// connection is one connection of a follower.
type connection struct {
	*follower
	conn     *websocket.Conn
	messages chan streamMessage
	// received is the cursor of the last message with an event, even a repeated one.
	received time.Time
	// resumedAt is the position from which the service was last asked to resend.
	resumedAt time.Time
	// owesResume is whether to ask the service to resend as soon as another message may be sent.
	owesResume bool
	// sent is when the last message was sent.
	sent time.Time
}

// read forwards the messages until the connection ends. It also ends if the consumer is so slow that messages would
// fill the memory; the next connection sends what was missed.
func (c *connection) read(ctx context.Context) {
	defer close(c.messages)
	for {
		kind, data, err := c.conn.Read(ctx)
		if err != nil {
			return
		}
		var message streamMessage
		if kind != websocket.MessageText || json.Unmarshal(data, &message) != nil {
			return
		}
		select {
		case c.messages <- message:
		default:
			return
		}
	}
}

// run handles the messages in order, pings when none arrive, and ends with the connection.
func (c *connection) run(ctx context.Context) error {
	quiet := minPing
	ping := time.NewTimer(quiet)
	defer ping.Stop()
	var pinged time.Time
	for {
		var due <-chan time.Time
		if c.owesResume {
			due = time.After(time.Until(c.sent.Add(minSendTime)))
		}
		select {
		case message, open := <-c.messages:
			if !open {
				return disconnected(errors.New("it was closed"))
			}
			if err := c.take(ctx, message); err != nil {
				return err
			}
			if message.Type == "event" || message.Type == "pointer" {
				quiet = minPing
			}
			pinged = time.Time{}
			ping.Reset(quiet)
		case <-due:
			if err := c.resume(ctx); err != nil {
				return err
			}
		case <-ping.C:
			if !pinged.IsZero() && len(c.messages) == 0 {
				return disconnected(errors.New("it did not respond"))
			}
			if err := c.ping(ctx); err != nil {
				return err
			}
			pinged, quiet = time.Now(), min(2*quiet, maxPing)
			ping.Reset(maxPong)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
