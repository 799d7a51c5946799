import * as endpoints from '#shared/contract/mcp-endpoints.ts';
import * as routes from '#shared/contract/routes/mcp.ts';
import { serveStreamed } from '#shared/runtime/pipeline/serve.ts';
import { callMcp } from './call-mcp.ts';
import { getMcpResource } from './get-mcp-resource.ts';
import { getProtectedResource } from './get-protected-resource.ts';

export const handler = serveStreamed({ ...routes, ...endpoints }, { callMcp, getMcpResource, getProtectedResource });
