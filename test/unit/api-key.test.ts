import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CELL } from '#shared/domain/ids/cell.ts';
import {
  apiKeyPrefix,
  credentialOf,
  generateApiKey,
  hashApiKey,
  holdsApiKey,
  isWellFormedApiKey,
  KEY_PREFIX_LENGTH,
  kindOfApiKey,
} from '#shared/domain/organization/api-key.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Made before keys named their cell. */
const OLD_KEYS = [
  'aid_org_vCEcBEPfY0xMcwWRVACd7EwwzzdBfw1sDS2C',
  'aid_agt_73GIgKBUujDCOaTFjYU5hBYme4cKsW3sPYWP',
  'aid_usr_T1Ch4NSR2dJ8loMG18CUvmhS3BLdkl2LWUM6',
];
const kind = fc.constantFrom('org' as const, 'agt' as const, 'sat' as const);

describe('API keys', () => {
  test('A key consists of its prefix, its kind, the character of the cell and 36 base62 characters', () => {
    fc.assert(
      fc.property(kind, (own) => {
        const key = generateApiKey(own);
        expect(key).toMatch(new RegExp(`^aid_${own}_${CELL}[0-9A-Za-z]{36}$`));
        expect(isWellFormedApiKey(key)).toBe(true);
        expect(kindOfApiKey(key)).toBe(own);
        expect(holdsApiKey(`with ${key} in it`)).toBe(true);
      }),
    );
  });

  test('A credential follows from its seed and its kind alone, as those that were returned before do', () => {
    // HKDF of RFC 5869 with SHA-256 and no salt, computed by another program; the last six characters are the checksum.
    expect(credentialOf('sat', 'a seed')).toBe('aid_sat_AFC1HQKiqNC6jiibb51yXeF6zuCTj7N1L8Kl2');
    fc.assert(
      fc.property(kind, fc.string(), (own, seed) => {
        const credential = credentialOf(own, seed);
        expect(credential).toBe(credentialOf(own, seed));
        expect(credential).toMatch(new RegExp(`^aid_${own}_${CELL}[0-9A-Za-z]{36}$`));
        expect(isWellFormedApiKey(credential)).toBe(true);
        expect(credentialOf(own, `${seed}.`)).not.toBe(credential);
      }),
    );
  });

  test('A key that was made before there were cells, without their character, is well formed', () => {
    for (const key of OLD_KEYS) expect(isWellFormedApiKey(key), key).toBe(true);
    for (const key of OLD_KEYS) expect(isWellFormedApiKey(`${key.slice(0, 8)}${CELL}${key.slice(8)}`), key).toBe(false);
  });

  test('The checksum detects every change of a single character', () => {
    const key = generateApiKey('org');
    for (let at = 0; at < key.length; at++) {
      for (const character of `${BASE62}_-`) {
        if (character === key[at]) continue;
        const changed = key.slice(0, at) + character + key.slice(at + 1);
        expect(isWellFormedApiKey(changed), `${changed} at ${at}`).toBe(false);
      }
    }
  });

  test('The checksum detects every swap of two different neighbours', () => {
    fc.assert(
      fc.property(kind, fc.integer({ min: 8, max: 43 }), (own, at) => {
        const key = generateApiKey(own);
        fc.pre(key[at] !== key[at + 1]);
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        expect(isWellFormedApiKey(swapped)).toBe(false);
      }),
    );
  });

  test.each([
    ['empty', () => ''],
    ['cut off', (key: string) => key.slice(0, -1)],
    ['too long', (key: string) => `${key}0`],
    ['with a line break', (key: string) => `${key}\n`],
    ['of the other kind', (key: string) => key.replace('aid_org_', 'aid_agt_')],
    ['of no kind', (key: string) => key.replace('aid_org_', 'aid_usr_')],
    ['in upper case', (key: string) => key.toUpperCase()],
  ])('A key that is %s is malformed', (_, spoil) => {
    expect(isWellFormedApiKey(spoil(generateApiKey('org')))).toBe(false);
  });

  test('Keys and their hashes do not repeat, and a hash does not contain its key', () => {
    const keys = Array.from({ length: 2000 }, () => generateApiKey('agt'));
    expect(new Set(keys).size).toBe(2000);
    expect(new Set(keys.map(hashApiKey)).size).toBe(2000);
    expect(hashApiKey(keys[0] ?? '')).toMatch(/^[0-9a-f]{64}$/);
  });

  test('All 62 characters occur in the random part about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      for (const character of generateApiKey('org').slice(9, 39))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    // 60,000 draws of 62: 968 each, standard deviation 31. A deviation of ten of them does not occur by chance.
    for (const count of counts.values()) expect(Math.abs(count - 60_000 / 62)).toBeLessThan(310);
  });

  test('The prefix that lists show has the kind, the cell and three characters', () => {
    const key = generateApiKey('agt');
    expect(apiKeyPrefix(key)).toBe(key.slice(0, 12));
    expect(KEY_PREFIX_LENGTH).toBe(12);
  });
});

test('Every character of a key is equally likely', () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 7000; n++)
    for (const character of generateApiKey('org').slice('aid_org_'.length + CELL.length, -6))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  // 210,000 characters, 3,387 of each on average: six standard deviations are 350.
  expect(counts.size).toBe(62);
  expect(Math.max(...counts.values())).toBeLessThan(3740);
  expect(Math.min(...counts.values())).toBeGreaterThan(3035);
});

test.each(OLD_KEYS)('A text that holds a key anywhere is found: %s', (old) => {
  for (const key of [old, generateApiKey('agt')]) {
    for (const text of [key, `key=${key}`, `${key} and more`, `x${key}x`, `aid_org_${key}`, `aid_org_0${key}`])
      expect(holdsApiKey(text), text).toBe(true);
    const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    for (const text of ['', key.slice(0, -1), key.toUpperCase(), mistyped, `${mistyped}1`])
      expect(holdsApiKey(text), text).toBe(false);
  }
});
