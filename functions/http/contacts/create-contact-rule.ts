import * as routes from '#shared/contract/routes/contacts.ts';
import type { Change } from '#shared/data/change.ts';
import { ANY_AUTHOR, type ContactRule, insertContactRule } from '#shared/data/entities/contact/contact-rule.ts';
import { readRuleTarget, replaceRuleTarget, ruleTargetKey } from '#shared/data/entities/contact/contact-rule-target.ts';
import type { Table } from '#shared/data/table-client.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { ruleTarget } from '#shared/domain/mail/contact-rules.ts';
import { sortedWarnings } from '#shared/domain/safe-reading/content-warning.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { contactRuleRecord } from './contact-rule-record.ts';
import { warningRuleEntry } from './warning-rule-entry.ts';

/** Changes the row that mail is checked against, so that it has the rule. */
type AddEntry = (rule: ContactRule, now: number) => Change;

export const createContactRule = operation(routes.createContactRule, async ({ actor, table, now }, { body }) => {
  const organizationId = actor.organization.id;
  const identityId = body.identity_id ?? null;
  const { action = 'block', match_type: matchType = 'domain', match_target: target, when, folder = 'blocked' } = body;
  const terms = {
    organizationId,
    identityId,
    action,
    matchType,
    matchTarget: target === undefined ? ANY_AUTHOR : ruleTarget(matchType, target),
    ...(when !== undefined && { when: sortedWarnings(when), folder }),
    direction: body.direction ?? (when === undefined ? 'both' : 'inbound'),
    note: body.note ?? null,
  };
  const [, addEntry] = await allInOrder([
    namedIdentity(routes.createContactRule, { actor, table }, body.identity_id ?? undefined),
    when === undefined ? targetEntry(table, terms) : warningRuleEntry(table, terms),
  ]);
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const rule: ContactRule = { ...terms, id: makeId('contactRule', createdAt, randomPart()), createdAt };
    tx.put(insertContactRule(rule), addEntry(rule, now));
    return reply(contactRuleRecord(rule));
  });
});

async function targetEntry(table: Table, terms: Omit<ContactRule, 'id' | 'createdAt'>): Promise<AddEntry> {
  const { organizationId, identityId, matchType, matchTarget, action, direction } = terms;
  const key = ruleTargetKey(organizationId, identityId, matchType, matchTarget);
  const target = await readRuleTarget(table, key);
  if (target.rules.some((rule) => rule.action === action && rule.direction === direction)) {
    throw new AppError('contact_rule.duplicate');
  }
  return ({ id }, now) => replaceRuleTarget(key, target, [...target.rules, { id, action, direction }], now);
}
