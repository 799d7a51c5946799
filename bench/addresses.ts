import { randomBytes } from 'node:crypto';
import { Caller } from './support/caller.ts';
import type { Finding, Measurement } from './support/finding.ts';
import { type Stack, withStack } from './support/stack.ts';
import { median, percentile } from './support/statistics.ts';
import { until } from './support/until.ts';

const RUNS = 200;
const PASSWORD = 'correct horse battery';
const LIMITS = { ipRequestsPerMinute: 1e7, signupStartsPerHour: 1e6, signupResendsPerHour: 1e6 };

/**
 * Whether the time of an answer tells if an address has an account: login with a wrong password, signup, resend. Known
 * and unknown take turns, so that both see the same machine.
 */
export const addresses: Measurement = (say) =>
  withStack({ environment: { AID_LIMITS: JSON.stringify(LIMITS) } }, async (stack) => {
    const known = await signUp(stack);
    const unknown = () => `${randomBytes(8).toString('hex')}@example.com`;
    const findings: Finding[] = [];
    for (const [name, path, bodyOf] of [
      ['login, wrong password', '/v1/auth/login', (email: string) => ({ email, password: 'not the password' })],
      ['signup', '/v1/auth/signup', signupOf],
      ['resend', '/v1/auth/signup/resend', (email: string) => ({ email })],
    ] as const) {
      say(`${name}: ${RUNS} times a known and an unknown address`);
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let run = -10; run < RUNS; run++) {
        const turns = run % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const turn of turns) {
          const ms = await timed(stack.url + path, bodyOf(turn === 'known' ? known : unknown()));
          if (run >= 0) times[turn].push(ms);
        }
      }
      findings.push(compared(name, times.known, times.unknown));
    }
    return findings;
  });

/** The medians' difference against the spread of the samples themselves. */
function compared(name: string, known: readonly number[], unknown: readonly number[]): Finding {
  const all = [...known, ...unknown];
  const spread = percentile(all, 0.75) - percentile(all, 0.25);
  const [one, other] = [median(known), median(unknown)];
  const share = Math.abs(one - other) / spread;
  return {
    claim: `${name}: known against unknown address, ${known.length} each`,
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

function signupOf(email: string) {
  const organization_slug = `works-${randomBytes(6).toString('hex')}`;
  return { organization_name: 'Example Works', organization_slug, email, password: PASSWORD };
}

/** Makes an account over the API, its code read from the local outbox. */
async function signUp({ url }: Stack): Promise<string> {
  const caller = new Caller(url);
  const email = 'ada@example.com';
  await caller.post('/v1/auth/signup', signupOf(email));
  let code: string | undefined;
  await until('the mail with the code', async () => {
    const { messages } = await caller.get<{ messages: { subject: string }[] }>('/_local/outbox');
    code = /\d{6}/.exec(messages[0]?.subject ?? '')?.[0];
    return code !== undefined;
  });
  await caller.post('/v1/auth/signup/verify', { email, code });
  return email;
}
