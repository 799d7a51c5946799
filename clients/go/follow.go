package aidstack

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"
)

// EventsFollowParams are the parameters of [EventsService.Follow].
type EventsFollowParams struct {
	// Types are the event types to follow; all if empty.
	Types []EventType
	// IdentityID limits the events to one agent, with an org key.
	IdentityID string
	// Since is the time to start after: the CreatedAt of an event; now if zero. A saved cursor takes precedence.
	Since time.Time
	// Cursor saves the position between runs, for example a [FileCursor]. The position is saved when the loop asks for the
	// next event, so a crash or a break out of the loop repeats at most the event that was being handled.
	Cursor CursorStore
	// ExpandMessage loads the whole message of each mail event into its Message field.
	ExpandMessage bool
}

// Follow yields every matching event once and in order, forever. It ends with an error when its context ends, or when
// the service refuses the call, for example because the key was revoked. It survives all other errors.
//
//	for event, err := range client.Events.Follow(ctx, aidstack.EventsFollowParams{
//		Types: []aidstack.EventType{aidstack.EventTypeMailReceived}, Cursor: aidstack.FileCursor("cursor"),
//	}) {
//		if err != nil {
//			return err
//		}
//		handle(event)
//	}
//
// The events arrive over a WebSocket, or by polling if none can be opened.
//
// See: docs/decisions/0053-loops-of-the-sdks.md.
func (s *EventsService) Follow(
	ctx context.Context, params EventsFollowParams, options ...RequestOption,
) iter.Seq2[*Event, error] {
	return s.followed(ctx, params, options, s.transport.hooks)
}

// followed is Follow with these hooks: the loop over tasks follows events that no program handles.
func (s *EventsService) followed(
	ctx context.Context, params EventsFollowParams, options []RequestOption, hooks Hooks,
) iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		f := &follower{client: newClient(s.transport), params: params, options: options, hooks: hooks}
		if f.params.IdentityID == "" {
			f.params.IdentityID = s.transport.scope(options)
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		f.yield = func(event *Event) error { return f.handOver(ctx, event, yield) }
		if err := f.run(ctx); !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// errStopped says that the consumer has left the loop.
var errStopped = errors.New("the consumer has left the loop")

// follower is one run of a loop over events.
type follower struct {
	client  *Client
	params  EventsFollowParams
	options []RequestOption
	hooks   Hooks
	yield   func(*Event) error
	// position is the time of the last event that the consumer has handled.
	position time.Time
	// refused counts consecutive connections that could not be opened.
	refused int
	// rest is how long the history was read the last time that no connection could be opened.
	rest time.Duration
}

const (
	// maxRefused is the number of consecutive failed connections after which the history is read.
	maxRefused = 3
	minRest    = 30 * time.Second
	maxRest    = 5 * time.Minute
	// steadyTime is how long a connection must last not to count as a failure, even if no event arrived.
	steadyTime = 10 * time.Second
)

// run finds the start, and then reads from connections, and from the history between them, until an error ends it.
func (f *follower) run(ctx context.Context) error {
	var retry retrier
	step := f.begin
	for {
		before, start := f.position, time.Now()
		err := step(ctx)
		if err == nil || f.position.After(before) || time.Since(start) > steadyTime {
			retry.succeeded()
		}
		if err != nil && !retry.again(ctx, err) {
			if ctx.Err() != nil && !errors.Is(err, errStopped) {
				return ctx.Err()
			}
			return err
		}
		if err == nil || !f.position.IsZero() {
			step = f.read
		}
	}
}

// read reads the events of a connection and then the history, so that no event waits for the next connection; or for a
// while the history alone, if none can be opened.
func (f *follower) read(ctx context.Context) error {
	if f.refused >= maxRefused {
		f.rest = min(max(minRest, 2*f.rest), maxRest)
		f.refused--
		return f.readHistory(ctx, f.rest)
	}
	err := f.stream(ctx)
	if isTransient(err) {
		if _, failure := f.catchUp(ctx, f.position); failure != nil {
			return failure
		}
	}
	return err
}

// begin finds the position to start at: by default the newest event in the log. It is saved, so that a crash before the
// first event loses none.
func (f *follower) begin(ctx context.Context) error {
	if f.params.Cursor != nil {
		saved, err := f.params.Cursor.Load(ctx)
		if err != nil {
			return fmt.Errorf("the cursor cannot be read: %w", err)
		}
		if saved != "" {
			at, ok := timeOf(saved)
			if !ok {
				return mistake("cursor", "the saved cursor is not a time")
			}
			f.position = at
			return nil
		}
	}
	position := f.params.Since
	if !isSendable(position) {
		return mistake("since", "the year %d is outside of 0 to 9999", position.UTC().Year())
	}
	if position.IsZero() {
		params := EventsListParams{Limit: 1, IdentityID: f.params.IdentityID}
		page, err := f.client.Events.ListPage(ctx, params, f.options...)
		if err != nil {
			return err
		}
		position = time.Unix(0, 0)
		if len(page.Items) > 0 {
			position = page.Items[0].CreatedAt
		}
	}
	f.position = position
	return f.save(ctx)
}

func (f *follower) save(ctx context.Context) error {
	if f.params.Cursor == nil {
		return nil
	}
	if err := f.params.Cursor.Save(ctx, formatTime(f.position)); err != nil {
		return fmt.Errorf("the cursor cannot be saved: %w", err)
	}
	return nil
}

// handOver yields an event, and saves the position when the consumer asks for the next one.
func (f *follower) handOver(ctx context.Context, event *Event, yield func(*Event, error) bool) error {
	// Several events may be there at once, and the program has canceled the context while it handled one.
	if err := ctx.Err(); err != nil {
		return err
	}
	if f.params.ExpandMessage {
		if err := f.expand(ctx, event); err != nil {
			return err
		}
	}
	if !f.isWanted(ctx, event, yield) {
		return errStopped
	}
	f.position = event.CreatedAt
	return f.save(context.WithoutCancel(ctx))
}

// isWanted passes an event to the consumer, and reports whether the consumer asks for the next one.
func (f *follower) isWanted(ctx context.Context, event *Event, yield func(*Event, error) bool) bool {
	record := HandlingRecord{Loop: "events.follow", ID: event.ID, Name: string(event.Type)}
	_, end := f.hooks.handling(ctx, record)
	defer end(HandlingResult{})
	return yield(event, nil)
}

// expand loads the message of a mail event. It is omitted if it no longer exists, or if its agent is unknown.
func (f *follower) expand(ctx context.Context, event *Event) error {
	if event.AggregateType == nil || *event.AggregateType != "mail_message" ||
		event.AggregateID == nil || event.IdentityID == nil {
		return nil
	}
	options := append(slices.Clone(f.options), WithIdentity(*event.IdentityID))
	message, err := f.client.Mail.Messages.Get(ctx, *event.AggregateID, options...)
	if err != nil && !IsNotFound(err) {
		return err
	}
	event.Message = message
	return nil
}

// timeOf parses a time in the service's format.
func timeOf(text string) (time.Time, bool) {
	at, err := time.Parse(time.RFC3339Nano, text)
	return at, err == nil
}
