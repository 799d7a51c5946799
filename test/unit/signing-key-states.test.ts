import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isRotationDue,
  PUBLISHED_AHEAD_MS,
  publishedKeys,
  publishedUntil,
  ROTATION_MS,
  removableKeys,
  type SigningKeyTimes,
  signingKeyAt,
  stateOf,
} from '#shared/domain/issuer/signing-key-states.ts';
import { MAX_TOKEN_SECONDS } from '#shared/domain/issuer/token-lifetime.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/domain/time/time.ts';

const TOKEN_MS = MAX_TOKEN_SECONDS * SECOND;

/** The first key, and later ones that were created when at most one was published. Times are from 0 on. */
const histories = fc.array(fc.integer({ min: 0, max: 200 * DAY }), { maxLength: 5 }).map((pauses) => {
  const keys: SigningKeyTimes[] = [{ createdAt: 0, signsFrom: 0 }];
  for (const pause of pauses) {
    const newest = keys.at(-1) as SigningKeyTimes;
    // The command refuses while two are published, and the schedule waits longer.
    const createdAt = newest.signsFrom + TOKEN_MS + 5 * MINUTE + pause;
    keys.push({ createdAt, signsFrom: createdAt + PUBLISHED_AHEAD_MS });
  }
  return keys;
});

/** The keys that exist at a time: later ones are created later. */
const existing = (keys: readonly SigningKeyTimes[], at: number) => keys.filter(({ createdAt }) => createdAt <= at);
const end = (keys: readonly SigningKeyTimes[]) => (keys.at(-1)?.signsFrom ?? 0) + 10 * DAY;
const moments = histories.chain((keys) => fc.tuple(fc.constant(keys), fc.integer({ min: 0, max: end(keys) })));

test('At every time exactly one key signs', () => {
  fc.assert(
    fc.property(moments, ([keys, at]) => {
      const known = existing(keys, at);
      const states = known.map((_, index) => stateOf(known, index, at));
      expect(states.filter((state) => state === 'signs')).toHaveLength(1);
    }),
  );
});

test('A token verifies at every time until it expires, and with a key set that is up to a day old', () => {
  fc.assert(
    fc.property(
      moments,
      fc.integer({ min: 0, max: TOKEN_MS - 1 }),
      fc.integer({ min: 0, max: PUBLISHED_AHEAD_MS - 1 }),
      ([keys, signedAt], age, cached) => {
        const signing = signingKeyAt(existing(keys, signedAt), signedAt);
        const shownAt = signedAt + age;
        expect(publishedKeys(existing(keys, shownAt), shownAt)).toContain(signing);
        const cachedAt = Math.max(0, signedAt - cached);
        expect(publishedKeys(existing(keys, cachedAt), cachedAt)).toContain(signing);
      },
    ),
  );
});

test('There are at most two keys in the key set', () => {
  fc.assert(
    fc.property(moments, ([keys, at]) => {
      expect(publishedKeys(existing(keys, at), at).length).toBeLessThanOrEqual(2);
    }),
  );
});

test('A key never becomes removable while it signs, is published, or a repeated request may need it', () => {
  fc.assert(
    fc.property(moments, ([keys, at]) => {
      const known = existing(keys, at);
      for (const key of removableKeys(known, at)) {
        const index = known.indexOf(key);
        expect(stateOf(known, index, at)).toBe('retired');
        expect(at).toBeGreaterThanOrEqual(publishedUntil(known, index) + DAY);
      }
    }),
  );
});

test('The key before a rotation is published until an hour and five minutes after the next one signs', () => {
  const keys = [
    { createdAt: 0, signsFrom: 0 },
    { createdAt: 10 * DAY, signsFrom: 11 * DAY },
  ];
  expect(publishedUntil(keys, 0)).toBe(11 * DAY + HOUR + 5 * MINUTE);
  expect(publishedUntil(keys, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(stateOf(keys, 1, 10 * DAY)).toBe('published');
  expect(stateOf(keys, 0, 11 * DAY)).toBe('verifies');
});

test('A key that the operator has withdrawn neither signs nor verifies, whatever its times are', () => {
  const withdrawn = { createdAt: 0, signsFrom: 0, withdrawnAt: 5 * DAY };
  const keys = [withdrawn, { createdAt: 5 * DAY, signsFrom: 5 * DAY }];
  expect(publishedKeys(keys, 5 * DAY)).toEqual([keys[1]]);
  // Also for a function with a slow clock.
  expect(signingKeyAt(keys, 5 * DAY - MINUTE)).toBe(keys[1]);
});

test('The schedule wants a key 90 days after the creation of the newest, and none where there is none', () => {
  const keys = [{ createdAt: 0, signsFrom: 0 }];
  expect(isRotationDue([], 1000 * DAY)).toBe(false);
  expect(isRotationDue(keys, ROTATION_MS - 1)).toBe(false);
  expect(isRotationDue(keys, ROTATION_MS)).toBe(true);
  expect(isRotationDue([...keys, { createdAt: ROTATION_MS, signsFrom: ROTATION_MS + DAY }], ROTATION_MS)).toBe(false);
});
