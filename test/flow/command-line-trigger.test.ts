import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CAUSED_ELSEWHERE, TRIGGERS } from '#clients/cli/src/trigger/triggers.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';
import { makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-trigger-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let organization: Organization;
beforeAll(async () => {
  organization = await makeOrganization();
});

const trigger = (type: string, { key = organization.key, url = sharedStack().baseUrl } = {}) =>
  commandLineIn(folder, { environment: { AID_URL: url, AID_KEY: key } })(['trigger', type]);

test('There is a trigger for each type of event, and for nothing else', () => {
  expect([...Object.keys(TRIGGERS), ...Object.keys(CAUSED_ELSEWHERE)].sort()).toEqual([...EVENT_TYPES].sort());
});

test.each(Object.keys(CAUSED_ELSEWHERE))('aid trigger %s says what causes it', async (type) => {
  const { code, errors } = await trigger(type);
  expect([code, errors]).toEqual([2, expect.stringContaining(`${type}: `)]);
});

test.each(EVENT_TYPES.filter((type) => !Object.hasOwn(CAUSED_ELSEWHERE, type)))(
  'aid trigger %s makes such an event and prints it',
  async (type) => {
    const { code, errors, rows } = await trigger(type);
    expect([code, errors]).toEqual([0, '']);
    expect(rows).toMatchObject([{ type }]);
    const { events } = await organization.api.ok('listEvents', { query: { type, limit: 10 } });
    expect(events.map(({ id }) => id)).toContain(rows[0].id);
  },
);

test('The agents that trigger acts as are made once, and their keys are revoked', async () => {
  const { identities } = await organization.api.ok('listIdentities', {});
  expect(identities.map(({ display_name }) => display_name).sort()).toEqual(['Trigger one', 'Trigger two']);
  const { api_keys } = await organization.api.ok('listApiKeys', { query: { limit: 200 } });
  expect(api_keys.filter(({ identity_id, status }) => identity_id !== undefined && status === 'active')).toEqual([]);
});

test('An organization that may not have two more agents uses those that it has, and none is created', async () => {
  const small = await makeOrganization();
  const agents = [await makeAgent(small), await makeAgent(small)].map(({ id }) => id);
  const usage = await small.api.ok('getUsage', {});
  // The limit of this organization, as a proxy between the command and the service reports it.
  const way = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = method === 'GET' ? undefined : Buffer.concat(await request.toArray());
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const sent = { method, headers: { authorization, 'content-type': type }, ...(body && { body }) };
    const reply = await fetch(`${sharedStack().baseUrl}${url}`, sent);
    const text =
      url === '/v1/usage' ? JSON.stringify({ ...usage, agent_count: 2, agent_limit: 3 }) : await reply.text();
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((listening) => void way.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void way.close());
  const { port } = way.address() as AddressInfo;
  const { code, errors, rows } = await trigger('mail.received', { key: small.key, url: `http://127.0.0.1:${port}` });
  expect([code, errors]).toEqual([0, '']);
  expect(agents).toContain(rows[0].identity_id);
  const { identities } = await small.api.ok('listIdentities', {});
  expect(identities.map(({ id }) => id).sort()).toEqual([...agents].sort());
});

test('A type that does not exist, a service elsewhere and an agent key are refused in a line', async () => {
  const unknown = await trigger('mail.lost');
  expect([unknown.code, unknown.errors]).toEqual([2, expect.stringMatching(/^.*unknown event type "mail\.lost".*\n$/)]);
  const elsewhere = await trigger('mail.sent', { url: 'https://aid.example' });
  expect([elsewhere.code, elsewhere.errors]).toEqual([
    2,
    expect.stringMatching(/^.*only with a service on this machine.*\n$/),
  ]);
  const agent = await makeAgent(organization);
  expect(await trigger('mail.sent', { key: agent.key })).toMatchObject({ code: 3 });
});
