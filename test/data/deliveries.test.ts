import { describe, expect, test } from 'vitest';
import { whileLeased } from '#functions/workers/delivery/while-leased.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import {
  deadLetterWithoutAttempt,
  deferDueDelivery,
  renewAttemptLease,
} from '#shared/data/direct-writes/delivery-attempt.ts';
import { dueTime } from '#shared/data/due-index.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { getRow } from '#shared/data/table-client.ts';
import { type AttemptOutcome, LEASE_RENEWAL_MS } from '#shared/domain/delivery/delivery.ts';
import { AT, BAD, DeliveryHarness, freshDelivery, OK, RETENTION_MS } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { eventually, settleDelay } from '../support/eventually.ts';

const engine = useEngine();
const harness = new DeliveryHarness(engine);

describe('a delivery', () => {
  test('A delivery that is created twice is one, and the second creation returns the stored row', async () => {
    const delivery = freshDelivery();
    expect(await harness.create(delivery)).toEqual(delivery);
    await harness.record(await harness.claimed(delivery), OK);
    expect(await harness.create(delivery)).toMatchObject({ id: delivery.id, status: 'delivered', attemptCount: 1 });
  });

  test('A delivery expires when its retention is over after it has ended, and not before', async () => {
    const ending = { delivered: OK, retrying: BAD } as const;
    for (const [status, outcome] of Object.entries(ending)) {
      const delivery = await harness.create();
      expect(await harness.read(delivery)).not.toHaveProperty('expires_at');
      await harness.record(await harness.claimed(delivery), outcome);
      const row = await harness.read(delivery);
      expect(row.status).toBe(status);
      expect(row.expires_at).toBe(status === 'delivered' ? (AT + RETENTION_MS) / 1000 : undefined);
    }
    const exhausted = await harness.create();
    await harness.record(await harness.claimed(exhausted), BAD, []);
    expect(await harness.read(exhausted)).toMatchObject({
      status: 'dead_letter',
      expires_at: (AT + RETENTION_MS) / 1000,
    });
    // A replay begins anew, so the row must outlive its attempts.
    await harness.restart(await harness.read(exhausted));
    expect(await harness.read(exhausted)).not.toHaveProperty('expires_at');
  });

  test('Of twenty claims at once one gets the lease, and the others learn when it ends', async () => {
    const delivery = await harness.create();
    const claims = await Promise.all(Array.from({ length: 20 }, () => harness.claim(delivery)));
    expect(claims.filter((one) => one.acquired)).toHaveLength(1);
    for (const one of claims) if (!one.acquired) expect(one.leasedUntil).toBe(AT + 20_000);
  });

  test('An attempt with an expired lease can be claimed again, and the late outcome is discarded', async () => {
    const delivery = await harness.create();
    const first = await harness.claimed(delivery);
    expect((await harness.claim(delivery, AT + 20_000)).acquired).toBe(false);
    const second = await harness.claimed(delivery, AT + 20_001);
    expect(await harness.record(first, OK)).toBe(false);
    expect(await harness.read(delivery)).toMatchObject({ status: 'pending', attemptCount: 0, leaseId: second.leaseId });
    expect(await harness.record(second, OK)).toBe(true);
    expect(await harness.record(second, BAD)).toBe(false);
    expect(await harness.read(delivery)).toMatchObject({ status: 'delivered', attemptCount: 1, lastError: null });
  });

  test('A slow attempt renews its lease, and cannot be claimed until its renewed lease ends', async () => {
    const delivery = await harness.create();
    const held = await harness.claimed(delivery);
    expect(await renewAttemptLease(engine.table, held, AT + 30_000)).toBe(true);
    expect((await harness.claim(delivery, AT + 29_000)).acquired).toBe(false);
    const second = await harness.claimed(delivery, AT + 30_001);
    expect(await renewAttemptLease(engine.table, held, AT + 60_000)).toBe(false);
    expect(await harness.record(second, OK)).toBe(true);
    expect(await renewAttemptLease(engine.table, second, AT + 60_000)).toBe(false);
  });

  test('A worker renews the lease for as long as its attempt lasts, and no longer', async () => {
    const held = await harness.claimed(await harness.create(), Date.now() - 19_500);
    const leaseUntil = async () => (await harness.read(held)).leaseUntil ?? 0;
    const before = await leaseUntil();
    await whileLeased(held, () => eventually(async () => expect(await leaseUntil()).toBeGreaterThan(before)));
    const after = await leaseUntil();
    await settleDelay(LEASE_RENEWAL_MS + 500);
    expect(await leaseUntil()).toBe(after);
  });

  test('A completed attempt is not repeated by a job that is received twice', async () => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), BAD);
    expect(await harness.claim(delivery)).toEqual({ acquired: false, leasedUntil: undefined });
    const next = await harness.claim({ ...delivery, attemptCount: 1 });
    expect(next.acquired).toBe(true);
  });

  test.each<[string, AttemptOutcome, number[]]>([
    ['delivered', OK, [5]],
    ['dead_letter', BAD, []],
  ])('A delivery that is %s cannot be claimed', async (status, outcome, delays) => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), outcome, delays);
    expect((await harness.read(delivery)).status).toBe(status);
    for (const attemptCount of [0, 1, 2]) {
      expect((await harness.claim({ ...delivery, attemptCount })).acquired).toBe(false);
    }
  });

  test('A delivery that does not exist cannot be claimed, and no row is created', async () => {
    const delivery = freshDelivery();
    expect(await harness.claim(delivery)).toEqual({ acquired: false, leasedUntil: undefined });
    expect(await harness.record({ ...delivery, leaseId: 'x' }, OK)).toBe(false);
    expect(await harness.read(delivery)).toBeUndefined();
  });

  test('A delivery records the response of the receiver, and the time of the next attempt', async () => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), BAD, [5], AT + 100);
    expect(await harness.read(delivery)).toMatchObject({
      status: 'retrying',
      attemptCount: 1,
      lastError: 'HTTP 500',
      responseStatus: 500,
      durationMs: 5,
      nextAttemptAt: AT + 5100,
      deliveredAt: null,
      updatedAt: AT + 100,
    });
    await harness.record(await harness.claimed({ ...delivery, attemptCount: 1 }), OK, [5], AT + 6000);
    expect(await harness.read(delivery)).toMatchObject({
      status: 'delivered',
      attemptCount: 2,
      lastError: null,
      nextAttemptAt: null,
      deliveredAt: AT + 6000,
    });
  });

  test('A delivery to a deleted endpoint ends without an attempt', async () => {
    const delivery = await harness.create();
    expect(
      await deadLetterWithoutAttempt(engine.table, await harness.claimed(delivery), 'endpoint deleted', {
        now: AT,
        retentionMs: RETENTION_MS,
      }),
    ).toBe(true);
    const ended = await harness.read(delivery);
    expect(ended).toMatchObject({ status: 'dead_letter', attemptCount: 0, lastError: 'endpoint deleted' });
    expect(ended).not.toHaveProperty('leaseId');
  });
});

describe('the due index', () => {
  test('A retry is in the due index from its time on, two minutes later if the queue carries it', async () => {
    const delivery = await harness.create();
    expect(await harness.due(Number.MAX_SAFE_INTEGER, delivery)).toBeUndefined();
    await harness.record(await harness.claimed(delivery), BAD, [5]);
    expect(await harness.due(AT + 5000 + 119_999, delivery)).toBeUndefined();
    expect(await harness.due(AT + 5000 + 120_000, delivery)).toMatchObject({ due_at: dueTime(AT + 125_000) });

    const far = await harness.create();
    await harness.record(await harness.claimed(far), BAD, [3600]);
    expect(await harness.due(AT + 3_599_999, far)).toBeUndefined();
    expect(await harness.due(AT + 3_600_000, far)).toBeDefined();
  });

  test.each<[string, (delivery: Delivery) => Promise<unknown>]>([
    ['delivered', async (d) => harness.record(await harness.claimed({ ...d, attemptCount: 1 }), OK)],
    ['given up', async (d) => harness.record(await harness.claimed({ ...d, attemptCount: 1 }), BAD, [5])],
    [
      'ended because its endpoint is gone',
      async (d) =>
        deadLetterWithoutAttempt(engine.table, await harness.claimed({ ...d, attemptCount: 1 }), 'x', {
          now: AT,
          retentionMs: RETENTION_MS,
        }),
    ],
    ['restarted by a replay', async (d) => harness.restart(await harness.read(d))],
  ])('The retry of a delivery leaves the due index once the delivery is %s', async (_, end) => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), BAD, [5]);
    await end(delivery);
    expect(await harness.due(Number.MAX_SAFE_INTEGER, delivery)).toBeUndefined();
    expect(await harness.read(delivery)).not.toHaveProperty('due_pk');
  });

  test('Of concurrent sweeps that see a due delivery, exactly one defers it', async () => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), BAD, [5]);
    const row = await harness.due(AT + 200_000, delivery);
    if (row === undefined) throw new Error('not due');
    const put = () => deferDueDelivery(engine.table, row, row.due_at, AT + 500_000);
    const all = await Promise.all(Array.from({ length: 10 }, put));
    expect(all.filter((one) => one !== undefined)).toHaveLength(1);
    expect(all.find((one) => one !== undefined)).toMatchObject({ id: delivery.id, attemptCount: 1 });
    expect(await harness.due(AT + 499_999, delivery)).toBeUndefined();
    expect(await harness.due(AT + 500_000, delivery)).toBeDefined();
  });

  test('The rows of the due index have keys only', async () => {
    const delivery = await harness.create();
    await harness.record(await harness.claimed(delivery), BAD, [5]);
    const row = await harness.due(Number.MAX_SAFE_INTEGER, delivery);
    expect(Object.keys(row ?? {}).sort()).toEqual(['due_at', 'due_pk', 'pk', 'sk']);
    expect(await getRow(engine.table, anyRow, row ?? { pk: '', sk: '' }, { strong: true })).toMatchObject({
      id: delivery.id,
    });
  });
});
