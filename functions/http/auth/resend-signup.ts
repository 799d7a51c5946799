import * as routes from '../../../shared/contract/routes/auth.ts';
import { insertOutbox } from '../../../shared/data/entities/outbox.ts';
import {
  findCode,
  type PendingSignup,
  replaceCode,
  signupKey,
} from '../../../shared/data/entities/verification-code.ts';
import { timestamp } from '../../../shared/domain/time.ts';
import { issueCode, NO_ORGANIZATION } from '../../../shared/runtime/issue-code.ts';
import { drawHourly } from '../../../shared/runtime/pipeline/budgets.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';

/** A row for an address that never started: it fits no code, and costs what a real one costs. */
const DECOY = { organizationName: '', organizationSlug: '', passwordHash: '', real: false, version: 0 } as const;

export const resendSignup = operation(
  routes.resendSignup,
  async ({ table, settings, now, keyring: loadKeyring }, { body }) => {
    const { limits } = settings;
    const { email } = body;
    await drawHourly(table, `resend#${email}`, limits.signupResendsPerHour, now);
    const key = signupKey(email);
    const [pending, keyring] = await Promise.all([findCode<PendingSignup>(table, key), loadKeyring()]);

    const waiting = pending !== undefined && !pending.used;
    return write([], (staging) => {
      const { pending: fresh, mail } = issueCode(
        keyring,
        {
          purpose: pending?.real === true ? 'signup' : 'known_address',
          to: email,
          organizationName: pending?.organizationName ?? '',
          organizationId: NO_ORGANIZATION,
          key,
          minutes: limits.codeMinutes,
        },
        staging.now,
      );
      const { version, ...code } = fresh;
      const of = pending ?? DECOY;
      staging.put(
        replaceCode(key, waiting || pending === undefined ? { ...of, ...code, version: of.version } : pending),
        insertOutbox(
          waiting ? mail : { id: mail.id, organizationId: NO_ORGANIZATION, createdAt: now, kind: 'nothing' },
        ),
      );
      return reply({ status: 'verification_required', email, expires_at: timestamp(fresh.expiresAt) });
    });
  },
);
