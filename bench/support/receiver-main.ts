import { createServer } from 'node:http';
import type { Arrival, FromReceiver, ToReceiver } from './receiver.ts';
import { preciseNow } from './statistics.ts';

/**
 * The process of the receiver: responds to `/ok/…` immediately, to `/after/<ms>/…` after that time and to `/never/…`
 * never, and records when each request arrived.
 */
const arrivals: Arrival[] = [];

const server = createServer((request, response) => {
  const at = preciseNow();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      id: string;
      data: { message?: { subject: string } };
    };
    arrivals.push({ path: request.url ?? '', eventId: body.id, subject: body.data.message?.subject ?? '', at });
    if (request.url?.startsWith('/never')) return;
    const [, delay = 0] = /^\/after\/(\d+)\//.exec(request.url ?? '') ?? [];
    setTimeout(() => response.writeHead(204).end(), Number(delay));
  });
});

const send = (message: FromReceiver) => process.send?.(message);

process.on('message', (message: ToReceiver) => {
  if (message === 'count') send({ count: arrivals.length });
  else send({ arrivals: arrivals.splice(0) });
});
process.on('disconnect', () => process.exit());

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  send({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});
