package aidstack

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// TaskRun is a task in the hands of a handler. Its methods are for the goroutine of the handler.
type TaskRun struct {
	// Task is the task as it was when the handler began.
	Task *Task
	// Messages are all messages of the task, oldest first, with those that Ask has waited for.
	Messages []TaskMessage

	worker *worker
	id     string
	// end ends the context of the handler.
	end context.CancelCauseFunc
	// wake says that the loop has heard of the task; ending is closed when the worker ends.
	wake   chan struct{}
	ending <-chan struct{}

	// mutex guards what the claims change: the number of the next one, when it was first sent if it had no reply yet,
	// the end of the lease by the clock of this machine, and whether the handler waits for the caller without a lease.
	mutex     sync.Mutex
	claims    int
	claimSent time.Time
	leaseEnd  time.Time
	waiting   bool

	// hasPlace is whether the handler counts among those that run at once.
	hasPlace bool
	// abandoned is whether the handler was left in the middle, for the next worker to continue.
	abandoned bool
	// isContinued is whether another run may have begun the same.
	isContinued bool
	// began are the messages that were there when the handler began. From nextEarlier on they are looked through for what
	// earlier runs have said; found are the ids of those that this one has said again.
	began       []TaskMessage
	nextEarlier int
	found       []string
	updates     int
	questions   int
}

// Text returns the texts of the caller's newest message. A handler that uses Ask reads the task from the first of
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

// Update tells the caller how far the task is. A handler that runs again after a crash sends no update twice, as long
// as it sends the same ones.
func (r *TaskRun) Update(ctx context.Context, parts ...NewPart) error {
	r.updates++
	if r.takeEarlier(parts) != "" {
		return nil
	}
	return r.say(ctx, TasksReplyParams{State: TaskReplyStateWorking, Parts: parts}, r.key("update", r.updates))
}

// Ask asks the caller for more, and returns the caller's message that replies. While it waits, another task has the
// place of this one. A handler that runs again after a crash finds its question and the reply, if it asks the same.
// The handler should return an error of Ask: when the worker ends, the next one continues the task.
func (r *TaskRun) Ask(ctx context.Context, parts ...NewPart) (*TaskMessage, error) {
	r.questions++
	question, key := r.takeEarlier(parts), r.key("ask", r.questions)
	if reply := r.replyTo(question); reply != nil {
		return reply, nil
	}
	asking := TasksReplyParams{State: TaskReplyStateInputRequired, Parts: parts}
	// A claim that is under way would take the task back after the question.
	claims := r.setWaiting(true)
	if question != "" {
		// The claim of this run took the task back.
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

// setWaiting sets whether the task is the caller's, when no claim is under way. It returns the number of the next one.
func (r *TaskRun) setWaiting(waiting bool) (claims int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.waiting = waiting
	return r.claims
}

// say sends a message. Another run may have sent it in other words, which count.
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

// leave gives the place of the handler to another task.
func (r *TaskRun) leave() {
	<-r.worker.places
	r.hasPlace = false
	r.worker.change(func() {})
}

// untilReply waits for the caller's message after a question, the newest one of the worker where question is "". It
// also returns when a lease that begins with that message ends.
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

// takeUp continues after the caller's reply, with a place and a claim. Until the lease that began with the reply has
// ended, no other worker claims the task.
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
	// Earlier than another worker may think: both readings of the clock may be off.
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
