import { afterEach, expect, test, vi } from 'vitest';
import { hasEndedAttempt } from '#clients/console/src/log/has-ended-attempt.ts';
import { PAUSES_MS, readAgainAfter } from '#clients/console/src/organization/read-again.ts';
import { readSetting, storeSetting } from '#clients/console/src/shell/stored-settings.ts';
import type { Delivery, DeliveryWithAttempts } from '#clients/typescript/src/index.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();

/** A delivery that has failed twice, and of which the next attempt is due in five minutes. */
const delivery = (fields: Partial<Delivery> = {}) =>
  ({
    ...{ id: 'dlv_1', status: 'retrying', attempt_count: 2 },
    ...{ next_attempt_at: at(300), updated_at: at(-60) },
    ...fields,
  }) as Delivery;

afterEach(() => vi.unstubAllGlobals());

test('Deliveries are read again closely only around the time of an attempt, and never once all have ended', () => {
  const ended = [delivery({ status: 'delivered' }), delivery({ status: 'dead_letter' })];
  expect(readAgainAfter([], NOW)).toBeUndefined();
  expect(readAgainAfter(ended, NOW)).toBeUndefined();
  const pause = (fields: Partial<Delivery>) => readAgainAfter([...ended, delivery(fields)], NOW);
  const { due, longest } = PAUSES_MS;
  expect(pause({})).toBe(longest);
  expect(pause({ next_attempt_at: at(12) })).toBe(12_000);
  expect(pause({ next_attempt_at: at(1) })).toBe(due);
  expect(pause({ next_attempt_at: at(-15) })).toBe(due);
  expect(pause({ next_attempt_at: at(-300) })).toBe(longest);
  expect(pause({ status: 'pending', next_attempt_at: null, updated_at: at(-1) })).toBe(due);
  expect(pause({ status: 'pending', next_attempt_at: null })).toBe(longest);
  expect(pause({ status: 'pending', next_attempt_at: at(3_600), updated_at: at(-1) })).toBe(longest);
  const soon = delivery({ next_attempt_at: at(5) });
  expect(readAgainAfter([delivery(), soon], NOW)).toBe(5_000);
});

test('A replayed delivery counts as attempted once an attempt has ended, not while one is made', async () => {
  const before = at(-60);
  const ended = (...seconds: number[]) => seconds.map((second) => ({ ended_at: at(second) }));
  const hasEnded = (
    found: Delivery,
    attempts: readonly { ended_at: string }[],
    changedAt: string | undefined = before,
  ) => hasEndedAttempt(found, changedAt, async () => ({ status: found.status, attempts }) as DeliveryWithAttempts);
  const changed = { updated_at: at(0) };
  expect(await hasEnded(delivery(), ended(-60))).toBe(false);
  // A worker has begun the attempt that was due before the replay, or waits for the destination.
  expect(await hasEnded(delivery(changed), ended(-120, -60))).toBe(false);
  expect(await hasEnded(delivery({ ...changed, attempt_count: 3 }), ended(-120, -60, 0))).toBe(true);
  // A replay counts from zero: the first attempt of one has failed after the first of another.
  expect(await hasEnded(delivery({ ...changed, attempt_count: 1 }), ended(-60, 0))).toBe(true);
  expect(await hasEnded(delivery({ ...changed, status: 'pending' }), ended(-60))).toBe(false);
  for (const status of ['delivered', 'dead_letter'] as const) {
    expect(await hasEnded(delivery({ status }), ended(-60))).toBe(false);
    expect(await hasEnded(delivery({ status, ...changed }), [])).toBe(true);
  }
  // An endpoint that was registered after the event has had no delivery.
  const read = () => Promise.reject(new Error('not needed'));
  expect(await hasEndedAttempt(delivery(), undefined, read)).toBe(true);
  expect(await hasEndedAttempt(delivery({ status: 'pending' }), undefined, read)).toBe(false);
  // The replay has restarted it between the two reads.
  const restarted = { status: 'pending', attempts: ended(0) } as DeliveryWithAttempts;
  expect(await hasEndedAttempt(delivery(changed), before, async () => restarted)).toBe(false);
});

test('A setting is read as it was stored, also a theme of an earlier console, and a browser without storage has none', () => {
  const stored = new Map<string, string>([['console-theme', 'dark']]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  });
  expect(readSetting('console-theme')).toBe('dark');
  storeSetting('console-theme', 'light');
  expect(readSetting('console-theme')).toBe('light');
  expect(readSetting('console-notify')).toBeNull();
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  storeSetting('console-theme', 'dark');
  expect(readSetting('console-theme')).toBeNull();
});
