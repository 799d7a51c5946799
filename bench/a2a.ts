import { randomUUID } from 'node:crypto';
import { withEngine } from '#testing/with-engine.ts';
import type { Caller } from './support/caller.ts';
import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';
import { breakdown, type Meter, share, type Usage, unitsOf } from './support/meter.ts';
import { withMeteringProxy } from './support/metering-proxy.ts';
import { distribution, median, percentile } from './support/statistics.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

/** Calls of each kind. The measured units are divided by this number. */
const REPEATS = 5;
const SENDERS = 8;
const TASKS_EACH = 40;
/** How long a stream is watched: less than the five seconds after which it polls less often. */
const WATCHED_MS = 3_000;

interface Sent {
  id: string;
}

/** Two organizations with one agent each. The worker accepts tasks from every agent. */
interface Pair {
  readonly sender: Tenant;
  readonly worker: Tenant;
}

/**
 * What a task between two organizations costs: the capacity units of creating it and of a reply, which both append to
 * two logs, and how fast one organization can send when eight of its agents send at once.
 */
export const a2a: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withMeteringProxy(engine.endpoint, ({ url: dynamodbEndpoint, meter }) =>
      withStack({ dynamodbEndpoint }, async (stack) => {
        const pair = { sender: await createTenant(stack.baseUrl), worker: await createTenant(stack.baseUrl) };
        await open(pair.worker);
        await exchange(pair);
        say('capacity units of each step');
        const units = [...(await measureSteps(meter, pair, say)), ...(await measureSizes(meter, pair, say))];
        say(`${SENDERS} senders of one organization at once, ${TASKS_EACH} tasks each, to agents of eight others`);
        return [...units, ...(await concurrent(stack.baseUrl, pair))];
      }),
    ),
  );

function open({ asOrg, agent }: Tenant): Promise<unknown> {
  return asOrg.put(`/v1/identities/${agent.id}/a2a/settings`, { filter_mode: 'blocklist' });
}

function create(from: Caller, to: Tenant): Promise<Sent> {
  const message_id = randomUUID();
  return from.post('/v1/a2a/tasks', { to_identity_id: to.agent.id, message: 'Find invoice 4711.', message_id });
}

function reply({ worker }: Pair, { id }: Sent, state: string): Promise<unknown> {
  return worker.asAgent.post(`/v1/a2a/tasks/${id}/reply`, { state, message: 'Done.' });
}

/**
 * Uses everything once, because first use costs more: keys record that they were used, bundles are loaded, clocks are
 * created.
 */
async function exchange(pair: Pair): Promise<void> {
  await reply(pair, await create(pair.sender.asAgent, pair.worker), 'completed');
  await call(pair, 'ListTasks', {});
}

function call({ sender, worker }: Pair, method: string, params: object): Promise<unknown> {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  return sender.asAgent.post(`/v1/identities/${worker.agent.id}/a2a/rpc`, body, { 'a2a-version': '1.0' });
}

function message() {
  const parts = [{ text: 'Find invoice 4711.' }];
  return {
    message: { messageId: randomUUID(), role: 'ROLE_USER', parts },
    configuration: { returnImmediately: true },
  };
}

/** The highest cost of each step, in read and write units: slightly above the present cost, so that growth shows. */
const MAX_UNITS = {
  'POST /v1/a2a/tasks, to another organization': [21, 36],
  'POST /v1/a2a/tasks/{id}/reply with a message: events in both logs': [8, 18],
  'the same, ending the task': [8, 26],
  'A2A SendMessage over JSON-RPC': [21, 36],
  'A2A GetTask over JSON-RPC': [6, 1],
} as const satisfies Record<string, readonly [number, number]>;

async function measureSteps(meter: Meter, pair: Pair, say: (line: string) => void): Promise<Measurement[]> {
  const tasks: Sent[] = [];
  for (let count = 0; count < 3 * REPEATS; count++) tasks.push(await create(pair.sender.asAgent, pair.worker));
  const task = (index: number) => tasks[index] as Sent;
  const steps: Record<keyof typeof MAX_UNITS, (round: number) => Promise<unknown>> = {
    'POST /v1/a2a/tasks, to another organization': () => create(pair.sender.asAgent, pair.worker),
    'POST /v1/a2a/tasks/{id}/reply with a message: events in both logs': (n) => reply(pair, task(n), 'working'),
    'the same, ending the task': (n) => reply(pair, task(REPEATS + n), 'completed'),
    'A2A SendMessage over JSON-RPC': () => call(pair, 'SendMessage', message()),
    'A2A GetTask over JSON-RPC': (n) => call(pair, 'GetTask', task(n)),
  };
  const measurements: Measurement[] = [];
  for (const [claim, work] of Object.entries(steps)) {
    const usage = await each(meter, work);
    const [read, write] = MAX_UNITS[claim as keyof typeof MAX_UNITS];
    say(`  ${claim}: ${breakdown(usage)}`);
    const met = usage.readUnits <= read && usage.writeUnits <= write;
    measurements.push({ claim, figure: unitsOf(usage), target: `≤ ${read} RCU + ${write} WCU`, met });
  }
  measurements.push(...(await measureStream(meter, pair, task(2 * REPEATS))));
  return measurements;
}

/** Kilobytes of a message's content as JSON, and the highest cost of a task with it. Above 32 KB it is in a bucket. */
const MAX_UNITS_OF_SIZES = [
  [10, 21, 85],
  [32, 21, 110],
  [33, 21, 40],
  [200, 21, 40],
] as const;

const KB = 1024;
const CONTENT_SYNTAX = JSON.stringify({ parts: [{ text: '' }], extras: null }).length;

/** Creates tasks with a message of one part of each size, which is also in the event, and reads them. */
async function measureSizes(
  meter: Meter,
  { sender, worker }: Pair,
  say: (line: string) => void,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [kilobytes, read, write] of MAX_UNITS_OF_SIZES) {
    const parts = [{ text: 'x'.repeat(kilobytes * KB - CONTENT_SYNTAX) }];
    const body = () => ({ to_identity_id: worker.agent.id, parts, message_id: randomUUID() });
    const sent: Sent[] = [];
    const usage = await each(meter, async () => {
      sent.push(await sender.asAgent.post<Sent>('/v1/a2a/tasks', body()));
    });
    const claim = `a task with a message of ${kilobytes} KB`;
    say(`  ${claim}: ${breakdown(usage)}`);
    const met = usage.readUnits <= read && usage.writeUnits <= write;
    measurements.push({ claim, figure: unitsOf(usage), target: `≤ ${read} RCU + ${write} WCU`, met });
    const keyed = await each(meter, () =>
      sender.asAgent.post('/v1/a2a/tasks', body(), { 'idempotency-key': randomUUID() }),
    );
    measurements.push(info('the same with an idempotency key', unitsOf(keyed)));
    const reading = await each(meter, (round) => sender.asAgent.get(`/v1/a2a/tasks/${sent[round]?.id}`));
    measurements.push(info('reading it', unitsOf(reading)));
  }
  return measurements;
}

async function each(meter: Meter, work: (round: number) => Promise<unknown>): Promise<Usage> {
  const usage = await meter.phase(async () => {
    for (let round = 0; round < REPEATS; round++) await work(round);
  });
  return share(usage, REPEATS);
}

/**
 * Measures a stream without updates: each poll is one eventually consistent read of the task, and its slot is one write
 * at the beginning and one at the end.
 */
async function measureStream(meter: Meter, { sender, worker }: Pair, { id }: Sent): Promise<Measurement[]> {
  const usage = await meter.phase(async () => {
    const signal = AbortSignal.timeout(WATCHED_MS);
    await sender.asAgent.watch(`/v1/identities/${worker.agent.id}/a2a/tasks/${id}:subscribe?A2A-Version=1.0`, signal);
    await reply({ sender, worker }, { id }, 'completed');
  });
  const polls = usage.calls.filter(({ operation, rows }) => operation === 'GetItem' && rows === 'TASK');
  const light = polls.filter(({ readUnits }) => readUnits < 1);
  const perPoll = light.reduce((sum, { readUnits }) => sum + readUnits, 0) / Math.max(1, light.length);
  const slots = usage.calls.filter(({ rows }) => rows === 'LONGCALL');
  const ofSlots = slots.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  return [
    within(`one poll of a stream (${light.length} in ${WATCHED_MS / 1000} s)`, perPoll, 0.5, 'RCU', 2),
    within('the slot of a stream, taken and freed', ofSlots, 2, 'WCU'),
  ];
}

/**
 * Eight agents of one organization send at once, each to a different agent. The event clock of their organization is
 * the bottleneck.
 */
async function concurrent(url: string, { sender }: Pair): Promise<Measurement[]> {
  const pairs = await Promise.all(
    Array.from({ length: SENDERS }, async (_, index) => {
      const worker = await createTenant(url);
      await open(worker);
      const body = { handle: `sender-${index}-${randomUUID().slice(0, 8)}` };
      const { id } = await sender.asOrg.post<Sent>('/v1/identities', body);
      const { key } = await sender.asOrg.post<{ key: string }>('/v1/api-keys', { name: 'sender', identity_id: id });
      return { caller: sender.withKey(key), worker };
    }),
  );
  const times: number[] = [];
  const startedAll = performance.now();
  await Promise.all(
    pairs.map(async ({ caller, worker }) => {
      for (let count = 0; count < TASKS_EACH; count++) {
        const started = performance.now();
        await create(caller, worker);
        times.push(performance.now() - started);
      }
    }),
  );
  const rate = times.length / ((performance.now() - startedAll) / 1000);
  return [
    { claim: 'tasks a second of one organization', figure: rate.toFixed(0), target: '≥ 20', met: rate >= 20 },
    within('a task made, p50', median(times), 400, 'ms'),
    within('the same, p99', percentile(times, 0.99), 2_000, 'ms'),
    info('', distribution(times)),
  ];
}
