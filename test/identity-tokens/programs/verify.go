// Verifies identity tokens with go-oidc, from the discovery document and the keys of the issuer alone. Reads a token
// per line, and prints a line for each: "accepted" and the subject, or "refused" and why.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

func main() {
	issuer, audience := os.Args[1], os.Args[2]
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		log.Fatal(err)
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: audience})
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		token, err := verifier.Verify(ctx, lines.Text())
		if err != nil {
			fmt.Println("refused", strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		fmt.Println("accepted", token.Subject)
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
}
