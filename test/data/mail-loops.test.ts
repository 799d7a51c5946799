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
    address,
    messages,
    /** Receives an email of the correspondent, and returns the record of the message. */
    receive: async (from: string, ...fields: string[]) => {
      const id = `<${++count}.${address}>`;
      const raw = [`From: ${from}`, `Message-ID: ${id}`, `Subject: Lamp ${count}`, ...fields, '', 'text'].join('\r\n');
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

/** How many messages each side may send the other that continue no conversation. */
const OF_EACH = 10;

test('Two programs that start a thread each time are stopped after ten messages of each, until some are ten minutes old', async () => {
  const { receive, send, messages } = await conversation();
  for (let round = 0; round < OF_EACH; round += 1) {
    await receive('bot@other.example');
    expect((await send({ to: 'bot@other.example', subject: `Lamp again ${round}` })).status).toBe(202);
  }
  const last = await receive('bot@other.example');
  const all = await messages();
  expect(new Set(all.map((message) => message.thread_id)).size).toBe(all.length);
  const sent = all.filter(({ direction }) => direction === 'outbound');
  const loopEnd = Date.parse(sent[OF_EACH - 1]?.created_at ?? '') + 10 * MINUTE;
  api.now = () => loopEnd - 90_500;
  const next = { to: ['ada@example.com', 'Bot <BOT+1@other.example>'], subject: 'Lamp' };
  const refused = await send(next);
  expect(refused.body.error).toMatchObject({ code: 'mail.loop_suspected', retryable: true });
  expect(refused.body.error.message).toMatch(
    / have each sent the other 10 messages within 10 minutes, each in a thread of its own /,
  );
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '91']);
  // Neither the reply of a conversation nor another correspondent is part of the loop.
  expect((await send({ in_reply_to_message_id: last?.id })).status).toBe(202);
  expect((await send({ to: 'ada@example.com', subject: 'Lamp' })).status).toBe(202);
  api.now = () => loopEnd;
  expect((await send(next)).status).toBe(202);
  api.now = Date.now;
});

test('An agent that answers an automatic reply with a new thread each time is stopped', async () => {
  const { receive, send } = await conversation();
  const answer = () => receive('bot@other.example', 'Auto-Submitted: auto-replied');
  for (let round = 0; round < OF_EACH; round += 1) {
    const received = await answer();
    expect((await send({ in_reply_to_message_id: received?.id })).status).toBe(202);
  }
  const last = await answer();
  expect((await send({ in_reply_to_message_id: last?.id })).body.error.code).toBe('mail.loop_suspected');
});

test('Conversations between the same two are no loop, however many they have at once', async () => {
  const { receive, send, messages } = await conversation();
  for (let round = 0; round < OF_EACH + 2; round += 1) {
    expect((await send({ to: 'ada@example.com', subject: `Order ${round}` })).status).toBe(202);
    const [order] = await messages();
    await receive('ada@example.com', `In-Reply-To: ${order?.rfc_message_id}`);
    const question = await receive('ada@example.com');
    expect((await send({ in_reply_to_message_id: question?.id })).status).toBe(202);
  }
});

test('Automated messages that no one answers, and notes of an agent to itself, are no loop', async () => {
  const { address, receive, send } = await conversation();
  for (let round = 0; round < OF_EACH + 2; round += 1) {
    const notice = { to: 'ada@example.com', subject: `Notice ${round}`, automated: true };
    expect((await send(notice)).status).toBe(202);
    expect((await send({ to: address, subject: `Note ${round}` })).status).toBe(202);
    await receive(address);
  }
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
