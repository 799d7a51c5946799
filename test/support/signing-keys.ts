import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { KeyStore } from '#local/emulators/keys/key-store.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { SigningKeyService } from '#shared/runtime/signing-key-service.ts';
import { SigningKeys } from '#shared/runtime/signing-keys.ts';

const KEY_ARN = 'arn:aws:kms:eu-central-1:000000000000:key/application';

/** The key service of the local profile, for pairs of keys. It counts its calls, and fails on demand. */
export class MemorySigningKeyService implements SigningKeyService {
  readonly #store = new KeyStore({ dir: '', ephemeral: true });
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
