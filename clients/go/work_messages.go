package aidstack

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
)

// begin reads the messages that the record of the task has no room for.
func (r *TaskRun) begin(ctx context.Context) error {
	var retry retrier
	for {
		err := r.readMessages(ctx, r.Task)
		if err == nil {
			break
		}
		if !retry.again(ctx, err) {
			return err
		}
	}
	r.began = r.newestOfCaller()
	for _, message := range r.Messages {
		if message.Role == TaskRoleWorker {
			r.earlier = append(r.earlier, message)
		}
	}
	return nil
}

// readMessages takes the messages of a task, and reads those before them.
func (r *TaskRun) readMessages(ctx context.Context, task *Task) error {
	messages := task.Messages
	for len(messages) > 0 && len(messages) < task.MessageCount {
		params := TasksGetParams{MessagesBefore: messages[0].CreatedAt}
		before, err := r.worker.client.Tasks.Get(ctx, r.id, params, r.worker.options...)
		if err != nil {
			return err
		}
		if len(before.Messages) == 0 {
			break
		}
		messages = append(before.Messages, messages...)
	}
	r.Messages = messages
	return nil
}

func (r *TaskRun) newestOfCaller() string { return r.newestOf(TaskRoleCaller) }

// newestOf returns the id of the newest message of one side.
func (r *TaskRun) newestOf(role TaskRole) string {
	for _, message := range slices.Backward(r.Messages) {
		if message.Role == role {
			return message.ID
		}
	}
	return ""
}

// replyTo returns the caller's first message after a message.
func (r *TaskRun) replyTo(question string) *TaskMessage {
	asked := slices.IndexFunc(r.Messages, func(message TaskMessage) bool { return message.ID == question })
	for i := asked + 1; asked >= 0 && i < len(r.Messages); i++ {
		if r.Messages[i].Role == TaskRoleCaller {
			return &r.Messages[i]
		}
	}
	return nil
}

// takeEarlier finds a message of an earlier run with the same parts, after the one that it has found last, and
// returns its id; "" if there is none.
func (r *TaskRun) takeEarlier(parts []NewPart) string {
	for i, message := range r.earlier {
		if sameJSON(message.Parts, parts) {
			r.earlier = r.earlier[i+1:]
			return message.ID
		}
	}
	return ""
}

// sameJSON reports whether two values are the same on the wire, where what has no value is left out.
func sameJSON(a, b any) bool {
	var values [2]any
	for i, value := range []any{a, b} {
		encoded, err := json.Marshal(value)
		if err != nil || json.Unmarshal(encoded, &values[i]) != nil {
			return false
		}
	}
	return reflect.DeepEqual(values[0], values[1])
}
