import { OAUTH_PATHS } from '#shared/domain/oauth/oauth-paths.ts';
import { AUDITED_GRANT } from './audited.ts';
import { route } from './route.ts';

/**
 * The endpoints of the OAuth authorization server. Other specifications define their requests, responses and errors,
 * and the metadata document lists them for clients. So they are no operations of the API and not in its description;
 * API Gateway and the function take them from here.
 *
 * A request with a valid code or token is served however many there are: clients of many people share the network
 * address of their host. A wrong one counts as a failed authentication of its address.
 *
 * See: docs/contract/oauth.md#endpoints; RFC 6749; RFC 7009; RFC 7591; RFC 8414.
 */
const endpoint = { group: 'oauth', auth: 'none', idempotent: false, status: 200 } as const;

export const getAuthorizationServer = route({
  ...endpoint,
  name: 'getAuthorizationServer',
  method: 'GET',
  path: OAUTH_PATHS.metadata,
  budget: 'none',
  webPages: true,
  summary: 'The metadata of the OAuth authorization server.',
  cacheSeconds: 300,
});

export const authorize = route({
  ...endpoint,
  name: 'authorize',
  method: 'GET',
  path: OAUTH_PATHS.authorize,
  summary: 'The page on which a person logs in and decides about a client.',
  text: 'text/html',
});

export const decideAuthorization = route({
  ...endpoint,
  name: 'decideAuthorization',
  method: 'POST',
  path: OAUTH_PATHS.authorize,
  summary: 'The form of that page.',
  audited: {
    target: 'oauth_client',
    fields: ['client_name', 'client_host', 'agents', 'scopes', 'recipients'],
    whereStated: true,
  },
  text: 'text/html',
});

export const issueToken = route({
  ...endpoint,
  name: 'issueToken',
  method: 'POST',
  path: OAUTH_PATHS.token,
  budget: 'none',
  webPages: true,
  summary: 'Exchanges a code or a refresh token for an access token.',
  audited: { ...AUDITED_GRANT, whereStated: true },
});

export const registerClient = route({
  ...endpoint,
  name: 'registerClient',
  method: 'POST',
  path: OAUTH_PATHS.register,
  webPages: true,
  summary: 'Registers a client that has no metadata document.',
  status: 201,
});

export const revokeToken = route({
  ...endpoint,
  name: 'revokeToken',
  method: 'POST',
  path: OAUTH_PATHS.revoke,
  budget: 'none',
  webPages: true,
  summary: 'Revokes the grant of a token.',
  audited: { ...AUDITED_GRANT, whereStated: true },
});
