import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findSigningKeys, signingKeyVersion } from '#shared/data/entities/issuer/signing-key.ts';
import { PUBLISHED_AHEAD_MS, publishedUntil, stateOf } from '#shared/domain/issuer/signing-key-states.ts';
import { MAX_TOKEN_SECONDS } from '#shared/domain/issuer/token-lifetime.ts';
import { HOUR, MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { createNextSigningKey, replaceSigningKeys } from '#shared/runtime/create-signing-key.ts';
import { KEEP_MS, SigningKeys } from '#shared/runtime/signing-keys.ts';
import { useEngine } from '../support/engine.ts';
import { MemorySigningKeyService, signedBy, verifiedBy } from '../support/signing-keys.ts';
import { headerOf } from '../support/token-claims.ts';

const engine = useEngine();
const START = Date.UTC(2026, 10, 28);

let stage: string;
let now: number;
let keyService: MemorySigningKeyService;

beforeEach(() => {
  stage = `test-${randomUUID()}`;
  now = START;
  keyService = new MemorySigningKeyService();
});

/** A function that has just started. */
const startFunction = () =>
  new SigningKeys({ table: () => engine.table, keyService, stage: () => stage, now: () => now });

const storedKeys = () => findSigningKeys(engine.table, stage);
const creation = () => ({ table: engine.table, keyService, stage });

const tokenOf = (keys: SigningKeys) => signedBy(keys, now);
const verify = (keys: SigningKeys, token: string) => verifiedBy(keys, token, now);

test('Two functions that need the first key at once agree on one, and each verifies what the other signs', async () => {
  const functions = Array.from({ length: 8 }, startFunction);
  const tokens = await Promise.all(functions.map(tokenOf));
  expect(new Set(tokens).size).toBe(1);
  expect(await storedKeys()).toHaveLength(1);
  const [token = ''] = tokens;
  for (const one of functions) expect(await verify(one, token)).toBe('agent:agt_1');
});

test('A function unwraps a key once in five minutes, and again after an outage of the key service', async () => {
  const keys = startFunction();
  keyService.failure = new Error('gone');
  await expect(tokenOf(keys)).rejects.toThrow('gone');
  keyService.failure = undefined;
  await Promise.all([tokenOf(keys), tokenOf(keys), tokenOf(keys)]);
  expect(keyService.unwrapped).toBe(2);
  now += KEEP_MS;
  await tokenOf(keys);
  expect(keyService.unwrapped).toBe(3);
});

test('The same payload and key give the same signature', async () => {
  const [one, other] = [startFunction(), startFunction()];
  const first = await one.sign({ payload: '{"a":1}', type: 'JWT' });
  expect(await other.sign({ payload: '{"a":1}', type: 'JWT', kid: first.kid })).toEqual(first);
});

test('A private half cannot be unwrapped as that of another stage', async () => {
  await tokenOf(startFunction());
  const [row] = await storedKeys();
  await expect(keyService.unwrap(row?.wrapped ?? '', { service: 'aid-issuer', stage: 'other' })).rejects.toThrow();
  await expect(keyService.unwrap(row?.wrapped ?? '', { service: 'aid', stage })).rejects.toThrow();
});

test('Through a rotation every token verifies until it expires, without a gap, and with at most two keys', async () => {
  const [one, other] = [startFunction(), startFunction()];
  await tokenOf(one);
  await createNextSigningKey(creation(), await storedKeys(), now);
  const rotatedAt = now;
  const issued: { readonly token: string; readonly at: number }[] = [];
  const kids = new Set<unknown>();
  for (; now < rotatedAt + PUBLISHED_AHEAD_MS + 3 * HOUR; now += 20 * MINUTE) {
    const token = await tokenOf(now % (40 * MINUTE) === 0 ? one : other);
    issued.push({ token, at: now });
    kids.add(headerOf(token).kid);
    for (const { token: earlier, at } of issued) {
      if (at + MAX_TOKEN_SECONDS * SECOND > now) expect(await verify(other, earlier)).toBe('agent:agt_1');
    }
    expect((await one.publicKeys()).length).toBeLessThanOrEqual(2);
  }
  expect(kids.size).toBe(2);
  // The old key is gone from the key set once its last token has expired.
  expect(await one.publicKeys()).toHaveLength(1);
});

test('A key signs a day after it was published, and not before', async () => {
  const keys = startFunction();
  const { kid: old } = headerOf(await tokenOf(keys));
  await createNextSigningKey(creation(), await storedKeys(), now);
  now += PUBLISHED_AHEAD_MS - SECOND;
  const published = (await keys.publicKeys()).map(({ kid }) => kid);
  expect(published).toHaveLength(2);
  expect(headerOf(await tokenOf(keys)).kid).toBe(old);
  now += SECOND;
  const { kid: fresh } = headerOf(await tokenOf(keys));
  expect(fresh).not.toBe(old);
  expect(published).toContain(fresh);
});

test('Of two writers that create the next key at once, one does', async () => {
  await tokenOf(startFunction());
  const keys = await storedKeys();
  const created = await Promise.all([1, 2, 3].map(() => createNextSigningKey(creation(), keys, now)));
  expect(created.filter((one) => one !== undefined)).toHaveLength(1);
  expect((await storedKeys()).map(signingKeyVersion)).toEqual([1, 2]);
});

test('A withdrawn key verifies nothing more, and the new one signs at once', async () => {
  const keys = startFunction();
  const token = await tokenOf(keys);
  await createNextSigningKey(creation(), await storedKeys(), now);
  await replaceSigningKeys(creation(), await storedKeys(), now);
  // A function that knows the keys of before learns of it within five minutes.
  now += 5 * MINUTE;
  expect(await keys.publicKeys()).toHaveLength(1);
  await expect(verify(keys, token)).rejects.toThrow();
  expect(await verify(keys, await tokenOf(keys))).toBe('agent:agt_1');
  const stored = await storedKeys();
  expect(stored.map((_, index) => stateOf(stored, index, now))).toEqual(['retired', 'retired', 'signs']);
  expect(publishedUntil(stored, 0)).toBe(START);
});

test('A function that cannot read the keys again signs nothing', async () => {
  let isGone = false;
  const table = () => {
    if (isGone) throw new Error('no table');
    return engine.table;
  };
  const keys = new SigningKeys({ table, keyService, stage: () => stage, now: () => now });
  await tokenOf(keys);
  isGone = true;
  await tokenOf(keys);
  now += 5 * MINUTE;
  await expect(tokenOf(keys)).rejects.toThrow('no table');
});
