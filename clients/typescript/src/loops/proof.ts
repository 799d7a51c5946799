import type { Proof } from '../generated/types.ts';

/** A private Ed25519 key as a JSON Web Key (RFC 8037). */
export interface Jwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly d?: string;
}

/** A private Ed25519 key: PKCS 8 in PEM, a JWK, or a function that signs bytes. */
export type PrivateKey = string | Jwk | ((data: Uint8Array) => Signature | Promise<Signature>);

/** A signature: its 64 bytes, or them in base64. */
type Signature = Uint8Array | ArrayBuffer | string;

const NONCE_BYTES = 16;

/**
 * Proves that the caller holds the private key of an agent. The key does not leave this process.
 *
 * See: docs/contract/vault.md#proofs.
 */
export async function prove(privateKey: PrivateKey, action: string, resourceId: string): Promise<Proof> {
  const timestamp = Math.floor(Date.now() / 1000);
  const random = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const nonce = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const text = new TextEncoder().encode(`${action}.${resourceId}.${timestamp}.${nonce}`);
  const signature = typeof privateKey === 'function' ? await privateKey(text) : await sign(privateKey, text);
  return { timestamp, nonce, signature: typeof signature === 'string' ? signature : base64(signature) };
}

async function sign(privateKey: string | Jwk, text: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const { subtle } = crypto;
  const key =
    typeof privateKey === 'string'
      ? await subtle.importKey('pkcs8', derOf(privateKey), 'Ed25519', false, ['sign'])
      : await subtle.importKey('jwk', jwkOf(privateKey), 'Ed25519', false, ['sign']);
  return crypto.subtle.sign('Ed25519', key, text);
}

/** The key alone: what else a JWK says of its use may not allow to sign. */
function jwkOf({ kty, crv, x, d }: Jwk): Jwk {
  return { kty, crv, x, d } as Jwk;
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  const text = /-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----/.exec(pem)?.[1];
  if (text === undefined)
    throw new TypeError('privateKey: expected PKCS 8 in PEM, which begins with BEGIN PRIVATE KEY');
  return Uint8Array.from(atob(text.replace(/\s/g, '')), (byte) => byte.charCodeAt(0));
}

function base64(signature: Uint8Array | ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}
