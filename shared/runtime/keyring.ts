import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyWithoutPlaintextCommand, KMSClient } from '@aws-sdk/client-kms';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { rowDecoder } from '../data/decode-row.ts';
import { conditionalWrite } from '../data/direct-writes/conditional-write.ts';
import { PREFIX } from '../data/table.ts';
import { getRow, type Key, type Table } from '../data/table-client.ts';
import { Secret } from '../domain/secret.ts';
import { clientOptions } from './client-options.ts';
import { getTable } from './clients.ts';
import { readEnv } from './env.ts';

/** What a value is encrypted or authenticated for. Each purpose has its own key. */
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
  | 'push-notification'
  | 'vault-secret'
  | 'tunnel-request';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'k1.';

/**
 * Encrypts secrets that the service must be able to read again: signing secrets, stored replies, codes to be mailed. A
 * stage has one data key, wrapped by KMS and stored in the table. Each function unwraps it once, so requests do not
 * call KMS. Each purpose has a derived key (HKDF), and each value is bound to its context (associated data).
 *
 * See: docs/decisions/0004-encryption-at-rest.md; NIST SP 800-38D (GCM); RFC 5869 (HKDF).
 */
export class Keyring {
  readonly #master: Uint8Array;
  readonly #keys = new Map<Purpose, Buffer>();

  constructor(master: Uint8Array) {
    this.#master = master;
  }

  /** Encrypts `text`. It can be decrypted with the same purpose and context only. */
  seal(purpose: Purpose, context: string, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key(purpose), iv);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return FORMAT + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Decrypts. The result is a `Secret`, which logs do not show. */
  open(purpose: Purpose, context: string, sealed: string): Secret {
    if (!sealed.startsWith(FORMAT)) throw new Error('not a sealed value of a known format');
    const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64url');
    // Without a fixed length, Node.js would accept a tag truncated to 4 bytes.
    const decipher = createDecipheriv('aes-256-gcm', this.#key(purpose), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return new Secret(
      Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8'),
    );
  }

  /** A hex HMAC-SHA256, for values that could be guessed from a plain hash and need only be compared. */
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

/** The stage's keyring, loaded once per function instance. */
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

interface NewDataKey {
  keyId: string;
  context: Record<string, string>;
  rowKey: Key;
}

async function load(): Promise<Keyring> {
  const { STAGE, KEY_ID } = readEnv('STAGE', 'KEY_ID');
  const table = getTable();
  const kms = new KMSClient(clientOptions({ maxAttempts: 5 }));
  const context = { service: 'aid', stage: STAGE };
  const rowKey = { pk: `${PREFIX.keyring}${STAGE}`, sk: '1' };
  const row =
    (await getRow(table, decodeWrappedKey, rowKey, { strong: true })) ??
    (await createDataKey(table, kms, { keyId: KEY_ID, context, rowKey }));
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: KEY_ID,
      CiphertextBlob: Buffer.from(row.wrapped, 'base64'),
      EncryptionContext: context,
    }),
  );
  if (Plaintext === undefined) throw new Error('KMS returned no key');
  return new Keyring(Plaintext);
}

/**
 * Creates the data key of a new stage. If two functions create one at the same time, both use the one written first.
 */
async function createDataKey(
  table: Table,
  kms: KMSClient,
  { keyId, context, rowKey }: NewDataKey,
): Promise<WrappedKey> {
  const { CiphertextBlob } = await kms.send(
    new GenerateDataKeyWithoutPlaintextCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: context }),
  );
  if (CiphertextBlob === undefined) throw new Error('KMS returned no key');
  const created = { wrapped: Buffer.from(CiphertextBlob).toString('base64') };
  const { written } = await conditionalWrite(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...rowKey, ...created },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
  if (written) return created;
  const existing = await getRow(table, decodeWrappedKey, rowKey, { strong: true });
  if (existing === undefined) throw new Error('the data key of the stage has disappeared');
  return existing;
}
