package aidstack_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

// me calls an operation with options of the client, which retries.
func me(options ...aidstack.ClientOption) func(*aidstacktest.Transport) error {
	return func(fake *aidstacktest.Transport) error {
		_, err := fake.Client(append(options, aidstack.WithMaxRetries(1))...).Me(context.Background())
		return err
	}
}

// sends sends an email with options of the call.
func sends(options ...aidstack.RequestOption) func(*aidstacktest.Transport) error {
	return func(fake *aidstacktest.Transport) error {
		_, err := fake.Client().Mail.Send(context.Background(), aidstack.MailSendParams{}, options...)
		return err
	}
}

func TestAMistakeOfTheProgramIsRefusedAtOnceByTheNameOfTheOption(t *testing.T) {
	year10000 := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	gets := func(id string) func(*aidstacktest.Transport) error {
		return func(fake *aidstacktest.Transport) error {
			_, err := fake.Client().Contacts.Get(context.Background(), id)
			return err
		}
	}
	cases := []struct {
		name, title string
		call        func(*aidstacktest.Transport) error
	}{
		{"key", "an empty key", me(aidstack.WithKey(""))},
		{"key", "a blank key", me(aidstack.WithKey(" \n"))},
		{"key", "two lines", me(aidstack.WithKey("aid_agt_1\nx-evil: 1"))},
		{"key", "a key that is no ASCII", me(aidstack.WithKey("aid_agt_é"))},
		{"url", "no scheme", me(aidstack.WithURL("aid.example"))},
		{"url", "another scheme", me(aidstack.WithURL("ftp://aid.example"))},
		{"url", "an empty address", me(aidstack.WithURL(""))},
		{"url", "a query", me(aidstack.WithURL("https://aid.example?x=1"))},
		{"timeout", "a negative time", me(aidstack.WithTimeout(-time.Second))},
		{"timeout", "a negative time for a call", sends(aidstack.WithTimeout(-1))},
		{"maxRetries", "negative retries", sends(aidstack.WithMaxRetries(-1))},
		{"header", "a line break in a header", me(aidstack.WithHeader("x-a", "1\r\nx-evil: 1"))},
		{"header", "a header that is no ASCII", sends(aidstack.WithHeader("x-a", "é"))},
		{"header", "a name that is none", sends(aidstack.WithHeader("x a", "1"))},
		{"idempotencyKey", "an empty idempotency key", sends(aidstack.WithIdempotencyKey(""))},
		{"idempotencyKey", "an idempotency key with a line break", sends(aidstack.WithIdempotencyKey("a\nb"))},
		{"identity", "an empty agent of a call", sends(aidstack.WithIdentity(""))},
		{"identity", "an agent of another path", sends(aidstack.WithIdentity(".."))},
		{"identity", "an empty agent of a client", func(fake *aidstacktest.Transport) error {
			_, err := fake.Client().Identity("").Mail.Send(context.Background(), aidstack.MailSendParams{})
			return err
		}},
		{"id", "an empty id", gets("")},
		{"id", "a dot", gets(".")},
		{"id", "two dots", gets("..")},
		{"id", "a space", gets("con_1 ")},
		{"before", "a time that cannot be written in a query", func(fake *aidstacktest.Transport) error {
			_, err := fake.Client().Contacts.ListPage(context.Background(), aidstack.ContactsListParams{Before: year10000})
			return err
		}},
		{"since", "a time that cannot be written in a body", func(fake *aidstacktest.Transport) error {
			params := aidstack.EventsStreamsCreateParams{Since: year10000}
			_, err := fake.Client().Events.Streams.Create(context.Background(), params)
			return err
		}},
		{"since", "a time that no follower can begin at", func(fake *aidstacktest.Transport) error {
			for _, err := range fake.Client().Events.Follow(t.Context(), aidstack.EventsFollowParams{Since: year10000}) {
				return err
			}
			return nil
		}},
		{"result", "a value that JSON cannot express", func(fake *aidstacktest.Transport) error {
			params := aidstack.TasksReplyParams{State: "completed", Result: math.NaN()}
			_, err := fake.Client().Tasks.Reply(context.Background(), "tsk_1", params)
			return err
		}},
		{"id", "a reply to no message", func(fake *aidstacktest.Transport) error {
			_, err := fake.Client().Mail.Reply(context.Background(), "", aidstack.MailSendParams{Text: "x"})
			return err
		}},
		{"secretID", "no secret", func(fake *aidstacktest.Transport) error {
			use := func(context.Context, aidstack.SecretValue) error { return nil }
			return fake.Client().Vault.Use(context.Background(), "", use, aidstack.VaultUseParams{})
		}},
		{"from", "a sender that is none", func(fake *aidstacktest.Transport) error {
			_, err := fake.Client().Mail.WaitForCode(context.Background(), aidstack.MailWaitForCodeParams{From: "Ada <a@b>"})
			return err
		}},
		{"ttl", "a negative duration", func(fake *aidstacktest.Transport) error {
			use := func(context.Context, aidstack.SecretValue) error { return nil }
			return fake.Client().Vault.Use(context.Background(), "sec_1", use, aidstack.VaultUseParams{TTL: -1})
		}},
		{"port", "a port that is none", func(fake *aidstacktest.Transport) error {
			return fake.Client().Tunnels.Serve(context.Background(), aidstack.TunnelsServeParams{Port: 70_000})
		}},
	}
	for _, test := range cases {
		fake := aidstacktest.New()
		fake.Reply("/", 200, "{}")
		err := test.call(fake)
		if !aidstack.IsValidation(err) || aidstack.IsConnection(err) || len(fake.Requests()) > 0 {
			t.Errorf("%s: %d requests, %v", test.title, len(fake.Requests()), err)
		} else if !strings.HasPrefix(err.Error(), "aidstack: "+test.name+": ") {
			t.Errorf("%s is not named: %v", test.title, err)
		}
	}
}

func TestAMistakeInTheEnvironmentIsNamed(t *testing.T) {
	t.Setenv("AID_KEY", "one\ntwo")
	if _, err := aidstack.New().Me(t.Context()); !aidstack.IsValidation(err) || !strings.Contains(err.Error(), "AID_KEY: ") {
		t.Errorf("got %v", err)
	} else if strings.Contains(err.Error(), "two") {
		t.Errorf("the error shows the key: %v", err)
	}
	fake := aidstacktest.New()
	fake.Reply("/", 200, "{}")
	if err := me(aidstack.WithoutKey())(fake); err != nil || fake.Requests()[0].Header.Get("authorization") != "" {
		t.Errorf("without a key: %v", err)
	}
	if err := me(aidstack.WithKey(" aid_agt_1\n"))(fake); err != nil || fake.Requests()[1].Header.Get("authorization") != "Bearer aid_agt_1" {
		t.Errorf("a key with a line break at its end: %v", err)
	}
}

type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestAnErrorOfOnesOwnTransportIsReturnedAtOnceAndOneOfTheNetworkIsRetried(t *testing.T) {
	own := errors.New("no token for today")
	for _, test := range []struct {
		err      error
		attempts int
	}{
		{own, 1}, {fmt.Errorf("wrapped: %w", own), 1}, {context.Canceled, 1},
		{io.ErrUnexpectedEOF, 2}, {fmt.Errorf("proxy: %w", io.EOF), 2}, {errors.New("net/http: HTTP/1.x transport connection broken"), 2},
	} {
		attempts := 0
		client := aidstack.New(aidstack.WithURL("http://aid.test"), aidstack.WithKey("k"), aidstack.WithMaxRetries(1),
			aidstack.WithHTTPClient(&http.Client{Transport: transportFunc(func(*http.Request) (*http.Response, error) {
				attempts++
				return nil, test.err
			})}))
		_, err := client.Me(t.Context())
		if attempts != test.attempts || !errors.Is(err, test.err) {
			t.Errorf("%v: %d attempts, %v", test.err, attempts, err)
		}
		if isOwn := test.attempts == 1; aidstack.IsValidation(err) != isOwn || aidstack.IsConnection(err) == isOwn {
			t.Errorf("%v is taken for something else: %v", test.err, err)
		}
	}
}
