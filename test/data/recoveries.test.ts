import { expect, test } from 'vitest';
import { matchDeliveries } from '#functions/http/webhooks/match-deliveries.ts';
import { UnrelayedFinder } from '#scripts/relay/find-unrelayed.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { findRecovery } from '#shared/data/entities/delivery/recovery.ts';
import type { Row } from '#shared/data/table-client.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { deliveryAt, OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { outboxOf } from '../support/outbox.ts';
import { FAILED, SINCE, useRecoveries } from '../support/recovery-harness.ts';

const engine = useEngine();
const { harness, call, endpointWith, store, relayed, runAll } = useRecoveries(engine);

test('A recovery replays exactly what failed at its endpoint since its time, once', async () => {
  const statuses = ['dead_letter', 'delivered', 'retrying', 'pending', 'dead_letter'] as const;
  const { organizationId, webhookId, deliveries, start, read, generations } = await endpointWith(statuses);
  const others = [
    deliveryAt(organizationId, SINCE + 50, { status: 'dead_letter' }),
    deliveryAt(organizationId, SINCE + 51, { webhookId, status: 'dead_letter', test: true }),
    deliveryAt(organizationId, SINCE - 1, { webhookId, status: 'dead_letter' }),
    deliveryAt(organizationId, SINCE, { webhookId, status: 'dead_letter' }),
  ];
  await store(...others);
  const { status, recovery_id: id, matched, next_since, job } = await start();
  expect([status, matched, next_since]).toEqual([202, 3, null]);
  const none = { replayed: 0, skipped: 0, pending: 0, delivered: 0, failed: 0 };
  expect(await read(id)).toMatchObject({ id, webhook_id: webhookId, state: 'running', matched: 3, ...none });

  const failed = [deliveries[0], deliveries[2], deliveries[4]].map((one) => one?.id);
  expect((await runAll(job)).sort()).toEqual([...failed].sort());
  expect(await generations()).toEqual([2, 1, 2, 1, 2]);
  expect(await Promise.all(others.map(async (one) => (await harness.read(one)).generation))).toEqual([1, 1, 1, 1]);
  expect(await read(id)).toMatchObject({ state: 'done', matched: 3, ...none, replayed: 3, pending: 3 });

  // What becomes of them is counted, and the job may arrive again.
  await harness.record(await harness.claimed({ ...(deliveries[0] as Delivery), generation: 2 }), OK);
  expect(await runAll(job)).toEqual([]);
  expect(await read(id)).toMatchObject({ replayed: 3, pending: 2, delivered: 1, finished_at: expect.any(String) });
});

test('A recovery is for one status or for both, and one without deliveries is done at once', async () => {
  const { deliveries, start, generations } = await endpointWith(FAILED);
  const retrying = await start({ status: 'retrying' });
  expect(await runAll(retrying.job)).toEqual([deliveries[1]?.id]);
  expect(await generations()).toEqual([1, 2]);
  const none = await start({ since: new Date().toISOString() });
  expect(none).toMatchObject({ status: 202, matched: 0 });
});

test('A recovery is bounded by what it matches and what it reads, and says where the next one continues', async () => {
  const { organizationId, webhookId, deliveries } = await endpointWith(Array(5).fill('dead_letter'));
  await store(deliveryAt(organizationId, SINCE + 3, { status: 'dead_letter' }));
  const webhook = { organizationId, id: webhookId };
  const ids = deliveries.map((one) => one.id);
  const match = (since: number, matched: number, examined: number) =>
    matchDeliveries(engine.table, webhook, { since, status: 'all' }, { matched, examined });
  expect(await match(SINCE, 5, 6)).toMatchObject({ deliveryIds: ids, nextSince: null });
  expect(await match(SINCE, 2, 6)).toMatchObject({ deliveryIds: ids.slice(0, 2), nextSince: SINCE + 2 });
  expect(await match(SINCE + 2, 9, 2)).toMatchObject({ nextSince: SINCE + 3 });
  expect(await match(SINCE + 4, 9, 9)).toMatchObject({ deliveryIds: ids.slice(4), nextSince: null });
});

test('A repeated request is one recovery, and a disabled, foreign or unknown endpoint has none', async () => {
  const { organizationId, webhookId, key, start, read } = await endpointWith(FAILED);
  const once = { idempotencyKey: randomPart() };
  const first = await start({}, once);
  expect((await start({}, once)).recovery_id).toBe(first.recovery_id);
  expect(await relayed(organizationId)).toHaveLength(1);
  expect(await findRecovery(engine.table, organizationId, first.recovery_id)).toMatchObject({ matched: 2 });

  const other = await endpointWith([]);
  const body = { since: new Date(SINCE).toISOString(), status: 'all' };
  const unknown = makeId('webhook', SINCE, randomPart());
  for (const id of [other.webhookId, unknown]) {
    expect((await call('recoverWebhook', { key, params: { id }, body })).status).toBe(404);
    const params = { id, rid: first.recovery_id };
    expect((await call('getRecovery', { key, params })).status).toBe(404);
  }
  expect((await read(makeId('recovery', SINCE, randomPart()))).error.code).toBe('resource.not_found');
  expect((await other.read(first.recovery_id)).error.code).toBe('resource.not_found');
  await call('updateWebhook', { key, params: { id: webhookId }, body: { enabled: false } });
  const refused = await call('recoverWebhook', { key, params: { id: webhookId }, body });
  expect(refused.body.error).toMatchObject({ code: 'webhook.disabled' });
});

test('A recovery that has not finished is found among what was not relayed, until it has', async () => {
  const { organizationId, start } = await endpointWith(FAILED);
  const { job } = await start();
  const check = async () => {
    const finder = new UnrelayedFinder(engine.table, { now: Date.now(), changedEndpoints: false });
    const entries = await outboxOf(engine.table, organizationId);
    return Promise.all(entries.map((entry) => finder.check(entry as unknown as Row)));
  };
  expect(await check()).toEqual(['recovery not finished']);
  await runAll(job);
  expect(await check()).toEqual([undefined]);
});
