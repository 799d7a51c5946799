import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { SigningKeyCustody } from '#shared/contract/kms-signing-key.ts';
import { deleteSigningKey, insertSigningKey } from '#shared/data/direct-writes/signing-key.ts';
import { findSigningKeys } from '#shared/data/entities/issuer/signing-key.ts';
import { PUBLISHED_AHEAD_MS } from '#shared/domain/issuer/signing-key-states.ts';
import { MAX_TOKEN_SECONDS } from '#shared/domain/issuer/token-lifetime.ts';
import { HOUR, MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { createFirstSigningKey, createNextSigningKey } from '#shared/runtime/create-signing-key.ts';
import { KEEP_MS, SigningKeys } from '#shared/runtime/signing-keys.ts';
import { useEngine } from '../support/engine.ts';
import { MemorySigningKeyService, signedBy, verifiedBy } from '../support/signing-keys.ts';
import { headerOf } from '../support/token-claims.ts';

/** Signing keys in KMS, and the moves between it and the table. */
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

const startFunction = (custody?: SigningKeyCustody) =>
  new SigningKeys({
    table: () => engine.table,
    keyService,
    stage: () => stage,
    now: () => now,
    custody: () => custody,
  });
const storedKeys = () => findSigningKeys(engine.table, stage);
const creation = (custody: SigningKeyCustody) => ({ table: engine.table, keyService, stage, custody });

const tokenOf = (keys: SigningKeys) => signedBy(keys, now);
const verify = (keys: SigningKeys, token: string) => verifiedBy(keys, token, now);

test('KMS signs each token, to the same bytes for the same payload, and the row has no private half', async () => {
  await createFirstSigningKey(creation('kms'), now);
  const keys = startFunction('kms');
  const token = await tokenOf(keys);
  expect(await tokenOf(startFunction('kms'))).toBe(token);
  expect(await verify(keys, token)).toBe('agent:agt_1');
  expect([keyService.signed, keyService.unwrapped, keyService.generated]).toEqual([2, 0, 0]);
  const [row] = await storedKeys();
  expect(row).toMatchObject({ kmsKey: keyService.created[0] });
  expect(row).not.toHaveProperty('wrapped');
});

test('What is signed again within five minutes is one call of KMS, and a failed one is made again', async () => {
  await createFirstSigningKey(creation('kms'), now);
  const keys = startFunction('kms');
  const sign = (payload: string) => keys.sign({ payload, type: 'JWT' });
  keyService.failure = new Error('gone');
  await expect(sign('{"a":1}')).rejects.toThrow('gone');
  keyService.failure = undefined;
  const [one, other] = await Promise.all([sign('{"a":1}'), sign('{"a":1}')]);
  expect(other).toEqual(one);
  expect(keyService.signed).toBe(1);
  await sign('{"a":2}');
  now += KEEP_MS;
  expect(await sign('{"a":1}')).toEqual(one);
  expect(keyService.signed).toBe(3);
  for (let n = 0; n < 600; n += 1) await sign(`{"n":${n}}`);
  await sign('{"n":599}');
  expect(keyService.signed).toBe(603);
  await sign('{"n":1}');
  expect(keyService.signed).toBe(604);
});

test('A function that signs creates no key in KMS: it fails until the sweep has created the first one', async () => {
  await expect(tokenOf(startFunction('kms'))).rejects.toThrow('the sweep creates it in a minute');
  expect([await storedKeys(), keyService.created, keyService.generated]).toEqual([[], [], 0]);
});

test.each<[SigningKeyCustody, SigningKeyCustody]>([
  ['table', 'kms'],
  ['kms', 'table-after-kms'],
  ['kms', 'kms'],
])(
  'From %s to %s every token verifies until it expires, without a gap, and with at most two keys',
  async (from, to) => {
    await createFirstSigningKey(creation(from), now);
    await tokenOf(startFunction(from));
    await createNextSigningKey(creation(to), await storedKeys(), now);
    const [one, other] = [startFunction(to), startFunction(to)];
    const issued: { readonly token: string; readonly at: number }[] = [];
    const kids = new Set<unknown>();
    const movedAt = now;
    for (; now < movedAt + PUBLISHED_AHEAD_MS + 3 * HOUR; now += 20 * MINUTE) {
      const token = await tokenOf(now % (40 * MINUTE) === 0 ? one : other);
      issued.push({ token, at: now });
      kids.add(headerOf(token).kid);
      for (const { token: earlier, at } of issued.slice(-4)) {
        if (at + MAX_TOKEN_SECONDS * SECOND > now) expect(await verify(other, earlier)).toBe('agent:agt_1');
      }
      expect((await one.publicKeys()).length).toBeLessThanOrEqual(2);
    }
    expect(kids.size).toBe(2);
    expect(await one.publicKeys()).toHaveLength(1);
  },
);

test('Without the rights to a key in KMS the next key signs at once', async () => {
  await createFirstSigningKey(creation('kms'), now);
  const created = await createNextSigningKey(creation('table'), await storedKeys(), now);
  expect(created).toEqual({ version: 2, signsFrom: now });
  expect(await verify(startFunction(), await tokenOf(startFunction()))).toBe('agent:agt_1');
  expect(keyService.signed).toBe(0);
});

test('An attempt that failed after its key was created is continued with the same key', async () => {
  keyService.failure = new Error('gone');
  await expect(createFirstSigningKey(creation('kms'), now)).rejects.toThrow('gone');
  await expect(createFirstSigningKey(creation('kms'), now)).rejects.toThrow('gone');
  keyService.failure = undefined;
  await createFirstSigningKey(creation('kms'), now);
  expect(keyService.created).toHaveLength(1);
  expect(await storedKeys()).toMatchObject([{ kmsKey: keyService.created[0] }]);
  await createNextSigningKey(creation('kms'), await storedKeys(), now);
  expect(keyService.created).toHaveLength(2);
});

test('The key of a writer that came second is deleted, so that no key without a row is charged', async () => {
  await createFirstSigningKey(creation('kms'), now);
  const keys = await storedKeys();
  await insertSigningKey(engine.table, stage, 2, {
    wrapped: 'd3JhcHBlZA==',
    publicKey: '',
    createdAt: now,
    signsFrom: now,
  });
  expect(await createNextSigningKey(creation('kms'), keys, now)).toBeUndefined();
  expect(keyService.deleted).toEqual([keyService.created[1]]);
  for (const key of await storedKeys()) await deleteSigningKey(engine.table, key);
});
