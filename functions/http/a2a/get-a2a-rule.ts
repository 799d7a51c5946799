import * as routes from '#shared/contract/routes/a2a-access.ts';
import { findA2aRule } from '#shared/data/entities/a2a/a2a-rule.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { ruleRecord } from './rule-record.ts';

export const getA2aRule = operation(routes.getA2aRule, async ({ actor, table }, { params }) => {
  const rule = await findA2aRule(table, actor.organization.id, params.id);
  if (rule === undefined) throw notFound();
  return reply(ruleRecord(rule));
});
