import type { Direction } from '#shared/domain/access-rule.ts';
import { correspondentOf, isRefused, type MatchingRules } from '#shared/domain/mail/contact-rules.ts';
import { anyRow } from '../decode-row.ts';
import { getRows, type Key, type Table } from '../table-client.ts';
import { contactSettingsKey, decodeContactSettings, decodeRuleTarget, ruleTargetKey } from './contact-rule-target.ts';

/** The row key of the rules of each level; null if the address has no domain that a rule could name. */
type RuleKeys = Record<keyof MatchingRules, Key | null>;

/**
 * Returns the addresses that an agent's contact rules refuse, in the form in which they were given. The reads are
 * strongly consistent, so that a new rule applies to the next mail. For the precedence of rules, see `isRefused`.
 *
 * It reads the two filter modes and at most four rows per address by key, however many rules exist. All rows have the
 * prefix `contactRuleTarget`, so callers need permission for no other.
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
  const { organizationId, identityId, direction, senderVerified = false } = query;
  const ruleKeys = new Map(
    [...new Set(query.addresses)].map((address) => [address, ruleKeysOf(organizationId, identityId, address)]),
  );
  if (ruleKeys.size === 0) return new Set();

  const identityMode = contactSettingsKey(organizationId, identityId);
  const organizationMode = contactSettingsKey(organizationId, null);
  const keys = [...ruleKeys.values()].flatMap((levels) => Object.values(levels)).filter((key) => key !== null);
  // One request reads rows of both kinds, and each is decoded as what its key says.
  const rows = await getRows(table, anyRow, [identityMode, organizationMode, ...keys], { strong: true });
  const bySortKey = new Map(rows.map((row) => [row.sk, row]));
  const rulesAt = (key: Key | null) => {
    const row = key === null ? undefined : bySortKey.get(key.sk);
    return row === undefined ? [] : decodeRuleTarget(row).rules;
  };
  const modeAt = ({ sk }: Key) => {
    const row = bySortKey.get(sk);
    return row === undefined ? null : decodeContactSettings(row).filterMode;
  };
  const modes = { identity: modeAt(identityMode), organization: modeAt(organizationMode) };
  const refused = [...ruleKeys].filter(([, levels]) => {
    const rules: MatchingRules = {
      identityExact: rulesAt(levels.identityExact),
      identityDomain: rulesAt(levels.identityDomain),
      organizationExact: rulesAt(levels.organizationExact),
      organizationDomain: rulesAt(levels.organizationDomain),
    };
    return isRefused(rules, modes, { direction, senderVerified });
  });
  return new Set(refused.map(([address]) => address));
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
