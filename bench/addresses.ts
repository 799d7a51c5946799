import { randomBytes } from 'node:crypto';
import type { BenchmarkRun, Measurement } from './support/measurement.ts';
import { signUp, signupOf } from './support/sign-up.ts';
import { median, percentile } from './support/statistics.ts';
import { withStack } from './support/with-stack.ts';

const RUNS = 200;
const LIMITS = { ipRequestsPerMinute: 1e7, signupStartsPerHour: 1e6, signupResendsPerHour: 1e6, codeMailsPerHour: 30 };

/** Requests for each account, fewer than its limits of wrong passwords and of pending signups. */
const REQUESTS_PER_ACCOUNT = 8;
const WARM_UP = 10;
const ACCOUNTS = Math.ceil((RUNS + WARM_UP) / REQUESTS_PER_ACCOUNT);

/**
 * Whether response times reveal that an address has an account (login with a wrong password, signup, resend), or that a
 * mail was withheld. The two kinds of request alternate, so that both run on the machine in the same state.
 */
export const addresses: BenchmarkRun = (say) =>
  withStack({ environment: { AID_LIMITS: JSON.stringify(LIMITS) } }, async (stack) => {
    const known: string[] = [];
    for (let account = 0; account < ACCOUNTS; account++) {
      const email = `known-${account}@example.com`;
      await signUp(stack.baseUrl, email);
      known.push(email);
    }
    const unknown = () => `${randomBytes(8).toString('hex')}@example.com`;
    const nthKnown = (run: number) => known[Math.floor((run + WARM_UP) / REQUESTS_PER_ACCOUNT)] ?? '';
    const measurements: Measurement[] = [];
    for (const [name, path, bodyOf] of [
      ['login, wrong password', '/v1/auth/login', (email: string) => ({ email, password: 'not the password' })],
      ['signup', '/v1/auth/signup', signupOf],
      ['resend', '/v1/auth/signup/resend', (email: string) => ({ email })],
    ] as const) {
      say(`${name}: ${RUNS} times a known and an unknown address`);
      const ask = (email: string) => timed(stack.baseUrl + path, bodyOf(email));
      const times = await alternate(
        (run) => ask(nthKnown(run)),
        () => ask(unknown()),
      );
      measurements.push(compare(`${name}: known against unknown address`, ...times));
    }

    say(`signup: ${RUNS} times with a mail and without one`);
    const full = unknown();
    const start = (email: string) => timed(`${stack.baseUrl}/v1/auth/signup`, signupOf(email));
    for (let started = 0; started < LIMITS.codeMailsPerHour; started++) await start(full);
    const times = await alternate(
      () => start(full),
      () => start(unknown()),
    );
    measurements.push(compare('signup: mail withheld against mail sent', ...times));
    return measurements;
  });

/** Alternates two kinds of request and returns the milliseconds of each. */
async function alternate(
  one: (run: number) => Promise<number>,
  other: (run: number) => Promise<number>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let run = -WARM_UP; run < RUNS; run++) {
    for (const turn of run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const ms = await [one, other][turn]?.(run);
      if (run >= 0 && ms !== undefined) times[turn].push(ms);
    }
  }
  return times;
}

/** Compares the difference of the medians with the spread of the samples. */
function compare(name: string, first: readonly number[], second: readonly number[]): Measurement {
  const all = [...first, ...second];
  const spread = percentile(all, 0.75) - percentile(all, 0.25);
  const [one, other] = [median(first), median(second)];
  const share = Math.abs(one - other) / spread;
  return {
    claim: `${name}, ${first.length} each`,
    figure: `p50 ${one.toFixed(1)} and ${other.toFixed(1)} ms, ${(share * 100).toFixed(0)} % of the interquartile range`,
    target: '≤ 50 %',
    met: share <= 0.5,
  };
}

async function timed(url: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const started = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.text();
  return performance.now() - started;
}
