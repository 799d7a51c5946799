import { beforeAll, expect, test } from 'vitest';
import { findIdentityById } from '#shared/data/entities/organization/identity.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import type { ResourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { routeOf } from '#testing/operations.ts';
import { agentMailbox } from '../support/agent-mailbox.ts';
import { useEngine } from '../support/engine.ts';
import { type HookApi, openHook } from '../support/hook-api.ts';
import { type InProcessApi, loadOperation } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;

beforeAll(() => {
  ({ api, hook } = openHook(engine.table));
});

type Decision = 'allowed' | string;

/** An agent with a received message, and what becomes of emails that its credential sends, limited to recipients. */
async function limitedTo(recipients: readonly string[] | undefined) {
  const { agent, receive } = await agentMailbox(api, hook);
  const received = await receive('From: Eve <eve@evil.example>\r\nSubject: Hi\r\n\r\nHi');
  const identity = await findIdentityById(engine.table, agent.id);
  if (identity === undefined) throw new Error('no agent');
  const organization = { id: identity.organizationId, name: 'Test', slug: 'test' };
  const actor = { kind: 'agent', keyId: 'x', keyHash: 'x', organization, identity, ...(recipients && { recipients }) };
  const context = { actor, table: engine.table, settings: api.services.settings(), now: Date.now() };
  const decide = async (name: 'sendMail' | 'forwardMessage', params: object, body: object): Promise<Decision> => {
    const { run } = (await loadOperation(routeOf(name))) as ResourceOperation;
    const input = { params: { id: agent.id, ...params }, query: {}, body: routeOf(name).body?.parse(body) };
    try {
      const { kind } = await run(context as unknown as AuthenticatedContext, agent.id, input);
      return kind === 'write' ? 'allowed' : kind;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return {
    send: (body: object) => decide('sendMail', {}, { subject: 'x', text: 'x', ...body }),
    reply: () => decide('sendMail', {}, { text: 'x', in_reply_to_message_id: received.id }),
    forward: (to: string) => decide('forwardMessage', { mid: received.id }, { to }),
  };
}

const refusal = (address: string) => expect.stringContaining(`may not write to ${address}, only to: `);

test('A credential that is limited to recipients writes to them, and to no one else by any field', async () => {
  const { send } = await limitedTo(['example.org', 'ada@example.com']);
  for (const body of [
    { to: 'any@example.org' },
    { to: 'Ada@example.com', cc: ['b@example.org'], bcc: 'c@EXAMPLE.org' },
  ])
    expect(await send(body), JSON.stringify(body)).toBe('allowed');
  expect(await send({ to: 'eve@evil.example' })).toEqual(refusal('eve@evil.example'));
  expect(await send({ to: 'eve@sub.example.org' })).toEqual(refusal('eve@sub.example.org'));
  expect(await send({ to: 'any@example.org', cc: 'eve@evil.example' })).toEqual(refusal('eve@evil.example'));
  expect(await send({ to: 'any@example.org', bcc: ['ada@example.com', 'eve@evil.example'] })).toEqual(
    refusal('eve@evil.example'),
  );
});

test('Replies and forwards are limited too, because others choose their recipients', async () => {
  const { reply, forward } = await limitedTo(['example.org']);
  expect(await reply()).toEqual(refusal('eve@evil.example'));
  expect(await forward('eve@evil.example')).toEqual(refusal('eve@evil.example'));
  expect(await forward('any@example.org')).toBe('allowed');
});

test('A credential without such a limit writes to anyone', async () => {
  const { send, reply } = await limitedTo(undefined);
  expect(await send({ to: 'eve@evil.example' })).toBe('allowed');
  expect(await reply()).toBe('allowed');
});
