import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
const aid = commandLineIn(folder);
const AT = '2026-01-01T00:00:00.000Z';
const AGENT = 'agt_01M8D7Z4AAAAAA000000000000';
const MESSAGE = 'msg_01M8D7Z4AAAAAA000000000000';
let requests: unknown[] = [];
let keys: unknown[] = [];

/** Responds to the first request to mark messages as if there were more. */
const server = createServer(async (request, response) => {
  const body = JSON.parse((await text(request)) || 'null');
  keys.push(request.headers['idempotency-key']);
  requests.push([`${request.method} ${request.url}`, body]);
  const isLast = body?.before !== undefined;
  const reply = request.url?.endsWith('/mail/read')
    ? { updated_count: isLast ? 7 : 1000, continue_before: isLast ? null : AT }
    : request.method === 'GET'
      ? { identities: [{ id: AGENT, handle: 'ada' }], next: null }
      : { id: MESSAGE, labels: body?.add_labels };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function typed(line: string) {
  requests = [];
  keys = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return aid(line.split(' '), { environment: { AID_URL: url, AID_KEY: 'aid_org_x' } });
}

test('aid mail read --all marks the inbox with as many requests as it takes, and prints how many were unread', async () => {
  const { code, rows } = await typed('mail read --all --agent agt_1 --json');
  expect([code, rows]).toEqual([0, [{ updated_count: 1007 }]]);
  expect(requests).toEqual([
    ['POST /v1/identities/agt_1/mail/read', { folder: 'inbox' }],
    ['POST /v1/identities/agt_1/mail/read', { folder: 'inbox', before: AT }],
  ]);
});

test('aid mail read gives each of its requests a key of its own, and the first one the key that was given', async () => {
  expect((await typed('mail read --all --agent agt_1 --idempotency-key once')).code).toBe(0);
  expect(keys).toEqual(['once', 'once-2']);
});

test('aid mail read --dry-run prints the first request, and sends only what finds the agent', async () => {
  const read = { method: 'POST', url: expect.stringContaining(`/v1/identities/${AGENT}/mail/read`) };
  for (const [agent, sent] of [
    [AGENT, 0],
    ['ada', 1],
    ['agt_01M8D7Z4', 1],
  ] as const) {
    const { code, rows } = await typed(`mail read --all --folder spam --agent ${agent} --dry-run`);
    expect([code, rows]).toEqual([0, [{ ...read, body: { folder: 'spam' } }]]);
    expect(requests).toHaveLength(sent);
  }
});

test('aid mail read marks nothing without --all, or with a folder and a conversation', async () => {
  for (const line of ['mail read --agent agt_1', 'mail read --all --folder spam --thread thr_1 --agent agt_1']) {
    expect((await typed(line)).code).toBe(2);
    expect(requests).toEqual([]);
  }
});

test('aid mail label adds labels to a message', async () => {
  const { code } = await typed(`mail label ${MESSAGE} --add-labels vip --add-labels todo --agent agt_1 --json`);
  expect(code).toBe(0);
  expect(requests).toEqual([[`PATCH /v1/identities/agt_1/mail/messages/${MESSAGE}`, { add_labels: ['vip', 'todo'] }]]);
});
