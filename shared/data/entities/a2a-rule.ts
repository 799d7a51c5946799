import { RULE_ACTIONS, RULE_DIRECTIONS, type RuleAction, type RuleDirection } from '../../domain/access-rule.ts';
import { AppError } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import { type Change, insert, remove, replaceVersion } from '../change.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, type Table } from '../table-client.ts';

/** What one agent's organization says about another agent, by its handle. See: docs/contract/a2a.md#access-rules. */
export interface A2aRule {
  id: string;
  organizationId: string;
  identityId: string;
  /** Of an agent of any organization; nobody needs to have it. */
  handle: string;
  action: RuleAction;
  direction: RuleDirection;
  /** How it came about, where nobody wrote it by hand. */
  via: 'invitation' | null;
  createdAt: number;
  updatedAt: number;
  version: number;
}

const partition = (organizationId: string) => `${PREFIX.a2aRule}${organizationId}`;
const ruleKey = (organizationId: string, id: string): Key => ({ pk: partition(organizationId), sk: id });

type Terms = Pick<A2aRule, 'identityId' | 'handle' | 'action' | 'direction'>;

/**
 * The row that admission reads: one for each agent, handle, direction and action, so that a rule is there once and
 * judging a pair of agents reads six keys at most.
 */
function termsKey({ identityId, handle, action, direction }: Terms): Key {
  return { pk: `${PREFIX.a2aRule}${identityId}`, sk: `${handle}#${direction}#${action}` };
}

const duplicate = () => new AppError('contact_rule.duplicate');

function insertTerms(rule: A2aRule, onConditionFailed: Change['onConditionFailed'] = duplicate): Change {
  const { id: ruleId, action, direction } = rule;
  return insert({ ...termsKey(rule), ruleId, action, direction }, onConditionFailed);
}

/** A new rule; `otherwise` says what it means where there is such a one. */
export function insertRule(rule: A2aRule, onConditionFailed?: Change['onConditionFailed']): Change[] {
  return [insert({ ...ruleKey(rule.organizationId, rule.id), ...rule }), insertTerms(rule, onConditionFailed)];
}

/** A rule with other terms than before; `version` one more than what was read. */
export function replaceRule(before: A2aRule, rule: A2aRule): Change[] {
  return [
    replaceVersion({ ...ruleKey(rule.organizationId, rule.id), ...rule }),
    remove(termsKey(before), 'rerun'),
    insertTerms(rule),
  ];
}

export function removeRule(rule: A2aRule): Change[] {
  return [remove(ruleKey(rule.organizationId, rule.id), 'rerun'), remove(termsKey(rule), 'rerun')];
}

export async function findRule(table: Table, organizationId: string, id: string): Promise<A2aRule | undefined> {
  if (!isId('a2aRule', id)) return undefined;
  return getRow<A2aRule>(table, ruleKey(organizationId, id), { strong: true });
}

export function rulesBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst<A2aRule>(table, { pk: partition(organizationId), kind: 'a2aRule' }, before);
}

/** An agent's rules about a handle: strongly read, and never more than six. */
export function rulesAbout(table: Table, identityId: string, handle: string) {
  const keys = RULE_DIRECTIONS.flatMap((direction) =>
    RULE_ACTIONS.map((action) => termsKey({ identityId, handle, action, direction })),
  );
  return getRows<{ ruleId: string; action: RuleAction; direction: RuleDirection }>(table, keys, { strong: true });
}
