package aidstack_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

func TestACursorFileOfAnythingElseIsRefusedByItsPathAndKept(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	secret := write("secret", "aid_org_secret")
	link := filepath.Join(folder, "link")
	if err := os.Symlink(secret, link); err != nil {
		t.Fatal(err)
	}
	good := write("good", at(7)+"\n")
	linkToGood := filepath.Join(folder, "link-to-good")
	if err := os.Symlink(good, linkToGood); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		secret, link, linkToGood, folder, write("json", `{"cursor":"secret"}`), write("long", at(7)+strings.Repeat(" ", 100)),
		write("half", at(7)[:10]), write("late", "+12026-01-01T00:00:00.000Z"), "",
	} {
		fake := aidstacktest.New()
		for _, err := range fake.Client().Events.Follow(t.Context(), aidstack.EventsFollowParams{Cursor: aidstack.FileCursor(path)}) {
			if !aidstack.IsValidation(err) || strings.Contains(err.Error(), "secret") && !strings.Contains(path, "secret") ||
				!strings.Contains(err.Error(), path) || len(fake.Requests()) > 0 {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	if content, _ := os.ReadFile(secret); string(content) != "aid_org_secret" {
		t.Errorf("the file of a link is %q", content)
	}
	for path, expected := range map[string]string{good: at(7), write("empty", " \n"): "", filepath.Join(folder, "none"): ""} {
		if loaded, err := aidstack.FileCursor(path).Load(t.Context()); loaded != expected || err != nil {
			t.Errorf("%s: %q, %v", path, loaded, err)
		}
	}
}

func TestAPanicInTheLoopOfAFollowerKeepsItsPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cursor")
	follow := func(then func(*aidstack.Event)) {
		fake := newStreamFake(t, []string{eventMessage(1, 2)})
		if err := os.WriteFile(path, []byte(at(1)), 0o600); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = recover() }()
		client := aidstack.New(aidstack.WithURL(fake.URL), aidstack.WithKey("k"))
		for event, err := range client.Events.Follow(t.Context(), aidstack.EventsFollowParams{Cursor: aidstack.FileCursor(path)}) {
			if err != nil {
				t.Error(err)
			}
			then(event)
		}
	}
	follow(func(*aidstack.Event) { panic("out of order") })
	if saved, err := aidstack.FileCursor(path).Load(t.Context()); saved != at(1) || err != nil {
		t.Errorf("saved %q, %v", saved, err)
	}
}
