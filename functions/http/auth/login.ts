import * as routes from '#shared/contract/routes/auth.ts';
import {
  findLoginAttempts,
  incrementWrongPasswords,
  type LoginAttempts,
  putSuccessfulLogin,
} from '#shared/data/entities/organization/login-attempts.ts';
import { insertLoginToken } from '#shared/data/entities/organization/login-token.ts';
import { findUserByEmail, membershipsOf } from '#shared/data/entities/organization/user.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { refusedLogin } from '#shared/domain/organization/login-limits.ts';
import { DUMMY_HASH, verifyPassword } from '#shared/domain/organization/password.ts';
import { HOUR, timestamp } from '#shared/domain/time/time.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { operation, reject, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';

const TOKEN_HOURS = 12;

/**
 * Exchanges address and password for a token. The limits of wrong passwords are checked before the password and again
 * in the commit, so that concurrent requests cannot try more passwords than the limits allow.
 */
export const login = operation(routes.login, async (context, { body }) => {
  const { table, now } = context;
  const { email, password } = body;
  const networks = networkHmacs(await context.keyring(), email, context.address);
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
  const memberships = await membershipsOf(table, user.id);
  const membership = memberships.find(
    ({ slug }) => body.organization_slug === undefined || slug === body.organization_slug,
  );
  // Counted as well. Otherwise a correct password with a foreign slug would be recognizable because it is not counted.
  if (membership === undefined) return refuse(attempts, now, 'the user has no such organization');

  const token = generateApiKey('usr');
  const expiresAt = now + TOKEN_HOURS * HOUR;
  const { organizationId, name, slug } = membership;
  return write((tx) => {
    tx.put(
      insertLoginToken(hashApiKey(token), {
        keyId: user.id,
        organizationId,
        organizationName: name,
        organizationSlug: slug,
        identityId: null,
        login: { userId: user.id, passwordVersion: user.passwordVersion, expiresAt },
      }),
      ...putSuccessfulLogin(attempts, now),
    );
    return reply({
      token,
      token_type: 'bearer',
      expires_at: timestamp(expiresAt),
      user: { id: user.id, email: user.email },
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
