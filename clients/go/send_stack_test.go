//go:build stack

package aidstack_test

import (
	"fmt"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
)

func TestEachSendOverAHostileNetworkMakesExactlyOneEmail(t *testing.T) {
	emails := sizeOf(t, 1000, 60)
	sender := newOrganization(t).newAgent(t)
	hostile := sender.at(setting(t, "AID_TEST_PROXY"))
	err := together(emails, 16, func(i int) error {
		_, err := hostile.Mail.Send(t.Context(), aidstack.MailSendParams{
			To: []string{"ada@example.com"}, Subject: fmt.Sprintf("Number %d", i), Text: "Hello",
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	subjects := map[string]int{}
	for message, err := range sender.client.Mail.Messages.List(t.Context(), aidstack.MailMessagesListParams{Limit: 200}) {
		if err != nil {
			t.Fatal(err)
		}
		subjects[message.Subject]++
	}
	total := 0
	for subject, count := range subjects {
		total += count
		if count != 1 {
			t.Errorf("%d emails have the subject %q", count, subject)
		}
	}
	if total != emails {
		t.Errorf("%d emails, not %d", total, emails)
	}

	outcomes := map[string]bool{}
	params := aidstack.EventsFollowParams{Types: []aidstack.EventType{aidstack.EventTypeMailSent}, Since: longAgo}
	for event, err := range sender.client.Events.Follow(t.Context(), params) {
		if err != nil {
			t.Fatal(err)
		}
		if outcomes[*event.AggregateID] {
			t.Errorf("%s was sent twice", *event.AggregateID)
		}
		if outcomes[*event.AggregateID] = true; len(outcomes) == emails {
			break
		}
	}
}
