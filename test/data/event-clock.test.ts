import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type EventTicket,
  raiseSlots,
  takeDeliveryTimes,
  takeTicket,
  takeTicketAt,
  takeTime,
  takeTimeAt,
} from '#shared/data/direct-writes/event-clock.ts';
import { lowerSlots } from '#shared/data/entities/log/clock.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { PREDECESSORS } from '#shared/domain/log/log-order.ts';
import { useEngine } from '../support/engine.ts';
import { clockOf } from '../support/event-log.ts';

const engine = useEngine();
const NOW = 1_800_000_000_000;
let organizationId: string;
beforeEach(() => {
  organizationId = makeId('organization', Date.now(), randomPart());
});

const ticket = (now = NOW) => takeTicket(engine.table, organizationId, now);

/** Steps of many writers with wall clocks that disagree, stop or run backwards. */
const step = fc.record({
  now: fc.integer({ min: NOW, max: NOW + 50 }),
  kind: fc.constantFrom('ticket', 'ticket', 'time', 'deliveries', 'slots'),
  count: fc.integer({ min: 1, max: 20 }),
});

describe('an event clock', () => {
  test('The first ticket of an organization has the present time and no predecessors', async () => {
    expect(await ticket()).toEqual({ time: NOW, predecessors: [], deliveryBase: NOW, deliverySlots: 0 });
  });

  test('Sixteen writers at once, the first of an organization, get different times', async () => {
    const tickets = await Promise.all(Array.from({ length: 16 }, () => ticket()));
    expect(tickets.map(({ time }) => time).sort()).toEqual(Array.from({ length: 16 }, (_, index) => NOW + index));
  });

  test('A ticket names the tickets before it, the latest first, and no other times', async () => {
    const first = await ticket();
    await takeTime(engine.table, organizationId, NOW + 3);
    const second = await ticket(NOW + 5);
    const third = await ticket(NOW + 2);
    expect([first.time, second.time, third.time]).toEqual([NOW, NOW + 5, NOW + 6]);
    expect(third.predecessors).toEqual([NOW + 5, NOW]);
  });

  test('A ticket names at most the agreed number of predecessors', async () => {
    for (let count = 0; count < PREDECESSORS + 3; count++) await ticket();
    const { time, predecessors } = await ticket();
    expect(predecessors).toEqual(Array.from({ length: PREDECESSORS }, (_, index) => time - 1 - index));
  });

  test('A certain time is granted only while the clock is behind it', async () => {
    expect(await takeTimeAt(engine.table, organizationId, NOW)).toMatchObject({ granted: true });
    expect(await takeTimeAt(engine.table, organizationId, NOW)).toEqual({ granted: false, clockTime: NOW });
    expect(await takeTicketAt(engine.table, organizationId, NOW - 1)).toEqual({ granted: false, clockTime: NOW });
    expect(await takeTicketAt(engine.table, organizationId, NOW + 1)).toMatchObject({
      granted: true,
      value: { time: NOW + 1 },
    });
  });

  test('Each ticket reserves a delivery time for every slot of the organization', async () => {
    expect(await raiseSlots(engine.table, organizationId, 3)).toBe(0);
    const [first, second] = [await ticket(), await ticket()];
    expect([first.deliveryBase, second.deliveryBase]).toEqual([NOW, NOW + 3]);
    expect(second.deliverySlots).toBe(3);
    expect(await raiseSlots(engine.table, organizationId, 2)).toBe(NOW + 5);
    await commit(engine.table, { build: (tx) => tx.put(lowerSlots(organizationId, 1)) }, { now: () => NOW });
    expect((await ticket()).deliverySlots).toBe(1);
  });

  test('Whatever writers do at once, no time and no delivery time is given out twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 24 }), async (steps) => {
        organizationId = makeId('organization', Date.now(), randomPart());
        const times: number[] = [];
        const deliveries: number[] = [];
        const tickets: EventTicket[] = [];
        const range = (base: number, count: number) => Array.from({ length: count }, (_, index) => base + index);
        await Promise.all(
          steps.map(async ({ now, kind, count }) => {
            if (kind === 'time') times.push(await takeTime(engine.table, organizationId, now));
            if (kind === 'slots') await raiseSlots(engine.table, organizationId, count);
            if (kind === 'deliveries')
              deliveries.push(...range(await takeDeliveryTimes(engine.table, organizationId, now, count), count));
            if (kind !== 'ticket') return;
            const taken = await takeTicket(engine.table, organizationId, now);
            expect(taken.time).toBeGreaterThanOrEqual(now);
            tickets.push(taken);
            times.push(taken.time);
            deliveries.push(...range(taken.deliveryBase, taken.deliverySlots));
          }),
        );
        expect(new Set(times).size).toBe(times.length);
        expect(new Set(deliveries).size).toBe(deliveries.length);
        const order = tickets.map(({ time }) => time).sort((a, b) => b - a);
        for (const { time, predecessors } of tickets) {
          expect(predecessors).toEqual(order.filter((other) => other < time).slice(0, PREDECESSORS));
        }
        expect((await clockOf(engine.table, organizationId))?.tickets ?? []).toEqual(order.slice(0, PREDECESSORS + 1));
      }),
      { numRuns: 40 },
    );
  });
});
