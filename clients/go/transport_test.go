package aidstack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

// sequence responds with one reply after the other, and with the last one from then on.
func sequence(replies ...func(http.ResponseWriter)) http.HandlerFunc {
	var mutex sync.Mutex
	next := 0
	return func(w http.ResponseWriter, _ *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		replies[min(next, len(replies)-1)](w)
		next++
	}
}

func status(code int, header ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}
}

func body(code int, text string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.WriteHeader(code)
		_, _ = w.Write([]byte(text))
	}
}

func errorBody(code string, retryable bool) string {
	return fmt.Sprintf(`{"error":{"code":%q,"message":"m","request_id":"req_1","retryable":%v}}`, code, retryable)
}

const sent = `{"id":"msg_1","message_id":"msg_1","thread_id":"thr_1","status":"queued","created_at":"2026-11-21T08:33:46.649Z"}`

func send(t *testing.T, client *aidstack.Client, options ...aidstack.RequestOption) (*aidstack.SentMail, error) {
	t.Helper()
	return client.Mail.Send(t.Context(), aidstack.MailSendParams{To: []string{"ada@example.com"}, Text: "x"}, options...)
}

func TestACallIsRepeatedWithOneIdempotencyKeyUntilItSucceeds(t *testing.T) {
	fake := aidstacktest.New()
	fake.Handle("POST /v1/identities/{id}/mail/send", sequence(
		status(502), body(500, errorBody("internal.error", true)), body(429, errorBody("rate_limit.exceeded", true)),
		func(w http.ResponseWriter) {
			w.Header().Set("content-type", "application/json")
			body(202, sent[:len(sent)/2])(w)
		}, body(202, sent),
	))
	message, err := send(t, fake.Client(aidstack.WithMaxRetries(4)))
	if err != nil || message.ID != "msg_1" {
		t.Fatalf("got %+v, %v", message, err)
	}
	keys := map[string]bool{}
	for _, request := range fake.Requests() {
		keys[request.Header.Get("idempotency-key")] = true
	}
	if len(fake.Requests()) != 5 || len(keys) != 1 || keys[""] {
		t.Errorf("%d requests with the keys %v", len(fake.Requests()), keys)
	}
}

func TestNoCallIsRepeatedAfter400And401And403And404And409(t *testing.T) {
	for _, code := range []int{400, 401, 403, 404, 409} {
		fake := aidstacktest.New()
		// Not even where a wrong key is called retryable by mistake.
		retryable := code == 401 || code == 404 || code == 409
		fake.Handle("/", sequence(body(code, errorBody("x.y", retryable))))
		if _, err := send(t, fake.Client(aidstack.WithMaxRetries(4))); err == nil || len(fake.Requests()) != 1 {
			t.Errorf("%d: %d requests, %v", code, len(fake.Requests()), err)
		}
	}
}

func TestRetryAfterIsHonouredAndOneOfMoreThanAMinuteIsAnErrorAtOnce(t *testing.T) {
	fake := aidstacktest.New()
	refused := func(after string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("retry-after", after)
			body(429, errorBody("rate_limit.exceeded", true))(w)
		}
	}
	fake.Handle("/", sequence(refused("1"), body(202, sent)))
	start := time.Now()
	if _, err := send(t, fake.Client(aidstack.WithMaxRetries(1))); err != nil || time.Since(start) < time.Second {
		t.Errorf("it came back after %v with %v", time.Since(start), err)
	}
	fake.Handle("/", sequence(refused("7200")))
	_, err := send(t, fake.Client(aidstack.WithMaxRetries(4)))
	var failure *aidstack.Error
	if !errors.As(err, &failure) || failure.RetryAfter != 2*time.Hour || !aidstack.IsRateLimit(err) {
		t.Errorf("got %+v", failure)
	}
}

func TestACallWithoutTimeForAnotherAttemptReturnsTheFailureOfTheService(t *testing.T) {
	fake := aidstacktest.New()
	// The pause before another attempt is never shorter than the service asks for, and always longer than the context.
	fake.Handle("/", sequence(func(w http.ResponseWriter) {
		w.Header().Set("retry-after", "60")
		body(503, errorBody("service.unavailable", true))(w)
	}))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := fake.Client(aidstack.WithMaxRetries(100)).Me(ctx)
	if !aidstack.IsServer(err) || !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil || len(fake.Requests()) != 1 {
		t.Errorf("got %v after %d requests", err, len(fake.Requests()))
	}
}

func TestTheErrorOfACallSaysWhatWentWrong(t *testing.T) {
	fake := aidstacktest.New()
	kinds := map[int]func(error) bool{
		400: aidstack.IsValidation, 401: aidstack.IsAuth, 403: aidstack.IsPermission, 404: aidstack.IsNotFound,
		409: aidstack.IsConflict, 422: aidstack.IsValidation, 429: aidstack.IsRateLimit, 500: aidstack.IsServer,
	}
	for code, is := range kinds {
		fake.Fail("/", code, "a.code")
		_, err := fake.Client().Me(t.Context())
		var failure *aidstack.Error
		if !errors.As(err, &failure) || failure.Status != code || failure.Code != "a.code" || failure.RequestID != "req_fake" {
			t.Errorf("%d: %+v", code, err)
		}
		for other, isOther := range kinds {
			sameKind := other == code || other+code == 400+422
			if isOther(fmt.Errorf("wrapped: %w", err)) != sameKind {
				t.Errorf("%d is taken for %d, or not for itself", code, other)
			}
		}
		if !is(err) || aidstack.IsConnection(err) {
			t.Errorf("%d is not what it is", code)
		}
	}
	gone := aidstack.New(aidstack.WithURL("http://127.0.0.1:1"), aidstack.WithMaxRetries(0))
	if _, err := gone.Me(t.Context()); !aidstack.IsConnection(err) || aidstack.IsTimeout(err) {
		t.Errorf("no connection: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := gone.Me(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestAnAttemptThatTakesTooLongIsATimeout(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	client := aidstack.New(aidstack.WithURL(server.URL), aidstack.WithMaxRetries(0), aidstack.WithTimeout(20*time.Millisecond))
	if _, err := client.Me(t.Context()); !aidstack.IsTimeout(err) || !aidstack.IsConnection(err) {
		t.Errorf("got %v", err)
	}
}

func TestTheClientSaysWhoItIsAndSendsItsOptions(t *testing.T) {
	fake := aidstacktest.New()
	fake.Reply("/", 200, "{}")
	client := fake.Client(aidstack.WithHeader("x-one", "1"))
	var response *http.Response
	if _, err := client.Me(t.Context(), aidstack.WithHeader("x-two", "2"), aidstack.WithResponse(&response)); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Identity("agt_1").Mail.Send(t.Context(), aidstack.MailSendParams{}, aidstack.WithIdempotencyKey("k")); err != nil {
		t.Fatal(err)
	}
	if _, err := client.APIKeys.Create(t.Context(), aidstack.APIKeysCreateParams{Name: "n"}, aidstack.WithIdentity("agt_2")); err != nil {
		t.Fatal(err)
	}
	requests := fake.Requests()
	for name, expected := range map[string]string{
		"user-agent": "aid-stack-go/" + aidstack.Version, "authorization": "Bearer aid_agt_fake", "x-one": "1", "x-two": "2",
		"idempotency-key": "",
	} {
		if got := requests[0].Header.Get(name); got != expected {
			t.Errorf("%s is %q, not %q", name, got, expected)
		}
	}
	if response.StatusCode != 200 {
		t.Errorf("the response is %v", response)
	}
	if requests[1].Path != "/v1/identities/agt_1/mail/send" || requests[1].Header.Get("idempotency-key") != "k" {
		t.Errorf("the second request is %+v", requests[1])
	}
	if requests[2].Body != `{"name":"n","identity_id":"agt_2"}` {
		t.Errorf("the third body is %s", requests[2].Body)
	}
	for _, id := range []string{"", ".", ".."} {
		if _, err := client.Mail.Messages.Get(t.Context(), id); err == nil {
			t.Errorf("%q is no id", id)
		}
	}
}

func TestNoFormatShowsASecret(t *testing.T) {
	const key = "aid_org_verysecret"
	client := aidstack.New(aidstack.WithKey(key))
	created := &aidstack.CreatedAPIKey{Key: key}
	value := aidstack.SecretText(key)
	params := aidstack.VaultSecretsCreateParams{Name: "n", Value: value}
	var printed bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&printed, nil))
	for _, secret := range []any{client, *client, client.Mail, *client.Mail, created, *created, created.Key, value, params, &params} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			fmt.Fprintf(&printed, verb+"\n", secret)
		}
		logger.Info("secret", "value", secret)
		if encoded, err := json.Marshal(secret); err == nil {
			printed.Write(encoded)
		}
	}
	for _, form := range []string{key, fmt.Sprintf("%x", key), fmt.Sprint([]byte(key))} {
		if strings.Contains(printed.String(), form) {
			t.Errorf("the secret is shown as %s", form)
		}
	}
	if text, ok := value.Text(); string(created.Key) != key || text != key || !ok {
		t.Error("the secrets have no value")
	}
	fake := aidstacktest.New()
	fake.Reply("/", 201, "{}")
	if _, err := fake.Client().Vault.Secrets.Create(t.Context(), params); err != nil || fake.Requests()[0].Body != `{"name":"n","value":"`+key+`"}` {
		t.Errorf("sent %s, %v", fake.Requests()[0].Body, err)
	}
}
