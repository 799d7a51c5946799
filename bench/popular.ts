import { randomUUID } from 'node:crypto';
import { type BenchmarkRun, info, within } from './support/measurement.ts';
import { distribution, percentile } from './support/statistics.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const ORGANIZATIONS = 50;
const TASKS_EACH = 5;
/** How much longer the slowest may wait if all tasks are for one agent. */
const MAX_TAIL = 1.5;

/**
 * How long organizations wait that all send tasks to one agent at once, against the same number of tasks to an agent
 * each. Every task appends to the log of its worker's organization and changes the worker's lists.
 */
export const popular: BenchmarkRun = (say) =>
  withStack({}, async (stack) => {
    const callers: Tenant[] = [];
    const workers: Tenant[] = [];
    for (let n = 0; n < ORGANIZATIONS; n++) {
      callers.push(await createTenant(stack.baseUrl));
      workers.push(await createWorker(stack.baseUrl));
    }
    const [one] = workers;
    if (one === undefined) throw new Error('there is no worker');
    await send(callers, workers, 2);
    const runs: Outcome[] = [];
    for (const to of [workers, callers.map(() => one)]) {
      say(`${ORGANIZATIONS} organizations, ${TASKS_EACH} tasks each, to ${new Set(to).size} agents`);
      const run = await send(callers, to, TASKS_EACH);
      for (const error of new Set(run.errors)) say(`  ${error}`);
      runs.push(run);
    }
    const [many, single] = runs as [Outcome, Outcome];
    const p99 = ({ times }: Outcome) => percentile(times, 0.99);
    const rate = ({ times, seconds }: Outcome) => `${(times.length / seconds).toFixed(0)} a second`;
    return [
      info(
        `tasks of ${ORGANIZATIONS} organizations at once to as many agents`,
        `${rate(many)}, ${distribution(many.times)}`,
      ),
      info('the same to one agent', `${rate(single)}, ${distribution(single.times)}`),
      within('  p99, relative to as many agents', p99(single) / p99(many), MAX_TAIL, '×', 2),
      within('  errors', single.errors.length, 0, ''),
    ];
  });

async function createWorker(url: string): Promise<Tenant> {
  const worker = await createTenant(url);
  await worker.asOrg.put(`/v1/identities/${worker.agent.id}/a2a/settings`, { filter_mode: 'blocklist' });
  return worker;
}

interface Outcome {
  readonly times: readonly number[];
  readonly errors: readonly string[];
  readonly seconds: number;
}

async function send(callers: readonly Tenant[], workers: readonly Tenant[], each: number): Promise<Outcome> {
  const times: number[] = [];
  const errors: string[] = [];
  const started = performance.now();
  const senders = callers.map(async ({ asAgent }, index) => {
    for (let n = 0; n < each; n++) {
      const begun = performance.now();
      const task = {
        to_identity_id: workers[index]?.agent.id,
        message: 'Find invoice 4711.',
        message_id: randomUUID(),
      };
      await asAgent.post('/v1/a2a/tasks', task).catch((error: unknown) => errors.push(String(error)));
      times.push(performance.now() - begun);
    }
  });
  await Promise.all(senders);
  return { times, errors, seconds: (performance.now() - started) / 1000 };
}
