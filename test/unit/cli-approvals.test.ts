import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';

const HASH = 'a1'.repeat(32);
const ID = 'apr_01M8D7Z4AAAAAA000000000000';
const HIDDEN = 'Pay today.\u001b[2K\nhash     0000';
const person = (address: string, name: string | null = null) => ({ address, name });
const APPROVAL = {
  id: ID,
  kind: 'mail',
  status: 'pending',
  identity_id: 'agt_1',
  content_hash: HASH,
  preview: {
    summary: 'An email to billing@evil.example',
    reasons: [
      { code: 'unvouched', address: 'billing@evil.example', host: null, source: 'text of msg_7' },
      { code: 'unvouched', address: null, host: 'pay.evil.example', source: 'link of msg_7' },
    ],
    mail: {
      from: [person('bot@agents.example')],
      to: [person('billing@evil.example', 'Billing')],
      cc: [person('ada@example.com')],
      bcc: [],
      reply_to: [],
      subject: 'Invoice 7, as we agreed on the telephone the other day, and everything else that belongs to it',
      snippet: 'Pay',
      text: `${HIDDEN}\n${'A long line of the email that has to be wrapped. '.repeat(4)}`,
      html_text: null,
      attachments: [{ filename: 'invoice.pdf', content_type: 'application/pdf', size: 1200, sha256: null }],
      answers: null,
    },
  },
  reason: null,
  expires_at: '2026-12-05T08:00:00.000Z',
};

const TUNNEL = {
  ...APPROVAL,
  id: 'apr_01M8D7Z4AAAAAA000000000001',
  kind: 'tunnel',
  preview: {
    summary: 'Tunnel The shop with a public address at tunnels.example',
    reasons: [{ code: 'always', address: null, host: null, source: null }],
    mail: null,
    lease: null,
    tunnel: { name: 'The\nshop', host: 'tunnels.example', metadata: { team: 'sales' } },
  },
};

const TASK = {
  ...TUNNEL,
  id: 'apr_01M8D7Z4AAAAAA000000000002',
  kind: 'task',
  preview: {
    ...TUNNEL.preview,
    summary: 'Task for checker: Please check.',
    tunnel: null,
    task: {
      to: { identity_id: 'agt_2', handle: 'checker', display_name: 'The\nchecker' },
      context_id: null,
      snippet: 'Please check.',
      parts: [{ text: 'Please check.' }, { data: { order: 7 }, media_type: 'application/json' }],
      message: { metadata: { hidden: 'no' } },
      metadata: {},
      push_url: 'https://hooks.example/steps',
    },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
const aid = commandLineIn(folder);
let decisions: unknown[] = [];
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (request.method === 'POST') decisions.push([request.url, JSON.parse(Buffer.concat(parts).toString())]);
  const status = request.method === 'POST' ? 'approved' : 'pending';
  const shown = [TUNNEL, TASK].find(({ id }) => request.url?.includes(id)) ?? APPROVAL;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...shown, status }));
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function typed(args: readonly string[], others: Parameters<typeof aid>[1] = {}) {
  decisions = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return aid(['approvals', ...args], { environment: { AID_URL: url, AID_KEY: 'aid_org_x' }, ...others });
}

test('A person sees what will happen in 80 columns, and what a stranger wrote stays within its field', async () => {
  const { output } = await typed(['get', ID], { isTerminal: true });
  const lines = output.trimEnd().split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(output).not.toContain('\u001b');
  expect(lines.filter((line) => line.startsWith('hash'))).toEqual([`hash         ${HASH}`]);
  for (const shown of [
    'Billing <billing@evil.example>',
    'ada@example.com',
    'invoice.pdf (application/pdf, 1200 bytes)',
    'billing@evil.example: known only from strangers’ text (from text',
    'pay.evil.example: known only from strangers’ text (from link of',
  ]) {
    expect(output).toContain(shown);
  }
});

test('A person sees what a tunnel opens', async () => {
  const { output } = await typed(['get', TUNNEL.id], { isTerminal: true });
  const lines = output.trimEnd().split('\n');
  for (const [name, value] of [
    ['name', 'The shop'],
    ['host', 'tunnels.example'],
    ['metadata', 'team: sales'],
    ['held', 'always held'],
  ]) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name} +${value}$`)));
  }
});

test('A person sees whom a task is for, and all that it tells', async () => {
  const { output } = await typed(['get', TASK.id], { isTerminal: true });
  for (const shown of [
    'The checker <checker>',
    'Please check.',
    '[application/json] {"order":7}',
    '{"metadata":{"hidden":"no"}}',
    'https://hooks.example/steps',
  ]) {
    expect(output).toContain(shown);
  }
});

test('A program gets the whole record', async () => {
  expect((await typed(['get', ID])).rows).toEqual([APPROVAL]);
});

test('A person approves what was shown, after a yes', async () => {
  const { code, errors } = await typed(['approve', ID], { isTerminal: true, typed: 'y' });
  expect(code).toBe(0);
  expect(errors.indexOf('billing@evil.example')).toBeLessThan(errors.indexOf(`Approve ${ID}? [y/N] `));
  expect(decisions).toEqual([[`/v1/approvals/${ID}/approve`, { content_hash: HASH }]]);
});

test('The edits of an approver are shown too', async () => {
  const { errors } = await typed(['approve', ID, '--edits', '{"subject":"Invoice"}'], { isTerminal: true, typed: 'y' });
  expect(errors).toContain('With these edits:\nsubject  Invoice\n');
  expect(decisions).toEqual([[expect.any(String), { content_hash: HASH, edits: { subject: 'Invoice' } }]]);
});

test.each([
  ['a person who does not say yes', [], { isTerminal: true, typed: '' }, 'not confirmed'],
  [
    'a person with the hash of something else',
    ['--hash', 'b2'.repeat(32)],
    { isTerminal: true, typed: 'y' },
    'another',
  ],
  ['a program without --yes', ['--hash', HASH], {}, 'confirm with --yes and --hash'],
  ['a program without --hash', ['--yes'], {}, '--hash is required'],
])('%s approves nothing', async (_who, args, surroundings, says) => {
  const { code, errors } = await typed(['approve', ID, ...args], surroundings);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(says) });
  expect(decisions).toEqual([]);
});

test('A program approves what it has read, by its hash', async () => {
  expect((await typed(['approve', ID, '--yes', '--hash', HASH])).code).toBe(0);
  expect(decisions).toEqual([[`/v1/approvals/${ID}/approve`, { content_hash: HASH }]]);
});

test('A denial has the reason for the agent', async () => {
  expect((await typed(['deny', ID, '--reason', 'Not to them.'])).code).toBe(0);
  expect(decisions).toEqual([[`/v1/approvals/${ID}/deny`, { reason: 'Not to them.' }]]);
});
