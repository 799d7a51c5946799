import { beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { type HookApi, hookOrganization, openHook } from '../support/hook-api.ts';
import type { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;

beforeAll(() => {
  ({ api, hook } = openHook(engine.table));
  api.limits.unverifiedEmailsPerDay = 1000;
});

/** An agent with a correspondent who writes by the hook. */
async function conversation() {
  const { agent, account, address } = await hookOrganization(api);
  let count = 0;
  const messages = async () => {
    const list = await api.call('listMessages', { key: agent.key, params: { id: agent.id }, query: { limit: '200' } });
    return list.body.messages;
  };
  return {
    messages,
    /** Receives an email of the correspondent, and returns the record of the message. */
    receive: async (from: string, ...fields: string[]) => {
      const id = `<${++count}.${address}>`;
      const raw = [`From: ${from}`, `Message-ID: ${id}`, 'Subject: Lamp', ...fields, '', 'text'].join('\r\n');
      const sent = {
        raw_base64: Buffer.from(raw).toString('base64'),
        envelope: { from: 'envelope@example.com', to: [address] },
      };
      expect((await hook.submit(account, [sent])).body).toMatchObject({ ingested: 1 });
      return (await messages()).find((message) => message.rfc_message_id === id);
    },
    send: (body: Record<string, unknown>) =>
      api.call('sendMail', { key: agent.key, params: { id: agent.id }, body: { text: 'text', ...body } }),
  };
}

test('Two programs that answer each other are stopped after ten messages, until some of them are ten minutes old', async () => {
  const { receive, send, messages } = await conversation();
  let received = await receive('bot@other.example');
  for (let round = 0; round < 5; round += 1) {
    const answer = await send({ in_reply_to_message_id: received?.id });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    const [sent] = await messages();
    received = await receive('Bot <BOT+1@other.example>', `In-Reply-To: ${sent?.rfc_message_id}`);
  }
  // The ten newest of the eleven count, so the loop ends ten minutes after the oldest of them.
  const oldestThatCounts = (await messages())[9]?.created_at ?? '';
  const loopEnd = Date.parse(oldestThatCounts) + 10 * MINUTE;
  api.now = () => loopEnd - 90_500;
  const refused = await send({ in_reply_to_message_id: received?.id });
  expect(refused.body.error).toMatchObject({ code: 'mail.loop_suspected', retryable: true });
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('91');
  // Someone else in the same thread, and another thread, are no part of the loop.
  expect((await send({ in_reply_to_message_id: received?.id, to: 'ada@example.com' })).status).toBe(202);
  expect((await send({ to: 'bot@other.example', subject: 'New' })).status).toBe(202);
  api.now = () => loopEnd;
  expect((await send({ in_reply_to_message_id: received?.id })).status).toBe(202);
  api.now = Date.now;
});

test('Many messages of one side are no loop', async () => {
  const { send, messages } = await conversation();
  await send({ to: 'ada@example.com', subject: 'Progress' });
  const [first] = await messages();
  for (let round = 0; round < 12; round += 1) {
    expect((await send({ in_reply_to_message_id: first?.id })).status).toBe(202);
  }
});

test('A message is marked as automated if it says so, or answers an automated message', async () => {
  const { receive, send, messages } = await conversation();
  const isMarked = async (body: Record<string, unknown>) => {
    expect((await send(body)).status).toBe(202);
    return (await messages())[0]?.is_automated;
  };
  const person = await receive('ada@example.com');
  const program = await receive('bot@example.com', 'Auto-Submitted: auto-replied');
  expect(await isMarked({ to: 'ada@example.com', subject: 'x' })).toBe(false);
  expect(await isMarked({ to: 'ada@example.com', subject: 'x', automated: false })).toBe(false);
  expect(await isMarked({ to: 'ada@example.com', subject: 'x', automated: true })).toBe(true);
  expect(await isMarked({ in_reply_to_message_id: person?.id })).toBe(false);
  expect(await isMarked({ in_reply_to_message_id: person?.id, automated: true })).toBe(true);
  expect(await isMarked({ in_reply_to_message_id: program?.id })).toBe(true);
});
