import { expect, test } from 'vitest';
import { sendMessage } from '#functions/workers/outbound-mail/send-message.ts';
import { putSuppression } from '#shared/data/entities/mail/suppression.ts';
import { replaceIdentity } from '#shared/data/entities/organization/identity.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { DAY, MINUTE } from '#shared/domain/time/time.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { endApprovals } from '../support/end-approvals.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const { office, sent, api, files } = useApprovals(engine);

type Office = Awaited<ReturnType<typeof office>>;

/** Holds an email, lets something happen, approves it, and expects it to fail. */
async function expectFailed(made: Office, change: (messageId: string) => Promise<unknown>, reason: RegExp) {
  const { messageId, approval } = await made.held();
  await change(messageId);
  const { status, body } = await made.approve(approval.id, { content_hash: approval.content_hash });
  expect([status, body.status], JSON.stringify(body)).toEqual([200, 'failed']);
  expect(body.reason).toMatch(reason);
  expect(await made.deliver(messageId)).toBe(false);
  expect(await made.message(messageId)).toMatchObject({ status: 'failed', detail: `Not sent: ${body.reason}` });
  expect((await made.events()).at(-1)?.payload).toMatchObject({ status: 'failed', reason: body.reason });
  expect((await made.approve(approval.id, { content_hash: approval.content_hash })).body.status).toBe('failed');
  expect((await made.deny(approval.id)).body.error.code).toBe('approval.closed');
}

test('An approved email to a recipient that was suppressed meanwhile fails', async () => {
  const made = await office({ mail: 'always' });
  const suppress = (messageId: string) => {
    const suppression = { address: 'ada@example.com', reason: 'bounce', messageId, createdAt: Date.now() } as const;
    const change = putSuppression(made.organization.id, suppression);
    return commit(engine.table, { build: (tx) => tx.put(change) }, { now: Date.now });
  };
  await expectFailed(made, suppress, /^mail\.recipient_suppressed: ada@example\.com/);
});

test('An approved email that a contact rule forbids since fails', async () => {
  const made = await office({ mail: 'always' });
  const body = { action: 'block', match_type: 'domain', match_target: 'example.com', direction: 'outbound' };
  const block = () => api().call('createContactRule', { key: made.organization.key, body });
  await expectFailed(made, block, /^contact_rule\.recipient_blocked: /);
});

test('An approved email beyond the daily limit of the organization fails', async () => {
  const made = await office({ mail: 'always' });
  const { limits } = api();
  const reach = async () => {
    api().limits = { ...limits, unverifiedEmailsPerDay: 0 };
  };
  try {
    await expectFailed(made, reach, /^usage\.email_limit: /);
  } finally {
    api().limits = limits;
  }
});

test('An approved email without its files fails', async () => {
  const made = await office({ mail: 'always' });
  const remove = async (messageId: string) => {
    (files() as Map<string, Buffer>).delete((await made.message(messageId)).contentKey);
  };
  await expectFailed(made, remove, /files of the message have expired/);
});

test('Without a decision in time an email is denied, for readers at once and by the sweep', async () => {
  const made = await office({ mail: 'always', ttl_seconds: 300 });
  const { messageId, approval } = await made.held();
  const later = Date.now() + 6 * MINUTE;
  api().now = () => later;
  expect((await made.read(approval.id)).status).toBe('expired');
  const late = await made.approve(approval.id, { content_hash: approval.content_hash });
  expect([late.status, late.body.error.code]).toEqual([409, 'approval.closed']);
  expect((await made.deny(approval.id)).status).toBe(409);
  await endApprovals(later);
  await endApprovals(later);
  expect(await made.read(approval.id)).toMatchObject({ status: 'expired', reason: 'No one decided in time.' });
  expect((await made.message(messageId)).status).toBe('denied');
  expect((await made.events()).map(({ payload }) => [payload.status, payload.actor === null])).toEqual([
    ['pending', false],
    ['expired', true],
  ]);
});

test('A suspension cancels what is held, for good', async () => {
  const made = await office({ mail: 'always' });
  const { messageId, approval } = await made.held();
  await made.suspend();
  expect((await made.read(approval.id)).status).toBe('canceled');
  await made.reinstate();
  const late = await made.approve(approval.id, { content_hash: approval.content_hash });
  expect([late.status, late.body.error.code]).toEqual([409, 'approval.closed']);
  const again = await made.held();
  expect(again.approval.id).not.toBe(approval.id);
  await endApprovals(Date.now() + MINUTE);
  expect(await made.read(approval.id)).toMatchObject({ status: 'canceled', reason: 'The agent was suspended.' });
  expect((await made.message(messageId)).status).toBe('denied');
  expect((await made.read(again.approval.id)).status).toBe('pending');
  expect((await made.approve(again.approval.id, { content_hash: again.approval.content_hash })).status).toBe(200);
});

test('An approved email of an agent that release 0.3.0 has suspended fails: its suspension begins no generation', async () => {
  const made = await office({ mail: 'always' });
  const suspend = async () => {
    const identity = await made.identity();
    const suspended = { ...identity, status: 'suspended' as const, version: identity.version + 1 };
    await commit(engine.table, { build: (tx) => tx.put(replaceIdentity(suspended)) }, { now: Date.now });
  };
  await expectFailed(made, suspend, /^The agent is suspended\.$/);
});

test('The worker does not send a message that is not what was approved', async () => {
  const made = await office({ mail: 'always' });
  const { messageId, approval } = await made.held();
  await made.approve(approval.id, { content_hash: approval.content_hash });
  const { contentKey } = await made.message(messageId);
  const content = JSON.parse(String(files().get(contentKey)));
  (files() as Map<string, Buffer>).set(contentKey, Buffer.from(JSON.stringify({ ...content, text: 'Other.' })));
  await sendMessage({ organizationId: made.organization.id, identityId: made.agent.id, messageId });
  expect(sent()).toEqual([]);
  expect(await made.message(messageId)).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('not what was approved'),
  });
});

test('Beyond a budget emails are held, exactly', async () => {
  const made = await office({ mail_per_day: 3 });
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) => made.send({ to: `ada${index}@example.com` })),
  );
  expect(replies.map(({ body }) => body.status).sort()).toEqual(['held', 'held', 'held', 'queued', 'queued', 'queued']);
  const { approval } = await made.held({ to: 'last@example.com' });
  expect(approval.preview.reasons).toEqual([{ code: 'mail_per_day', address: null, host: null, source: null }]);
});

test('A new agent is held for its first days, and not longer', async () => {
  const made = await office({ hold_days: 2 });
  const { approval } = await made.held();
  expect(approval.preview.reasons.map(({ code }: { code: string }) => code)).toEqual(['hold_days']);
  api().now = () => Date.now() + 3 * DAY;
  expect((await made.send({ text: 'later' })).body.status).toBe('queued');
});

test('A first contact is held once: what was sent to is known, and an agent of the organization always is', async () => {
  const made = await office({ mail: 'first_contact' });
  const { handle } = await api().agent(made.organization.key);
  const address = `${handle}@agents.test`;
  expect((await made.send({ to: address })).body.status).toBe('queued');
  const { messageId, approval } = await made.held();
  expect(approval.preview.reasons).toEqual([
    { code: 'first_contact', address: 'ada@example.com', host: null, source: null },
  ]);
  await made.approve(approval.id, { content_hash: approval.content_hash });
  await made.deliver(messageId);
  expect((await made.send({ text: 'again' })).body.status).toBe('queued');
  expect((await made.send({ to: 'bob@example.com' })).body.status).toBe('held');
  await made.set({ mail: 'external' }, made.agent.id);
  expect((await made.send({ text: 'once more' })).body.status).toBe('held');
  expect((await made.send({ to: address, text: 'more' })).body.status).toBe('queued');
});
