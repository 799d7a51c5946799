//go:build go1.25

package aidstack_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

func TestAWaitForACodeWithoutATimeFindsWhatArrivedInTheLastTwoMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var messages []json.RawMessage
		for number, age := range []time.Duration{2 * time.Minute, 2*time.Minute - time.Millisecond} {
			message, err := json.Marshal(map[string]any{
				"id": fmt.Sprintf("msg_%d", number), "created_at": time.Now().Add(-age), "folder": "inbox",
				"from": []any{}, "codes": []any{map[string]string{"value": "482913", "kind": "numeric"}},
			})
			if err != nil {
				t.Fatal(err)
			}
			messages = append(messages, message)
		}
		found, err := receivedBy(t, "me", messages).Client().Mail.WaitForCode(
			t.Context(), aidstack.MailWaitForCodeParams{Timeout: -1})
		if err != nil || found.Message == nil || found.Message.ID != "msg_1" {
			t.Errorf("got %+v, %v", found, err)
		}
	})
}
