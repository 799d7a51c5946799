import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { membershipsOf } from '../../shared/data/entities/user.ts';
import { MINUTE } from '../../shared/domain/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';

const engine = useEngine();

/** What may happen to one address, in any order; guesses come in bursts of several at once. */
type Step =
  | { kind: 'start' }
  | { kind: 'resend' }
  | { kind: 'guess'; times: number }
  | { kind: 'verify'; times: number }
  | { kind: 'pass'; minutes: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<Step>({ kind: 'start' }) },
    { weight: 2, arbitrary: fc.constant<Step>({ kind: 'resend' }) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 7 }).map((times): Step => ({ kind: 'guess', times })) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((times): Step => ({ kind: 'verify', times })) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }).map((minutes): Step => ({ kind: 'pass', minutes })) },
  ),
  { minLength: 3, maxLength: 14 },
);

test('whatever the order, no code is compared with more than five wrong guesses, and no address gets two accounts', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const api = new InProcessApi(engine.table, { signupStartsPerHour: 1e6, signupResendsPerHour: 1e6 });
      const email = `ada-${randomBytes(8).toString('hex')}@example.com`;
      let now = Date.now();
      api.now = () => now;
      let created = 0;
      /** Wrong guesses that the newest code was compared with. */
      let compared = 0;
      const verify = (code: string) => api.call('verifySignup', { body: { email, code } });
      const newest = async () => (await mailedCodes(api, engine.table, email)).at(-1)?.code;

      for (const step of sequence) {
        // Two mails of one millisecond would leave open which came last.
        now += 1;
        if (step.kind === 'pass') now += step.minutes * MINUTE;
        if (step.kind === 'start' || step.kind === 'resend') {
          const slug = `s-${randomBytes(8).toString('hex')}`;
          const reply =
            step.kind === 'start'
              ? await api.call('signup', {
                  body: { organization_name: 'X', organization_slug: slug, email, password: 'correct horse battery' },
                })
              : await api.call('resendSignup', { body: { email } });
          expect(reply.status).toBe(202);
          compared = 0;
        }
        if (step.kind === 'guess' || step.kind === 'verify') {
          const code = await newest();
          const replies = await Promise.all(
            Array.from({ length: step.times }, (_, index) =>
              verify(step.kind === 'verify' ? (code ?? '000000') : wrongCode(code ?? '000000', index + 1)),
            ),
          );
          const now201 = replies.filter(({ status }) => status === 201).length;
          if (step.kind === 'guess') expect(now201).toBe(0);
          const invalid = replies.filter(({ body }) => body.error?.code === 'auth.code_invalid').length;
          // Before there is a code, and after it was used, a guess is refused without a comparison.
          if (step.kind === 'guess' && code !== undefined && created === 0) compared += invalid;
          created += now201;
          expect(compared).toBeLessThanOrEqual(5);
          expect(created).toBeLessThanOrEqual(1);
        }
      }
      const login = await api.call('login', { body: { email, password: 'correct horse battery' } });
      expect(login.status).toBe(created === 1 ? 200 : 401);
      if (created === 1) expect(await membershipsOf(engine.table, login.body.user.id)).toHaveLength(1);
    }),
    { numRuns: 40 },
  );
});
