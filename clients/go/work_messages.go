package aidstack

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// begin reads the messages that are not in the record of the task.
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
	r.began = r.Messages
	if !r.isContinued {
		r.nextEarlier = len(r.began)
	}
	return nil
}

// readMessages takes the messages of a task, and reads the earlier ones.
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

// takeEarlier finds a message of an earlier run with the same parts, after the last match, and returns its id; "" if
// there is none.
func (r *TaskRun) takeEarlier(parts []NewPart) string {
	for i := r.nextEarlier; i < len(r.began); i++ {
		if message := r.began[i]; message.Role == TaskRoleWorker && sameJSON(asSent(message.Parts), withoutEmpty(parts)) {
			r.nextEarlier = i + 1
			r.found = append(r.found, message.ID)
			return message.ID
		}
	}
	return ""
}

// lastAnswer returns the id of the newest message with which an earlier run may have ended, or "0": a worker's message
// to which the caller has replied, and which is not a question or update of this run. It is the same for all runs that
// repeat each other, whatever the caller has written meanwhile.
func (r *TaskRun) lastAnswer() string {
	replied := false
	for _, message := range slices.Backward(r.began) {
		switch {
		case message.Role == TaskRoleCaller:
			replied = true
		case replied && message.Role == TaskRoleWorker && !slices.Contains(r.found, message.ID):
			return message.ID
		}
	}
	return "0"
}

// key returns the idempotency key of a message: the same in all runs that repeat each other.
func (r *TaskRun) key(step string, number int) string {
	return fmt.Sprintf("aid-work-%s-%s-%s-%d", r.id, step, r.lastAnswer(), number)
}

// original is the metadata field with the original text of a part, if the service returns it without invisible
// characters. See: docs/safe-reading.md#characters.
const original = "aid.original"

// asSent returns the parts of a message as they were sent.
func asSent(parts []Part) []Part {
	sent := slices.Clone(parts)
	for i := range sent {
		part := &sent[i]
		var before struct {
			Text     *string        `json:"text"`
			Filename *string        `json:"filename"`
			Metadata map[string]any `json:"metadata"`
		}
		if encoded, err := json.Marshal(part.Metadata[original]); err == nil {
			_ = json.Unmarshal(encoded, &before)
		}
		if before.Text != nil {
			part.Text = *before.Text
		}
		if before.Filename != nil {
			part.Filename = *before.Filename
		}
		if before.Metadata != nil {
			part.Metadata = before.Metadata
		} else {
			part.Metadata = maps.Clone(part.Metadata)
			delete(part.Metadata, original)
		}
		if len(part.Metadata) == 0 {
			part.Metadata = nil
		}
	}
	return sent
}

// withoutEmpty removes empty metadata from a handler's parts.
func withoutEmpty(parts []NewPart) []NewPart {
	sent := slices.Clone(parts)
	for i := range sent {
		if len(sent[i].Metadata) == 0 {
			sent[i].Metadata = nil
		}
	}
	return sent
}

// sameJSON reports whether two values are the same on the wire, which omits empty values.
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
