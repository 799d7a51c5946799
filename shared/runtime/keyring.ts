import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, GenerateDataKeyWithoutPlaintextCommand, KMSClient } from '@aws-sdk/client-kms';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { rowDecoder } from '../data/decode-row.ts';
import { PREFIX } from '../data/table.ts';
import { getRow, type Table } from '../data/table-client.ts';
import { Secret } from '../domain/secret.ts';
import { getTable } from './clients.ts';
import { readEnv } from './env.ts';

/**
 * Encryption at rest for what the service must be able to read again: signing secrets, stored replies, codes on
 * their way out. One data key a stage, wrapped by KMS and kept in the table; each function unwraps it once, so
 * no request pays for KMS. Every purpose has a key of its own (HKDF), every value is bound to its place (AAD).
 *
 * See: docs/decisions/0004-encryption-at-rest.md; NIST SP 800-38D (GCM), RFC 5869 (HKDF).
 */
export type Purpose =
  | 'idempotency'
  | 'idempotency-body'
  | 'submitted-mail'
  | 'webhook-secret'
  | 'code'
  | 'code-mail'
  | 'network'
  | 'provider-credentials'
  | 'provider-inbound'
  | 'push-notification';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'k1.';

export class Keyring {
  readonly #master: Uint8Array;
  readonly #keys = new Map<Purpose, Buffer>();

  constructor(master: Uint8Array) {
    this.#master = master;
  }

  /** Encrypts `text` for a place: what was sealed for one row does not open in another. */
  seal(purpose: Purpose, context: string, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key(purpose), iv);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return FORMAT + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Decrypts. The answer has to be revealed on purpose, and shows itself in no log. */
  open(purpose: Purpose, context: string, sealed: string): Secret {
    if (!sealed.startsWith(FORMAT)) throw new Error('not a sealed value of a known format');
    const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64url');
    // The length is fixed, or a tag cut down to 4 bytes would pass for a whole one.
    const decipher = createDecipheriv('aes-256-gcm', this.#key(purpose), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return new Secret(
      Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8'),
    );
  }

  /** An HMAC-SHA256 under the stage's key, for what can be guessed and needs only be recognised. Hex. */
  hmac(purpose: Purpose, context: string, content: string | Uint8Array): string {
    return createHmac('sha256', this.#key(purpose)).update(`${context}\n`).update(content).digest('hex');
  }

  #key(purpose: Purpose): Buffer {
    const known = this.#keys.get(purpose);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync('sha256', this.#master, '', `aid ${purpose}`, 32));
    this.#keys.set(purpose, key);
    return key;
  }
}

let loading: Promise<Keyring> | undefined;

/** The stage's keyring, loaded at the first use of this function's life. */
export function getKeyring(): Promise<Keyring> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

interface WrappedKey {
  wrapped: string;
}

const decodeWrappedKey = rowDecoder<WrappedKey>({ wrapped: 'string' });

async function load(): Promise<Keyring> {
  const { STAGE, KEY_ID } = readEnv('STAGE', 'KEY_ID');
  const table = getTable();
  const kms = new KMSClient({ maxAttempts: 5 });
  const context = { service: 'aid', stage: STAGE };
  const key = { pk: `${PREFIX.keyring}${STAGE}`, sk: '1' };
  const row =
    (await getRow(table, decodeWrappedKey, key, { strong: true })) ??
    (await createKey(table, kms, KEY_ID, context, key));
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: KEY_ID,
      CiphertextBlob: Buffer.from(row.wrapped, 'base64'),
      EncryptionContext: context,
    }),
  );
  if (Plaintext === undefined) throw new Error('the key service gave no key');
  return new Keyring(Plaintext);
}

/** Two functions may both find no key at a stage's first request; the first write wins, and both use it. */
async function createKey(
  table: Table,
  kms: KMSClient,
  keyId: string,
  context: Record<string, string>,
  key: { pk: string; sk: string },
): Promise<WrappedKey> {
  const { CiphertextBlob } = await kms.send(
    new GenerateDataKeyWithoutPlaintextCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: context }),
  );
  if (CiphertextBlob === undefined) throw new Error('the key service gave no key');
  const mine = { wrapped: Buffer.from(CiphertextBlob).toString('base64') };
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key, ...mine },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
    return mine;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const theirs = await getRow(table, decodeWrappedKey, key, { strong: true });
    if (theirs === undefined) throw new Error('the stage key vanished');
    return theirs;
  }
}
