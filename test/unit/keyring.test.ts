import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Keyring, type Purpose } from '../../shared/runtime/keyring.ts';

const keyring = new Keyring(randomBytes(32));
const PURPOSES: readonly Purpose[] = ['idempotency', 'webhook-secret', 'code', 'code-mail'];
const bytesOf = (sealed: string) => Buffer.from(sealed.slice(3), 'base64url');
const sealedOf = (bytes: Uint8Array) => `k1.${Buffer.from(bytes).toString('base64url')}`;

describe('the keyring', () => {
  test('what is sealed for a place opens there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PURPOSES),
        fc.string(),
        fc.string({ unit: 'grapheme' }),
        (purpose, context, text) => {
          expect(keyring.open(purpose, context, keyring.seal(purpose, context, text)).reveal()).toBe(text);
        },
      ),
    );
  });

  test('it opens at no other place, for no other purpose and under no other key', () => {
    const sealed = keyring.seal('webhook-secret', 'whk_1', 'text');
    expect(() => keyring.open('webhook-secret', 'whk_2', sealed)).toThrow();
    expect(() => keyring.open('webhook-secret', '', sealed)).toThrow();
    for (const purpose of PURPOSES.filter((one) => one !== 'webhook-secret')) {
      expect(() => keyring.open(purpose, 'whk_1', sealed)).toThrow();
    }
    expect(() => new Keyring(randomBytes(32)).open('webhook-secret', 'whk_1', sealed)).toThrow();
  });

  test('another keyring of the same master key opens it', () => {
    const master = randomBytes(32);
    const sealed = new Keyring(master).seal('code', 'place', 'text');
    expect(new Keyring(master).open('code', 'place', sealed).reveal()).toBe('text');
  });

  test('every changed bit is noticed', () => {
    const bytes = bytesOf(keyring.seal('idempotency', 'place', 'text'));
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => keyring.open('idempotency', 'place', sealedOf(changed))).toThrow();
    }
  });

  test('every truncation is noticed, a shortened tag among them', () => {
    for (const text of ['', 'text']) {
      const bytes = bytesOf(keyring.seal('idempotency', 'place', text));
      for (let length = 0; length < bytes.length; length++) {
        expect(() => keyring.open('idempotency', 'place', sealedOf(bytes.subarray(0, length)))).toThrow();
      }
    }
  });

  test.each(['', 'k1.', 'k2.AAAA', 'plain text'])('%j is no sealed value', (text) => {
    expect(() => keyring.open('code', 'place', text)).toThrow();
  });

  test('the same text is sealed differently each time and never shows', () => {
    const sealed = Array.from({ length: 100 }, () => keyring.seal('code', 'place', 'the same text'));
    expect(new Set(sealed).size).toBe(100);
    expect(sealed.some((one) => bytesOf(one).includes('same'))).toBe(false);
  });

  test('a mac is the same for the same text, and bound to purpose and place', () => {
    expect(keyring.hmac('code', 'a', '123456')).toBe(keyring.hmac('code', 'a', '123456'));
    const others = [
      keyring.hmac('code', 'b', '123456'),
      keyring.hmac('code', 'a', '123457'),
      keyring.hmac('code-mail', 'a', '123456'),
    ];
    expect(others).not.toContain(keyring.hmac('code', 'a', '123456'));
    expect(keyring.hmac('code', 'a', '123456')).toMatch(/^[0-9a-f]{64}$/);
  });
});
