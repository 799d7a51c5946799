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
const DECOY = {
  organizationName: '',
  organizationSlug: '',
  passwordHash: '',
  real: false,
  decoy: true,
  version: 0,
} as const;

export const resendSignup = operation(
  routes.resendSignup,
  async ({ table, settings, now, keyring: loadKeyring }, { body }) => {
    const { limits } = settings;
    const { email } = body;
    await drawHourly(
      table,
      `resend#${email}`,
      limits.signupResendsPerHour,
      now,
      'resends an hour to one e-mail address',
    );
    const key = signupKey(email);
    const [pending, keyring] = await Promise.all([findCode<PendingSignup>(table, key), loadKeyring()]);

    const before = pending ?? DECOY;
    const done = pending?.used === true;
    const mailed = !done && before.decoy !== true;
    return write([], (staging) => {
      const { pending: fresh, mail } = issueCode(
        keyring,
        {
          purpose: before.real ? 'signup' : 'known_address',
          to: email,
          organizationName: before.organizationName,
          organizationId: NO_ORGANIZATION,
          key,
          minutes: limits.codeMinutes,
        },
        staging.now,
      );
      staging.put(
        replaceCode(key, done ? pending : { ...before, ...fresh, version: before.version }),
        insertOutbox(mailed ? mail : { id: mail.id, organizationId: NO_ORGANIZATION, createdAt: now, kind: 'nothing' }),
      );
      return reply({ status: 'verification_required', email, expires_at: timestamp(fresh.expiresAt) });
    });
  },
);
