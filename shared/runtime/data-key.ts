import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Secret } from '#shared/domain/text/secret.ts';

/** What a value is encrypted or authenticated for. Each purpose has its own keys. */
export type Purpose =
  | 'idempotency'
  | 'idempotency-body'
  | 'submitted-mail'
  | 'webhook-secret'
  | 'code'
  | 'code-mail'
  | 'network'
  | 'session'
  | 'audit'
  | 'totp'
  | 'refresh-token'
  | 'provider-credentials'
  | 'provider-inbound'
  | 'push-notification'
  | 'delivery-response'
  | 'vault-secret'
  | 'tunnel-request'
  | 'tunnel-reply'
  | 'tunnel-body'
  | 'search-segment';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** The version before sealed bytes, as a 32-bit number. */
const VERSION_BYTES = 4;

/** The version of a data key that existed before data keys had versions. Its HMACs carry no version. */
export const FIRST_VERSION = 1;

const SEALED = /^(?:k1|k2\.([1-9]\d{0,8}))\.([\w-]+)$/;
const TAGGED_HMAC = /^v([1-9]\d{0,8})-/;

/**
 * A sealed value: `k2.<version of the data key>.<bytes>`. The older form `k1.<bytes>` is only read. Its key depended on
 * the purpose and not on the context.
 */
interface SealedValue {
  readonly version: number;
  readonly isKeyOfContext: boolean;
  readonly bytes: Buffer;
}

export function parseSealed(sealed: string): SealedValue {
  const [, version, text] = SEALED.exec(sealed) ?? [];
  if (text === undefined) throw new Error('not a sealed value of a known format');
  return {
    version: version === undefined ? FIRST_VERSION : Number(version),
    isKeyOfContext: version !== undefined,
    bytes: Buffer.from(text, 'base64url'),
  };
}

/** The version of the data key that sealed bytes. */
export function versionOfBytes(sealed: Uint8Array): number {
  if (sealed.byteLength < VERSION_BYTES) throw new Error('not sealed bytes');
  return Buffer.from(sealed.buffer, sealed.byteOffset, VERSION_BYTES).readUInt32BE();
}

/** The version of the data key that made a stored HMAC. */
export function versionOfHmac(hmac: string): number {
  return Number(TAGGED_HMAC.exec(hmac)?.[1] ?? FIRST_VERSION);
}

/**
 * One version of a data key: 32 random bytes, from which every other key is derived (HKDF). A sealing key belongs to
 * one purpose and one context, and a context is one row or one field of a row. So a sealing key encrypts a few values,
 * and the number of random nonces under it never nears their limit of 2^32.
 *
 * See: docs/decisions/0004-encryption-at-rest.md; NIST SP 800-38D, section 8.3 (GCM); RFC 5869 (HKDF).
 */
export class DataKey {
  readonly version: number;
  /** Epoch milliseconds from which the key seals. It opens at any time. */
  readonly activeFrom: number;
  readonly #bytes: Uint8Array;
  readonly #keysOfPurpose = new Map<Purpose, Buffer>();

  constructor(version: number, bytes: Uint8Array, activeFrom = 0) {
    this.version = version;
    this.activeFrom = activeFrom;
    this.#bytes = bytes;
  }

  seal(purpose: Purpose, context: string, text: string): string {
    const bytes = this.#encrypt(this.#keyOfContext(purpose, context), context, Buffer.from(text));
    return `k2.${this.version}.${bytes.toString('base64url')}`;
  }

  open(purpose: Purpose, context: string, { bytes, isKeyOfContext }: SealedValue): Secret {
    const key = isKeyOfContext ? this.#keyOfContext(purpose, context) : this.#keyOfPurpose(purpose);
    return new Secret(this.#decrypt(key, context, bytes).toString('utf8'));
  }

  /** Encrypts bytes to bytes: four with the version of the key, nonce, tag and content. */
  sealBytes(purpose: Purpose, context: string, content: Uint8Array): Uint8Array {
    const version = Buffer.alloc(VERSION_BYTES);
    version.writeUInt32BE(this.version);
    return Buffer.concat([version, this.#encrypt(this.#keyOfContext(purpose, context), context, content)]);
  }

  openBytes(purpose: Purpose, context: string, sealed: Uint8Array): Buffer {
    return this.#decrypt(this.#keyOfContext(purpose, context), context, sealed.subarray(VERSION_BYTES));
  }

  #encrypt(key: Buffer, context: string, content: Uint8Array): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  #decrypt(key: Buffer, context: string, bytes: Uint8Array): Buffer {
    // Without a fixed length, Node.js would accept a tag truncated to 4 bytes.
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }

  /** A hex HMAC-SHA256, preceded by the version of the key unless that is the first one. */
  hmac(purpose: Purpose, context: string, content: string | Uint8Array): string {
    const tag = this.version === FIRST_VERSION ? '' : `v${this.version}-`;
    const hmac = createHmac('sha256', this.#keyOfPurpose(purpose)).update(`${context}\n`).update(content);
    return tag + hmac.digest('hex');
  }

  /** Derived each time: that takes microseconds, and there are too many contexts to keep their keys. */
  #keyOfContext(purpose: Purpose, context: string): Buffer {
    // A purpose has no line end, so no two pairs of purpose and context have the same name.
    return this.#derive(`aid ${purpose}\n${context}`);
  }

  #keyOfPurpose(purpose: Purpose): Buffer {
    const known = this.#keysOfPurpose.get(purpose);
    if (known !== undefined) return known;
    const key = this.#derive(`aid ${purpose}`);
    this.#keysOfPurpose.set(purpose, key);
    return key;
  }

  #derive(name: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#bytes, '', name, KEY_BYTES));
  }
}
