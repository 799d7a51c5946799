import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** How a key signs. `ES384` and `RS256` are what AWS signs with; GitHub, Google and Kubernetes sign with `RS256`. */
export type TokenAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'ES384' | 'EdDSA';

/** A key of an issuer: its public half as the issuer publishes it. */
export interface TokenKey {
  readonly alg: TokenAlgorithm;
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: Record<string, unknown>;
}

function pairFor(alg: TokenAlgorithm) {
  if (alg === 'ES256' || alg === 'ES384')
    return generateKeyPairSync('ec', { namedCurve: alg === 'ES256' ? 'P-256' : 'P-384' });
  return alg === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 });
}

export function makeTokenKey(kid = 'one', alg: TokenAlgorithm = 'ES256'): TokenKey {
  const { publicKey, privateKey } = pairFor(alg);
  return { alg, kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' } };
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function signatureOf({ alg, privateKey: key }: TokenKey, content: Buffer): Buffer {
  if (alg === 'EdDSA') return sign(null, content, key);
  if (alg === 'RS256') return sign('sha256', content, key);
  if (alg === 'PS256')
    return sign('sha256', content, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
  return sign(alg === 'ES384' ? 'sha384' : 'sha256', content, { key, dsaEncoding: 'ieee-p1363' });
}

/** A token with these claims, signed by a key. `header` adds to the header, or replaces what it has. */
export function signedToken(claims: object, key: TokenKey, header: object = {}): string {
  const content = `${encoded({ alg: key.alg, kid: key.kid, typ: 'JWT', ...header })}.${encoded(claims)}`;
  return `${content}.${signatureOf(key, Buffer.from(content)).toString('base64url')}`;
}

/** A token with a signature that is not made by a key: of an HMAC, or empty. */
export function tokenWith(header: object, claims: object, signature: (content: string) => string): string {
  const content = `${encoded(header)}.${encoded(claims)}`;
  return `${content}.${signature(content)}`;
}

/** The times of a token that was issued now, in seconds. */
export function timesFrom(now: number, seconds = 300) {
  const iat = Math.floor(now / 1000);
  return { iat, nbf: iat, exp: iat + seconds };
}

/** The body of an exchange. */
export function exchangeOf(token: string, more: Record<string, unknown> = {}) {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' as const,
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt' as const,
    ...more,
  };
}
