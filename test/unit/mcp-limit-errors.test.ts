import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOOLS } from '#shared/contract/mcp/tools.ts';
import {
  hourlyStorageMessage,
  rateLimitMessage,
  recipientLimitMessage,
  storageLimitMessage,
  waitLimitMessage,
} from '#shared/domain/limits/limit-messages.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { callDirectly } from '../support/direct-tool-call.ts';

const AT = Date.UTC(2026, 10, 21, 12, 30, 15);
const SCOPES = ['organization', 'address', 'stage'] as const;
const UNVERIFIED = DEFAULT_LIMITS.unverifiedWaits;

/** The waits that an organization has at most, and those of unverified ones. */
const WAITS = [
  waitLimitMessage({ limit: 25, scope: 'organization', busyUntil: AT }, DEFAULT_LIMITS),
  ...SCOPES.map((scope) => waitLimitMessage({ limit: UNVERIFIED, scope, busyUntil: AT }, DEFAULT_LIMITS)),
];

/** The other limits that a tool may reach. */
const OTHERS = [
  rateLimitMessage(600, 'requests per minute for one organization', AT),
  ...[true, false].map((isVerified) => recipientLimitMessage(isVerified, DEFAULT_LIMITS, AT)),
  ...[true, false].map((isVerified) => storageLimitMessage(isVerified, DEFAULT_LIMITS)),
  hourlyStorageMessage(DEFAULT_LIMITS, AT),
];

let message: string;
/** Refuses each request because of a limit. */
const limited = createServer((_request, response) => {
  const error = { code: 'rate_limit.exceeded', message, request_id: 'req_2', retryable: true };
  const headers = { 'content-type': 'application/json', 'retry-after': '7' };
  response.writeHead(429, headers).end(JSON.stringify({ error }));
});
let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => limited.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(limited.address() as AddressInfo).port}`;
});
afterAll(() => void limited.close());

async function errorOf(name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = await callDirectly(name, args, { baseUrl });
  expect(isError).toBe(true);
  return content.map((one) => ('text' in one ? one.text : '')).join();
}

test.each([
  ['wait_for_event', { type: 'mail.received' }],
  ['wait_for_reply', { message_id: 'msg_1' }],
  ['wait_for_code', {}],
])('%s says above the limit of waits what a model can do, and names no event stream', async (name, args) => {
  for (const one of WAITS) {
    message = one;
    const text = await errorOf(name, args);
    expect(text).toMatch(/^At most \d+ waits at once .* make fewer waits at once, or list what is there \(/);
    expect(text).toMatch(/ Retry after 7 seconds\. \(rate_limit\.exceeded, request req_1\)$/);
    expect(text).not.toMatch(/stream|\/v1\//);
    const [, named = ''] = /list what is there \(([^)]*)\)/.exec(text) ?? [];
    const tools = Object.values(TOOLS).map((tool) => tool.name as string);
    expect(named.split(', ').filter((tool) => !tools.includes(tool))).toEqual([]);
  }
});

test('No limit that a tool reaches names an operation of the API, and each keeps what people can do', async () => {
  for (const one of OTHERS) {
    message = one;
    const text = await errorOf('list_messages', {});
    expect(text).not.toMatch(/stream|\/v1\//);
    expect(text).toContain(one.slice(0, 20));
    if (one.includes('not verified')) expect(text).toContain("verify the owner's address");
  }
});
