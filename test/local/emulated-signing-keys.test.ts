import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEY_OPERATIONS, keyAccesses } from '#local/emulators/keys/key-api.ts';
import { KeyStore } from '#local/emulators/keys/key-store.ts';
import { SigningKeyStore } from '#local/emulators/keys/signing-key-store.ts';
import { openDatabase } from '#local/state/database.ts';

/** The emulated KMS as what signs. */
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
  return () => rmSync(dir, { recursive: true, force: true });
});

let close = () => {};
afterEach(() => {
  close();
  close = () => {};
});

/** The keys of a stack that starts with this folder. */
function start() {
  close();
  const database = openDatabase({ dir, ephemeral: false });
  close = () => database.close();
  const store = new KeyStore({ dir, ephemeral: false });
  return { store, known: new Map<string, string>(), signing: new SigningKeyStore(database, store) };
}

type Started = ReturnType<typeof start>;
const call = (keys: Started, name: string, input: object) =>
  KEY_OPERATIONS[name]?.(input, keys) as Record<string, never>;

const SIGN_VERIFY = { KeySpec: 'RSA_2048', KeyUsage: 'SIGN_VERIFY', Tags: [{ TagKey: 'aid:stage', TagValue: 'dev' }] };
const create = (keys: Started): string => {
  const made = KEY_OPERATIONS.CreateKey?.(SIGN_VERIFY, keys) as { KeyMetadata: { Arn: string } } | undefined;
  return made?.KeyMetadata.Arn ?? '';
};
const TEXT = Buffer.from('header.payload');
const DIGEST = {
  Message: createHash('sha256').update(TEXT).digest('base64'),
  MessageType: 'DIGEST',
  SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256',
};

test('A key signs what its public half verifies, to the same bytes, also after a restart', () => {
  const keys = start();
  const KeyId = create(keys);
  const { PublicKey = '' } = call(keys, 'GetPublicKey', { KeyId });
  const { Signature = '' } = call(keys, 'Sign', { KeyId, ...DIGEST });
  const publicKey = createPublicKey({ key: Buffer.from(PublicKey, 'base64'), format: 'der', type: 'spki' });
  expect(verify('sha256', TEXT, publicKey, Buffer.from(Signature, 'base64'))).toBe(true);
  expect(call(start(), 'Sign', { KeyId, ...DIGEST })).toMatchObject({ Signature });
});

test('A key that is to be deleted signs nothing, and an unknown one and other requests are refused by name', () => {
  const keys = start();
  const KeyId = create(keys);
  const refusal = (name: string, input: object) => {
    try {
      return call(keys, name, input);
    } catch (error) {
      return (error as { type?: string; name: string }).type ?? (error as Error).message;
    }
  };
  expect(refusal('Sign', { KeyId: 'unknown', ...DIGEST })).toBe('NotFoundException');
  expect(refusal('Sign', { KeyId, ...DIGEST, Message: 'dGV4dA==' })).toBe('ValidationException');
  expect(refusal('Sign', { KeyId, ...DIGEST, MessageType: 'RAW' })).toBe('ValidationException');
  expect(refusal('CreateKey', { KeySpec: 'RSA_4096' })).toBe('ValidationException');
  expect(call(keys, 'ScheduleKeyDeletion', { KeyId, PendingWindowInDays: 30 })).toMatchObject({
    KeyState: 'PendingDeletion',
  });
  expect(refusal('Sign', { KeyId, ...DIGEST })).toBe('KMSInvalidStateException');
  expect(refusal('ScheduleKeyDeletion', { KeyId })).toBe('KMSInvalidStateException');
});

test('A request about a key has its tags and properties as condition keys', () => {
  const keys = start();
  const KeyId = create(keys);
  expect(keyAccesses('Sign', { KeyId, ...DIGEST }, keys)).toEqual([
    {
      action: 'kms:Sign',
      resource: KeyId,
      context: {
        'kms:KeySpec': ['RSA_2048'],
        'kms:KeyUsage': ['SIGN_VERIFY'],
        'aws:ResourceTag/aid:stage': ['dev'],
        'kms:SigningAlgorithm': ['RSASSA_PKCS1_V1_5_SHA_256'],
        'kms:MessageType': ['DIGEST'],
      },
    },
  ]);
  expect(keyAccesses('CreateKey', SIGN_VERIFY, keys).map(({ action }) => action)).toEqual([
    'kms:CreateKey',
    'kms:TagResource',
  ]);
});
