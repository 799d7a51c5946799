import { AsyncLocalStorage } from 'node:async_hooks';
import type { ToolResult } from './messages.ts';

/** The key of the metadata of a result under which the service names its request. */
export const REQUEST_ID = 'aid/request_id';

/** The ids of the requests of a call. */
const calls = new AsyncLocalStorage<string[]>();

/** `fetch`, which notes the ids of requests for `withRequestId`. */
export const notingFetch: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  const requestId = response.headers.get('x-request-id');
  if (requestId !== null) calls.getStore()?.push(requestId);
  return response;
};

/** The result of one of this program's tools, with the id of its last request, as in the service's results. */
export function withRequestId(run: () => Promise<ToolResult>): Promise<ToolResult> {
  const requestIds: string[] = [];
  return calls.run(requestIds, async () => {
    const result = await run();
    const last = requestIds.at(-1);
    return last === undefined ? result : { ...result, _meta: { [REQUEST_ID]: last } };
  });
}
