import type { FilterMode, RuleTerms } from '#shared/domain/contact/access-rule.ts';
import type { ContactMatchType } from '#shared/domain/mail/contact-rules.ts';
import type { WarningRuleTerms } from '#shared/domain/mail/warning-rules.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { attributeIs, type Change, put, RETRY, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { keyDigest } from '../../key-digest.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

/** The scope of a rule or mode: the id of one identity, or null for the whole organization. */
export type RuleScope = string | null;

const scopeName = (scope: RuleScope) => scope ?? 'organization';
const partition = (organizationId: string) => `${PREFIX.contactRuleTarget}${organizationId}`;

/** A rule as its target's row holds it. */
export interface TargetedRule extends RuleTerms {
  id: string;
}

/**
 * All rules of one target in one row, which mail is checked against: a read by key, however many rules exist. There are
 * at most six, because there are two actions and three directions, and no duplicates.
 */
export interface RuleTarget {
  rules: TargetedRule[];
  version: number;
  /** Only if no rule is left. */
  expires_at?: number;
}

export const decodeRuleTarget = rowDecoder<RuleTarget>({ rules: 'array', version: 'number' });

export function ruleTargetKey(organizationId: string, scope: RuleScope, type: ContactMatchType, target: string): Key {
  const digest = keyDigest(target);
  return { pk: partition(organizationId), sk: `${scopeName(scope)}#${type}#${digest}` };
}

export async function readRuleTarget(table: Table, key: Key): Promise<RuleTarget> {
  const row = await getRow(table, decodeRuleTarget, key, { strong: true });
  return { rules: row?.rules ?? [], version: row?.version ?? 0 };
}

/**
 * Replaces the rules of a target if its row has not changed since it was read. A row without rules is not removed but
 * expires after a day: if it were removed and created again, its version could be one that a slower writer has read
 * from the row before.
 */
export function replaceRuleTarget(key: Key, target: RuleTarget, rules: TargetedRule[], now: number): Change {
  return replaceVersion<RuleTarget>({
    pk: key.pk,
    sk: key.sk,
    rules,
    version: target.version + 1,
    ...(rules.length === 0 ? { expires_at: epochSeconds(now + DAY) } : {}),
  });
}

/** A rule about warnings as the row of its scope holds it. */
export interface ScopedWarningRule extends WarningRuleTerms {
  id: string;
}

/** All rules about warnings of one scope in one row, which received mail is checked against. */
export interface WarningRuleList {
  rules: ScopedWarningRule[];
  version: number;
}

/** Rules about warnings of an agent, and as many of the organization. With them the row stays small. */
export const MAX_WARNING_RULES = 20;

export const decodeWarningRules = rowDecoder<WarningRuleList>({ rules: 'array', version: 'number' });

export function warningRulesKey(organizationId: string, scope: RuleScope): Key {
  return { pk: partition(organizationId), sk: `WARNINGS#${scopeName(scope)}` };
}

export async function readWarningRules(table: Table, key: Key): Promise<WarningRuleList> {
  const row = await getRow(table, decodeWarningRules, key, { strong: true });
  return { rules: row?.rules ?? [], version: row?.version ?? 0 };
}

/** Replaces the rules about warnings of a scope if they have not changed since they were read. */
export function replaceWarningRules(key: Key, { version }: WarningRuleList, rules: ScopedWarningRule[]): Change {
  return replaceVersion<WarningRuleList>({ pk: key.pk, sk: key.sk, rules, version: version + 1 });
}

/** The filter mode that was set for an identity or for the organization. */
export interface ContactSettings {
  filterMode: FilterMode;
  updatedAt: number;
}

export const decodeContactSettings = rowDecoder<ContactSettings>({ filterMode: 'string', updatedAt: 'number' });

export function contactSettingsKey(organizationId: string, scope: RuleScope): Key {
  return { pk: partition(organizationId), sk: `SETTINGS#${scopeName(scope)}` };
}

/** Replaces settings, if no one has changed them since they were read. Each change has a later time. */
export function replaceContactSettings(
  organizationId: string,
  scope: RuleScope,
  seen: ContactSettings | undefined,
  settings: ContactSettings,
): Change {
  const row = { ...contactSettingsKey(organizationId, scope), ...settings };
  return put(row, attributeIs('updatedAt', seen?.updatedAt), RETRY);
}

/** The settings of an identity and of its organization, by a strongly consistent read. */
export async function readContactSettings(
  table: Table,
  organizationId: string,
  scope: RuleScope,
): Promise<{ own: ContactSettings | undefined; organization: ContactSettings | undefined }> {
  const keys = [contactSettingsKey(organizationId, scope), contactSettingsKey(organizationId, null)] as const;
  const rows = await getRows(table, decodeContactSettings, keys, { strong: true });
  const [own, organization] = keys.map((key) => rows.find((row) => row.sk === key.sk));
  return { own, organization };
}
