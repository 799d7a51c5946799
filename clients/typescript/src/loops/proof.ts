import { base64, fromBase64, randomText, utf8 } from '../bytes.ts';
import type { Proof } from '../generated/types.ts';

/** A private Ed25519 key as a JSON Web Key (RFC 8037). */
export interface Jwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly d?: string;
}

/** A private Ed25519 key: PKCS #8 in PEM, a JWK, or a function that signs bytes. */
export type PrivateKey = string | Jwk | ((data: Uint8Array) => Signature | Promise<Signature>);

/** A signature: its 64 bytes, or their base64. */
type Signature = Uint8Array | ArrayBuffer | string;

/**
 * Proves that the caller holds the private key of an agent. The key does not leave this process.
 *
 * See: docs/contract/vault.md#proofs.
 */
export async function prove(privateKey: PrivateKey, action: string, resourceId: string): Promise<Proof> {
  const timestamp = Math.floor(Date.now() / 1000);
  const nonce = randomText();
  const text = utf8(`${action}.${resourceId}.${timestamp}.${nonce}`);
  const signature = await (typeof privateKey === 'function' ? privateKey(text) : sign(privateKey, text));
  return { timestamp, nonce, signature: typeof signature === 'string' ? signature : base64(new Uint8Array(signature)) };
}

async function sign(privateKey: string | Jwk, text: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const { subtle } = crypto;
  const key = await (typeof privateKey === 'string'
    ? subtle.importKey('pkcs8', derOf(privateKey), 'Ed25519', false, ['sign'])
    : subtle.importKey('jwk', jwkOf(privateKey), 'Ed25519', false, ['sign']));
  return subtle.sign('Ed25519', key, text);
}

/** Only the key itself: other members of a JWK may not permit signing. */
function jwkOf({ kty, crv, x, d }: Jwk): Jwk {
  return { kty, crv, x, d } as Jwk;
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  const [, text] = /-----BEGIN PRIVATE KEY-----([^-]*)-----END/.exec(pem) ?? [];
  if (text === undefined)
    throw new TypeError('privateKey: expected PKCS #8 in PEM, which starts with BEGIN PRIVATE KEY');
  return fromBase64(text.replace(/\s/g, ''));
}
