import * as dns from 'node:dns/promises';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '#functions/workers/delivery/deliver.ts';
import type { DeliveryBatchCache } from '#functions/workers/delivery/delivery-batch-cache.ts';
import { noteOutcome } from '#functions/workers/delivery/destination-limits.ts';
import { type DeliveryJob, toDeliveryJob } from '#shared/contract/jobs.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { BAD, DeliveryHarness, freshDelivery } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';

vi.mock('node:dns/promises', async (original) => {
  const real = await original<typeof dns>();
  return { ...real, lookup: vi.fn(() => Promise.resolve([{ address: '192.0.2.1', family: 4 }])) };
});

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const sqs = mockClient(SQSClient);

/** One failure of an organization in a minute is all that its share allows. */
const LIMITS = { ...DEFAULT_LIMITS, unverifiedFailuresAtDestinationPerMinute: 4 };

beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  vi.mocked(dns.lookup).mockClear();
  vi.stubEnv('LIMITS', JSON.stringify(LIMITS));
  vi.stubEnv('DELIVERY_DELAYS', '[5]');
  vi.stubEnv('DELIVERY_RETENTION_DAYS', '90');
  vi.stubEnv('WEBHOOK_FAILING_DAYS', '5');
  vi.stubEnv('OWN_URLS', 'https://api.test');
  vi.stubEnv('ALLOW_LOOPBACK_RECEIVERS', 'true');
  vi.stubEnv('DELIVERY_QUEUE_URL', 'https://queue.test/delivery');
  // In the middle of a minute: the count of failures is that of a calendar minute.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:30Z') });
  return () => vi.useRealTimers();
});

/** Attempts a delivery to an endpoint with this URL. Returns how often the worker read the event. */
async function attempt(
  delivery: Awaited<ReturnType<typeof harness.create>>,
  url: string,
  more: Pick<DeliveryJob, 'isVerified'> = {},
): Promise<number> {
  const event = vi.fn(() => Promise.resolve(undefined));
  const webhook = () => Promise.resolve({ enabled: true, url });
  await deliver({ ...toDeliveryJob(delivery), ...more }, { webhook, event } as unknown as DeliveryBatchCache);
  return event.mock.calls.length;
}

test.each([
  ['of an unverified organization', { isVerified: false }],
  // Release 0.2.0 writes no owner into its jobs.
  ['of the last release', {}],
])(
  'A job %s for a host that fails too often is postponed without reading its event or resolving the host',
  async (name, more) => {
    const delivery = await harness.create({ ...freshDelivery(), createdAt: Date.now() });
    const { organizationId } = delivery;
    const host = `${name.replaceAll(' ', '-')}.example`;
    const destination = { host, address: undefined, subjects: [host] };
    await noteOutcome(getTable(), { organizationId, isVerified: false, destination }, BAD, LIMITS, Date.now());

    expect(await attempt(delivery, `https://${host}/hook`, more)).toBe(0);
    expect(dns.lookup).not.toHaveBeenCalled();
    expect(sqs.commandCalls(SendMessageBatchCommand)).toHaveLength(1);
    const waiting = await harness.read(delivery);
    expect(waiting).toMatchObject({
      status: 'pending',
      attemptCount: 0,
      lastError: expect.stringContaining('waits until'),
    });
    expect(waiting.leaseId).toBeUndefined();
  },
);

test('An attempt at another host reads its event', async () => {
  const delivery = await harness.create();
  expect(await attempt(delivery, 'https://working.example/hook')).toBe(1);
  expect(await harness.read(delivery)).toMatchObject({ status: 'dead_letter', lastError: 'event missing' });
});
