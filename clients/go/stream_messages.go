package aidstack

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/coder/websocket"
)

// take handles a message: it yields the next event, skips a repeated one, and asks the service to resend missing ones.
// See: docs/contract/event-streams.md#no-event-is-lost.
func (c *connection) take(ctx context.Context, message streamMessage) error {
	cursor, ok := timeOf(message.Cursor)
	switch message.Type {
	case "ready", "pong":
		c.refused, c.rest = 0, 0
		if ok && cursor.After(c.position) {
			return c.resume(ctx)
		}
	case "closing":
		return disconnected(fmt.Errorf("the service closed it: %s", message.Reason))
	case "event", "pointer":
		if !ok {
			return disconnected(fmt.Errorf("a message has the cursor %q", message.Cursor))
		}
		return c.takeEvent(ctx, message, cursor)
	}
	return nil
}

func (c *connection) takeEvent(ctx context.Context, message streamMessage, cursor time.Time) error {
	if !cursor.After(c.received) {
		// The service has gone back as requested, so another gap is a new one.
		c.resumedAt = time.Time{}
	}
	c.received = cursor
	if !cursor.After(c.position) {
		return nil
	}
	if after, ok := timeOf(message.After); !ok || after.After(c.position) {
		if c.resumedAt.Equal(c.position) {
			return nil
		}
		return c.resume(ctx)
	}
	event, err := c.event(ctx, message, cursor)
	if err != nil {
		return err
	}
	return c.yield(event)
}

// event returns the event of a message. If it is too large for a message, it is read from the log.
func (c *connection) event(ctx context.Context, message streamMessage, cursor time.Time) (*Event, error) {
	event := &Event{}
	if message.Type == "event" {
		if err := json.Unmarshal(message.Event, event); err != nil {
			return nil, disconnected(err)
		}
		return event, nil
	}
	page, err := c.client.Events.ListPage(ctx, EventsListParams{
		Limit: 1, Before: cursor.Add(time.Millisecond), IdentityID: c.params.IdentityID,
	}, c.options...)
	if err != nil {
		return nil, err
	}
	if len(page.Items) == 0 || page.Items[0].ID != message.EventID {
		return nil, disconnected(fmt.Errorf("the log has no event %s", message.EventID))
	}
	return page.Items[0], nil
}

// resume asks the service to resend everything after the last event: immediately, or as soon as another message may be
// sent.
func (c *connection) resume(ctx context.Context) error {
	c.owesResume = time.Since(c.sent) < minSendTime
	if c.owesResume {
		return nil
	}
	c.resumedAt = c.position
	return c.send(ctx, map[string]string{"type": "resume", "since": formatTime(c.position)})
}

// ping sends a ping, unless another message was just sent, which serves the same purpose.
func (c *connection) ping(ctx context.Context) error {
	if time.Since(c.sent) < minSendTime {
		return nil
	}
	return c.send(ctx, map[string]string{"type": "ping"})
}

func (c *connection) send(ctx context.Context, message map[string]string) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	c.sent = time.Now()
	if err := c.conn.Write(limited, websocket.MessageText, data); err != nil {
		return disconnected(err)
	}
	return nil
}
