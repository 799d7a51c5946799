import * as routes from '#shared/contract/routes/auth.ts';
import { findUserByEmail } from '#shared/data/entities/organization/user.ts';
import { putCode, resetCodeKey } from '#shared/data/entities/organization/verification-code.ts';
import { findCodeMailBudget } from '#shared/data/entities/stage/service-mail-budget.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { consumeHourlyRateLimit } from '#shared/runtime/pipeline/rate-limits.ts';
import { codeContext, issueCode, NO_ORGANIZATION, verificationCode } from '#shared/services/codes/issue-code.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';

/** The place of a code that is beyond the budget of its address: no guess is compared with it. */
const WITHHELD = 'WITHHELD';

/**
 * Emails a code that sets a new password, which replaces the one that the caller's network address asked for before. An
 * address without an account gets the same response after the same work, and no email: the same rows are written, with
 * a code that no guess matches. Beyond the budget of the address, a code that was emailed stays valid.
 */
export const requestPasswordReset = operation(routes.requestPasswordReset, async (context, { body }) => {
  const { table, settings, now, address } = context;
  const { limits } = settings;
  const { email } = body;
  const keyring = await context.keyring();
  const [network] = networkHmacs(keyring, email, address);
  const [user, budget] = await Promise.all([
    findUserByEmail(table, email),
    findCodeMailBudget(table, email, limits, now),
  ]);
  return write((tx) => {
    const unit = 'password resets per hour for one email address';
    tx.put(consumeHourlyRateLimit(table, { key: `reset#${email}`, limit: limits.signupResendsPerHour, unit }, now));
    const key = resetCodeKey(email, network);
    const issued = issueCode(
      tx,
      { keyring, limits, budget },
      {
        purpose: user === undefined ? null : 'reset',
        to: email,
        organizationName: '',
        organizationId: NO_ORGANIZATION,
        context: codeContext(key, email),
      },
    );
    const place = issued.withinBudget ? key : resetCodeKey(email, WITHHELD);
    tx.put(putCode(place, { ...verificationCode(email, issued, tx.now), network }));
    return reply({ status: 'verification_required', email, expires_at: timestamp(issued.pending.expiresAt) });
  });
});
