import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';

/** The requests that a tunnel has at once. */
const AT_ONCE = 4;

let stack: Stack;
let organization: Organization;
let agent: Agent;

beforeAll(async () => {
  stack = await startStack({ AID_EPHEMERAL: '1', AID_LIMITS: JSON.stringify({ tunnelRequestsAtOnce: AT_ONCE }) });
  organization = await makeOrganization(stack.baseUrl);
  agent = await makeAgent(organization);
});

afterAll(async () => {
  await stack?.stop();
});

/** Serves a tunnel of the agent by a function, and returns its public address. */
async function served(handler: (request: Request) => Promise<Response>): Promise<string> {
  const tunnel = await new Aid({ url: stack.baseUrl, key: agent.key }).tunnels.serve({ handler });
  onTestFinished(() => tunnel.close());
  return tunnel.url;
}

test('A tunnel that leads to itself ends when its requests at once are used up, and serves again afterwards', async () => {
  const statuses: number[] = [];
  let depth = 0;
  const url = await served(async (request) => {
    if (new URL(request.url).pathname.endsWith('/plain')) return new Response('plain');
    depth += 1;
    const { status } = await fetch(`${url}/again`);
    statuses.push(status);
    return new Response(`${status}`);
  });
  expect((await fetch(`${url}/again`)).status).toBe(200);
  expect(depth).toBe(AT_ONCE);
  expect(statuses).toEqual([429, ...Array.from({ length: AT_ONCE - 1 }, () => 200)]);
  expect(await (await fetch(`${url}/plain`)).text()).toBe('plain');
});

test('A delivery that a tunnel leads to the API is refused there, so no event causes the next one', async () => {
  const replies: string[] = [];
  const url = await served(async (request) => {
    // As a tunnel to the port of the API: everything is passed on, with a key of the agent.
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${agent.key}`);
    headers.delete('host');
    const path = `/v1/identities/${agent.id}/mail/send`;
    const response = await fetch(`${stack.baseUrl}${path}`, { method: 'POST', headers, body: await request.text() });
    replies.push(await response.text());
    return new Response(null, { status: response.status });
  });
  const endpoint = await organization.api.ok('createWebhook', { body: { url: `${url}/hook` } });
  await agent.api.ok('putA2aSettings', { params: { id: agent.id }, body: { description: 'one' } });
  await eventually(async () => {
    const { deliveries } = await organization.api.ok('listDeliveries', { query: { webhook_id: endpoint.id } });
    expect(deliveries[0]).toMatchObject({ response_status: 400, event_type: 'a2a.settings.updated' });
  });
  expect(JSON.parse(replies[0] ?? '').error).toMatchObject({
    code: 'validation.failed',
    message: expect.stringMatching(/^user-agent: a client: webhooks and push notifications/),
  });
  const { events } = await organization.api.ok('listEvents');
  expect(events.map(({ type }) => type)).toEqual(['a2a.settings.updated']);
});
