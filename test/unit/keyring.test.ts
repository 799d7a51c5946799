import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DataKey, type Purpose } from '#shared/runtime/data-key.ts';
import { type DataKeySource, Keyring } from '#shared/runtime/keyring.ts';

const PURPOSES: readonly Purpose[] = ['idempotency', 'webhook-secret', 'code', 'code-mail'];
const keyring = new Keyring(randomBytes(32));
const purposes = fc.constantFrom(...PURPOSES);
const contexts = fc.oneof(fc.string(), fc.constantFrom('', 'a', 'a\n', '\na'));

/** A keyring that knows the versions 1 to `count` of a data key. The last one is active. */
function versions(count: number): Keyring {
  const dataKeys = Array.from({ length: count }, (_, index) => new DataKey(index + 1, bytesOfVersion(index + 1)));
  return new Keyring({ dataKeys, reload: async () => {} });
}

const bytesOfVersion = (version: number) => new Uint8Array(32).fill(version);
const bytesOf = (sealed: string) => Buffer.from(sealed.split('.')[2] ?? '', 'base64url');
const sealedOf = (bytes: Uint8Array, version = 1) => `k2.${version}.${Buffer.from(bytes).toString('base64url')}`;

/** A value in the form before data keys had versions, as a stage may have stored it. */
function olderForm(
  master: Uint8Array,
  { purpose, context, text }: { purpose: Purpose; context: string; text: string },
) {
  const iv = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', master, '', `aid ${purpose}`, 32));
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `k1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

describe('the keyring', () => {
  test('Sealed bytes can be opened in their context, whatever versions were added since', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.nat(3), contexts, fc.uint8Array(), async (before, since, context, bytes) => {
        const sealed = versions(before + 1).sealBytes('tunnel-reply', context, bytes);
        const later = versions(before + since + 1);
        expect(new Uint8Array(await later.openBytes('tunnel-reply', context, sealed))).toEqual(bytes);
        await expect(later.openBytes('tunnel-reply', `${context}x`, sealed)).rejects.toThrow();
        await expect(later.openBytes('tunnel-body', context, sealed)).rejects.toThrow();
        const changed = sealed.with(-1, ((sealed.at(-1) ?? 0) + 1) % 256);
        await expect(later.openBytes('tunnel-reply', context, changed)).rejects.toThrow();
      }),
    );
    await expect(keyring.openBytes('tunnel-reply', '', new Uint8Array(3))).rejects.toThrow('not sealed bytes');
  });

  test('A sealed value can be opened in its context, whatever versions were added since', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(3),
        fc.nat(3),
        purposes,
        contexts,
        fc.string({ unit: 'grapheme' }),
        async (before, since, purpose, context, text) => {
          const sealed = versions(before + 1).seal(purpose, context, text);
          expect((await versions(before + since + 1).open(purpose, context, sealed)).reveal()).toBe(text);
          expect(
            versions(before + since + 1)
              .openNow(purpose, context, sealed)
              .reveal(),
          ).toBe(text);
        },
      ),
    );
  });

  test('A sealed value cannot be opened in another context, for another purpose or as one of another version', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(purposes, contexts, fc.integer({ min: 1, max: 4 })),
        fc.tuple(purposes, contexts, fc.integer({ min: 1, max: 4 })),
        async ([purpose, context, version], [otherPurpose, otherContext, otherVersion]) => {
          fc.pre(purpose !== otherPurpose || context !== otherContext || version !== otherVersion);
          const bytes = bytesOf(versions(version).seal(purpose, context, 'text'));
          await expect(versions(4).open(otherPurpose, otherContext, sealedOf(bytes, otherVersion))).rejects.toThrow();
        },
      ),
    );
  });

  test('A sealed value cannot be opened with another data key, or in the older form', async () => {
    const sealed = keyring.seal('webhook-secret', 'whk_1', 'text');
    await expect(new Keyring(randomBytes(32)).open('webhook-secret', 'whk_1', sealed)).rejects.toThrow();
    const older = sealed.replace('k2.1.', 'k1.');
    await expect(keyring.open('webhook-secret', 'whk_1', older)).rejects.toThrow();
  });

  test('The key of a sealed value is derived from its context, not from its purpose alone', () => {
    const dataKey = new DataKey(1, bytesOfVersion(1));
    const bytes = bytesOf(dataKey.seal('webhook-secret', 'whk_1', 'text'));
    expect(() => dataKey.open('webhook-secret', 'whk_1', { version: 1, isKeyOfContext: false, bytes })).toThrow();
    expect(dataKey.open('webhook-secret', 'whk_1', { version: 1, isKeyOfContext: true, bytes }).reveal()).toBe('text');
  });

  test('A value in the form before data keys had versions opens, bound to its purpose and context', async () => {
    const master = randomBytes(32);
    const dataKeys = [new DataKey(1, master), new DataKey(2, randomBytes(32))];
    const rotated = new Keyring({ dataKeys, reload: async () => {} });
    await fc.assert(
      fc.asyncProperty(purposes, contexts, fc.string(), async (purpose, context, text) => {
        const older = olderForm(master, { purpose, context, text });
        for (const ring of [new Keyring(master), rotated]) {
          expect((await ring.open(purpose, context, older)).reveal()).toBe(text);
          await expect(ring.open(purpose, `${context}+`, older)).rejects.toThrow();
          await expect(ring.open('network', context, older)).rejects.toThrow();
        }
      }),
    );
  });

  test('Values and HMACs that an earlier version of the service has stored stay what they were', async () => {
    const stored = new Keyring(bytesOfVersion(7));
    const older = 'k1.zIdzAeSFoniijmpdLAIE4jtF9u2Xu4YTJtnWMBUpWTApYWL9y-pFEdShCdc';
    expect((await stored.open('webhook-secret', 'whk_1', older)).reveal()).toBe('the earlier form');
    const hmac = '125d04e1833e70680da91e52a700a68c544164f29321252b88caa83c51affd0c';
    expect(stored.hmac('code', 'context', '123456')).toBe(hmac);
  });

  test('A sealed value with a changed bit cannot be opened', async () => {
    const bytes = bytesOf(keyring.seal('idempotency', 'context', 'text'));
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      await expect(keyring.open('idempotency', 'context', sealedOf(changed))).rejects.toThrow();
    }
  });

  test('A truncated sealed value cannot be opened, also if only the tag is shorter', async () => {
    for (const text of ['', 'text']) {
      const bytes = bytesOf(keyring.seal('idempotency', 'context', text));
      for (let length = 0; length < bytes.length; length++) {
        const truncated = sealedOf(bytes.subarray(0, length));
        await expect(keyring.open('idempotency', 'context', truncated)).rejects.toThrow();
      }
    }
  });

  test.each(['', 'k1.', 'k2.AAAA', 'k2.0.AAAA', 'k2.01.AAAA', 'k2..AAAA', 'k2.1.', 'k3.1.AAAA', 'plain text'])(
    '%j is not a sealed value',
    async (text) => {
      await expect(keyring.open('code', 'context', text)).rejects.toThrow('known format');
      expect(() => keyring.openNow('code', 'context', text)).toThrow('known format');
    },
  );

  test('The same text is sealed differently each time, and is never visible', () => {
    const sealed = Array.from({ length: 100 }, () => keyring.seal('code', 'context', 'the same text'));
    expect(new Set(sealed).size).toBe(100);
    expect(sealed.some((one) => bytesOf(one).includes('same'))).toBe(false);
  });

  test('A new version seals once it is active, and opens before', async () => {
    const clock = { now: 0 };
    const dataKeys = [new DataKey(1, bytesOfVersion(1)), new DataKey(2, bytesOfVersion(2), 1000)];
    const ring = new Keyring({ dataKeys, reload: async () => {} }, () => clock.now);
    const early = versions(2).seal('code', 'context', 'text');
    expect((await ring.open('code', 'context', early)).reveal()).toBe('text');
    clock.now = 999;
    expect(ring.seal('code', 'context', 'text')).toMatch(/^k2\.1\./);
    clock.now = 1000;
    expect(ring.seal('code', 'context', 'text')).toMatch(/^k2\.2\./);
  });

  test('A value of an unknown version makes the keyring load the versions again, and fails if there is no such one', async () => {
    const dataKeys = [new DataKey(1, bytesOfVersion(1))];
    const source: DataKeySource & { reloads: number } = {
      dataKeys,
      reloads: 0,
      async reload() {
        source.reloads += 1;
        if (dataKeys.length === 1) dataKeys.push(new DataKey(2, bytesOfVersion(2)));
      },
    };
    const ring = new Keyring(source);
    expect((await ring.open('code', 'context', versions(2).seal('code', 'context', 'text'))).reveal()).toBe('text');
    expect(source.reloads).toBe(1);
    const unknown = versions(3).seal('code', 'context', 'text');
    await expect(ring.open('code', 'context', unknown)).rejects.toThrow('version 3');
    expect(() => ring.openNow('code', 'context', unknown)).toThrow('version 3');
  });
});

describe('an HMAC', () => {
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

  test('An HMAC can be compared, and found by its text, whatever versions were added since', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.nat(3), fc.string(), fc.string(), async (before, since, text, other) => {
        const stored = versions(before + 1).hmac('code', 'a', text);
        const later = versions(before + since + 1);
        expect(await later.hmacLike(stored, 'code', 'a', text)).toBe(stored);
        expect(await later.hmacLike(stored, 'code', 'b', text)).not.toBe(stored);
        expect(later.hmacs('code', 'a', text)).toContain(stored);
        if (other !== text) {
          expect(await later.hmacLike(stored, 'code', 'a', other)).not.toBe(stored);
          expect(later.hmacs('code', 'a', other)).not.toContain(stored);
        }
        expect(later.hmacs('code', 'a', text)[0]).toBe(later.hmac('code', 'a', text));
      }),
    );
  });
});
