import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consumeRequest } from '../../shared/data/direct-writes/reserved-tokens.ts';
import { rateKey } from '../../shared/data/entities/rate-limit.ts';
import type { Table } from '../../shared/data/table-client.ts';
import { HOUR, MINUTE } from '../../shared/domain/time.ts';
import { countedTable } from '../support/counted-table.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
/** The beginning of a minute. */
const AT = 600_000 * HOUR;

const newSubject = () => `subject-${randomUUID()}`;

/** A process: what it reserves belongs to its table client. */
const startProcess = () => countedTable(engine.table);

/** The results of `count` requests, one after the other. */
async function requests(table: Table, subject: string, limit: number, count: number, now = AT) {
  const results = [];
  for (let n = 0; n < count; n++) results.push(await consumeRequest(table, subject, limit, now));
  return results;
}

const allowedOf = (results: readonly { allowed: boolean }[]) => results.filter(({ allowed }) => allowed).length;

describe('requests that are counted in blocks', () => {
  test('One process allows exactly the limit, counts down by one, and writes a fraction of the requests', async () => {
    const { table, calls } = startProcess();
    const results = await requests(table, newSubject(), 600, 650);
    expect(results.map(({ remaining }) => remaining)).toEqual([
      ...Array.from({ length: 600 }, (_, index) => 599 - index),
      ...Array.from({ length: 50 }, () => 0),
    ]);
    expect(allowedOf(results)).toBe(600);
    // 16 until blocks begin, some 45 blocks, 150 one by one, and one that is refused.
    expect(calls.writes).toBeGreaterThan(150);
    expect(calls.writes).toBeLessThan(240);
  });

  test('A limit of a network address is so low that each request is counted on its own', async () => {
    const { table, calls } = startProcess();
    expect(allowedOf(await requests(table, newSubject(), 30, 30))).toBe(30);
    expect(calls.writes).toBe(30);
  });

  test('Simultaneous requests of one process share a block, and are never allowed beyond the limit', async () => {
    const { table, calls } = startProcess();
    const subject = newSubject();
    const all = [];
    for (let round = 0; round < 30; round++) {
      const batch = Array.from({ length: 25 }, () => consumeRequest(table, subject, 600, AT));
      all.push(...(await Promise.all(batch)));
    }
    expect(all).toHaveLength(750);
    expect(allowedOf(all)).toBe(600);
    expect(calls.writes).toBeLessThan(300);
  });

  test('Any interleaving of processes, minutes and pauses stays within the limit, and wastes little of it', async () => {
    const step = fc.record({
      process: fc.nat(2),
      minute: fc.nat(1),
      count: fc.integer({ min: 1, max: 60 }),
      atOnce: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(1, 60, 150, 400),
        async (steps, limit) => {
          const tables = [startProcess(), startProcess(), startProcess()].map(({ table }) => table);
          const subject = newSubject();
          const allowed = [0, 0];
          const refused = [false, false];
          let minute = 0;
          for (const { process, minute: later, count, atOnce } of steps) {
            // Time does not go back.
            minute = Math.max(minute, later);
            const take = () => consumeRequest(tables[process] as Table, subject, limit, AT + minute * MINUTE);
            const results = atOnce
              ? await Promise.all(Array.from({ length: count }, take))
              : await requests(tables[process] as Table, subject, limit, count, AT + minute * MINUTE);
            allowed[minute] = (allowed[minute] ?? 0) + allowedOf(results);
            refused[minute] ||= results.some((result) => !result.allowed);
          }
          for (const [index, count] of allowed.entries()) {
            expect(count).toBeLessThanOrEqual(limit);
            // Each process holds back less than a block of a fiftieth.
            if (refused[index]) expect(count).toBeGreaterThan(limit - 3 * Math.max(1, limit / 50));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test('What one process reserves counts for the others before any request uses it', async () => {
    const [first, second] = [startProcess(), startProcess()];
    const subject = newSubject();
    await requests(first.table, subject, 400, 100);
    const { Attributes } = await engine.table.client.send(
      new UpdateCommand({ TableName: engine.table.name, Key: rateKey(subject, AT, MINUTE), ReturnValues: 'ALL_OLD' }),
    );
    expect(Attributes?.drawn).toBeGreaterThan(100);
    expect(Attributes?.drawn).toBeLessThanOrEqual(108);
    const [result] = await requests(second.table, subject, 400, 1);
    expect(result?.remaining).toBe(400 - Attributes?.drawn - 1);
  });

  test('A reservation ends with its minute, and a late request of the minute before does not end the next one', async () => {
    const { table } = startProcess();
    const subject = newSubject();
    await requests(table, subject, 600, 100);
    expect((await requests(table, subject, 600, 1, AT + MINUTE))[0]?.remaining).toBe(599);
    await requests(table, subject, 600, 1, AT + MINUTE - 1);
    expect((await requests(table, subject, 600, 1, AT + MINUTE))[0]?.remaining).toBe(598);
  });

  test('A reservation that fails is an error of its request, and the next one continues', async () => {
    const { table } = startProcess();
    const subject = newSubject();
    await requests(table, subject, 600, 40);
    const broken: Table = { ...table, name: 'no-such-table' };
    await expect(consumeRequest(broken, subject, 600, AT)).rejects.toThrow();
    expect(allowedOf(await requests(table, subject, 600, 20))).toBe(20);
  });
});
