package main

import (
	"context"
	"fmt"
	"log"

	aidstack "git.example/aid/aid/clients/go"
)

func main() {
	ctx, client := context.Background(), aidstack.New()
	secret, err := client.Vault.Secrets.Create(ctx, aidstack.VaultSecretsCreateParams{
		Name: "Shop", Value: aidstack.SecretObject(map[string]any{"user": "ada", "password": "correct horse"}),
	})
	if err != nil {
		log.Fatal(err)
	}
	// The function gets the value under a lease for one use. Nothing stores it.
	err = client.Vault.Use(ctx, secret.ID, func(_ context.Context, value aidstack.SecretValue) error {
		fields, _ := value.Object()
		fmt.Println("logged in as", fields["user"])
		return nil
	}, aidstack.VaultUseParams{Purpose: "Order paper"})
	if err != nil {
		log.Fatal(err)
	}
}
