import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { MAIL, useDrafts } from '../support/drafting-agent.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const { drafter, api } = useDrafts(engine);

test('A draft is gone after 30 days, and one that is due then is sent even if that is late', async () => {
  const { create, get, list, schedule, sendDue, messages } = await drafter();
  const { id } = (await create()).body;
  const now = api().now;
  const start = now();
  const late = await schedule({}, start + 30 * DAY - MINUTE);
  expect(late.body.status).toBe('scheduled');
  try {
    api().now = () => start + 30 * DAY + HOUR;
    expect(await get(id)).toMatchObject({ error: { code: 'resource.not_found' } });
    expect((await list()).map((draft) => draft.id)).toEqual([late.body.id]);
  } finally {
    api().now = now;
  }
  await sendDue(start + 30 * DAY + HOUR);
  expect(await messages()).toHaveLength(1);
});

test('A message with a time is a scheduled draft until then, and is sent once, in the thread of which its sender got the id', async () => {
  const { schedule, get, sendDue, messages, read, receive } = await drafter();
  const at = api().now() + HOUR;
  const reply = await schedule({}, at);
  expect([reply.status, reply.body.status]).toEqual([202, 'scheduled']);
  const { id, thread_id: threadId } = reply.body;
  expect(await get(id)).toMatchObject({ status: 'scheduled', send_at: timestamp(at) });
  await sendDue(at - 1);
  expect(await messages()).toEqual([]);
  await Promise.all([sendDue(at), sendDue(at + 1)]);
  await sendDue(at + MINUTE);
  const [message, ...others] = await messages();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ thread_id: threadId, status: 'queued' });
  expect(await get(id)).toMatchObject({ status: 'sent', message_id: message?.id });

  const received = await receive('From: Ada <ada@elsewhere.example>\r\nSubject: Hi\r\n\r\nHi');
  const answer = await schedule({ in_reply_to_message_id: received.id, to: undefined, subject: undefined }, at);
  expect(answer.body.thread_id).toBe(received.thread_id);
  await sendDue(at);
  const sent = (await get(answer.body.id)).message_id ?? '';
  expect(await read(sent)).toMatchObject({ thread_id: received.thread_id, subject: 'Re: Hi' });
});

test('A time that has passed, or is more than 30 days away, is refused', async () => {
  const { schedule, create } = await drafter();
  for (const at of [api().now() - HOUR, api().now() + 31 * DAY]) {
    expect((await schedule({}, at)).body.error.message).toContain('send_at: ');
    expect((await create({ ...MAIL, send_at: timestamp(at) })).body.error.message).toContain('send_at: ');
  }
});

test('A scheduled draft that was canceled, or moved to a later time, is not sent at its time', async () => {
  const { schedule, update, remove, sendDue, messages } = await drafter();
  const at = api().now() + HOUR;
  const [one, two] = [await schedule({}, at), await schedule({}, at)];
  await remove(one.body.id);
  await update(two.body.id, { send_at: timestamp(at + HOUR) });
  await sendDue(at + MINUTE);
  expect(await messages()).toEqual([]);
  expect((await update(two.body.id, { send_at: null })).body.status).toBe('draft');
  await sendDue(at + 2 * HOUR);
  expect(await messages()).toEqual([]);
});

test('What refuses a message at its time makes it a draft again, with the reason and an event', async () => {
  const { schedule, get, sendDue, messages, events, orgKey, agent, send } = await drafter();
  const at = api().now() + HOUR;
  const { id } = (await schedule({}, at)).body;
  const rule = { action: 'block', direction: 'outbound', match_type: 'exact_email', match_target: MAIL.to };
  const blocked = await api().call('createContactRule', { key: orgKey, body: rule });
  expect(blocked.status, JSON.stringify(blocked.body)).toBe(201);
  await sendDue(at);
  await sendDue(at + HOUR);
  expect(await messages()).toEqual([]);
  const reason = `A contact rule blocks mail to ${MAIL.to}.`;
  expect(await get(id)).toMatchObject({ status: 'draft', send_at: null, detail: reason, text: 'text' });
  const failed = (await events()).filter(({ type }) => type === 'mail.draft_failed');
  expect(failed).toMatchObject([
    {
      identity_id: agent.id,
      aggregate_type: 'mail_draft',
      aggregate_id: id,
      payload: { draftId: id, code: 'contact_rule.recipient_blocked', reason, sendAt: timestamp(at) },
    },
  ]);
  await api().call('deleteContactRule', { key: orgKey, params: { id: blocked.body.id } });
  expect((await send(id)).status).toBe(202);
});

test('A suspended agent sends nothing at the time of a draft, and a full day refuses it as well', async () => {
  const { schedule, get, sendDue, messages, orgKey, agent } = await drafter();
  const at = api().now() + HOUR;
  const { id } = (await schedule({}, at)).body;
  await api().call('suspendIdentity', { key: orgKey, params: { id: agent.id }, body: {} });
  await sendDue(at);
  await api().call('reinstateIdentity', { key: orgKey, params: { id: agent.id } });
  expect(await get(id)).toMatchObject({ status: 'draft', detail: 'The agent is suspended.' });
  const { limits } = api();
  const other = (await schedule({}, at)).body.id;
  api().limits = { ...limits, unverifiedEmailsPerDay: 0 };
  await sendDue(at).finally(() => {
    api().limits = limits;
  });
  expect(await get(other)).toMatchObject({ status: 'draft', detail: expect.stringContaining('email') });
  expect(await messages()).toEqual([]);
});
