package aidstack

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
)

// begin reads the task and its messages, and finds out which of them an earlier run may have sent.
func (r *TaskRun) begin(ctx context.Context) error {
	var retry retrier
	for {
		err := r.readMessages(ctx)
		if err == nil {
			break
		}
		if !retry.again(ctx, err) {
			return err
		}
	}
	if isOver(r.Task.State) {
		r.end(errOver)
	}
	for _, message := range r.Messages {
		if message.Role == TaskRoleWorker && message.CreatedAt.After(r.answered) {
			r.earlier = append(r.earlier, message)
		}
	}
	return ctx.Err()
}

// readMessages reads the task and all of its messages.
func (r *TaskRun) readMessages(ctx context.Context) error {
	task, err := r.worker.client.Tasks.Get(ctx, r.id, TasksGetParams{}, r.worker.options...)
	if err != nil {
		return err
	}
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
	if r.Task == nil {
		r.Task = task
	}
	r.Messages = messages
	return nil
}

// newestOf returns the id of the newest message of one side.
func newestOf(role TaskRole, messages []TaskMessage) string {
	for _, message := range slices.Backward(messages) {
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
	for i, message := range r.earlier {
		if sameJSON(asSent(message.Parts), withoutEmpty(parts)) {
			r.earlier = r.earlier[i+1:]
			return message.ID
		}
	}
	return ""
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
