package aidstack

import (
	"context"
	"errors"
	"fmt"
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

	// mutex guards the state that claims change: the number of the next claim, when it was first sent if it has no reply
	// yet, the end of the lease by this machine's clock, and whether the handler waits for the caller without a lease.
	mutex     sync.Mutex
	claims    int
	claimSent time.Time
	leaseEnd  time.Time
	waiting   bool

	// hasPlace is whether the handler occupies a slot.
	hasPlace bool
	// isReplying is whether the handler has returned, so that only the reply remains to be sent.
	isReplying atomic.Bool
	// abandoned is whether the handler was left in the middle, for the next worker to continue.
	abandoned bool
	// isContinued is whether an earlier run may have sent the same messages.
	isContinued bool
	// began are the messages that existed when the handler started. The search for messages of earlier runs starts at
	// nextEarlier; found are the ids of those that this run has repeated.
	began       []TaskMessage
	nextEarlier int
	found       []string
	updates     int
	questions   int
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
	r.updates++
	if r.takeEarlier(parts) != "" {
		return nil
	}
	return r.say(ctx, TasksReplyParams{State: TaskReplyStateWorking, Parts: parts}, r.key("update", r.updates))
}

// Ask asks the caller a question, and returns the caller's reply. While it waits, another task has this one's slot. A
// handler that runs again after a crash finds its question and the reply, if it asks the same. The handler should
// return an error from Ask: when the worker stops, the next one continues the task.
func (r *TaskRun) Ask(ctx context.Context, parts ...NewPart) (*TaskMessage, error) {
	r.questions++
	question, key := r.takeEarlier(parts), r.key("ask", r.questions)
	if reply := r.replyTo(question); reply != nil {
		return reply, nil
	}
	asking := TasksReplyParams{State: TaskReplyStateInputRequired, Parts: parts}
	// A claim in progress would take the task again after the question.
	claims := r.setWaiting(true)
	if question != "" {
		// This run's claim took the task again.
		asking.Parts, key = nil, fmt.Sprintf("%s-%d", key, claims)
	}
	if err := r.say(ctx, asking, key); err != nil {
		r.setWaiting(false)
		return nil, err
	}
	r.leave()
	reply, end, err := r.untilReply(ctx, question)
	if err != nil {
		r.abandoned = true
		return nil, err
	}
	return reply, r.takeUp(ctx, end)
}

// setWaiting sets whether the task waits for the caller, once no claim is in progress. It returns the number of the
// next claim.
func (r *TaskRun) setWaiting(waiting bool) (claims int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.waiting = waiting
	return r.claims
}

// say sends a message. Another run may have sent it in different words, which then count.
func (r *TaskRun) say(ctx context.Context, reply TasksReplyParams, key string) error {
	err := r.send(ctx, reply, key)
	var failure *Error
	switch {
	case errors.As(err, &failure) && failure.Code == ErrorCodeIdempotencyConflict:
		return nil
	case IsConflict(err) || errors.Is(err, errLost):
		r.end(err)
	}
	return err
}

// leave gives the handler's slot to another task.
func (r *TaskRun) leave() {
	<-r.worker.places
	r.hasPlace = false
	r.worker.change(func() {})
}

// untilReply waits for the caller's message after a question, or after the worker's newest message if question is "".
// It also returns when a lease that starts with that message ends.
func (r *TaskRun) untilReply(ctx context.Context, question string) (*TaskMessage, time.Time, error) {
	var retry retrier
	for {
		task, end, err := r.read(ctx)
		if err == nil {
			err = r.readMessages(ctx, task)
		}
		if err != nil {
			if !retry.again(ctx, err) {
				return nil, time.Time{}, err
			}
			continue
		}
		retry.succeeded()
		if question == "" {
			question = r.newestOf(TaskRoleWorker)
		}
		if reply := r.replyTo(question); reply != nil {
			return reply, end.Add(reply.CreatedAt.Sub(task.UpdatedAt)), nil
		}
		select {
		case <-r.wake:
		case <-time.After(relistTime):
		case <-r.ending:
			return nil, time.Time{}, errEnding
		case <-ctx.Done():
			return nil, time.Time{}, context.Cause(ctx)
		}
	}
}

// takeUp continues after the caller's reply, with a slot and a claim. No other worker claims the task until the lease
// that started with the reply has ended.
func (r *TaskRun) takeUp(ctx context.Context, end time.Time) error {
	select {
	case r.worker.places <- struct{}{}:
		r.hasPlace = true
	case <-r.ending:
		r.abandoned = true
		return errEnding
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	r.mutex.Lock()
	// Earlier than another worker may assume, because both clock readings may be off.
	r.waiting, r.leaseEnd = false, end.Add(-2*dateSlack)
	r.mutex.Unlock()
	var retry retrier
	for {
		err := r.renew(ctx)
		if err == nil {
			return nil
		}
		if !retry.again(ctx, err) {
			r.end(err)
			return err
		}
	}
}
