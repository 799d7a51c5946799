import type { RuleAction, RuleDirection } from '../../domain/access-rule.ts';
import { isId } from '../../domain/ids.ts';
import type { ContactMatchType } from '../../domain/mail/contact-rules.ts';
import { type Change, insert, remove } from '../change.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';
import type { RuleScope } from './contact-rule-target.ts';

/**
 * A contact rule as it is listed. It never changes, only comes and goes, and always together with its entry in the row
 * of its target, by which mail is judged.
 *
 * See: docs/contract/contacts.md#contact-rules.
 */
export interface ContactRule {
  id: string;
  organizationId: string;
  /** The agent it is of; null: the whole organization. */
  identityId: RuleScope;
  action: RuleAction;
  matchType: ContactMatchType;
  /** Normalised (`ruleTarget`). */
  matchTarget: string;
  direction: RuleDirection;
  note: string | null;
  createdAt: number;
}

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
  return remove(contactRuleKey(rule.organizationId, rule.id), 'rerun');
}

export async function findContactRule(
  table: Table,
  organizationId: string,
  id: string,
): Promise<ContactRule | undefined> {
  if (!isId('contactRule', id)) return undefined;
  return getRow<ContactRule>(table, contactRuleKey(organizationId, id), { strong: true });
}

export function contactRulesBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst<ContactRule>(table, { pk: partition(organizationId), kind: 'contactRule' }, before, pageSize);
}
