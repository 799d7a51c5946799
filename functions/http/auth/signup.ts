import * as routes from '../../../shared/contract/routes/auth.ts';
import { insertOutbox } from '../../../shared/data/entities/outbox.ts';
import { findUserByEmail } from '../../../shared/data/entities/user.ts';
import { putCode, signupKey } from '../../../shared/data/entities/verification-code.ts';
import { hashPassword } from '../../../shared/domain/password.ts';
import { timestamp } from '../../../shared/domain/time.ts';
import { issueCode, NO_ORGANIZATION } from '../../../shared/runtime/issue-code.ts';
import { addressSubject, drawHourly } from '../../../shared/runtime/pipeline/budgets.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';

/**
 * Does the same work for an address that has an account as for one that has not: the row it leaves fits no code, and
 * the mail tells its owner that there is an account.
 */
export const signup = operation(
  routes.signup,
  async ({ table, settings, now, address, keyring: loadKeyring }, { body }) => {
    const { limits } = settings;
    const { email } = body;
    await drawHourly(
      table,
      `signup#${addressSubject(address)}`,
      limits.signupStartsPerHour,
      now,
      'signups an hour from one network address',
    );
    // Each start is a fresh code with fresh guesses: whose address it is bounds them as well.
    await drawHourly(
      table,
      `signup#${email}`,
      limits.signupStartsPerHour,
      now,
      'signups an hour for one e-mail address',
    );
    const [user, passwordHash, keyring] = await Promise.all([
      findUserByEmail(table, email),
      hashPassword(body.password),
      loadKeyring(),
    ]);

    const key = signupKey(email);
    return write([], (staging) => {
      const { pending, mail } = issueCode(
        keyring,
        {
          purpose: user === undefined ? 'signup' : 'known_address',
          to: email,
          organizationName: body.organization_name,
          organizationId: NO_ORGANIZATION,
          key,
          minutes: limits.codeMinutes,
        },
        staging.now,
      );
      staging.put(
        putCode(key, {
          ...pending,
          organizationName: body.organization_name,
          organizationSlug: body.organization_slug,
          passwordHash,
          real: user === undefined,
        }),
        insertOutbox(mail),
      );
      return reply({ status: 'verification_required', email, expires_at: timestamp(pending.expiresAt) });
    });
  },
);
