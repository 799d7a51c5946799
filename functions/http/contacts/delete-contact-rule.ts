import * as routes from '#shared/contract/routes/contacts.ts';
import { findContactRule, removeContactRule } from '#shared/data/entities/contact/contact-rule.ts';
import { readRuleTarget, replaceRuleTarget, ruleTargetKey } from '#shared/data/entities/contact/contact-rule-target.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { contactRuleRecord } from './contact-rule-record.ts';
import { withoutWarningRule } from './warning-rule-entry.ts';

export const deleteContactRule = operation(routes.deleteContactRule, async ({ actor, table, now }, { params }) => {
  const rule = await findContactRule(table, actor.organization.id, params.id);
  if (rule === undefined) throw notFound();
  if (rule.when !== undefined) {
    const change = await withoutWarningRule(table, rule);
    return write((tx) => {
      tx.audit({ before: contactRuleRecord(rule) });
      tx.put(removeContactRule(rule), change);
      return noContent();
    });
  }
  const key = ruleTargetKey(rule.organizationId, rule.identityId, rule.matchType, rule.matchTarget);
  const target = await readRuleTarget(table, key);

  const remaining = target.rules.filter(({ id }) => id !== rule.id);
  return write((tx) => {
    tx.audit({ before: contactRuleRecord(rule) });
    tx.put(removeContactRule(rule), replaceRuleTarget(key, target, remaining, now));
    return noContent();
  });
});
