/** The members of a public key that verifying needs (RFC 7517, RFC 7518, RFC 8037). */
const MEMBERS = ['kty', 'kid', 'use', 'alg', 'n', 'e', 'crv', 'x', 'y'] as const;

/** A public key that signatures are verified with: RSA, or of a curve. */
export type SigningJwk = { readonly kty: 'RSA' | 'EC' | 'OKP'; readonly kid: string } & {
  readonly [M in (typeof MEMBERS)[number]]?: string;
};

/** The members of private and symmetric keys (RFC 7518, sections 6.2.2, 6.3.2 and 6.4). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** The kinds of keys that have a public half. A shared secret (`oct`) never verifies a token here. */
const KINDS: ReadonlySet<unknown> = new Set(['RSA', 'EC', 'OKP']);

const MAX_MEMBER_CHARACTERS = 2048;

/** Whether a key has members that no one may know but its owner. */
export function isPrivateJwk(jwk: Readonly<Record<string, unknown>>): boolean {
  return PRIVATE_MEMBERS.some((member) => jwk[member] !== undefined);
}

/**
 * A public key of a key set, without what verifying does not need; `undefined` if it cannot verify tokens. Certificates
 * are dropped too: the key is trusted because the issuer publishes it.
 */
export function signingJwkOf(jwk: unknown): SigningJwk | undefined {
  if (typeof jwk !== 'object' || jwk === null || isPrivateJwk(jwk as Record<string, unknown>)) return undefined;
  const { kty, kid, use } = jwk as Record<string, unknown>;
  if (!KINDS.has(kty) || typeof kid !== 'string' || kid === '' || (use !== undefined && use !== 'sig'))
    return undefined;
  const members = MEMBERS.map((name) => [name, (jwk as Record<string, unknown>)[name]] as const);
  const given = members.filter(([, value]) => value !== undefined);
  if (given.some(([, value]) => typeof value !== 'string' || value.length > MAX_MEMBER_CHARACTERS)) return undefined;
  return Object.fromEntries(given) as SigningJwk;
}

/** The keys of a set that can verify tokens; `undefined` if a value is no key set, or has more than `max` keys. */
export function signingJwksOf(set: unknown, max: number): SigningJwk[] | undefined {
  const keys = (set as { keys?: unknown } | null | undefined)?.keys;
  if (!Array.isArray(keys) || keys.length > max) return undefined;
  return keys.flatMap((key) => signingJwkOf(key) ?? []);
}
