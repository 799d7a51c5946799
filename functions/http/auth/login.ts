import * as routes from '#shared/contract/routes/auth.ts';
import {
  findLoginAttempts,
  incrementWrongPasswords,
  type LoginAttempts,
  putSuccessfulLogin,
} from '#shared/data/entities/organization/login-attempts.ts';
import { insertLoginToken } from '#shared/data/entities/organization/login-token.ts';
import { insertSession, newestSessionTime } from '#shared/data/entities/organization/session.ts';
import { findUserByEmail, membershipsOf } from '#shared/data/entities/organization/user.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { refusedLogin } from '#shared/domain/organization/login-limits.ts';
import { DUMMY_HASH, verifyPassword } from '#shared/domain/organization/password.ts';
import { SESSION_MS, sessionIdOf } from '#shared/domain/organization/session.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { operation, reject, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';
import { sealOrigin } from '#shared/services/login/session-origin.ts';

/**
 * Exchanges address and password for a token. The limits of wrong passwords are checked before the password and again
 * in the commit, so that concurrent requests cannot try more passwords than the limits allow.
 */
export const login = operation(routes.login, async (context, { body }) => {
  const { table, now } = context;
  const { email, password } = body;
  const keyring = await context.keyring();
  const networks = networkHmacs(keyring, email, context.address);
  const [user, attempts] = await Promise.all([
    findUserByEmail(table, email),
    findLoginAttempts(table, email, networks, now),
  ]);
  const refused = refusedLogin(attempts, now);
  if (refused !== undefined) throw refused;

  // An unknown address hashes too, so that it takes as long as a wrong password.
  const hash = user?.passwordHash ?? DUMMY_HASH;
  const right = await oncePerRequest(context, hash, () => verifyPassword(password, hash));
  if (user === undefined) return refuse(attempts, now, 'no user has the address');
  if (!right) return refuse(attempts, now, 'wrong password');
  const [memberships, newest] = await Promise.all([membershipsOf(table, user.id), newestSessionTime(table, user.id)]);
  const membership = memberships.find(
    ({ slug }) => body.organization_slug === undefined || slug === body.organization_slug,
  );
  // Counted as well. Otherwise a correct password with a foreign slug would be recognizable because it is not counted.
  if (membership === undefined) return refuse(attempts, now, 'the user has no such organization');

  const token = generateApiKey('usr');
  const tokenHash = hashApiKey(token);
  // No two sessions of a person have the same time, so that paging skips none.
  const createdAt = Math.max(now, newest + 1);
  const sessionId = sessionIdOf(tokenHash, createdAt);
  const expiresAt = createdAt + SESSION_MS;
  const { organizationId, name, slug } = membership;
  const { id: userId, passwordVersion } = user;
  return write((tx) => {
    tx.put(
      insertLoginToken(tokenHash, {
        keyId: userId,
        organizationId,
        organizationName: name,
        organizationSlug: slug,
        identityId: null,
        login: { userId, passwordVersion, expiresAt },
      }),
      insertSession({
        id: sessionId,
        userId,
        organizationId,
        tokenHash,
        passwordVersion,
        createdAt,
        sealedOrigin: sealOrigin(keyring, sessionId, context),
      }),
      ...putSuccessfulLogin(attempts, now),
    );
    return reply({
      token,
      token_type: 'bearer',
      expires_at: timestamp(expiresAt),
      user: { id: userId, email: user.email },
      organization: { id: organizationId, name, slug },
    });
  });
});

/** Counts the attempt and returns the error, which is the same for every cause. */
function refuse(attempts: LoginAttempts, now: number, cause: string) {
  return write<never>((tx) => {
    tx.put(...incrementWrongPasswords(attempts, now));
    return reject(new AppError('auth.invalid_credentials', undefined, { cause }));
  });
}
