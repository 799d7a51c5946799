import * as routes from '#shared/contract/routes/auth.ts';
import { resetLoginLimits } from '#shared/data/entities/organization/login-attempts.ts';
import { findUserByEmail, updateLogin } from '#shared/data/entities/organization/user.ts';
import { findResetCode, replaceCode, resetCodeKey } from '#shared/data/entities/organization/verification-code.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { checkCode } from '#shared/domain/organization/code.ts';
import { hashPassword } from '#shared/domain/organization/password.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { codeContext } from '#shared/services/codes/issue-code.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';
import { streamChecks } from './stream-checks.ts';
import { wrongGuess } from './wrong-guess.ts';

/**
 * Sets a new password. The code proves the address, so it also lifts the limits of wrong passwords, and it ends all
 * sessions, because the old password may be known to others. Only a right code costs a hash, and only an account has
 * one.
 */
export const resetPassword = operation(routes.resetPassword, async (context, { body }) => {
  const { table, settings, now, address } = context;
  const { email } = body;
  const keyring = await context.keyring();
  const networks = networkHmacs(keyring, email, address);
  const [user, pending] = await Promise.all([findUserByEmail(table, email), findResetCode(table, email, networks)]);
  const key = resetCodeKey(email, pending?.network ?? networks[0]);
  const guess = await keyring.hmacLike(pending?.hmac ?? '', 'code', codeContext(key, email), body.code);
  const check = checkCode(pending, guess, settings.limits, now);
  if (!check.right) return wrongGuess(key, pending, check, settings.limits);
  if (user === undefined) throw new AppError('auth.code_invalid');

  const [passwordHash, { checks, organizationIds }] = await Promise.all([
    oncePerRequest(context, 'password hash', () => hashPassword(body.password)),
    streamChecks(table, user.id, now),
  ]);
  return write((tx) => {
    tx.put(
      updateLogin(user, { passwordHash }),
      replaceCode(key, { ...check.code, used: true }),
      ...resetLoginLimits(email, networks, now),
      ...checks,
    );
    const actor = { type: 'user', id: user.id, label: email } as const;
    for (const organizationId of organizationIds) tx.audit({ organizationId, actor, targetId: user.id });
    return noContent();
  });
});
