import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
// @ts-expect-error: the example is plain JavaScript, which its users copy
import { followStream } from '#examples/follow-stream.mjs';

const AFTER = '2026-01-01T00:00:00.000Z';
const CURSOR = '2026-01-01T00:00:00.001Z';
const EVENT = { id: 'evt_1', created_at: CURSOR };

/**
 * A service with one event, which is too large for a message: each connection gets a pointer to it. `reads` are the
 * statuses of the reads of the log, in order; returns its address and the number of connections so far.
 */
async function serviceWithLargeEvent(reads: number[]): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createServer((request, response) => {
    const respond = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method === 'POST') return respond(201, { connect_url: url.replace('http', 'ws') });
    const status = reads.shift() ?? 200;
    if (status === 200) return respond(200, { events: [EVENT] });
    respond(status, { error: { code: 'internal.error', message: 'no', request_id: 'r', retryable: status >= 500 } });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    connections += 1;
    socket.send(JSON.stringify({ type: 'ready', cursor: AFTER }));
    socket.send(JSON.stringify({ type: 'pointer', after: AFTER, cursor: CURSOR, event_id: EVENT.id }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    server.close();
  });
  return { url, connections: () => connections };
}

async function firstEventOf(url: string): Promise<unknown> {
  const ending = new AbortController();
  for await (const event of followStream({ url, key: 'aid_org_x', since: AFTER, signal: ending.signal })) {
    ending.abort();
    return event;
  }
  return undefined;
}

test('A follower connects again when the log cannot be read for an event that is too large for a message', async () => {
  const { url, connections } = await serviceWithLargeEvent([500, 503, 200]);
  expect(await firstEventOf(url)).toEqual(EVENT);
  expect(connections()).toBe(3);
});

test('A follower ends with the error when the API refuses to read the log', async () => {
  const { url } = await serviceWithLargeEvent([403]);
  await expect(firstEventOf(url)).rejects.toThrow('internal.error: no');
});
