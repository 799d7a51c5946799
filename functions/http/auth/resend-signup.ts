import * as routes from '#shared/contract/routes/auth.ts';
import { findPendingSignups, type PendingSignup } from '#shared/data/entities/organization/pending-signup.ts';
import { findUserByEmail } from '#shared/data/entities/organization/user.ts';
import { findCodeMailBudget } from '#shared/data/entities/stage/service-mail-budget.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { chooseForResend, withRoom } from '#shared/domain/organization/signup.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { consumeHourlyRateLimit } from '#shared/runtime/pipeline/rate-limits.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';
import { type SignupPurpose, stageSignupCode } from './stage-signup-code.ts';
import { loadUnlockRequest, stageUnlockCode } from './stage-unlock-code.ts';

/**
 * Emails a new code for the caller's signup, which invalidates its previous code. Other signups of the address stay. An
 * account that has reached a limit of wrong passwords gets a code that lifts it. If there is nothing to mail, the
 * operation does the same work without an email, so that its timing is the same.
 */
export const resendSignup = operation(routes.resendSignup, async (context, { body }) => {
  const { table, settings, now, address } = context;
  const { limits } = settings;
  const { email } = body;
  const keyring = await context.keyring();
  const networks = networkHmacs(keyring, email, address);
  const [user, before, budget, unlock] = await Promise.all([
    findUserByEmail(table, email),
    findPendingSignups(table, email),
    findCodeMailBudget(table, email, limits, now),
    loadUnlockRequest(table, email, networks, now),
  ]);

  const chosen = chooseForResend(before.signups, networks);
  // Resends without a signup share one entry, so that they cannot use up the entries of the address.
  const renewed = chosen ?? before.signups.find(({ network }) => network === null);
  const others = renewed === undefined ? withRoom(before.signups, limits, now) : before.signups;

  return write((tx) => {
    const unit = 'resends per hour to one email address';
    tx.put(consumeHourlyRateLimit(table, { key: `resend#${email}`, limit: limits.signupResendsPerHour, unit }, now));
    const unlocks = stageUnlockCode(tx, { keyring, limits }, unlock, user !== undefined);
    const purpose = user === undefined ? purposeOfSignup(chosen) : purposeOfAccount(chosen, unlocks);
    const expiresAt = stageSignupCode(
      tx,
      { keyring, limits, budget: { ...budget, allowed: budget.allowed && others !== undefined } },
      {
        before,
        others: (others ?? []).filter((signup) => signup !== renewed),
        signup: renewed ?? { ...UNSTARTED, id: randomPart() },
        purpose,
      },
    );
    return reply({ status: 'verification_required', email, expires_at: timestamp(expiresAt) });
  });
});

/** The entry for resends without a signup. */
const UNSTARTED = { network: null, organizationName: '', organizationSlug: '', passwordHash: '' } as const;

function purposeOfSignup(chosen: PendingSignup | undefined): SignupPurpose | null {
  return chosen?.opens === 'account' ? 'signup' : null;
}

function purposeOfAccount(chosen: PendingSignup | undefined, unlocks: boolean): SignupPurpose | null {
  return chosen === undefined || unlocks ? null : 'known_address';
}
