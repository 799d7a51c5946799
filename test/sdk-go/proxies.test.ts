import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { eventually } from '../support/eventually.ts';
import { ProxiedService } from '../support/proxied-service.ts';
import { startProgram } from '../support/tools/start-program.ts';
import { buildConsumer } from './support/go-module.ts';

/**
 * Uses a service by a request, an event stream and a tunnel, and prints what it got, one line for each. It serves the
 * tunnel until it is stopped.
 */
const PROGRAM = `package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	aidstack "git.example/aid/aid/clients/go"
)

func main() {
	var options []aidstack.ClientOption
	if proxy := os.Getenv("PROXY_OF_OPTIONS"); proxy != "" {
		address, err := url.Parse(proxy)
		check(err)
		options = append(options, aidstack.WithHTTPClient(&http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(address)}}))
	}
	ctx, client := context.Background(), aidstack.New(options...)
	me, err := client.Me(ctx)
	check(err)
	fmt.Println(me.OrgName)
	since := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for event, err := range client.Events.Follow(ctx, aidstack.EventsFollowParams{Since: since}) {
		check(err)
		fmt.Println(event.ID)
		break
	}
	serving, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	err = client.Tunnels.Serve(serving, aidstack.TunnelsServeParams{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "hello")
		}),
	})
	if !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
`;

test('Requests, event streams and tunnels of the Go SDK go through the proxy of the environment or of the options', () =>
  withTemporaryFolder(async (folder) => {
    const app = await buildConsumer(join(folder, 'app'), PROGRAM);
    const certificate = join(folder, 'certificate.pem');
    for (const variable of ['HTTPS_PROXY', 'PROXY_OF_OPTIONS']) {
      const service = await ProxiedService.start();
      try {
        writeFileSync(certificate, service.certificate);
        const env = {
          ...process.env,
          AID_URL: service.url,
          AID_KEY: 'aid_agt_test',
          SSL_CERT_FILE: certificate,
          HTTPS_PROXY: undefined,
          https_proxy: undefined,
          NO_PROXY: undefined,
          no_proxy: undefined,
          [variable]: service.proxy.url,
        };
        const program = startProgram(app, [], { cwd: folder, env });
        try {
          await eventually(() => expect(service.responses, program.output()).toEqual(['hello']));
          program.stop();
          expect(await program.ended, program.output()).toBe(0);
        } finally {
          await program.kill();
        }
        expect(program.output(), variable).toBe('Acme\nevt_1\n');
        expect(service.seen).toEqual(expect.arrayContaining(['GET /v1/me', 'websocket /stream', 'websocket /tunnel']));
        expect(service.proxy.refused, variable).toEqual([]);
      } finally {
        await service.stop();
      }
    }
  }));
