import { expect, test } from 'vitest';
import { sendDueDrafts } from '#functions/http/mail/send-due-drafts.ts';
import { findSearchIndex } from '#shared/data/entities/mail/search-index.ts';
import { HOUR, timestamp } from '#shared/domain/time/time.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { inProcessSend } from '../support/in-process-send.ts';

const engine = useEngine();
const { office, sent, api } = useApprovals(engine);

const MAIL = { to: 'ada@example.com', subject: 'Hello', text: 'The text.' };

async function heldOffice() {
  const made = await office({ mail: 'always' });
  const { agent } = made;
  const call = { key: agent.key, params: { id: agent.id } };
  const inDraft = (did: string) => ({ key: agent.key, params: { id: agent.id, did } });
  return {
    ...made,
    create: async (body: object = MAIL) => (await api().call('createDraft', { ...call, body })).body.id,
    sendDraft: (did: string) => api().call('sendDraft', inDraft(did)),
    draft: async (did: string) => (await api().call('getDraft', inDraft(did))).body,
    messages: async () => (await api().call('listMessages', call)).body.messages,
    unsubscribe: async (messageId: string) => {
      const { headers } = (await api().call('getMessage', { ...call, params: { id: agent.id, mid: messageId } })).body;
      const link = headers.find(({ name }) => name === 'List-Unsubscribe')?.value.slice(1, -1) ?? '';
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const init = { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' };
      return (await inProcessSend(api().services)(new URL(link), init)).status;
    },
  };
}

test('The message of a draft is held as any other, once, and is sent once when it is approved', async () => {
  const { create, sendDraft, draft, messages, read, approve, deliver } = await heldOffice();
  const did = await create();
  const replies = await Promise.all([sendDraft(did), sendDraft(did), sendDraft(did)]);
  const [first] = replies;
  expect(first).toMatchObject({ status: 202, body: { status: 'held', approval_id: expect.stringMatching(/^apr_/) } });
  for (const { body } of replies) expect(body).toEqual(first?.body);
  expect(await draft(did)).toMatchObject({ status: 'sent', message_id: first?.body.message_id });
  expect(await messages()).toHaveLength(1);
  const approval = await read(first?.body.approval_id ?? '');
  expect((await approve(approval.id, { content_hash: approval.content_hash })).status).toBe(200);
  expect(await deliver(first?.body.message_id ?? '')).toBe(true);
  expect(sent()).toHaveLength(1);
});

test('A scheduled message is held at its time, and not before', async () => {
  const { agent, send, draft, messages } = await heldOffice();
  const at = Date.now() + HOUR;
  const { body } = await send({ send_at: timestamp(at) });
  expect(body.status).toBe('scheduled');
  expect(await messages()).toEqual([]);
  const event = { kind: 'due-drafts', drafts: [{ identityId: agent.id, draftId: body.id }] };
  await sendDueDrafts(event, { ...api().services, now: () => at });
  expect(await draft(body.id)).toMatchObject({ status: 'sent' });
  expect(await messages()).toMatchObject([{ status: 'held', thread_id: body.thread_id }]);
});

test('The same message again, with a link to unsubscribe, gets the reply of the one that is held', async () => {
  const { send } = await heldOffice();
  const first = await send({ unsubscribe: true });
  expect(first.body.status).toBe('held');
  expect((await send({ unsubscribe: true })).body).toEqual(first.body);
  expect((await send({ unsubscribe: true, to: 'bob@example.com' })).body.id).not.toBe(first.body.id);
});

test('A held message is not sent to someone who has unsubscribed since', async () => {
  const { set, send, held, approve, unsubscribe, message } = await heldOffice();
  await set({ mail: 'never' });
  const earlier = await send({ unsubscribe: true });
  await set({ mail: 'always' });
  const { messageId, approval } = await held();
  expect(await unsubscribe(earlier.body.id)).toBe(200);
  const { body } = await approve(approval.id, { content_hash: approval.content_hash });
  expect(body).toMatchObject({ status: 'failed', reason: expect.stringContaining('has unsubscribed from this agent') });
  expect(await message(messageId)).toMatchObject({ status: 'failed' });
});

test('An edit may change what is said in a message with a link to unsubscribe, and not who gets it', async () => {
  const { held, approve, message } = await heldOffice();
  const { messageId, approval } = await held({ unsubscribe: true });
  const { content_hash } = approval;
  const moved = await approve(approval.id, { content_hash, edits: { to: ['bob@example.com'] } });
  expect([moved.status, moved.body.error.message]).toEqual([400, expect.stringContaining('edits.to: the recipient')]);
  expect((await approve(approval.id, { content_hash, edits: { text: 'Better.' } })).body.status).toBe('approved');
  expect(await message(messageId)).toMatchObject({ status: 'queued', snippet: 'Better.' });
});

test('The search index learns of an edit of a held message, and of nothing else that is decided', async () => {
  const { agent, held, approve } = await heldOffice();
  const changed = async () => (await findSearchIndex(engine.table, agent.id)).changed.map(({ messageId }) => messageId);
  const one = await held();
  await approve(one.approval.id, { content_hash: one.approval.content_hash });
  expect(await changed()).toEqual([]);
  const two = await held({ subject: 'Another' });
  const { content_hash } = two.approval;
  expect((await approve(two.approval.id, { content_hash, edits: { subject: 'New' } })).body.status).toBe('approved');
  expect(await changed()).toEqual([two.messageId]);
});
