import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { fanOut as runJob } from '#functions/workers/delivery/fan-out.ts';
import type { FanOutJob } from '#shared/contract/jobs.ts';
import { consumeDeliveryBudget } from '#shared/data/direct-writes/delivery-budget.ts';
import { waitingDeliveries } from '#shared/data/entities/delivery/waiting-deliveries.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { appendSent } from '../support/event-log.ts';
import { idsOf, isWaiting, passedOn, relay, useFanOut } from '../support/fan-out-harness.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

/** Deliveries of events with many endpoints, within the budget of their organization and beyond it. */

const engine = useEngine();
const { harness, queued, call, limit, organization, replay, deliveries, enqueued, isLookedAt } = useFanOut(engine);

test('What an unverified organization may not send now waits from the beginning, without a job, and is never lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.integer({ min: 11, max: 14 }), fc.integer({ min: 1, max: 3 }), async (...drawn) => {
      const [allowed, endpoints, events] = drawn;
      const { id } = await organization(endpoints);
      limit(allowed);
      const appended = [];
      for (let n = 0; n < events; n++) appended.push(await appendSent(engine.table, id));
      const jobs = (await Promise.all(appended.map(relay))).map(passedOn);
      // Events at once do not count on the same room.
      await Promise.all(jobs.map((job) => queued.run(job)));
      const created = await deliveries(id);
      const waiting = created.filter(isWaiting);
      expect(created).toHaveLength(events * endpoints);
      expect(created.length - waiting.length).toBe(Math.min(allowed, created.length));
      expect(enqueued()).toEqual(idsOf(created.filter((one) => !isWaiting(one))));
      const inOrder = await Array.fromAsync(waitingDeliveries(engine.table, id, 1000));
      expect(inOrder.map(({ sk }) => sk).sort()).toEqual(idsOf(waiting));
      expect(await isLookedAt(id)).toBe(waiting.length > 0);
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

test('A job creates five deliveries of an unverified organization and enqueues itself for those after them', async () => {
  const { id, key, hooks } = await organization(13);
  const delays: number[] = [];
  const created: number[] = [];
  // No time passes between the jobs.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  let job = passedOn(await relay(await appendSent(engine.table, id)));
  for (;;) {
    await runJob(job);
    created.push((await deliveries(id)).length);
    // The endpoints may change between the jobs.
    if (created.length === 1) await call('deleteWebhook', { key, params: { id: hooks[4] as string } });
    const next = queued.next(job);
    if (next === undefined) break;
    delays.push(next.delay);
    job = next.job;
  }
  expect(created).toEqual([5, 10, 13]);
  expect(delays).toEqual([1, 2]);
  expect(enqueued()).toEqual(idsOf(await deliveries(id)));
});

test('The jobs of two events of an unverified organization take turns, those of a verified one run at once', async () => {
  const { id } = await organization(13);
  const pair = async () => [
    passedOn(await relay(await appendSent(engine.table, id))),
    passedOn(await relay(await appendSent(engine.table, id))),
  ];
  const [first, second] = (await pair()) as [FanOutJob, FanOutJob];
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  await runJob(first);
  expect(await deliveries(id)).toHaveLength(5);
  await runJob(second);
  expect(await deliveries(id)).toHaveLength(5);
  const turns = [queued.next(first), queued.turnOf(second)];
  expect(turns.map((turn) => turn?.delay)).toEqual([1, 2]);
  for (const turn of turns) await runJob(turn?.job as FanOutJob);
  expect(await deliveries(id)).toHaveLength(15);
  expect(enqueued()).toEqual(idsOf(await deliveries(id)));

  await verifyOrganization(engine.table, id);
  for (const job of await pair()) await runJob(job);
  expect(await deliveries(id)).toHaveLength(15 + 26);
});

test('Where an organization may attempt more at once than it has endpoints, as on one machine, no job waits for another', async () => {
  const { id } = await organization(13);
  process.env.LIMITS = JSON.stringify({ ...DEFAULT_LIMITS, unverifiedAttemptsAtDestination: 100_000 });
  for (let n = 0; n < 2; n++) await runJob(passedOn(await relay(await appendSent(engine.table, id))));
  expect(enqueued()).toEqual(idsOf(await deliveries(id)));
  expect(await deliveries(id)).toHaveLength(26);
});

test('After the owner was verified, a job creates all deliveries that are left', async () => {
  const { id } = await organization(23);
  const job = passedOn(await relay(await appendSent(engine.table, id)));
  await runJob(job);
  await verifyOrganization(engine.table, id);
  await runJob(queued.next(job)?.job as FanOutJob);
  expect(await deliveries(id)).toHaveLength(23);
  expect(enqueued()).toEqual(idsOf(await deliveries(id)));
});

test('A delivery that waits from the beginning says why, and bytes that are used up make all wait', async () => {
  const { id } = await organization(11);
  const owner = { organizationId: id, isVerified: false };
  await consumeDeliveryBudget(engine.table, owner, 10_000_000, DEFAULT_LIMITS, Date.now());
  await queued.run(passedOn(await relay(await appendSent(engine.table, id))));
  const created = await deliveries(id);
  expect(created.filter(isWaiting)).toHaveLength(11);
  for (const { status, attemptCount, lastError } of created) {
    expect({ status, attemptCount }).toEqual({ status: 'pending', attemptCount: 0 });
    expect(lastError).toMatch(/^waits until .*: at most 50 MB of deliveries per hour/);
  }
  expect(enqueued()).toEqual([]);
});

test('No delivery of a verified organization waits from the beginning', async () => {
  const { id } = await organization(11);
  await verifyOrganization(engine.table, id);
  limit(0);
  await queued.run(passedOn(await relay(await appendSent(engine.table, id))));
  const created = await deliveries(id);
  expect(created.filter(isWaiting)).toEqual([]);
  expect(enqueued()).toEqual(idsOf(created));
});

test('A replay beyond the budget waits in its new generation', async () => {
  const { id, key } = await organization(11);
  const event = await appendSent(engine.table, id);
  await queued.run(passedOn(await relay(event)));
  for (const one of await deliveries(id)) await harness.record(await harness.claimed(one, Date.now()), OK);
  enqueued();
  limit(4);
  await queued.run(passedOn(await replay(id, key, event)));
  const after = await deliveries(id);
  expect(after.map(({ generation, status }) => `${generation} ${status}`)).toEqual(Array(11).fill('2 pending'));
  expect(after.filter(isWaiting)).toHaveLength(7);
  expect(enqueued()).toEqual(idsOf(after.filter((one) => !isWaiting(one))));
});
