import * as routes from '#shared/contract/routes/mcp.ts';
import { serveStreamed } from '#shared/runtime/pipeline/serve.ts';
import { callMcp } from './call-mcp.ts';

export const handler = serveStreamed(routes, { callMcp });
