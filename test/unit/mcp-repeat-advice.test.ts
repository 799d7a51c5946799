import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repeatAdvice } from '#functions/http/mcp/repeat-advice.ts';
import { TOOLS } from '#shared/contract/mcp/tools.ts';
import { callDirectly } from '../support/direct-tool-call.ts';

const SAFE = /repeating it is safe/;
const ALL = Object.values(TOOLS);
const has = (argument: string) => ALL.filter(({ input }) => argument in input.shape);

/** Responds to each request with an error that says nothing about what was done. */
const failing = createServer((_request, response) => {
  const error = { code: 'internal.error', message: 'It failed.', request_id: 'req_2', retryable: true };
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
});
let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
});
afterAll(() => void failing.close());

async function errorOf(name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = await callDirectly(name, args, { baseUrl });
  expect(isError).toBe(true);
  return content.map((one) => ('text' in one ? one.text : '')).join();
}

test.each(has('send_again'))('$name says that repeating it is safe only where a repetition does not count', (tool) => {
  const [lasting, fresh] = ['mine', 'again-4f0c'];
  for (const args of [{}, { send_again: false }, { idempotency_key: lasting }]) {
    expect(repeatAdvice(tool, args)).toMatch(SAFE);
  }
  expect(repeatAdvice(tool, { idempotency_key: lasting, send_again: true })).toMatch(SAFE);
  for (const args of [{ send_again: true }, { send_again: true, idempotency_key: fresh }]) {
    const advice = repeatAdvice(tool, args);
    expect(advice).not.toMatch(SAFE);
    const [, looked] = /Check with (\w+)/.exec(advice) ?? [];
    expect(ALL.find(({ name }) => name === looked)?.annotations.readOnlyHint).toBe(true);
  }
});

test('Every tool that writes takes an idempotency key, or is safe to repeat without one', () => {
  const keyed = has('idempotency_key');
  const others = ALL.filter((tool) => !tool.annotations.readOnlyHint && !keyed.includes(tool));
  expect(others.map(({ name, annotations }) => [name, annotations])).toEqual([
    ['update_message', expect.objectContaining({ idempotentHint: true })],
  ]);
});

test('A failed email says whether a repetition could send it twice', async () => {
  const email = { to: ['ada@example.com'], subject: 'x', text: 'x' };
  expect(await errorOf('send_email', email)).toMatch(SAFE);
  expect(await errorOf('send_email', { ...email, send_again: true })).toMatch(/Check with list_messages/);
});

test('A failed redemption says that it may have counted, unless it has a key', async () => {
  const lease = { lease_id: 'lease_1', lease_token: 'token' };
  expect(await errorOf('redeem_lease', lease)).toMatch(/It may have counted as a use/);
  expect(await errorOf('redeem_lease', { ...lease, idempotency_key: 'mine' })).toMatch(SAFE);
  expect(await errorOf('create_lease', { secret_id: 'sec_1' })).toMatch(SAFE);
});
