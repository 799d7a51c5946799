import { constants, createPrivateKey, generateKeyPairSync, privateEncrypt, randomUUID } from 'node:crypto';
import { arn } from '../../assembly/aws-identifiers.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { Database } from '../../state/database.ts';
import type { KeyStore } from './key-store.ts';

/** The beginning of a DigestInfo with SHA-256. Source: RFC 8017, section 9.2, note 1. */
const SHA_256 = Buffer.from('3031300d060960864801650304020105000420', 'hex');
const DIGEST_BYTES = 32;

interface Row {
  readonly private_key: Uint8Array;
  readonly public_key: Uint8Array;
  readonly tags: string;
  readonly deleted_at: number | null;
}

/** The ARN of a key that is being created. */
export function newKeyArn(): string {
  return arn('kms', `key/${randomUUID()}`);
}

/**
 * RSA keys that functions create and that sign. Each private half is sealed under the master key of the key store, and
 * stays here, as in KMS. A key that is to be deleted signs nothing from then on; it is kept, so that it can be seen.
 *
 * Source: KMS API reference, CreateKey, Sign, ScheduleKeyDeletion.
 */
export class SigningKeyStore {
  readonly #store: KeyStore;
  readonly #statements;

  constructor(database: Database, store: KeyStore) {
    this.#store = store;
    this.#statements = {
      insert: database.prepare('INSERT INTO signing_keys (arn, private_key, public_key, tags) VALUES (?, ?, ?, ?)'),
      find: database.prepare('SELECT private_key, public_key, tags, deleted_at FROM signing_keys WHERE arn = ?'),
      remove: database.prepare('UPDATE signing_keys SET deleted_at = ? WHERE arn = ?'),
    };
  }

  create(tags: Readonly<Record<string, string>>): string {
    const keyArn = newKeyArn();
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    });
    this.#statements.insert.run(keyArn, this.#store.encrypt(keyArn, privateKey, {}), publicKey, JSON.stringify(tags));
    return keyArn;
  }

  /** The tags of a key, which conditions of policies may name; `undefined` if no function has created it. */
  tagsOf(keyArn: string): Readonly<Record<string, string>> | undefined {
    const row = this.#statements.find.get(keyArn) as Row | undefined;
    return row && JSON.parse(row.tags);
  }

  publicKeyOf(keyArn: string): Buffer {
    return Buffer.from(this.#usable(keyArn).public_key);
  }

  /** Signs a SHA-256 digest by RSASSA-PKCS1-v1_5. */
  sign(keyArn: string, digest: Buffer): Buffer {
    if (digest.length !== DIGEST_BYTES) throw new ServiceError('ValidationException', 'The digest has 32 bytes.');
    const { plaintext } = this.#store.decrypt(Buffer.from(this.#usable(keyArn).private_key), {});
    const key = createPrivateKey({ key: plaintext, format: 'der', type: 'pkcs8' });
    return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([SHA_256, digest]));
  }

  /** Returns when the key will be deleted, in epoch seconds. */
  scheduleDeletion(keyArn: string, at: number): void {
    this.#usable(keyArn);
    this.#statements.remove.run(at, keyArn);
  }

  #usable(keyArn: string): Row {
    const row = this.#statements.find.get(keyArn) as Row | undefined;
    if (row === undefined) throw new ServiceError('NotFoundException', `Key '${keyArn}' does not exist.`);
    if (row.deleted_at !== null) throw new ServiceError('KMSInvalidStateException', `${keyArn} is pending deletion.`);
    return row;
  }
}
