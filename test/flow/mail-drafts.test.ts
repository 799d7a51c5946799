import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { newAgent } from '../support/sending-agent.ts';

const MAIL = { subject: 'Hello {{name}}', text: 'Dear {{name}}', variables: { name: 'Ada' } };

/** The sweep runs once per minute. */
const SWEPT_MS = 180_000;

/** Later than a busy machine takes to schedule it. */
const soon = () => new Date(Date.now() + 20_000).toISOString();

test('A draft is saved, changed, scheduled, and arrives once, in the thread that its sender waits for', async () => {
  const [{ agent }, { agent: other }] = await Promise.all([newAgent(), newAgent()]);
  const params = { id: agent.id };
  const { id: did } = await agent.api.ok('createDraft', { params, body: { ...MAIL, text: 'Dear' } });
  const body = { to: other.address, text: MAIL.text, send_at: soon() };
  const changed = await agent.api.ok('updateDraft', { params: { ...params, did }, body });
  expect(changed.status).toBe('scheduled');
  const scheduled = await agent.api.ok('sendMail', {
    params,
    body: { ...MAIL, to: other.address, send_at: soon(), unsubscribe: true },
  });
  expect(scheduled.status).toBe('scheduled');

  const received = await eventually(async () => {
    const { messages } = await other.api.ok('listMessages', { params: { id: other.id } });
    expect(messages).toHaveLength(2);
    return messages;
  }, SWEPT_MS);
  expect(received.map(({ subject }) => subject)).toEqual(['Hello Ada', 'Hello Ada']);
  const sent = await agent.api.ok('getDraft', { params: { ...params, did: scheduled.id } });
  const message = await agent.api.ok('getMessage', { params: { ...params, mid: sent.message_id ?? '' } });
  expect(message).toMatchObject({ thread_id: scheduled.thread_id, text: 'Dear Ada' });

  const link = message.headers.find(({ name }) => name === 'List-Unsubscribe')?.value.slice(1, -1) ?? '';
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(link, { method: 'POST', body: form })).status).toBe(200);
  const refused = await agent.api.call('sendMail', { params, body: { to: other.address, subject: 'x', text: 'x' } });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'mail.recipient_suppressed' } } });
});
