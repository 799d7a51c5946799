import { createHash } from 'node:crypto';
import type { FilterMode } from '../../domain/access-rule.ts';
import type { ContactMatchType, RuleEffect } from '../../domain/mail/contact-rules.ts';
import { DAY } from '../../domain/time.ts';
import { type Change, put, replaceVersion } from '../change.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, type Table } from '../table-client.ts';

/** What mail is judged by: the rules of one target in one row, found by key however many rules there are. */

/** Whom rules and modes are of: one agent, or (null) the whole organization. */
export type RuleScope = string | null;

const scopeName = (scope: RuleScope) => scope ?? 'organization';
const partition = (organizationId: string) => `${PREFIX.contactRuleTarget}${organizationId}`;

/** A rule as its target's row holds it. */
export interface TargetedRule extends RuleEffect {
  id: string;
}

/** At most six rules: two actions, three directions, no duplicates. */
export interface RuleTarget {
  rules: TargetedRule[];
  version: number;
  /** Only where no rule is left. */
  expires_at?: number;
}

/** Targets are anybody's text and up to 254 characters long, so keys hold their digest. */
export function ruleTargetKey(organizationId: string, scope: RuleScope, type: ContactMatchType, target: string): Key {
  const digest = createHash('sha256').update(target).digest('hex');
  return { pk: partition(organizationId), sk: `${scopeName(scope)}#${type}#${digest}` };
}

export async function readRuleTarget(table: Table, key: Key): Promise<RuleTarget> {
  const row = await getRow<RuleTarget>(table, key, { strong: true });
  return { rules: row?.rules ?? [], version: row?.version ?? 0 };
}

/**
 * The rules of a target, if it still is as it was read. The row of a target without rules is left to the time-to-live for
 * a day: deleted at once and made again, it would carry a version that a slower writer had seen on the row before it.
 */
export function replaceRuleTarget(key: Key, target: RuleTarget, rules: TargetedRule[], now: number): Change {
  return replaceVersion<RuleTarget>({
    pk: key.pk,
    sk: key.sk,
    rules,
    version: target.version + 1,
    ...(rules.length === 0 ? { expires_at: Math.ceil((now + DAY) / 1000) } : {}),
  });
}

/** A filter mode that was chosen for an agent, or for the organization. */
export interface ContactSettings {
  filterMode: FilterMode;
  updatedAt: number;
}

export function contactSettingsKey(organizationId: string, scope: RuleScope): Key {
  return { pk: partition(organizationId), sk: `SETTINGS#${scopeName(scope)}` };
}

export function putContactSettings(organizationId: string, scope: RuleScope, settings: ContactSettings): Change {
  return put({ ...contactSettingsKey(organizationId, scope), ...settings });
}

/** The settings of an agent and of its organization, strongly read. */
export async function readContactSettings(
  table: Table,
  organizationId: string,
  scope: RuleScope,
): Promise<{ own: ContactSettings | undefined; organization: ContactSettings | undefined }> {
  const keys = [contactSettingsKey(organizationId, scope), contactSettingsKey(organizationId, null)] as const;
  const rows = await getRows<ContactSettings>(table, keys, { strong: true });
  const [own, organization] = keys.map((key) => rows.find((row) => row.sk === key.sk));
  return { own, organization };
}
