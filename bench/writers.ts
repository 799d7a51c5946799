import { randomUUID } from 'node:crypto';
import type { Table } from '#shared/data/table-client.ts';
import { withEngine } from '#testing/with-engine.ts';
import { type Correspondent, deliverMails, type Run, receiveMails } from './mail-runs.ts';
import { append, tableAt } from './support/event-log.ts';
import { type BenchmarkRun, info, type Measurement } from './support/measurement.ts';
import type { Meter } from './support/meter.ts';
import { withMeteringProxy } from './support/metering-proxy.ts';
import { percentile } from './support/statistics.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const CALLERS = 16;
const CROWD = 64;
const COMMITS_EACH = 60;
const REQUESTS_EACH = 25;
const MAILS_EACH = 12;
/** The runs with one organization and with many take turns, so that a change of the machine's load meets both. */
const ROUNDS = 3;

/** An agent that calls, and the agent of another organization to which it sends tasks. */
interface Calling extends Correspondent {
  readonly worker: Tenant;
}

/**
 * Whether many writers of one organization are slower than the same number over as many organizations: what the order
 * of the log costs under concurrency.
 */
export const writers: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withMeteringProxy(engine.endpoint, ({ url: dynamodbEndpoint, meter }) =>
      withStack({ dynamodbEndpoint: engine.endpoint }, async (stack) => {
        const direct = await tableAt(engine);
        const one = await callersOfOne(stack.baseUrl);
        const many = await Promise.all(Array.from({ length: CALLERS }, () => callerOfItsOwn(stack.baseUrl)));
        const measurements: Measurement[] = [];
        const compare = async (name: string, each: number, call: (calling: Calling) => Promise<unknown>) => {
          say(name);
          measurements.push(...(await compareRuns(name, (callers) => run(callers, each, call), one, many)));
        };
        await compare('commits with one event', COMMITS_EACH, ({ tenant }) => append(direct, tenant));
        await compare('changed agent settings', REQUESTS_EACH, ({ tenant, agentId }) =>
          tenant.asOrg.put(`/v1/identities/${agentId}/a2a/settings`, { description: randomUUID() }),
        );
        await compare('A2A tasks to other organizations', REQUESTS_EACH, ({ agent, worker }) =>
          agent.post('/v1/a2a/tasks', { to_identity_id: worker.agent.id, message: 'Find invoice 4711.' }),
        );
        const runs = {
          'mail in': (callers: readonly Calling[]) => receiveMails(direct, stack.smtpPort, callers, MAILS_EACH),
          'mail status': (callers: readonly Calling[]) => deliverMails(direct, callers, MAILS_EACH),
        };
        for (const [name, measure] of Object.entries(runs)) {
          say(name);
          measurements.push(...(await compareRuns(name, measure, one, many)));
        }
        say(`${CROWD} writers of one organization`);
        const metered = await tableAt(engine, dynamodbEndpoint);
        return [...measurements, ...(await measureCrowd(metered, meter, await createTenant(stack.baseUrl)))];
      }),
    ),
  );

async function callersOfOne(url: string): Promise<Calling[]> {
  const tenant = await createTenant(url);
  return Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const handle = `caller-${randomUUID()}`;
      const made = await tenant.asOrg.post<{ id: string; email_address: string }>('/v1/identities', { handle });
      const { id, email_address: address } = made;
      const { key } = await tenant.asOrg.post<{ key: string }>('/v1/api-keys', { name: 'caller', identity_id: id });
      return { tenant, agentId: id, agent: tenant.withKey(key), address, worker: await openWorker(url) };
    }),
  );
}

async function callerOfItsOwn(url: string): Promise<Calling> {
  const tenant = await createTenant(url);
  const { id: agentId, email_address: address } = tenant.agent;
  return { tenant, agentId, agent: tenant.asAgent, address, worker: await openWorker(url) };
}

/** An agent that accepts tasks from every agent. */
async function openWorker(url: string): Promise<Tenant> {
  const worker = await createTenant(url);
  await worker.asOrg.put(`/v1/identities/${worker.agent.id}/a2a/settings`, { filter_mode: 'blocklist' });
  return worker;
}

async function run(
  callers: readonly Calling[],
  each: number,
  call: (calling: Calling) => Promise<unknown>,
): Promise<Run> {
  const times: number[] = [];
  const startedAll = performance.now();
  await Promise.all(
    callers.map(async (calling) => {
      for (let count = 0; count < each; count++) {
        const started = performance.now();
        await call(calling);
        times.push(performance.now() - started);
      }
    }),
  );
  const seconds = (performance.now() - startedAll) / 1000;
  return { perSecond: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

async function compareRuns(
  name: string,
  measure: (callers: readonly Calling[]) => Promise<Run>,
  one: readonly Calling[],
  many: readonly Calling[],
): Promise<Measurement[]> {
  await measure(one);
  await measure(many);
  const runs: { one: Run; many: Run }[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push({ one: await measure(one), many: await measure(many) });
  const mean = (of: (run: { one: Run; many: Run }) => number) => runs.reduce((sum, r) => sum + of(r), 0) / ROUNDS;
  const rate = mean((r) => r.one.perSecond) / mean((r) => r.many.perSecond);
  const tail = mean((r) => r.one.p99) / mean((r) => r.many.p99);
  const figures = (of: (run: { one: Run; many: Run }) => Run) => {
    const [perSecond, p50, p99] = [mean((r) => of(r).perSecond), mean((r) => of(r).p50), mean((r) => of(r).p99)];
    return `${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
  };
  return [
    info(
      `${name}, ${CALLERS} callers of one organization`,
      figures((r) => r.one),
    ),
    info(
      'the same, of as many organizations',
      figures((r) => r.many),
    ),
    { claim: 'rate of one in relation to many', figure: rate.toFixed(2), target: '≥ 0.9', met: rate >= 0.9 },
    { claim: 'p99 of one in relation to many', figure: tail.toFixed(2), target: '≤ 1.5', met: tail <= 1.5 },
  ];
}

/** Many writers of one organization at once: how often a commit has to be sent again. */
async function measureCrowd(table: Table, meter: Meter, tenant: Tenant): Promise<Measurement[]> {
  const times: number[] = [];
  const { calls } = await meter.phase(() =>
    Promise.all(
      Array.from({ length: CROWD }, async () => {
        for (let count = 0; count < 10; count++) {
          const started = performance.now();
          await append(table, tenant);
          times.push(performance.now() - started);
        }
      }),
    ),
  );
  const sent = calls.filter(({ operation }) => operation === 'TransactWriteItems').length;
  const clock = calls.filter(({ rows }) => rows === 'CLOCK').length;
  const retries = sent / times.length - 1;
  return [
    info(`${CROWD} writers of one organization, p99 of a commit`, `${percentile(times, 0.99).toFixed(0)} ms`),
    { claim: 'retries for each commit', figure: retries.toFixed(2), target: '≤ 0.05', met: retries <= 0.05 },
    info('writes to the clock for each commit', (clock / times.length).toFixed(2)),
  ];
}
