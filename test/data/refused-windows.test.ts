import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { certainlyExceeds, MAX_KNOWN_COUNTS, rememberCount } from '#shared/data/direct-writes/known-counts.ts';
import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { consumeTokenAndSlot } from '#shared/data/direct-writes/wait-slot.ts';
import { HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { countedTable } from '../support/counted-table.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
/** The beginning of an hour. */
const AT = 500_000 * HOUR;
const FLOOD = 40;
const PASSWORD = 'correct horse battery';

/** A function instance: what it remembers of counters belongs to its table client. */
function startApi(limits: ConstructorParameters<typeof InProcessApi>[1]) {
  const { table, calls, reset } = countedTable(engine.table);
  const clock = { now: AT };
  const api = new InProcessApi(table, limits);
  api.now = () => clock.now;
  return { api, calls, reset, clock };
}

type Instance = ReturnType<typeof startApi>;

/** Repeats a refused call, and returns what the repetitions cost. */
async function flood({ calls, reset }: Instance, call: () => Promise<{ status: number }>) {
  expect((await call()).status).toBe(429);
  reset();
  for (let n = 0; n < FLOOD; n++) expect((await call()).status).toBe(429);
  return { ...calls };
}

describe('a flood of refused requests', () => {
  test('Refused requests of an organization cost no write, and the refusal ends with the minute', async () => {
    const instance = startApi({ orgRequestsPerMinute: 3 });
    const { api, clock } = instance;
    const { key } = await api.organization();
    const call = () => api.call('getMe', { key });
    clock.now = AT + MINUTE;
    for (let n = 0; n < 3; n++) expect((await call()).status).toBe(200);
    // The key is read for each request: the organization follows from it.
    expect(await flood(instance, call)).toEqual({ reads: FLOOD, writes: 0 });
    clock.now = AT + 2 * MINUTE - 1;
    expect((await call()).headers).toMatchObject({ 'retry-after': '1', 'ratelimit-remaining': '0' });
    clock.now += 1;
    expect((await call()).headers).toMatchObject({ 'ratelimit-remaining': '2' });
  });

  test('Refused requests of a network address without a key cost neither read nor write', async () => {
    const instance = startApi({ ipRequestsPerMinute: 2 });
    const { api, clock } = instance;
    const call = (address = '198.51.100.1') => api.call('createOrganization', { address, body: {} });
    for (let n = 0; n < 2; n++) expect((await call()).status).toBe(400);
    expect(await flood(instance, call)).toEqual({ reads: 0, writes: 0 });
    expect((await call('198.51.100.2')).status).toBe(400);
    clock.now += MINUTE;
    expect((await call()).status).toBe(400);
  });

  test('Refused signups of an hour cost no write, and the refusal ends with the hour', async () => {
    const instance = startApi({ signupStartsPerHour: 1 });
    const { api, clock } = instance;
    const call = () => {
      const slug = `s-${randomUUID().slice(0, 8)}`;
      const body = {
        organization_name: 'T',
        organization_slug: slug,
        email: `${slug}@example.com`,
        password: PASSWORD,
      };
      return api.call('signup', { address: '198.51.100.3', body });
    };
    expect((await call()).status).toBe(202);
    expect((await call()).status).toBe(429);
    instance.reset();
    expect((await call()).status).toBe(429);
    // The one write counts the request of the address in its minute.
    expect(instance.calls.writes).toBe(1);
    clock.now += HOUR;
    expect((await call()).status).toBe(202);
  });

  test('Refused waits of an organization cost no more than its other refused requests', async () => {
    const { table, calls, reset } = countedTable(engine.table);
    const [subject, slots] = [`test#${randomUUID()}`, { count: 5, until: AT + 30_000 }];
    const take = () => consumeTokenAndSlot(table, subject, 1, slots, AT);
    expect((await take()).allowed).toBe(true);
    expect(await take()).toMatchObject({ allowed: false });
    reset();
    for (let n = 0; n < FLOOD; n++) expect(await take()).toMatchObject({ allowed: false, limit: 1, remaining: 0 });
    expect(calls).toEqual({ reads: 0, writes: 0 });
    expect((await consumeToken(table, subject, 1, AT)).allowed).toBe(false);
    expect(calls).toEqual({ reads: 0, writes: 0 });
  });

  test('A wait that found no free slot is not refused from memory, because a slot can be freed', async () => {
    const { table } = countedTable(engine.table);
    const [subject, slots] = [`test#${randomUUID()}`, { count: 1, until: AT + 1000 }];
    const take = (now: number) => consumeTokenAndSlot(table, subject, 100, slots, now);
    expect((await take(AT)).allowed).toBe(true);
    expect((await take(AT)).busyUntil).toBe(AT + 1000);
    expect((await take(AT + 1000)).allowed).toBe(true);
  });

  test('What one function remembers is what its counters would say: a smaller amount or a higher limit may pass', async () => {
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 5 }),
      limit: fc.integer({ min: 0, max: 12 }),
      minute: fc.integer({ min: 0, max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { table } = countedTable(engine.table);
        const [subject, drawn] = [`test#${randomUUID()}`, [0, 0]];
        for (const { amount, limit, minute } of steps) {
          const before = drawn[minute] ?? 0;
          const allowed = before + amount <= limit;
          const result = await consumeToken(table, subject, limit, AT + minute * MINUTE, { amount });
          expect(result.allowed).toBe(allowed);
          if (allowed) drawn[minute] = before + amount;
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the memory of a function', () => {
  let table: ReturnType<typeof countedTable>['table'];
  beforeAll(() => {
    ({ table } = countedTable(engine.table));
  });

  test('A function remembers a limited number of counters, and forgets the oldest', () => {
    const counter = (n: number) => ({ pk: `RATE#${n}`, sk: '1' });
    for (let n = 0; n <= MAX_KNOWN_COUNTS; n++) rememberCount(table, counter(n), 10);
    expect(certainlyExceeds(table, counter(0), 1, 10)).toBe(false);
    expect(certainlyExceeds(table, counter(1), 1, 10)).toBe(true);
    expect(certainlyExceeds(table, counter(MAX_KNOWN_COUNTS), 1, 10)).toBe(true);
    expect(certainlyExceeds(table, counter(MAX_KNOWN_COUNTS), 1, 11)).toBe(false);
    expect(certainlyExceeds(engine.table, counter(1), 1, 10)).toBe(false);
  });
});
