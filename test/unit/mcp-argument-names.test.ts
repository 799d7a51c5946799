import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namingArguments } from '#functions/http/mcp/argument-names.ts';
import { CALLED } from '#functions/http/mcp/called-operations.ts';
import { TOOLS } from '#shared/contract/mcp/tools.ts';
import type { Route } from '#shared/contract/route.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { parseRequest } from '#shared/runtime/pipeline/parse.ts';
import { callDirectly } from '../support/direct-tool-call.ts';

const ROUTES = Object.values<Route>(CALLED).map((route) => ({
  route,
  path: new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
}));

/** Parses each request as the service does, and refuses it: what is invalid by its fields, everything else with 404. */
const service = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const error = refusalOf(request, Buffer.concat(parts).toString());
  response.writeHead(error.status, { 'content-type': 'application/json' }).end(JSON.stringify(error.toBody('req_2')));
});
let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => void service.close());

function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: string): AppError {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const found = ROUTES.find(({ route, path }) => route.method === method && path.test(pathname));
  if (found === undefined) return new AppError('route.not_found');
  const names = [...found.route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const values = found.path.exec(pathname)?.slice(1).map(decodeURIComponent) ?? [];
  const request = {
    requestId: 'req_2',
    method,
    resource: found.route.path,
    path: pathname,
    headers: headers as Record<string, string>,
    query: Object.fromEntries([...searchParams].map(([name, value]) => [name, [value]])),
    params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    body: body === '' ? null : body,
    address: '192.0.2.1',
    baseUrl: 'http://x',
    ownUrls: ['http://x'],
  };
  try {
    parseRequest(found.route, request);
    return notFound();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Arguments with which each tool makes its requests. One that has two ways has two sets. */
const USUAL: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  whoami: [{}],
  list_messages: [{}],
  search_messages: [{ query: 'x' }],
  get_message: [{ message_id: 'msg_1' }],
  get_thread: [{ thread_id: 'thr_1' }],
  get_attachment: [{ message_id: 'msg_1', attachment_id: 'att_1' }],
  send_email: [{ to: ['a@b.example'], subject: 'x', text: 'x' }],
  reply_to_email: [{ message_id: 'msg_1', text: 'x' }],
  forward_message: [{ message_id: 'msg_1', to: ['a@b.example'] }],
  update_message: [{ message_id: 'msg_1', is_read: true }, { message_id: 'msg_1' }],
  wait_for_reply: [
    { message_id: 'msg_1' },
    { thread_id: 'thr_1', cursor: '2026-01-01T00:00:00Z/2026-01-01T00:00:00Z' },
  ],
  wait_for_code: [{}, { cursor: '2026-01-01T00:00:00Z/2026-01-01T00:00:00Z' }],
  wait_for_event: [{ type: 'mail.received', cursor: '2026-01-01T00:00:00Z' }],
  list_events: [{}, { since: '2026-01-01T00:00:00Z' }],
  find_agents: [{}],
  send_task: [
    { to_handle: 'bot', text: 'x' },
    { task_id: 'tsk_1', text: 'x', data: { a: 1 } },
  ],
  list_tasks: [{}],
  get_task: [{ task_id: 'tsk_1' }],
  reply_to_task: [{ task_id: 'tsk_1' }, { task_id: 'tsk_1', text: 'x', data: { a: 1 } }],
  find_contact: [{}],
  save_contact: [{ display_name: 'x' }, { contact_id: 'con_1', notes: 'x' }],
  list_secrets: [{}],
  create_lease: [{ secret_id: 'sec_1' }],
  redeem_lease: [{ lease_id: 'lse_1', lease_token: 'x' }],
  get_identity_token: [{ audience: 'x' }],
};

const LONG = 'x'.repeat(300_000);
const DEEP = { a: LONG, b: LONG };
const BAD: readonly unknown[] = [
  ...['@@', '..', LONG, ' ', '2026-13-45', 'x/y', '2026-13-45/x'],
  ...[['@@'], [LONG], new Array(40).fill('a@b.example'), []],
  ...[0, 48, 100_000_000, true, DEEP],
  [{ filename: LONG, content_type: '@@', content_base64: '@@' }],
];

/** The fields that a message names: at its beginning, and after each semicolon. */
const fieldsIn = (message: string) =>
  [...message.matchAll(/(?:^|; )([\w-]+)(?:\.[^\s:;]+)?: /g)].map(([, field]) => field as string);

test.each(Object.values(TOOLS))('No error of $name names a field that is not one of its arguments', async (tool) => {
  const own = new Set([...Object.keys(tool.input.shape), 'arguments', 'aid-identity']);
  let refusals = 0;
  for (const usual of USUAL[tool.name] ?? []) {
    for (const argument of ['', ...Object.keys(tool.input.shape)]) {
      for (const value of argument === '' ? [undefined] : BAD) {
        const args = argument === '' ? usual : { ...usual, [argument]: value };
        if (!tool.input.safeParse(args).success) continue;
        const atOnce = 'timeout_seconds' in tool.input.shape ? { timeout_seconds: 0 } : {};
        const { content } = await callDirectly(tool.name, { ...atOnce, ...args }, { baseUrl });
        const text = content.map((one) => ('text' in one ? one.text : '')).join();
        if (!text.includes('(validation.failed,')) continue;
        refusals += 1;
        expect(
          fieldsIn(text).filter((field) => !own.has(field)),
          `${argument}: ${text}`,
        ).toEqual([]);
      }
    }
  }
  if (Object.keys(tool.input.shape).some((name) => ['limit', 'to', 'data'].includes(name)))
    expect(refusals).toBeGreaterThan(0);
});

test.each([
  ['find_contact', 'before: a time', 'cursor: a time'],
  ['wait_for_event', 'since: a time; timeout_ms: at most 55000', 'cursor: a time; timeout_seconds: at most 55000'],
  ['list_events', 'since: a time', 'since: a time'],
  ['send_task', 'parts.0.text: too long; parts.1.data.a: x', 'text: too long; data.a: x'],
  [
    'send_task',
    'message: at most 9 messages per task: send a new task',
    'text: at most 9 messages per task: send a new task',
  ],
  ['reply_to_email', 'in_reply_to_message_id: x; to.0: an address', 'message_id: x; to.0: an address'],
  ['update_message', 'body: is_read or folder', 'arguments: is_read or folder'],
  ['create_lease', 'identity_id: required', 'aid-identity: required'],
])('%s: "%s" becomes "%s"', (name, message, renamed) => {
  const tool = Object.values(TOOLS).find((one) => one.name === name);
  expect(tool && namingArguments(message, tool, {})).toBe(renamed);
});

test('With a cursor, a problem of the time that a page begins with is one of the cursor', () => {
  const sent = { since: '2026-01-01T00:00:00Z', cursor: 'x' };
  expect(namingArguments('since: a time', TOOLS.listEvents, sent)).toBe('cursor: a time');
});

test('An id that would lead to another path is no id of anything, and no request is made', async () => {
  for (const message_id of ['.', '..']) {
    const { content } = await callDirectly('get_message', { message_id }, { baseUrl });
    expect(content).toEqual([
      { type: 'text', text: expect.stringMatching(/^No such resource\. .*\(resource\.not_found,/) },
    ]);
  }
});
