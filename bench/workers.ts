import { Aid } from '#clients/typescript/src/index.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { startStack } from '#testing/stack.ts';
import { type BenchmarkRun, info } from './support/measurement.ts';

const TASKS = 160;
const AT_ONCE = 8;
const WORKERS = [1, 3];
const NO_LIMIT = 1_000_000;

/** How fast workers of one agent do tasks that are there already, and how many claims they lose to each other. */
export const workers: BenchmarkRun = async (say) => {
  const limits = { ...DEFAULT_LIMITS, orgRequestsPerMinute: NO_LIMIT, ipRequestsPerMinute: NO_LIMIT };
  const stack = await startStack({ AID_EPHEMERAL: '1', AID_LOOPBACK_ONLY: '1', AID_LIMITS: JSON.stringify(limits) });
  try {
    const url = stack.baseUrl;
    const organization = await makeOrganization(url);
    const caller = new Aid({ url, key: (await makeAgent(organization)).key });
    const results = [];
    for (const count of WORKERS) {
      say(`${TASKS} tasks, and workers: ${count}`);
      const { id, key } = await makeAgent(organization);
      const create = () => caller.tasks.create({ to_identity_id: id, message: 'Lunch, please.' });
      for (let made = 0; made < TASKS; made += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, create));
      results.push(...(await workOff(url, key, count)));
    }
    return results;
  } finally {
    await stack.stop();
  }
};

async function workOff(url: string, key: string, count: number) {
  const ending = new AbortController();
  const counts = { requests: 0, claims: 0, lost: 0 };
  let done = 0;
  const handler = () => {
    done += 1;
    if (done >= TASKS) ending.abort();
  };
  const counting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    counts.requests += 1;
    if (String(input).endsWith('/claim')) {
      counts.claims += 1;
      if (response.status === 409) counts.lost += 1;
    }
    return response;
  };
  const began = performance.now();
  const work = () => new Aid({ url, key, fetch: counting }).tasks.work(handler, { signal: ending.signal });
  await Promise.all(Array.from({ length: count }, work));
  const { requests, claims, lost } = counts;
  return [
    info(`${TASKS} tasks, ${count === 1 ? 'one worker' : `${count} workers`}`, seconds(performance.now() - began)),
    info('  claims lost', `${lost} of ${claims}`),
    info('  requests per task', (requests / TASKS).toFixed(1)),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
