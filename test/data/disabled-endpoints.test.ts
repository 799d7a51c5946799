import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '#functions/workers/delivery/deliver.ts';
import { DeliveryBatchCache } from '#functions/workers/delivery/delivery-batch-cache.ts';
import { toDeliveryJob } from '#shared/contract/jobs.ts';
import { createDelivery } from '#shared/data/direct-writes/delivery-attempt.ts';
import { endFailing } from '#shared/data/direct-writes/failing-period.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { failingPeriodOf } from '#shared/data/entities/delivery/webhook.ts';
import { endpointChange, MAX_NOTICE_EMAILS_PER_DAY } from '#shared/domain/delivery/failing-period.ts';
import { WEBHOOK_TEST_TYPE } from '#shared/domain/delivery/webhook-body.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DAY, HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { Receiver } from '#testing/receiver.ts';
import { BAD } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { type EndpointOwner, makeOwnedEndpoint, type OwnedEndpoint } from '../support/owned-endpoint.ts';

const keyring = vi.hoisted(() => ({ current: undefined as unknown }));
vi.mock('#shared/runtime/stage-keyring.ts', async (original) => ({
  ...(await original<typeof import('#shared/runtime/stage-keyring.ts')>()),
  getKeyring: async () => keyring.current,
}));

const engine = useEngine();
const sqs = mockClient(SQSClient);
let api: InProcessApi;
let receiver: Receiver;

beforeEach(async () => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  vi.stubEnv('LIMITS', '{}');
  vi.stubEnv('DELIVERY_DELAYS', '[5]');
  vi.stubEnv('DELIVERY_RETENTION_DAYS', '90');
  vi.stubEnv('WEBHOOK_FAILING_DAYS', '5');
  vi.stubEnv('OWN_URLS', 'https://api.test');
  vi.stubEnv('ALLOW_LOOPBACK_RECEIVERS', 'true');
  vi.stubEnv('DELIVERY_QUEUE_URL', 'https://queue.test/delivery');
  const ring = new Keyring(new Uint8Array(32));
  keyring.current = ring;
  api = new InProcessApi(engine.table, {}, async () => ring);
  api.now = () => Date.now();
  receiver = await Receiver.start({ status: 500 });
});

afterEach(async () => {
  vi.useRealTimers();
  await receiver.stop();
});

const endpoint = (owner?: EndpointOwner) => makeOwnedEndpoint({ api, table: engine.table, url: receiver.url() }, owner);

/** Makes an attempt of a new delivery, or has several workers make one each at once. */
async function attempt({ organizationId, row }: OwnedEndpoint, count = 1): Promise<void> {
  const webhook = await row();
  const jobs = await Promise.all(
    Array.from({ length: count }, async () => {
      const event = { id: makeId('event', Date.now(), randomPart()), type: WEBHOOK_TEST_TYPE };
      const time = Date.now() + Math.floor(Math.random() * 1_000_000);
      const delivery = { ...newDelivery({ ...webhook, organizationId }, event, time), test: true as const };
      return toDeliveryJob(await createDelivery(engine.table, delivery));
    }),
  );
  await Promise.all(jobs.map((job) => deliver(job, new DeliveryBatchCache([]))));
}

/** Sets the clock of the worker and of the API. */
const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time });

const START = Date.parse('2026-11-20T12:00:00Z');

test('A receiver that responds 410 disables its endpoint, and the verified owner is notified once', async () => {
  const one = await endpoint();
  receiver.respondWith({ status: 410 });
  await attempt(one, 12);
  expect(await one.record()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  expect(await one.active()).toBe(0);
  expect(await one.notices()).toEqual([
    { to: one.to, organizationName: 'Test', webhookId: (await one.row()).id, reason: 'gone', days: 5 },
  ]);
  await attempt(one);
  expect(receiver.requests).toHaveLength(12);
  expect(await one.notices()).toHaveLength(1);
});

test('What the service disables is in the audit once, with the service as its actor and no address', async () => {
  const one = await endpoint();
  receiver.respondWith({ status: 410 });
  await attempt(one, 6);
  const { entries } = (await api.call('listAudit', { key: one.key, query: { action: 'disableWebhook' } })).body;
  expect(entries).toMatchObject([
    {
      actor: { type: 'service', id: 'service', label: null },
      address: null,
      target: { type: 'webhook', id: (await one.row()).id },
      before: { enabled: true, disabled_reason: null },
      after: { enabled: false, disabled_reason: 'gone' },
    },
  ]);
});

test('A receiver that responds 410 to one organization disables no endpoint of another at the same URL', async () => {
  const [one, other] = [await endpoint(), await endpoint()];
  receiver.respondWith({ status: 410 });
  await attempt(one);
  expect(await one.record()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  expect(await other.record()).toMatchObject({ enabled: true, disabled_reason: null });
  expect(await other.notices()).toEqual([]);
});

test('An owner with an address that is not verified gets no email', async () => {
  const one = await endpoint({ isVerified: false });
  receiver.respondWith({ status: 410 });
  await attempt(one);
  expect(await one.record()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  expect(await one.notices()).toEqual([]);
});

test('An endpoint of which every attempt fails for five days is disabled, and not before', async () => {
  const one = await endpoint();
  for (const [after, enabled] of [
    [0, true],
    [DAY, true],
    [4 * DAY, true],
    [5 * DAY, true],
    [5 * DAY + MINUTE, false],
  ] as const) {
    at(START + after);
    await attempt(one);
    expect([after, (await one.record())?.enabled]).toEqual([after, enabled]);
  }
  expect((await one.record())?.disabled_reason).toBe('failing');
  expect(await one.notices()).toMatchObject([{ reason: 'failing', days: 5 }]);
});

test('A success ends the period, also one among failures at the same time', async () => {
  const one = await endpoint();
  at(START);
  await attempt(one);
  at(START + 5 * DAY - MINUTE);
  receiver.respondWith((_, count) => ({ status: count % 4 === 0 ? 204 : 500 }));
  await attempt(one, 8);
  receiver.respondWith({ status: 500 });
  at(START + 5 * DAY + MINUTE);
  await attempt(one, 4);
  expect((await one.record())?.enabled).toBe(true);
});

test('Many failures at once after five days disable the endpoint once', async () => {
  const one = await endpoint();
  at(START);
  await attempt(one, 10);
  at(START + DAY);
  await attempt(one, 10);
  expect(await one.row()).toMatchObject({ failingSince: START, lastFailedAt: START + DAY });
  at(START + 5 * DAY + MINUTE);
  await attempt(one, 10);
  expect((await one.record())?.disabled_reason).toBe('failing');
  expect([await one.active(), (await one.notices()).length]).toEqual([0, 1]);
});

test('A failure that finds a success since its attempt began does not disable the endpoint', async () => {
  const one = await endpoint();
  for (const after of [0, DAY]) {
    at(START + after);
    await attempt(one);
  }
  at(START + 5 * DAY + MINUTE);
  const webhook = await one.row();
  expect(endpointChange(failingPeriodOf(webhook), BAD, 5, Date.now())).toBe('failing');
  receiver.respondWith(() => ({ status: 500, after: endFailing(engine.table, webhook, Date.now()) }));
  await attempt(one);
  expect((await one.record())?.enabled).toBe(true);
});

test('A receiver that is gone does not disable the endpoint after its URL was changed', async () => {
  const one = await endpoint();
  receiver.respondWith(() => ({ status: 410, after: one.update({ url: receiver.url('/moved') }) }));
  await attempt(one);
  expect(await one.record()).toMatchObject({ enabled: true, disabled_reason: null });
});

test('An endpoint that was deleted during an attempt stays deleted', async () => {
  const one = await endpoint();
  receiver.respondWith(() => ({ status: 500, after: one.remove() }));
  await attempt(one);
  expect(await one.row()).toBeUndefined();
});

test('An attempt writes to its endpoint only if something has changed', async () => {
  const one = await endpoint();
  const writes = async (status: number, time: number) => {
    at(time);
    receiver.respondWith({ status });
    const before = (await one.row()).version;
    await attempt(one);
    return (await one.row()).version - before;
  };
  expect(await writes(204, START)).toBe(0);
  expect(await writes(500, START + HOUR)).toBe(1);
  expect(await writes(500, START + HOUR + MINUTE)).toBe(0);
  expect(await writes(500, START + 2 * HOUR)).toBe(1);
  expect(await writes(204, START + 2 * HOUR + MINUTE)).toBe(1);
  expect(await writes(204, START + 2 * HOUR + 2 * MINUTE)).toBe(0);
});

test('To enable an endpoint clears the reason and the failures, and so does another URL', async () => {
  const one = await endpoint();
  at(START);
  await attempt(one);
  await one.update({ url: receiver.url('/other') });
  expect((await one.row()).failingSince).toBeUndefined();

  receiver.respondWith({ status: 410 });
  await attempt(one);
  await one.update({ event_types: ['mail.sent'] });
  expect(await one.record()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  await one.update({ enabled: true });
  expect(await one.record()).toMatchObject({ enabled: true, disabled_reason: null });
  expect(await one.active()).toBe(1);
});

test('Endpoints that are enabled and disabled again and again cause a limited number of emails to their owner in a day', async () => {
  const one = await endpoint();
  // The same mailbox owns another organization, under another spelling.
  const other = await endpoint({ to: one.to.replace('@', '+other@') });
  const notices = async () => (await Promise.all([one.notices(), other.notices()])).flat();
  receiver.respondWith({ status: 410 });
  at(START);
  for (let n = 0; n < MAX_NOTICE_EMAILS_PER_DAY + 2; n++) {
    const of = n % 2 === 0 ? one : other;
    await attempt(of);
    expect((await of.record())?.disabled_reason).toBe('gone');
    await of.update({ enabled: true });
  }
  expect(await notices()).toHaveLength(MAX_NOTICE_EMAILS_PER_DAY);
  at(START + DAY);
  await attempt(one);
  expect(await notices()).toHaveLength(MAX_NOTICE_EMAILS_PER_DAY + 1);
});
