import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recover } from '#functions/workers/delivery/recover.ts';
import type { DeliveryJob } from '#shared/contract/jobs.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { FAILED, useRecoveries } from '../support/recovery-harness.ts';

/** The steps of recoveries: repeated, at once, and next to other changes of their deliveries. */

const engine = useEngine();
const { harness, sqs, limitAttempts, endpointWith, enqueued, runAll } = useRecoveries(engine);

test('A step that dies at any of its calls is repeated, and replays each delivery once', async () => {
  for (let fatal = 1; ; fatal++) {
    const { deliveries, start, read, generations } = await endpointWith([...FAILED, ...FAILED, 'dead_letter']);
    const { recovery_id: id, job } = await start();
    const isOver = await dyingAt(fatal, () => recover(job as DeliveryJob));
    const before = enqueued().attempts.map(({ deliveryId }) => deliveryId);
    const after = await runAll(job);
    // An attempt may be enqueued twice: its lease makes it one request.
    expect(new Set([...before, ...after]), `call ${fatal}`).toEqual(new Set(deliveries.map((one) => one.id)));
    expect(await generations()).toEqual([2, 2, 2, 2, 2]);
    expect(await read(id)).toMatchObject({ state: 'done', replayed: 5, skipped: 0, pending: 5 });
    if (isOver) break;
    expect(fatal).toBeLessThan(30);
  }
});

/** Runs a step with a process that dies at its nth call of a service. Returns whether it ended before. */
async function dyingAt(fatal: number, step: () => Promise<void>): Promise<boolean> {
  let calls = 0;
  const count = () => {
    calls += 1;
    if (calls >= fatal) throw new Error('killed');
  };
  const { client } = getTable();
  const send = client.send.bind(client) as (command: never) => Promise<never>;
  const spy = vi.spyOn(client, 'send').mockImplementation((async (command: never) => {
    count();
    return send(command);
  }) as never);
  onTestFinished(() => spy.mockRestore());
  sqs.on(SendMessageBatchCommand).callsFake(() => {
    count();
    return {};
  });
  try {
    await step();
    return true;
  } catch (error) {
    expect(String(error)).toContain('killed');
    return false;
  } finally {
    spy.mockRestore();
    sqs.on(SendMessageBatchCommand).resolves({});
  }
}

test('Steps of one recovery at once, and two recoveries at once, replay each delivery once', async () => {
  const { deliveries, start, read, generations } = await endpointWith(Array(8).fill('dead_letter'));
  const first = await start();
  const second = await start();
  await Promise.all([first.job, first.job, first.job].map((job) => recover(job as DeliveryJob)));
  enqueued();
  await recover(second.job as DeliveryJob);
  expect(enqueued().attempts).toEqual([]);
  expect(await generations()).toEqual(deliveries.map(() => 2));
  expect(await read(first.recovery_id)).toMatchObject({ state: 'done', replayed: 8, skipped: 0, pending: 8 });
  expect(await read(second.recovery_id)).toMatchObject({ state: 'done', replayed: 0, skipped: 8, pending: 0 });
});

test('What was delivered, replayed or is being attempted in the meantime is left as it is', async () => {
  const { deliveries, start, read, generations } = await endpointWith(Array(3).fill('retrying'));
  const { recovery_id: id, job } = await start();
  const [delivered, replayed, attempted] = deliveries as [Delivery, Delivery, Delivery];
  await harness.record(await harness.claimed(delivered), OK);
  await harness.restart(await harness.read(replayed));
  await harness.claimed(attempted, Date.now());
  expect(await runAll(job)).toEqual([]);
  expect(await generations()).toEqual([1, 2, 1]);
  expect(await read(id)).toMatchObject({ state: 'done', replayed: 0, skipped: 3, pending: 0 });
});

test('A recovery of an unverified organization continues in turns, and waits beyond its budget', async () => {
  const { organizationId, deliveries, start, read } = await endpointWith(Array(12).fill('dead_letter'), {
    isVerified: false,
  });
  limitAttempts(7);
  const { recovery_id: id, job } = await start();
  await recover(job as DeliveryJob);
  const { attempts, steps } = enqueued();
  expect([attempts.length, steps.length]).toEqual([5, 1]);
  expect(await read(id)).toMatchObject({ state: 'running', replayed: 5 });
  const attempted = [...attempts.map(({ deliveryId }) => deliveryId), ...(await runAll(steps[0]))];
  expect(attempted).toHaveLength(7);
  expect(await read(id)).toMatchObject({ state: 'done', replayed: 12, pending: 12 });
  const waiting = await harness.waitingIn(organizationId);
  // Those of one turn are restarted together, so any of them may be beyond the budget.
  const ids = deliveries.map((one) => one.id);
  expect(waiting.map(([one]) => one).sort()).toEqual(ids.filter((one) => !attempted.includes(one)).sort());
});
