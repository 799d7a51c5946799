import { expect, test, vi } from 'vitest';
import { deliver } from '#functions/workers/delivery/deliver.ts';
import type { DeliveryBatchCache } from '#functions/workers/delivery/delivery-batch-cache.ts';
import { toDeliveryJob } from '#shared/contract/jobs.ts';
import { ATTEMPT_LEASE_MS } from '#shared/domain/delivery/delivery.ts';
import { DeliveryHarness } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { settleDelay } from '../support/eventually.ts';

const engine = useEngine();
const harness = new DeliveryHarness(engine);

test('A worker renews the lease of an attempt while the table is slow, before it sends the request', async () => {
  const delivery = await harness.create();
  let finish: () => void = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const cache = { webhook: () => slow, event: () => slow } as unknown as DeliveryBatchCache;
  vi.stubEnv('LIMITS', '{}');
  vi.stubEnv('DELIVERY_DELAYS', '[5]');
  vi.stubEnv('DELIVERY_RETENTION_DAYS', '90');
  vi.stubEnv('WEBHOOK_FAILING_DAYS', '5');
  vi.stubEnv('OWN_URLS', 'https://api.test');
  vi.stubEnv('ALLOW_LOOPBACK_RECEIVERS', 'true');
  const attempt = deliver(toDeliveryJob(delivery), cache);
  await settleDelay(ATTEMPT_LEASE_MS + 1000);
  expect((await harness.claim(delivery, Date.now())).acquired).toBe(false);
  finish();
  await attempt;
  expect(await harness.read(delivery)).toMatchObject({ status: 'dead_letter', lastError: 'endpoint deleted' });
});
