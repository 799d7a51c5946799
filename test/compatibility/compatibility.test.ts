import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TunnelClient } from '#clients/tunnel/tunnel-client.ts';
import { checkOutLast } from '#testing/release-checkout.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';
import { covering } from './covering.ts';
import { verifySignedEndpoint } from './signed-endpoint.ts';
import { untilHeld } from './stack-queues.ts';
import { replyTo, type State, writeState } from './write-state.ts';
import { send } from './writer/state-client.ts';
import type { StateRecord } from './writer/state-record.ts';

/**
 * What one release has stored, the other one reads and works on, in both directions. Each direction runs the two
 * releases one after the other on one state.
 *
 * See: docs/decisions/0032-releases-and-migrations.md#layouts; docs/releasing.md.
 */
const ROOT = join(import.meta.dirname, '..', '..');

const TIMEOUT_MS = 1_800_000;

test('The last release reads what this one has stored, does the jobs that wait, and works on', {
  timeout: TIMEOUT_MS,
}, async () => {
  const last = await checkOutLast();
  const state = await writeState(ROOT);
  await readState(state, last, (ours, theirs) => expect(ours).toEqual(covering(theirs)));
});

test('This release reads what the last one has stored, does the jobs that wait, and works on', {
  timeout: TIMEOUT_MS,
}, async () => {
  const state = await writeState(await checkOutLast());
  await readState(state, ROOT, (theirs, ours) => expect(ours).toEqual(covering(theirs)));
});

type Compare = (before: unknown, after: unknown) => void;

/** Starts the other release on the state, and has it read, repeat, finish and continue everything. */
async function readState(state: State, root: string, compare: Compare): Promise<void> {
  try {
    const stack = await startStack(state.settings, { root });
    try {
      await workOn(state, stack, compare);
    } finally {
      await stack.stop();
    }
  } finally {
    await state.end();
  }
}

async function workOn({ records, before, receiver, signed }: State, stack: Stack, compare: Compare): Promise<void> {
  const url = stack.baseUrl;
  for (const [at, request] of records.flatMap(({ reads }) => reads).entries()) {
    compare(before[at], await replyTo(url, request));
  }
  for (const { status, reply, ...request } of records.flatMap(({ repeats }) => repeats)) {
    const again = await send(url, request);
    expect([again.status, again.reply], request.path).toEqual([status, reply]);
  }
  for (const { name, contains, ...request } of records.flatMap(({ outcomes }) => outcomes)) {
    await eventually(async () => {
      const { status, text } = await send(url, request);
      expect([status, text], name).toEqual([200, expect.stringContaining(contains)]);
    });
  }
  const paths = ['/waiting', '/waiting-push'];
  await eventually(() => expect(receiver.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(paths)));
  const failed: string[] = [];
  for (const { name, status, ...request } of records.flatMap(({ acts }) => acts)) {
    const { status: found, text } = await send(url, request);
    const isDone = status === undefined ? found < 300 : found === status;
    if (!isDone) failed.push(`${name}: ${found} ${text}`);
  }
  expect(failed).toEqual([]);
  await verifySignedEndpoint(url, signed, receiver);
  for (const tunnel of records.flatMap(({ tunnels }) => tunnels)) await useTunnel(tunnel);
  // The unreadable row was set aside by each of the two. Nothing else that waited is left, and no function complained.
  await untilHeld(url, [['relay-failures', 2]]);
  const errors = stack.errors().split('\n');
  expect(errors.filter((line) => line !== '' && !EXPECTED_ERRORS.some((error) => line.includes(error)))).toEqual([]);
}

/** While the state waited, no worker ran, and a sweep may come before the first heartbeat of each. */
const EXPECTED_ERRORS = ['"message":"record set aside"', '"message":"heartbeats late"'];

async function useTunnel({ connectUrl, publicUrl, key }: StateRecord['tunnels'][number]): Promise<void> {
  const server = createServer((_, response) => response.end('again')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new TunnelClient({ connectUrl, key, target: { host: '127.0.0.1', port } });
  const connected = once(client, 'connected');
  client.start();
  await connected;
  expect(await (await fetch(publicUrl)).text()).toBe('again');
  client.stop();
  server.close();
}
