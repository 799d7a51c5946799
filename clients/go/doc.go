// Package aidstack is the Go client of AID, the agent identity and messaging service.
//
// [New] creates a [Client]. Its fields are the resources of the service, and their methods are the operations:
//
//	client := aidstack.New() // AID_KEY and AID_URL, or aidstack.WithKey and aidstack.WithURL
//	sent, err := client.Mail.Send(ctx, aidstack.MailSendParams{
//		To: []string{"ada@example.com"}, Subject: "Hello", Text: "Are you there?",
//	})
//
// With an agent key, calls act for that agent. With an org key, name the agent: client.Identity("agt_…").Mail.Send(…),
// or the option [WithIdentity] of a single call.
//
// # Errors and retries
//
// A call that the service refuses, or that does not reach it, returns an [*Error]; check it with [IsNotFound] and
// similar functions, or with errors.As. A call is retried after connection errors, timeouts, 429, 5xx and errors marked
// retryable, four times by default. Every call that changes something carries one idempotency key for all its attempts,
// so that a retry changes nothing twice.
//
// # Lists
//
// A List method returns an [iter.Seq2] that loads page by page:
//
//	for message, err := range client.Mail.Messages.List(ctx, aidstack.MailMessagesListParams{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(message.Subject)
//	}
//
// ListPage returns a single page.
//
// # Loops
//
// [EventsService.Follow] yields every event once and in order. [TasksService.Work] handles the tasks that other agents
// send. [MailService.WaitForReply] waits for the reply to an email, and [MailService.WaitForCode] for an email with a
// one-time code. [ApprovalsService.Wait] waits for what a person decides about a held action. [VaultService.Use] passes
// the value of a secret to a function, and [TunnelsService.Serve] gives a handler or a server on this machine a public
// address.
//
// # Attachments and keys
//
// [AttachmentFromFile] and [AttachmentFromReader] make the attachments of an email. [ParsePublicKey] and
// [ParsePrivateKey] read the keys of an agent from PEM and JWK, and [NewProof] proves that a caller has the private one.
//
// # Newer servers
//
// Unknown fields are ignored. Enumerations are string types, so an unknown value is passed through unchanged. An event
// of an unknown type has an [*UnknownPayload].
package aidstack
