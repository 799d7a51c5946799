import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { countFailedCredential } from '#shared/runtime/pipeline/failed-authentications.ts';

/** The error for a code or token that is wrong, expired, or another client's: the same for every reason. */
export function invalidGrant(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The code or token is wrong, expired or revoked, or belongs to another client.',
  );
}

/** Counts a wrong code or token against the budget of its network address, and returns its error. */
export async function wrongCredential({ table, address, settings, now }: RequestContext): Promise<OAuthError> {
  await countFailedCredential(table, address, settings.limits, now);
  return invalidGrant();
}
