import { route } from './route.ts';

/**
 * The metadata of the MCP server as a protected resource of OAuth, which another specification defines: it is no
 * operation of the API. Clients look for it where `WWW-Authenticate` says, or at the place that belongs to the server's
 * path, and then at the root. A stage without a domain of its own has its stage in the path, so there it is at none of
 * these places.
 *
 * See: docs/contract/mcp.md#oauth; RFC 9728, section 3; MCP 2026-07-28, authorization server discovery.
 */
const metadata = {
  group: 'mcp',
  method: 'GET',
  auth: 'none',
  budget: 'none',
  webPages: true,
  status: 200,
  cacheSeconds: 300,
  streamed: true,
} as const;

export const getMcpResource = route({
  ...metadata,
  name: 'getMcpResource',
  path: '/.well-known/oauth-protected-resource/v1/mcp',
  summary: 'The metadata of the MCP server as a protected resource of OAuth.',
});

export const getProtectedResource = route({
  ...metadata,
  name: 'getProtectedResource',
  path: '/.well-known/oauth-protected-resource',
  summary: 'The same metadata at the place where clients look next.',
});
