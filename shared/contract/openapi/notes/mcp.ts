import * as routes from '../../routes/mcp.ts';
import { notesOf } from '../notes.ts';
import { FOR_MODELS } from '../sdk.ts';

export const MCP = notesOf(routes, {
  callMcp: {
    title: 'Call MCP',
    sdk: FOR_MODELS,
    wait: { max_ms: 50_000 },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  },
});
