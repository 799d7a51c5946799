package aidstack_test

import (
	"context"
	"fmt"
	"net/http"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

func Example() {
	fake := aidstacktest.New()
	fake.Reply("POST /v1/identities/{id}/mail/send", 202, `{"id":"msg_1","status":"queued"}`)
	client := fake.Client() // aidstack.New() in a program.

	sent, err := client.Mail.Send(context.Background(), aidstack.MailSendParams{
		To: []string{"ada@example.com"}, Subject: "Lunch?", Text: "Pizza or soup?",
	})
	fmt.Println(sent.ID, sent.Status, err)
	fmt.Println(fake.Requests()[0].Body)
	// Output:
	// msg_1 queued <nil>
	// {"to":["ada@example.com"],"subject":"Lunch?","text":"Pizza or soup?"}
}

func ExampleMailMessagesService_List() {
	fake := aidstacktest.New()
	fake.Reply("GET /v1/identities/{id}/mail/messages", 200, `{"messages":[{"subject":"Soup"},{"subject":"Pizza"}]}`)

	list := fake.Client().Mail.Messages.List(context.Background(), aidstack.MailMessagesListParams{})
	for message, err := range list {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(message.Subject)
	}
	// Output:
	// Soup
	// Pizza
}

func ExampleIsNotFound() {
	fake := aidstacktest.New()
	fake.Fail("GET /v1/contacts/{id}", http.StatusNotFound, aidstack.ErrorCodeResourceNotFound)

	_, err := fake.Client().Contacts.Get(context.Background(), "con_1")
	fmt.Println(aidstack.IsNotFound(err), err)
	// Output: true aidstack: resource.not_found: Not Found (404, request req_fake)
}

func ExampleClient_Identity() {
	fake := aidstacktest.New()
	fake.Reply("GET /v1/identities/{id}/mail/threads", 200, `{"threads":[]}`)

	support := fake.Client(aidstack.WithKey("aid_org_1")).Identity("agt_1")
	_, err := support.Mail.Threads.ListPage(context.Background(), aidstack.MailThreadsListParams{})
	fmt.Println(fake.Requests()[0].Path, err)
	// Output: /v1/identities/agt_1/mail/threads <nil>
}

func ExampleVerifyWebhook() {
	body := []byte(`{"id":"evt_1","type":"mail.received","version":1,"created_at":"2026-01-01T00:00:00.000Z",` +
		`"organization_id":"org_1","data":{"messageId":"msg_1","subject":"Soup"}}`)
	header := http.Header{}
	header.Set("x-aid-request-id", "dlv_1")
	header.Set("x-aid-timestamp", "1767225600")
	header.Set("x-aid-signature", "v1=515362221821fd4b2ca5e6f77ed24739f44d51cd78877fe28e4426b9963eac29")

	now := aidstack.WithClock(func() time.Time { return time.Unix(1767225600, 0) })
	event, err := aidstack.VerifyWebhook(body, header, "whsec_c2VjcmV0", now)
	if err != nil {
		fmt.Println(err)
		return
	}
	if received, ok := event.Data.(*aidstack.MailReceivedData); ok {
		fmt.Println(event.ID, received.Subject)
	}
	// Output: evt_1 Soup
}

func ExampleNullable() {
	fake := aidstacktest.New()
	fake.Reply("PATCH /v1/contacts/{id}", 200, `{}`)

	_, err := fake.Client().Contacts.Update(context.Background(), "con_1", aidstack.ContactsUpdateParams{
		Company: aidstack.Set("Example Ltd"), Notes: aidstack.Null[string](),
	})
	fmt.Println(fake.Requests()[0].Body, err)
	// Output: {"company":"Example Ltd","notes":null} <nil>
}

func ExampleSecretString() {
	key := aidstack.SecretString("aid_agt_1")
	fmt.Println(key, len(string(key)))
	// Output: [redacted] 9
}
