import * as routes from '../../../shared/contract/routes/auth.ts';
import { insertToken } from '../../../shared/data/entities/login-token.ts';
import { findUserByEmail, membershipsOf } from '../../../shared/data/entities/user.ts';
import { generateApiKey, hashApiKey } from '../../../shared/domain/api-key.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { NOBODYS_HASH, verifyPassword } from '../../../shared/domain/password.ts';
import { HOUR, timestamp } from '../../../shared/domain/time.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';

const TOKEN_HOURS = 12;

export const login = operation(routes.login, async ({ table, now }, { body }) => {
  const user = await findUserByEmail(table, body.email);
  // Hashed for nobody as well: an unknown address takes the time of a wrong password.
  const right = await verifyPassword(body.password, user?.passwordHash ?? NOBODYS_HASH);
  if (user === undefined || !right) throw new AppError('auth.invalid_credentials');
  const memberships = await membershipsOf(table, user.id);
  const membership = memberships.find(
    ({ slug }) => body.organization_slug === undefined || slug === body.organization_slug,
  );
  if (membership === undefined) throw new AppError('auth.invalid_credentials');

  const token = generateApiKey('usr');
  const expiresAt = now + TOKEN_HOURS * HOUR;
  const { organizationId, name, slug } = membership;
  return write([], (staging) => {
    staging.put(
      insertToken(hashApiKey(token), {
        keyId: user.id,
        organizationId,
        organizationName: name,
        organizationSlug: slug,
        identityId: null,
        login: { userId: user.id, passwordVersion: user.passwordVersion, expiresAt },
      }),
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
