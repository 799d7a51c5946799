import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';

/** The streams of an organization through the real gateway, over HTTP. */

let stack: Stack;
let caller: Agent;
let worker: Agent;

beforeAll(async () => {
  stack = await startStack({ AID_EPHEMERAL: '1', AID_LIMITS: JSON.stringify({ longCallsPerOrganization: 2 }) });
  const organization = await makeOrganization(stack.baseUrl);
  [caller, worker] = [await makeAgent(organization), await makeAgent(organization)];
});
afterAll(async () => {
  await stack?.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: JSON
type Json = any;

let messages = 0;
const message = (returnImmediately: boolean) => ({
  message: { messageId: `m-${++messages}`, role: 'ROLE_USER', parts: [{ text: 'go' }] },
  configuration: { returnImmediately },
});

const post = (path: string, body: object, signal?: AbortSignal) =>
  fetch(`${stack.baseUrl}/v1/identities/${worker.id}/a2a/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });

type Params = { id: string } | ReturnType<typeof message>;

/** Each binding: a call of a method, with an `id` if it is about a task. */
const BINDINGS = {
  'JSON-RPC': {
    call: (method: string, params: Params, signal?: AbortSignal) =>
      post('rpc', { jsonrpc: '2.0', id: 1, method, params }, signal),
    task: ({ result }: Json) => result.task,
  },
  'HTTP+JSON': {
    call: (method: string, params: Params, signal?: AbortSignal) => {
      if (!('id' in params)) return post(method === 'SendMessage' ? 'message:send' : 'message:stream', params, signal);
      return post(`tasks/${params.id}:${method === 'CancelTask' ? 'cancel' : 'subscribe'}`, {}, signal);
    },
    task: (body: Json) => body.task,
  },
};

type Binding = (typeof BINDINGS)[keyof typeof BINDINGS];

async function send({ call, task }: Binding, returnImmediately = true): Promise<Json> {
  return task(await (await call('SendMessage', message(returnImmediately))).json());
}

/** Opens a stream and returns what ends its connection, or `undefined` if it is refused. */
async function subscribe({ call }: Binding, id: string): Promise<AbortController | undefined> {
  const client = new AbortController();
  const response = await call('SubscribeToTask', { id }, client.signal);
  if (response.status !== 200) return undefined;
  // The first event: the stream has begun.
  await response.body?.getReader().read();
  return client;
}

/** Opens a stream as soon as there is a slot: one of a settled task is free only when its function has ended. */
const subscribeWhenFree = (binding: Binding, id: string): Promise<AbortController> =>
  eventually(async () => {
    const client = await subscribe(binding, id);
    if (client === undefined) throw new Error('no slot is free');
    return client;
  });

const reply = (id: string, body: Json) => worker.api.ok('replyToTask', { params: { id }, body });

test.each(Object.entries(BINDINGS))(
  'Over %s a third stream gets 429 with Retry-After, quick calls are served, and a blocking send returns at once',
  async (_, binding) => {
    const { id } = await send(binding);
    for (let n = 0; n < 2; n++) await subscribeWhenFree(binding, id);

    const known = (await caller.api.ok('listTasks', {})).tasks.length;
    const refused = [
      await binding.call('SubscribeToTask', { id }),
      await binding.call('SendStreamingMessage', message(false)),
    ];
    for (const response of refused) {
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(((await response.json()) as Json).error.message).toMatch(/^At most 2 A2A streams .* ends by 2/);
    }
    expect((await caller.api.ok('listTasks', {})).tasks).toHaveLength(known);

    const began = Date.now();
    expect((await send(binding, false)).status.state).toBe('TASK_STATE_SUBMITTED');
    expect(Date.now() - began).toBeLessThan(20_000);
    const canceled = await binding.call('CancelTask', { id });
    expect(canceled.status).toBe(200);

    // Both streams have ended with their task.
    const next = await send(binding);
    await subscribeWhenFree(binding, next.id);
    await reply(next.id, { state: 'completed' });
  },
);

test('A stream keeps its slot after its client is gone, because its function runs on, until its task settles', async () => {
  const binding = BINDINGS['JSON-RPC'];
  const [{ id }, other] = [await send(binding), await send(binding)];
  const clients = [await subscribeWhenFree(binding, id), await subscribeWhenFree(binding, id)];
  for (const client of clients) client.abort();
  await reply(id, { state: 'working' });
  expect(await subscribe(binding, other.id)).toBeUndefined();
  await reply(id, { state: 'completed' });
  await subscribeWhenFree(binding, other.id);
  await reply(other.id, { state: 'completed' });
});
