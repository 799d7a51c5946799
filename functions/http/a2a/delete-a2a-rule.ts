import * as routes from '#shared/contract/routes/a2a-access.ts';
import { removeA2aRule } from '#shared/data/entities/a2a/a2a-rule.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadRule } from './load-rule.ts';
import { appendRuleChanged } from './rule-event.ts';
import { ruleRecord } from './rule-record.ts';

export const deleteA2aRule = operation(routes.deleteA2aRule, async ({ actor, table }, { params }) => {
  const organizationId = actor.organization.id;
  const { rule, agent } = await loadRule(table, organizationId, params.id);
  return write((tx) => {
    tx.put(...removeA2aRule(rule));
    appendRuleChanged(tx, rule, agent, { change: 'deleted', actor });
    tx.audit({ before: ruleRecord(rule) });
    return noContent();
  });
});
