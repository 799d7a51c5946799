package aidstack

import "strings"

// WrittenText returns the texts of the parts of a message, each on lines of its own; "" if it has none, such as a
// message with files only, or if there is no message.
func (m *TaskMessage) WrittenText() string {
	if m == nil {
		return ""
	}
	var texts []string
	for _, part := range m.Parts {
		if part.Text != "" {
			texts = append(texts, part.Text)
		}
	}
	return strings.Join(texts, "\n")
}
