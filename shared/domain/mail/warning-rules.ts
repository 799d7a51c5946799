import type { RuleTerms } from '../contact/access-rule.ts';
import type { ContentWarning } from '../safe-reading/content-warning.ts';
import { applies, type ContactMatchType, correspondentOf, type MatchingRules } from './contact-rules.ts';

/** Where a rule about warnings puts a message. */
export const WARNING_FOLDERS = ['spam', 'blocked'] as const;

export type WarningFolder = (typeof WARNING_FOLDERS)[number];

/** The part of a rule about warnings that decides. */
export interface WarningRuleTerms {
  /** What the author has to match; null for every author. */
  matchType: ContactMatchType | null;
  matchTarget: string | null;
  /** The rule applies to messages with any of these. */
  when: readonly ContentWarning[];
  folder: WarningFolder;
}

/** The rules about warnings of both scopes, whatever author they are about. */
export interface WarningRules {
  identity: readonly WarningRuleTerms[];
  organization: readonly WarningRuleTerms[];
}

/** From the most specific to the most general: the scope, what the rule is about, and the rules without `when`. */
const LEVELS = [
  ['identity', 'exact_email', 'identityExact'],
  ['identity', 'domain', 'identityDomain'],
  ['identity', null, undefined],
  ['organization', 'exact_email', 'organizationExact'],
  ['organization', 'domain', 'organizationDomain'],
  ['organization', null, undefined],
] as const;

/**
 * Where the rules about warnings put a received message that no other rule refuses; `undefined` if none applies.
 *
 * The levels are those of the rules without `when` (`isRefused`), and after the last of each scope the rules about
 * every author. The first level with an applicable rule decides. Within a level `blocked` precedes `spam`, and both
 * precede an allow rule; an allow rule of an earlier level keeps the message in the inbox.
 *
 * See: docs/contract/contacts.md#rules-about-warnings.
 */
export function folderForWarnings(
  author: string,
  rules: MatchingRules,
  warningRules: WarningRules,
  mail: { readonly senderVerified: boolean; readonly warnings: readonly ContentWarning[] },
): WarningFolder | undefined {
  const { address, domain } = correspondentOf(author);
  const targets = { exact_email: address, domain };
  const allows = (rule: RuleTerms) =>
    rule.action === 'allow' && applies(rule, { direction: 'inbound', senderVerified: mail.senderVerified });
  for (const [scope, type, level] of LEVELS) {
    const folders = warningRules[scope]
      .filter((rule) => rule.matchType === type && (type === null || rule.matchTarget === targets[type]))
      .filter(({ when }) => when.some((warning) => mail.warnings.includes(warning)))
      .map(({ folder }) => folder);
    const [first] = folders;
    if (first !== undefined) return folders.includes('blocked') ? 'blocked' : first;
    if (level !== undefined && rules[level].some(allows)) return undefined;
  }
  return undefined;
}
