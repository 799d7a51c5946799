package aidstack

import "encoding/json"

// UnknownPayload is the payload of an event of a type that this package does not know, as the service sent it.
type UnknownPayload struct{ Raw json.RawMessage }

func (*UnknownPayload) eventPayload() {}
func (*UnknownPayload) webhookData()  {}

// MarshalJSON returns the payload as the service sent it.
func (p *UnknownPayload) MarshalJSON() ([]byte, error) {
	if len(p.Raw) == 0 {
		return []byte("null"), nil
	}
	return p.Raw, nil
}

// UnmarshalJSON decodes an event of a known or unknown type.
func (e *Event) UnmarshalJSON(data []byte) error {
	type record Event
	envelope := struct {
		*record
		Payload json.RawMessage `json:"payload"`
	}{record: (*record)(e)}
	if err := decodeJSON(data, &envelope); err != nil {
		return err
	}
	e.Payload = newEventPayload(e.Type)
	if e.Payload == nil || json.Unmarshal(envelope.Payload, e.Payload) != nil {
		e.Payload = &UnknownPayload{envelope.Payload}
	}
	return nil
}

// UnmarshalJSON decodes a delivery body of a known or unknown type.
func (e *WebhookEvent) UnmarshalJSON(data []byte) error {
	type record WebhookEvent
	envelope := struct {
		*record
		Data json.RawMessage `json:"data"`
	}{record: (*record)(e)}
	if err := decodeJSON(data, &envelope); err != nil {
		return err
	}
	e.Data = newWebhookData(e.Type)
	if e.Data == nil || json.Unmarshal(envelope.Data, e.Data) != nil {
		e.Data = &UnknownPayload{envelope.Data}
	}
	return nil
}
