import type { Tag } from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import { sendDueDrafts } from '#functions/http/mail/send-due-drafts.ts';
import { dueDrafts, parseDueDraft } from '#shared/data/entities/mail/mail-draft.ts';
import { findStoredBytes } from '#shared/data/entities/organization/stored-bytes.ts';
import { DAY, HOUR, MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';
import { agentMailbox } from '../support/agent-mailbox.ts';
import { useEngine } from '../support/engine.ts';
import { type HookApi, openHook } from '../support/hook-api.ts';
import type { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;
let files: ReadonlyMap<string, Buffer>;
const tags = new Map<string, Tag[]>();

beforeAll(() => {
  process.env.CONTENT_BUCKET = 'content';
  ({ api, hook } = openHook({ ...engine.table, contents: getContentTable().contents }));
  files = memoryBucket(tags);
});

const MAIL = { to: 'ada@elsewhere.example', subject: 'Hello', text: 'text' };

/** An agent, and its calls about drafts. */
async function drafter() {
  const { agent, key: orgKey, read, receive } = await agentMailbox(api, hook);
  const of = (did: string) => ({ key: agent.key, params: { id: agent.id, did } });
  const inAgent = { key: agent.key, params: { id: agent.id } };
  const { org_id: organizationId } = (await api.call('getMe', { key: orgKey })).body;
  return {
    agent,
    orgKey,
    organizationId,
    read,
    receive,
    of,
    create: (body: object = MAIL) => api.call('createDraft', { ...inAgent, body }),
    get: async (did: string) => (await api.call('getDraft', of(did))).body,
    update: (did: string, body: object) => api.call('updateDraft', { ...of(did), body }),
    remove: (did: string) => api.call('deleteDraft', of(did)),
    send: (did: string) => api.call('sendDraft', of(did)),
    list: async () => (await api.call('listDrafts', inAgent)).body.drafts,
    schedule: (body: object, sendAt: number) =>
      api.call('sendMail', { ...inAgent, body: { ...MAIL, ...body, send_at: timestamp(sendAt) } }),
    messages: async () => (await api.call('listMessages', inAgent)).body.messages,
    events: async () => (await api.call('listEvents', { key: orgKey })).body.events,
    stored: () => findStoredBytes(engine.table, organizationId, api.now()),
    /** What the sweep and the function of mail do at a time. */
    sendDue: async (now: number) => {
      const rows = await Array.fromAsync(dueDrafts(engine.table, now, 10_000));
      const drafts = rows.map(parseDueDraft).filter(({ identityId }) => identityId === agent.id);
      await sendDueDrafts({ kind: 'due-drafts', drafts }, { ...api.services, now: () => now });
    },
  };
}

test('A draft keeps what a request to send has, changes by field, and is sent once however often it is asked for', async () => {
  const { create, get, update, send, list, messages, read } = await drafter();
  const files = [
    { filename: 'a.txt', content_type: 'text/plain', content_base64: Buffer.from('one').toString('base64') },
  ];
  const created = await create({ ...MAIL, cc: ['Bob <bob@elsewhere.example>'], attachments: files });
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.body).toMatchObject({
    status: 'draft',
    to: [{ address: 'ada@elsewhere.example', name: null }],
    cc: [{ address: 'bob@elsewhere.example', name: 'Bob' }],
    attachments: [{ filename: 'a.txt', content_type: 'text/plain', size: 3, content_id: null }],
    text: 'text',
    html: null,
    send_at: null,
    message_id: null,
  });
  const changed = await update(id, { text: 'other', cc: null });
  expect(changed.body).toMatchObject({ text: 'other', subject: 'Hello', cc: [], attachments: [{ size: 3 }] });
  expect(await get(id)).toEqual(changed.body);
  const [listed] = await list();
  expect(listed).toMatchObject({ id, subject: 'Hello' });
  expect(listed).not.toHaveProperty('text');

  const sent = await Promise.all([send(id), send(id), send(id), send(id)]);
  expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await send(id)).toMatchObject({ status: 202, body: sent[0]?.body });
  const [message, ...others] = await messages();
  expect([message?.id, others]).toEqual([sent[0]?.body.message_id, []]);
  expect(await read(message?.id ?? '')).toMatchObject({ subject: 'Hello', text: 'other', has_attachments: true });
  expect(await get(id)).toMatchObject({ status: 'sent', message_id: message?.id, text: null, subject: 'Hello' });
});

test('What a draft lacks is refused when it is sent or scheduled, and not when it is saved', async () => {
  const { create, send, update } = await drafter();
  const empty = await create({});
  expect(empty.status).toBe(201);
  const { id } = empty.body;
  expect((await send(id)).body.error.message).toMatch(/subject: required.*to: required.*text: required/);
  const scheduled = await update(id, { send_at: timestamp(api.now() + HOUR) });
  expect([scheduled.status, scheduled.body.error.message]).toEqual([400, expect.stringContaining('to: required')]);
  expect((await create({ text: 1 })).status).toBe(400);
  expect((await create({ txt: 'x' })).body.error.message).toContain('did you mean text?');
});

test('A draft that is sent or canceled can neither be changed nor sent nor canceled otherwise', async () => {
  const { create, update, send, remove, get, messages } = await drafter();
  const { id } = (await create()).body;
  expect((await remove(id)).status).toBe(204);
  expect((await remove(id)).status).toBe(204);
  expect(await get(id)).toMatchObject({ status: 'canceled', text: null });
  for (const reply of [await update(id, { text: 'x' }), await send(id)])
    expect([reply.status, reply.body.error.code]).toEqual([409, 'mail.draft_closed']);
  const other = (await create()).body.id;
  await send(other);
  for (const reply of [await update(other, { text: 'x' }), await remove(other)])
    expect([reply.status, reply.body.error.code]).toEqual([409, 'mail.draft_closed']);
  expect(await messages()).toHaveLength(1);
});

test('A draft that is changed, canceled and sent at the same time is sent as it was, or as it was changed, or not', async () => {
  const { create, update, send, remove, get, messages, read } = await drafter();
  for (let round = 0; round < 8; round += 1) {
    const { id } = (await create({ ...MAIL, text: 'before' })).body;
    const before = (await messages()).length;
    const [, changed, removed] = await Promise.all([send(id), update(id, { text: 'after' }), remove(id)]);
    const { status, message_id: messageId } = await get(id);
    const sent = (await messages()).length - before;
    expect([status, sent]).toEqual(removed.status === 204 ? ['canceled', 0] : ['sent', 1]);
    if (sent === 1) expect((await read(messageId ?? '')).text).toBe(changed.status === 200 ? 'after' : 'before');
  }
});

test('A draft of another agent or organization is refused as its messages are', async () => {
  const { agent, orgKey, create, of } = await drafter();
  const { id } = (await create()).body;
  const colleague = await api.agent(orgKey);
  const stranger = await drafter();
  const { params } = of(id);
  expect((await api.call('getDraft', { key: colleague.key, params })).status).toBe(403);
  expect((await api.call('getDraft', { key: stranger.orgKey, params })).status).toBe(404);
  expect((await api.call('sendDraft', { key: stranger.agent.key, params })).status).toBe(404);
  const moved = { key: stranger.agent.key, params: { id: stranger.agent.id, did: id } };
  expect((await api.call('getDraft', moved)).status).toBe(404);
  expect((await api.call('getDraft', { key: agent.key, params: { id: agent.id, did: 'drf_x' } })).status).toBe(404);
});

test('The bytes of a draft count as stored until it is sent, canceled or changed, and its objects are marked', async () => {
  const { create, update, remove, stored, organizationId } = await drafter();
  const before = await stored();
  const { id } = (await create({ ...MAIL, text: 'x'.repeat(40_000) })).body;
  const counted = (await stored()) - before;
  expect(counted).toBeGreaterThan(40_000);
  await update(id, { text: 'y'.repeat(60_000) });
  expect((await stored()) - before).toBe(counted + 20_000);
  await remove(id);
  expect((await stored()) - before).toBeLessThan(1000);
  const objects = [...files.keys()].filter((key) => key.startsWith(`drafts/${organizationId}/`));
  const unused = [{ Key: 'content', Value: 'unused' }];
  expect(objects.map((key) => tags.get(key))).toEqual([unused, unused]);
});

test('A draft is gone after 30 days, and one that is due then is sent even if that is late', async () => {
  const { create, get, list, schedule, sendDue, messages } = await drafter();
  const { id } = (await create()).body;
  const now = api.now;
  const start = now();
  const late = await schedule({}, start + 30 * DAY - MINUTE);
  expect(late.body.status).toBe('scheduled');
  try {
    api.now = () => start + 30 * DAY + HOUR;
    expect(await get(id)).toMatchObject({ error: { code: 'resource.not_found' } });
    expect((await list()).map((draft) => draft.id)).toEqual([late.body.id]);
  } finally {
    api.now = now;
  }
  await sendDue(start + 30 * DAY + HOUR);
  expect(await messages()).toHaveLength(1);
});

test('A message with a time is a scheduled draft until then, and is sent once, in the thread that its sender knows', async () => {
  const { schedule, get, sendDue, messages, read, receive } = await drafter();
  const at = api.now() + HOUR;
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
  for (const at of [api.now() - HOUR, api.now() + 31 * DAY]) {
    expect((await schedule({}, at)).body.error.message).toContain('send_at: ');
    expect((await create({ ...MAIL, send_at: timestamp(at) })).body.error.message).toContain('send_at: ');
  }
});

test('A scheduled draft that was canceled, or moved to a later time, is not sent at its time', async () => {
  const { schedule, update, remove, sendDue, messages } = await drafter();
  const at = api.now() + HOUR;
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
  const at = api.now() + HOUR;
  const { id } = (await schedule({}, at)).body;
  const rule = { action: 'block', direction: 'outbound', match_type: 'exact_email', match_target: MAIL.to };
  const blocked = await api.call('createContactRule', { key: orgKey, body: rule });
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
  await api.call('deleteContactRule', { key: orgKey, params: { id: blocked.body.id } });
  expect((await send(id)).status).toBe(202);
});

test('A suspended agent sends nothing at the time of a draft, and a full day refuses it as well', async () => {
  const { schedule, get, sendDue, messages, orgKey, agent } = await drafter();
  const at = api.now() + HOUR;
  const { id } = (await schedule({}, at)).body;
  await api.call('suspendIdentity', { key: orgKey, params: { id: agent.id }, body: {} });
  await sendDue(at);
  await api.call('reinstateIdentity', { key: orgKey, params: { id: agent.id } });
  expect(await get(id)).toMatchObject({ status: 'draft', detail: 'The agent is suspended.' });
  const { limits } = api;
  const other = (await schedule({}, at)).body.id;
  api.limits = { ...limits, unverifiedEmailsPerDay: 0 };
  await sendDue(at).finally(() => {
    api.limits = limits;
  });
  expect(await get(other)).toMatchObject({ status: 'draft', detail: expect.stringContaining('email') });
  expect(await messages()).toEqual([]);
});
