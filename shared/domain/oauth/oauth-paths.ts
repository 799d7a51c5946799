/**
 * The paths of the OAuth endpoints, and of the only resource that access tokens are for.
 *
 * See: docs/contract/oauth.md#endpoints.
 */
export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  authorize: '/v1/oauth/authorize',
  token: '/v1/oauth/token',
  register: '/v1/oauth/register',
  revoke: '/v1/oauth/revoke',
} as const;

const RESOURCE_PATH = '/v1/mcp';

/** The audience of access tokens: the MCP server of an issuer, by its address. See: RFC 8707, section 2. */
export function resourceOf(issuer: string): string {
  return `${issuer}${RESOURCE_PATH}`;
}
