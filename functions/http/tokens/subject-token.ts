import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { invalid } from '#shared/domain/errors/errors.ts';
import type { SigningJwk } from '#shared/domain/issuer/signing-jwk.ts';
import { DAY, SECOND } from '#shared/domain/time/time.ts';

/** Signatures by a key pair. A token that says `none`, or HMAC with a key that is public, has no other chance. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** How far the clocks of issuers and of this service may be apart. */
const LEEWAY_S = 60;

/** A token that is valid for longer is as good as a stored secret. Kubernetes issues some for a day. */
const MAX_LIFETIME_S = DAY / SECOND;

const MAX_KID_CHARACTERS = 500;
const MAX_SUBJECT_CHARACTERS = 1000;

const FIELD = 'subject_token';

/** What a token says of itself. Nothing of it is proved. */
export interface SubjectToken {
  readonly text: string;
  readonly kid: string;
  readonly issuer: string;
  readonly audience: string;
}

/**
 * Reads a token without its signature. Throws 400 for what makes any token invalid, whatever an organization trusts:
 * what the message says is in the token itself, so it discloses nothing.
 *
 * See: RFC 7519, section 7.2; RFC 8725 (JSON Web Token Best Current Practices).
 */
export function readSubjectToken(text: string, now: number): SubjectToken {
  const { header, claims } = decoded(text);
  if (typeof header.alg !== 'string' || !ALGORITHMS.includes(header.alg))
    throw invalid(FIELD, `signed with one of ${ALGORITHMS.join(', ')}`);
  const type: unknown = header.typ ?? 'JWT';
  if (typeof type !== 'string' || type.toUpperCase() !== 'JWT') throw invalid(FIELD, 'of the type JWT');
  if (!isText(header.kid, MAX_KID_CHARACTERS)) throw invalid(FIELD, 'with a kid in its header');
  const { iss, sub, aud, exp, iat, nbf } = claims;
  if (!isText(iss, MAX_SUBJECT_CHARACTERS) || !isText(sub, MAX_SUBJECT_CHARACTERS))
    throw invalid(FIELD, 'with the claims iss and sub');
  if (typeof exp !== 'number' || typeof iat !== 'number') throw invalid(FIELD, 'with the claims exp and iat');
  const seconds = now / SECOND;
  if (exp + LEEWAY_S <= seconds) throw invalid(FIELD, 'a token that has not expired');
  if (iat - LEEWAY_S > seconds || (typeof nbf === 'number' && nbf - LEEWAY_S > seconds))
    throw invalid(FIELD, 'a token that is valid already');
  if (exp - iat > MAX_LIFETIME_S) throw invalid(FIELD, 'a token that is valid for a day at most');
  // With a second audience, the service that it names could use the token here.
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
  if (!isText(audience, MAX_SUBJECT_CHARACTERS)) throw invalid(FIELD, 'with one audience');
  return { text, kid: header.kid, issuer: iss, audience };
}

function decoded(text: string) {
  try {
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text) };
  } catch {
    throw invalid(FIELD, 'a signed JWT');
  }
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= max;
}

/**
 * The claims of a token, if one of these keys has signed it; `undefined` if not. Of the header only `alg` and `kid`
 * count: keys that a token brings along or links to (`jwk`, `jku`, `x5c`, `x5u`) do not. If two keys fit, none does.
 */
export async function verifiedClaims(
  { text, issuer, audience }: SubjectToken,
  keys: readonly SigningJwk[],
  now: number,
): Promise<JWTPayload | undefined> {
  const options = {
    algorithms: ALGORITHMS,
    issuer,
    audience,
    clockTolerance: LEEWAY_S,
    maxTokenAge: MAX_LIFETIME_S,
    currentDate: new Date(now),
    requiredClaims: ['sub', 'exp'],
  };
  try {
    return (await jwtVerify(text, createLocalJWKSet({ keys: [...keys] }), options)).payload;
  } catch {
    return undefined;
  }
}
