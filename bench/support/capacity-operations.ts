import { randomUUID } from 'node:crypto';
import type { Table } from '#shared/data/table-client.ts';
import type { Stack } from '#testing/stack.ts';
import { append, countEventsSince, eventNames } from './event-log.ts';
import { mailClient } from './mail.ts';
import { type Meter, share, type Usage } from './meter.ts';
import { callProbe } from './probe-operation.ts';
import type { Receiver } from './receiver.ts';
import { createWebhook, type Tenant } from './tenant.ts';
import { until } from './until.ts';

/** The cost of one operation. */
export interface MeasuredCost {
  readonly usage: Usage;
}

/** What the operations are measured with. */
export interface Fixture {
  readonly stack: Stack;
  readonly tenant: Tenant;
  /** Meters the functions of the stack. */
  readonly meter: Meter;
  readonly receiver: Receiver;
  /** The table, reached without a meter. */
  readonly table: Table;
  /** Meters the calls of this process. */
  readonly own: { readonly meter: Meter; readonly table: Table };
}

interface MeteredOperation {
  readonly name: string;
  readonly max?: { readonly read: number; readonly write?: number };
  readonly measure: (fixture: Fixture) => Promise<Usage>;
}

/** Calls of each kind. The measured units are divided by this number. */
const REPEATS = 5;

async function each(meter: Meter, work: (round: number) => Promise<unknown>, count = REPEATS): Promise<Usage> {
  const usage = await meter.phase(async () => {
    for (let round = 0; round < count; round++) await work(round);
  });
  return share(usage, count);
}

/** Every operation with its highest cost, in the order in which they run. */
export const METERED_OPERATIONS: readonly MeteredOperation[] = [
  {
    name: 'GET /v1/me, org key',
    max: { read: 2.5, write: 1 },
    measure: ({ meter, tenant }) => each(meter, () => tenant.asOrg.get('/v1/me')),
  },
  {
    name: 'GET /v1/me, agent key',
    max: { read: 2.5, write: 1 },
    measure: ({ meter, tenant }) => each(meter, () => tenant.asAgent.get('/v1/me')),
  },
  {
    name: 'GET /v1/me, first use of a key in an hour',
    measure: async ({ meter, tenant }) => {
      const { key } = await tenant.asOrg.post<{ key: string }>('/v1/api-keys', { name: 'fresh' });
      return each(meter, () => tenant.withKey(key).get('/v1/me'), 1);
    },
  },
  {
    name: 'POST /v1/api-keys with an idempotency key',
    max: { read: 3, write: 12 },
    measure: ({ meter, tenant }) =>
      each(meter, () => tenant.asOrg.post('/v1/api-keys', { name: 'metered' }, { 'idempotency-key': randomUUID() })),
  },
  {
    name: 'a mutation with one event and an idempotency key, org key',
    max: { read: 3, write: 12 },
    measure: ({ own, tenant }) => each(own.meter, () => callProbe(own.table, tenant, tenant.orgKey)),
  },
  {
    name: 'the same, agent key',
    max: { read: 3, write: 12 },
    measure: ({ own, tenant }) => each(own.meter, () => callProbe(own.table, tenant, tenant.agentKey)),
  },
  {
    name: 'one poll of a wait (5 s without a match)',
    max: { read: 1 },
    measure: async ({ meter, tenant }) => {
      const usage = await meter.phase(() => tenant.asOrg.get('/v1/events/wait?type=mail.sent&timeout_ms=5000'));
      const polls = usage.calls.filter(({ rows }) => rows === 'EVENT').length;
      return { ...share(usage, polls), writeUnits: 0 };
    },
  },
  {
    name: 'a wait that finds the next event at once',
    measure: async ({ meter, tenant, table }) => {
      const [before] = await append(table, tenant);
      await append(table, tenant);
      const since = new Date(before?.createdAt ?? 0).toISOString();
      return each(meter, () => tenant.asOrg.get(`/v1/events/wait?type=mail.received&since=${since}`));
    },
  },
  {
    name: 'a wait that is 200 events behind',
    measure: async ({ meter, tenant, table }) => {
      const [before] = await append(table, tenant);
      for (let n = 0; n < 4; n++) await append(table, tenant, eventNames(50));
      const since = new Date(before?.createdAt ?? 0).toISOString();
      return each(meter, () => tenant.asOrg.get(`/v1/events/wait?type=mail.received&since=${since}`));
    },
  },
  {
    name: 'GET /v1/events, a page of 50',
    measure: async ({ meter, tenant, table }) => {
      await append(table, tenant, eventNames(50));
      return each(meter, () => tenant.asOrg.get('/v1/events?limit=50'));
    },
  },
  {
    name: 'an email ingested: a new thread, its event, no endpoint',
    measure: async ({ meter, tenant, stack, table }) => {
      const client = mailClient(stack.smtpPort);
      const ingest = async () => {
        const since = Date.now();
        await client.send(tenant.agent.email_address, 'About order 4711');
        await until('the mail', async () => (await countEventsSince(table, tenant.organizationId, since)) > 0);
      };
      await ingest();
      // One by one: the relay reads the endpoints only once for all events of a batch.
      const usages: Usage[] = [];
      for (let round = 0; round < 3; round++) usages.push(await meter.phase(ingest));
      client.close();
      return mean(usages);
    },
  },
  {
    name: 'an email sent: request, dispatch to SES, and the outcome, three commits and two events',
    measure: async ({ meter, tenant, table }) => {
      const path = `/v1/identities/${tenant.agent.id}/mail/send`;
      const send = async () => {
        const since = Date.now();
        await tenant.asAgent.post(path, {
          to: 'ada@elsewhere.example',
          subject: 'Order 4711',
          text: 'It is on its way.',
        });
        // mail.sent and mail.delivered.
        await until('the outcome', async () => (await countEventsSince(table, tenant.organizationId, since)) >= 2);
      };
      await send();
      const usages: Usage[] = [];
      for (let round = 0; round < 3; round++) usages.push(await meter.phase(send));
      return mean(usages);
    },
  },
  {
    name: 'a delivery that succeeds at once, fan-out to 1 endpoint',
    max: { read: 3, write: 3 },
    measure: (fixture) => deliverTo(1, fixture),
  },
  {
    name: 'a delivery that succeeds at once, fan-out to 10 endpoints',
    max: { read: 3, write: 3 },
    measure: (fixture) => deliverTo(10, fixture),
  },
  {
    name: 'POST /v1/events/{id}/replay with its one delivery',
    measure: (fixture) =>
      withEndpoints(1, fixture, async () => {
        const { meter, tenant, table, receiver } = fixture;
        const [event] = await append(table, tenant);
        await receiver.untilArrived(1);
        await receiver.take();
        return meter.phase(async () => {
          await tenant.asOrg.post(`/v1/events/${event?.id}/replay`);
          await receiver.untilArrived(1);
          await receiver.take();
        });
      }),
  },
];

/** Measures every operation, each after a call that warms up its functions. */
export async function measureOperations(fixture: Fixture): Promise<Map<string, MeasuredCost>> {
  await warmUp(fixture);
  const costs = new Map<string, MeasuredCost>();
  for (const { name, measure } of METERED_OPERATIONS) costs.set(name, { usage: await measure(fixture) });
  return costs;
}

/**
 * First calls load the data key of the stage and record that a key was used: once per hour, or once per lifetime of a
 * function.
 */
async function warmUp({ tenant, table, own }: Fixture): Promise<void> {
  for (const caller of [tenant.asOrg, tenant.asAgent]) {
    await caller.get('/v1/me');
    await caller.get('/v1/events?limit=1');
    await caller.get('/v1/events/wait?type=mail.sent&timeout_ms=0');
  }
  await tenant.asOrg.post('/v1/api-keys', { name: 'warm' }, { 'idempotency-key': randomUUID() });
  await callProbe(own.table, tenant, tenant.orgKey);
  await callProbe(own.table, tenant, tenant.agentKey);
  await append(table, tenant);
}

/** The units of each delivery of one event to `endpoints` endpoints, including the reads of the relay. */
function deliverTo(endpoints: number, fixture: Fixture): Promise<Usage> {
  const { meter, tenant, table, receiver } = fixture;
  return withEndpoints(endpoints, fixture, async () => {
    const deliver = async () => {
      await append(table, tenant);
      await receiver.untilArrived(endpoints);
      await receiver.take();
    };
    await deliver();
    const usages: Usage[] = [];
    for (let round = 0; round < 3; round++) usages.push(await meter.phase(deliver));
    return share(mean(usages), endpoints);
  });
}

async function withEndpoints<T>(count: number, { tenant, receiver }: Fixture, work: () => Promise<T>): Promise<T> {
  const webhooks = [];
  for (let n = 0; n < count; n++) webhooks.push(await createWebhook(tenant, receiver.ok(n)));
  try {
    return await work();
  } finally {
    for (const { id } of webhooks) await tenant.asOrg.delete(`/v1/webhooks/${id}`);
  }
}

/** Reports the calls of one round, so that the breakdown stays readable. */
function mean(usages: readonly Usage[]): Usage {
  const sum = (units: 'readUnits' | 'writeUnits') => usages.reduce((total, usage) => total + usage[units], 0);
  const count = usages.length;
  return { readUnits: sum('readUnits') / count, writeUnits: sum('writeUnits') / count, calls: usages[0]?.calls ?? [] };
}
