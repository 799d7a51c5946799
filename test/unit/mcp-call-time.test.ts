import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_CALL_MS } from '#functions/http/mcp/call-time.ts';
import { callTool, type ToolCall } from '#functions/http/mcp/call-tool.ts';
import { toolsOf } from '#shared/contract/mcp/tools.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';

/** The address of a service that accepts requests and responds to none. */
async function silentService(): Promise<{ baseUrl: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer(({ url = '' }) => void requests.push(url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function callOf(name: string, args: Record<string, unknown>, baseUrl: string): ToolCall {
  const actor = { kind: 'agent', identity: { id: 'agt_1', handle: 'bot' } };
  const now = Date.now() - MAX_CALL_MS + 200;
  return {
    name,
    arguments: args,
    context: { baseUrl, requestId: 'req_1', now, actor } as unknown as AuthenticatedContext,
    request: { headers: {}, query: {}, body: null, method: 'POST' } as unknown as ToolCall['request'],
    tools: toolsOf(new Set()),
    trace: {},
    signal: new AbortController().signal,
    progress: async () => {},
  };
}

// The service never responds, so nothing but the end of a call ends it. These calls arrived almost that long ago.
test('A tool ends when its time is over although the service does not respond, and says what happened', async () => {
  const { baseUrl, requests } = await silentService();
  const result = await callTool(callOf('list_messages', {}, baseUrl));
  expect(requests).toHaveLength(1);
  expect(result).toMatchObject({ isError: true, _meta: { 'aid/request_id': 'req_1' } });
  expect(result.content).toEqual([
    expect.objectContaining({ text: expect.stringContaining('did not respond in time') }),
  ]);
});

test('A wait ends when its time is over although the service does not respond, and keeps its cursor', async () => {
  const { baseUrl } = await silentService();
  const args = { thread_id: 'thr_1', timeout_seconds: 50, cursor: '2026-11-26T00:00:00.000Z/2026-11-25T00:00:00.000Z' };
  const result = await callTool(callOf('wait_for_reply', args, baseUrl));
  expect(result.structuredContent).toMatchObject({ timed_out: true, next_cursor: args.cursor });
});
