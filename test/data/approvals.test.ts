import { expect, test } from 'vitest';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const { office, sent, api } = useApprovals(engine);

test('A held email is not sent, and is sent once when it is approved', async () => {
  const { held, approve, message, deliver, events, agent } = await office({ mail: 'always' });
  const { messageId, approval } = await held({ bcc: 'eve@example.com' });
  expect(approval).toMatchObject({
    kind: 'mail',
    status: 'pending',
    identity_id: agent.id,
    subject_id: messageId,
    reason: null,
    decided_at: null,
    decided_by: null,
    preview: {
      summary: 'Email to ada@example.com and 1 more: Hello',
      reasons: expect.arrayContaining([{ code: 'always', address: null, host: null, source: null }]),
      mail: { to: [{ address: 'ada@example.com', name: null }], subject: 'Hello', text: 'The text.', html_text: null },
    },
  });
  expect(await message(messageId)).toMatchObject({ status: 'held', folder: 'sent' });
  expect(await deliver(messageId)).toBe(false);

  const { status, body } = await approve(approval.id, { content_hash: approval.content_hash });
  expect([status, body.status, body.decided_at === null]).toEqual([200, 'approved', false]);
  expect(await message(messageId)).toMatchObject({ status: 'queued', approvedHash: approval.content_hash });
  expect(await deliver(messageId)).toBe(true);
  await deliver(messageId);
  expect(sent().map(({ to }) => to)).toEqual([['ada@example.com', 'eve@example.com']]);
  expect((await events()).map(({ type, identity_id, payload }) => [type, identity_id, payload.status])).toEqual([
    ['approval.requested', agent.id, 'pending'],
    ['approval.decided', agent.id, 'approved'],
  ]);
});

test('A denied email is never sent, and says why', async () => {
  const { held, deny, approve, message, deliver, events } = await office({ mail: 'always' });
  const { messageId, approval } = await held();
  expect((await deny(approval.id, { reason: 'Not today.' })).body).toMatchObject({
    status: 'denied',
    reason: 'Not today.',
  });
  expect(await message(messageId)).toMatchObject({ status: 'denied', detail: 'Denied: Not today.' });
  const late = await approve(approval.id, { content_hash: approval.content_hash });
  expect([late.status, late.body.error.code]).toEqual([409, 'approval.closed']);
  expect((await deny(approval.id)).status).toBe(200);
  expect(await deliver(messageId)).toBe(false);
  expect((await events()).at(-1)?.payload).toMatchObject({ status: 'denied', reason: 'Not today.' });
});

test('An edit is what is sent, and what the agent is notified of', async () => {
  const { held, approve, message, deliver, events, read } = await office({ mail: 'always' });
  const { messageId, approval } = await held({ html: '<p>The text.</p>', cc: 'bob@example.com' });
  const edits = { subject: 'Better', text: 'The better text.', to: ['carol@example.com'], cc: [] };
  const { status, body } = await approve(approval.id, { content_hash: approval.content_hash, edits });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    status: 'approved',
    preview: { mail: { subject: 'Better', to: [{ address: 'carol@example.com' }], cc: [] } },
  });
  expect(body.content_hash).not.toBe(approval.content_hash);
  expect(await read(approval.id)).toMatchObject({
    content_hash: body.content_hash,
    preview: { mail: { subject: 'Better', text: 'The better text.', html_text: null } },
  });
  await deliver(messageId);
  const [email] = sent();
  expect(email?.to).toEqual(['carol@example.com']);
  expect(email?.raw).toContain('The better text.');
  expect(email?.raw).not.toContain('The text.');
  expect((await message(messageId)).subject).toBe('Better');
  expect((await events()).at(-1)?.payload).toMatchObject({
    content: { subject: 'Better', text: 'The better text.', html: null, to: ['carol@example.com'], cc: [], bcc: [] },
  });

  const again = await approve(approval.id, { content_hash: approval.content_hash, edits });
  expect([again.status, again.body.content_hash]).toEqual([200, body.content_hash]);
  const other = await approve(approval.id, { content_hash: approval.content_hash, edits: { subject: 'Other' } });
  expect([other.status, other.body.error.code]).toEqual([409, 'approval.changed']);
});

test('The same email again while it is held is held once, and after a decision it is held again', async () => {
  const { send, deny } = await office({ mail: 'always' });
  const first = await send();
  const again = await send();
  expect(again.body).toEqual(first.body);
  expect((await send({ text: 'Another text.' })).body.approval_id).not.toBe(first.body.approval_id);
  await deny(String(first.body.approval_id));
  expect((await send()).body.approval_id).not.toBe(first.body.approval_id);
});

test('Another hash approves nothing', async () => {
  const { held, approve, message } = await office({ mail: 'always' });
  const { messageId, approval } = await held();
  const { status, body } = await approve(approval.id, { content_hash: '0'.repeat(64) });
  expect([status, body.error.code]).toEqual([409, 'approval.changed']);
  expect((await message(messageId)).status).toBe('held');
});

test('An agent reads its own approvals, and no one else’s, and decides about none', async () => {
  const { held, agent, organization } = await office({ mail: 'always' });
  const { approval } = await held();
  const colleague = await api().agent(organization.key);
  const stranger = await office({ mail: 'always' });
  const get = (key: string) => api().call('getApproval', { key, params: { id: approval.id } });
  const list = async (key: string, query: Record<string, string> = {}) =>
    (await api().call('listApprovals', { key, query })).body.approvals.map(({ id }: { id: string }) => id);
  expect((await get(agent.key)).body.id).toBe(approval.id);
  expect((await get(colleague.key)).status).toBe(404);
  expect((await get(stranger.organization.key)).status).toBe(404);
  expect(await list(agent.key)).toEqual([approval.id]);
  expect(await list(agent.key, { status: 'pending' })).toEqual([approval.id]);
  expect(await list(agent.key, { status: 'denied' })).toEqual([]);
  expect(await list(colleague.key)).toEqual([]);
  expect(await list(stranger.organization.key)).toEqual([]);
  expect(await list(organization.key, { status: 'pending', identity_id: agent.id })).toEqual([approval.id]);
  const body = { content_hash: approval.content_hash };
  expect((await api().call('approveAction', { key: agent.key, params: { id: approval.id }, body })).status).toBe(403);
});
