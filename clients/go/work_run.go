package aidstack

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// TaskRun is a handler's run of a task. Its methods must be called from the handler's goroutine.
type TaskRun struct {
	// Task is the task as of the start of the handler.
	Task *Task
	// Messages are all messages of the task, oldest first, including the replies that Ask returned.
	Messages []TaskMessage

	worker *worker
	id     string
	// end ends the context of the handler.
	end context.CancelCauseFunc
	// wake signals news about the task; ending is closed when the worker stops.
	wake   chan struct{}
	ending <-chan struct{}

	// attempt is a claim without a response so far.
	attempt claimAttempt
	// mutex guards the present claim, and whether the handler waits for the caller without one.
	mutex   sync.Mutex
	claimID string
	waiting bool

	// hasPlace is whether the handler occupies a slot.
	hasPlace bool
	// isReplying is whether the handler has returned, so that only the reply remains to be sent.
	isReplying atomic.Bool
	// abandoned is whether the handler was left in the middle, for the next worker to continue.
	abandoned bool
	// answered is when the last run of this worker left the task waiting for its caller, by the service's clock; zero if
	// none did.
	answered time.Time
	// earlier are the messages of earlier runs that this run may repeat, without those that it has repeated.
	earlier []TaskMessage
}

// Text returns the texts of the caller's newest message. A handler that uses Ask must read the task from the first of
// Messages: when it runs again after a crash, the newest one may be the reply to its question.
func (r *TaskRun) Text() string {
	for _, message := range slices.Backward(r.Messages) {
		if message.Role == TaskRoleCaller {
			var texts []string
			for _, part := range message.Parts {
				if part.Text != "" {
					texts = append(texts, part.Text)
				}
			}
			return strings.Join(texts, "\n")
		}
	}
	return ""
}

// Update reports progress to the caller. A handler that runs again after a crash sends no update twice, as long as it
// sends the same ones.
func (r *TaskRun) Update(ctx context.Context, parts ...NewPart) error {
	if r.takeEarlier(parts) != "" {
		return nil
	}
	_, err := r.say(ctx, TasksReplyParams{State: TaskReplyStateWorking, Parts: parts})
	return err
}

// Ask asks the caller a question, and returns the caller's reply. While it waits, another task has this one's slot. A
// handler that runs again after a crash finds its question and the reply, if it asks the same. The handler should
// return an error from Ask: when the worker stops, the next one continues the task.
func (r *TaskRun) Ask(ctx context.Context, parts ...NewPart) (*TaskMessage, error) {
	question := r.takeEarlier(parts)
	if reply := r.replyTo(question); reply != nil {
		return reply, nil
	}
	asking := TasksReplyParams{State: TaskReplyStateInputRequired, Parts: parts}
	if question != "" {
		asking.Parts = nil // The question is there already: the task is only given back to the caller.
	}
	r.setWaiting(true)
	task, err := r.say(ctx, asking)
	if err != nil {
		r.setWaiting(false)
		return nil, err
	}
	if question == "" {
		question = newestOf(TaskRoleWorker, task.Messages)
	}
	r.leave()
	reply, err := r.untilReply(ctx, question)
	if err != nil {
		r.abandoned = true
		return nil, err
	}
	return reply, r.takeUp(ctx)
}

// setWaiting sets whether the handler waits for the caller. The question ends the claim, so it is not renewed then.
func (r *TaskRun) setWaiting(waiting bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.waiting = waiting
}

// say sends a message of the handler.
func (r *TaskRun) say(ctx context.Context, reply TasksReplyParams) (*Task, error) {
	task, err := r.send(ctx, reply)
	if isLoss(err) {
		r.end(err)
	}
	return task, err
}

// leave gives the handler's slot to another task.
func (r *TaskRun) leave() {
	<-r.worker.places
	r.hasPlace = false
	r.worker.change(func() {})
}

// untilReply waits for the caller's message after a question.
func (r *TaskRun) untilReply(ctx context.Context, question string) (*TaskMessage, error) {
	var retry retrier
	for {
		if err := r.readMessages(ctx); err != nil {
			if !retry.again(ctx, err) {
				return nil, err
			}
			continue
		}
		retry.succeeded()
		if reply := r.replyTo(question); reply != nil {
			return reply, nil
		}
		select {
		case <-r.wake:
		case <-time.After(relistTime):
		case <-r.ending:
			return nil, errEnding
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// takeUp continues after the caller's reply, with a slot and a new claim.
func (r *TaskRun) takeUp(ctx context.Context) error {
	select {
	case r.worker.places <- struct{}{}:
		r.hasPlace = true
	case <-r.ending:
		r.abandoned = true
		return errEnding
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	var retry retrier
	for {
		err := r.claim(ctx)
		if err == nil {
			r.setWaiting(false)
			return nil
		}
		if !retry.again(ctx, err) {
			r.end(err)
			return err
		}
	}
}
