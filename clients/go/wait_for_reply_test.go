package aidstack_test

import (
	"errors"
	"fmt"
	"net/http"
	"syscall"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

// flakyNetwork loses the first requests to each path, or all of them with -1.
type flakyNetwork struct {
	*aidstacktest.Transport
	lost  int
	tries map[string]int
}

func (n *flakyNetwork) RoundTrip(request *http.Request) (*http.Response, error) {
	n.tries[request.URL.Path]++
	if n.lost < 0 || n.tries[request.URL.Path] <= n.lost {
		return nil, syscall.EHOSTUNREACH
	}
	return n.Transport.RoundTrip(request)
}

func clientBehind(lost int) *aidstack.Client {
	fake := aidstacktest.New()
	sent := fmt.Sprintf(`{"id":"msg_0","thread_id":"thr_1","direction":"outbound","created_at":%q}`, at(0))
	fake.Reply("GET /v1/identities/me/mail/messages/msg_0", 200, sent)
	fake.Reply("GET /v1/identities/me/mail/threads/thr_1", 200,
		fmt.Sprintf(`{"id":"thr_1","created_at":%q,"messages":[%s]}`, at(0), sent))
	fake.Reply("GET /v1/identities/me/mail/messages/msg_1", 200,
		fmt.Sprintf(`{"id":"msg_1","thread_id":"thr_1","folder":"inbox","created_at":%q}`, at(1)))
	fake.Reply("GET /v1/events/wait", 200, fmt.Sprintf(`{"event":{"id":"evt_1","type":"mail.received",
		"aggregate_id":"msg_1","payload":{},"created_at":%q}}`, at(1)))
	network := &flakyNetwork{fake, lost, map[string]int{}}
	return fake.Client(aidstack.WithHTTPClient(&http.Client{Transport: network}))
}

func TestAWaitForAReplyEndsAtItsTimeWithoutANetwork(t *testing.T) {
	for _, id := range []string{"msg_0", "thr_1"} {
		_, err := clientBehind(-1).Mail.WaitForReply(
			t.Context(), id, aidstack.MailWaitForReplyParams{Timeout: 200 * time.Millisecond})
		var failure *aidstack.Error
		if !errors.As(err, &failure) || failure.Status != 0 {
			t.Errorf("%s: got %v, expected a connection error", id, err)
		}
	}
}

func TestAWaitForAReplyOutlastsANetworkThatFailsForATime(t *testing.T) {
	for _, id := range []string{"msg_0", "thr_1"} {
		found, err := clientBehind(1).Mail.WaitForReply(
			t.Context(), id, aidstack.MailWaitForReplyParams{Timeout: stalled})
		if err != nil || found.Message == nil || found.Message.ID != "msg_1" {
			t.Errorf("%s: got %+v, %v", id, found, err)
		}
	}
}
