import * as routes from '#shared/contract/routes/auth.ts';
import { findPendingSignups } from '#shared/data/entities/organization/pending-signup.ts';
import { findUserByEmail } from '#shared/data/entities/organization/user.ts';
import { findCodeMailBudget } from '#shared/data/entities/stage/service-mail-budget.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { hashPassword } from '#shared/domain/organization/password.ts';
import { withRoom } from '#shared/domain/organization/signup.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { consumeHourlyRateLimit, rateLimitKeyForIp } from '#shared/runtime/pipeline/rate-limits.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';
import { stageSignupCode } from './stage-signup-code.ts';
import { loadUnlockRequest, stageUnlockCode } from './stage-unlock-code.ts';

/**
 * Adds a pending signup with its own code. For an address with an account it does the same work, but the email says
 * that the account exists, or contains a code that lifts the limits of wrong passwords.
 */
export const signup = operation(routes.signup, async (context, { body }) => {
  const { table, settings, now, address } = context;
  const { limits } = settings;
  const { email } = body;
  const keyring = await context.keyring();
  const networks = networkHmacs(keyring, email, address);
  const [user, passwordHash, before, budget, unlock] = await Promise.all([
    findUserByEmail(table, email),
    oncePerRequest(context, 'password hash', () => hashPassword(body.password)),
    findPendingSignups(table, email),
    findCodeMailBudget(table, email, limits, now),
    loadUnlockRequest(table, email, networks, now),
  ]);
  const others = withRoom(before.signups, limits, now);

  return write((tx) => {
    const key = `signup#${rateLimitKeyForIp(address)}`;
    const unit = 'signups per hour from one network address';
    tx.put(consumeHourlyRateLimit(table, { key, limit: limits.signupStartsPerHour, unit }, now));
    const started = {
      id: randomPart(),
      network: networks[0],
      organizationName: body.organization_name,
      organizationSlug: body.organization_slug,
      passwordHash,
    };
    const unlocks = stageUnlockCode(tx, { keyring, limits }, unlock, user !== undefined);
    const known = unlocks ? null : 'known_address';
    const expiresAt = stageSignupCode(
      tx,
      { keyring, limits, budget: { ...budget, allowed: budget.allowed && others !== undefined } },
      { before, others: others ?? [], signup: started, purpose: user === undefined ? 'signup' : known },
    );
    return reply({ status: 'verification_required', email, expires_at: timestamp(expiresAt) });
  });
});
