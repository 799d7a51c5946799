//go:build stack

package aidstack_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

// do makes the call of a scenario. stop ends the context of the call.
func (r *scenarioRun) do(ctx context.Context, stop context.CancelFunc) (any, error) {
	client, call, params, options := r.newClient(), r.Call, r.Call.Params, r.options()
	id := append(call.IDs, "")[0]
	email := aidstack.MailSendParams{Subject: params.Subject, Text: params.Text}
	if params.To != "" {
		email.To = []string{params.To}
	}
	switch call.Method {
	case "me":
		return result(client.Me(ctx, options...))
	case "mail.messages.get":
		return result(client.Mail.Messages.Get(ctx, id, options...))
	case "mail.messages.list":
		listed := aidstack.MailMessagesListParams{Limit: params.Limit}
		if call.Take == "first_page" {
			page, err := client.Mail.Messages.ListPage(ctx, listed, options...)
			if err != nil {
				return nil, err
			}
			return page.Items, nil
		}
		return taken(client.Mail.Messages.List(ctx, listed, options...), call.Take)
	case "search":
		searched := aidstack.SearchParams{Q: params.Q, Limit: params.Limit, Since: params.Since}
		return taken(client.Search(ctx, searched, options...), call.Take)
	case "webhooks.deliveries.list":
		listed := aidstack.WebhooksDeliveriesListParams{Limit: params.Limit, Since: params.Since}
		return taken(client.Webhooks.Deliveries.List(ctx, listed, options...), call.Take)
	case "mail.send":
		return result(client.Mail.Send(ctx, email, options...))
	case "mail.reply":
		return result(client.Mail.Reply(ctx, id, email, options...))
	case "mail.waitForReply":
		reply, err := client.Mail.WaitForReply(ctx, id, aidstack.MailWaitForReplyParams{Timeout: milliseconds(params.TimeoutMS)}, options...)
		return map[string]any{"message": reply.Message}, err
	case "mail.waitForCode":
		found, err := client.Mail.WaitForCode(ctx, aidstack.MailWaitForCodeParams{From: params.From, Since: params.Since}, options...)
		if err != nil {
			return nil, err
		}
		return map[string]any{"message": found.Message}, nil
	case "approvals.wait":
		wait := aidstack.ApprovalsWaitParams{Timeout: milliseconds(params.TimeoutMS)}
		return result(client.Approvals.Wait(ctx, id, wait, options...))
	case "vault.keypair.set":
		keypair := aidstack.VaultKeypairSetParams{Algorithm: aidstack.KeypairAlgorithmEd25519, PublicKey: params.PublicKey}
		return result(client.Vault.Keypair.Set(ctx, keypair, options...))
	case "contacts.delete":
		return nil, client.Contacts.Delete(ctx, id, options...)
	case "events.list":
		listed := aidstack.EventsListParams{Limit: params.Limit, Since: params.Since}
		return taken(client.Events.List(ctx, listed, options...), call.Take)
	case "events.wait":
		wait := aidstack.EventsWaitParams{Type: aidstack.EventType(params.Type), Timeout: milliseconds(params.TimeoutMS)}
		return result(client.Events.Wait(ctx, wait, options...))
	case "events.follow":
		followed := aidstack.EventsFollowParams{Types: params.Types, Since: params.Since}
		events, err := taken(client.Events.Follow(ctx, followed, options...), call.Take)
		if errors.Is(err, context.Canceled) {
			err = nil
		}
		return events, err
	case "tasks.work":
		return r.work(ctx, stop, client, options)
	case "tunnels.serve":
		return r.serve(ctx, stop, client, options)
	case "verifyWebhook":
		return r.verify()
	}
	return nil, fmt.Errorf("the runner has no call %s", call.Method)
}

// result returns no value with an error.
func result[T any](value *T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return value, nil
}

// taken reads a list or a follower, to its end or up to a number of rows.
func taken[T any](list iter.Seq2[*T, error], take any) (any, error) {
	limit, _ := take.(float64)
	rows := []*T{}
	for row, err := range list {
		if err != nil {
			return rows, err
		}
		if rows = append(rows, row); len(rows) == int(limit) {
			break
		}
	}
	return rows, nil
}

// serve serves until the number of requests of the scenario was handled.
func (r *scenarioRun) serve(
	ctx context.Context, stop context.CancelFunc, client *aidstack.Client, options []aidstack.RequestOption,
) (any, error) {
	take, _ := r.Call.Take.(float64)
	outcome := struct {
		URL     string   `json:"url"`
		Handled int      `json:"handled"`
		Errors  []string `json:"errors"`
	}{Errors: []string{}}
	end := func() {
		if outcome.Handled >= int(take) {
			go func() {
				r.untilReceived()
				stop()
			}()
		}
	}
	params := aidstack.TunnelsServeParams{
		OnReady: func(tunnel *aidstack.Tunnel) {
			outcome.URL = tunnel.URL()
			end()
		},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			outcome.Handled++
			defer end()
			if r.Call.Handler.Throws != "" {
				panic(r.Call.Handler.Throws)
			}
			_, _ = io.WriteString(w, r.Call.Handler.Returns)
		}),
	}
	if r.Call.Handler.OnError {
		params.OnError = func(err error, _ *http.Request) {
			var panicked *aidstack.HandlerPanic
			if errors.As(err, &panicked) {
				err = fmt.Errorf("%v", panicked.Value)
			}
			outcome.Errors = append(outcome.Errors, err.Error())
		}
	}
	err := client.Tunnels.Serve(ctx, params, options...)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return outcome, err
}

// untilReceived waits until a WebSocket of the scenario has received all that its script waits for: the end of a tunnel
// cancels what was not sent.
func (r *scenarioRun) untilReceived() {
	response, err := http.Get(os.Getenv("AID_TEST_SCENARIOS") + "/unfinished/" + r.ID)
	if err == nil {
		_ = response.Body.Close()
	} // Otherwise the outcome will say what is missing.
}

func (r *scenarioRun) verify() (any, error) {
	given := r.Call.Delivery
	header := http.Header{}
	for name, value := range given.Headers {
		header.Set(name, value)
	}
	options := []aidstack.WebhookOption{}
	if given.ToleranceSeconds != nil {
		options = append(options, aidstack.WithTolerance(time.Duration(*given.ToleranceSeconds)*time.Second))
	}
	several, isArray := given.Secrets.([]any)
	if !isArray {
		secret, _ := given.Secrets.(string)
		return result(aidstack.VerifyWebhook([]byte(given.Body), header, secret, options...))
	}
	var secrets []string
	for _, secret := range several {
		text, _ := secret.(string)
		secrets = append(secrets, text)
	}
	return result(aidstack.VerifyWebhook([]byte(given.Body), header, secrets, options...))
}
