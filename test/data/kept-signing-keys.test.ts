import { generateKeyPairSync } from 'node:crypto';
import { GenerateDataKeyPairWithoutPlaintextCommand, KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepSigningKeys } from '#functions/workers/sweep/keep-signing-keys.ts';
import { insertSigningKey } from '#shared/data/direct-writes/signing-key.ts';
import { findSigningKeys, signingKeyVersion } from '#shared/data/entities/issuer/signing-key.ts';
import { PUBLISHED_AHEAD_MS, ROTATION_MS } from '#shared/domain/issuer/signing-key-states.ts';
import { DAY, HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';

/** The sweep and the signing keys, with a key service that is replaced. */
const engine = useEngine();
const kms = mockClient(KMSClient);
const STAGE = 'kept';
const START = Date.UTC(2026, 10, 28);

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PAIR = {
  PrivateKeyCiphertextBlob: Buffer.from('wrapped'),
  PublicKey: publicKey.export({ type: 'spki', format: 'der' }),
};

beforeEach(() => {
  vi.stubEnv('STAGE', STAGE);
  vi.stubEnv('KEY_ID', 'arn:key');
  kms.reset();
  kms.on(GenerateDataKeyPairWithoutPlaintextCommand).resolves(PAIR);
});

const versions = async () => (await findSigningKeys(engine.table, STAGE)).map(signingKeyVersion);
const requests = () => kms.commandCalls(GenerateDataKeyPairWithoutPlaintextCommand).map(({ args }) => args[0].input);

test('The sweep creates no key in a stage without one, the next one after 90 days, and deletes the one before when it verifies nothing more', async () => {
  await keepSigningKeys(START - HOUR);
  expect([await versions(), requests()]).toEqual([[], []]);
  await insertSigningKey(engine.table, STAGE, 1, {
    wrapped: 'd3JhcHBlZA==',
    publicKey: '',
    createdAt: START,
    signsFrom: START,
  });
  await keepSigningKeys(START + ROTATION_MS - HOUR);
  expect(await versions()).toEqual([1]);
  await keepSigningKeys(START + ROTATION_MS);
  expect(await versions()).toEqual([1, 2]);
  expect(requests()).toEqual([
    {
      KeyId: 'arn:key',
      KeyPairSpec: 'RSA_2048',
      EncryptionContext: { service: 'aid-issuer', stage: STAGE },
    },
  ]);
  const [, next] = await findSigningKeys(engine.table, STAGE);
  expect(next).toMatchObject({ createdAt: START + ROTATION_MS, signsFrom: START + ROTATION_MS + PUBLISHED_AHEAD_MS });
  // It looks every hour.
  await keepSigningKeys(START + ROTATION_MS + 50 * MINUTE);
  const signs = START + ROTATION_MS + PUBLISHED_AHEAD_MS;
  await keepSigningKeys(signs + DAY);
  expect(await versions()).toEqual([1, 2]);
  await keepSigningKeys(signs + DAY + 2 * HOUR);
  expect(await versions()).toEqual([2]);
  expect(requests()).toHaveLength(1);
});

test('A failure of the key service leaves the key that signs, and the next sweep tries again', async () => {
  const at = START + 3 * ROTATION_MS;
  kms.on(GenerateDataKeyPairWithoutPlaintextCommand).rejectsOnce(new Error('gone')).resolves(PAIR);
  await expect(keepSigningKeys(at)).rejects.toThrow('gone');
  const before = await versions();
  await keepSigningKeys(at + MINUTE);
  expect((await versions()).length).toBe(before.length + 1);
});
