import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TunnelClient } from '#clients/tunnel/tunnel-client.ts';
import { withEngine } from '#testing/with-engine.ts';
import { type BenchmarkRun, info, type Measurement } from './support/measurement.ts';
import { type Meter, unitsOf } from './support/meter.ts';
import { withMeteringProxy } from './support/metering-proxy.ts';
import { distribution, preciseNow } from './support/statistics.ts';
import { createTenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const REQUESTS = 200;
const LARGE_BYTES = 5_000_000;
const LARGE_ROUNDS = 5;
const AT_ONCE = 20;

/** The server behind the tunnel: a small page, a large file, and a stream of ten events. */
const LARGE = Buffer.alloc(LARGE_BYTES, 'x');

/**
 * What a request through a tunnel takes and costs: the round trip, bytes a second, and the capacity units of a small, a
 * large and a streamed response.
 */
export const tunnels: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withMeteringProxy(engine.endpoint, ({ url: dynamodbEndpoint, meter }) =>
      withStack({ dynamodbEndpoint }, async (stack) => {
        const tenant = await createTenant(stack.baseUrl);
        const tunnel = await tenant.asAgent.post<{ connect_url: string; public_url: string }>('/v1/tunnels', {});
        const server = await startServer();
        const client = new TunnelClient({ connectUrl: tunnel.connect_url, key: tenant.agentKey, target: server });
        try {
          await new Promise<void>((resolve) => {
            client.once('connected', () => resolve());
            client.start();
          });
          const at = (path: string) => new URL(path, tunnel.public_url).href;
          await get(at('small'));
          await get(at('large'));
          say('capacity units');
          const units = await measureUnits(meter, at);
          say(`${REQUESTS} requests one after another, then ${AT_ONCE} at once, then ${LARGE_ROUNDS} of 5 MB`);
          return [...units, ...(await measureTime(at))];
        } finally {
          client.stop();
          await server.stop();
        }
      }),
    ),
  );

async function measureUnits(meter: Meter, at: (path: string) => string): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [claim, path] of [
    ['a request with a small response', 'small'],
    ['a request with a response of 5 MB', 'large'],
    ['a request with a stream of ten events in a second', 'events'],
  ] as const) {
    measurements.push(info(claim, unitsOf(await meter.phase(() => get(at(path))))));
  }
  return measurements;
}

async function measureTime(at: (path: string) => string): Promise<Measurement[]> {
  const single: number[] = [];
  for (let n = 0; n < REQUESTS; n++) single.push(await timed(() => get(at('small'))));
  const together: number[] = [];
  for (let n = 0; n < REQUESTS / AT_ONCE; n++) {
    together.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => timed(() => get(at('small')))))));
  }
  let large = 0;
  for (let n = 0; n < LARGE_ROUNDS; n++) large += await timed(() => get(at('large')));
  const perSecond = (LARGE_ROUNDS * LARGE_BYTES) / 1e6 / (large / 1000);
  return [
    info('round trip, one at a time', distribution(single)),
    info(`round trip, ${AT_ONCE} at once`, distribution(together)),
    info('responses of 5 MB', `${perSecond.toFixed(1)} MB/s`),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = preciseNow();
  await work();
  return preciseNow() - startedAt;
}

async function get(url: string): Promise<void> {
  const response = await fetch(url);
  const bytes = (await response.arrayBuffer()).byteLength;
  if (!response.ok) throw new Error(`${url}: ${response.status}, ${bytes} bytes`);
}

async function startServer(): Promise<{ host: string; port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url === '/large') response.writeHead(200, { 'content-length': LARGE.length }).end(LARGE);
    else if (request.url !== '/events') response.writeHead(200, { 'content-length': 5 }).end('hello');
    else {
      let sent = 0;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => {
        response.write(`data: ${sent}\n\n`);
        sent += 1;
        if (sent < 10) return;
        clearInterval(timer);
        response.end();
      }, 100);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { host: '127.0.0.1', port, stop };
}
