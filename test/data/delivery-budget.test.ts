import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type BudgetOwner, consumeDeliveryBudget, deliveryRoom } from '#shared/data/direct-writes/delivery-budget.ts';
import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DEFAULT_LIMITS, type Limits, LOCAL_LIMITS } from '#shared/domain/limits/limits.ts';
import { HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { countedTable } from '../support/counted-table.ts';
import { useEngine } from '../support/engine.ts';

/** The budgets of deliveries: attempts and bytes of an hour, and bytes for each byte that was received. */

const engine = useEngine();
/** The beginning of an hour. */
const AT = 500_000 * HOUR;

const owner = (isVerified = false): BudgetOwner => ({
  organizationId: makeId('organization', AT + randomBytes(2).readUInt16BE(), randomPart()),
  isVerified,
});

const spend = (of: BudgetOwner, bytes: number, { now = AT, limits = DEFAULT_LIMITS as Limits } = {}) =>
  consumeDeliveryBudget(engine.table, of, bytes, limits, now);

/** Counts a request of the organization of this size, as the pipeline does. */
const receive = (of: BudgetOwner, receivedBytes: number, now = AT) =>
  consumeToken(engine.table, of.organizationId, 600, now, { receivedBytes });

/** Attempts of this size until the budget is used up. */
async function spendAll(of: BudgetOwner, bytes: number, now = AT, limits: Limits = DEFAULT_LIMITS): Promise<number> {
  for (let count = 0; ; count++) if (!(await spend(of, bytes, { now, limits })).allowed) return count;
}

test('Of many attempts at once exactly as many succeed as an unverified organization has in an hour', async () => {
  const one = owner();
  const limits = { ...DEFAULT_LIMITS, unverifiedDeliveriesPerHour: 7 };
  const results = await Promise.all(Array.from({ length: 30 }, () => spend(one, 100, { limits })));
  expect(results.filter(({ allowed }) => allowed)).toHaveLength(7);
  expect(results.filter(({ allowed }) => !allowed)).toEqual(Array(23).fill({ allowed: false, lacks: 'attempts' }));
  expect(await spend(owner(), 100, { limits })).toEqual({ allowed: true });
  expect(await spend(one, 100, { limits, now: AT + HOUR })).toEqual({ allowed: true });
});

test('An unverified organization sends at most nine bytes for each byte of its requests, over all hours', async () => {
  const one = owner();
  await receive(one, 1_000_000, AT + 59 * MINUTE);
  // Attempts of 250 KB: 36 are nine times what was received.
  const before = await spendAll(one, 250_000, AT + 59 * MINUTE);
  expect(before).toBe(36);
  expect(await spend(one, 250_000, { now: AT + 59 * MINUTE })).toEqual({ allowed: false, lacks: 'bytes' });
  // The next hours have nothing left of it but the first attempt of each, which may be larger than the budget.
  expect(await spendAll(one, 250_000, AT + HOUR)).toBe(1);
  expect(await spendAll(one, 250_000, AT + 2 * HOUR)).toBe(1);
});

test('What was received before the hour changed may be sent after it', async () => {
  const one = owner();
  await receive(one, 1_000_000, AT + 59 * MINUTE);
  expect(await spendAll(one, 250_000, AT + HOUR)).toBe(36);
});

test('A few small deliveries need no requests: mail arrives from others', async () => {
  // The free part of 50 MB is 200 KB: a hundred deliveries of 2 KB.
  expect(await spendAll(owner(), 2_000)).toBe(100);
});

test('However much it receives, an unverified organization sends no more than its megabytes in an hour', async () => {
  const one = owner();
  await receive(one, 100_000_000);
  expect(await spendAll(one, 1_000_000)).toBe(50);
  expect((await deliveryRoom(engine.table, one, DEFAULT_LIMITS, AT)).bytes).toBe(0);
});

test('A verified organization has a budget of its own, which does not depend on what it receives', async () => {
  const limits = { ...DEFAULT_LIMITS, verifiedDeliveriesPerHour: 20, verifiedDeliveryMegabytesPerHour: 3 };
  expect(await spendAll(owner(true), 1_000, AT, limits)).toBe(20);
  expect(await spendAll(owner(true), 1_000_000, AT, limits)).toBe(3);
});

test('An attempt larger than the whole budget is made once per hour, and a limit of 0 allows none', async () => {
  const limits = { ...DEFAULT_LIMITS, unverifiedDeliveryMegabytesPerHour: 1 };
  expect(await spendAll(owner(), 5_000_000, AT, limits)).toBe(1);
  expect(await spend(owner(), 1, { limits: { ...limits, unverifiedDeliveriesPerHour: 0 } })).toEqual({
    allowed: false,
    lacks: 'attempts',
  });
});

test('A verified organization pays one write for a hundred attempts, and a used-up hour costs none', async () => {
  const { table, calls, reset } = countedTable(engine.table);
  const verified = owner(true);
  for (let n = 0; n < 100; n++) await consumeDeliveryBudget(table, verified, 5_000, DEFAULT_LIMITS, AT);
  expect(calls).toEqual({ reads: 0, writes: 1 });
  const limits = { ...DEFAULT_LIMITS, unverifiedDeliveriesPerHour: 1 };
  const stranger = owner();
  for (let n = 0; n < 2; n++) await consumeDeliveryBudget(table, stranger, 100, limits, AT);
  reset();
  for (let n = 0; n < 5; n++) await consumeDeliveryBudget(table, stranger, 100, limits, AT);
  expect(calls).toEqual({ reads: 0, writes: 0 });
});

test('A process asks for ten seconds no more for what did not fit, and smaller attempts still fit', async () => {
  const { table, calls, reset } = countedTable(engine.table);
  const stranger = owner();
  const ask = (bytes: number, now = AT) => consumeDeliveryBudget(table, stranger, bytes, DEFAULT_LIMITS, now);
  expect(await ask(150_000)).toEqual({ allowed: true });
  expect(await ask(100_000)).toEqual({ allowed: false, lacks: 'bytes' });
  reset();
  for (let n = 0; n < 5; n++) expect(await ask(100_000)).toEqual({ allowed: false, lacks: 'bytes' });
  expect(calls).toEqual({ reads: 0, writes: 0 });
  expect(await ask(40_000)).toEqual({ allowed: true });
  await receive(stranger, 100_000);
  expect(await ask(100_000, AT + 10_001)).toEqual({ allowed: true });
});

test('However many processes take a part of a high limit, each has budget left', async () => {
  const limits = { ...DEFAULT_LIMITS, ...LOCAL_LIMITS };
  const one = owner();
  for (let n = 0; n < 30; n++) {
    // Each table has a client of its own, as each process does.
    const { table } = countedTable(engine.table);
    expect(await consumeDeliveryBudget(table, one, 2_000, limits, AT)).toEqual({ allowed: true });
  }
});

test('In the local profile nothing that one user can do reaches a budget', async () => {
  const limits = { ...DEFAULT_LIMITS, ...LOCAL_LIMITS };
  const { table, calls } = countedTable(engine.table);
  const one = owner();
  for (let n = 0; n < 200; n++) {
    expect(await consumeDeliveryBudget(table, one, 1_000_000, limits, AT)).toEqual({ allowed: true });
  }
  expect(calls.writes).toBeLessThan(10);
});
