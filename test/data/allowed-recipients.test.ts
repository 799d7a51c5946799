import { beforeAll, expect, test } from 'vitest';
import { insertShortKey } from '#shared/data/entities/issuer/short-key.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { agentMailbox } from '../support/agent-mailbox.ts';
import { useEngine } from '../support/engine.ts';
import { type HookApi, openHook } from '../support/hook-api.ts';
import type { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;

beforeAll(() => {
  ({ api, hook } = openHook(engine.table));
  api.limits.unverifiedEmailsPerDay = 1000;
});

/** An agent with a received message, and a credential of the agent that may write to these recipients only. */
async function limitedTo(recipients: string[]) {
  const { agent, receive } = await agentMailbox(api, hook);
  const received = await receive('From: Eve <eve@evil.example>\r\nSubject: Hi\r\n\r\nHi');
  const { org_id: organizationId, org_slug, org_name } = (await api.call('getMe', { key: agent.key })).body;
  const key = generateApiKey('sat');
  const createdAt = Date.now();
  const change = insertShortKey(hashApiKey(key), {
    keyId: makeId('shortKey', createdAt, randomPart()),
    organizationId,
    organizationName: org_name,
    organizationSlug: org_slug,
    identityId: agent.id,
    scopes: ['mail.read', 'mail.send'],
    recipients,
    issuerId: makeId('trustedIssuer', createdAt, randomPart()),
    tokenGeneration: 0,
    createdAt,
    expiresAt: createdAt + 60_000,
  });
  await commit(engine.table, { build: (tx) => tx.put(change) }, { now: Date.now });
  const send = (body: object) =>
    api.call('sendMail', { key, params: { id: agent.id }, body: { subject: 'x', text: 'x', ...body } });
  const forward = (to: string) =>
    api.call('forwardMessage', { key, params: { id: agent.id, mid: received.id }, body: { to } });
  return { send, forward, received };
}

test('A credential that is limited to recipients writes to them, and to no one else by any field', async () => {
  const { send } = await limitedTo(['example.org', 'ada@example.com']);
  for (const body of [
    { to: 'any@example.org' },
    { to: 'Ada@example.com', cc: ['b@example.org'], bcc: 'c@EXAMPLE.org' },
  ])
    expect((await send(body)).status, JSON.stringify(body)).toBe(202);
  for (const body of [
    { to: 'eve@evil.example' },
    { to: 'eve@sub.example.org' },
    { to: 'any@example.org', cc: 'eve@evil.example' },
    { to: 'any@example.org', bcc: ['ada@example.com', 'eve@evil.example'] },
  ]) {
    const { status, body: refused } = await send(body);
    expect([status, refused.error.code]).toEqual([403, 'auth.forbidden']);
    expect(refused.error.message).toContain('example.org, ada@example.com');
  }
});

test('Replies and forwards are limited too, because others choose their recipients', async () => {
  const { send, forward, received } = await limitedTo(['example.org']);
  const reply = await send({ in_reply_to_message_id: received.id });
  expect([reply.status, reply.body.error.code]).toEqual([403, 'auth.forbidden']);
  expect((await forward('eve@evil.example')).status).toBe(403);
  expect((await forward('any@example.org')).status).toBe(202);
});
