import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TunnelClient } from '#clients/tunnel/tunnel-client.ts';
import { Caller } from './support/caller.ts';
import { type BenchmarkRun, info, within } from './support/measurement.ts';
import { signUp } from './support/sign-up.ts';
import { distribution, preciseNow } from './support/statistics.ts';
import { strangerLimits } from './support/stranger-limits.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { until } from './support/until.ts';
import { withStack } from './support/with-stack.ts';

const RESERVED = 100;
const MAX_SHARE = 0.1;
const ORGANIZATIONS = 12;
const SLOW_REQUESTS_EACH = 5;
const QUICK_REQUESTS = 40;

/**
 * What the tunnels of twelve organizations without a verified owner hold of a stage with slow requests, all with
 * clients at one network address, and whether the tunnel of a verified organization still serves meanwhile.
 */
export const slowTunnels: BenchmarkRun = (say) =>
  withStack(
    { environment: { AID_LIMITS: strangerLimits(), AID_WAIT_CONCURRENCY: String(RESERVED) } },
    async (stack) => {
      const server = await startServer();
      const clients: TunnelClient[] = [];
      const open = async (tenant: Pick<Tenant, 'orgKey'>) => {
        const { connect_url: connectUrl, public_url } = await new Caller(stack.baseUrl, tenant.orgKey).post<{
          connect_url: string;
          public_url: string;
        }>('/v1/tunnels', {});
        const client = new TunnelClient({ connectUrl, key: tenant.orgKey, target: server });
        clients.push(client);
        const connected = new Promise<void>((resolve) => client.once('connected', () => resolve()));
        client.start();
        await connected;
        return public_url;
      };
      try {
        const verified = await open({ orgKey: await signUp(stack.baseUrl, 'owner@receiver.example') });
        const strangers: string[] = [];
        for (let n = 0; n < ORGANIZATIONS; n++) strangers.push(await open(await createTenant(stack.baseUrl)));

        say(`${ORGANIZATIONS} organizations of one address, ${SLOW_REQUESTS_EACH} slow requests to the tunnel of each`);
        const slow = strangers.flatMap((url) =>
          Array.from({ length: SLOW_REQUESTS_EACH }, () => statusOf(new URL('slow', url))),
        );
        let settled = 0;
        for (const request of slow) void request.finally(() => settled++);
        await until('every slow request to be held or refused', () => server.held() + settled === slow.length);
        const held = server.held();

        say(`${QUICK_REQUESTS} requests to the tunnel of a verified organization`);
        const quick: number[] = [];
        for (let n = 0; n < QUICK_REQUESTS; n++) {
          const startedAt = preciseNow();
          if ((await statusOf(new URL('quick', verified))) === 200) quick.push(preciseNow() - startedAt);
        }
        server.release();
        const outcomes = Map.groupBy(await Promise.all(slow), String);
        return [
          within(
            'requests of a stage that 12 organizations of one address hold',
            held / RESERVED,
            MAX_SHARE,
            'of them',
            2,
          ),
          info('responses to the slow requests', [...outcomes].map(([is, all]) => `${all.length} × ${is}`).join(', ')),
          {
            claim: 'requests to the tunnel of a verified organization meanwhile that were served',
            figure: `${quick.length} of ${QUICK_REQUESTS}, ${distribution(quick)}`,
            target: 'all',
            met: quick.length === QUICK_REQUESTS,
          },
        ];
      } finally {
        for (const client of clients) client.stop();
        await server.stop();
      }
    },
  );

async function statusOf(url: URL): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}

/** A server that holds each request for `/slow` until it releases them all. */
async function startServer() {
  const held = new Set<() => void>();
  const server = createServer((request, response) => {
    const respond = () => response.writeHead(200, { 'content-length': 5 }).end('hello');
    if (request.url === '/slow') held.add(respond);
    else respond();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    held: () => held.size,
    release: () => {
      for (const respond of held) respond();
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
