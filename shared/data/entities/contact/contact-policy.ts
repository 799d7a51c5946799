import type { Direction } from '#shared/domain/contact/access-rule.ts';
import { correspondentOf, isRefused, type MailContext, type MatchingRules } from '#shared/domain/mail/contact-rules.ts';
import { getRowsTogether, type Key, type Table } from '../../table-client.ts';
import { contactSettingsKey, decodeContactSettings, decodeRuleTarget, ruleTargetKey } from './contact-rule-target.ts';

/** The row key of the rules of each level; null if the address has no domain that a rule could name. */
type RuleKeys = Record<keyof MatchingRules, Key | null>;

/** The rules and modes that decide about some correspondents of an agent. */
export interface ContactPolicy {
  /** The rules that match an address of the query. */
  rulesOf(address: string): MatchingRules;
  isRefused(address: string, mail: MailContext): boolean;
}

/**
 * The contact rules of an agent about addresses. The reads are strongly consistent, so that a new rule applies to the
 * next mail.
 *
 * It reads the two filter modes and at most four rows per address by key, however many rules exist. All rows have the
 * prefix `contactRuleTarget`, so callers need permission for no other.
 */
export async function loadContactPolicy(
  table: Table,
  {
    organizationId,
    identityId,
    addresses,
  }: { organizationId: string; identityId: string; addresses: readonly string[] },
): Promise<ContactPolicy> {
  const ruleKeys = new Map(addresses.map((address) => [address, ruleKeysOf(organizationId, identityId, address)]));
  const identityMode = contactSettingsKey(organizationId, identityId);
  const organizationMode = contactSettingsKey(organizationId, null);
  const keys = [...ruleKeys.values()].flatMap((levels) => Object.values(levels)).filter((key) => key !== null);
  const rows = await getRowsTogether(table, [identityMode, organizationMode, ...keys], { strong: true });
  const rulesAt = (key: Key | null | undefined) => (key && rows(decodeRuleTarget, key)?.rules) ?? [];
  const modeAt = (key: Key) => rows(decodeContactSettings, key)?.filterMode ?? null;
  const modes = { identity: modeAt(identityMode), organization: modeAt(organizationMode) };
  const rulesOf = (address: string): MatchingRules => {
    const levels = ruleKeys.get(address);
    return {
      identityExact: rulesAt(levels?.identityExact),
      identityDomain: rulesAt(levels?.identityDomain),
      organizationExact: rulesAt(levels?.organizationExact),
      organizationDomain: rulesAt(levels?.organizationDomain),
    };
  };
  return { rulesOf, isRefused: (address, mail) => isRefused(rulesOf(address), modes, mail) };
}

/**
 * Returns the addresses that an agent's contact rules refuse, in the form in which they were given. For the precedence
 * of rules, see `isRefused`.
 */
export async function findBlockedAddresses(
  table: Table,
  query: {
    organizationId: string;
    identityId: string;
    direction: Direction;
    addresses: readonly string[];
    /** For inbound mail: an allow rule applies only to a verified sender. */
    senderVerified?: boolean;
  },
): Promise<ReadonlySet<string>> {
  const { direction, senderVerified = false, addresses } = query;
  if (addresses.length === 0) return new Set();
  const policy = await loadContactPolicy(table, query);
  return new Set(addresses.filter((address) => policy.isRefused(address, { direction, senderVerified })));
}

function ruleKeysOf(organizationId: string, identityId: string, text: string): RuleKeys {
  const { address, domain } = correspondentOf(text);
  const exact = (scope: string | null) => ruleTargetKey(organizationId, scope, 'exact_email', address);
  const whole = (scope: string | null) =>
    domain === null ? null : ruleTargetKey(organizationId, scope, 'domain', domain);
  return {
    identityExact: exact(identityId),
    identityDomain: whole(identityId),
    organizationExact: exact(null),
    organizationDomain: whole(null),
  };
}
