package main

import (
	"context"
	"errors"
	"log"
	"os/signal"
	"syscall"

	aidstack "git.example/aid/aid/clients/go"
)

func main() {
	// Running handlers finish; a task that was not taken is for the next worker.
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	err := aidstack.New().Tasks.Work(ctx, summarize, aidstack.TasksWorkParams{Concurrency: 4})
	if err != nil && !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}

func summarize(ctx context.Context, run *aidstack.TaskRun) (aidstack.TasksReplyParams, error) {
	if err := run.Update(ctx, aidstack.TextPart("Reading.")); err != nil {
		return aidstack.TasksReplyParams{}, err
	}
	year, err := run.Ask(ctx, aidstack.TextPart("Of which year?"))
	if err != nil {
		return aidstack.TasksReplyParams{}, err
	}
	return aidstack.TextReply("A summary of " + run.Messages[0].WrittenText() + " in " + year.WrittenText() + "."), nil
}
