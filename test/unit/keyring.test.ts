import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Keyring, type Purpose } from '../../shared/runtime/keyring.ts';

const keyring = new Keyring(randomBytes(32));
const PURPOSES: readonly Purpose[] = ['idempotency', 'webhook-secret', 'code', 'code-mail'];
const bytesOf = (sealed: string) => Buffer.from(sealed.slice(3), 'base64url');
const sealedOf = (bytes: Uint8Array) => `k1.${Buffer.from(bytes).toString('base64url')}`;

describe('the keyring', () => {
  test('A sealed value can be opened in its context', () => {
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

  test('A sealed value cannot be opened in another context, for another purpose or with another key', () => {
    const sealed = keyring.seal('webhook-secret', 'whk_1', 'text');
    expect(() => keyring.open('webhook-secret', 'whk_2', sealed)).toThrow();
    expect(() => keyring.open('webhook-secret', '', sealed)).toThrow();
    for (const purpose of PURPOSES.filter((one) => one !== 'webhook-secret')) {
      expect(() => keyring.open(purpose, 'whk_1', sealed)).toThrow();
    }
    expect(() => new Keyring(randomBytes(32)).open('webhook-secret', 'whk_1', sealed)).toThrow();
  });

  test('Another keyring with the same master key opens a sealed value', () => {
    const master = randomBytes(32);
    const sealed = new Keyring(master).seal('code', 'context', 'text');
    expect(new Keyring(master).open('code', 'context', sealed).reveal()).toBe('text');
  });

  test('A sealed value with a changed bit cannot be opened', () => {
    const bytes = bytesOf(keyring.seal('idempotency', 'context', 'text'));
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => keyring.open('idempotency', 'context', sealedOf(changed))).toThrow();
    }
  });

  test('A truncated sealed value cannot be opened, also if only the tag is shorter', () => {
    for (const text of ['', 'text']) {
      const bytes = bytesOf(keyring.seal('idempotency', 'context', text));
      for (let length = 0; length < bytes.length; length++) {
        expect(() => keyring.open('idempotency', 'context', sealedOf(bytes.subarray(0, length)))).toThrow();
      }
    }
  });

  test.each(['', 'k1.', 'k2.AAAA', 'plain text'])('%j is not a sealed value', (text) => {
    expect(() => keyring.open('code', 'context', text)).toThrow();
  });

  test('The same text is sealed differently each time, and is never visible', () => {
    const sealed = Array.from({ length: 100 }, () => keyring.seal('code', 'context', 'the same text'));
    expect(new Set(sealed).size).toBe(100);
    expect(sealed.some((one) => bytesOf(one).includes('same'))).toBe(false);
  });

  test('An HMAC is the same for the same text, and depends on purpose and context', () => {
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
