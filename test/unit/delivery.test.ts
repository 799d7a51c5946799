import { expect, test } from 'vitest';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { decideRetry, deliveryId, isWaiting, QUEUE_GRACE_MS } from '#shared/domain/delivery/delivery.ts';
import {
  blockOf,
  budgetExhausted,
  destinationBusy,
  destinationFails,
  freeBytes,
  MAX_AMPLIFICATION,
  requestBytes,
} from '#shared/domain/delivery/delivery-limits.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const MINUTE = 60_000;
const event = { id: 'evt_1', type: 'mail.received' };
const webhook = { id: 'whk_1', organizationId: 'org_1', identityId: 'agt_1', url: 'https://receiver.example/' };

test('The id of a delivery follows from its event, its endpoint and its time', () => {
  const id = deliveryId('evt_1', 'whk_1', NOW);
  expect(id).toMatch(/^dlv_/);
  expect(deliveryId('evt_1', 'whk_1', NOW)).toBe(id);
  for (const other of [
    deliveryId('evt_2', 'whk_1', NOW),
    deliveryId('evt_1', 'whk_2', NOW),
    deliveryId('evt_1', 'whk_1', NOW + 1),
    deliveryId('evt_1w', 'hk_1', NOW),
  ]) {
    expect(other).not.toBe(id);
  }
});

test('A new delivery is pending, in its first generation, and has had no attempt', () => {
  expect(newDelivery(webhook, event, NOW)).toEqual({
    id: deliveryId('evt_1', 'whk_1', NOW),
    organizationId: 'org_1',
    webhookId: 'whk_1',
    identityId: 'agt_1',
    eventId: 'evt_1',
    eventType: 'mail.received',
    url: 'https://receiver.example/',
    status: 'pending',
    generation: 1,
    attemptCount: 0,
    lastError: null,
    responseStatus: null,
    durationMs: null,
    nextAttemptAt: null,
    deliveredAt: null,
    createdAt: NOW,
    updatedAt: NOW,
  });
});

test('A delivery waits for the budget of its organization while it is pending and the size of its attempt is known', () => {
  expect(isWaiting({ status: 'pending', waitingBytes: 0 })).toBe(true);
  expect(isWaiting({ status: 'pending' })).toBe(false);
  expect(isWaiting({ status: 'retrying', waitingBytes: 10 })).toBe(false);
});

test('A retry within 15 minutes is expected from the queue, and the sweep enqueues a later one when it is due', () => {
  const failed = { ok: false as const, responseStatus: 500, durationMs: 3, error: 'HTTP 500' };
  // A random number in the middle leaves the delay as it is.
  const after = (seconds: number) => decideRetry(failed, [seconds], 1, 0.5, NOW);
  expect(after(15 * 60)).toEqual({
    status: 'retrying',
    nextAttemptAt: NOW + 15 * MINUTE,
    dueAt: NOW + 15 * MINUTE + QUEUE_GRACE_MS,
  });
  expect(after(15 * 60 + 1)).toEqual({
    status: 'retrying',
    nextAttemptAt: NOW + 15 * MINUTE + 1000,
    dueAt: NOW + 15 * MINUTE + 1000,
  });
  expect(decideRetry(failed, [], 1, 0.5, NOW)).toEqual({ status: 'dead_letter' });
  expect(QUEUE_GRACE_MS).toBe(2 * MINUTE);
});

test('A stranger may send 4,000 bytes of each megabyte of an hour whatever it has received', () => {
  expect([freeBytes(1), freeBytes(250), freeBytes(0)]).toEqual([4000, 1_000_000, 0]);
});

test('A process takes a thousandth of a limit at once, and 1 of a low limit', () => {
  expect([0, 1, 999, 1999, 2000, 50_000].map(blockOf)).toEqual([1, 1, 1, 1, 2, 50]);
});

test('The size of a request has its line, its headers with their separators, and its body', () => {
  // "POST / HTTP/1.1" and "host: a" with ": " and the end of the line.
  expect(requestBytes({ line: 'POST / HTTP/1.1', headers: {}, body: 0 })).toBe(15);
  expect(requestBytes({ line: 'POST / HTTP/1.1', headers: { host: 'a', 'x-b': 'cd' }, body: 100 })).toBe(133);
});

test('A delivery that waits says until when, which limit is used up, and who can raise it', () => {
  const until = NOW + MINUTE;
  const limits = {
    ...DEFAULT_LIMITS,
    verifiedDeliveriesPerHour: 11,
    unverifiedDeliveriesPerHour: 12,
    verifiedDeliveryMegabytesPerHour: 13,
    unverifiedDeliveryMegabytesPerHour: 14,
  };
  const waits = 'waits until 2026-11-21T08:31:00.000Z: ';
  const verified = 'for one organization; ask the operator for more';
  const unverified = "while the owner of the organization is not verified; verify the owner's address for more";
  const bytes = `${MAX_AMPLIFICATION} bytes for each byte of its requests`;
  expect(budgetExhausted('attempts', true, limits, until)).toBe(
    `${waits}at most 11 delivery attempts per hour ${verified}`,
  );
  expect(budgetExhausted('attempts', false, limits, until)).toBe(
    `${waits}at most 12 delivery attempts per hour ${unverified}`,
  );
  expect(budgetExhausted('bytes', true, limits, until)).toBe(
    `${waits}at most 13 MB of deliveries per hour ${verified}`,
  );
  expect(budgetExhausted('bytes', false, limits, until)).toBe(
    `${waits}at most 14 MB of deliveries per hour, and ${bytes} ${unverified}`,
  );
  expect(destinationBusy(until)).toBe(`${waits}too many attempts at this destination at once`);
  expect(destinationFails(until)).toBe(`${waits}too many failed attempts at this destination per minute`);
});
