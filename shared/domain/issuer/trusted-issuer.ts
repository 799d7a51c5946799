import type { Scope } from './scopes.ts';

/**
 * Which tokens of an issuer get a key of which agent. Every text is compared byte by byte.
 *
 * See: docs/contract/trusted-issuers.md#rules; docs/decisions/0082-trusted-issuers.md.
 */
export interface IssuerRule {
  readonly identityId: string;
  /** What each claim has to be: a text, or the beginning of one if the last character is `*`. All have to hold. */
  readonly claims: Readonly<Record<string, string>>;
  readonly scopes: readonly Scope[];
}

export const MAX_TRUSTED_ISSUERS = 10;
export const MAX_RULES = 20;
export const MAX_CLAIMS = 10;
const MAX_CLAIM_NAME_CHARACTERS = 100;
const MAX_CLAIM_CHARACTERS = 500;
export const MAX_ISSUER_CHARACTERS = 500;

const PREFIX_MARK = '*';

/** After one of these, a part of a claim is complete: `repo:acme/app:` is not the beginning of `repo:acme/app-2:`. */
const SEPARATORS = /[:/]/;

/**
 * The claims that say who the workload is, of issuers that many share: one of them has to be in every rule, because an
 * issuer such as GitHub signs tokens for all of its customers. The number says how many complete parts the beginning of
 * one needs at least: `repo:acme/*` is one customer, and `repo:*` are all.
 *
 * `sub` is that of every issuer. The others are of GitHub and GitLab, where a rule for a whole repository or project
 * would otherwise need the beginning of a `sub`.
 */
export const IDENTIFYING_CLAIMS: ReadonlyMap<string, number> = new Map([
  ['sub', 2],
  ['repository', 1],
  ['repository_id', 1],
  ['repository_owner', 1],
  ['repository_owner_id', 1],
  ['project_id', 1],
  ['project_path', 1],
  ['namespace_id', 1],
  ['namespace_path', 1],
]);

/** What the exchange checks in every token. A rule about one of them would seem to narrow something. */
const CHECKED_CLAIMS: ReadonlySet<string> = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti']);

/** What is wrong with the claims of a rule; `undefined` if nothing is. */
export function claimsProblem(claims: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(claims);
  if (names.length > MAX_CLAIMS) return `at most ${MAX_CLAIMS} claims`;
  for (const [name, wanted] of Object.entries(claims)) {
    const problem = claimProblem(name, wanted);
    if (problem !== undefined) return problem;
  }
  if (names.some((name) => IDENTIFYING_CLAIMS.has(name))) return undefined;
  return `one of ${[...IDENTIFYING_CLAIMS.keys()].join(', ')}, which say who the workload is`;
}

function claimProblem(name: string, wanted: string): string | undefined {
  if (name === '' || name.length > MAX_CLAIM_NAME_CHARACTERS)
    return `names of 1 to ${MAX_CLAIM_NAME_CHARACTERS} characters`;
  if (CHECKED_CLAIMS.has(name)) return `no rule about ${name}, which is checked in every token`;
  if (wanted === '' || wanted.length > MAX_CLAIM_CHARACTERS) return `values of 1 to ${MAX_CLAIM_CHARACTERS} characters`;
  if (!wanted.includes(PREFIX_MARK)) return undefined;
  const prefix = wanted.slice(0, -1);
  if (!wanted.endsWith(PREFIX_MARK) || prefix.includes(PREFIX_MARK)) return 'the character * only once, at the end';
  const parts = prefix.split(SEPARATORS);
  if (parts.pop() !== '')
    return 'a colon or a slash before *, because acme/app* would also match another customer’s acme/app-2';
  const least = IDENTIFYING_CLAIMS.get(name) ?? 1;
  if (parts.filter((part) => part !== '').length >= least) return undefined;
  return `at least ${least} complete ${least === 1 ? 'part' : 'parts'} before *, such as repo:acme/* in sub`;
}

/** The first rule that a token fulfils. It alone decides which agent and which scopes the token gets. */
export function ruleFor<R extends Pick<IssuerRule, 'claims'>>(
  rules: readonly R[],
  claims: Readonly<Record<string, unknown>>,
): R | undefined {
  return rules.find((rule) => fulfils(rule.claims, claims));
}

/** Whether a token fulfils all claims of a rule. A rule without any is fulfilled by none. */
function fulfils(wanted: Readonly<Record<string, string>>, claims: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(wanted);
  return entries.length > 0 && entries.every(([name, text]) => matches(text, claimText(claims, name)));
}

function matches(wanted: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  if (!wanted.endsWith(PREFIX_MARK)) return given === wanted;
  const prefix = wanted.slice(0, -1);
  return given.length > prefix.length && given.startsWith(prefix);
}

/** The text of a claim. Lists and objects have none: to match one of several values is not what a rule says. */
function claimText(claims: Readonly<Record<string, unknown>>, name: string): string | undefined {
  if (!Object.hasOwn(claims, name)) return undefined;
  const value = claims[name];
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined;
}
