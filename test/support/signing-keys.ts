import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { KeyStore } from '#local/emulators/keys/key-store.ts';
import { SigningKeyStore } from '#local/emulators/keys/signing-key-store.ts';
import { openDatabase } from '#local/state/database.ts';
import { kmsSigningKeyTags } from '#shared/contract/kms-signing-key.ts';
import type { Table } from '#shared/data/table-client.ts';
import { MAX_TOKEN_SECONDS } from '#shared/domain/issuer/token-lifetime.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import type { KmsSigningKeys } from '#shared/runtime/kms-signing-keys.ts';
import type { SigningKeyService } from '#shared/runtime/signing-key-service.ts';
import { SigningKeys } from '#shared/runtime/signing-keys.ts';

const KEY_ARN = 'arn:aws:kms:eu-central-1:000000000000:key/application';

/** The key service of the local profile, for pairs of keys. It counts its calls, and fails on demand. */
export class MemorySigningKeyService implements SigningKeyService {
  readonly #store = new KeyStore({ dir: '', ephemeral: true });
  readonly #signing = new SigningKeyStore(openDatabase({ dir: '', ephemeral: true }), this.#store);
  generated = 0;
  unwrapped = 0;
  failure: Error | undefined;

  async generateWrapped(context: Record<string, string>) {
    this.generated += 1;
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    });
    const wrapped = this.#store.encrypt(KEY_ARN, privateKey, context).toString('base64');
    return { wrapped, publicKey: publicKey.toString('base64') };
  }

  /** Keys in KMS, those of them that are to be deleted, and how often they signed. */
  readonly created: string[] = [];
  readonly deleted: string[] = [];
  signed = 0;
  readonly kms: KmsSigningKeys = {
    create: async (stage) => {
      const kmsKey = this.#signing.create(kmsSigningKeyTags(stage));
      this.created.push(kmsKey);
      return kmsKey;
    },
    publicKeyOf: async (kmsKey) => {
      if (this.failure !== undefined) throw this.failure;
      return this.#signing.publicKeyOf(kmsKey).toString('base64');
    },
    sign: async (kmsKey, digest) => {
      if (this.failure !== undefined) throw this.failure;
      this.signed += 1;
      return this.#signing.sign(kmsKey, Buffer.from(digest));
    },
    scheduleDeletion: async (kmsKey) => {
      this.#signing.scheduleDeletion(kmsKey, Date.now());
      this.deleted.push(kmsKey);
    },
  };

  async unwrap(wrapped: string, context: Record<string, string>) {
    this.unwrapped += 1;
    if (this.failure !== undefined) throw this.failure;
    return this.#store.decrypt(Buffer.from(wrapped, 'base64'), context).plaintext;
  }
}

/** The signing keys of a stage of its own, with a key service in memory. */
export function memorySigningKeys(table: Table, now: () => number): SigningKeys {
  const stage = `test-${randomUUID()}`;
  const keyService = new MemorySigningKeyService();
  return new SigningKeys({ table: () => table, keyService, stage: () => stage, now });
}

/** A token of an agent that is valid for an hour from `now`, in epoch milliseconds. */
export async function signedBy(keys: SigningKeys, now: number): Promise<string> {
  const iat = Math.floor(now / SECOND);
  const payload = JSON.stringify({ sub: 'agent:agt_1', iat, exp: iat + MAX_TOKEN_SECONDS });
  return (await keys.sign({ payload, type: 'JWT' })).jws;
}

/** Verifies a token as a service does that reads the key set at `now`, and returns its subject. */
export async function verifiedBy(keys: SigningKeys, token: string, now: number): Promise<unknown> {
  const keySet = createLocalJWKSet({ keys: [...(await keys.publicKeys())] });
  return (await jwtVerify(token, keySet, { currentDate: new Date(now) })).payload.sub;
}
