package aidstack

import (
	"context"
	"net/http"
	"time"
)

// startDue starts due tasks while slots are free. It returns the time until the next one is due.
func (w *worker) startDue(ctx context.Context) time.Duration {
	for {
		var due []*dueTask
		next := time.Hour
		for _, task := range w.tasks {
			if task.busy {
				continue
			}
			wait := time.Until(task.due)
			next = min(next, max(wait, 0))
			if wait <= 0 {
				due = append(due, task)
			}
		}
		if len(due) == 0 {
			return next
		}
		select {
		case w.places <- struct{}{}:
			task := w.choice.pick(due)
			task.busy = true
			w.running.Add(1)
			go w.attempt(ctx, *task)
		default:
			return time.Hour // The end of a handler triggers another check.
		}
	}
}

var taskEvents = []EventType{
	EventTypeA2ATaskCreated, EventTypeA2ATaskMessage, EventTypeA2ATaskUpdated, EventTypeA2ATaskCanceled,
}

// follow updates the states of tasks, event by event.
func (w *worker) follow(ctx context.Context, since time.Time) {
	params := EventsFollowParams{Types: taskEvents, Since: since}
	for event, err := range w.client.Events.followed(ctx, params, w.options, Hooks{}) {
		if err != nil {
			w.end(err)
			return
		}
		id, state := taskOf(event)
		if state == "" {
			w.listAgain() // A newer service may report it differently; the lists have the state.
		}
		w.changeUnless(ctx, func() { w.note(id, state, time.Now().Add(w.params.Lease+dateSlack)) })
	}
}

// taskOf returns the task of an event and its state; "" if the event does not name it.
func taskOf(event *Event) (id string, state TaskState) {
	switch payload := event.Payload.(type) {
	case *TaskCreatedPayload:
		return payload.TaskID, TaskState(payload.State)
	case *TaskMessagePayload:
		return payload.TaskID, TaskState(payload.State)
	case *TaskUpdatedPayload:
		return payload.TaskID, TaskState(payload.State)
	case *TaskCanceledPayload:
		return payload.TaskID, TaskState(payload.State)
	}
	if event.AggregateID != nil {
		return *event.AggregateID, ""
	}
	return "", ""
}

// note records the state of a task. leaseEnd is when this worker may claim one that another worker may have. The state
// may be stale: then the service refuses the claim, and says until when.
func (w *worker) note(id string, state TaskState, leaseEnd time.Time) {
	task := w.tasks[id]
	if task != nil && task.busy {
		if task.run != nil {
			task.run.note(state)
		} else {
			task.missed = func() { w.note(id, state, leaseEnd) }
		}
		return
	}
	switch state {
	case "":
	case TaskStateSubmitted, TaskStateWorking:
		if task == nil {
			task = &dueTask{id: id, answered: w.answered[id]}
			w.tasks[id] = task
		}
		if task.attempt.key != "" {
			return // The state may come from this worker's own claim, which it sends again in any case.
		}
		task.due = leaseEnd
		if state == TaskStateSubmitted || !task.answered.IsZero() {
			task.due = time.Now()
		}
		if task.due.Before(task.held) {
			task.due = task.held
		}
	case TaskStateInputRequired, TaskStateAuthRequired:
		delete(w.tasks, id)
	default:
		delete(w.tasks, id)
		delete(w.answered, id)
	}
}

// list reads the open tasks at the start and every minute, in case an event was incomplete.
func (w *worker) list(ctx context.Context) {
	var retry retrier
	for {
		err := w.readOpenTasks(ctx)
		switch {
		case err == nil:
			retry.succeeded()
			select {
			case <-time.After(relistTime):
			case <-w.relist:
			case <-ctx.Done():
				return
			}
		case !retry.again(ctx, err):
			w.end(err)
			return
		}
	}
}

// listAgain triggers a listing of the open tasks.
func (w *worker) listAgain() {
	select {
	case w.relist <- struct{}{}:
	default:
	}
}

func (w *worker) readOpenTasks(ctx context.Context) error {
	for _, state := range []TaskState{TaskStateSubmitted, TaskStateWorking} {
		var response *http.Response
		options := append(append([]RequestOption(nil), w.options...), WithResponse(&response))
		params := TasksListParams{Direction: TaskDirectionInbound, State: state, Limit: 200}
		for task, err := range w.client.Tasks.List(ctx, params, options...) {
			if err != nil {
				return err
			}
			end := leaseEnd(task.UpdatedAt, response, w.params.Lease)
			w.changeUnless(ctx, func() { w.note(task.ID, task.State, end) })
		}
	}
	return ctx.Err()
}

// dateSlack compensates for the Date header, which has no fractions of a second.
const dateSlack = 2 * time.Second

// leaseEnd returns when a worker that last changed a task was silent for a lease, by this machine's clock, so that one
// that has asked the caller has the time to continue. The service's current time is in the Date header of a response.
func leaseEnd(kept time.Time, response *http.Response, lease time.Duration) time.Time {
	now := time.Now()
	service := now
	if response != nil {
		if at, err := http.ParseTime(response.Header.Get("date")); err == nil {
			service = at
		}
	}
	return now.Add(kept.Add(lease).Sub(service) + dateSlack)
}
