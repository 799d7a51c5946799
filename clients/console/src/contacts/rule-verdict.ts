import type { ContactRule, FilterMode, RuleDirection } from '../../../typescript/src/index.ts';

/** An email to test against the rules. */
export interface TriedMail {
  readonly identityId: string;
  /** The other side: the author of a received email, the recipient of a sent one. */
  readonly address: string;
  readonly direction: Extract<RuleDirection, 'inbound' | 'outbound'>;
  /** Whether the address of a received email is proven. */
  readonly isVerified: boolean;
  /** The content warnings of a received email. */
  readonly warnings: readonly string[];
}

/** What the rules would do with an email, and why. */
export interface Verdict {
  readonly result: 'passes' | 'spam' | 'blocked';
  readonly reason: string;
  readonly rule?: ContactRule;
}

interface Level {
  readonly name: string;
  has(rule: ContactRule): boolean;
}

/**
 * What the contact rules decide about an email with one author.
 *
 * See: docs/contract/contacts.md#precedence.
 */
export function verdictOf(mail: TriedMail, rules: readonly ContactRule[], mode: FilterMode): Verdict {
  const levels = levelsOf(mail);
  const fitting = rules.filter(({ direction }) => direction === 'both' || direction === mail.direction);
  const first = firstLevel(
    levels,
    fitting.filter((rule) => rule.when.length === 0 && counts(rule, mail)),
  );
  const block = first?.found.find(({ action }) => action === 'block');
  if (block !== undefined) return { result: 'blocked', reason: `${first?.level.name} blocks it.`, rule: block };
  const allow = first?.found[0];
  if (allow === undefined && mode === 'allowlist')
    return { result: 'blocked', reason: notAllowed(mail, fitting, levels) };
  const warned = firstLevel(
    levels,
    fitting.filter(({ when }) => when.some((one) => mail.warnings.includes(one))),
  );
  const isKept = allow !== undefined && levels.indexOf(first?.level as Level) < levels.indexOf(warned?.level as Level);
  const [rule] = (warned?.found ?? []).toSorted((one, other) => rank(one) - rank(other));
  if (warned !== undefined && rule !== undefined && !isKept) {
    return {
      result: rule.folder === 'spam' ? 'spam' : 'blocked',
      reason: `${warned.level.name} matches its warnings.`,
      rule,
    };
  }
  if (allow !== undefined) return { result: 'passes', reason: `${first?.level.name} allows it.`, rule: allow };
  return { result: 'passes', reason: 'No rule matches it, and the mode is blocklist.' };
}

/** The levels in order of precedence. Rules for every author come after those for a domain. */
function levelsOf({ identityId, address }: TriedMail): readonly Level[] {
  const lower = address.normalize('NFKC').toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = asciiOf(lower.slice(at + 1));
  const kinds = [
    ['the address', 'exact_email', `${lower.slice(0, at)}@${domain}`],
    ['the domain', 'domain', domain],
    ['every author', null, null],
  ] as const;
  const owners = [
    ["The agent's rule", identityId],
    ["The organization's rule", null],
  ] as const;
  return owners.flatMap(([whoHas, owner]) =>
    kinds.map(([about, type, target]) => ({
      name: `${whoHas} for ${about}`,
      has: (rule: ContactRule) =>
        rule.identity_id === owner && rule.match_type === type && (rule.match_target?.toLowerCase() ?? null) === target,
    })),
  );
}

/** A domain in the form that rules use. */
function asciiOf(domain: string): string {
  return URL.canParse(`http://${domain}/`) ? new URL(`http://${domain}/`).hostname : domain;
}

/** An allow rule for received mail counts only if the address of the author is proven. */
function counts({ action }: ContactRule, { direction, isVerified }: TriedMail): boolean {
  return action === 'block' || direction === 'outbound' || isVerified;
}

function firstLevel(levels: readonly Level[], rules: readonly ContactRule[]) {
  return levels
    .map((level) => ({ level, found: rules.filter((rule) => level.has(rule)) }))
    .find(({ found }) => found.length > 0);
}

function notAllowed(mail: TriedMail, rules: readonly ContactRule[], levels: readonly Level[]): string {
  const ignored = rules.some((rule) => rule.action === 'allow' && levels.some((level) => level.has(rule)));
  return ignored && !mail.isVerified
    ? 'The mode is allowlist, and an allow rule counts only for a verified sender.'
    : 'The mode is allowlist, and no rule allows it.';
}

const rank = ({ folder }: ContactRule) => (folder === 'spam' ? 1 : 0);
