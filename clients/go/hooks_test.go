package aidstack_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
)

func TestAHookThatPanicsIsLoggedAndTheCallContinues(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"org_name":"Acme"}`))
	}))
	defer service.Close()
	own := slog.Default()
	defer slog.SetDefault(own)
	var logged bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))

	hooks := aidstack.Hooks{
		Request:  func(aidstack.RequestRecord) { panic("no disk") },
		Response: func(aidstack.ResponseRecord) { panic("no network") },
	}
	client := aidstack.New(aidstack.WithURL(service.URL), aidstack.WithoutKey(), aidstack.WithHooks(hooks))
	me, err := client.Me(t.Context())
	if err != nil || me.OrgName != "Acme" {
		t.Fatal(me, err)
	}
	for _, reason := range []string{"no disk", "no network"} {
		if !strings.Contains(logged.String(), reason) {
			t.Errorf("%q is not in the log: %s", reason, logged.String())
		}
	}
}
