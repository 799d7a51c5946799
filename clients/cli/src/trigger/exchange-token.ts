import { generateKeyPairSync, sign } from 'node:crypto';
import type { Actors } from './actors.ts';

const KID = 'trigger';
const LIFETIME_S = 60;

/**
 * Lets an organization trust an issuer of the moment, exchanges one of its tokens for a key of an agent, and deletes
 * the issuer again, which ends the key.
 */
export async function exchangeToken(organization: Actors['organization'], identityId: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = `https://trigger-${Date.now()}.example`;
  const { id, audience } = await organization.trustedIssuers.create({
    issuer,
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KID }] },
    rules: [{ identity_id: identityId, claims: { sub: KID }, scopes: ['events'] }],
  });
  try {
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, sub: KID, aud: audience, iat, exp: iat + LIFETIME_S };
    const content = `${encoded({ alg: 'ES256', kid: KID })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    await organization.auth.token({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: `${content}.${signature.toString('base64url')}`,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    });
  } finally {
    await organization.trustedIssuers.delete(id);
  }
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
