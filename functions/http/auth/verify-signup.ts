import * as routes from '#shared/contract/routes/auth.ts';
import { insertApiKey } from '#shared/data/entities/organization/api-key.ts';
import { resetLoginLimits } from '#shared/data/entities/organization/login-attempts.ts';
import { insertFirstMembership } from '#shared/data/entities/organization/membership.ts';
import { newApiKey } from '#shared/data/entities/organization/new-api-key.ts';
import { insertOrganization, type Organization } from '#shared/data/entities/organization/organization.ts';
import {
  findPendingSignups,
  type PendingSignups,
  replacePendingSignups,
  signupCodeContext,
} from '#shared/data/entities/organization/pending-signup.ts';
import { findUserByEmail, insertUser } from '#shared/data/entities/organization/user.ts';
import {
  findUnlockCode,
  putWithheldUnlockCode,
  replaceUnlockCode,
  type UnlockCode,
  unlockCodeKey,
  withheldUnlockCode,
} from '#shared/data/entities/organization/verification-code.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { checkCode, checkGuessAmong, countGuess, type WrongGuess } from '#shared/domain/organization/code.ts';
import { codeError } from '#shared/domain/organization/code-error.ts';
import type { Settings } from '#shared/runtime/pipeline/context.ts';
import { operation, reject, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { countCreatedOrganization } from '#shared/runtime/pipeline/rate-limits.ts';
import { codeContext } from '#shared/services/codes/issue-code.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';

const KNOWN_ADDRESS =
  'The address already has an account. The code is accepted: wrong passwords no longer prevent a login.';

/** Completes the signup that the code was mailed for, or lifts the login limit of an existing account. */
export const verifySignup = operation(
  routes.verifySignup,
  async ({ table, settings, now, address, keyring: loadKeyring }, { body }) => {
    const { email } = body;
    const keyring = await loadKeyring();
    const networks = networkHmacs(keyring, email, address);
    const [before, user, unlock] = await Promise.all([
      findPendingSignups(table, email),
      findUserByEmail(table, email),
      findUnlockCode(table, email, networks),
    ]);
    const guesses = await Promise.all(
      before.signups.map(({ id, hmac }) => keyring.hmacLike(hmac, 'code', signupCodeContext(email, id), body.code)),
    );
    const check = checkGuessAmong(before.signups, guesses, settings.limits, now);
    // The code proves the address, so wrong passwords from other networks no longer limit its owner.
    const lifted = resetLoginLimits(email, networks, now);
    if (!check.right) {
      const context = codeContext(unlockCodeKey(email, unlock?.network ?? networks[0]), email);
      const guess = await keyring.hmacLike(unlock?.hmac ?? '', 'code', context, body.code);
      const unlockCheck = checkCode(unlock, guess, settings.limits, now);
      if (!unlockCheck.right) {
        const counted = unlockCheck.countsAsAttempt ? unlock : undefined;
        return wrongSignupGuess(before, check, counted, settings, now);
      }
      return write((tx) => {
        tx.put(replaceUnlockCode({ ...unlockCheck.code, used: true }), ...lifted);
        return reject(new AppError('auth.already_claimed', KNOWN_ADDRESS));
      });
    }

    const signup = check.code;
    const used = { ...signup, used: true, passwordHash: '' };
    if (user !== undefined || signup.opens !== 'account') {
      return write((tx) => {
        const signups = before.signups.map((other) => (other === signup ? used : other));
        tx.put(replacePendingSignups(before, signups), ...lifted);
        return reject(new AppError('auth.already_claimed', KNOWN_ADDRESS));
      });
    }

    const organizationId = makeId('organization', now, randomPart());
    const apiKeyText = generateApiKey('org');
    return write((tx) => {
      const createdAt = tx.nextTimestamp(organizationId);
      const userId = makeId('user', createdAt, randomPart());
      const organization: Organization = {
        id: organizationId,
        name: signup.organizationName,
        slug: signup.organizationSlug,
        ownerEmail: email,
        ownerVerified: true,
        agentCount: 0,
        claimedBy: userId,
        createdAt,
      };
      const apiKey = newApiKey(apiKeyText, { organizationId, name: 'admin', identityId: null, createdAt });
      const { name, slug } = organization;
      const { passwordHash } = signup;
      // If the slug is taken meanwhile, nothing is committed, and the code stays valid.
      tx.put(
        countCreatedOrganization(table, address, settings.limits, now),
        ...insertOrganization(organization),
        ...insertApiKey(apiKey, organization),
        ...insertUser({ id: userId, email, passwordHash, passwordVersion: 1, createdAt }),
        insertFirstMembership(userId, { organizationId, name, slug }),
        // The address has its account now, so its other signups and their password hashes are deleted.
        replacePendingSignups(before, [used]),
        ...lifted,
      );
      const actor = { type: 'user', id: userId, label: email } as const;
      tx.audit({ organizationId, actor, targetId: organizationId, after: { name, slug } });
      return reply({
        api_key: apiKeyText,
        key_prefix: apiKey.keyPrefix,
        organization: { id: organizationId, name, slug },
        user: { id: userId, email },
      });
    });
  },
);

/**
 * Counts a wrong code and returns the error: for each signup that waits, and for the unlock code of the caller's
 * network address. Without one, a write of the same size takes its place, so that the time does not reveal it. The
 * count is committed on the condition that the row is unchanged, so that every one of several concurrent guesses is
 * counted before its caller gets a result.
 */
function wrongSignupGuess(
  before: PendingSignups,
  check: WrongGuess,
  unlock: UnlockCode | undefined,
  { limits }: Settings,
  now: number,
) {
  const error = codeError(check.error, limits);
  return write((tx) => {
    if (check.countsAsAttempt) tx.put(replacePendingSignups(before, countGuess(before.signups, limits, now)));
    tx.put(
      unlock === undefined
        ? putWithheldUnlockCode(withheldUnlockCode(before.email, now))
        : replaceUnlockCode({ ...unlock, guesses: unlock.guesses + 1 }),
    );
    return reject(error);
  });
}
