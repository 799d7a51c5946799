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
