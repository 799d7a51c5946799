import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#shared/data/table-client.ts';
import { withEngine } from '#testing/with-engine.ts';
import { append, tableAt } from './support/event-log.ts';
import { type BenchmarkRun, info, type Measurement } from './support/measurement.ts';
import { memoryOf } from './support/memory.ts';
import { breakdown, type Meter, share, type Usage, unitsOf } from './support/meter.ts';
import { withMeteringProxy } from './support/metering-proxy.ts';
import { distribution, percentile, preciseNow } from './support/statistics.ts';
import { StreamClient } from './support/stream-client.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const ROUNDS = 5;
const EVENTS = 60;
const ORGANIZATIONS = 10;
const STREAMS_EACH = 100;
const EVENTS_EACH = 6;

/** What an event stream costs in capacity units, and how fast events arrive, with ten streams and with a thousand. */
export const streams: BenchmarkRun = async (say) => {
  const units = await measureUnits(say);
  say(`10 streams of one organization, ${EVENTS} events`);
  const few = await measureArrivals({ organizations: 1, streams: 10, events: EVENTS }, say);
  say(`${ORGANIZATIONS * STREAMS_EACH} streams of ${ORGANIZATIONS} organizations`);
  const load = { organizations: ORGANIZATIONS, streams: STREAMS_EACH, events: EVENTS_EACH };
  return [...units, ...few, ...(await measureArrivals(load, say))];
};

function measureUnits(say: (line: string) => void): Promise<Measurement[]> {
  return withEngine((engine) =>
    withMeteringProxy(engine.endpoint, ({ url: dynamodbEndpoint, meter }) =>
      withStack({ dynamodbEndpoint }, async (stack) => {
        const tenant = await createTenant(stack.baseUrl);
        const table = await tableAt(engine);
        const usages = await unitsOfStreams(tenant, table, meter);
        for (const [claim, usage] of usages) say(`  ${claim}: ${breakdown(usage)}`);
        return usages.map(([claim, usage]) => info(claim, unitsOf(usage)));
      }),
    ),
  );
}

async function unitsOfStreams(tenant: Tenant, table: Table, meter: Meter): Promise<[string, Usage][]> {
  const warm = await StreamClient.open(tenant);
  const [first] = await append(table, tenant);
  await warm.untilArrived(first?.id ?? '');
  await warm.ping();
  await warm.close();

  const clients: StreamClient[] = [];
  const opening = await meter.phase(async () => {
    clients.push(await StreamClient.open(tenant));
  });
  const [client] = clients;
  if (client === undefined) throw new Error('no stream');
  const event = async () => {
    const [appended] = await append(table, tenant);
    await Promise.all(clients.map((one) => one.untilArrived(appended?.id ?? '')));
  };
  const one = await mean(meter, event);
  const ping = await mean(meter, () => client.ping());
  for (let n = 1; n < 10; n++) clients.push(await StreamClient.open(tenant));
  const ten = share(await mean(meter, event), 10);
  const closing = share(await meter.phase(() => Promise.all(clients.map((open) => open.close()))), 10);
  const none = await mean(meter, async () => void (await append(table, tenant)));
  const path = '/v1/events/wait?type=mail.sent&timeout_ms=';
  const poll = await meter.phase(() => tenant.asOrg.get(`${path}25000`));
  return [
    ['a stream is opened: request, handshake, ready', opening],
    ['an event on 1 stream, the relay included', one],
    ['the same, each of 10 streams', ten],
    ['the relay for an event, without streams', none],
    ['a ping', ping],
    ['a connection ends', closing],
    ['a wait of 25 s that times out', poll],
  ];
}

async function mean(meter: Meter, work: () => Promise<void>): Promise<Usage> {
  const usages: Usage[] = [];
  for (let round = 0; round < ROUNDS; round++) usages.push(await meter.phase(work));
  const sum = (units: 'readUnits' | 'writeUnits') => usages.reduce((total, usage) => total + usage[units], 0);
  const readUnits = sum('readUnits') / ROUNDS;
  return { readUnits, writeUnits: sum('writeUnits') / ROUNDS, calls: usages[0]?.calls ?? [] };
}

interface Load {
  readonly organizations: number;
  readonly streams: number;
  /** Events of each organization. */
  readonly events: number;
}

function measureArrivals(load: Load, say: (line: string) => void): Promise<Measurement[]> {
  return withEngine((engine) =>
    withStack({ dynamodbEndpoint: engine.endpoint }, async (stack) => {
      const tenants: Tenant[] = [];
      for (let n = 0; n < load.organizations; n++) tenants.push(await createTenant(stack.baseUrl));
      const table = await tableAt(engine);
      const before = memoryOf(stack.pid);
      const groups = await Promise.all(tenants.map((tenant) => openAll(tenant, load.streams)));
      say('  all connected');
      await sleep(2000);
      const after = memoryOf(stack.pid);
      const samples: number[] = [];
      for (let round = 0; round < load.events; round++) {
        await Promise.all(
          tenants.map(async (tenant, index) => samples.push(...(await arrivalsOf(tenant, groups[index] ?? [], table)))),
        );
      }
      const count = load.organizations * load.streams;
      return [
        info(`${count} streams: memory of the stack, before and after`, megabytes(before, after)),
        info(`${count} streams: append → message, p50`, `${percentile(samples, 0.5).toFixed(0)} ms`),
        info(`${count} streams: append → message, p99`, `${percentile(samples, 0.99).toFixed(0)} ms`),
        info('', distribution(samples)),
      ];
    }),
  );
}

function megabytes(...memories: readonly { megabytes: number; measure: string }[]): string {
  return memories.map((memory) => `${memory.megabytes.toFixed(0)} MB ${memory.measure}`).join(' → ');
}

/** One after the other: the streams of an organization are one row. */
async function openAll(tenant: Tenant, count: number): Promise<StreamClient[]> {
  const clients: StreamClient[] = [];
  for (let n = 0; n < count; n++) clients.push(await StreamClient.open(tenant));
  return clients;
}

/** Appends one event and returns how long it took to each stream, from the end of its commit. */
async function arrivalsOf(tenant: Tenant, clients: readonly StreamClient[], table: Table): Promise<number[]> {
  const [event] = await append(table, tenant);
  const committed = preciseNow();
  const id = event?.id ?? '';
  await Promise.all(clients.map((client) => client.untilArrived(id)));
  return clients.map((client) => Math.max(0, (client.arrivals.get(id) ?? Number.NaN) - committed));
}
