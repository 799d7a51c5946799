import { getMcpResource } from '#shared/contract/mcp-endpoints.ts';
import { resourceOf } from '#shared/domain/oauth/oauth-paths.ts';
import { SERVICE_NAME } from '#shared/domain/stage/release.ts';
import { DEFAULT_SCOPES } from './tool-scopes.ts';

/** Where the metadata is: below the service's address, also where that has the path of a stage. */
export function resourceMetadataUrl(baseUrl: string): string {
  return `${baseUrl}${getMcpResource.path}`;
}

/**
 * The metadata of the MCP server for clients that get a token. The service is its own authorization server.
 *
 * See: RFC 9728, section 2.
 */
export function protectedResource(baseUrl: string) {
  return {
    resource: resourceOf(baseUrl),
    resource_name: SERVICE_NAME,
    authorization_servers: [baseUrl],
    scopes_supported: [...DEFAULT_SCOPES],
    bearer_methods_supported: ['header' as const],
  };
}
