import * as routes from '../../../shared/contract/routes/auth.ts';
import { insertApiKey } from '../../../shared/data/entities/api-key.ts';
import { resetLoginLimits } from '../../../shared/data/entities/login-attempts.ts';
import { newApiKey } from '../../../shared/data/entities/new-api-key.ts';
import { insertOrganization, type Organization } from '../../../shared/data/entities/organization.ts';
import {
  findPendingSignups,
  type PendingSignups,
  replacePendingSignups,
  signupCodeContext,
} from '../../../shared/data/entities/pending-signup.ts';
import { findUserByEmail, insertMembership, insertUser } from '../../../shared/data/entities/user.ts';
import { generateApiKey } from '../../../shared/domain/api-key.ts';
import { checkGuessAmong, countGuess, type WrongGuess } from '../../../shared/domain/code.ts';
import { codeError } from '../../../shared/domain/code-error.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { makeId, randomPart } from '../../../shared/domain/ids.ts';
import type { Settings } from '../../../shared/runtime/pipeline/context.ts';
import { operation, reject, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { networkHmacs } from '../../../shared/services/login/network-hmac.ts';

const KNOWN_ADDRESS =
  'The address has an account already. The code is accepted: wrong passwords no longer keep the account from logging in.';

/** Completes the signup that the code was mailed for, or lifts the login limit of an existing account. */
export const verifySignup = operation(
  routes.verifySignup,
  async ({ table, settings, now, address, keyring: loadKeyring }, { body }) => {
    const { email } = body;
    const [before, user, keyring] = await Promise.all([
      findPendingSignups(table, email),
      findUserByEmail(table, email),
      loadKeyring(),
    ]);
    const guesses = await Promise.all(
      before.signups.map(({ id, hmac }) => keyring.hmacLike(hmac, 'code', signupCodeContext(email, id), body.code)),
    );
    const check = checkGuessAmong(before.signups, guesses, settings.limits, now);
    if (!check.right) return wrongSignupGuess(before, check, settings, now);

    const signup = check.code;
    const used = { ...signup, used: true, passwordHash: '' };
    // The code proves the address, so wrong passwords from other networks no longer limit its owner.
    const lifted = resetLoginLimits(email, networkHmacs(keyring, email, address), now);
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
        ...insertOrganization(organization),
        ...insertApiKey(apiKey, organization),
        ...insertUser({ id: userId, email, passwordHash, passwordVersion: 1, createdAt }),
        insertMembership(userId, { organizationId, name, slug }),
        // The address has its account now, so its other signups and their password hashes are deleted.
        replacePendingSignups(before, [used]),
        ...lifted,
      );
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
 * Counts a wrong code and returns the error. The count is committed on the condition that the row is unchanged, so that
 * every one of several concurrent guesses is counted before its caller gets a result.
 */
function wrongSignupGuess(before: PendingSignups, check: WrongGuess, { limits }: Settings, now: number) {
  const error = codeError(check.error, limits);
  if (!check.countsAsAttempt) throw error;
  return write((tx) => {
    tx.put(replacePendingSignups(before, countGuess(before.signups, limits, now)));
    return reject(error);
  });
}
