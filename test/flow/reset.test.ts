import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { sizeOf } from '#testing/test-size.ts';
import { eventually } from '../support/eventually.ts';
import { messageWith } from '../support/log-reader.ts';

/** A stack can be reset again. */
const TIMES = sizeOf({ usual: 1, full: 2 });

/** Runs `work` with a stack of its own, of which nothing is left afterwards. */
async function withStack(settings: Record<string, string>, work: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = await startStack(settings);
  try {
    await work(stack);
  } finally {
    await stack.kill();
  }
}

function post(stack: Stack, path: string, body: string): Promise<Response> {
  return fetch(`${stack.baseUrl}${path}`, { method: 'POST', body });
}

/** The first response of a page of this machine that is not refused because the stack is starting. */
async function firstOk(stack: Stack, path: string): Promise<unknown> {
  let body: unknown;
  await eventually(async () => {
    const response = await fetch(`${stack.baseUrl}${path}`, { headers: { connection: 'close' } });
    expect(response.status).toBe(200);
    body = await response.json();
  });
  return body;
}

/** Fills a stack, resets it, and expects an empty one that works. */
async function expectReset(stack: Stack): Promise<void> {
  const organization = await makeOrganization(stack.baseUrl);
  const agent = await makeAgent(organization);
  const subject = freshName('before');
  await sendMail({ to: agent.address, subject, text: 'x' }, stack.smtpPort);
  await messageWith(agent, subject);

  const response = await post(stack, '/_local/reset', '{}');
  expect([response.status, await response.json()]).toEqual([202, { reset: true }]);
  expect(await firstOk(stack, '/_local/organizations')).toEqual({ organizations: [] });
  expect(await firstOk(stack, '/v1/health')).toMatchObject({ status: 'ok' });
  expect(await firstOk(stack, '/_local/outbox')).toEqual({ messages: [] });
  await new CheckedApi(stack.baseUrl, organization.key).refused('getMe', 'auth.unauthorized');

  const next = await makeAgent(await makeOrganization(stack.baseUrl), agent.handle);
  await sendMail({ to: next.address, subject: `${subject}-again`, text: 'x' }, stack.smtpPort);
  await messageWith(next, `${subject}-again`);
  const { messages } = await next.api.ok('listMessages', { params: { id: next.id } });
  expect(messages.map((message) => message.subject)).toEqual([`${subject}-again`]);
  expect(stack.errors()).toBe('');
}

test('A reset deletes everything in the state folder, and an empty stack is at the same ports', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'aid-reset-'));
  try {
    await withStack({ AID_STATE_DIR: stateDir }, async (stack) => {
      for (let times = 0; times < TIMES; times += 1) await expectReset(stack);
    });
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
});

test('A reset empties a stack in memory, and a reset with anything to set is refused and changes nothing', async () => {
  await withStack({ AID_EPHEMERAL: '1' }, async (stack) => {
    const { key } = await makeOrganization(stack.baseUrl);
    for (const body of ['', 'null', '[1]', '"reset"', '{"confirm": true}']) {
      const refused = await post(stack, '/_local/reset', body);
      expect([body, refused.status]).toEqual([body, 400]);
    }
    await new CheckedApi(stack.baseUrl, key).ok('getMe');
    await expectReset(stack);
  });
});
