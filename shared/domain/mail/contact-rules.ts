import type { FilterMode, RuleAction, RuleDirection } from '../access-rule.ts';
import { asciiDomain, isMailAddress, normaliseAddress } from './address.ts';
import { isDomainName } from './domain-name.ts';

/**
 * Contact rules: with whom an agent may exchange mail. Data, and one pure decision.
 *
 * See: docs/contract/contacts.md#contact-rules.
 */
export const CONTACT_MATCH_TYPES = ['exact_email', 'domain'] as const;

export type ContactMatchType = (typeof CONTACT_MATCH_TYPES)[number];

/** Where neither the agent nor its organization has chosen: everyone but the blocked. */
export const DEFAULT_FILTER_MODE: FilterMode = 'blocklist';

/** Which way a mail goes. */
export type MailDirection = Exclude<RuleDirection, 'both'>;

/** What of a rule decides. */
export interface RuleEffect {
  action: RuleAction;
  direction: RuleDirection;
}

/** The rules that name one correspondent, by how near they come to agent and address. */
export interface MatchingRules {
  identityExact: readonly RuleEffect[];
  identityDomain: readonly RuleEffect[];
  organizationExact: readonly RuleEffect[];
  organizationDomain: readonly RuleEffect[];
}

/** What of the mail itself bears on the rules. */
export interface MailContext {
  direction: MailDirection;
  /** Whether the address is proven to be the sender's own. Asked of inbound mail only. */
  senderVerified: boolean;
}

/** The filter modes that were chosen, null where none was. */
export interface ChosenModes {
  identity: FilterMode | null;
  organization: FilterMode | null;
}

/** From the nearest to the furthest. */
const LEVELS = ['identityExact', 'identityDomain', 'organizationExact', 'organizationDomain'] as const;

/** The agent's own mode, else its organization's, else the default. */
export function effectiveMode(modes: ChosenModes): FilterMode {
  return modes.identity ?? modes.organization ?? DEFAULT_FILTER_MODE;
}

/**
 * Whether a correspondent is refused.
 *
 * "Identity before org" is the outer order and "exact before domain" the inner one, so the levels are: the agent's rules
 * for the address, the agent's for its domain, the organization's for the address, the organization's for its domain. An
 * agent that allows `example.com` is thus reached by `eve@example.com` even where the organization blocks Eve: what
 * stands on the agent was said of this agent. The first level with a rule that counts decides, and on one level a block
 * beats an allow. Where no level decides, the mode does.
 *
 * A rule counts when its direction is the mail's or `both`. An allow of inbound mail counts only for a verified sender
 * (anybody can write an allowed address into `From`): otherwise it is as if there were no such rule. Blocks always count.
 *
 * See: docs/contract/contacts.md#contact-rules.
 */
export function isRefused(rules: MatchingRules, modes: ChosenModes, mail: MailContext): boolean {
  for (const level of LEVELS) {
    const actions = rules[level].filter((rule) => counts(rule, mail)).map((rule) => rule.action);
    if (actions.includes('block')) return true;
    if (actions.includes('allow')) return false;
  }
  return effectiveMode(modes) === 'allowlist';
}

function counts(rule: RuleEffect, mail: MailContext): boolean {
  if (rule.direction !== 'both' && rule.direction !== mail.direction) return false;
  return rule.action === 'block' || mail.direction === 'outbound' || mail.senderVerified;
}

/** What rules are kept and looked up by. `domain` is null where there is none: then only exact rules can match. */
export interface Correspondent {
  address: string;
  domain: string | null;
}

/** An address from any source as rules see it: lower case, NFKC, its domain in its ASCII form without a final dot. */
export function correspondentOf(text: string): Correspondent {
  const address = normaliseAddress(text);
  const at = address.lastIndexOf('@');
  if (at < 0) return { address, domain: null };
  const domain = withoutFinalDot(address.slice(at + 1));
  return { address: `${address.slice(0, at)}@${domain}`, domain: domain === '' ? null : domain };
}

/**
 * The target of a rule in the form it is compared in, or `undefined` where the text is no such target. A domain stands for
 * itself, not for what lies below it.
 */
export function ruleTarget(matchType: ContactMatchType, text: string): string | undefined {
  if (matchType === 'exact_email') {
    const { address } = correspondentOf(text);
    return isMailAddress(address) ? address : undefined;
  }
  const domain = asciiDomain(withoutFinalDot(normaliseAddress(text)));
  // A top-level domain alone is nobody's address: who names one means all that lies below it, which no rule does.
  return isDomainName(domain) && isMailAddress(`x@${domain}`) ? domain : undefined;
}

function withoutFinalDot(domain: string): string {
  return domain.endsWith('.') ? domain.slice(0, -1) : domain;
}
