import { expect, test } from 'vitest';
import { type LeaseTerms, leaseStatus } from '#shared/domain/vault/lease-state.ts';
import { generateLeaseToken, hashLeaseToken, isLeaseToken } from '#shared/domain/vault/lease-token.ts';

const NOW = 1_800_000_000_000;
const PRESENT = { secret: 3, identity: 5 };
const lease = (more: Partial<LeaseTerms> = {}): LeaseTerms => ({
  maxUses: 2,
  useCount: 1,
  expiresAt: NOW + 1,
  revokedAt: null,
  secretGeneration: 3,
  identityGeneration: 5,
  ...more,
});

test('A lease is active until its time, while uses are left and its generations are the present ones', () => {
  expect(leaseStatus(lease(), PRESENT, NOW)).toBe('active');
  expect(leaseStatus(lease({ expiresAt: NOW }), PRESENT, NOW)).toBe('expired');
  expect(leaseStatus(lease({ useCount: 2 }), PRESENT, NOW)).toBe('exhausted');
  expect(leaseStatus(lease({ useCount: 3 }), PRESENT, NOW)).toBe('exhausted');
});

test('A lease is revoked by its own mark, by a new generation of its secret or identity, and with its secret', () => {
  expect(leaseStatus(lease({ revokedAt: 0 }), PRESENT, NOW)).toBe('revoked');
  expect(leaseStatus(lease(), { ...PRESENT, secret: 4 }, NOW)).toBe('revoked');
  expect(leaseStatus(lease(), { ...PRESENT, identity: 6 }, NOW)).toBe('revoked');
  expect(leaseStatus(lease(), { ...PRESENT, secret: undefined }, NOW)).toBe('revoked');
});

test('Of several reasons the first counts: its own mark, its uses, its generations, its time', () => {
  const all = lease({ revokedAt: NOW, useCount: 2, expiresAt: NOW });
  const older = { secret: 4, identity: 6 };
  expect(leaseStatus(all, older, NOW)).toBe('revoked');
  expect(leaseStatus({ ...all, revokedAt: null }, older, NOW)).toBe('exhausted');
  expect(leaseStatus({ ...all, revokedAt: null, useCount: 1 }, older, NOW)).toBe('revoked');
  expect(leaseStatus({ ...all, revokedAt: null, useCount: 1 }, PRESENT, NOW)).toBe('expired');
});

test('A lease token has 256 random bits, and only its own hash fits it', () => {
  const [one, other] = [generateLeaseToken(), generateLeaseToken()];
  expect(one).toMatch(/^lst_[\w-]{43}$/);
  expect(one).not.toBe(other);
  expect(hashLeaseToken(one)).toMatch(/^[0-9a-f]{64}$/);
  expect(isLeaseToken(one, hashLeaseToken(one))).toBe(true);
  expect(isLeaseToken(other, hashLeaseToken(one))).toBe(false);
});
