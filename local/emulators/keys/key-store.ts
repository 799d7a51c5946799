import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../../http/service-error.ts';
import type { Workspace } from '../../state/workspace.ts';

export type EncryptionContext = Readonly<Record<string, string>>;

const MASTER_KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;

/**
 * Encrypts under the keys of the stack. One random master key stands in for all of them; the key's ARN and the
 * encryption context are authenticated with the text, so a blob decrypts under the right key and context only, as in
 * KMS.
 *
 * Source: KMS developer guide, Encryption context.
 */
export class KeyStore {
  readonly #master: Buffer;

  constructor(workspace: Pick<Workspace, 'dir' | 'ephemeral'>) {
    this.#master = workspace.ephemeral ? randomBytes(MASTER_KEY_BYTES) : masterKeyIn(workspace.dir);
  }

  encrypt(keyArn: string, plaintext: Uint8Array, context: EncryptionContext): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#master, iv).setAAD(bound(keyArn, context));
    const text = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    const arn = Buffer.from(keyArn);
    return Buffer.concat([Buffer.from([FORMAT, arn.length]), arn, iv, cipher.getAuthTag(), text]);
  }

  /** Returns the text and the ARN of the key that it was encrypted under. */
  decrypt(blob: Buffer, context: EncryptionContext): { plaintext: Buffer; keyArn: string } {
    try {
      if (blob[0] !== FORMAT) throw new Error('another format');
      const keyArn = keyArnIn(blob);
      const start = 2 + Buffer.byteLength(keyArn);
      const iv = blob.subarray(start, start + IV_BYTES);
      const tag = blob.subarray(start + IV_BYTES, start + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', this.#master, iv).setAAD(bound(keyArn, context)).setAuthTag(tag);
      const text = blob.subarray(start + IV_BYTES + TAG_BYTES);
      return { plaintext: Buffer.concat([decipher.update(text), decipher.final()]), keyArn };
    } catch {
      throw new ServiceError('InvalidCiphertextException', 'The ciphertext or its encryption context is not valid.');
    }
  }
}

/** The key that a ciphertext names. Only decryption authenticates it. */
export function keyArnIn(blob: Buffer): string {
  return blob.subarray(2, 2 + (blob[1] ?? 0)).toString();
}

function bound(keyArn: string, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify([keyArn, pairs]));
}

/**
 * Writes to a temporary file and renames it, so that a half-written key can never replace the one that decrypts old
 * secrets.
 */
function masterKeyIn(dir: string): Buffer {
  const path = join(dir, 'master.key');
  if (!existsSync(path)) {
    const fresh = `${path}.new`;
    writeFileSync(fresh, randomBytes(MASTER_KEY_BYTES).toString('base64'), { mode: 0o600, flush: true });
    renameSync(fresh, path);
  }
  chmodSync(path, 0o600);
  return Buffer.from(readFileSync(path, 'utf8'), 'base64');
}
