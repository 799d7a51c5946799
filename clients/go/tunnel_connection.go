package aidstack

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
)

const (
	// tunnelPingTime is the silence after which a connection is pinged. API Gateway closes an idle connection after ten
	// minutes; routers in between drop it much sooner.
	tunnelPingTime = time.Minute
	// tunnelPongTime is how long something may take to arrive after a ping.
	tunnelPongTime = 9 * time.Second
	// tunnelLastTime starts after it, so that a program that was suspended for a while first reads what has arrived.
	tunnelLastTime = time.Second
	// maxTunnelMessage is more than the service sends in a message.
	maxTunnelMessage = 1 << 20
	// tunnelFrame is the largest frame that API Gateway accepts.
	tunnelFrame = 32 << 10
)

// tunnelMessage is a message of the service. See: docs/contract/tunnels.md#messages.
type tunnelMessage struct {
	Type   string `json:"type"`
	ID     string `json:"id"`
	Method string `json:"method"`
	Path   string `json:"path"`
	// Headers are pairs in a request, and an object where an upload is allowed.
	Headers json.RawMessage `json:"headers"`
	Body    []byte          `json:"body"`
	More    bool            `json:"more"`
	BodyURL string          `json:"body_url"`
	Seq     int             `json:"seq"`
	URL     string          `json:"url"`
	Reason  string          `json:"reason"`
}

// tunnelConnection is one connection of a tunnel.
type tunnelConnection struct {
	*tunnelServer
	// ctx is that of the connection. A write under the context of a request would end the connection with it.
	ctx  context.Context
	conn *websocket.Conn
	// mutex guards the requests, which end on their own.
	mutex    sync.Mutex
	requests map[string]*tunnelRequest
}

// read forwards the messages until the connection ends. A message that cannot be parsed is from a newer service.
func (c *tunnelConnection) read(messages chan<- tunnelMessage) {
	defer close(messages)
	for {
		_, data, err := c.conn.Read(c.ctx)
		if err != nil {
			return
		}
		message := tunnelMessage{}
		if json.Unmarshal(data, &message) != nil {
			message = tunnelMessage{}
		}
		select {
		case messages <- message:
		case <-c.ctx.Done():
			return
		}
	}
}

// serve handles the messages in order, until the connection ends or nothing arrives after a ping. It does not wait
// until the ping is sent, which may never happen.
func (c *tunnelConnection) serve(messages <-chan tunnelMessage) error {
	ping := func() { go func() { _ = c.send(map[string]any{"type": "ping"}) }() }
	ping()
	steps := []struct {
		wait time.Duration
		then func()
	}{{tunnelPingTime, ping}, {tunnelPongTime, nil}, {tunnelLastTime, nil}}
	step := 1
	timer := time.NewTimer(tunnelPongTime)
	defer timer.Stop()
	for {
		select {
		case message, open := <-messages:
			if !open {
				return lostTunnel(errors.New("it was closed"))
			}
			if err := c.take(message); err != nil {
				return err
			}
			step = 0
		case <-timer.C:
			if then := steps[step].then; then != nil {
				then()
			}
			if step++; step == len(steps) {
				return lostTunnel(errors.New("it did not respond"))
			}
		case <-c.ctx.Done():
			return c.ctx.Err()
		}
		timer.Reset(steps[step].wait)
	}
}

// take handles a message. Those of an unknown type are ignored.
func (c *tunnelConnection) take(message tunnelMessage) error {
	switch message.Type {
	case "pong":
		c.retry.succeeded()
		if !c.isReady && c.onReady != nil {
			c.onReady(c.tunnel)
		}
		c.isReady = true
	case "closing":
		if slices.Contains(finalReasons, message.Reason) {
			return endedTunnel(message.Reason)
		}
	case "request":
		c.begin(message)
	case "body", "upload", "cancel":
		c.mutex.Lock()
		request := c.requests[message.ID]
		c.mutex.Unlock()
		if request != nil {
			request.receive(message)
		}
	}
	return nil
}

// begin handles a request once its body has arrived.
func (c *tunnelConnection) begin(message tunnelMessage) {
	ctx, cancel := context.WithCancel(c.ctx)
	request := newTunnelRequest(message, cancel)
	c.mutex.Lock()
	c.requests[message.ID] = request
	c.mutex.Unlock()
	c.handlers.Add(1)
	go func() {
		defer c.handlers.Done()
		defer func() {
			cancel()
			c.mutex.Lock()
			defer c.mutex.Unlock()
			delete(c.requests, message.ID)
		}()
		c.answer(ctx, request)
	}()
}

// send sends a message, in frames that the service accepts. Several may be sent at once.
func (c *tunnelConnection) send(message map[string]any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if len(data) <= tunnelFrame {
		return c.conn.Write(c.ctx, websocket.MessageText, data)
	}
	writer, err := c.conn.Writer(c.ctx, websocket.MessageText)
	if err != nil {
		return err
	}
	for frame := range slices.Chunk(data, tunnelFrame) {
		if _, err := writer.Write(frame); err != nil {
			return err
		}
	}
	return writer.Close()
}
