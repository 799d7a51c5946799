import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchmarkRun, info, within } from './support/measurement.ts';
import { distribution, percentile } from './support/statistics.ts';
import { strangerLimits } from './support/stranger-limits.ts';
import { createTenant, createVerifiedTenant, createWebhook, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const ENDPOINTS = 60;
const REQUESTS = 5;
const CONTENT_BYTES = 250_000;
const MAX_AMPLIFICATION = 10;
const WAVE_EVERY_MS = 35_000;
/** Enough that three or four times are above the p99. */
const QUIET_EVENTS = 400;
const QUIET_EVERY_MS = 150;
const MAX_TAIL = 1.5;

/**
 * What organizations without a verified owner can make the service send to a server of someone else: 120 endpoints of
 * one URL, five messages of 250 KB, and a replay of each, with a receiver that accepts everything and with one that
 * fails. And how long the deliveries of another organization take meanwhile.
 */
export const reflector: BenchmarkRun = async (say) => {
  const results = [];
  for (const status of [200, 500]) {
    say(`a receiver that responds ${status}`);
    results.push(...(await attack(status)));
  }
  return results;
};

const attack = (status: number) =>
  // An address of its own for the victim: all addresses of a machine's own network belong to it.
  withVictim('127.0.0.9', status, (victim) =>
    withVictim('127.0.0.10', status, (rehearsal) =>
      withVictim('127.0.0.1', 204, (quietReceiver) =>
        withStack({ environment: { AID_LIMITS: strangerLimits(), AID_DELIVERY_DELAYS: '1,2,5' } }, async (stack) => {
          const quiet = await createVerifiedTenant(stack.baseUrl);
          await createWebhook(quiet, quietReceiver.url);
          const worker = await createWorker(quiet);
          await measureQuiet(quiet, quietReceiver, worker);
          // Code that runs for the first time is slow, so that of the attack is measured warm, as that of the
          // deliveries is.
          await flood(await createStranger(stack.baseUrl, rehearsal.url));
          await sleep(30_000);
          const alone = await measureQuiet(quiet, quietReceiver, worker);
          const bystanders = [await createTenant(stack.baseUrl), await createTenant(stack.baseUrl)];
          const [received] = await Promise.all([measureQuiet(quiet, quietReceiver, worker), floodInWaves(bystanders)]);

          const strangers = [
            await createStranger(stack.baseUrl, victim.url),
            await createStranger(stack.baseUrl, victim.url),
          ];
          const [attacked] = await Promise.all([measureQuiet(quiet, quietReceiver, worker), floodInWaves(strangers)]);
          await sleep(10_000);
          return [
            info(`POSTs to the victim, which responds ${status}`, `${victim.arrivals.length}`),
            within(
              '  bytes sent for each byte of their messages',
              victim.bytes() / (strangers.length * REQUESTS * CONTENT_BYTES),
              MAX_AMPLIFICATION,
              '×',
              1,
            ),
            info('  deliveries of another organization, alone', distribution(alone.times)),
            info('  the same, while such messages have no endpoint', distribution(received.times)),
            info('  the same, meanwhile', distribution(attacked.times)),
            within('  deliveries of another organization that did not arrive', attacked.missing, 0, ''),
            within(
              '  p99, relative to alone',
              percentile(attacked.times, 0.99) / percentile(alone.times, 0.99),
              MAX_TAIL,
              '×',
              2,
            ),
          ];
        }),
      ),
    ),
  );

/** An organization without a verified owner, with 120 endpoints of one URL. */
async function createStranger(stack: string, url: string): Promise<Tenant> {
  const stranger = await createTenant(stack);
  for (let n = 0; n < ENDPOINTS; n++) {
    await createWebhook(stranger, url);
    await stranger.asOrg.post('/v1/webhooks', { url, identity_id: stranger.agent.id });
  }
  return stranger;
}

/** Creates a second agent, which the first one sends tasks to. Returns its id. */
async function createWorker({ asOrg, agent }: Tenant): Promise<string> {
  return (await asOrg.post<{ id: string }>('/v1/identities', { handle: `${agent.handle}-worker` })).id;
}

interface Victim {
  readonly url: string;
  /** The arrivals by the text of their task, with the time. */
  readonly arrivals: { text: string; at: number }[];
  /** All bytes that arrived, heads of requests included. */
  bytes(): number;
}

async function withVictim<T>(address: string, status: number, work: (victim: Victim) => Promise<T>): Promise<T> {
  const arrivals: Victim['arrivals'] = [];
  let bytes = 0;
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = /mark-\d+/.exec(Buffer.concat(chunks).toString().slice(0, 3000))?.[0] ?? '';
      arrivals.push({ text, at });
      response.writeHead(status).end();
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      bytes += socket.bytesRead;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const arrived = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, bytes);
    return await work({ url: `http://${address}:${port}/`, arrivals, bytes: arrived });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Has one organization after the other send its messages, so that the measurement is never without an attack. */
async function floodInWaves(strangers: readonly Tenant[]): Promise<void> {
  for (const [wave, stranger] of strangers.entries()) {
    if (wave > 0) await sleep(WAVE_EVERY_MS);
    await flood(stranger);
  }
}

/** Five large messages, and a replay of each of their events. */
async function flood(stranger: Tenant): Promise<void> {
  const worker = await createWorker(stranger);
  for (let n = 0; n < REQUESTS; n++) {
    const body = { to_identity_id: worker, message: 'x'.repeat(CONTENT_BYTES), message_id: `large-${n}` };
    await stranger.asAgent.post('/v1/a2a/tasks', body);
  }
  await sleep(3000);
  const { events } = await stranger.asOrg.get<{ events: { id: string }[] }>('/v1/events?limit=20');
  for (const { id } of events) await stranger.asOrg.post(`/v1/events/${id}/replay`, {});
}

let marks = 0;

/** Milliseconds from each request of the quiet organization until its delivery arrives, and how many never did. */
async function measureQuiet(
  quiet: Tenant,
  receiver: Victim,
  worker: string,
): Promise<{ times: number[]; missing: number }> {
  const sent = new Map<string, number>();
  for (let n = 0; n < QUIET_EVENTS; n++) {
    const mark = `mark-${++marks}`;
    sent.set(mark, performance.now());
    await quiet.asAgent.post('/v1/a2a/tasks', { to_identity_id: worker, message: mark, message_id: mark });
    await sleep(QUIET_EVERY_MS);
  }
  const arrivedOf = () => receiver.arrivals.filter(({ text }) => sent.has(text));
  for (let tries = 0; arrivedOf().length < QUIET_EVENTS && tries < 300; tries++) await sleep(100);
  const arrived = arrivedOf();
  const times = arrived.map(({ text, at }) => at - (sent.get(text) ?? 0));
  return { times, missing: QUIET_EVENTS - arrived.length };
}
