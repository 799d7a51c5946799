import * as routes from '#shared/contract/routes/a2a-access.ts';
import { type A2aRule, replaceA2aRule } from '#shared/data/entities/a2a/a2a-rule.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { loadRule } from './load-rule.ts';
import { appendRuleChanged } from './rule-event.ts';
import { ruleRecord } from './rule-record.ts';

export const updateA2aRule = operation(routes.updateA2aRule, async ({ actor, table }, { params, body }) => {
  const organizationId = actor.organization.id;
  const { rule: before, agent } = await loadRule(table, organizationId, params.id);
  const { action = before.action, direction = before.direction } = body;
  if (action === before.action && direction === before.direction) return reply(ruleRecord(before));

  return write((tx) => {
    const updatedAt = tx.nextTimestamp(organizationId);
    const rule: A2aRule = { ...before, action, direction, updatedAt, version: before.version + 1 };
    tx.put(...replaceA2aRule(before, rule));
    appendRuleChanged(tx, rule, agent, { change: 'updated', actor, previous: before, at: updatedAt });
    tx.audit({ before: ruleRecord(before) });
    return reply(ruleRecord(rule));
  });
});
