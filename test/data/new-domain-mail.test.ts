import { randomUUID } from 'node:crypto';
import { SendEmailCommand, TooManyRequestsException } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendMessage } from '#functions/workers/outbound-mail/send-message.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { firstDueAt } from '#shared/data/due-index.ts';
import { oldestUnsentEmail } from '#shared/data/entities/mail/unsent-email.ts';
import { rateKey } from '#shared/data/entities/stage/rate-limit.ts';
import { getRow } from '#shared/data/table-client.ts';
import { MAX_QUEUE_DELAY_SECONDS } from '#shared/domain/time/queue-delay.ts';
import { DAY, MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { metrics } from '#shared/runtime/log.ts';
import { useEngine } from '../support/engine.ts';
import { useMailOutHarness } from '../support/mail-out-harness.ts';
import { domainSender } from '../support/new-domain-mail.ts';

const engine = useEngine();
const { ses, retries } = useMailOutHarness(engine);

/** Noon of a day, on which the domains of these tests are verified. */
const NOON = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
const midnight = (days: number) => NOON - DAY / 2 + days * DAY;

beforeEach(() => {
  at(NOON);
  ses.on(SendEmailCommand).callsFake(() => ({ MessageId: randomUUID() }));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

function at(now: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
}

const limit = (recipients: number) => vi.stubEnv('DOMAIN_RAMP', String(recipients));
const sentCount = () => ses.commandCalls(SendEmailCommand).length;
const requeued = () => retries().map(({ MessageBody }) => JSON.parse(MessageBody ?? '{}'));

async function counted(domain: string, day: number): Promise<number> {
  const row = await getRow(engine.table, anyRow, rateKey(`domain-ramp#${domain}`, midnight(day), DAY), {
    strong: true,
  });
  return Number(row?.drawn ?? 0);
}

test('A stage limits no domain unless it is set to, and counts nothing then', async () => {
  const sender = await domainSender(engine.table, NOON);
  await Promise.all((await sender.queueAll(3)).map(sendMessage));
  expect([sentCount(), await counted(sender.domain, 0)]).toEqual([3, 0]);
});

test('A domain that was verified by an earlier release, and the domain of the stage, have no limit', async () => {
  limit(1);
  const sender = await domainSender(engine.table, undefined);
  const own = await Promise.all([1, 2].map(() => sender.queue({ mailbox_id: undefined })));
  const jobs = [...(await sender.queueAll(3)), ...own];
  await Promise.all(jobs.map(sendMessage));
  expect([sentCount(), await counted(sender.domain, 0), retries()]).toEqual([5, 0, []]);
  expect(await sender.stored(jobs[0] as never)).not.toHaveProperty('sendsAt');
});

test('Of concurrent emails from a new domain exactly its room is sent, and each of the others has a later day, which has room for it', async () => {
  limit(3);
  const sender = await domainSender(engine.table, NOON);
  const jobs = await sender.queueAll(12);
  await Promise.all(jobs.map(sendMessage));
  expect(sentCount()).toBe(3);
  const days = (await Promise.all(jobs.map(sender.stored))).map((message) => message?.sendsAt);
  const onDay = [0, 1, 2, 3].map((day) => days.filter((sendsAt) => sendsAt === midnight(day)).length);
  expect(onDay).toEqual([3, 6, 3, 0]);
  expect(await Promise.all([0, 1, 2].map((day) => counted(sender.domain, day)))).toEqual([3, 6, 3]);
  expect(retries()).toHaveLength(9);
  expect(new Set(retries().map(({ DelaySeconds }) => DelaySeconds))).toEqual(new Set([MAX_QUEUE_DELAY_SECONDS]));
  expect(
    requeued()
      .map(({ sendsAt }) => sendsAt)
      .toSorted(),
  ).toEqual(days.filter((day) => day !== midnight(0)).toSorted());
});

test('An email that waits for a later day is queued and says so, and is sent on that day, before those that came later', async () => {
  limit(1);
  const sender = await domainSender(engine.table, NOON);
  const [first, second, third, fourth] = (await sender.queueAll(4)) as [never, never, never, never];
  for (const job of [first, second, third, fourth]) await sendMessage(job);
  expect(sentCount()).toBe(1);
  const waiting = await sender.api.call('getMessage', {
    key: sender.agent.key,
    params: { id: sender.agent.id, mid: (second as { messageId: string }).messageId },
  });
  expect(waiting.body).toMatchObject({
    status: 'queued',
    detail: `Waits until ${timestamp(midnight(1))}: ${sender.domain} is a new domain, and has no room for it on an earlier day.`,
  });

  at(midnight(1) - 1);
  for (const job of requeued()) await sendMessage(job);
  expect(sentCount()).toBe(1);

  at(midnight(1));
  const late = await sender.queue();
  await sendMessage(late);
  for (const job of [second, third, fourth]) await sendMessage(job);
  expect(sentCount()).toBe(3);
  expect(await sender.stored(second)).toMatchObject({ status: 'sent', detail: null });
  expect((await Promise.all([fourth, late].map(sender.stored))).map((message) => message?.sendsAt)).toEqual([
    midnight(2),
    midnight(2),
  ]);
  expect(await Promise.all([0, 1, 2].map((day) => counted(sender.domain, day)))).toEqual([1, 2, 2]);
});

test('A job for a later day is put back until that day, for fifteen minutes at most, without a look at its message', async () => {
  limit(1);
  const job = { organizationId: 'org_none', identityId: 'agt_none', messageId: 'msg_none', sendsAt: midnight(1) };
  await sendMessage(job);
  at(midnight(1) - 2 * MINUTE);
  await sendMessage(job);
  expect(retries().map(({ DelaySeconds }) => DelaySeconds)).toEqual([MAX_QUEUE_DELAY_SECONDS, 121]);
  expect(requeued()).toEqual([job, job]);
});

test('An email that is held counts on the day on which it is sent, and not while it is held', async () => {
  limit(5);
  const sender = await domainSender(engine.table, NOON);
  const { key } = sender.organization;
  await sender.api.call('setApprovalSettings', { key, body: { mail: 'always' } });
  const job = await sender.queue();
  expect(await sender.stored(job)).toMatchObject({ status: 'held' });
  await sendMessage(job);
  const { body: list } = await sender.api.call('listApprovals', { key });
  const { id = '', content_hash } = list.approvals[0] ?? {};
  expect(await counted(sender.domain, 0)).toBe(0);
  at(midnight(1));
  const approved = await sender.api.call('approveAction', { key, params: { id }, body: { content_hash } });
  expect(approved.body).toMatchObject({ status: 'approved' });
  await sendMessage(job);
  expect([sentCount(), await counted(sender.domain, 0), await counted(sender.domain, 1)]).toEqual([1, 0, 1]);
});

test('Emails that wait are sent at once when the stage does not limit new domains any more', async () => {
  limit(1);
  const sender = await domainSender(engine.table, NOON);
  for (const job of await sender.queueAll(3)) await sendMessage(job);
  expect(sentCount()).toBe(1);
  vi.stubEnv('DOMAIN_RAMP', undefined);
  for (const job of requeued()) await sendMessage(job);
  expect(sentCount()).toBe(3);
});

test('An email to more recipients than a day allows waits for a day that does, and after fourteen days nothing is counted', async () => {
  limit(1);
  const sender = await domainSender(engine.table, NOON);
  const many = await sender.queue({ to: ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`) });
  await sendMessage(many);
  expect((await sender.stored(many))?.sendsAt).toBe(midnight(3));
  expect(await counted(sender.domain, 3)).toBe(5);
  at(midnight(14));
  for (const job of await sender.queueAll(2)) await sendMessage(job);
  expect([sentCount(), await counted(sender.domain, 14)]).toEqual([2, 0]);
});

test('An email that has waited is retried like one of its day: it is not given up, and no alarm takes its days for a failure of SES', async () => {
  limit(1);
  const sender = await domainSender(engine.table, NOON);
  const [, job] = (await sender.queueAll(2)) as [never, never];
  for (const one of [await sender.queue(), job]) await sendMessage(one);
  expect(await oldestUnsentEmail(engine.table, midnight(1))).toBeUndefined();
  at(midnight(1) + MINUTE);
  const slower = new TooManyRequestsException({ message: 'slower', $metadata: {} });
  ses.on(SendEmailCommand).rejects(slower);
  await sendMessage(job);
  expect(await sender.stored(job)).toMatchObject({ status: 'queued', detail: expect.stringContaining('slower') });
  const oldest = await oldestUnsentEmail(engine.table, midnight(2));
  expect(oldest && firstDueAt(oldest.due_at)).toBe(midnight(1));
  ses.on(SendEmailCommand).resolves({ MessageId: randomUUID() });
  await sendMessage(job);
  expect(await sender.stored(job)).toMatchObject({ status: 'sent' });
});

test.each([
  [
    'is suspended',
    'The agent is suspended.',
    (sender: Sender) =>
      sender.api.call('suspendIdentity', { key: sender.organization.key, params: { id: sender.agent.id } }),
  ],
  [
    'may not write to the recipient any more',
    'contact_rule.recipient_blocked',
    (sender: Sender) =>
      sender.api.call('createContactRule', {
        key: sender.organization.key,
        body: { action: 'block', direction: 'outbound', match_type: 'domain', match_target: 'example.com' },
      }),
  ],
])('An email that has waited is checked again: it fails if its agent %s', async (_, reason, change) => {
  limit(1);
  const sender = await domainSender(engine.table, NOON);
  const [, job] = (await sender.queueAll(2)) as [never, never];
  for (const one of [await sender.queue(), job]) await sendMessage(one);
  const changed = await change(sender);
  expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300);
  at(midnight(1));
  const measured = vi.spyOn(metrics, 'addMetric');
  await sendMessage(job);
  expect(sentCount()).toBe(1);
  // The alarm about failed mail is about providers.
  expect(measured.mock.calls.map(([name]) => name)).not.toContain('Mail_failed');
  measured.mockRestore();
  expect(await sender.stored(job)).toMatchObject({ status: 'failed', detail: expect.stringContaining(reason) });
});

type Sender = Awaited<ReturnType<typeof domainSender>>;
