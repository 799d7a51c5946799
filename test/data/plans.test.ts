import { expect, test } from 'vitest';
import { RequestCollector, StagedChanges } from '#shared/data/transaction-builder.ts';

/** What a plan asks for while it is collected, and what it gets when it is staged. */

const NOW = 1_800_000_000_000;
const EVENT = { type: 'mail.sent', identityId: null, aggregateId: 'msg_1', payload: {} } as never;
const TICKET = { time: NOW, predecessors: [], deliveryBase: NOW, deliverySlots: 0 };

test('A plan asks for times, deliveries and slots in the order in which it needs them', () => {
  const plan = new RequestCollector(NOW);
  const at = plan.nextTimestamp('org_1', 'org_2', 'org_1');
  plan.reserveDeliveries('org_1', 3);
  plan.reserveSlots('org_2', 4);
  plan.appendEvent('org_2', { ...(EVENT as object), at } as never);
  expect(plan.requests).toEqual([
    { kind: 'time', organizationIds: ['org_1', 'org_2'], eventsIn: new Set(['org_2']) },
    { kind: 'deliveries', organizationId: 'org_1', count: 3 },
    { kind: 'slots', organizationId: 'org_2', count: 4 },
  ]);
  expect(plan.stored).toEqual([]);
});

test('An event at a time that was not taken for its organization is a mistake of the plan', () => {
  const plan = new RequestCollector(NOW);
  const slots = plan.reserveSlots('org_1', 1);
  const at = plan.nextTimestamp('org_1');
  for (const [organizationId, time] of [
    ['org_1', slots],
    ['org_2', at],
    ['org_1', NOW + 7],
  ] as const) {
    const append = () => plan.appendEvent(organizationId, { ...(EVENT as object), at: time } as never);
    expect(append).toThrow('a time that was not taken for its organization');
  }
});

test('A plan gets what it asked for, one after the other, and no more', () => {
  const reservations = [1, 2, 3].map((time) => ({ time, tickets: new Map() }));
  const staged = new StagedChanges(NOW, reservations);
  expect([staged.nextTimestamp(), staged.reserveDeliveries(), staged.reserveSlots()]).toEqual([1, 2, 3]);
  expect(() => staged.nextTimestamp()).toThrow('more times than when they were taken');
});

test('A plan that appends an event only when it is staged has no ticket for it', () => {
  const staged = new StagedChanges(NOW, [{ time: NOW, tickets: new Map([['org_1', TICKET]]) }]);
  for (const [organizationId, at] of [
    ['org_2', NOW],
    ['org_1', NOW + 1],
  ] as const) {
    const append = () => staged.appendEvent(organizationId, { ...(EVENT as object), at } as never);
    expect(append).toThrow('another event than when its tickets were taken');
  }
});
