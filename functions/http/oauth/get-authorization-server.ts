import * as endpoints from '#shared/contract/oauth-endpoints.ts';
import { authorizationServerMembers } from '#shared/domain/oauth/metadata.ts';
import { reply } from '#shared/runtime/pipeline/operation.ts';
import { jsonEndpoint } from './json-endpoint.ts';

/** The metadata of the authorization server. See: RFC 8414, section 3.2; docs/contract/oauth.md#endpoints. */
export const getAuthorizationServer = jsonEndpoint(endpoints.getAuthorizationServer, async ({ baseUrl }) =>
  reply(authorizationServerMembers(baseUrl)),
);
