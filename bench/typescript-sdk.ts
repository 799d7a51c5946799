import { Aid } from '#clients/typescript/src/index.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { startStack } from '#testing/stack.ts';
import { type BenchmarkRun, info } from './support/measurement.ts';

const PAIRS = 1_000;
/** Pairs before those that count, in which functions are compiled and connections opened. */
const WARM_UP = 100;

/**
 * What the TypeScript SDK costs: a thousand `me()` calls, and as many with nothing but `fetch` and `JSON.parse`, in
 * turns in one process, so that what else the machine does meets both. The overhead is the median of the differences
 * within the pairs. The processor time is that of this process; the stack is another one.
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
    const own = () => aid.me();
    const pairs: Pair[] = [];
    say(`${PAIRS} pairs of calls, after ${WARM_UP} that do not count`);
    for (let index = 0; index < WARM_UP + PAIRS; index += 1) {
      const isOwnFirst = index % 2 === 0;
      const first = await costOf(isOwnFirst ? own : bare);
      const second = await costOf(isOwnFirst ? bare : own);
      if (index >= WARM_UP) pairs.push(isOwnFirst ? { own: first, bare: second } : { own: second, bare: first });
    }
    return (['elapsed', 'processor'] as const).flatMap((kind) => {
      const least = median(pairs.map((pair) => pair.bare[kind]));
      const difference = median(pairs.map((pair) => pair.own[kind] - pair.bare[kind]));
      return [
        info(`a request with fetch alone, ${kind} time`, `${least.toFixed(0)} µs`),
        info('  more with me() of the SDK', `${difference.toFixed(0)} µs`),
        info('  overhead', `${((difference / least) * 100).toFixed(1)} %`),
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

interface Pair {
  readonly own: Cost;
  readonly bare: Cost;
}

async function costOf(call: () => Promise<unknown>): Promise<Cost> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await call();
  const { user, system } = process.cpuUsage(before);
  return { elapsed: (performance.now() - began) * 1000, processor: user + system };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}
