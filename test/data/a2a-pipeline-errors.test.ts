import { beforeAll, describe, expect, test } from 'vitest';
import { callA2a, sendA2aMessage } from '#shared/contract/routes/a2a-protocol.ts';
import type { Table } from '#shared/data/table-client.ts';
import { MAX_BODY_BYTES } from '#shared/domain/limits/limits.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { handleRequest } from '#shared/runtime/pipeline/handle-request.ts';
import { textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { loadOperation, requestOf } from '../support/in-process-api.ts';
import { withReads } from '../support/intercepted-table.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, caller, worker } = {} as TwoAgents;

beforeAll(async () => {
  ({ api, caller, worker } = await twoAgents(engine.table, { open: true }));
});

// biome-ignore lint/suspicious/noExplicitAny: JSON
type Json = any;

/** The same message over either binding. Each test adds a fault that the pipeline rejects before the binding runs. */
const BINDINGS = {
  'JSON-RPC': {
    route: callA2a,
    type: 'application/json',
    body: () => JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'SendMessage', params: textMessage('x') }),
  },
  'HTTP+JSON': { route: sendA2aMessage, type: 'application/a2a+json', body: () => JSON.stringify(textMessage('x')) },
};

async function send(
  binding: keyof typeof BINDINGS,
  {
    body,
    type = 'application/json',
    services = api.services,
  }: { body?: string; type?: string | null; services?: Services },
) {
  const { route, body: usual } = BINDINGS[binding];
  const headers = { 'a2a-version': '1.0', ...(type !== null && { 'content-type': type }) };
  const request = requestOf(route, { key: caller.key, params: { id: worker.id }, headers });
  return handleRequest(await loadOperation(route), { ...request, body: body ?? usual() }, services);
}

const NOT_SUPPORTED = /google\.rpc\.ErrorInfo.*CONTENT_TYPE_NOT_SUPPORTED.*a2a-protocol\.org/;
const RETRY = /google\.rpc\.RetryInfo.*"retryDelay":"[1-9]\d?s"/;

/** Each rejection with its HTTP status over either binding, its JSON-RPC code and its google.rpc status. */
const REFUSALS: Record<
  string,
  {
    http: number;
    rpc: number;
    status: string;
    message: RegExp;
    details?: { rpc?: RegExp; status?: RegExp };
    ask: () => Parameters<typeof send>[1];
  }
> = {
  'a body of another content type': {
    http: 415,
    rpc: -32005,
    status: 'INVALID_ARGUMENT',
    message: /application\/json or application\/a2a\+json/,
    details: { rpc: NOT_SUPPORTED, status: NOT_SUPPORTED },
    ask: () => ({ type: 'text/plain' }),
  },
  'a body without a content type': {
    http: 415,
    rpc: -32005,
    status: 'INVALID_ARGUMENT',
    message: /application\/json or application\/a2a\+json/,
    details: { rpc: NOT_SUPPORTED, status: NOT_SUPPORTED },
    ask: () => ({ type: null }),
  },
  'a body of more than 1 MB': {
    http: 413,
    rpc: -32600,
    status: 'INVALID_ARGUMENT',
    message: /at most 1 MB/,
    ask: () => ({ body: JSON.stringify({ x: 'x'.repeat(MAX_BODY_BYTES.authenticated) }) }),
  },
  'a body of more members than are parsed': {
    http: 413,
    rpc: -32600,
    status: 'INVALID_ARGUMENT',
    message: /at most 50000 fields and items/,
    ask: () => ({ body: JSON.stringify({ x: Array(50_001).fill(0) }) }),
  },
  'a request beyond the rate limit of the organization': {
    http: 429,
    rpc: -32603,
    status: 'RESOURCE_EXHAUSTED',
    message: /./,
    details: { rpc: RETRY, status: RETRY },
    ask: () => ({
      services: {
        ...api.services,
        settings: () => ({ ...api.services.settings(), limits: { ...api.limits, orgRequestsPerMinute: 0 } }),
      },
    }),
  },
  'a request during an internal error of the service': {
    http: 500,
    rpc: -32603,
    status: 'INTERNAL',
    message: /^Internal error$/,
    details: { status: /google\.rpc\.ErrorInfo.*INTERNAL_ERROR/ },
    ask: () => {
      const broken: Table = withReads(engine.table, () => Promise.reject(new Error('the table is gone')));
      return { services: { ...api.services, table: () => broken } };
    },
  },
};

describe.each(Object.entries(REFUSALS))('%s, rejected by the pipeline in the format of the protocol', (_, expected) => {
  const { http, rpc, status, message, details = {} } = expected;

  /** Every rejection has the request id, and a 429 says when to try again. */
  const expectHeaders = (headers: Record<string, string>, type: string) => {
    expect(headers['content-type']).toBe(type);
    expect(headers['x-request-id']).toBeTruthy();
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['retry-after']).toEqual(http === 429 ? expect.stringMatching(/^[1-9]\d?$/) : undefined);
  };

  test('Over JSON-RPC a rejection of the pipeline is an error object without an id, under its HTTP status', async () => {
    const reply = await send('JSON-RPC', expected.ask());
    const { jsonrpc, id, error, ...rest } = reply.body as Json;
    expect([reply.status, jsonrpc, id, error.code, rest]).toEqual([http, '2.0', null, rpc, {}]);
    expect(error.message).toMatch(message);
    expectHeaders(reply.headers, 'application/json');
    if (details.rpc === undefined) expect(error).not.toHaveProperty('data');
    else expect(JSON.stringify(error.data)).toMatch(details.rpc);
  });

  test('Over HTTP+JSON a rejection of the pipeline is a google.rpc.Status', async () => {
    const reply = await send('HTTP+JSON', expected.ask());
    const { error, ...rest } = reply.body as Json;
    expect([reply.status, error.code, error.status, rest]).toEqual([http, http, status, {}]);
    expect(error.message).toMatch(message);
    expectHeaders(reply.headers, 'application/a2a+json');
    if (details.status === undefined) expect(error).not.toHaveProperty('details');
    else expect(JSON.stringify(error.details)).toMatch(details.status);
  });
});
