import * as routes from '#shared/contract/routes/auth.ts';
import { findGrant } from '#shared/data/entities/organization/api-key.ts';
import {
  findLoginAttempts,
  incrementWrongPasswords,
  putSuccessfulLogin,
} from '#shared/data/entities/organization/login-attempts.ts';
import { isFullLogin, loginOf, updateLoginToken } from '#shared/data/entities/organization/login-token.ts';
import { findSession, updateSession } from '#shared/data/entities/organization/session.ts';
import { updateLogin } from '#shared/data/entities/organization/user.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { refusedLogin } from '#shared/domain/organization/login-limits.ts';
import { hashPassword, verifyPassword } from '#shared/domain/organization/password.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { noContent, operation, reject, write } from '#shared/runtime/pipeline/operation.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';
import { loggedIn } from './logged-in.ts';
import { ownSession, ownSessionEnded } from './own-session.ts';
import { streamChecks } from './stream-checks.ts';

/**
 * Changes the password. The session of the caller stays, and all others end. A wrong password counts as one of a login,
 * so a stolen token does not help to guess it.
 */
export const changePassword = operation(routes.changePassword, async (context, { body }) => {
  const { actor, table, now } = context;
  const own = ownSession(context);
  const [user, session, { checks, organizationIds }, grant, keyring] = await Promise.all([
    loggedIn(context),
    findSession(table, own.userId, own.id),
    streamChecks(table, own.userId, now),
    findGrant(table, actor.keyHash),
    context.keyring(),
  ]);
  const login = grant?.login;
  if (login === undefined) throw ownSessionEnded();
  const { email, passwordHash: present } = user;
  const attempts = await findLoginAttempts(table, email, networkHmacs(keyring, email, context.address), now);
  const refused = refusedLogin(attempts, now);
  if (refused !== undefined) throw refused;

  const isRight = await oncePerRequest(context, present, () => verifyPassword(body.current_password, present));
  if (!isRight) {
    return write<never>((tx) => {
      tx.put(...incrementWrongPasswords(attempts, now));
      return reject(new AppError('auth.invalid_credentials', undefined, { cause: 'wrong password' }));
    });
  }
  const passwordHash = await oncePerRequest(context, 'password hash', () => hashPassword(body.new_password));
  const passwordVersion = user.passwordVersion + 1;
  return write((tx) => {
    tx.put(
      updateLogin(user, { passwordHash }),
      updateLoginToken(actor.keyHash, loginOf(login, { passwordVersion, isFull: isFullLogin(login) })),
      ...(session === undefined ? [] : [updateSession(session, passwordVersion)]),
      ...putSuccessfulLogin(attempts, now),
      ...checks,
    );
    // One password opens all organizations of the person.
    for (const organizationId of organizationIds) tx.audit({ organizationId, targetId: user.id });
    return noContent();
  });
});
