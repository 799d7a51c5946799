import type { Direction } from '../../domain/access-rule.ts';
import { correspondentOf, isRefused, type MatchingRules } from '../../domain/mail/contact-rules.ts';
import { rowDecoder } from '../decode-row.ts';
import { getRows, type Key, type Table } from '../table-client.ts';
import { type ContactSettings, contactSettingsKey, type RuleTarget, ruleTargetKey } from './contact-rule-target.ts';

/** Where the rules of each level lie; null where a text has no domain that rules could name. */
type RuleKeys = Record<keyof MatchingRules, Key | null>;

/** The rules of a target, or the settings of an agent or organization: one request reads rows of both kinds. */
const decodePolicyRow = rowDecoder<Partial<RuleTarget & ContactSettings>>({});

/**
 * Which of the addresses, as they were given, an agent's contact rules refuse. Strongly read: a rule holds from the next
 * mail on. Precedence: `isRefused`.
 *
 * At most four rows an address and the two modes are read, by key, however many rules there are; a domain that several
 * addresses share is read once. Whoever calls this reads rows of `contactRuleTarget` and no others.
 */
export async function findBlockedAddresses(
  table: Table,
  question: {
    organizationId: string;
    identityId: string;
    direction: Direction;
    addresses: readonly string[];
    /** Inbound only: an allow counts only for a verified sender. */
    senderVerified?: boolean;
  },
): Promise<ReadonlySet<string>> {
  const { organizationId, identityId, direction, senderVerified = false } = question;
  const places = new Map(
    [...new Set(question.addresses)].map((address) => [address, placesOf(organizationId, identityId, address)]),
  );
  if (places.size === 0) return new Set();

  const ownMode = contactSettingsKey(organizationId, identityId);
  const organizationMode = contactSettingsKey(organizationId, null);
  const keys = [...places.values()].flatMap((levels) => Object.values(levels)).filter((key) => key !== null);
  const rows = await getRows(table, decodePolicyRow, [ownMode, organizationMode, ...keys], {
    strong: true,
  });
  const bySortKey = new Map(rows.map((row) => [row.sk, row]));

  const rulesAt = (key: Key | null) => (key === null ? [] : (bySortKey.get(key.sk)?.rules ?? []));
  const modes = {
    identity: bySortKey.get(ownMode.sk)?.filterMode ?? null,
    organization: bySortKey.get(organizationMode.sk)?.filterMode ?? null,
  };
  const refused = [...places].filter(([, levels]) => {
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

function placesOf(organizationId: string, identityId: string, text: string): RuleKeys {
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
