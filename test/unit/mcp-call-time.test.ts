import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_CALL_MS } from '#functions/http/mcp/call-time.ts';
import { callDirectly } from '../support/direct-tool-call.ts';

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

const begin = (left = 200) => Date.now() - MAX_CALL_MS + left;

// The service never responds, so nothing but the end of a call ends it. These calls arrived almost that long ago.
test('A tool ends when its time is over although the service does not respond, and says what happened', async () => {
  const { baseUrl, requests } = await silentService();
  const call = (left: number) => callDirectly('list_messages', {}, { baseUrl, now: begin(left) });
  let left = 200;
  let result = await call(left);
  // On a busy machine the time may be over before the tool has sent its request.
  while (requests.length === 0) {
    left *= 2;
    result = await call(left);
  }
  expect(requests).toHaveLength(1);
  expect(result).toMatchObject({ isError: true, _meta: { 'aid/request_id': 'req_1' } });
  expect(result.content).toEqual([
    expect.objectContaining({ text: expect.stringContaining('did not respond in time') }),
  ]);
});

test('A wait ends when its time is over although the service does not respond, and keeps its cursor', async () => {
  const { baseUrl } = await silentService();
  const args = { thread_id: 'thr_1', timeout_seconds: 50, cursor: '2026-11-26T00:00:00.000Z/2026-11-25T00:00:00.000Z' };
  const result = await callDirectly('wait_for_reply', args, { baseUrl, now: begin() });
  expect(result.structuredContent).toMatchObject({ timed_out: true, next_cursor: args.cursor });
});
