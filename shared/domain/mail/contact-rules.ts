import { coversDirection, type Direction, type FilterMode, type RuleTerms } from '../contact/access-rule.ts';
import { asciiDomain, isMailAddress, normaliseAddress } from './address.ts';
import { isDomainName } from './domain-name.ts';

/**
 * Contact rules: with whom an agent may exchange mail.
 *
 * See: docs/contract/contacts.md#contact-rules.
 */
export const CONTACT_MATCH_TYPES = ['exact_email', 'domain'] as const;

export type ContactMatchType = (typeof CONTACT_MATCH_TYPES)[number];

/** The mode where neither the agent nor its organization has chosen one. */
const DEFAULT_FILTER_MODE: FilterMode = 'blocklist';

/** The rules that match one correspondent, by level. */
export interface MatchingRules {
  identityExact: readonly RuleTerms[];
  identityDomain: readonly RuleTerms[];
  organizationExact: readonly RuleTerms[];
  organizationDomain: readonly RuleTerms[];
}

/** The facts about an email that the rules depend on. */
export interface MailContext {
  direction: Direction;
  /** Whether the sender's address is authenticated. Only inbound mail uses it. */
  senderVerified: boolean;
}

/** The filter modes that were chosen; null where none was. */
export interface ChosenModes {
  identity: FilterMode | null;
  organization: FilterMode | null;
}

/** From the most specific to the most general. */
const LEVELS = ['identityExact', 'identityDomain', 'organizationExact', 'organizationDomain'] as const;

/** The agent's mode, or else its organization's, or else the default. */
export function effectiveMode(modes: ChosenModes): FilterMode {
  return modes.identity ?? modes.organization ?? DEFAULT_FILTER_MODE;
}

/**
 * Whether a correspondent is refused.
 *
 * The levels, from first to last: the agent's rules for the address, the agent's rules for its domain, the
 * organization's rules for the address, the organization's rules for its domain. An agent's rule overrides the
 * organization's: if the agent allows `example.com`, mail from `eve@example.com` reaches it even though the
 * organization blocks Eve. The first level with an applicable rule decides; within a level, a block beats an allow. If
 * no level decides, the filter mode does.
 *
 * A rule applies when its direction is the mail's or `both`. An allow rule applies to inbound mail only if the sender
 * is verified, because anyone can write an allowed address into `From`. Block rules always apply.
 *
 * See: docs/contract/contacts.md#contact-rules.
 */
export function isRefused(rules: MatchingRules, modes: ChosenModes, mail: MailContext): boolean {
  for (const level of LEVELS) {
    const actions = rules[level].filter((rule) => applies(rule, mail)).map((rule) => rule.action);
    if (actions.includes('block')) return true;
    if (actions.includes('allow')) return false;
  }
  return effectiveMode(modes) === 'allowlist';
}

/** Whether a rule counts for an email: by its direction, and an inbound allow only for a verified sender. */
export function applies(rule: RuleTerms, mail: MailContext): boolean {
  if (!coversDirection(rule, mail.direction)) return false;
  return rule.action === 'block' || mail.direction === 'outbound' || mail.senderVerified;
}

/** What rules are stored and looked up by. `domain` is null if the text has none: then only exact rules can match. */
export interface Correspondent {
  address: string;
  domain: string | null;
}

/** An address in the form that rules compare: lower case, NFKC, the domain in its ASCII form without a final dot. */
export function correspondentOf(text: string): Correspondent {
  const address = normaliseAddress(text);
  const at = address.lastIndexOf('@');
  if (at < 0) return { address, domain: null };
  const domain = withoutFinalDot(address.slice(at + 1));
  return { address: `${address.slice(0, at)}@${domain}`, domain: domain === '' ? null : domain };
}

/** The target of a rule in the form that is compared. A domain matches only itself, not its subdomains. */
export function ruleTarget(matchType: ContactMatchType, text: string): string {
  if (matchType === 'exact_email') return correspondentOf(text).address;
  return asciiDomain(withoutFinalDot(normaliseAddress(text)));
}

/** Whether a text names an address, or a domain, that a rule can be about. */
export function isRuleTarget(matchType: ContactMatchType, text: string): boolean {
  const target = ruleTarget(matchType, text);
  if (matchType === 'exact_email') return isMailAddress(target);
  // No mail address ends in a bare top-level domain. A caller that names one means its subdomains, which no rule
  // covers.
  return isDomainName(target) && isMailAddress(`x@${target}`);
}

function withoutFinalDot(domain: string): string {
  return domain.endsWith('.') ? domain.slice(0, -1) : domain;
}
