import type { TrustedIssuer } from '#shared/data/entities/issuer/trusted-issuer.ts';
import { organizationAudience } from '#shared/domain/issuer/organization-audience.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** A trusted issuer in the form of the API. See: docs/contract/trusted-issuers.md#trusted-issuer-record. */
export function trustedIssuerRecord(trusted: TrustedIssuer, stageIssuer: string) {
  return {
    id: trusted.id,
    issuer: trusted.issuer,
    audience: organizationAudience(stageIssuer, trusted.organizationSlug),
    jwks_url: trusted.jwksUrl,
    jwks: trusted.jwks === null ? null : { keys: trusted.jwks.map((key) => ({ ...key })) },
    rules: trusted.rules.map(({ identityId, claims, scopes }) => ({
      identity_id: identityId,
      claims: { ...claims },
      scopes: [...scopes],
    })),
    created_at: timestamp(trusted.createdAt),
  };
}
