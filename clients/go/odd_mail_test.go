package aidstack_test

import (
	"encoding/json"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
)

func TestAnEmailWithoutATextOrAnAuthorHasEmptyOnes(t *testing.T) {
	var none *aidstack.FullMessage
	var summary *aidstack.Message
	bare := &aidstack.FullMessage{}
	if err := json.Unmarshal([]byte(`{"from":[],"text":null,"extracted_text":null,"subject":""}`), bare); err != nil {
		t.Fatal(err)
	}
	for _, message := range []*aidstack.FullMessage{none, {}, bare} {
		if message.Sender()+message.WrittenText()+message.FullText() != "" {
			t.Errorf("%+v has a sender or text", message)
		}
	}
	if summary.Sender() != "" || (&aidstack.Message{}).Sender() != "" {
		t.Error("a message without authors has a sender")
	}
	whole := &aidstack.FullMessage{}
	text := `{"from":[{"address":"ada@example.com"}],"text":"Soup.\n> Pizza?","extracted_text":"Soup."}`
	if err := json.Unmarshal([]byte(text), whole); err != nil {
		t.Fatal(err)
	}
	if got := whole.Sender() + "|" + whole.WrittenText() + "|" + whole.FullText(); got != "ada@example.com|Soup.|Soup.\n> Pizza?" {
		t.Errorf("got %q", got)
	}
}

func TestAMessageOfATaskWithoutTextHasAnEmptyOne(t *testing.T) {
	var none *aidstack.TaskMessage
	data := []aidstack.Part{{Data: json.RawMessage(`{"color":"red"}`)}}
	for _, message := range []*aidstack.TaskMessage{none, {}, {Parts: data}} {
		if text := message.WrittenText(); text != "" {
			t.Errorf("%+v has the text %q", message, text)
		}
	}
	parts := append(data, aidstack.Part{Text: "red"}, aidstack.Part{Text: "or blue"})
	if text := (&aidstack.TaskMessage{Parts: parts}).WrittenText(); text != "red\nor blue" {
		t.Errorf("got %q", text)
	}
}

func TestAPathAfterTheAddressOfATunnelHasOneSlash(t *testing.T) {
	for _, address := range []string{"https://tunnels.example/t/a/", "https://tunnels.example/t/a"} {
		if got := (&aidstack.Tunnel{PublicURL: address}).URL() + "/x"; got != "https://tunnels.example/t/a/x" {
			t.Errorf("got %s", got)
		}
	}
}
