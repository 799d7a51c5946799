import type { ServerContext } from '@modelcontextprotocol/server';

/** Tells the client how far a call is. Does nothing if the client has not asked for it. */
export type Progress = (done: number, total: number, message: string) => Promise<void>;

/** See: MCP 2026-07-28, progress. */
export function progressOf({ _meta, notify }: ServerContext['mcpReq']): Progress {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return async () => {};
  return (progress, total, message) =>
    notify({ method: 'notifications/progress', params: { progressToken, progress, total, message } });
}
