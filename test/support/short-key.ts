import type { Scope } from '#shared/domain/issuer/scopes.ts';
import type { InProcessApi } from './in-process-api.ts';
import { exchangeOf, makeTokenKey, signedToken, timesFrom } from './subject-tokens.ts';

const KEY = makeTokenKey();
let made = 0;

/** A short key of an agent with these scopes, for a token of an issuer that its organization trusts from now on. */
export async function makeShortKey(
  api: InProcessApi,
  orgKey: string,
  identityId: string,
  scopes: readonly Scope[],
): Promise<string> {
  made += 1;
  const issuer = `https://issuer-${made}.example`;
  const rules = [{ identity_id: identityId, claims: { sub: 'workload:1' }, scopes }];
  const body = { issuer, jwks: { keys: [KEY.jwk] }, rules };
  const { audience } = (await api.call('createTrustedIssuer', { key: orgKey, body })).body;
  const claims = { iss: issuer, sub: 'workload:1', aud: audience, ...timesFrom(api.now()) };
  const exchanged = await api.call('exchangeToken', { body: exchangeOf(signedToken(claims, KEY)) });
  return exchanged.body.access_token;
}
