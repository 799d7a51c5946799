import { generateKeyPairSync } from 'node:crypto';
import {
  CreateKeyCommand,
  GenerateDataKeyPairWithoutPlaintextCommand,
  GetPublicKeyCommand,
  KMSClient,
  KMSInvalidStateException,
  ScheduleKeyDeletionCommand,
} from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepSigningKeys } from '#functions/workers/sweep/keep-signing-keys.ts';
import { deleteSigningKey } from '#shared/data/direct-writes/signing-key.ts';
import { findSigningKeys } from '#shared/data/entities/issuer/signing-key.ts';
import { PUBLISHED_AHEAD_MS, ROTATION_MS } from '#shared/domain/issuer/signing-key-states.ts';
import { DAY, HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';

/** The sweep of a stage with `AID_SIGNING_KEYS`, with a key service that is replaced. */
const engine = useEngine();
const kms = mockClient(KMSClient);
const STAGE = 'kept-in-kms';
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PublicKey = publicKey.export({ type: 'spki', format: 'der' });
let created = 0;
let now = Date.UTC(2026, 10, 28);

beforeEach(async () => {
  vi.stubEnv('STAGE', STAGE);
  vi.stubEnv('KEY_ID', 'arn:key');
  kms.reset();
  created = 0;
  kms.on(CreateKeyCommand).callsFake(() => {
    created += 1;
    return { KeyMetadata: { KeyId: `${created}`, Arn: `arn:created:${created}` } };
  });
  kms.on(GetPublicKeyCommand).resolves({ PublicKey });
  kms
    .on(GenerateDataKeyPairWithoutPlaintextCommand)
    .resolves({ PrivateKeyCiphertextBlob: Buffer.from('w'), PublicKey });
  kms.on(ScheduleKeyDeletionCommand).resolves({});
  for (const key of await findSigningKeys(engine.table, STAGE)) await deleteSigningKey(engine.table, key);
  return () => vi.unstubAllEnvs();
});

/** A sweep after this time. Its looks are an hour apart. */
async function sweepAfter(ms: number, custody: 'kms' | 'table-after-kms' | undefined): Promise<void> {
  now += ms;
  vi.stubEnv('SIGNING_KEYS', custody);
  await keepSigningKeys(now);
}

const stored = async () =>
  (await findSigningKeys(engine.table, STAGE)).map(({ sk, kmsKey }) => [sk, kmsKey ?? 'table']);
const deletions = () => kms.commandCalls(ScheduleKeyDeletionCommand).map(({ args }) => args[0].input);

test('The sweep creates the first key in KMS with the tags of the stage, the next after 90 days, and has the one before deleted', async () => {
  await sweepAfter(HOUR, 'kms');
  expect(await stored()).toEqual([['1', 'arn:created:1']]);
  const [request] = kms.commandCalls(CreateKeyCommand);
  expect(request?.args[0].input).toMatchObject({
    KeySpec: 'RSA_2048',
    KeyUsage: 'SIGN_VERIFY',
    Tags: [
      { TagKey: 'aid:stage', TagValue: STAGE },
      { TagKey: 'aid:use', TagValue: 'token-signing' },
    ],
  });
  await sweepAfter(HOUR, 'kms');
  await sweepAfter(ROTATION_MS, 'kms');
  expect(await stored()).toEqual([
    ['1', 'arn:created:1'],
    ['2', 'arn:created:2'],
  ]);
  await sweepAfter(2 * HOUR, 'kms');
  expect(deletions()).toEqual([]);
  await sweepAfter(PUBLISHED_AHEAD_MS + DAY, 'kms');
  expect(deletions()).toEqual([{ KeyId: 'arn:created:1', PendingWindowInDays: 30 }]);
  expect(await stored()).toEqual([['2', 'arn:created:2']]);
});

test('A new setting moves the keys by a rotation, which waits for one that is under way', async () => {
  await sweepAfter(HOUR, 'kms');
  await sweepAfter(HOUR, 'table-after-kms');
  await sweepAfter(HOUR, 'kms');
  const moving = [
    ['1', 'arn:created:1'],
    ['2', 'table'],
  ];
  expect(await stored()).toEqual(moving);
  const [, next] = await findSigningKeys(engine.table, STAGE);
  expect(next?.signsFrom).toBe(now - HOUR + PUBLISHED_AHEAD_MS);
  await sweepAfter(PUBLISHED_AHEAD_MS + 2 * HOUR, 'kms');
  expect(await stored()).toEqual([...moving, ['3', 'arn:created:2']]);
});

test('Without the rights to KMS the next key signs at once, and the row of the old one stays and names it', async () => {
  await sweepAfter(HOUR, 'kms');
  await sweepAfter(HOUR, undefined);
  const [, next] = await findSigningKeys(engine.table, STAGE);
  expect(next).toMatchObject({ signsFrom: now, wrapped: expect.any(String) });
  await sweepAfter(3 * DAY, undefined);
  expect(deletions()).toEqual([]);
  expect(await stored()).toEqual([
    ['1', 'arn:created:1'],
    ['2', 'table'],
  ]);
  // The setting of the way back removes it.
  await sweepAfter(HOUR, 'table-after-kms');
  expect(deletions()).toHaveLength(1);
  expect(await stored()).toEqual([['2', 'table']]);
});

test('A key that an operator has deleted before only loses its row', async () => {
  await sweepAfter(HOUR, 'kms');
  await sweepAfter(HOUR, 'table-after-kms');
  const pending = new KMSInvalidStateException({ message: 'pending deletion', $metadata: {} });
  kms.on(ScheduleKeyDeletionCommand).rejects(pending);
  await sweepAfter(3 * DAY, 'table-after-kms');
  expect(await stored()).toEqual([['2', 'table']]);
});
