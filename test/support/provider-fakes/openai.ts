import { exchanged, type StartFake } from './fake-provider.ts';
import { FakeServer } from './fake-server.ts';
import { oauthError } from './oauth-error.ts';
import { isFor, keysOf, verifyIdentityToken } from './verify-identity-token.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const TOKEN_TYPES = ['urn:ietf:params:oauth:token-type:jwt', 'urn:ietf:params:oauth:token-type:id_token'];
const IDS = { identity_provider_id: 'wip_example', service_account_id: 'user-example' };

/**
 * OpenAI: a workload identity provider with discovery or an uploaded key set, and a service account mapping with the
 * attribute `sub` and no wildcard.
 *
 * - The request, what is demanded of a token, and the lifetime of what is given for it:
 *   https://developers.openai.com/api/reference/workload-identity-federation. It does not say which algorithms are
 *   supported, nor with which status a token is refused: the fake takes RS256 alone, and 401 of the statuses that
 *   OpenAI's library (https://github.com/openai/openai-node, `src/auth/workload-identity-auth.ts`) expects.
 * - The slash at the end of an issuer, unique key ids, and how a mapping matches:
 *   https://developers.openai.com/api/docs/guides/workload-identity-federation.
 */
export const startOpenai: StartFake = async (trust) => {
  const { now = () => new Date() } = trust;
  const audience = trust.audience ?? 'https://api.openai.com/v1';
  const kids = trust.keys?.map(({ kid }) => kid);
  if (kids?.length === 0 || new Set(kids).size !== (kids?.length ?? 0)) throw new Error('each key needs a kid');
  if (trust.keys?.some(({ d }) => d !== undefined)) throw new Error('no private keys');
  const keys = keysOf(trust);
  keys.catch(() => {});
  const server = await FakeServer.start(async ({ method, path, headers, body }) => {
    if (method !== 'POST' || path !== '/oauth/token') return oauthError(404, 'invalid_request', 'no such address');
    if (headers['content-type'] !== 'application/json') return oauthError(400, 'invalid_request', 'not JSON');
    const { grant_type, subject_token_type, subject_token, ...ids } = JSON.parse(body) as Record<string, string>;
    if (grant_type !== GRANT || !TOKEN_TYPES.includes(subject_token_type ?? '') || subject_token === undefined) {
      return oauthError(400, 'invalid_request', 'a required parameter is missing');
    }
    if (JSON.stringify(ids) !== JSON.stringify(IDS)) return oauthError(401, 'invalid_grant', 'unknown provider');
    try {
      const claims = await verifyIdentityToken(subject_token, trust, await keys, {
        algorithms: ['RS256'],
        requiredClaims: ['iss', 'aud', 'sub', 'exp', 'iat'],
        needsKid: true,
        ignoresSlash: true,
      });
      if (!isFor(audience, claims)) throw new Error('The audience does not match.');
      if (claims.sub !== trust.subject) throw new Error('No mapping matches the token.');
      const left = Math.floor((claims.exp ?? 0) - now().getTime() / 1000);
      const reply = {
        access_token: 'eyJhbGci.of.openai',
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: Math.min(3600, left),
        scope: 'api.model.read api.model.request',
      };
      return { status: 200, body: reply };
    } catch (error) {
      return oauthError(401, 'invalid_grant', (error as Error).message);
    }
  });
  const endpoint = `${server.url}/oauth/token`;
  return {
    audience,
    args: ['--provider', IDS.identity_provider_id, '--service-account', IDS.service_account_id, '--endpoint', endpoint],
    close: () => server.close(),
    exchange: async (token) =>
      exchanged(
        await fetch(endpoint, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            grant_type: GRANT,
            subject_token_type: TOKEN_TYPES[0],
            subject_token: token,
            ...IDS,
          }),
        }),
      ),
  };
};
