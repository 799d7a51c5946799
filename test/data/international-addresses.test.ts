import { beforeAll, expect, test } from 'vitest';
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

const SENDER = '用户@例子.广告';
const mailOf = (...fields: string[]) => [...fields, 'Subject: Hello', '', 'text'].join('\r\n');

test('An address outside ASCII is kept as it arrives, and a reply to it is refused with the reason', async () => {
  const { receive, send } = await agentMailbox(api, hook);
  const { id, from } = await receive(mailOf(`From: 用户 <${SENDER}>`), SENDER);
  expect(from).toEqual([{ address: SENDER, name: '用户' }]);
  const refused = await send({ in_reply_to_message_id: id });
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toBe(
    `to: ${SENDER} cannot be replied to: it is not an address with only ASCII before the @, because email providers do not send to others (RFC 6531); name other recipients in to`,
  );
  expect((await send({ in_reply_to_message_id: id, to: 'user@example.com' })).status).toBe(202);
});

test('A reply to all is refused if it would leave out an address outside ASCII', async () => {
  const { receive, send } = await agentMailbox(api, hook);
  const { id } = await receive(mailOf('From: ada@example.com', `Cc: ${SENDER}`));
  const refused = await send({ in_reply_to_message_id: id, reply_all: true });
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain(`reply_all: ${SENDER} cannot be replied to`);
  expect((await send({ in_reply_to_message_id: id })).status).toBe(202);
});

test('A domain outside ASCII can be replied to', async () => {
  const { receive, send, read } = await agentMailbox(api, hook);
  const { id, from } = await receive(mailOf('From: ada@bücher.example'), 'ada@bücher.example');
  expect(from).toEqual([{ address: 'ada@bücher.example', name: null }]);
  const sent = await send({ in_reply_to_message_id: id });
  expect(sent.status).toBe(202);
  expect((await read(sent.body.id)).to).toEqual([{ address: 'ada@xn--bcher-kva.example', name: null }]);
});
