import * as routes from '#shared/contract/routes/auth.ts';
import type { Change } from '#shared/data/change.ts';
import { insertLoginToken, loginOf } from '#shared/data/entities/organization/login-token.ts';
import { updateLastLogin } from '#shared/data/entities/organization/membership.ts';
import { insertSession, newestSessionTime } from '#shared/data/entities/organization/session.ts';
import type { AppError } from '#shared/domain/errors/errors.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { isAdministrative } from '#shared/domain/organization/role.ts';
import { SESSION_MS, sessionIdOf } from '#shared/domain/organization/session.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation, reject, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { checkLogin } from '#shared/services/login/check-login.ts';
import { sealOrigin } from '#shared/services/login/session-origin.ts';

/** Exchanges address and password for a token. */
export const login = operation(routes.login, async (context, { body }) => {
  const { table, now } = context;
  const checked = await checkLogin(context, body, ({ id }) => newestSessionTime(table, id));
  const { changes } = checked;
  if (!checked.isRight) return refuse(changes, checked.error);
  const { user, membership, keyring, read: newest } = checked;

  const token = generateApiKey('usr');
  const tokenHash = hashApiKey(token);
  // No two sessions of a person have the same time, so that paging skips none.
  const createdAt = Math.max(now, newest + 1);
  const sessionId = sessionIdOf(tokenHash, createdAt);
  const expiresAt = createdAt + SESSION_MS;
  const { organizationId, name, slug, role } = membership;
  const { id: userId, passwordVersion } = user;
  const isFull = isAdministrative(role);
  return write((tx) => {
    tx.put(
      insertLoginToken(tokenHash, {
        keyId: userId,
        organizationId,
        organizationName: name,
        organizationSlug: slug,
        identityId: null,
        login: loginOf({ userId, expiresAt }, { passwordVersion, isFull }),
      }),
      insertSession({
        id: sessionId,
        userId,
        organizationId,
        tokenHash,
        passwordVersion,
        createdAt,
        ...(isFull ? {} : { isLimited: true }),
        sealedOrigin: sealOrigin(keyring, sessionId, context),
      }),
      updateLastLogin(userId, membership, now),
      ...changes,
    );
    tx.audit({ organizationId, actor: { type: 'user', id: userId, label: user.email }, targetId: sessionId });
    return reply({
      token,
      token_type: 'bearer',
      expires_at: timestamp(expiresAt),
      user: { id: userId, email: user.email },
      organization: { id: organizationId, name, slug },
    });
  });
});

/** Counts the attempt and returns the error, which is the same for every cause before the second factor. */
function refuse(changes: readonly Change[], error: AppError) {
  return write<never>((tx) => {
    tx.put(...changes);
    return reject(error);
  });
}
