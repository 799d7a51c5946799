package aidstack_test

import (
	"errors"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

func TestAValueOfAnotherKindIsLeftOutAndABodyOfAnotherKindIsAnErrorAtOnce(t *testing.T) {
	fake := aidstacktest.New()
	client := fake.Client(aidstack.WithMaxRetries(4))
	fake.Reply("GET /v1/me", 200, `{"org_id":{"a":1},"org_name":"Works","hue":[]}`)
	if me, err := client.Me(t.Context()); err != nil || me.OrgID != "" || me.OrgName != "Works" {
		t.Errorf("%+v, %v", me, err)
	}
	fake.Reply("GET /v1/identities/me/mail/messages", 200, `{"messages":[{"id":"msg_1","subject":7},{"id":"msg_2"}]}`)
	page, err := client.Mail.Messages.ListPage(t.Context(), aidstack.MailMessagesListParams{})
	if err != nil || len(page.Items) != 2 || page.Items[0].ID != "msg_1" || page.Items[1].ID != "msg_2" {
		t.Errorf("%+v, %v", page, err)
	}
	before := len(fake.Requests())
	fake.Reply("GET /v1/me", 200, `["no record"]`)
	var failure *aidstack.Error
	if _, err := client.Me(t.Context()); !errors.As(err, &failure) || failure.Status != 200 || failure.Retryable {
		t.Errorf("got %v", err)
	}
	if after := len(fake.Requests()); after != before+1 {
		t.Errorf("it was asked for %d times", after-before)
	}
}

func TestATokenIsForTheAgentOfTheKeyOrForTheOneThatIdentityNames(t *testing.T) {
	fake := aidstacktest.New()
	client := fake.Client()
	issued := `{"token":"a.b.c","token_type":"JWT","expires_at":"2026-11-28T08:33:46.649Z"}`
	fake.Reply("POST /v1/identities/me/tokens", 201, issued)
	fake.Reply("POST /v1/identities/agt_2/tokens", 201, issued)
	params := aidstack.IdentityTokensCreateParams{Audience: "x", TTLSeconds: 60}
	for _, one := range []*aidstack.Client{client, client.Identity("agt_2")} {
		token, err := one.IdentityToken(t.Context(), params)
		if err != nil || string(token.Token) != "a.b.c" {
			t.Errorf("%v, %v", token, err)
		}
	}
	requests := fake.Requests()
	if len(requests) != 2 || requests[0].Path == requests[1].Path {
		t.Errorf("%v", requests)
	}
}
