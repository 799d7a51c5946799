import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Trust } from './fake-provider.ts';

/** What a provider demands of every token, whichever agent it is for. */
export interface Demands {
  readonly algorithms: readonly string[];
  readonly requiredClaims: readonly string[];
  /** How long after `exp`, and before `nbf` and `iat`, a token is accepted. */
  readonly skewSeconds?: number;
  /** The most seconds from `iat` to `exp`. */
  readonly maxLifetimeSeconds?: number;
  readonly needsKid?: boolean;
  /** Issuers are compared without a slash at the end. */
  readonly ignoresSlash?: boolean;
}

/** The keys of an issuer, in the memory of a provider. */
type Keys = JWTVerifyGetKey;

/**
 * Finds the keys as providers do: inline, or by the discovery document of the issuer. Nothing else of the issuer is
 * read. A key that is not known yet is looked for again, as with a cache that has expired. Providers read https only;
 * an issuer on this machine has http, which is the one rule that the fakes leave out.
 *
 * @throws {Error} If the document is of another issuer, or if it cannot be read.
 */
export async function keysOf({ issuer, keys }: Trust): Promise<Keys> {
  if (keys !== undefined) return createLocalJWKSet({ keys: [...keys] });
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, { redirect: 'error' });
  if (response.status !== 200) throw new Error(`discovery: ${response.status}`);
  const document = (await response.json()) as { readonly issuer: string; readonly jwks_uri: string };
  if (document.issuer !== issuer) throw new Error(`discovery: the document is of ${document.issuer}`);
  return createRemoteJWKSet(new URL(document.jwks_uri), { cooldownDuration: 0 });
}

/**
 * Verifies a token from the keys alone, and returns its claims. The subject and the audience are for the caller to
 * compare, because each provider does it in another place.
 *
 * @throws {Error} If the provider would not accept the token.
 */
export async function verifyIdentityToken(
  token: string,
  { issuer, now = () => new Date() }: Trust,
  keys: Keys,
  demands: Demands,
): Promise<JWTPayload> {
  const { algorithms, requiredClaims, skewSeconds = 0, maxLifetimeSeconds, needsKid, ignoresSlash } = demands;
  const { kid } = decodeProtectedHeader(token);
  if (needsKid === true && kid === undefined) throw new Error('no kid');
  const currentDate = now();
  const { payload } = await jwtVerify(token, keys, {
    algorithms: [...algorithms],
    issuer: ignoresSlash === true ? [issuer, `${issuer}/`, issuer.replace(/\/$/, '')] : issuer,
    requiredClaims: [...requiredClaims],
    clockTolerance: skewSeconds,
    currentDate,
  });
  const { iat, exp } = payload;
  if (iat !== undefined && iat > currentDate.getTime() / 1000 + skewSeconds) throw new Error('iat is in the future');
  if (maxLifetimeSeconds !== undefined && (exp ?? 0) - (iat ?? 0) > maxLifetimeSeconds) {
    throw new Error('the token is valid for too long');
  }
  return payload;
}

/** Whether a token is for an audience: its only one, or one of several. */
export function isFor(audience: string, { aud }: JWTPayload): boolean {
  return typeof aud === 'string' ? aud === audience : (aud ?? []).includes(audience);
}
