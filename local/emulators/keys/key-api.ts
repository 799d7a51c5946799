import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { keyAccess, keyCreationAccess, signingKeyAccess } from '../../access/service-accesses.ts';
import type { Access } from '../../access/statements.ts';
import type { Assembly } from '../../assembly/assembly.ts';
import { arn } from '../../assembly/aws-identifiers.ts';
import { ServiceError } from '../../http/service-error.ts';
import { type EncryptionContext, type KeyStore, keyArnIn } from './key-store.ts';
import { SIGNING_KEY_OPERATIONS, type SigningKeyInput, tagsOf } from './signing-key-api.ts';
import { newKeyArn, type SigningKeyStore } from './signing-key-store.ts';

interface Input extends SigningKeyInput {
  readonly KeyPairSpec?: string;
  readonly NumberOfBytes?: number;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: EncryptionContext;
}

/** The keys that exist: ARNs by key id, ARN and alias. */
export type KnownKeys = ReadonlyMap<string, string>;

/** The keys of the templates, and those that functions have created. */
export interface Keys {
  readonly store: KeyStore;
  readonly known: KnownKeys;
  readonly signing: SigningKeyStore;
}

type Operation = (input: Input, keys: Keys) => unknown;

const SPEC_BYTES: Readonly<Record<string, number>> = { AES_256: 32, AES_128: 16 };
const MAX_PLAINTEXT_BYTES = 4096;

/** The KMS operations that functions use, by name. The protocol is AWS JSON 1.1. */
export const KEY_OPERATIONS: Readonly<Record<string, Operation>> = {
  GenerateDataKey: dataKey,
  GenerateDataKeyWithoutPlaintext: (input, keys) => {
    const { Plaintext: _, ...sealed } = dataKey(input, keys);
    return sealed;
  },
  GenerateDataKeyPairWithoutPlaintext: (input, { store, known }) => {
    const keyArn = keyOf(input, known);
    if (input.KeyPairSpec !== 'RSA_2048') throw new ServiceError('ValidationException', 'The KeyPairSpec is RSA_2048.');
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    });
    return {
      PrivateKeyCiphertextBlob: store.encrypt(keyArn, privateKey, input.EncryptionContext ?? {}).toString('base64'),
      PublicKey: publicKey.toString('base64'),
      KeyId: keyArn,
      KeyPairSpec: input.KeyPairSpec,
    };
  },
  Encrypt: (input, { store, known }) => {
    const keyArn = keyOf(input, known);
    const plaintext = bytes('Plaintext', input.Plaintext);
    if (plaintext.length > MAX_PLAINTEXT_BYTES) throw new ServiceError('ValidationException', 'Plaintext is too long.');
    return {
      CiphertextBlob: store.encrypt(keyArn, plaintext, input.EncryptionContext ?? {}).toString('base64'),
      KeyId: keyArn,
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    };
  },
  Decrypt: (input, { store, known }) => {
    const blob = bytes('CiphertextBlob', input.CiphertextBlob);
    const { plaintext, keyArn } = store.decrypt(blob, input.EncryptionContext ?? {});
    if (input.KeyId !== undefined && keyOf(input, known) !== keyArn) {
      throw new ServiceError('IncorrectKeyException', 'The ciphertext was encrypted under another key.');
    }
    return { Plaintext: plaintext.toString('base64'), KeyId: keyArn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
  },
  ...SIGNING_KEY_OPERATIONS,
};

/** The keys and aliases of the templates. */
export function knownKeys(assembly: Assembly): KnownKeys {
  const keys = new Map<string, string>();
  for (const resource of assembly.resources('AWS::KMS::Key')) {
    const keyArn = resource.attribute('Arn');
    keys.set(resource.ref, keyArn).set(keyArn, keyArn);
  }
  for (const { name, properties } of assembly.resources('AWS::KMS::Alias')) {
    const keyArn = keys.get(String(properties.TargetKeyId));
    if (keyArn !== undefined) keys.set(name, keyArn).set(arn('kms', name), keyArn);
  }
  return keys;
}

/** What a request needs the permission for. */
export function keyAccesses(operation: string, input: Input, { known, signing }: Keys): readonly Access[] {
  if (operation === 'CreateKey') return keyCreationAccess(newKeyArn(), tagsOf(input));
  const tags = signing.tagsOf(input.KeyId ?? '');
  if (tags !== undefined) return signingKeyAccess(operation, input.KeyId ?? '', tags, input);
  return keyAccess(operation, keyMeant(input, known), input.EncryptionContext);
}

/** The key that a request is about: the one it names, or the one its ciphertext was made under. */
function keyMeant({ KeyId, CiphertextBlob }: Input, keys: KnownKeys): string {
  if (KeyId !== undefined) return keys.get(KeyId) ?? KeyId;
  return CiphertextBlob === undefined ? '' : keyArnIn(Buffer.from(CiphertextBlob, 'base64'));
}

function dataKey(input: Input, { store, known }: Keys) {
  const keyArn = keyOf(input, known);
  const size = input.NumberOfBytes ?? SPEC_BYTES[input.KeySpec ?? ''];
  if (size === undefined || size < 1 || size > 1024) throw new ServiceError('ValidationException', 'Name a KeySpec.');
  const plaintext = randomBytes(size);
  return {
    CiphertextBlob: store.encrypt(keyArn, plaintext, input.EncryptionContext ?? {}).toString('base64'),
    Plaintext: plaintext.toString('base64'),
    KeyId: keyArn,
  };
}

function keyOf({ KeyId = '' }: Input, keys: KnownKeys): string {
  const keyArn = keys.get(KeyId);
  if (keyArn === undefined) throw new ServiceError('NotFoundException', `Key '${KeyId}' does not exist.`);
  return keyArn;
}

function bytes(name: string, base64: string | undefined): Buffer {
  if (base64 === undefined || base64 === '') throw new ServiceError('ValidationException', `${name} is required.`);
  return Buffer.from(base64, 'base64');
}
