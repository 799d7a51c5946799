import { sharedStack } from '#testing/fixture.ts';

/** The response to the call of a tool, without a client of the protocol. */
export interface RawCall {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Calls a tool with a token, by one request of revision 2025-06-18. */
export async function callTool(
  token: string | undefined,
  name: string,
  args: object = {},
  url = `${sharedStack().baseUrl}/v1/mcp`,
): Promise<RawCall> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
