import { Aid } from '#clients/typescript/src/index.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits.ts';
import { startStack } from '#testing/stack.ts';
import { type BenchmarkRun, info } from './support/measurement.ts';

const ROUNDS = 10;
const CALLS = 100;

/**
 * What the TypeScript SDK costs: a thousand `me()` calls, and as many with nothing but `fetch` and `JSON.parse`, in
 * turns in one process. The processor time is that of this process; the stack is another one. The medians of the
 * rounds, because a garbage collection falls into some of them.
 */
export const typescriptSdk: BenchmarkRun = async (say) => {
  const limits = { ...DEFAULT_LIMITS, orgRequestsPerMinute: 1_000_000 };
  const stack = await startStack({ AID_EPHEMERAL: '1', AID_LOOPBACK_ONLY: '1', AID_LIMITS: JSON.stringify(limits) });
  try {
    const url = stack.baseUrl;
    const slug = `bench-${Date.now().toString(36)}`;
    const { admin_api_key: key } = await new Aid({ url }).organizations.create({ name: 'Bench', slug });
    const aid = new Aid({ url, key });
    const bare = async () => {
      const response = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
      return JSON.parse(await response.text());
    };
    const calls = { bare, me: () => aid.me() };
    const times: Record<keyof typeof calls, Cost[]> = { bare: [], me: [] };
    say(`${ROUNDS} × ${CALLS} calls of each kind, after one round that does not count`);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, call] of Object.entries(calls) as [keyof typeof calls, () => Promise<unknown>][]) {
        const cost = await costOf(call);
        if (round > 0) times[name].push(cost);
      }
    }
    return (['elapsed', 'processor'] as const).flatMap((kind) => {
      const [own, least] = [times.me, times.bare].map((costs) => median(costs.map((cost) => cost[kind]))) as [
        number,
        number,
      ];
      return [
        info(`me() of the SDK, ${kind} time of a call`, `${own.toFixed(0)} µs`),
        info('  the same request with fetch alone', `${least.toFixed(0)} µs`),
        info('  overhead', `${((own / least - 1) * 100).toFixed(1)} %`),
      ];
    });
  } finally {
    await stack.stop();
  }
};

/** Microseconds for one call. */
interface Cost {
  readonly elapsed: number;
  readonly processor: number;
}

async function costOf(call: () => Promise<unknown>): Promise<Cost> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  for (let index = 0; index < CALLS; index += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return { elapsed: ((performance.now() - began) * 1000) / CALLS, processor: (user + system) / CALLS };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}
