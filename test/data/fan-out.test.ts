import { expect, test } from 'vitest';
import { fanOut as runJob } from '#functions/workers/delivery/fan-out.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { appendSent } from '../support/event-log.ts';
import { idsOf, passedOn, relay, useFanOut } from '../support/fan-out-harness.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

/** Events with many endpoints: the relay passes them on, and a job of the delivery queue creates their deliveries. */

const engine = useEngine();
const { harness, queued, call, organization, endpoint, replay, deliveries, enqueued } = useFanOut(engine);

test('The relay creates the deliveries of ten endpoints itself and passes those of more on in one job', async () => {
  const { id, key } = await organization(10);
  const few = await appendSent(engine.table, id);
  expect((await relay(few)).map(({ job }) => 'deliveryId' in job && job.deliveryId).sort()).toEqual(
    idsOf(await deliveries(id)),
  );
  await endpoint(key);
  const many = await appendSent(engine.table, id);
  const jobs = await relay(many);
  expect(jobs).toEqual([
    { queue: 'delivery', group: id, job: { kind: 'fan_out', organizationId: id, eventId: many.id } },
  ]);
  expect(await deliveries(id)).toHaveLength(10);
});

test('The job creates one delivery for each endpoint and enqueues its attempt, however often it arrives', async () => {
  const { id, hooks } = await organization(12);
  await verifyOrganization(engine.table, id);
  const job = passedOn(await relay(await appendSent(engine.table, id)));
  await Promise.all([queued.run(job), queued.run(job)]);
  const created = await deliveries(id);
  expect(created.map(({ webhookId }) => webhookId).sort()).toEqual([...hooks].sort());
  expect(new Set(created.map(({ createdAt }) => createdAt)).size).toBe(12);
  expect([...new Set(enqueued())]).toEqual(idsOf(created));

  // A job that arrives late does not attempt again what has ended.
  const [first] = created as [Delivery];
  await harness.record(await harness.claimed(first, Date.now()), OK);
  await queued.run(job);
  expect(enqueued()).toEqual(idsOf(created).filter((one) => one !== first.id));
  expect(idsOf(await deliveries(id))).toEqual(idsOf(created));
});

test('The job of an event leaves out endpoints that were deleted since, and those that were registered after it', async () => {
  const { id, key, hooks } = await organization(12);
  const job = passedOn(await relay(await appendSent(engine.table, id)));
  await call('deleteWebhook', { key, params: { id: hooks[0] as string } });
  await endpoint(key);
  await queued.run(job);
  expect((await deliveries(id)).map(({ webhookId }) => webhookId).sort()).toEqual(hooks.slice(1).sort());
});

test('A replay by a job starts all endpoints once, late ones too, and leaves a delivery in flight as it is', async () => {
  const { id, key } = await organization(11);
  await verifyOrganization(engine.table, id);
  const event = await appendSent(engine.table, id);
  await queued.run(passedOn(await relay(event)));
  const [ended, inFlight] = (await deliveries(id)) as [Delivery, Delivery];
  for (const one of (await deliveries(id)).filter((row) => row.id !== inFlight.id))
    await harness.record(await harness.claimed(one, Date.now()), OK);
  const late = await endpoint(key);
  enqueued();

  const job = passedOn(await replay(id, key, event));
  await queued.run(job);
  const after = await deliveries(id);
  const generations = new Map(after.map((one) => [one.id, one.generation]));
  expect(after).toHaveLength(12);
  expect(after.find(({ webhookId }) => webhookId === late)).toMatchObject({ generation: 1, status: 'pending' });
  expect([generations.get(ended.id), generations.get(inFlight.id)]).toEqual([2, 1]);
  const begun = idsOf(after).filter((one) => one !== inFlight.id);
  expect(enqueued()).toEqual(begun);

  await Promise.all([queued.run(job), queued.run(job)]);
  expect(new Map((await deliveries(id)).map((one) => [one.id, one.generation]))).toEqual(generations);
  expect([...new Set(enqueued())]).toEqual(begun);
});

test('A job of an event that does not exist fails for good', async () => {
  const { id } = await organization(0);
  await expect(runJob({ kind: 'fan_out', organizationId: id, eventId: 'evt_none' })).rejects.toThrow(
    'the event of a fan-out does not exist',
  );
});
