import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyRow } from '#shared/data/decode-row.ts';
import { type LongCallResult, takeLongCallSlot } from '#shared/data/direct-writes/long-call-slot.ts';
import { releaseSlot, type Slot } from '#shared/data/direct-writes/slot.ts';
import { longCallKey } from '#shared/data/entities/stage/long-call.ts';
import { getRow } from '#shared/data/table-client.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { HOUR, MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { countedTable } from '../support/counted-table.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const AT = 500_000 * HOUR;

const subject = () => makeId('organization', AT, randomPart());
const take = (id: string, count: number, forMs: number, now = AT, table = engine.table) =>
  takeLongCallSlot(table, id, { count, until: now + forMs }, now);
const slotOf = (result: LongCallResult): Slot => {
  if (!('slot' in result)) throw new Error('no slot');
  return result.slot;
};
const isTaken = (result: LongCallResult) => 'slot' in result;
const nameOf = ({ key, name }: Slot) => `${key.sk} ${name}`;

describe('the slots of long calls', () => {
  test.each([1, 7, 50, 120])('Of many takers at once, exactly as many succeed as there are %i slots', async (count) => {
    const id = subject();
    const results = await Promise.all(Array.from({ length: count + 20 }, () => take(id, count, SECOND)));
    const taken = results.filter(isTaken).map(slotOf);
    expect(taken).toHaveLength(count);
    expect(new Set(taken.map(nameOf)).size).toBe(count);
    const firstEnd = Math.ceil(Math.min(...taken.map(({ until }) => until)));
    expect(results.filter((result) => !isTaken(result))).toEqual(Array(20).fill({ busyUntil: firstEnd }));
    expect(firstEnd).toBeGreaterThanOrEqual(AT + SECOND);
    expect(firstEnd).toBeLessThanOrEqual(AT + 2 * SECOND);
  });

  test('Whatever is taken, freed and left to end, in whatever order, no more than the limit is in use', async () => {
    const step = fc.record({
      takes: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 5 }),
      frees: fc.integer({ min: 0, max: 3 }),
      passSeconds: fc.integer({ min: 0, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 8 }), async (count, steps) => {
        const id = subject();
        let now = AT;
        let inUse: Slot[] = [];
        for (const { takes, frees, passSeconds } of steps) {
          now += passSeconds * SECOND;
          inUse = inUse.filter(({ until }) => until > now);
          // A slot within a second of its end is left to end on its own.
          const freed = inUse.filter(({ until }) => until - now > SECOND).slice(0, frees);
          inUse = inUse.filter((slot) => !freed.includes(slot));
          await Promise.all(freed.map((slot) => releaseSlot(engine.table, slot, now)));
          const room = count - inUse.length;
          const results = await Promise.all(takes.map((seconds) => take(id, count, seconds * SECOND, now)));
          const taken = results.filter(isTaken).map(slotOf);
          expect(taken).toHaveLength(Math.min(room, takes.length));
          inUse.push(...taken);
          for (const result of results) {
            const firstEnd = Math.ceil(Math.min(...inUse.map(({ until }) => until)));
            if ('busyUntil' in result) expect(result.busyUntil).toBe(firstEnd);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test('A slot that is never freed, as after a crash, ends at its time and not before', async () => {
    const id = subject();
    expect(isTaken(await take(id, 1, 3 * MINUTE))).toBe(true);
    const refused = await take(id, 1, MINUTE, AT + 3 * MINUTE - 1);
    if (!('busyUntil' in refused)) throw new Error('the slot was free');
    expect(refused.busyUntil).toBeGreaterThanOrEqual(AT + 3 * MINUTE);
    expect(refused.busyUntil).toBeLessThanOrEqual(AT + 3 * MINUTE + SECOND);
    expect(isTaken(await take(id, 1, MINUTE, refused.busyUntil))).toBe(true);
  });

  test('Freeing a slot that has ended does not free that of the next call', async () => {
    const id = subject();
    const first = slotOf(await take(id, 1, MINUTE));
    expect(isTaken(await take(id, 1, 9 * MINUTE, AT + 2 * MINUTE))).toBe(true);
    await releaseSlot(engine.table, first, AT);
    expect(isTaken(await take(id, 1, MINUTE, AT + 3 * MINUTE))).toBe(false);
  });

  test('One organization that uses all its slots leaves those of another free', async () => {
    const [greedy, other] = [subject(), subject()];
    for (let n = 0; n < 3; n++) await take(greedy, 2, MINUTE);
    expect(isTaken(await take(other, 2, MINUTE))).toBe(true);
  });

  test('A limit of 0 refuses every call, and a lower limit counts the slots that were taken under the higher one', async () => {
    const id = subject();
    expect(await take(id, 0, MINUTE)).toEqual({ busyUntil: AT + MINUTE });
    for (let n = 0; n < 5; n++) await take(id, 5, MINUTE);
    expect(isTaken(await take(id, 2, MINUTE))).toBe(false);
  });

  test('Taking a free slot is one write without a read, freeing it another, and a slot that ended costs none', async () => {
    const { table, calls, reset } = countedTable(engine.table);
    const slot = slotOf(await take(subject(), 25, MINUTE, AT, table));
    expect(calls).toEqual({ reads: 0, writes: 1 });
    reset();
    await releaseSlot(table, slot, slot.until - SECOND);
    expect(calls).toEqual({ reads: 0, writes: 0 });
    await releaseSlot(table, slot, AT);
    expect(calls).toEqual({ reads: 0, writes: 1 });
  });

  test('A row full of slots is smaller than one write unit, and expires after the last of them has ended', async () => {
    const id = subject();
    const slots = await Promise.all(Array.from({ length: 50 }, () => take(id, 50, 3 * MINUTE)));
    expect(new Set(slots.map(slotOf).map(nameOf)).size).toBe(50);
    const row = await getRow(engine.table, anyRow, longCallKey(id, 0));
    const attributes = Object.entries(row ?? {});
    expect(attributes).toHaveLength(50 + 3);
    // A number takes a byte for two digits, and one more. See: DynamoDB developer guide, item sizes.
    const sizeOf = (value: unknown) =>
      typeof value === 'number' ? String(value).length / 2 + 1 : String(value).length;
    expect(attributes.reduce((sum, [name, value]) => sum + name.length + sizeOf(value), 0)).toBeLessThan(1024);
    expect(Number(row?.expires_at) * SECOND).toBeGreaterThan(AT + 3 * MINUTE);
  });
});
