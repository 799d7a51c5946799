import type { RuleAction, RuleDirection } from '#shared/domain/contact/access-rule.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import type { ContactMatchType } from '#shared/domain/mail/contact-rules.ts';
import type { WarningFolder } from '#shared/domain/mail/warning-rules.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { type Change, insert, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';
import type { RuleScope } from './contact-rule-target.ts';

/**
 * A contact rule as it is listed. It is created and removed but never changed, always together with its entry in the
 * row that mail is checked against: that of its target (`RuleTarget`), or of its scope for a rule about warnings
 * (`WarningRuleList`).
 *
 * See: docs/contract/contacts.md#contact-rules.
 */
export interface ContactRule {
  id: string;
  organizationId: string;
  /** The identity that the rule applies to; null for the whole organization. */
  identityId: RuleScope;
  action: RuleAction;
  matchType: ContactMatchType;
  /** Normalised (`ruleTarget`), or `ANY_AUTHOR`. */
  matchTarget: string;
  /** The warnings that the rule is about; absent for a rule about all messages. */
  when?: ContentWarning[];
  folder?: WarningFolder;
  direction: RuleDirection;
  note: string | null;
  createdAt: number;
}

/** The target of a rule about warnings that is about every author. No domain has this name. */
export const ANY_AUTHOR = '*';

const decodeContactRule = rowDecoder<ContactRule>({
  id: 'string',
  organizationId: 'string',
  action: 'string',
  direction: 'string',
  matchType: 'string',
  matchTarget: 'string',
  createdAt: 'number',
});

function partition(organizationId: string): string {
  return `${PREFIX.contactRule}${organizationId}`;
}

function contactRuleKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: id };
}

export function insertContactRule(rule: ContactRule): Change {
  return insert({ ...contactRuleKey(rule.organizationId, rule.id), ...rule });
}

export function removeContactRule(rule: ContactRule): Change {
  return remove(contactRuleKey(rule.organizationId, rule.id), RETRY);
}

export async function findContactRule(
  table: Table,
  organizationId: string,
  id: string,
): Promise<ContactRule | undefined> {
  if (!isId('contactRule', id)) return undefined;
  return getRow(table, decodeContactRule, contactRuleKey(organizationId, id), { strong: true });
}

export function contactRulesBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst(
    table,
    decodeContactRule,
    { pk: partition(organizationId), kind: 'contactRule' },
    before,
    pageSize,
  );
}
