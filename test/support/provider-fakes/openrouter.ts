import { exchanged, type StartFake } from './fake-provider.ts';
import { FakeServer } from './fake-server.ts';
import { oauthError } from './oauth-error.ts';
import { isFor, keysOf, verifyIdentityToken } from './verify-identity-token.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const JWT = 'urn:ietf:params:oauth:token-type:jwt';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const POLICY = '4b2f7d1e-8c3a-4e5f-9a6b-1c2d3e4f5a6b';

/**
 * OpenRouter: an issuer, and a federation policy with a subject and an audience that have to be equal. Keys are found
 * by discovery. One message covers every token that is not accepted.
 *
 * - https://openrouter.ai/docs/guides/overview/auth/workload-identity-federation: a form of less than 32 KB, a token of
 *   at most 16 KB; RS256 or ES256; `iss`, `sub`, `aud`, `exp`; 15 minutes at most, and never longer than the token.
 */
export const startOpenrouter: StartFake = async (trust) => {
  const { now = () => new Date() } = trust;
  const audience = trust.audience ?? 'https://openrouter.ai/api/v1';
  if (trust.keys !== undefined) throw new Error('keys cannot be uploaded');
  const keys = keysOf(trust);
  keys.catch(() => {});
  const server = await FakeServer.start(async ({ method, path, headers, body }) => {
    if (method !== 'POST' || path !== '/api/v1/oauth/token')
      return oauthError(404, 'invalid_request', 'no such address');
    if (body.length >= 32 * 1024) return oauthError(413, 'invalid_request', 'the body is too large');
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      return oauthError(400, 'invalid_request', 'not a form');
    }
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== GRANT) return oauthError(400, 'unsupported_grant_type', 'another grant');
    const token = form.get('subject_token') ?? '';
    const isComplete = form.get('subject_token_type') === JWT && form.has('federation_policy_id');
    if (!isComplete || token.split('.').length !== 3 || token.length > 16 * 1024) {
      return oauthError(400, 'invalid_request', 'a required field is missing or malformed');
    }
    if ((form.get('requested_token_type') ?? ACCESS_TOKEN) !== ACCESS_TOKEN) {
      return oauthError(400, 'invalid_request', 'requested_token_type');
    }
    if ((form.get('scope') ?? 'inference') !== 'inference') return oauthError(400, 'invalid_scope', 'inference alone');
    try {
      const claims = await verifyIdentityToken(token, trust, await keys, {
        algorithms: ['ES256', 'RS256'],
        requiredClaims: ['iss', 'sub', 'aud', 'exp'],
      });
      const isAccepted = form.get('federation_policy_id') === POLICY && claims.sub === trust.subject;
      if (!isAccepted || !isFor(audience, claims)) throw new Error('the policy does not match');
      const left = Math.floor((claims.exp ?? 0) - now().getTime() / 1000);
      const reply = {
        access_token: 'eyJhbGci.of.openrouter',
        issued_token_type: ACCESS_TOKEN,
        token_type: 'Bearer',
        expires_in: Math.min(900, left),
        scope: 'inference',
      };
      return { status: 200, body: reply };
    } catch {
      return oauthError(400, 'invalid_grant', 'The subject token was not accepted.');
    }
  });
  const endpoint = `${server.url}/api/v1/oauth/token`;
  return {
    audience,
    args: ['--rule', POLICY, '--endpoint', endpoint],
    close: () => server.close(),
    exchange: async (token) =>
      exchanged(
        await fetch(endpoint, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: GRANT,
            subject_token_type: JWT,
            federation_policy_id: POLICY,
            subject_token: token,
          }),
        }),
      ),
  };
};
