import { base64, fromBase64, fromBase64Url } from './bytes.ts';
import { objectIn } from './json.ts';
import { mistake } from './mistakes.ts';

/** An Ed25519 key as a JSON Web Key (RFC 8037): a public one has `x`, a private one also `d`. */
export interface Jwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly d?: string;
}

/** What the SDK looks at of a `CryptoKey`, which has different types in browsers and in Node. */
export interface CryptoKeyLike {
  readonly type: string;
  readonly algorithm: { readonly name: string };
  readonly extractable: boolean;
  readonly usages: readonly string[];
}

/** A public Ed25519 key, or a private one that has it: SPKI or PKCS #8 in PEM, a JWK or its JSON, or a `CryptoKey`. */
export type PublicKey = string | Jwk | CryptoKeyLike;

/**
 * A private Ed25519 key: PKCS #8 in PEM, a JWK or its JSON, a `CryptoKey`, or a function that signs bytes and returns
 * the signature as its 64 bytes or in base64.
 */
export type PrivateKey = string | Jwk | CryptoKeyLike | Sign;

/** Signs bytes with a private key. */
export type Sign = (data: Uint8Array) => Signature | Promise<Signature>;

/** A signature: its 64 bytes, or their base64. */
type Signature = Uint8Array | ArrayBuffer | string;

type Bytes = Uint8Array<ArrayBuffer>;
type NativeKey = Parameters<typeof crypto.subtle.exportKey>[1];

const ALGORITHM = 'Ed25519';
const KEY_BYTES = 32;

/** What precedes the bytes of a public key in SPKI and of a private key in PKCS #8. See: RFC 8410, sections 4 and 7. */
const SPKI = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0];
const PKCS8 = [0x30, 0x2e, 0x02, 0x01, 0, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/** See: clients/typescript/src/agent-keys.ts. */
export async function publicKeyOf(key: PublicKey): Promise<string> {
  if (isCryptoKey(key)) return base64(await publicBytes(key));
  const pem = pemIn(key);
  if (pem === undefined) return base64(memberOf(jwkOf(key, 'key', 'x'), 'x', 'key'));
  if (pem.label === 'PUBLIC KEY') return base64(keyAfter(SPKI, pem, 'key'));
  const { x = '' } = await crypto.subtle.exportKey(
    'jwk',
    await importPrivate(keyAfter(PKCS8, pem, 'key'), 'key', true),
  );
  return base64(fromBase64Url(x));
}

/** The function that signs with a private key. Rejects with a `ValidationError` for anything else. */
export async function signerOf(privateKey: PrivateKey): Promise<Sign> {
  if (typeof privateKey === 'function') return privateKey;
  const key = await privateCryptoKey(privateKey);
  return (data) => crypto.subtle.sign(ALGORITHM, key, data as Bytes);
}

async function privateCryptoKey(key: Exclude<PrivateKey, Sign>): Promise<NativeKey> {
  const name = 'privateKey';
  if (isCryptoKey(key)) {
    requireAlgorithm(key, name);
    if (key.type !== 'private') throw mistake(name, 'expected the private key of the pair, got its public key');
    if (!key.usages.includes('sign')) throw mistake(name, 'its usages do not include "sign"');
    return key as NativeKey;
  }
  const pem = pemIn(key);
  if (pem?.label === 'PUBLIC KEY') throw mistake(name, 'expected a private key, got a public one');
  const seed = pem === undefined ? memberOf(jwkOf(key, name, 'd'), 'd', name) : keyAfter(PKCS8, pem, name);
  return importPrivate(seed, name, false);
}

function isCryptoKey(key: unknown): key is CryptoKeyLike {
  return typeof key === 'object' && key !== null && 'extractable' in key;
}

function requireAlgorithm({ algorithm: { name: given } }: CryptoKeyLike, name: string): void {
  if (given !== ALGORITHM) throw mistake(name, `expected a key of ${ALGORITHM}, got one of ${given}`);
}

async function publicBytes(key: CryptoKeyLike): Promise<Bytes> {
  requireAlgorithm(key, 'key');
  if (key.type !== 'public') throw mistake('key', 'expected the public key of the pair, got its private key');
  if (!key.extractable) throw mistake('key', 'it is not extractable');
  return new Uint8Array(await crypto.subtle.exportKey('raw', key as NativeKey));
}

interface Pem {
  readonly label: string;
  readonly body: string;
}

/** The PEM that a text is; `undefined` for anything else. See: RFC 7468. */
function pemIn(key: unknown): Pem | undefined {
  const [, label, body] = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/.exec(String(key)) ?? [];
  return label === undefined || body === undefined ? undefined : { label, body };
}

/** The 32 bytes of a key, which is all that follows these in its PEM. */
function keyAfter(beginning: readonly number[], { label, body }: Pem, name: string): Bytes {
  const der = decoded(() => fromBase64(body), name, 'the PEM');
  const isKey = der.length === beginning.length + KEY_BYTES && beginning.every((byte, index) => der[index] === byte);
  if (!isKey) throw mistake(name, `expected an ${ALGORITHM} key without a password; this ${label} is none`);
  return der.slice(beginning.length);
}

/** The JWK that a key is, or the JSON of which it is, with this member. */
function jwkOf(key: unknown, name: string, member: 'x' | 'd'): Jwk {
  const jwk = (typeof key === 'string' ? objectIn(key) : (key ?? {})) as Jwk;
  if (jwk.kty !== 'OKP' || jwk.crv !== ALGORITHM || typeof jwk[member] !== 'string') {
    throw mistake(name, `expected a PEM, or a JWK with "kty": "OKP", "crv": "${ALGORITHM}" and "${member}"`);
  }
  return jwk;
}

function memberOf(jwk: Jwk, member: 'x' | 'd', name: string): Bytes {
  const bytes = decoded(() => fromBase64Url(jwk[member] ?? ''), name, `"${member}"`);
  if (bytes.length !== KEY_BYTES)
    throw mistake(name, `expected ${KEY_BYTES} bytes in "${member}", got ${bytes.length}`);
  return bytes;
}

function decoded(decode: () => Bytes, name: string, what: string): Bytes {
  try {
    return decode();
  } catch {
    throw mistake(name, `${what} is not base64`);
  }
}

async function importPrivate(seed: Bytes, name: string, extractable: boolean): Promise<NativeKey> {
  const der = new Uint8Array([...PKCS8, ...seed]);
  try {
    return await crypto.subtle.importKey('pkcs8', der, ALGORITHM, extractable, ['sign']);
  } catch (error) {
    throw mistake(name, `this runtime cannot use a key of ${ALGORITHM}`, error);
  }
}
