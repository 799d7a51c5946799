import { exchanged, type StartFake } from './fake-provider.ts';
import { type FakeResponse, FakeServer } from './fake-server.ts';
import { keysOf, verifyIdentityToken } from './verify-identity-token.ts';

const TENANT = '11111111-2222-3333-4444-555555555555';
const CLIENT = '97e0a5b7-d745-40b6-94fe-5f77d35c6e05';
const PATH = `/${TENANT}/oauth2/v2.0/token`;
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * Microsoft Entra: an application with a federated identity credential. Issuer, subject and audience have to be equal,
 * without wildcards, and the audience is always the same one. Keys are found by discovery only.
 *
 * - The request and its errors: OAuth 2.0 client credentials flow, third case
 *   (https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow).
 * - RS256 alone, and error 70021: Important considerations and restrictions for federated identity credentials
 *   (https://learn.microsoft.com/entra/workload-id/workload-identity-federation-considerations).
 */
export const startEntra: StartFake = async (trust) => {
  const audience = trust.audience ?? 'api://AzureADTokenExchange';
  if (trust.keys !== undefined) throw new Error('keys cannot be uploaded');
  const keys = keysOf(trust);
  keys.catch(() => {});
  const server = await FakeServer.start(async ({ method, path, body }) => {
    const form = new URLSearchParams(body);
    if (method !== 'POST' || path !== PATH) return failed(404, 'invalid_request', 90002, 'Tenant not found.');
    if (form.get('grant_type') !== 'client_credentials') return failed(400, 'unsupported_grant_type', 70003, 'grant');
    if (!form.get('scope')?.endsWith('/.default'))
      return failed(400, 'invalid_scope', 70011, 'The scope is not valid.');
    if (form.get('client_id') !== CLIENT) return failed(400, 'unauthorized_client', 700016, 'Application not found.');
    if (form.get('client_assertion_type') !== ASSERTION) return failed(400, 'invalid_request', 900144, 'the type');
    try {
      const { aud, sub } = await verifyIdentityToken(form.get('client_assertion') ?? '', trust, await keys, {
        algorithms: ['RS256'],
        requiredClaims: ['iss', 'sub', 'aud', 'exp'],
      });
      if (aud !== audience || sub !== trust.subject) {
        return failed(
          400,
          'invalid_client',
          70021,
          'No matching federated identity record found for presented assertion.',
        );
      }
      return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: 'eyJ0eXAi.of.entra' } };
    } catch (error) {
      return failed(400, 'invalid_client', 50027, (error as Error).message);
    }
  });
  return {
    audience,
    args: ['--tenant', TENANT, '--client-id', CLIENT, '--endpoint', `${server.url}${PATH}`],
    close: () => server.close(),
    exchange: async (token) =>
      exchanged(
        await fetch(`${server.url}${PATH}`, {
          method: 'POST',
          body: new URLSearchParams({
            scope: 'https://graph.microsoft.com/.default',
            client_id: CLIENT,
            client_assertion_type: ASSERTION,
            client_assertion: token,
            grant_type: 'client_credentials',
          }),
        }),
      ),
  };
};

function failed(status: number, error: string, code: number, message: string): FakeResponse {
  return { status, body: { error, error_description: `AADSTS${code}: ${message}`, error_codes: [code] } };
}
