import { createHash, createPublicKey } from 'node:crypto';

/** A public key as the key set has it. See: RFC 7517, section 4; RFC 7518, section 6.3.1. */
export interface PublicJwk {
  readonly kty: 'RSA';
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

/**
 * A public key in the form of the key set. Its id is the thumbprint of the key, so it follows from the key alone.
 *
 * @param publicKey SubjectPublicKeyInfo in base64.
 *
 * See: RFC 7638.
 */
export function publicJwk(publicKey: string): PublicJwk {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const { kty, n, e } = key.export({ format: 'jwk' });
  if (kty !== 'RSA' || n === undefined || e === undefined) throw new Error('a signing key that is no RSA key');
  // The members in the order of their names, without white space.
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  return { kty, use: 'sig', alg: 'RS256', kid, n, e };
}
