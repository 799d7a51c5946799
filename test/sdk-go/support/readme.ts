import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GO_SDK } from './go-module.ts';

const README = readFileSync(join(GO_SDK, 'README.md'), 'utf8');

/** A code block of the README: the first one of Go after a heading. */
export function readmeExample(heading: string): string {
  const [program] = examplesIn(README.slice(README.indexOf(`\n## ${heading}\n`)));
  if (program === undefined) throw new Error(`the README has no Go under ${heading}`);
  return program;
}

function examplesIn(text: string): string[] {
  return [...text.matchAll(/^```go\n(.*?)^```/gms)].map(([, code = '']) => code);
}

/** What the examples of the README take from the program around them. */
const AROUND = `package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

var (
	ctx      = context.Background()
	client   = aidstack.New()
	params   aidstack.MailSendParams
	sent     aidstack.SentMail
	pemOrJWK []byte
)

func login(context.Context, string) error { return nil }

func sendInvoice(*aidstack.Client) {}

`;

/** A program that runs the first example after a heading until it is stopped. */
export function readmeProgramOf(heading: string): string {
  const main = `
func main() {
	ctx, _ = signal.NotifyContext(ctx, syscall.SIGTERM)
	if err := example(); !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}
`;
  // Go refuses an import that nothing uses.
  const uses =
    'var _, _, _ = http.MethodGet, io.EOF, fmt.Sprint\nvar _, _, _, _ = os.Args, aidstacktest.New, slog.Info, time.Now\n';
  const around = AROUND.replace('\t"os"\n', '\t"os"\n\t"os/signal"\n\t"syscall"\n');
  return `${around}${uses}\nfunc example() error {\n${readmeExample(heading)}return nil\n}\n${main}`;
}

/** One program with all examples that are a part of a program, each as a function. */
export function readmeProgram(): string {
  const parts = examplesIn(README).filter((code) => !code.startsWith('package '));
  const functions = parts.map((code, index) => `\nfunc example${index}() error {\n${used(code)}return nil\n}\n`);
  return `${AROUND}\nfunc main() {}\n${functions.join('')}`;
}

/** A part of a program, with a use of each variable that it declares and leaves for what would follow. */
function used(code: string): string {
  const declared = [...code.matchAll(/^(\w+(?:, \w+)*) :=/gm)].flatMap(([, names = '']) => names.split(', '));
  const uses = [...new Set(declared)].filter((name) => name !== '_').map((name) => `_ = ${name}\n`);
  return code + uses.join('');
}
