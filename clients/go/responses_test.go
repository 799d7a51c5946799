package aidstack_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

func html(code int) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("content-type", "text/html")
		body(code, "<html><body>Hello</body></html>")(w)
	}
}

func TestAnErrorOfAGatewayHasOneCodeAndIsRetryable(t *testing.T) {
	for _, status := range []int{502, 503, 504} {
		fake := aidstacktest.New()
		fake.Handle("/", sequence(html(status)))
		_, err := fake.Client(aidstack.WithMaxRetries(1)).Me(t.Context())
		var failure *aidstack.Error
		if !errors.As(err, &failure) || failure.Code != aidstack.ErrorCode(fmt.Sprintf("http.%d", status)) ||
			!failure.Retryable || !aidstack.IsServer(err) || len(fake.Requests()) != 2 {
			t.Errorf("%d: %d requests, %+v", status, len(fake.Requests()), failure)
		}
	}
}

func TestAPageOfHTMLWithTheStatus200IsNoRecordAndNotRetried(t *testing.T) {
	fake := aidstacktest.New()
	fake.Handle("/", sequence(html(200)))
	client := fake.Client(aidstack.WithMaxRetries(1))
	_, alone := client.Me(t.Context())
	_, list := client.Contacts.ListPage(t.Context(), aidstack.ContactsListParams{})
	for _, err := range []error{alone, list} {
		var failure *aidstack.Error
		if !errors.As(err, &failure) || failure.Code != aidstack.ErrorCodeResponseInvalid || failure.Status != 200 ||
			failure.Retryable || aidstack.IsConnection(err) || !strings.Contains(err.Error(), "text/html") {
			t.Errorf("got %+v", failure)
		}
	}
	if len(fake.Requests()) != 2 {
		t.Errorf("%d requests", len(fake.Requests()))
	}
}

func TestARedirectSaysWhereToAndTheKeyGoesNowhereElse(t *testing.T) {
	var stolen []string
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		stolen = append(stolen, r.Header.Get("authorization"))
	}))
	defer other.Close()
	moved := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+r.URL.Path+"?secret=1", http.StatusTemporaryRedirect)
	}))
	defer moved.Close()
	for _, given := range []*http.Client{nil, {}} {
		options := []aidstack.ClientOption{aidstack.WithURL(moved.URL), aidstack.WithKey("aid_agt_1"), aidstack.WithHTTPClient(given)}
		_, err := aidstack.New(options...).Me(t.Context())
		var failure *aidstack.Error
		if !errors.As(err, &failure) || failure.Status != 307 || !aidstack.IsValidation(err) || failure.Retryable {
			t.Errorf("got %+v", failure)
		} else if !strings.Contains(err.Error(), other.URL+"/v1/me") || strings.Contains(err.Error(), "secret") {
			t.Errorf("it does not say where to: %v", err)
		}
	}
	if len(stolen) > 0 {
		t.Errorf("another origin got %v", stolen)
	}
}

func TestTheTimeoutOfAnAttemptIsTheServicesFaultAndTheEndOfTheContextTheCallers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	at := func(ctx context.Context, timeout time.Duration, client *http.Client) error {
		_, err := aidstack.New(aidstack.WithURL(server.URL), aidstack.WithKey("k"), aidstack.WithMaxRetries(0),
			aidstack.WithTimeout(timeout), aidstack.WithHTTPClient(client)).Me(ctx)
		return err
	}
	for _, err := range []error{
		at(t.Context(), 20*time.Millisecond, nil),
		at(t.Context(), time.Minute, &http.Client{Timeout: 20 * time.Millisecond}),
	} {
		var failure *aidstack.Error
		if !errors.Is(err, aidstack.ErrAttemptTimeout) || errors.Is(err, context.DeadlineExceeded) || !aidstack.IsTimeout(err) ||
			!errors.As(err, &failure) || failure.Code != aidstack.ErrorCodeConnectionTimeout || !failure.Retryable {
			t.Errorf("an attempt: %+v", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	err := at(ctx, time.Minute, nil)
	if errors.Is(err, aidstack.ErrAttemptTimeout) || !errors.Is(err, context.DeadlineExceeded) || !aidstack.IsTimeout(err) || aidstack.IsConnection(err) {
		t.Errorf("a deadline: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := at(ctx, time.Minute, nil); !errors.Is(err, context.Canceled) || aidstack.IsTimeout(err) || aidstack.IsConnection(err) {
		t.Errorf("a canceled context: %v", err)
	}
}

func TestTheLongestTimeoutIsNoneAndDoesNotOverflowWithAWait(t *testing.T) {
	fake := aidstacktest.New()
	fake.Reply("GET /v1/events/wait", 200, `{"event":null}`)
	client := fake.Client(aidstack.WithTimeout(math.MaxInt64))
	if _, err := client.Events.Wait(t.Context(), aidstack.EventsWaitParams{Type: aidstack.EventTypeMailReceived}); err != nil {
		t.Error(err)
	}
}

func TestAListThatNamesTheSamePlaceAgainIsAnErrorAndNotEndless(t *testing.T) {
	place := "2026-11-21T08:00:00.000Z"
	for _, rows := range []string{"", `{"id":"con_1","created_at":"2026-11-21T08:00:00.000Z"}`} {
		fake := aidstacktest.New()
		fake.Handle("GET /v1/contacts", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("x-aid-more", "true")
			w.Header().Set("x-aid-more-before", place)
			fmt.Fprintf(w, `{"contacts":[%s]}`, rows)
		})
		_, err := aidstack.Collect(fake.Client().Contacts.List(t.Context(), aidstack.ContactsListParams{}), 0)
		var failure *aidstack.Error
		if !errors.As(err, &failure) || !strings.Contains(err.Error(), "before="+place) || len(fake.Requests()) != 2 {
			t.Errorf("with the rows [%s]: %d requests, %v", rows, len(fake.Requests()), err)
		}
	}
}
