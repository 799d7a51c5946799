package main

import (
	"cmp"
	"context"
	"fmt"
	"log"

	aidstack "git.example/aid/aid/clients/go"
)

func main() {
	events := aidstack.New().Events.Follow(context.Background(), aidstack.EventsFollowParams{
		Types: []aidstack.EventType{aidstack.EventTypeMailReceived},
		// The file has the position in the log, so that the next start continues where this one has stopped.
		Cursor:        aidstack.FileCursor("cursor"),
		ExpandMessage: true,
	})
	for event, err := range events {
		if err != nil {
			log.Fatal(err)
		}
		message := event.Message
		fmt.Println(cmp.Or(message.Sender(), "someone"), "wrote", cmp.Or(message.WrittenText(), "no text"))
	}
}
