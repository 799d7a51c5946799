package aidstack_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

// codeCase is a case that all SDKs share.
type codeCase struct {
	Title   string
	Options struct {
		From      string
		Since     time.Time
		CodesOnly bool `json:"codes_only"`
		Accept    []aidstack.HoldReason
	}
	Messages []json.RawMessage
	Found    struct {
		Message, Code, Link *string
	}
	HeldBack [][2]string `json:"held_back"`
}

type codeCases struct {
	Cases        []codeCase
	WrongSenders []string `json:"wrong_senders"`
}

var codesBegin = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

// receivedBy returns a service that has received these messages for an agent.
func receivedBy(t *testing.T, agent string, messages []json.RawMessage) *aidstacktest.Transport {
	t.Helper()
	type record struct {
		ID        string    `json:"id"`
		CreatedAt time.Time `json:"created_at"`
	}
	fake := aidstacktest.New()
	var records []record
	for _, message := range messages {
		var read record
		if err := json.Unmarshal(message, &read); err != nil {
			t.Fatal(err)
		}
		records = append(records, read)
		fake.Reply("GET /v1/identities/"+agent+"/mail/messages/"+read.ID, 200, string(message))
	}
	fake.Handle("GET /v1/events/wait", func(w http.ResponseWriter, r *http.Request) {
		since, err := time.Parse(time.RFC3339, r.URL.Query().Get("since"))
		if err != nil {
			t.Error(err)
		}
		var event any
		for _, message := range records {
			if message.CreatedAt.After(since) {
				event = map[string]any{
					"type": "mail.received", "aggregate_id": message.ID, "created_at": message.CreatedAt, "payload": map[string]any{},
				}
				break
			}
		}
		w.Header().Set("content-type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"event": event, "timed_out": event == nil})
	})
	return fake
}

func TestWaitForCodeAgreesWithTheOtherSDKsInEveryCase(t *testing.T) {
	var file codeCases
	readVectors(t, "codes.json", &file)
	for _, one := range file.Cases {
		params := aidstack.MailWaitForCodeParams{
			From: one.Options.From, Since: one.Options.Since, CodesOnly: one.Options.CodesOnly,
			AcceptReasons: one.Options.Accept, Timeout: -1,
		}
		if params.Since.IsZero() {
			params.Since = codesBegin
		}
		found, err := receivedBy(t, "me", one.Messages).Client().Mail.WaitForCode(t.Context(), params)
		if err != nil {
			t.Errorf("%s: %v", one.Title, err)
			continue
		}
		result := one.Found
		result.Message, result.Code, result.Link = nil, nil, nil
		if found.Message != nil {
			result.Message = &found.Message.ID
		}
		if found.Code != "" {
			result.Code = &found.Code
		}
		if found.Link != nil {
			result.Link = &found.Link.URL
		}
		var heldBack [][2]string
		for _, held := range found.HeldBack {
			heldBack = append(heldBack, [2]string{held.ID, string(held.Reason)})
		}
		if !reflect.DeepEqual(result, one.Found) || len(heldBack)+len(one.HeldBack) > 0 && !reflect.DeepEqual(heldBack, one.HeldBack) {
			t.Errorf("%s: found %s with %q", one.Title, found.Code, heldBack)
		}
	}
}

func TestAWaitForACodeRefusesAWrongSenderAtOnce(t *testing.T) {
	var file codeCases
	readVectors(t, "codes.json", &file)
	for _, sender := range file.WrongSenders {
		fake := aidstacktest.New()
		_, err := fake.Client().Mail.WaitForCode(t.Context(), aidstack.MailWaitForCodeParams{From: sender})
		if err == nil || !strings.Contains(err.Error(), "expected an address or a domain") || len(fake.Requests()) > 0 {
			t.Errorf("%q: got %v", sender, err)
		}
	}
}

func TestAWaitForACodeIsOfTheAgentOfTheKeyOfTheClientOrOfTheCall(t *testing.T) {
	fake := receivedBy(t, "me", nil)
	client, params := fake.Client(), aidstack.MailWaitForCodeParams{Timeout: -1}
	for _, mail := range []*aidstack.MailService{client.Mail, client.Identity("agt_1").Mail} {
		if _, err := mail.WaitForCode(t.Context(), params); err != nil {
			t.Error(err)
		}
	}
	if _, err := client.Identity("agt_1").Mail.WaitForCode(t.Context(), params, aidstack.WithIdentity("agt_2")); err != nil {
		t.Error(err)
	}
	var agents []string
	for _, request := range fake.Requests() {
		agents = append(agents, request.Query.Get("identity_id"))
	}
	if wanted := []string{"me", "agt_1", "agt_2"}; !reflect.DeepEqual(agents, wanted) {
		t.Errorf("got %q, expected %q", agents, wanted)
	}
}

func TestAFunctionDecidesAloneWhichEmailHasTheCode(t *testing.T) {
	var file codeCases
	readVectors(t, "codes.json", &file)
	var seen []aidstack.HoldReason
	found, err := receivedBy(t, "me", file.Cases[0].Messages).Client().Mail.WaitForCode(
		t.Context(), aidstack.MailWaitForCodeParams{
			Since: codesBegin, Timeout: -1,
			Accept: func(message *aidstack.FullMessage, reason aidstack.HoldReason) bool {
				seen = append(seen, reason)
				return message.ID == "msg_3"
			},
		})
	heldBack := []aidstack.HeldReply{{ID: "msg_1", Reason: "no_code"}, {ID: "msg_2", Reason: "not_accepted"}}
	if err != nil || found.Code != "111111" || !reflect.DeepEqual(found.HeldBack, heldBack) {
		t.Errorf("got %+v, %v", found, err)
	}
	if wanted := []aidstack.HoldReason{"no_code", "", ""}; !reflect.DeepEqual(seen, wanted) {
		t.Errorf("got %q, expected %q", seen, wanted)
	}
}

func TestAWaitForACodeOutlastsANetworkThatFailsForATimeAndEndsAtItsTimeWithoutOne(t *testing.T) {
	var file codeCases
	readVectors(t, "codes.json", &file)
	behind := func(lost int) *aidstack.Client {
		network := &flakyNetwork{receivedBy(t, "me", file.Cases[1].Messages), lost, map[string]int{}}
		return network.Client(aidstack.WithHTTPClient(&http.Client{Transport: network}))
	}
	params := aidstack.MailWaitForCodeParams{Since: codesBegin, Timeout: stalled}
	found, err := behind(1).Mail.WaitForCode(t.Context(), params)
	if err != nil || found.Code != "482913" {
		t.Errorf("got %+v, %v", found, err)
	}
	params.Timeout = 200 * time.Millisecond
	_, err = behind(-1).Mail.WaitForCode(t.Context(), params)
	var failure *aidstack.Error
	if !errors.As(err, &failure) || failure.Status != 0 {
		t.Errorf("got %v, expected a connection error", err)
	}
}
