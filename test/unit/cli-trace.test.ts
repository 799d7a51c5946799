import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';

const EVENT = 'evt_01M8D7Z4AAAAAA000000000000';
const AT = '2026-11-28T08:00:00.000Z';
const response = (body: string | Buffer, truncated = false) => ({
  headers: {},
  body_base64: Buffer.from(body).toString('base64'),
  truncated,
});
const step = (kind: string, summary: string, status: string | null, detail: object = {}) => ({
  at: AT,
  kind,
  id: EVENT,
  summary,
  status,
  detail,
});
const STEPS = [
  step('mail', 'Email from ada@example.com: Hello\u001b[2J\nthere', 'received'),
  step('event', 'mail.received', null),
  step('delivery', 'mail.received to https://receiver.example/hook', 'dead_letter'),
  step('attempt', 'Attempt: HTTP 500, 5 ms', 'failed', { response: response('one\n\ntwo\u001b[2J\nthree\nfour') }),
  step('attempt', 'Attempt: HTTP 502, 5 ms', 'failed', { response: response(Buffer.from([0xff, 0xfe, 0x00])) }),
  // Cut off within a character.
  step('attempt', 'Attempt: HTTP 503, 5 ms', 'failed', { response: response(Buffer.from('é').subarray(0, 1), true) }),
  step('attempt', 'Attempt: timed out after 10 s, 10000 ms', 'failed', { response: null }),
  step('attempt', 'Attempt: HTTP 204, 5 ms', 'succeeded', { response: response('') }),
];

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-trace-'));
const server = createServer((request, reply) => {
  reply.writeHead(request.url === `/v1/trace/${EVENT}` ? 200 : 404, { 'content-type': 'application/json' });
  reply.end(JSON.stringify({ steps: STEPS }));
});
let aid: ReturnType<typeof commandLineIn>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  aid = commandLineIn(folder, { environment: { AID_URL: url, AID_KEY: 'aid_org_test' } });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('A person reads one line for each step, and below an attempt the beginning of what the receiver responded', async () => {
  const { code, output } = await aid(['trace', EVENT], { isTerminal: true });
  expect(code).toBe(0);
  expect(output.split('\n').map((line) => line.replace(`${AT}  `, ''))).toEqual([
    'mail        received       Email from ada@example.com: Hello\ufffd[2J there',
    'event                      mail.received',
    'delivery    dead_letter    mail.received to https://receiver.example/hook',
    '  attempt   failed         Attempt: HTTP 500, 5 ms',
    '                            one',
    '                            two\ufffd[2J',
    '                            three',
    '                            …',
    '  attempt   failed         Attempt: HTTP 502, 5 ms',
    '                            (3 bytes that are no text)',
    '  attempt   failed         Attempt: HTTP 503, 5 ms',
    '                            …',
    '  attempt   failed         Attempt: timed out after 10 s, 10000 ms',
    '  attempt   succeeded      Attempt: HTTP 204, 5 ms',
    '',
  ]);
});

test('A program gets the steps with all details', async () => {
  const { rows } = await aid(['trace', EVENT]);
  expect(rows).toEqual([{ steps: STEPS }]);
});
