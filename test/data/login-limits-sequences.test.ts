import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { atOnce, countByStatus, loginAttempts } from '../support/login-attempts.ts';

const engine = useEngine();

let api: InProcessApi;
let email: string;
let now: number;

beforeEach(() => {
  api = new InProcessApi(engine.table);
  api.now = () => now;
});

const { signUp, login, wrong, seedDay } = loginAttempts(engine, () => ({ api, email, now }));

/** Possible steps on an account from three networks. Attempts come in concurrent bursts. */
type Step =
  | { kind: 'wrong'; network: number; times: number }
  | { kind: 'right'; network: number; times: number }
  | { kind: 'pass'; minutes: number };

const NETWORKS = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
const burst = fc.record({ network: fc.nat(2), times: fc.integer({ min: 1, max: 6 }) });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: burst.map((one): Step => ({ kind: 'wrong', ...one })) },
    { weight: 2, arbitrary: burst.map((one): Step => ({ kind: 'right', ...one })) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }).map((minutes): Step => ({ kind: 'pass', minutes })) },
  ),
  { minLength: 4, maxLength: 12 },
);

test('In any order of steps, exactly as many wrong passwords are compared as the limits allow, and right ones pass below them', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 80, max: 100 }), async (sequence, before) => {
      email = `ada-${randomBytes(8).toString('hex')}@example.com`;
      now = Date.now();
      await signUp();
      const day = await seedDay(before);
      const known = new Set<number>();
      const windows = NETWORKS.map(() => ({ count: 0, until: 0 }));

      for (const step of sequence) {
        now += 1;
        if (step.kind === 'pass') {
          now += step.minutes * MINUTE;
          continue;
        }
        const { network, times } = step;
        const window = windows[network] as (typeof windows)[number];
        if (window.until <= now) Object.assign(window, { count: 0, until: 0 });
        const left = Math.min(10 - window.count, known.has(network) ? 10 : 100 - day.count);
        const address = NETWORKS[network] as string;
        if (step.kind === 'right') {
          expect(countByStatus(await atOnce(times, () => login(address)))).toEqual(
            left > 0 ? { 200: times } : { 429: times },
          );
          if (left > 0) known.add(network);
          continue;
        }
        const compared = Math.min(times, left);
        const replies = await atOnce(times, () => wrong(address));
        expect(replies.filter(({ status }) => status === 401)).toHaveLength(compared);
        expect(replies.filter(({ status }) => status === 429)).toHaveLength(times - compared);
        if (compared > 0 && window.until === 0) window.until = now + 15 * MINUTE;
        window.count += compared;
        if (!known.has(network)) day.count += compared;
      }
    }),
    { numRuns: 15 },
  );
});
