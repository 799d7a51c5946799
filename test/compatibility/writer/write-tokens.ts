import { generateKeyPairSync, sign } from 'node:crypto';
import type { Agent, Organization, StateClient } from './state-client.ts';

/** Audiences, a signing key, a token with its event and its count, and a short key for a token of another issuer. */
export async function writeTokens(client: StateClient): Promise<void> {
  const organization = await client.organization();
  const agent = await client.agent(organization);
  const audience = 'sts.amazonaws.com';
  await client.ok('PUT', '/v1/identity-tokens/settings', organization.key, { audiences: [audience] });
  await client.ok('POST', `/v1/identities/${agent.id}/tokens`, agent.key, { audience });
  await writeShortKey(client, organization, agent);
  // The last release knows neither the events nor the count of the day.
  client.reads(organization.key, '/v1/events', '/v1/usage');
  const mail = { to: 'ada@elsewhere.example', subject: 'Example', text: 'Hello' };
  client.later('an email is counted', 'POST', `/v1/identities/${agent.id}/mail/send`, agent.key, mail);
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A trusted issuer, and a key for one of its tokens, which the last release does not accept. */
async function writeShortKey(client: StateClient, organization: Organization, agent: Agent): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = 'https://issuer.example';
  const sub = 'workload:1';
  const { audience } = await client.ok('POST', '/v1/trusted-issuers', organization.key, {
    issuer,
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] },
    rules: [{ identity_id: agent.id, claims: { sub }, scopes: ['events'] }],
  });
  const iat = Math.floor(Date.now() / 1000);
  const content = `${encoded({ alg: 'ES256', kid: 'one' })}.${encoded({ iss: issuer, sub, aud: audience, iat, exp: iat + 300 })}`;
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  await client.ok('POST', '/v1/auth/token', undefined, {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: `${content}.${signature.toString('base64url')}`,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  });
}
