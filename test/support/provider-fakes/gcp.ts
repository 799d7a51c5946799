import { exchanged, type StartFake } from './fake-provider.ts';
import { FakeServer } from './fake-server.ts';
import { oauthError } from './oauth-error.ts';
import { isFor, keysOf, verifyIdentityToken } from './verify-identity-token.ts';

export const GCP_PROVIDER = 'projects/123456789012/locations/global/workloadIdentityPools/agents/providers/aid';
const POOL = 'principal://iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/agents';
const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const TOKEN_TYPES = ['urn:ietf:params:oauth:token-type:jwt', 'urn:ietf:params:oauth:token-type:id_token'];
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const DAY = 86_400;

/**
 * Google Cloud: a provider of a workload identity pool with the mapping `google.subject=assertion.sub`, and the
 * condition `assertion.sub == '<subject>'`.
 *
 * - The request: Security Token Service API, v1.token
 *   (https://docs.cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token): no `Authorization` header; headers
 *   `kid` and `alg`, RS256 or ES256; claims `iss`, `iat`, `exp`, `sub`, `aud`.
 * - The default audience, `exp` at most 24 hours after `iat`, and uploaded keys, eight of them at most: Configure
 *   Workload Identity Federation with other identity providers
 *   (https://docs.cloud.google.com/iam/docs/workload-identity-federation-with-other-providers).
 */
export const startGcp: StartFake = async (trust) => {
  const audience = trust.audience ?? `https://iam.googleapis.com/${GCP_PROVIDER}`;
  if ((trust.keys?.length ?? 0) > 8) throw new Error('at most 8 keys can be uploaded');
  const keys = keysOf(trust);
  keys.catch(() => {});
  const server = await FakeServer.start(async ({ method, path, headers, body }) => {
    const form = new URLSearchParams(body);
    if (method !== 'POST' || path !== '/v1/token') return oauthError(404, 'invalid_request', 'no such method');
    if (headers.authorization !== undefined) return oauthError(400, 'invalid_request', 'no Authorization header');
    const isComplete =
      form.get('grant_type') === GRANT &&
      form.get('requested_token_type') === ACCESS_TOKEN &&
      TOKEN_TYPES.includes(form.get('subject_token_type') ?? '') &&
      (form.get('scope') ?? '') !== '';
    if (!isComplete) return oauthError(400, 'invalid_request', 'a required field is missing');
    if (form.get('audience') !== `//iam.googleapis.com/${GCP_PROVIDER}`) {
      return oauthError(400, 'invalid_target', 'The target service indicated by the "audience" parameters is invalid.');
    }
    try {
      const claims = await verifyIdentityToken(form.get('subject_token') ?? '', trust, await keys, {
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['iss', 'iat', 'exp', 'sub', 'aud'],
        maxLifetimeSeconds: DAY,
        needsKid: true,
      });
      if (!isFor(audience, claims)) throw new Error('The audience in ID Token does not match the expected audience.');
      if (claims.sub !== trust.subject) throw new Error('The given credential is rejected by the attribute condition.');
      const body = {
        access_token: `ya29.${Buffer.from(`${POOL}/subject/${claims.sub}`).toString('base64url')}`,
        issued_token_type: ACCESS_TOKEN,
        token_type: 'Bearer',
        expires_in: 3600,
      };
      return { status: 200, body };
    } catch (error) {
      return oauthError(400, 'invalid_grant', (error as Error).message);
    }
  });
  return {
    audience,
    args: ['--provider', GCP_PROVIDER],
    close: () => server.close(),
    exchange: async (token) =>
      exchanged(
        await fetch(`${server.url}/v1/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: GRANT,
            requested_token_type: ACCESS_TOKEN,
            subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
            subject_token: token,
            audience: `//iam.googleapis.com/${GCP_PROVIDER}`,
            scope: 'https://www.googleapis.com/auth/cloud-platform',
          }),
        }),
      ),
  };
};
