import * as routes from '#shared/contract/routes/tokens.ts';
import { readIdentityTokenSettings } from '#shared/data/entities/issuer/identity-token-settings.ts';
import { agentSummary, checkActive, type Identity } from '#shared/data/entities/organization/identity.ts';
import { incrementIdentityTokens } from '#shared/data/entities/organization/token-count.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { type IdentityTokenClaims, identityTokenClaims } from '#shared/domain/issuer/identity-token.ts';
import { DEFAULT_TOKEN_SECONDS } from '#shared/domain/issuer/token-lifetime.ts';
import { SECOND, timestamp } from '#shared/domain/time/time.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { issuerOf } from '#shared/services/issuer/issuer-of.ts';

/** What the record of an idempotency key keeps of a token: all that it says, and the key that signed it. */
interface RecordedToken {
  readonly claims: IdentityTokenClaims;
  readonly kid: string;
}

/**
 * Issues an identity token. It is stored nowhere, not even for a repeated request: the record of an idempotency key has
 * the claims, and the same key signs them again to the same bytes.
 *
 * The commit checks that the agent is still active, so that no token leaves the service after its suspension.
 */
export const createIdentityToken = resourceOperation(
  routes.createIdentityToken,
  loadIdentity,
  async (context, identity, { body }) => {
    const { table, settings, now } = context;
    const { organizationId } = identity;
    requireActive(identity);
    const [{ audiences }, ownerVerified] = await Promise.all([
      readIdentityTokenSettings(table, organizationId),
      isOwnerVerified(table, organizationId),
    ]);
    if (!audiences.includes(body.audience)) throw new AppError('identity_token.audience');

    const claims = identityTokenClaims({
      issuer: issuerOf(context),
      subject: identity,
      audience: body.audience,
      jti: makeId('identityToken', now, randomPart()),
      now,
      ttlSeconds: body.ttl_seconds ?? DEFAULT_TOKEN_SECONDS,
      claims: body.claims,
    });
    const { jws, kid } = await signToken(context, { claims });
    return write((tx) => {
      tx.put(checkActive(identity), incrementIdentityTokens(organizationId, { ownerVerified, ...settings }, now));
      const { jti, aud, exp } = claims;
      tx.appendEvent(organizationId, {
        type: 'identity_token.issued',
        identityId: identity.id,
        aggregateId: jti,
        payload: { identityId: identity.id, audience: aud, jti, expiresAt: timestamp(exp * SECOND) },
        agents: [agentSummary(identity)],
      });
      return reply(tokenRecord(jws, claims), { recorded: { claims, kid } satisfies RecordedToken });
    });
  },
  {
    restore: async (context, identity, recorded) => {
      requireActive(identity);
      const { claims, kid } = recorded as RecordedToken;
      const { jws } = await signToken(context, { claims, kid });
      return tokenRecord(jws, claims);
    },
  },
);

/** Also for an org key, which is never suspended itself. */
function requireActive({ status }: Identity): void {
  if (status === 'suspended') throw new AppError('identity.suspended');
}

function signToken(
  { signingKeys }: Pick<RequestContext, 'signingKeys'>,
  { claims, kid }: { claims: IdentityTokenClaims; kid?: string },
) {
  return signingKeys().sign({ payload: JSON.stringify(claims), type: 'JWT', ...(kid !== undefined && { kid }) });
}

function tokenRecord(token: string, { exp }: IdentityTokenClaims) {
  return { token, token_type: 'JWT' as const, expires_at: timestamp(exp * SECOND) };
}
