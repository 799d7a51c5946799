package aidstack

// Anyone can write an email without a subject, without a text or without an author. These methods return "" for what a
// message does not have, also if there is no message, so that a program may not fail on it.

// Sender returns the address of the first author of a message, or "" if it names none.
func (m *Message) Sender() string {
	if m == nil || len(m.From) == 0 {
		return ""
	}
	return m.From[0].Address
}

// Sender returns the address of the first author of a message, or "" if it names none.
func (m *FullMessage) Sender() string {
	if m == nil {
		return ""
	}
	return m.Message.Sender()
}

// WrittenText returns what the author of a message wrote, without the quoted history: its ExtractedText, or "" if it has
// none, such as an email with attachments only.
func (m *FullMessage) WrittenText() string {
	if m == nil || m.ExtractedText == nil {
		return ""
	}
	return *m.ExtractedText
}

// FullText returns the whole text of a message with the quoted history: its Text, or "" if it has none.
func (m *FullMessage) FullText() string {
	if m == nil || m.Text == nil {
		return ""
	}
	return *m.Text
}
