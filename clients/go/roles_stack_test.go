//go:build stack

package aidstack_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

// roles are the programs that this test binary is when a test starts it as a process, which can be killed.
var roles = map[string]func(args []string) error{"follower": followInProcess, "worker": workInProcess}

func TestMain(m *testing.M) {
	role, ok := roles[os.Getenv("AID_TEST_ROLE")]
	if !ok {
		os.Exit(m.Run())
	}
	if err := role(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// startRole starts this test binary as a program. Its output goes to a file.
func startRole(t *testing.T, role, key, url, output string, args ...string) *exec.Cmd {
	t.Helper()
	file, err := os.OpenFile(output, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	command := exec.Command(os.Args[0], args...)
	command.Env = append(os.Environ(), "AID_TEST_ROLE="+role, "AID_KEY="+key, "AID_URL="+url)
	command.Stdout, command.Stderr = file, os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	return command
}

// kill ends a program as a crash does.
func kill(command *exec.Cmd) {
	_ = command.Process.Kill()
	_ = command.Wait()
}

// linesOf returns the whole lines of a file.
func linesOf(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var lines []string
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		lines = append(lines, scanner.Text())
	}
	return lines
}

// waitFor polls until a condition holds.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !holds(); {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
