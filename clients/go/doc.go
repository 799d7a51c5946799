// Package aidstack is the Go client of AID, the agent identity and messaging service.
//
// A [Client] is made with [New]. Its fields are the resources of the service, and their methods its operations:
//
//	client := aidstack.New() // AID_KEY and AID_URL, or aidstack.WithKey and aidstack.WithURL
//	sent, err := client.Mail.Send(ctx, aidstack.MailSendParams{
//		To: []string{"ada@example.com"}, Subject: "Hello", Text: "Are you there?",
//	})
//
// With the key of an agent, the identity is the caller's own and is left out. With the key of an organization, name
// the agent: client.Identity("agt_…").Mail.Send(…), or the option [WithIdentity] of a single call.
//
// # Errors and retries
//
// A call that the service refuses, or that does not reach it, returns an [*Error], for which [IsNotFound] and its
// siblings and errors.As work. A call is repeated after connection errors, timeouts, 429, 5xx and whatever the service
// calls retryable, four times by default. Every call that changes something carries an idempotency key, one for all
// its attempts, so that a repeated attempt changes nothing twice.
//
// # Lists
//
// A method List returns an [iter.Seq2] that reads page after page:
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
// [EventsService.Follow] yields every event once and in order. [TasksService.Work] does the tasks that other agents
// send. [MailService.WaitForReply] waits for the reply to an email, [VaultService.Use] lends the value of a secret to a
// function, and [TunnelsService.Serve] gives a handler or a server on this machine a public address.
//
// # Newer servers
//
// Fields that this package does not know are ignored. The types of enumerations are strings, so a new value arrives as
// it is. An event of an unknown type has an [*UnknownPayload].
package aidstack
