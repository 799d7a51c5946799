import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { JWK } from 'jose';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

/** A key pair of someone else. */
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * Tokens that no issuer has signed, made from a genuine one and the public key of its issuer, by what is wrong with
 * them. All have the claims of the genuine token, but for those that the title says.
 *
 * See: RFC 8725, sections 2.1 and 3.1.
 */
export function forgedTokens(genuine: string, publicKey: JWK): Readonly<Record<string, string>> {
  const [head = '', payload = '', signature = ''] = genuine.split('.');
  const header = decode(head);
  const key = createPublicKey({ key: publicKey as never, format: 'jwk' });
  const other = encode({ ...decode(payload), sub: 'agent:agt_01J00000000000000000000000' });
  return {
    'alg none': `${encode({ ...header, alg: 'none' })}.${payload}.`,
    'alg None': `${encode({ ...header, alg: 'None' })}.${payload}.`,
    'HS256 with the public key as PEM': hs256(header, payload, String(key.export({ format: 'pem', type: 'spki' }))),
    'HS256 with the public key as DER': hs256(header, payload, key.export({ format: 'der', type: 'spki' })),
    'HS256 with the public key as JWK': hs256(header, payload, JSON.stringify(publicKey)),
    'HS256 with the modulus': hs256(header, payload, Buffer.from(publicKey.n ?? '', 'base64url')),
    'signed by another key under the same kid': rs256(header, payload, foreign.privateKey),
    'signed by a key that the header brings': rs256(
      { ...header, jwk: foreign.publicKey.export({ format: 'jwk' }) },
      payload,
      foreign.privateKey,
    ),
    'signed by a key with an unknown kid': rs256({ ...header, kid: 'unknown' }, payload, foreign.privateKey),
    'another subject under the same signature': `${head}.${other}.${signature}`,
    'no signature': `${head}.${payload}.`,
  };
}

function hs256(header: object, payload: string, secret: string | Buffer): string {
  const input = `${encode({ ...header, alg: 'HS256' })}.${payload}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

function rs256(header: object, payload: string, key: KeyObject): string {
  const input = `${encode({ ...header, alg: 'RS256' })}.${payload}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}
