import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { membershipsOf } from '#shared/data/entities/organization/membership.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';
import { networkAddress } from '../support/network-address.ts';

const engine = useEngine();

const PARTIES = [
  { password: 'the password of the owner', address: networkAddress() },
  { password: 'the password of the attacker', address: networkAddress() },
] as const;

/** Possible steps on one address, in any order, by its owner and an attacker. Guesses come in concurrent bursts. */
type Step =
  | { kind: 'start'; party: 0 | 1 }
  | { kind: 'resend'; party: 0 | 1 }
  | { kind: 'guess'; times: number }
  | { kind: 'verify'; mail: number; times: number }
  | { kind: 'pass'; minutes: number };

const party = fc.constantFrom<(0 | 1)[]>(0, 1);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: party.map((by): Step => ({ kind: 'start', party: by })) },
    { weight: 2, arbitrary: party.map((by): Step => ({ kind: 'resend', party: by })) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }).map((times): Step => ({ kind: 'guess', times })) },
    {
      weight: 2,
      arbitrary: fc
        .record({ mail: fc.nat(9), times: fc.integer({ min: 1, max: 3 }) })
        .map((o): Step => ({ kind: 'verify', ...o })),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }).map((minutes): Step => ({ kind: 'pass', minutes })) },
  ),
  { minLength: 3, maxLength: 14 },
);

/** A stranger's resend sends no mail, and a guess after the fifth is still reported as wrong. */
const RESEND_OF_A_STRANGER: Step[] = [
  { kind: 'start', party: 0 },
  { kind: 'start', party: 0 },
  { kind: 'guess', times: 3 },
  { kind: 'resend', party: 1 },
  { kind: 'guess', times: 3 },
  { kind: 'verify', mail: 0, times: 1 },
];

/** A mailed code: its signup, its time, and the wrong guesses that it was compared with. */
interface Mailed {
  code: string;
  organizationName: string;
  at: number;
  compared: number;
}

test('In any order of steps, each code opens only its own signup, allows five wrong guesses, and no address gets two accounts', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const api = new InProcessApi(engine.table, { signupStartsPerHour: 1e6, signupResendsPerHour: 1e6 });
      const email = `ada-${randomBytes(8).toString('hex')}@example.com`;
      let now = Date.now();
      api.now = () => now;
      const mails: Mailed[] = [];
      const starters = new Map<string, 0 | 1>();
      let account: string | undefined;
      /**
       * The time of the last resend without an email: it may have left a code that no guess matches, but that guesses
       * are compared with.
       */
      let unmailedAt = Number.NEGATIVE_INFINITY;
      const verify = (code: string) => api.call('verifySignup', { body: { email, code } });
      /** The newest mail of a signup voids those before it. */
      const isLive = (mail: Mailed) =>
        account === undefined &&
        mail.compared < 5 &&
        now <= mail.at + 15 * MINUTE &&
        mails.findLast(({ organizationName }) => organizationName === mail.organizationName) === mail;

      for (const step of sequence) {
        // The order of two emails of one millisecond would be unknown.
        now += 1;
        if (step.kind === 'pass') now += step.minutes * MINUTE;
        if (step.kind === 'start' || step.kind === 'resend') {
          const { password, address } = PARTIES[step.party];
          const organization_slug = `s-${randomBytes(8).toString('hex')}`;
          const body = { organization_name: `Start ${starters.size}`, organization_slug, email, password };
          if (step.kind === 'start') starters.set(body.organization_name, step.party);
          const reply =
            step.kind === 'start'
              ? await api.call('signup', { address, body })
              : await api.call('resendSignup', { address, body: { email } });
          expect(reply.status).toBe(202);
          const sent = (await mailedCodes(api, engine.table, email)).filter(({ purpose }) => purpose === 'signup');
          expect(sent.length - mails.length).toBeLessThanOrEqual(1);
          if (sent.length === mails.length) unmailedAt = now;
          for (const { code, organizationName } of sent.slice(mails.length)) {
            mails.push({ code, organizationName, at: now, compared: 0 });
          }
        }
        if (step.kind === 'guess') {
          const wrong = Array.from({ length: 20 }, (_, index) => wrongCode('000000', index)).filter(
            (code) => !mails.some((mail) => mail.code === code),
          );
          const live = mails.filter(isLive);
          const replies = await Promise.all(wrong.slice(0, step.times).map(verify));
          expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]));
          // A guess that is compared is reported as wrong, one that is too late as exhausted.
          const left = Math.max(...live.map(({ compared }) => 5 - compared));
          const invalid = replies.filter(({ body }) => body.error.code === 'auth.code_invalid');
          if (live.length > 0) expect(invalid.length).toBeGreaterThanOrEqual(Math.min(step.times, left));
          const isComparedWithMailsAlone = live.length > 0 && now > unmailedAt + 15 * MINUTE;
          if (isComparedWithMailsAlone) expect(invalid).toHaveLength(Math.min(step.times, left));
          for (const mail of live) mail.compared += step.times;
        }
        if (step.kind === 'verify') {
          const mail = mails[step.mail % Math.max(1, mails.length)];
          if (mail === undefined) continue;
          // A guess that matches no live code counts against all live codes; one that matches counts against none.
          const live = mails.filter(isLive);
          const opens = live.find(({ code }) => code === mail.code);
          const replies = await Promise.all(Array.from({ length: step.times }, () => verify(mail.code)));
          const created = replies.filter(({ status }) => status === 201);
          expect(created).toHaveLength(opens === undefined ? 0 : 1);
          if (opens === undefined) for (const one of live) one.compared += step.times;
          else {
            account = opens.organizationName;
            expect(created[0]?.body.organization.name).toBe(account);
          }
        }
      }
      const logins = await Promise.all(
        PARTIES.map(({ password, address }) => api.call('login', { address, body: { email, password } })),
      );
      const owner = account === undefined ? undefined : starters.get(account);
      expect(logins.map(({ status }) => status)).toEqual([0, 1].map((by) => (by === owner ? 200 : 401)));
      const user = logins.find(({ status }) => status === 200)?.body.user;
      if (user !== undefined) expect(await membershipsOf(engine.table, user.id)).toHaveLength(1);
    }),
    { numRuns: 30, examples: [[RESEND_OF_A_STRANGER]] },
  );
});
