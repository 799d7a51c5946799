import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';

const EVENT = 'evt_01M8D7Z4AAAAAA000000000000';
const MESSAGE = 'msg_01M8D7Z4AAAAAA000000000000';
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
  step('attempt', 'Attempt: HTTP 400, 5 ms', 'failed', { response: response(Buffer.from([0xff])) }),
  step('attempt', 'Attempt: HTTP 404, 5 ms', 'failed', { response: response('x'.repeat(100)) }),
  step('attempt', 'Attempt: HTTP 204, 5 ms', 'succeeded', { response: response('') }),
];

/** What the service returns to an org key. */
const REPLIES: Readonly<Record<string, object>> = {
  [`/v1/trace/${EVENT}`]: { steps: STEPS },
  [`/v1/trace/${MESSAGE}`]: { steps: STEPS.slice(0, 1) },
  '/v1/events': { events: [{ id: EVENT }], next: null },
  '/v1/messages': { messages: [{ id: MESSAGE }], next: null },
  '/v1/me': { actor_type: 'user', actor_id: 'key_1', org_id: 'org_1' },
};

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-trace-'));
const server = createServer((request, reply) => {
  const found = REPLIES[new URL(request.url ?? '', 'http://x').pathname];
  reply.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
  reply.end(JSON.stringify(found ?? { error: { code: 'resource.not_found', message: 'Not found' } }));
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
    'mail        received       Email from ada@example.com:',
    '                            Hello\ufffd[2J there',
    'event                      mail.received',
    'delivery    dead_letter    mail.received to',
    '                            https://receiver.example/hook',
    '  attempt   failed         Attempt: HTTP 500, 5 ms',
    '                            one',
    '                            two\ufffd[2J',
    '                            three',
    '                            …',
    '  attempt   failed         Attempt: HTTP 502, 5 ms',
    '                            (3 bytes, not text)',
    '  attempt   failed         Attempt: HTTP 503, 5 ms',
    '                            …',
    '  attempt   failed         Attempt: timed out after 10',
    '                            s, 10000 ms',
    '  attempt   failed         Attempt: HTTP 400, 5 ms',
    '                            (1 byte, not text)',
    '  attempt   failed         Attempt: HTTP 404, 5 ms',
    `                            ${'x'.repeat(52)}`,
    '                            …',
    '  attempt   succeeded      Attempt: HTTP 204, 5 ms',
    '',
  ]);
  expect(Math.max(...output.split('\n').map((line) => line.length))).toBe(80);
  const wide = await aid(['trace', EVENT], { isTerminal: true, columns: 140 });
  expect(wide.output).toContain('Email from ada@example.com: Hello\ufffd[2J there\n');
  expect(wide.output).toContain(`\n${' '.repeat(28)}${'x'.repeat(80)}\n`);
});

test('A program gets the steps with all details', async () => {
  const { rows } = await aid(['trace', EVENT]);
  expect(rows).toEqual([{ steps: STEPS }]);
});

test('A trace with --fields has a row for each step, on a terminal and for a program', async () => {
  const { rows } = await aid(['trace', EVENT, '--json', '--fields', 'at,kind']);
  expect(rows).toEqual(STEPS.map(({ at, kind }) => ({ at, kind })));
  const { output } = await aid(['trace', EVENT, '--fields', 'kind,status'], { isTerminal: true });
  expect(output.split('\n').slice(0, 3)).toEqual(['KIND      STATUS', 'mail      received', 'event']);
});

test('A trace takes the beginning of an id, and an org key looks for a message in those of all agents', async () => {
  expect((await aid(['trace', 'evt_01M8D7Z4'])).rows).toEqual([{ steps: STEPS }]);
  expect((await aid(['trace', 'msg_01M8D7Z4…'])).rows).toEqual([{ steps: STEPS.slice(0, 1) }]);
  expect(await aid(['trace', 'evt_01M8D7ZZ'])).toMatchObject({
    code: 4,
    errors: expect.stringContaining('newest 200'),
  });
});
