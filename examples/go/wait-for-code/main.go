package main

import (
	"context"
	"fmt"
	"log"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

func main() {
	ctx, client, began := context.Background(), aidstack.New(), time.Now()
	// Sign up for the service with the agent's address here.
	found, err := client.Mail.WaitForCode(ctx, aidstack.MailWaitForCodeParams{From: "shop.example", Since: began})
	switch {
	case err != nil:
		log.Fatal(err)
	case found.Code != "":
		fmt.Println("enter", found.Code)
	case found.Link != nil:
		fmt.Println("open", found.Link.URL)
	default:
		fmt.Println("no code")
	}
}
