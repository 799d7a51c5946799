import type { Route } from '#shared/contract/route.ts';
import { type EndpointOperation, endpointOperation, reply } from '#shared/runtime/pipeline/operation.ts';
import { protectedResource } from './protected-resource.ts';

/** Binds an endpoint that returns the metadata of the MCP server. Its errors are those of the service. */
export function metadataEndpoint<R extends Route & { readonly auth: 'none' }>(route: R): EndpointOperation<R> {
  return endpointOperation(
    route,
    async ({ baseUrl }) => reply(protectedResource(baseUrl)),
    () => undefined,
  );
}
