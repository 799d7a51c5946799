import * as routes from '#shared/contract/routes/a2a-access.ts';
import { type A2aRule, insertA2aRule } from '#shared/data/entities/a2a/a2a-rule.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { appendRuleChanged } from './rule-event.ts';
import { ruleRecord } from './rule-record.ts';

/** Accepts any handle, used or not, so that a rule does not reveal which agents exist. */
export const createA2aRule = operation(routes.createA2aRule, async ({ actor, table }, { body }) => {
  const organizationId = actor.organization.id;
  const identity = await findIdentity(table, organizationId, body.identity_id);
  if (identity === undefined) throw notFound();
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const rule: A2aRule = {
      id: makeId('a2aRule', createdAt, randomPart()),
      organizationId,
      identityId: identity.id,
      handle: body.handle,
      action: body.action,
      direction: body.direction ?? 'both',
      via: null,
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    tx.put(...insertA2aRule(rule));
    appendRuleChanged(tx, rule, identity, { change: 'created', actor, at: createdAt });
    return reply(ruleRecord(rule));
  });
});
