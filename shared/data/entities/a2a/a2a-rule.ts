import {
  RULE_ACTIONS,
  RULE_DIRECTIONS,
  type RuleAction,
  type RuleDirection,
} from '#shared/domain/contact/access-rule.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { type Change, insert, RETRY, remove, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

interface TermsRow {
  ruleId: string;
  action: RuleAction;
  direction: RuleDirection;
}

export const decodeTermsRow = rowDecoder<TermsRow>({ ruleId: 'string', action: 'string', direction: 'string' });

/**
 * A rule of an organization about which agents one of its agents may exchange tasks with. See:
 * docs/contract/a2a.md#access-rules.
 */
export interface A2aRule {
  id: string;
  organizationId: string;
  identityId: string;
  /** The handle of the other agent, of any organization. An agent with this handle need not exist. */
  handle: string;
  action: RuleAction;
  direction: RuleDirection;
  /** What created the rule; null if a client did. */
  via: 'invitation' | null;
  createdAt: number;
  updatedAt: number;
  version: number;
}

const decodeA2aRule = rowDecoder<A2aRule>({
  id: 'string',
  organizationId: 'string',
  identityId: 'string',
  handle: 'string',
  action: 'string',
  direction: 'string',
  createdAt: 'number',
  version: 'number',
});

const partition = (organizationId: string) => `${PREFIX.a2aRule}${organizationId}`;
const ruleKey = (organizationId: string, id: string): Key => ({ pk: partition(organizationId), sk: id });

type Terms = Pick<A2aRule, 'identityId' | 'handle' | 'action' | 'direction'>;

/**
 * The row that access checks read. There is one for each agent, handle, direction and action, so that a rule cannot
 * exist twice and a check reads at most six keys for each agent.
 */
function termsKey({ identityId, handle, action, direction }: Terms): Key {
  return { pk: `${PREFIX.a2aRule}${identityId}`, sk: `${handle}#${direction}#${action}` };
}

const duplicate = () => new AppError('contact_rule.duplicate');

function insertTerms(rule: A2aRule, onConditionFailed: Change['onConditionFailed'] = duplicate): Change {
  const { id: ruleId, action, direction } = rule;
  return insert({ ...termsKey(rule), ruleId, action, direction }, onConditionFailed);
}

/** A new rule. `onConditionFailed` says what follows if a rule with these terms exists. */
export function insertA2aRule(rule: A2aRule, onConditionFailed?: Change['onConditionFailed']): Change[] {
  return [insert({ ...ruleKey(rule.organizationId, rule.id), ...rule }), insertTerms(rule, onConditionFailed)];
}

/** Replaces a rule by one with other terms. `version` must be one more than was read. */
export function replaceA2aRule(before: A2aRule, rule: A2aRule): Change[] {
  return [
    replaceVersion({ ...ruleKey(rule.organizationId, rule.id), ...rule }),
    remove(termsKey(before), RETRY),
    insertTerms(rule),
  ];
}

export function removeA2aRule(rule: A2aRule): Change[] {
  return [remove(ruleKey(rule.organizationId, rule.id), RETRY), remove(termsKey(rule), RETRY)];
}

export async function findA2aRule(table: Table, organizationId: string, id: string): Promise<A2aRule | undefined> {
  if (!isId('a2aRule', id)) return undefined;
  return getRow(table, decodeA2aRule, ruleKey(organizationId, id), { strong: true });
}

export function rulesBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeA2aRule, { pk: partition(organizationId), kind: 'a2aRule' }, before);
}

/** The keys of an agent's rules about a handle: one for each direction and action. */
export function ruleTermsKeys(identityId: string, handle: string): Key[] {
  return RULE_DIRECTIONS.flatMap((direction) =>
    RULE_ACTIONS.map((action) => termsKey({ identityId, handle, action, direction })),
  );
}

/** An agent's rules about a handle, at most six, by a strongly consistent read. */
export function rulesAbout(table: Table, identityId: string, handle: string) {
  return getRows(table, decodeTermsRow, ruleTermsKeys(identityId, handle), { strong: true });
}
