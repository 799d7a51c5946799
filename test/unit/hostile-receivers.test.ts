import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { post } from '#functions/workers/delivery/post.ts';

/**
 * What a receiver of webhooks, or a remote A2A agent with a push configuration, can do to an attempt: it may respond
 * with anything, for any time. The service reads 64 KB at most, follows nothing, and ends with its timeout.
 */

const MEGABYTE = 1024 * 1024;
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

interface Hostile {
  readonly url: string;
  /** The requests that have arrived. */
  readonly requests: () => number;
  /** The bytes that were written to the attempt. */
  readonly written: () => number;
}

/** A server that responds to the first bytes of each connection by `respond`. */
async function hostile(respond: (socket: Socket) => void): Promise<Hostile> {
  let requests = 0;
  let written = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      written += socket.bytesWritten;
      sockets.delete(socket);
    });
    socket.once('data', () => {
      requests += 1;
      respond(socket);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/`, requests: () => requests, written: () => written };
}

/** Writes pieces for as long as the connection is open. */
function endless(socket: Socket, piece: string | Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
}

/** Writes a piece from time to time. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

/** What never ends is given little time from when it has begun, and what ends by its size enough on a busy machine. */
const SHORT_MS = 400;
const LONG_MS = 20_000;
const attempt = async (url: string, timeoutMs: number) =>
  (await post(url, {}, '{}', { timeoutMs, policy: { allowLoopback: true } })).outcome;

test.each<[string, number, (socket: Socket) => void, object]>([
  [
    'an endless body',
    LONG_MS,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      endless(socket, `10000\r\n${'x'.repeat(0x10000)}\r\n`);
    },
    { ok: true, responseStatus: 200 },
  ],
  [
    'an endless JSON array in a body without a length',
    LONG_MS,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[');
      endless(socket, '[{"kind":"task"},'.repeat(4096));
    },
    { ok: true, responseStatus: 200 },
  ],
  [
    'a body that never ends',
    SHORT_MS,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      drip(socket, '1\r\nx\r\n');
    },
    {},
  ],
  [
    'endless headers',
    LONG_MS,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      endless(socket, `x-many: ${'x'.repeat(1000)}\r\n`);
    },
    { ok: false, responseStatus: null, error: 'network error: UND_ERR_HEADERS_OVERFLOW' },
  ],
  [
    'a head that never ends',
    SHORT_MS,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x');
    },
    { ok: false, responseStatus: null },
  ],
  ['no response', SHORT_MS, () => {}, { ok: false, responseStatus: null, error: 'timed out after 0.4 s' }],
  [
    'an endless series of informational responses',
    SHORT_MS,
    (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'),
    { ok: false, responseStatus: null },
  ],
  [
    'bytes that are no HTTP',
    LONG_MS,
    (socket) => void socket.end(Buffer.alloc(4096, 0xff)),
    { ok: false, responseStatus: null },
  ],
])(
  'A receiver that sends %s ends its attempt, and is sent away after a few kilobytes',
  async (_, timeoutMs, respond, outcome) => {
    const timeout = new AbortController();
    if (timeoutMs === SHORT_MS) vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal);
    const receiver = await hostile((socket) => {
      respond(socket);
      setTimeout(() => timeout.abort(), SHORT_MS);
    });
    expect(await attempt(receiver.url, timeoutMs)).toMatchObject(outcome);
    expect(receiver.requests()).toBe(1);
    // What the kernel had in its buffers counts too.
    await expect.poll(() => sockets.size).toBe(0);
    expect(receiver.written()).toBeLessThan(16 * MEGABYTE);
  },
);

test.each([301, 302, 303, 307, 308])(
  'A redirect with %s is a failure, and nothing is sent to its target',
  async (status) => {
    const target = await hostile((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    for (const location of [target.url, 'http://169.254.169.254/latest/meta-data/', '//10.0.0.1/']) {
      const receiver = await hostile((socket) => {
        socket.end(`HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
      });
      expect(await attempt(receiver.url, LONG_MS)).toMatchObject({
        ok: false,
        responseStatus: status,
        error: `HTTP ${status}`,
      });
    }
    expect(target.requests()).toBe(0);
  },
);
