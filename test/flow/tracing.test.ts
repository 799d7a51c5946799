import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { GetQueryResultsCommand, StartQueryCommand } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { Receiver } from '#testing/receiver.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';
import { endedDeliveriesOf, messagesOf } from '../support/log-reader.ts';
import { secondClient, type ToolReply } from '../support/mcp-clients.ts';
import { ops, stageWith } from '../support/ops-harness.ts';

let stateDir: string;
let stack: Stack;
let organization: Organization;
let agent: Agent;
let receiver: Receiver;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'aid-tracing-test-'));
  stack = await startStack({ AID_STATE_DIR: stateDir, AID_LOG: 'info' });
  organization = await makeOrganization(stack.baseUrl);
  agent = await makeAgent(organization);
  receiver = await Receiver.start();
});

afterAll(async () => {
  await receiver?.stop();
  await stack?.stop();
  await rm(stateDir, { recursive: true, force: true });
});

interface Line {
  readonly log: string;
  readonly text: string;
}

/** Every line that the functions have logged, with the name of the function. */
function loggedLines(): Line[] {
  return globSync(join(stateDir, 'logs', '*.log')).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((text) => text.startsWith('{'))
      .map((text) => ({ log: basename(file, '.log').replace('aid-local-', '').replace('aid-dev-', ''), text })),
  );
}

/** The messages that functions have logged with a request id, as `function: message`. */
function storyOf(requestId: string): string[] {
  const lines = loggedLines().filter(({ text }) => JSON.parse(text).request_id === requestId);
  return [...new Set(lines.map(({ log, text }) => `${log}: ${JSON.parse(text).message}`))].sort();
}

/** CloudWatch Logs over the same lines: it does the query of `ops find`, a filter by a regular expression. */
function logsOfStack() {
  let found: Line[] = [];
  const send = async (command: unknown) => {
    if (command instanceof StartQueryCommand) {
      const [, pattern = ''] = /like \/(.*?)\//.exec(command.input.queryString ?? '') ?? [];
      found = loggedLines().filter(({ text }) => new RegExp(pattern).test(text));
      return { queryId: 'q' };
    }
    if (!(command instanceof GetQueryResultsCommand)) throw new Error('not a call of ops find');
    const results = found.map(({ log, text }) => [
      { field: '@timestamp', value: String(JSON.parse(text).timestamp) },
      { field: '@log', value: `111122223333:/aid/prod/${log}` },
      { field: '@message', value: text },
    ]);
    return { status: 'Complete', results };
  };
  return stageWith({ logGroups: async () => ['/aid/prod/worker-relay'], logs: { send } as never });
}

test('One request is found by its id in the logs of the relay, the sending, the outcome and the deliveries, and by ops find', async () => {
  await organization.api.ok('createWebhook', {
    body: { url: receiver.url(), event_types: ['mail.sent', 'mail.delivered'] },
  });
  const reply = await fetch(`${stack.baseUrl}/v1/identities/${agent.id}/mail/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: 'ada@elsewhere.example', subject: 'traced', text: 'x' }),
  });
  expect(reply.status).toBe(202);
  const requestId = reply.headers.get('x-request-id') ?? '';
  expect(requestId).toMatch(/^[\w-]{8,64}$/);
  const deliveries = await endedDeliveriesOf(organization, 2);

  await eventually(async () =>
    expect(storyOf(requestId)).toEqual([
      'worker-delivery: delivery attempted',
      'worker-mail-status: outcomes recorded',
      'worker-outbound-mail: mail sent',
      'worker-relay: relayed',
    ]),
  );
  await eventually(async () => {
    const found = await ops(logsOfStack(), 'find', requestId);
    expect(found.code).toBe(0);
    for (const { id } of deliveries) expect(found.out).toContain(`delivery ${id}`);
    for (const text of ['delivery attempted', 'mail sent', 'outcomes recorded']) expect(found.out).toContain(text);
  });

  const byDelivery = await ops(logsOfStack(), 'find', deliveries[0]?.id ?? '');
  expect(byDelivery.out).toContain('mail sent');

  const events = (await organization.api.ok('listEvents')).events;
  expect(JSON.stringify([events, receiver.requests])).not.toContain(requestId);
});

test('Received mail starts a new trace, which its delivery continues', async () => {
  const peer = await makeAgent(organization);
  await organization.api.ok('createWebhook', { body: { url: receiver.url(), event_types: ['mail.received'] } });
  await agent.api.ok('sendMail', {
    params: { id: agent.id },
    body: { to: peer.address, subject: 'inbound', text: 'x' },
  });
  await messagesOf(peer, 1);
  await eventually(async () => {
    const received = loggedLines().find(({ text }) => JSON.parse(text).message === 'mail received');
    expect(storyOf(JSON.parse(received?.text ?? '{}').request_id)).toEqual([
      'worker-delivery: delivery attempted',
      'worker-inbound-mail: mail received',
      'worker-relay: relayed',
    ]);
  });
});

test('A call of a tool is one line with its trace, its request, and the requests that it made', async () => {
  const client = await secondClient({ key: agent.key, baseUrl: stack.baseUrl });
  const traceId = randomBytes(16).toString('hex');
  const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
  const traced = await client.call('list_messages', {}, { meta: { traceparent } });
  const wrong = await client.call('get_message', { message: 'x' }, { meta: { traceparent: `${traceparent}-x` } });
  expect(wrong.isError).toBe(true);
  const lineOf = (reply: ToolReply) =>
    eventually(() => {
      const id = reply._meta?.['aid/request_id'];
      const [line] = loggedLines()
        .map(({ text }) => JSON.parse(text))
        .filter(({ message, request_id }) => message === 'tool called' && request_id === id);
      if (line === undefined) throw new Error(`no line of the request ${id}`);
      return line;
    });
  const line = await lineOf(traced);
  expect(line).toMatchObject({ tool: 'list_messages', outcome: 'ok', trace_id: traceId });
  expect(line.requests).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);
  const refused = await lineOf(wrong);
  expect(refused).toMatchObject({ tool: 'get_message', outcome: 'validation.failed', requests: [] });
  expect(refused).not.toHaveProperty('trace_id');
  expect(loggedLines().some(({ text }) => text.includes(agent.key))).toBe(false);
});

/** Expects that `ops find` shows these texts for an id, once all workers are done. */
const expectFound = (id: string, texts: readonly string[]) =>
  eventually(async () => {
    const { code, out } = await ops(logsOfStack(), 'find', id);
    expect(code).toBe(0);
    for (const text of texts) expect(out, id).toContain(text);
  });

test('The trace of a client leads from the call of its tool to the delivery, and so does the id of the call', async () => {
  const url = receiver.url('/traced');
  await organization.api.ok('createWebhook', { body: { url, event_types: ['mail.sent'], identity_id: agent.id } });
  const client = await secondClient({ key: agent.key, baseUrl: stack.baseUrl });
  const traceId = randomBytes(16).toString('hex');
  const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
  const email = { to: ['ada@elsewhere.example'], subject: 'traced by its client', text: 'x' };
  const sent = await client.call('send_email', email, { meta: { traceparent } });
  const { message_id: messageId } = sent.structuredContent;
  const texts = ['tool called', traceId, 'request traced', 'relayed', 'mail sent', 'outcomes recorded'];
  for (const id of [traceId, String(sent._meta?.['aid/request_id']), messageId]) {
    await expectFound(id, [...texts, 'delivery attempted']);
  }
  // What workers do has the id of the request alone, and the trace is in nothing that leaves the service.
  const lines = loggedLines().filter(({ text }) => text.includes(traceId));
  expect([...new Set(lines.map(({ text }) => JSON.parse(text).message))].sort()).toEqual([
    'request traced',
    'tool called',
  ]);
  const { events } = await organization.api.ok('listEvents');
  expect(JSON.stringify([events, receiver.requests])).not.toContain(traceId);
});

test('A trace that is not valid is in no line, and one that two organizations name gives neither anything', async () => {
  const traceId = randomBytes(16).toString('hex');
  const stranger = await makeAgent(await makeOrganization(stack.baseUrl));
  const call = async (key: string, id: string, traceparent: string) => {
    const response = await fetch(`${stack.baseUrl}/v1/identities/${id}`, {
      headers: { authorization: `Bearer ${key}`, traceparent },
    });
    return response.status;
  };
  const valid = `00-${traceId}-${'1'.repeat(16)}-01`;
  const wrong = [
    `ff${valid.slice(2)}`,
    `${valid}-x`,
    valid.toUpperCase(),
    `00-${traceId}-${'0'.repeat(16)}-01`,
    traceId,
  ];
  for (const traceparent of wrong) expect(await call(agent.key, agent.id, traceparent)).toBe(200);
  expect(await call(agent.key, agent.id, valid)).toBe(200);
  expect(await call(stranger.key, agent.id, valid)).toBe(404);
  await eventually(() => {
    const lines = loggedLines().filter(({ text }) => text.toLowerCase().includes(traceId));
    expect(lines.map(({ text }) => JSON.parse(text).message)).toEqual(['request traced', 'request traced']);
  });
});
