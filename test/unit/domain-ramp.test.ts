import { expect, test } from 'vitest';
import { MAX_RAMP_DAYS, rampLimit, rampStart } from '#shared/domain/mail/domain-ramp.ts';
import { DAY, HOUR } from '#shared/domain/time/time.ts';

const verifiedAt = Date.UTC(2026, 4, 4, 23, 59);

test('A new domain has its first day until midnight in UTC, and twice as much on each day after it', () => {
  const limits = [0, 1, 2, 3].map((day) => rampLimit(50, verifiedAt, Date.UTC(2026, 4, 4 + day, 23, 59, 59, 999)));
  expect(limits).toEqual([50, 100, 200, 400]);
  expect(rampLimit(50, verifiedAt, Date.UTC(2026, 4, 5))).toBe(100);
});

test('A domain is new for fourteen days, and then without a limit', () => {
  const last = Date.UTC(2026, 4, 4 + MAX_RAMP_DAYS - 1, 23, 59);
  expect(rampLimit(1, verifiedAt, last)).toBe(2 ** 13);
  expect(rampLimit(1, verifiedAt, last + DAY)).toBeUndefined();
});

test('A clock that is behind the one that verified the domain sees its first day', () => {
  expect(rampLimit(50, verifiedAt, verifiedAt - HOUR - DAY)).toBe(50);
});

const now = verifiedAt + 90 * DAY;

test.each([
  ['verified for the first time', { status: 'pending', verifiedAt: null }, 'verified', now],
  ['not verified yet', { status: 'pending', verifiedAt: null }, 'pending', undefined],
  [
    'verified by an earlier release, or while the limits were off',
    { status: 'verified', verifiedAt },
    'verified',
    undefined,
  ],
  ['without limits that loses its proof', { status: 'verified', verifiedAt }, 'failed', verifiedAt],
  ['verified again', { status: 'pending', verifiedAt: null, rampFrom: verifiedAt }, 'verified', verifiedAt],
  ['new that loses its proof', { status: 'verified', verifiedAt: now, rampFrom: verifiedAt }, 'failed', verifiedAt],
])('The limits of a domain that is %s begin when it was first verified, if they do', (_, state, next, start) => {
  expect(rampStart(state, next, { now, isOn: true })).toBe(start);
});

test('The limits of a domain do not begin in a stage that does not limit new domains', () => {
  expect(rampStart({ status: 'pending', verifiedAt: null }, 'verified', { now, isOn: false })).toBeUndefined();
});
