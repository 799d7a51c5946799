import { expect, test } from 'vitest';
import { HOUR, timestamp } from '#shared/domain/time/time.ts';
import { MAIL, useDrafts } from '../support/drafting-agent.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const { drafter, api, files, tags } = useDrafts(engine);

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
  const scheduled = await update(id, { send_at: timestamp(api().now() + HOUR) });
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
  const colleague = await api().agent(orgKey);
  const stranger = await drafter();
  const { params } = of(id);
  expect((await api().call('getDraft', { key: colleague.key, params })).status).toBe(403);
  expect((await api().call('getDraft', { key: stranger.orgKey, params })).status).toBe(404);
  expect((await api().call('sendDraft', { key: stranger.agent.key, params })).status).toBe(404);
  const moved = { key: stranger.agent.key, params: { id: stranger.agent.id, did: id } };
  expect((await api().call('getDraft', moved)).status).toBe(404);
  expect((await api().call('getDraft', { key: agent.key, params: { id: agent.id, did: 'drf_x' } })).status).toBe(404);
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
  const objects = [...files().keys()].filter((key) => key.startsWith(`drafts/${organizationId}/`));
  const unused = [{ Key: 'content', Value: 'unused' }];
  expect(objects.map((key) => tags.get(key))).toEqual([unused, unused]);
});
