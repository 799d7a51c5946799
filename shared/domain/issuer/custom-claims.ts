import { z } from 'zod';

/** The limits of the claims that a caller adds to a token. A token travels in headers, which are small. */
export const MAX_CLAIMS = 20;
export const MAX_CLAIMS_BYTES = 2048;
export const MAX_CLAIMS_DEPTH = 4;

/**
 * The names that have a meaning of their own: those that the service sets, the registered ones, and those by which
 * other issuers say who someone is or what someone may do. A service may act on them without being told to.
 *
 * See: IANA, JSON Web Token Claims; OpenID Connect Core 1.0, section 5.1; Entra, access token claims reference.
 */
export const RESERVED_CLAIMS: readonly string[] = [
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'organization', 'handle'],
  ...['azp', 'acr', 'amr', 'auth_time', 'nonce', 'sid', 'at_hash', 'c_hash', 's_hash', 'typ', 'alg', 'kid'],
  ...['scope', 'scp', 'roles', 'groups', 'wids', 'entitlements', 'permissions', 'act', 'may_act', 'client_id', 'cnf'],
  ...['email', 'email_verified', 'phone_number', 'phone_number_verified', 'name', 'preferred_username', 'upn'],
  ...['oid', 'tid', 'appid', 'idp', 'ver', 'hd', 'events', 'vc', 'vp', 'authorization_details'],
];

const reserved = new Set(RESERVED_CLAIMS);

/**
 * Claims that a caller adds to a token. A name may be a URL, because AWS reads session tags from one.
 *
 * See: IAM user guide, Pass session tags in AWS STS (`https://aws.amazon.com/tags`).
 */
export const customClaimsSchema = z
  .record(
    z
      .string()
      .min(1)
      .max(100, 'names of at most 100 characters')
      .regex(/^[A-Za-z0-9_.:/-]*$/, 'names of letters, digits and _ . : / -'),
    z.unknown(),
  )
  .superRefine((claims, context) => {
    const fail = (message: string) => context.addIssue({ code: 'custom', message });
    const names = Object.keys(claims);
    const taken = names.find((name) => reserved.has(name.toLowerCase()));
    if (taken !== undefined) fail(`${taken} is reserved`);
    if (names.length > MAX_CLAIMS) fail(`at most ${MAX_CLAIMS} claims`);
    // A value that is nested deeply enough cannot be written as JSON at all.
    if (depthOf(claims) > MAX_CLAIMS_DEPTH) fail(`at most ${MAX_CLAIMS_DEPTH} levels`);
    else if (Buffer.byteLength(JSON.stringify(claims)) > MAX_CLAIMS_BYTES)
      fail(`at most ${MAX_CLAIMS_BYTES} bytes as JSON`);
  })
  .meta({
    id: 'CustomClaims',
    description: 'Claims that are added to a token. Names with a meaning of their own are refused.',
    override: { maxProperties: MAX_CLAIMS },
  });

export type CustomClaims = z.output<typeof customClaimsSchema>;

/** The levels of objects and lists; a value alone has none. It stops above the limit, however deep the value is. */
function depthOf(value: unknown, limit = MAX_CLAIMS_DEPTH): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit === 0) return 1;
  return 1 + Math.max(0, ...Object.values(value).map((one) => depthOf(one, limit - 1)));
}
