import type { CustomClaims } from './custom-claims.ts';

/** The agent that a token names. */
interface Subject {
  readonly id: string;
  readonly organizationId: string;
  readonly handle: string;
}

interface TokenRequest {
  readonly issuer: string;
  readonly subject: Subject;
  readonly audience: string;
  readonly jti: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly ttlSeconds: number;
  readonly claims?: CustomClaims | undefined;
}

/** The claims of an identity token. Times are in epoch seconds, as RFC 7519 says. */
export interface IdentityTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
  readonly jti: string;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly organization: string;
  readonly handle: string;
}

/** The subject of an agent. It never changes, and no other agent gets it. */
function subjectOf({ id }: Pick<Subject, 'id'>): string {
  return `agent:${id}`;
}

/**
 * The claims of a token. It has no scope: what the agent may do is for the service to decide that accepts the token.
 *
 * See: docs/contract/identity-tokens.md#claims; docs/decisions/0081-identity-tokens.md.
 */
export function identityTokenClaims(request: TokenRequest): IdentityTokenClaims {
  const { issuer, subject, audience, jti, now, ttlSeconds, claims } = request;
  const issuedAt = Math.floor(now / 1000);
  return {
    ...claims,
    iss: issuer,
    sub: subjectOf(subject),
    aud: audience,
    jti,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + ttlSeconds,
    organization: subject.organizationId,
    handle: subject.handle,
  };
}
