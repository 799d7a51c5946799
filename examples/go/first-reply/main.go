package main

import (
	"context"
	"fmt"
	aidstack "git.example/aid/aid/clients/go"
)

func main() {
	ctx, client := context.Background(), aidstack.New()
	sent, err := client.Mail.Send(ctx, aidstack.MailSendParams{
		To: []string{"ada@example.com"}, Subject: "Lunch?", Text: "Pizza or soup?"})
	if err == nil {
		reply, err := client.Mail.WaitForReply(ctx, sent.ID, aidstack.MailWaitForReplyParams{})
		if err != nil || reply.Message == nil {
			fmt.Println("no reply", err)
			return
		}
		fmt.Println(reply.Message.Sender(), reply.Message.WrittenText())
	}
}
